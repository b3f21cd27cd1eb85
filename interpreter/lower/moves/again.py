"""Another turn for the mover: (moveAgain)."""

from __future__ import annotations

from ..base.prelude import Feature, L, Lowering, lowers


@lowers(L.MoveAgain, to="moves", needs=Feature.MOVE_AGAIN)
def move_again(node: L.MoveAgain, lo: Lowering) -> None:
    """One move without a site, and without a mover of its own, that makes the mover the next player."""
    lo.emit(-1, -1, [lo.act("set_next_player", player=lo.get("mover"))], mover=0, then=node.then)
