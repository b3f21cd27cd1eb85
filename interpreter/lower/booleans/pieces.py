"""Whether there are pieces: (no Pieces …)."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, ir, lowers
from ..players.counting import count_pieces


@lowers(L.NoPiece, to="bool")
def no_piece(node: L.NoPiece, lo: Lowering) -> Expr:
    """Whether a player, or the board, has no piece of the given kind."""
    return ir.eq(count_pieces(lo, node.type, node.role, node.of, node.name, node.in_, None, piles=False), 0)
