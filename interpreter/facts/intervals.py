"""The lattice of intervals: ranges of INTs, and what operations make of those of their operands."""

from __future__ import annotations

from collections.abc import Callable

from ..program.arithmetic import INT_MAX, INT_MIN
from ..program.ops import Expr, Op, Type

__all__ = ["ANY", "Range", "bounds", "computed", "join", "wrapped"]

Range = tuple[int, int]
"""The least and the greatest value."""

ANY: Range = (INT_MIN, INT_MAX)


def join(a: Range | None, b: Range) -> Range:
    """The least range that holds both; None is the empty one."""
    return b if a is None else (min(a[0], b[0]), max(a[1], b[1]))


def wrapped(exact: Range) -> Range:
    """The range of a result in 32 bits, of which the exact range is known."""
    return exact if exact[0] >= INT_MIN and exact[1] <= INT_MAX else ANY


def computed(x: Expr, range_of: Callable[[Expr], Range | None]) -> Range | None:
    """The range of the exact result of an operation, ANY of one that is not followed. range_of: of operands, None
    as long as nothing is known; then this is None too, but for a SELECT, whose known values count."""
    sources = x.src[1:] if x.op is Op.SELECT else x.src
    if x.op not in _COMPUTED or any(s.type is not Type.INT for s in sources):
        return ANY
    if x.op is Op.SUB and _clears_bits(x):
        before = range_of(x.src[0])
        if before is None or before[0] >= 0:
            return before and (0, before[1])
    ranges = [r for s in sources if (r := range_of(s)) is not None]
    if len(ranges) < len(sources):
        return ranges[0] if x.op is Op.SELECT and ranges else None
    found: Range = _COMPUTED[x.op](*ranges)
    return found


def bounds(x: Expr, range_of: Callable[[Expr], Range] = lambda x: ANY) -> Range:
    """The range of the exact result of an INT expression. range_of: of what is not computed: locals, fields …"""
    if x.is_const:
        return x.const, x.const
    if x.op not in _COMPUTED:
        return range_of(x)
    return computed(x, lambda y: wrapped(bounds(y, range_of))) or ANY


def _clears_bits(x: Expr) -> bool:
    """Whether a difference is a value without some of its bits: x - (x & y)."""
    a, b = x.src
    named = a.op in (Op.VAR, Op.FIELD) and not a.src
    return named and b.op is Op.BAND and any(y.op is a.op and y.arg == a.arg and not y.src for y in b.src)


def _product(a: Range, b: Range) -> Range:
    found = [x * y for x in a for y in b]
    return min(found), max(found)


def _quotient(a: Range, b: Range) -> Range:
    most = max(abs(a[0]), abs(a[1]))
    lo, hi = (-most if a[0] < 0 or b[0] < 0 else 0), (0 if a[1] <= 0 and b[0] >= 0 else most)
    return lo, hi


def _remainder(a: Range, b: Range) -> Range:
    most = min(max(abs(a[0]), abs(a[1])), max(abs(b[0]), abs(b[1]), 1) - 1)
    return (-most if a[0] < 0 else 0), (most if a[1] > 0 else 0)


def _absolute(a: Range) -> Range:
    return 0, max(abs(a[0]), abs(a[1]))


def _both_bits(a: Range, b: Range) -> Range:
    """The range of a bitwise and: at most a non-negative operand."""
    most = [r[1] for r in (a, b) if r[0] >= 0]
    return (0, min(most)) if most else ANY


def _any_bits(a: Range, b: Range) -> Range:
    """The range of a bitwise or or xor, bounded if neither operand is negative."""
    if a[0] < 0 or b[0] < 0:
        return ANY
    return 0, (1 << max(a[1], b[1]).bit_length()) - 1


def _left(a: Range, b: Range) -> Range:
    if b[0] < 0 or b[1] > 31:
        b = (0, 31)
    return _product(a, (1 << b[0], 1 << b[1]))


_COMPUTED: dict[Op, Callable[..., Range]] = {
    Op.ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    Op.SUB: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    Op.MUL: _product,
    Op.DIV: _quotient,
    Op.MOD: _remainder,
    Op.NEG: lambda a: (-a[1], -a[0]),
    Op.ABS: _absolute,
    Op.BIT_COUNT: lambda a: (0, 32),
    Op.MIN: lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    Op.MAX: lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    Op.BAND: _both_bits,
    Op.BOR: _any_bits,
    Op.SHL: _left,
    Op.SHR: lambda a, b: (min(a[0], 0), max(a[1], 0)),
    Op.SELECT: lambda a, b: (min(a[0], b[0]), max(a[1], b[1])),
}
