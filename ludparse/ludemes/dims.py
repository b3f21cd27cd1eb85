"""Whole numbers known before the board is built."""

from __future__ import annotations

from ludparse.ludemes.base import ludeme
from ludparse.ludemes.kinds import *


@ludeme("min")
class DimMin(DimFunction):
    """The lesser of two sizes."""

    value_a: Dim
    value_b: Dim


@ludeme("*", also="mul", forms=("a b", "list"))
class DimMul(DimFunction):
    """The product of sizes."""

    a: Dim | None = None
    b: Dim | None = None
    list: tuple[Dim, ...] | None = None


@ludeme("+", also="add", forms=("a b", "list"))
class DimAdd(DimFunction):
    """The sum of sizes."""

    a: Dim | None = None
    b: Dim | None = None
    list: tuple[Dim, ...] | None = None


@ludeme("-", also="sub")
class DimSub(DimFunction):
    """The difference of two sizes."""

    value_a: Dim
    value_b: Dim


@ludeme("max")
class DimMax(DimFunction):
    """The greater of two sizes."""

    value_a: Dim
    value_b: Dim


@ludeme("/", also="div")
class DimDiv(DimFunction):
    """The whole quotient of two sizes."""

    a: Dim
    b: Dim


@ludeme("^", also="pow")
class DimPow(DimFunction):
    """A size to the power of another."""

    a: Dim
    b: Dim


@ludeme("abs")
class DimAbs(DimFunction):
    """A size without its sign."""

    value: Dim
