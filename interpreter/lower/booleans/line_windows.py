"""Lines of one kind of piece on small boards: all lines of the length are known at compile time as sets of sites."""

from __future__ import annotations

from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, SiteType, ir

ONE_WORD = 64  # sites; on larger boards following the line is faster, and lines are a row of words


def has_windows(node: L.IsLine, lo: Lowering, t: SiteType) -> bool:
    """Whether all sites of the line have to hold the piece of the site that it goes through."""
    plain = (node.contiguous, node.exact, node.use_opposites, node.if_, node.what, node.whats, node.who)
    if any(x is not None for x in plain) or lo.flags.deduction_puzzle:
        return False
    length = lo.int(node.length)
    return length.is_const and length.const >= 2 and lo.board.size(t) <= ONE_WORD


def is_plain(node: L.IsLine, lo: Lowering) -> bool:
    """Whether a line consists of a number of pieces, side by side, that is known when the game is compiled."""
    if node.contiguous is not None or node.if_ is not None or lo.flags.deduction_puzzle:
        return False
    length = lo.int(node.length)
    return length.is_const and length.const > 2


class Near:
    """Asks whether enough sites near one hold what stands there for a line through it.

    Counting them takes less time than following the lines, and mostly there are too few.
    """

    def __init__(self, node: L.IsLine, lo: Lowering, t: SiteType, here: Expr) -> None:
        self._lo, self._length = lo, lo.int(node.length).const
        tables = lo.tables.distinct_radials(t, node.dirn or AbsoluteDirection.Adjacent)
        rows, radials, opposites = (lo.program.tables[name].lists for name in tables)
        along = [
            sorted({site for k in (radial, *opposites[radial]) for site in radials[k][1 : self._length]})
            for radial in range(len(radials))
        ]
        around = [sorted({site for radial in mine for site in along[radial]}) for mine in rows]
        self._along, self._around = along, around
        self._same = _same(lo, t, here)

    def around(self, pivot: Expr) -> Expr:
        """Whether there are enough in all directions."""
        return self._enough(self._around, "around", pivot)

    def along(self, radial: Expr) -> Expr:
        """Whether there are enough along a radial and its opposites."""
        return self._enough(self._along, "along", radial)

    def _enough(self, sets: list[list[int]], name: str, number: Expr) -> Expr:
        near = self._lo.set_at(self._lo.table(sets, "sets", name), number)
        return ir.set_count(near & self._same) >= self._length - 1


def line_in_windows(node: L.IsLine, lo: Lowering, t: SiteType, pivot: Expr) -> Expr:
    """Whether all sites of one of the lines through a site hold what stands there. The site is on the board."""
    length = lo.int(node.length).const
    same = _same(lo, t, lo.let(lo.sites.what(t, pivot), "here"))
    lines = _windows(lo, t, node.dirn or AbsoluteDirection.Adjacent, length)
    rows = [[x for line in through for x in (*line, -1)] for through in lines]
    return lo.some_within(lo.table(rows, "groups", "lines"), pivot, same)


def _same(lo: Lowering, t: SiteType, here: Expr) -> Expr:
    """The sites that hold a component."""
    return lo.collect(
        lo.for_range(0, lo.board.size(t), "site"), lambda site: ir.eq(lo.sites.what(t, site), here), stem="same"
    )


Place = tuple[int, int]
"""A site, and how many levels above another place it is."""


def windows_in_stacks(
    lo: Lowering, tables: tuple[str, str, str], length: int
) -> tuple[list[list[int]], list[list[Place]]]:
    """The numbers of the lines through each site, and the other places of each line: lines go straight down, or along
    radials, level or rising or falling by one level a site. tables: the radials of each site, their sites, and their
    opposites."""
    rows, radials, opposites = (lo.program.tables[name].lists for name in tables)
    numbers: dict[tuple[Place, ...], int] = {}
    through: list[list[int]] = []
    for pivot, mine in enumerate(rows):
        found = {tuple((pivot, -k) for k in range(1, length)): None}
        for radial in mine:
            for behind in [radials[o] for o in opposites[radial]] or [[pivot]]:
                whole, at = [*reversed(behind[1:]), *radials[radial]], len(behind) - 1
                for rise in (0, -1, 1):
                    places = [(site, rise * (k - at)) for k, site in enumerate(whole)]
                    for first in range(max(0, at - length + 1), min(at, len(whole) - length) + 1):
                        window = places[first : first + length]
                        found[tuple(place for place in window if place != (pivot, 0))] = None
        through.append([numbers.setdefault(window, len(numbers)) for window in found])
    return through, [list(window) for window in numbers]


def _windows(lo: Lowering, t: SiteType, direction: AbsoluteDirection, length: int) -> list[list[list[int]]]:
    """The sites of each line through each site. A site without a line gets one with a site that there is not."""
    rows, radials, opposites = (lo.program.tables[name].lists for name in lo.tables.distinct_radials(t, direction))
    through: list[list[list[int]]] = []
    for pivot, mine in enumerate(rows):
        found: dict[tuple[int, ...], None] = {}
        for radial in mine:
            ahead = list(radials[radial])
            for behind in [radials[o] for o in opposites[radial]] or [[pivot]]:
                whole, at = [*reversed(behind[1:]), *ahead], len(behind) - 1
                for first in range(max(0, at - length + 1), min(at, len(whole) - length) + 1):
                    found[tuple(sorted({*whole[first : first + length]}))] = None
        through.append([list(line) for line in found] or [[lo.board.size(t)]])
    return through
