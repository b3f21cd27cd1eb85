"""Arithmetic of the rules: Ludii's int (32 bits, wrapping), float (32 bits) and double.

Constants are folded with these functions, the Python backend runs them, and the C backend does the same in C
(`backends/c/runtime/core/numbers.h`); a test compares all three. Division by zero has no value here: callers check it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from struct import Struct

__all__ = [
    "INT_MAX",
    "INT_MIN",
    "Real",
    "absolute",
    "bit_count",
    "bits_of_float",
    "cosine",
    "exponential",
    "float32",
    "float_div",
    "float_max",
    "float_min",
    "float_pow",
    "float_text",
    "logarithm",
    "logarithm10",
    "modulo",
    "power",
    "quotient",
    "shift_left",
    "shift_right",
    "sine",
    "square_root",
    "tangent",
    "to_int",
    "wrap",
]

Real = Callable[[float], float]
"""A function of one number."""

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
_SINGLE, _BITS = Struct("f"), Struct("i")
_FLOAT_MAX = 3.4028234663852886e38  # the largest finite 32-bit float
_FLOAT_LIMIT = 3.4028235677973366e38  # half way to the next power of two: numbers from here on round to infinity


def wrap(value: int) -> int:
    """The low 32 bits as a signed integer."""
    return value if INT_MIN <= value <= INT_MAX else (value + 2**31 & 0xFFFFFFFF) - 2**31


def quotient(a: int, b: int) -> int:
    """a / b, rounded towards zero; -2**31 / -1 wraps. b is not 0."""
    found = abs(a) // abs(b)
    return wrap(found) if (a < 0) == (b < 0) else -found


def modulo(a: int, b: int) -> int:
    """The remainder of `quotient`, with the sign of a. b is not 0."""
    found = abs(a) % abs(b)
    return -found if a < 0 else found


def bit_count(a: int) -> int:
    """The number of ones among the 32 bits of an INT."""
    return (a & 0xFFFFFFFF).bit_count()


def absolute(a: int) -> int:
    """The absolute value; that of -2**31 is -2**31."""
    return wrap(abs(a))


def power(a: int, b: int) -> int:
    """a to the power of b, computed as a double and clamped to 32 bits."""
    try:
        return to_int(float(a) ** b)
    except ZeroDivisionError:
        return INT_MAX
    except OverflowError:
        return INT_MAX if a > 0 or b % 2 == 0 else INT_MIN


def shift_left(a: int, b: int) -> int:
    """a shifted left by the low five bits of b."""
    return wrap(a << (b & 31))


def shift_right(a: int, b: int) -> int:
    """a shifted right by the low five bits of b, with sign extension."""
    return a >> (b & 31)


def float32(value: float) -> float:
    """The nearest 32-bit float."""
    if -_FLOAT_MAX <= value <= _FLOAT_MAX:
        found: float = _SINGLE.unpack(_SINGLE.pack(value))[0]
        return found
    if value != value:
        return math.nan
    if abs(value) < _FLOAT_LIMIT:
        return math.copysign(_FLOAT_MAX, value)
    return math.copysign(math.inf, value)


def bits_of_float(value: float) -> int:
    """The bits of a 32-bit float, as an INT."""
    bits: int = _BITS.unpack(_SINGLE.pack(value))[0]
    return bits


def float_text(bits: int) -> str:
    """A float as Java writes it since its version 19: the fewest digits, at least two, that tell it from all others."""
    value = _SINGLE.unpack(_BITS.pack(bits))[0]
    if not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    shortest = next(t for n in range(1, 10) if float32(float(t := f"{abs(value):.{n}e}")) == abs(value))
    mantissa, _, power = shortest.partition("e")
    digits, point, sign = mantissa.replace(".", "").rstrip("0") or "0", int(power), "-" * (bits < 0)
    if not -3 <= point < 7:
        return f"{sign}{digits[0]}.{digits[1:] or 0}E{point}"
    digits, point = ("0" * -point + digits).ljust(point + 2, "0"), max(0, point)
    return f"{sign}{digits[: point + 1]}.{digits[point + 1 :]}"


def to_int(value: float) -> int:
    """The value truncated to an INT: NaN becomes 0, values out of range the nearest INT."""
    if value != value:
        return 0
    if value >= INT_MAX:
        return INT_MAX
    return INT_MIN if value <= INT_MIN else int(value)


def float_div(a: float, b: float) -> float:
    """a / b as a double, with the infinities and NaN of IEEE 754."""
    if b == 0:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b


def float_min(a: float, b: float) -> float:
    """The minimum; NaN if either is NaN. -0.0 is smaller than 0.0."""
    if a != a or b != b:
        return math.nan
    if a == b:
        return a if math.copysign(1.0, a) < 0 else b
    return min(a, b)


def float_max(a: float, b: float) -> float:
    """The maximum; NaN if either is NaN. 0.0 is greater than -0.0."""
    return -float_min(-a, -b)


def float_pow(a: float, b: float) -> float:
    """a to the power of b as a double, as Java's Math.pow: NaN if there is no real value, and for infinite powers of 1
    and -1.
    """
    if b != b or (abs(a) == 1 and math.isinf(b)):
        return math.nan
    try:
        return math.pow(a, b)
    except OverflowError:
        odd = a < 0 and b == math.floor(b) and b % 2 == 1
        return -math.inf if odd else math.inf
    except ValueError:
        if a == 0:
            odd = b == math.floor(b) and b % 2 == 1
            return math.copysign(math.inf, a) if odd else math.inf
        return math.nan


def _real(function: Real, value: float) -> float:
    try:
        return function(value)
    except ValueError:  # no real value
        return math.nan
    except OverflowError:
        return math.inf


def square_root(a: float) -> float:
    """The square root; NaN of negative numbers."""
    return a if a == 0 else _real(math.sqrt, a)


def logarithm(a: float) -> float:
    """The natural logarithm; -infinity of 0, NaN of negative numbers."""
    return -math.inf if a == 0 else _real(math.log, a)


def logarithm10(a: float) -> float:
    """The decimal logarithm; -infinity of 0, NaN of negative numbers."""
    return -math.inf if a == 0 else _real(math.log10, a)


def exponential(a: float) -> float:
    """e to the a."""
    return _real(math.exp, a)


def sine(a: float) -> float:
    """The sine of radians; NaN of infinities."""
    return _real(math.sin, a)


def cosine(a: float) -> float:
    """The cosine of radians; NaN of infinities."""
    return _real(math.cos, a)


def tangent(a: float) -> float:
    """The tangent of radians; NaN of infinities."""
    return _real(math.tan, a)
