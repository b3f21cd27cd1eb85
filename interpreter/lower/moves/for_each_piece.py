"""The moves of every piece of a player: (forEach Piece …)."""

from __future__ import annotations

from ..base.prelude import NONE, Collector, Feature, L, Lowering, Needs, lowers
from ..flow.each_piece import push_each_piece


def _piece_needs(node: L.ForEachPiece, collector: Collector) -> Feature:
    return collector.of_pieces() if node.specific_moves is None else NONE


@lowers(
    L.ForEachPiece, to="moves",
    needs=Needs(given={"top": Feature.STACKING}, unseen=("container",), more=_piece_needs),
)  # fmt: skip
def for_each_piece(node: L.ForEachPiece, lo: Lowering) -> None:
    """The moves of each piece of a player: piece by piece in the order of the equipment, site by site in Ludii's
    order.
    """
    mark = lo.mark()
    push_each_piece(lo, node)
    lo.finish(mark, node.then)
