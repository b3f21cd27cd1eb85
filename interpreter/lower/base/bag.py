"""The bag: dominoes that have not yet been put on an empty site.

Other pieces of such a game are in the bag too and stay there. In a game with stacks dominoes stay there as well.
"""

from __future__ import annotations

from ...equipment import ComponentKind
from .prelude import Expr, FieldKind, Lowering, ir

_FIELD = "drawn"


def has_bag(lo: Lowering) -> bool:
    """Whether the game is played with dominoes."""
    return any(c.kind is ComponentKind.DOMINO for c in lo.eq.components)


def in_bag(lo: Lowering) -> Expr:
    """The SET of the components in the bag."""
    lo.field(_FIELD, FieldKind.SET)
    return lo.set_const(range(1, len(lo.eq.components))) - lo.get(_FIELD)


def take_out(lo: Lowering, what: Expr) -> None:
    """What a component that is put on an empty site does to the bag: a domino leaves it."""
    if not has_bag(lo):
        return
    lo.field(_FIELD, FieldKind.SET)
    domino = [int(c.kind is ComponentKind.DOMINO) for c in lo.eq.components]
    with lo.if_(ir.TRUE if all(domino[1:]) else ir.eq(lo.at(lo.table(domino, stem="domino"), what), 1)):
        lo.put(_FIELD, lo.get(_FIELD) | ir.set_one(what))
