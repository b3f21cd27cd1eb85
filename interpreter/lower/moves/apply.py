"""Effects with a condition: (apply …)."""

from __future__ import annotations

from ludparse.ludemes import Apply

from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(Apply, to="moves")
def apply(node: Apply, lo: Lowering) -> None:
    """The effect's moves, where the condition holds. Without an effect Ludii fails there."""
    if node.if_ is None:
        _applied(node, lo)
        return
    with lo.if_(lo.bool(node.if_)):
        _applied(node, lo)


def _applied(node: Apply, lo: Lowering) -> None:
    if node.effect is None:
        lo.run("fail", lo.string("(apply …) has nothing to apply"))
    else:
        lo.moves(node.effect)
