"""The dominoes that are still to be drawn: all that have not come to a site yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..equipment import ComponentKind
from ..program import expressions as ir
from ..program.ops import Expr, FieldKind

if TYPE_CHECKING:
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
    """A component comes to a site: it is in the bag no more."""
    if has_bag(lo):
        lo.program.set_width = max(lo.program.set_width, len(lo.eq.components))
        lo.b.field(_FIELD, FieldKind.SET)
        lo.b.put(_FIELD, ir.set_or(lo.b.get(_FIELD), ir.set_one(what)))
