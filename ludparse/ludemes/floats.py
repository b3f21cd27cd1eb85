"""Numbers with a fraction."""

from __future__ import annotations

from ludparse.ludemes.base import either, ludeme
from ludparse.ludemes.kinds import *


@ludeme("sqrt")
class Sqrt(FloatFunction):
    """A square root."""

    a: Float


@ludeme("min", forms=("a b", "list"))
class FloatMin(FloatFunction):
    """The least of several numbers."""

    a: Float | None = None
    b: Float | None = None
    list: tuple[Float, ...] | None = None


@ludeme("*", also="mul", forms=("a b", "list"))
class FloatMul(FloatFunction):
    """The product of numbers."""

    a: Float | None = None
    b: Float | None = None
    list: tuple[Float, ...] | None = None


@ludeme("log")
class Log(FloatFunction):
    """A natural logarithm."""

    a: Float


@ludeme("cos")
class Cos(FloatFunction):
    """A cosine, of an angle in radians."""

    a: Float


@ludeme("log10")
class Log10(FloatFunction):
    """A logarithm to base 10."""

    a: Float


@ludeme("exp")
class Exp(FloatFunction):
    """A power of e."""

    a: Float


@ludeme("+", also="add", forms=("a b", "list"))
class FloatAdd(FloatFunction):
    """The sum of numbers."""

    a: Float | None = None
    b: Float | None = None
    list: tuple[Float, ...] | None = None


@ludeme("tan")
class Tan(FloatFunction):
    """A tangent, of an angle in radians."""

    a: Float


@ludeme("-", also="sub")
class FloatSub(FloatFunction):
    """The difference of two numbers."""

    value_a: Float
    value_b: Float


@ludeme("max", forms=("a b", "list"))
class FloatMax(FloatFunction):
    """The greatest of several numbers."""

    a: Float | None = None
    b: Float | None = None
    list: tuple[Float, ...] | None = None


@ludeme("/", also="div")
class FloatDiv(FloatFunction):
    """The quotient of two numbers."""

    a: Float
    b: Float


@ludeme("^", also="pow")
class FloatPow(FloatFunction):
    """A number to the power of another."""

    a: Float
    b: Float


@ludeme("sin")
class Sin(FloatFunction):
    """A sine, of an angle in radians."""

    a: Float


@ludeme("abs")
class FloatAbs(FloatFunction):
    """A number without its sign."""

    value: Float


@ludeme("toFloat")
class ToFloat(FloatFunction):
    """A whole number, or a condition as 1 or 0, as a number."""

    bool_fn: Bool | None = either(1)
    int_fn: Int | None = either(1)
