"""Tables of the board: steps, radials, neighbours, distances, made once for each use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import AbsoluteDirection, RelationType, SiteType

from ...board.radials import Radial

if TYPE_CHECKING:
    from .lowering import Lowering


class Tables:
    """Constant tables over the sites of the board. Rows are site indices unless said otherwise."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo

    def neighbours(self, t: SiteType, relation: RelationType) -> str:
        """Ragged: the neighbours of each site, in the board's order."""
        return self.lo.table(self.lo.board.neighbours(t, relation), "ragged", "neighbours")

    def neighbour_sets(self, t: SiteType, relation: RelationType) -> str:
        """Sets: the neighbours of each site."""
        return self.lo.table(self.lo.board.neighbours(t, relation), "sets", "neighbours")

    def distances(self, t: SiteType) -> str:
        """Ragged: row = site, value = steps to each site (0: none) in the relation of the game's distances."""
        return self.lo.table(self.lo.board.distances(t, self.lo.flags.distances), "ragged", "distances")

    def steps(self, t: SiteType, direction: AbsoluteDirection) -> str:
        """Ragged: the sites of the same type one step away in a direction (collective ones too)."""
        board = self.lo.board
        rows = [board.steps_to(t, i, t, direction) for i in range(board.size(t))]
        return self.lo.table(rows, "ragged", "steps")

    def radials(self, t: SiteType, direction: AbsoluteDirection) -> tuple[str, str, str]:
        """(rows, sites, opposites): site → its radials in a direction; radial → its sites, itself first;
        radial → the radials opposite to it. All ragged."""
        return self._radial_tables(t, direction, False)

    def distinct_radials(self, t: SiteType, direction: AbsoluteDirection) -> tuple[str, str, str]:
        """As `radials`, of two opposite radials only the first."""
        return self._radial_tables(t, direction, True)

    def _radial_tables(self, t: SiteType, direction: AbsoluteDirection, distinct: bool) -> tuple[str, str, str]:
        return self.lo.once((Tables, t, direction, distinct), lambda: self._make_radials(t, direction, distinct))

    def _make_radials(self, t: SiteType, direction: AbsoluteDirection, distinct: bool) -> tuple[str, str, str]:
        board = self.lo.board
        ids: dict[tuple[int, ...], int] = {}
        radials: list[Radial] = []

        def number(radial: Radial) -> int:
            sites = tuple(radial.sites)
            if sites not in ids:
                ids[sites] = len(radials)
                radials.append(radial)
            return ids[sites]

        find = board.distinct_radials if distinct else board.radials
        rows = [[number(r) for r in find(t, i, direction)] for i in range(board.size(t))]
        opposites = []
        for radial in radials:  # grows while opposites are numbered
            opposites.append([number(o) for o in radial.opposites])
        lo = self.lo
        sites = lo.table([r.sites for r in radials], "ragged", "radial_sites")
        return (
            lo.table(rows, "ragged", "radials", rows_of=sites),
            sites,
            lo.table(opposites, "ragged", "opposites", rows_of=sites),
        )
