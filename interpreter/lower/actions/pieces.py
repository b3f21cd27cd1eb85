"""Actions that put pieces on sites, move them and take them off."""

from __future__ import annotations

from ..base.prelude import ACTIONS, Expr, Lowering, SiteType, ir
from . import flat, stacked
from .by_type import fitting_type, known_type
from .registry import action_function, applies


@applies("add")
def apply_add(lo: Lowering, p: dict[str, Expr]) -> None:
    with lo.if_(p["to"] < 0):
        lo.return_()
    number = fitting_type(lo, "add", p, p["to"])
    if lo.flags.stacking:
        stacked.add(lo, number, p, ACTIONS["add"].param_index("level"))
    else:
        flat.add(lo, number, p)


@applies("insert")
def apply_insert(lo: Lowering, p: dict[str, Expr]) -> None:
    number = fitting_type(lo, "insert", p, p["to"])
    if not lo.flags.stacking:
        raise lo.unsupported(lo.game, "inserting a piece in a game without stacks")
    stacked.insert(lo, number, p)


@applies("move")
def apply_move(lo: Lowering, p: dict[str, Expr]) -> None:
    from_type, to_type = known_type(lo, "move", p, "type_from"), known_type(lo, "move", p, "type_to")
    if lo.sites.cells_elsewhere:
        with lo.if_(ir.eq(from_type, lo.type_number(SiteType.Cell))):
            lo.return_()
    (stacked if lo.flags.stacking else flat).move(lo, from_type, to_type, p)


@applies("copy")
def apply_copy(lo: Lowering, p: dict[str, Expr]) -> None:
    """Moves a piece and leaves a copy of it."""
    from_type, to_type = known_type(lo, "copy", p, "type_from"), known_type(lo, "copy", p, "type_to")
    count = flat.count_at(lo, from_type, p["from"]) if not lo.flags.stacking else ir.const(0)
    numbers = {"type_from": from_type, "type_to": to_type}
    lo.do(lo.call(action_function(lo, "move"), *(numbers.get(n, p[n]) for n in ACTIONS["move"].params)))
    if lo.flags.stacking:
        stacked.copy(lo, from_type, to_type, p)
    else:
        flat.copy(lo, from_type, to_type, p, count)


@applies("move_n")
def apply_move_n(lo: Lowering, p: dict[str, Expr]) -> None:
    if lo.flags.stacking:
        raise lo.unsupported(lo.game, "moving several pieces at once in a game with stacks")
    flat.move_n(lo, p)


@applies("stack_move")
def apply_stack_move(lo: Lowering, p: dict[str, Expr]) -> None:
    if not lo.flags.stacking:
        raise lo.unsupported(lo.game, "moving a level in a game without stacks")
    stacked.stack_move(lo, p)


@applies("remove")
def apply_remove(lo: Lowering, p: dict[str, Expr]) -> None:
    known_type(lo, "remove", p)
    (stacked if lo.flags.stacking else flat).remove(lo, p)


@applies("remove_level")
def apply_remove_level(lo: Lowering, p: dict[str, Expr]) -> None:
    known_type(lo, "remove_level", p)
    if lo.flags.stacking:
        stacked.remove_level(lo, p)
    else:
        flat.remove(lo, p)


@applies("remove_later")
def apply_remove_later(lo: Lowering, p: dict[str, Expr]) -> None:
    """Removes the piece at the end of the turn."""
    known_type(lo, "remove_later", p)
    lo.list_field("push", "to_remove", p["to"])


@applies("promote")
def apply_promote(lo: Lowering, p: dict[str, Expr]) -> None:
    number = known_type(lo, "promote", p)
    (stacked if lo.flags.stacking else flat).promote(lo, number, p)


@applies("select")
def apply_select(lo: Lowering, p: dict[str, Expr]) -> None:
    """Records the chosen site only."""


@applies("set_count")
def apply_set_count(lo: Lowering, p: dict[str, Expr]) -> None:
    number = fitting_type(lo, "set_count", p, p["to"])
    (stacked if lo.flags.stacking else flat).set_count(lo, number, p)
