"""The moves of every piece of a player: (forEach Piece …)."""

from __future__ import annotations

from ludparse.ludemes import ForEachPiece

from ...equipment.needs import NONE, Collector, Needs
from ...equipment.needs import Feature as F
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..flow.each_piece import push_each_piece


def _piece_needs(node: ForEachPiece, collector: Collector) -> F:
    return collector.of_pieces() if node.specific_moves is None else NONE


@lowers(ForEachPiece, to="moves", needs=Needs(given={"top": F.STACKING}, more=_piece_needs))
def for_each_piece(node: ForEachPiece, lo: Lowering) -> None:
    """The moves of each piece of a player: piece by piece in the order of the equipment, site by site in Ludii's
    order.
    """
    mark = lo.mark()
    push_each_piece(lo, node)
    lo.finish(mark, node.then)
