"""Another turn for the mover: (moveAgain)."""

from __future__ import annotations

from ludparse.ludemes import MoveAgain

from ...equipment.needs import Feature as F
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(MoveAgain, to="moves", needs=F.MOVE_AGAIN)
def move_again(node: MoveAgain, lo: Lowering) -> None:
    """One move without a site, and without a mover of its own, that makes the mover the next player."""
    lo.emit(-1, -1, [lo.act("set_next_player", player=lo.get("mover"))], mover=0, then=node.then)
