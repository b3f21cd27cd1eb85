"""The bag: dominoes that have not yet been put on an empty site.

Other pieces of such a game are in the bag too and stay there. In a game with stacks dominoes stay there as well.
"""

from __future__ import annotations

from ...equipment import ComponentKind
from ...program import expressions as ir
from ...program.ops import Expr, FieldKind
from .lowering import Lowering

_FIELD = "drawn"


def has_bag(lo: Lowering) -> bool:
    """Whether the game is played with dominoes."""
    return any(c.kind is ComponentKind.DOMINO for c in lo.eq.components)


def bag(lo: Lowering) -> Expr:
    """The SET of the components in the bag."""
    lo.program.set_width = max(lo.program.set_width, len(lo.eq.components))
    lo.b.field(_FIELD, FieldKind.SET)
    return ir.set_diff(lo.b.set_const(range(1, len(lo.eq.components))), lo.b.get(_FIELD))


def draw(lo: Lowering, what: Expr) -> None:
    """A component is put on an empty site; if it is a domino it leaves the bag."""
    if not has_bag(lo):
        return
    b = lo.b
    lo.program.set_width = max(lo.program.set_width, len(lo.eq.components))
    b.field(_FIELD, FieldKind.SET)
    domino = [int(c.kind is ComponentKind.DOMINO) for c in lo.eq.components]
    with b.if_(ir.TRUE if all(domino[1:]) else ir.eq(b.at(b.table(domino, stem="domino"), what), 1)):
        b.put(_FIELD, ir.set_or(b.get(_FIELD), ir.set_one(what)))
