"""Arithmetic."""

from __future__ import annotations

from ludparse.ludemes.base import either, ludeme
from ludparse.ludemes.kinds import *


@ludeme("min", forms=("value_a value_b", "array"))
class IntMin(IntFunction):
    """The least of several numbers."""

    value_a: Int | None = None
    value_b: Int | None = None
    array: IntArrayFunction | None = None


@ludeme("*", also="mul", forms=("a b", "(list|array)"))
class IntMul(IntFunction):
    """The product of numbers."""

    a: Int | None = None
    b: Int | None = None
    list: tuple[Int, ...] | None = None
    array: IntArrayFunction | None = None


@ludeme("%", also="mod")
class Mod(IntFunction):
    """The rest of a division."""

    value: Int
    modulo: Int


@ludeme("+", also="add", forms=("a b", "(list|array)"))
class IntAdd(IntFunction):
    """The sum of numbers."""

    a: Int | None = None
    b: Int | None = None
    list: tuple[Int, ...] | None = None
    array: IntArrayFunction | None = None


@ludeme("-", also="sub")
class IntSub(IntFunction):
    """The difference of two numbers, or a number with the other sign."""

    value_a: Int | None = None
    value_b: Int


@ludeme("max", forms=("value_a value_b", "array"))
class IntMax(IntFunction):
    """The greatest of several numbers."""

    value_a: Int | None = None
    value_b: Int | None = None
    array: IntArrayFunction | None = None


@ludeme("/", also="div")
class IntDiv(IntFunction):
    """The whole quotient of two numbers."""

    a: Int
    b: Int


@ludeme("^", also="pow")
class IntPow(IntFunction):
    """A number to the power of another."""

    a: Int
    b: Int


@ludeme("abs")
class IntAbs(IntFunction):
    """A number without its sign."""

    value: Int


@ludeme("if")
class IntIf(IntFunction):
    """A number that depends on a condition."""

    cond: Bool
    value_a: Int
    value_b: Int


@ludeme("toInt")
class ToInt(IntFunction):
    """A number without its fraction, or a condition as 1 or 0."""

    bool_fn: Bool | None = either(1)
    float_fn: Float | None = either(1)
