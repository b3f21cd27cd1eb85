"""Large pieces: the cells that they cover are taken too, though only the anchor holds the piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import SiteType

from ...flags import Feature
from ...program.ops import Expr
from ..moves.large import cover, has_large, is_large

if TYPE_CHECKING:
    from ..lowering import Lowering


def take(lo: Lowering, what: Expr, site: Expr, state: Expr) -> None:
    """The cells under a piece that comes to a site are not empty. state: as the action gives it, -1 for none."""
    if has_large(lo):
        _mark(lo, what, site, state, False)


def leave(lo: Lowering, what: Expr, site: Expr, state: Expr) -> None:
    """The cells under a piece that leaves a site are empty again."""
    if has_large(lo):
        _mark(lo, what, site, state, True)


def _mark(lo: Lowering, what: Expr, site: Expr, state: Expr, empty: bool) -> None:
    b, s = lo.b, lo.sites
    if lo.flags.uses(Feature.DOMINOES | Feature.LINE_OF_PLAY):
        raise lo.unsupported(lo.game, "dominoes")
    cells = cover(lo)
    with b.if_(is_large(lo, what)):
        row = b.let(cells.row(what, state, site))
        with b.for_row(cells.table, row) as cell:
            s.set_empty(SiteType.Cell, cell, empty)
            s.set(SiteType.Cell, cell, count=0 if empty else 1)
