"""Effects with a condition: (apply …)."""

from __future__ import annotations

from ..base.prelude import L, Lowering, lowers


@lowers(L.Apply, to="moves")
def apply(node: L.Apply, lo: Lowering) -> None:
    """The effect's moves, where the condition holds. Without an effect Ludii fails there."""
    if node.if_ is None:
        _applied(node, lo)
        return
    with lo.if_(lo.bool(node.if_)):
        _applied(node, lo)


def _applied(node: L.Apply, lo: Lowering) -> None:
    if node.effect is None:
        lo.run("fail", lo.string("(apply …) has nothing to apply"))
    else:
        lo.moves(node.effect)
