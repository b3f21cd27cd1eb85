"""Whether there are pieces: (no Pieces …)."""

from __future__ import annotations

from ludparse.ludemes import NoPiece

from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..players.counting import count_pieces


@lowers(NoPiece, to="bool")
def no_piece(node: NoPiece, lo: Lowering) -> Expr:
    """Whether a player, or the board, has no piece of the given kind."""
    return ir.eq(count_pieces(lo, node.type, node.role, node.of, node.name, node.in_, None, piles=False), 0)
