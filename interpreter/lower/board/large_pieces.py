"""Pieces that cover several cells: where they stand, and how they are placed and moved."""

from __future__ import annotations

from ...equipment.items import ComponentKind
from ...equipment.walks import large_piece_sites
from ..base.prelude import Expr, Function, Lowering, SiteType, Type, ir, per_game

WAYS = 4  # states that are tried for each walk of a piece
LARGEST = 1 << 15  # words of 64 sites: a larger table of sets would take more room than it saves time


def is_large(lo: Lowering, what: Expr) -> Expr:
    """Whether a component covers several cells."""
    return ir.ne(lo.at(lo.table([int(c.is_large) for c in lo.eq.components], stem="is_large"), what), 0)


def is_domino(lo: Lowering, what: Expr) -> Expr:
    """Whether a component is a domino."""
    dominoes = [int(c.kind is ComponentKind.DOMINO) for c in lo.eq.components]
    return ir.ne(lo.at(lo.table(dominoes, stem="is_domino"), what), 0) if any(dominoes) else ir.FALSE


def states(lo: Lowering, what: Expr) -> Expr:
    """How many states of a large piece are tried (0 for other components)."""
    return lo.at(lo.table([len(c.walks or ()) * WAYS for c in lo.eq.components], stem="ways"), what)


class Cover:
    """The cells under a large piece: a ragged table with a row for each component, state and anchor.

    States are clamped to the range that is tried. sets: the same as a table of sets; "" if that would be large.
    """

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        self.size = lo.board.size(SiteType.Cell)
        rows: list[tuple[int, ...]] = []
        firsts: list[int] = []
        counts: list[int] = []
        known: dict[object, int] = {}
        for c in lo.eq.components:
            firsts.append(len(rows))
            n = len(c.walks or ()) * WAYS
            counts.append(n)
            if c.walks in known:  # dominoes are all equal
                firsts[-1] = known[c.walks]
                continue
            known[c.walks] = firsts[-1]
            for state in range(n):
                rows += [large_piece_sites(c, site, state, lo.board) for site in range(self.size)]
        self.table = lo.table(rows, "ragged", "cover")
        small = len(rows) * (self.size // 64 + 1) <= LARGEST and all(0 <= s < self.size for row in rows for s in row)
        self.sets = lo.table(rows, "sets", "covered") if small else ""
        self.firsts = lo.table(firsts, stem="cover_first")
        self.counts = lo.table(counts, stem="cover_states")

    def row(self, what: Expr, state: Expr, site: Expr) -> Expr:
        """The row of the cells under a piece; -1 (an empty row) if the piece would not be on the board."""
        lo = self.lo
        inside = ir.within(site, self.size) & (lo.at(self.counts, what) > 0)
        known = ir.max_(0, ir.min_(state, lo.at(self.counts, what) - 1))
        return ir.select(inside, lo.at(self.firsts, what) + known * self.size + site, -1)


def cover(lo: Lowering) -> Cover:
    """The cells under the large pieces of this game."""
    return lo.once(Cover, lambda: Cover(lo))


def fits_empty(lo: Lowering, t: SiteType, what: Expr, state: Expr, site: Expr) -> Expr:
    """Whether a piece in a state can be placed on a site: it is on the board and all its cells are empty."""
    return lo.call(_fits_empty(lo, t), what, state, site)


@per_game
def _fits_empty(lo: Lowering, t: SiteType) -> Function:
    cells = cover(lo)
    params = [("what", Type.INT), ("state", Type.INT), ("site", Type.INT)]
    with lo.function("fits_empty", params, Type.BOOL) as (fn, (what, state, site)):
        row = lo.let(cells.row(what, state, site), "row")
        if cells.sets and t is SiteType.Cell:
            under = lo.set_at(cells.sets, row)
            taken = under - lo.sites.empty(t)
            lo.return_((lo.row_len(cells.table, row) > 0) & ir.set_eq(taken, ir.EMPTY_SET))
            return fn
        with lo.for_row(cells.table, row) as x, lo.if_(~lo.sites.is_empty(t, x)):
            lo.return_(False)
        lo.return_(lo.row_len(cells.table, row) > 0)
    return fn
