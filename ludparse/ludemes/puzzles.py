"""Deduction puzzles: constraints and their set-up."""

from __future__ import annotations

from ludparse.ludemes.base import ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("set")
class Set(StartRule):
    """The numbers given at the start of a puzzle."""

    type: SiteType | None = None
    pairs: tuple[tuple[int, ...], ...]


@ludeme("forAll")
class ForAll(BooleanFunction):
    """A constraint that holds for every element of a type."""

    type: PuzzleElementType
    constraint: Bool


@ludeme("is Solved")
class IsPuzzleSimple(BooleanFunction):
    """Whether the puzzle is solved."""


@ludeme("is")
class IsPuzzleRegionResult(BooleanFunction):
    """Whether the numbers of a region have a sum, or a count."""

    kind: IsPuzzleRegionResultType
    type: SiteType | None = None
    region: RegionFunction | None = None
    of: Int | None = named(default=None)
    name_region: str | None = None
    result: Int


@ludeme("is Unique")
class IsPuzzleGraph(BooleanFunction):
    """Whether the solution differs everywhere."""

    element_type: SiteType | None = None


@ludeme("all Different")
class AllPuzzle(BooleanFunction):
    """Whether all numbers of a region differ."""

    element_type: SiteType | None = None
    region: RegionFunction | None = None
    except_: Int | None = named(default=None, group=1)
    excepts: tuple[Int, ...] | None = named(default=None, group=1)
