"""The leaves of a direction at a site: what a loop over directions visits.

Leaves are sites one step away, radials, or the directions themselves. Most pieces and rules of a game share their
directions, and boards are large, so everything here is memoised per game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ...board.radials import Radial
from ...program.ops import Table
from ..base.prelude import AbsoluteDirection, Lowering, SiteType
from .spec import Row

Leaves = tuple[int, ...]
Leaf = Callable[[int, Row], list[int]]  # site, directions -> what a loop runs over (sites, radials, directions)


def leaves(lo: Lowering, leaf: Leaf, directions: list[Row]) -> list[Leaves]:
    """The leaves of the directions of each site."""
    key = (leaf, tuple(directions))
    return lo.once(key, lambda: [tuple(leaf(s, row)) for s, row in enumerate(directions)])


def by_direction(lo: Lowering, leaf: Leaf, sites: int, rows_of: str = "") -> str:
    """The ragged table of leaves of direction numbers × sites. rows_of: see `Table`."""

    def make() -> str:
        rows = [leaf(s, (d,)) for d in AbsoluteDirection for s in range(sites)]
        return lo.table(rows, "ragged", "by_direction", sites, rows_of)

    return lo.once((leaf, sites), make)


def steps_leaf(lo: Lowering, t: SiteType, to: SiteType, distinct: bool) -> Leaf:
    """The sites of type `to` one step away; distinct: each once."""
    board = lo.board

    def leaf(s: int, directions: Row) -> list[int]:
        found = [x for d in directions for x in board.steps_to(t, s, to, d)]
        return list(dict.fromkeys(found)) if distinct else found

    return lo.once((steps_leaf, t, to, distinct), lambda: leaf)


class RadialStore:
    """All radials of a site type that the rules look along, numbered; its tables are complete when the game is."""

    def __init__(self, lo: Lowering, t: SiteType) -> None:
        self.sites = lo.unique("radial_sites")
        self.opposites = lo.unique("radial_opposites")
        self._lo = lo
        self._t = t
        self._ids: dict[tuple[int, ...], int] = {}
        self._site_rows: list[tuple[int, ...]] = []
        self._opposite_rows: list[list[int]] = []
        lo.program.tables[self.sites] = Table(self.sites, "ragged", self._site_rows)
        lo.program.tables[self.opposites] = Table(self.opposites, "ragged", self._opposite_rows, self.sites)

    def number(self, radial: Radial) -> int:
        """The number of a radial."""
        sites = tuple(radial.sites)
        known = self._ids.get(sites)
        if known is None:
            known = self._ids[sites] = len(self._site_rows)
            self._site_rows.append(sites)
            self._opposite_rows.append([])
            self._opposite_rows[known] += [self.number(o) for o in radial.opposites]
        return known

    def leaf(self, distinct: bool, first: bool) -> Leaf:
        """The numbers of radials; distinct: of two opposite ones only the first; first: those of one direction."""
        board, t = self._lo.board, self._t
        find = board.distinct_radials if distinct else board.radials

        @cache
        def numbers(s: int, direction: AbsoluteDirection) -> list[int]:
            return [self.number(r) for r in find(t, s, direction)]

        def leaf(s: int, directions: Row) -> list[int]:
            return [number for d in (directions[:1] if first else directions) for number in numbers(s, d)]

        return self._lo.once((RadialStore.leaf, t, distinct, first), lambda: leaf)


def radial_store(lo: Lowering, t: SiteType) -> RadialStore:
    """The radials of a site type in this game."""
    return lo.once((RadialStore, t), lambda: RadialStore(lo, t))
