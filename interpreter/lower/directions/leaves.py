"""What loops over directions run over, site by site: sites one step away, radials, or the directions themselves.

Pieces and rules of a game have most directions in common, and boards are large, so everything is found once for a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import TYPE_CHECKING, Any

from ludparse.ludemes import AbsoluteDirection, SiteType

from ...program.ops import Table
from .spec import Row

if TYPE_CHECKING:
    from ..lowering import Lowering

Leaves = tuple[int, ...]
Leaf = Callable[[int, Row], list[int]]  # site, directions -> what a loop runs over (sites, radials, directions)


def _once(lo: Lowering, key: Hashable, make: Callable[[], Any]) -> Any:
    """What belongs to a game, made when it is first asked for."""
    known: dict[Hashable, Any] = lo.__dict__.setdefault("_leaves", {})
    if key not in known:
        known[key] = make()
    return known[key]


def leaves(lo: Lowering, leaf: Leaf, directions: list[Row]) -> list[Leaves]:
    """The leaves of the directions of each site."""
    made: list[Leaves] = _once(
        lo, (leaf, tuple(directions)), lambda: [tuple(leaf(s, row)) for s, row in enumerate(directions)]
    )
    return made


def by_direction(lo: Lowering, leaf: Leaf, sites: int) -> str:
    """The ragged table of leaves of direction numbers × sites."""

    def make() -> str:
        return lo.b.table([leaf(s, (d,)) for d in AbsoluteDirection for s in range(sites)], "ragged", "by_direction")

    name: str = _once(lo, (leaf, sites), make)
    return name


def steps_leaf(lo: Lowering, t: SiteType, to: SiteType, distinct: bool) -> Leaf:
    """The sites of type `to` one step away; distinct: each once."""
    board = lo.board

    def leaf(s: int, directions: Row) -> list[int]:
        found = [x for d in directions for x in board.steps_to(t, s, to, d)]
        return list(dict.fromkeys(found)) if distinct else found

    made: Leaf = _once(lo, ("steps", t, to, distinct), lambda: leaf)
    return made


class RadialStore:
    """All radials of a site type that the rules look along, numbered; its tables are complete when the game is."""

    def __init__(self, lo: Lowering, t: SiteType) -> None:
        self.sites = lo.b.unique("radial_sites")
        self.opposites = lo.b.unique("radial_opposites")
        self._lo = lo
        self._t = t
        self._ids: dict[tuple[int, ...], int] = {}
        self._site_rows: list[tuple[int, ...]] = []
        self._opposite_rows: list[list[int]] = []
        lo.program.tables[self.sites] = Table(self.sites, "ragged", self._site_rows)
        lo.program.tables[self.opposites] = Table(self.opposites, "ragged", self._opposite_rows)

    def number(self, radial: Any) -> int:
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

        made: Leaf = _once(self._lo, ("radials", t, distinct, first), lambda: leaf)
        return made


def radial_store(lo: Lowering, t: SiteType) -> RadialStore:
    """The radials of a site type in this game."""
    store: RadialStore = _once(lo, ("store", t), lambda: RadialStore(lo, t))
    return store
