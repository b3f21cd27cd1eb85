"""Large pieces: they occupy all cells that they cover, though only the anchor holds the piece."""

from __future__ import annotations

from ..base.prelude import Expr, Lowering, SiteType
from ..board import dominoes
from ..board.large_pieces import cover, is_domino, is_large


def take(lo: Lowering, what: Expr, site: Expr, state: Expr, *, moves: bool) -> None:
    """Marks the cells under a placed piece as not empty.

    state: as the action gives it, -1 for none. moves: whether the piece comes from another site.
    """
    if lo.eq.has_large:
        _mark(lo, what, site, state, False, moves)


def leave(lo: Lowering, what: Expr, site: Expr, state: Expr) -> None:
    """Marks the cells under a removed piece as empty."""
    if lo.eq.has_large:
        _mark(lo, what, site, state, True, True)


def _mark(lo: Lowering, what: Expr, site: Expr, state: Expr, empty: bool, moves: bool) -> None:
    s = lo.sites
    if SiteType.Cell not in s.types:
        raise lo.unsupported(lo.game, "pieces that cover several cells, on a board whose pieces stand on no cells")
    cells = cover(lo)
    moved_domino = moves and dominoes.lines(lo)
    with lo.if_(is_large(lo, what)):
        row = lo.let(cells.row(what, state, site))
        with lo.for_row(cells.table, row) as cell:
            s.set_empty(SiteType.Cell, cell, empty)
            # the count of a domino is its number, which tells its cells from those of others
            s.set(SiteType.Cell, cell, count=0 if empty else what if moved_domino else 1)
        if not dominoes.has_dominoes(lo):
            return
        on_board = site < cells.size
        if empty or not moves:
            with lo.if_(is_domino(lo, what) & on_board):
                dominoes.mark_pips(lo, what, row)
                if not empty:
                    dominoes.not_playable(lo, row)
        elif moved_domino:
            with lo.if_(on_board):
                dominoes.mark_pips(lo, what, row)
                if dominoes.keeps_lines(lo):
                    lo.do(lo.call(dominoes.find_lines(lo)))
