"""Effects with a condition: (apply …)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import Apply

from ..registry import lowers

if TYPE_CHECKING:
    from ..lowering import Lowering


@lowers(Apply, to="moves")
def apply(node: Apply, lo: Lowering) -> None:
    """The effect's moves, where the condition holds."""
    if node.effect is None:
        raise lo.unsupported(node, "nothing to apply")
    if node.if_ is None:
        lo.moves(node.effect)
        return
    with lo.b.if_(lo.bool(node.if_)):
        lo.moves(node.effect)
