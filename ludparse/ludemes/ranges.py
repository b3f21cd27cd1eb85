"""Ranges of whole numbers."""

from __future__ import annotations

from ludparse.ludemes.base import ludeme
from ludparse.ludemes.kinds import *


@ludeme("min")
class RangeMin(RangeFunction):
    """Everything from a number upwards."""

    min: Int


@ludeme("exact")
class Exact(RangeFunction):
    """A number alone, as a range."""

    value: Int


@ludeme("max")
class RangeMax(RangeFunction):
    """Everything up to a number."""

    max: Int


@ludeme("range")
class Range(RangeFunction):
    """From a number to another, both included."""

    min: Int
    max: Int | None = None
