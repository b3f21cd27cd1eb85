"""What a rules program declares beside functions: the fields of the state, and constant tables."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from typing import Literal


class SiteData(Enum):
    """What a field says about sites, element by element."""

    CONTENT = "content"  # piece, owner, count, state, rotation, value, height
    EMPTY = "empty"  # which sites are empty; follows from the content
    HIDDEN = "hidden"  # what is hidden from whom


class Upkeep(Enum):
    """Derived data of the state that exists only for rules that read it, with the functions that keep it up to date."""

    POSITIONS = "positions"  # where the pieces of each component stand


COPIES = "copies_rng"
"""The field with the state of the generator of copies (`chance_on_copies.py`)."""
GENERATORS = frozenset({"rng", COPIES})
"""The fields with states of random number generators. Most programs lack the second."""


class FieldKind(Enum):
    """Shapes of state fields."""

    INT = "int"
    ARRAY = "array"
    SET = "set"
    LIST = "list"


class Field:
    """One field of the state.

    size: number of elements of an ARRAY, or of its rows if it has a capacity; bits: width of an element (8, 16, 32 or
    64, signed); init: the initial value of every element; cap: for a LIST its capacity's name, for an ARRAY that of the
    length of each row; upkeep: see `Upkeep`; site: what it says about sites, if it does; heights: for rows that are
    stacks, the field with the height of each; gap: the elements from the first number to below the second belong to no
    site; most: if it is known, a number that no value exceeds, none being negative (passes use it; it is not stored).
    """

    __slots__ = ("bits", "cap", "gap", "heights", "init", "kind", "most", "name", "site", "size", "upkeep")

    def __init__(
        self,
        name: str,
        kind: FieldKind,
        size: int = 1,
        bits: int = 32,
        init: int = 0,
        cap: str | None = None,
        upkeep: Upkeep | None = None,
        site: SiteData | None = None,
        heights: str | None = None,
        gap: tuple[int, int] = (0, 0),
        most: int | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.size = size
        self.bits = bits
        self.init = init
        self.cap = cap
        self.upkeep = upkeep
        self.site = site
        self.heights = heights
        self.gap = gap
        self.most = most

    def __repr__(self) -> str:
        return f"<Field {self.name}: {self.kind.value} of {self.size}, {self.bits} bits>"


TableKind = Literal["flat", "ragged", "sets", "rays", "groups", "ways"]

LONGEST_WAY, WAY_SITES = 32, 128
"""Sites of a row of a table of ways, and one more than the greatest of them."""


class Table:
    """Constant data of the game. kind "flat": INT values; "ragged": rows of INT values; "sets": rows of members;
    "rays": rows of rays. A ray is a sequence of sites that only rises or only falls; -1 follows each. "groups": rows of
    at least one set each; -1 follows the members of each. "ways": rows of at most `LONGEST_WAY` sites below `WAY_SITES`
    whose order matters.

    block: the number of rows of a block, if there are several, each with a row for each site: row `k * block + site` is
    that of a site in block k. rows_of: a ragged table of sites, "" for none: each value is the number of a row of it
    (of a radial, for example).
    """

    __slots__ = ("_longest", "_span", "block", "kind", "name", "rows", "rows_of")

    def __init__(
        self, name: str, kind: TableKind, rows: Sequence[int] | Sequence[Sequence[int]], rows_of: str = ""
    ) -> None:
        self.name = name
        self.kind = kind
        self.rows = rows
        self.block = 0
        self.rows_of = rows_of
        self._span: tuple[int, int] | None = None
        self._longest: int | None = None

    @property
    def values(self) -> Sequence[int]:
        """The values of a flat table."""
        assert self.kind == "flat"
        return self.rows  # type: ignore[return-value]

    @property
    def lists(self) -> Sequence[Sequence[int]]:
        """The rows of a ragged table, the members of each set of a table of sets, or the values of a row of parts."""
        assert self.kind != "flat"
        return self.rows  # type: ignore[return-value]

    @property
    def span(self) -> tuple[int, int]:
        """The least and the greatest value, of a table that does not change any more; (0, -1) if it has none."""
        if self._span is None:
            rows = [self.values] if self.kind == "flat" else [row for row in self.lists if row]
            self._span = (min(map(min, rows)), max(map(max, rows))) if rows and rows[0] else (0, -1)
        return self._span

    @property
    def longest(self) -> int:
        """The length of the longest row of a table that does not change any more."""
        if self._longest is None:
            self._longest = max(map(len, self.lists), default=0)
        return self._longest

    @property
    def parts(self) -> list[list[tuple[int, ...]]]:
        """The rays of each row of a table of rays, or the sets of each row of a table of groups."""
        assert self.kind in ("rays", "groups")
        return [_divided(row) for row in self.lists]


def _divided(row: Sequence[int]) -> list[tuple[int, ...]]:
    """The parts of a row, each without the -1 that follows it."""
    ends = [-1, *(i for i, value in enumerate(row) if value < 0)]
    return [tuple(row[a + 1 : b]) for a, b in pairwise(ends)]
