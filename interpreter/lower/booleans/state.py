"""Past events: proposals and decisions, passes, repeated positions, hidden information; all values of an array."""

from __future__ import annotations

from ..actions import hidden
from ..arguments.needs import repetition_needs
from ..base import repetition
from ..base.memory import message_number, propositions
from ..base.prelude import ACTIONS, ORDER, Expr, Feature, FieldKind, L, Lowering, Needs, ir, lowers, required


@lowers(L.IsString, to="bool", needs=Feature.VOTES)
def is_string(node: L.IsString, lo: Lowering) -> Expr:
    """Whether something is proposed now, or was decided by the last vote."""
    number = message_number(lo, node.string)
    if node.kind is L.IsStringType.Decided:
        return ir.eq(lo.get("decided"), number)
    field = propositions(lo)
    return lo.any_in(lo.for_range(0, lo.length(field)), lambda i: ir.eq(lo.get(field, i), number), stem="proposed")


@lowers(L.Was, to="bool")
def was_pass(node: L.Was, lo: Lowering) -> Expr:
    """Whether the last move was a pass; false before the first move."""
    return ir.ne(lo.get("has_last"), 0) & ir.ne(lo.get("last_is_pass"), 0)


@lowers(L.IsRepeat, to="bool", needs=Needs(more=repetition_needs))
def is_repeat(node: L.IsRepeat, lo: Lowering) -> Expr:
    """Whether the position (or that with the player to move) has occurred before, in the game or in the turn."""
    return repetition.seen(lo, node.repetition_type)


@lowers(L.IsHidden, to="bool", needs=Feature.HIDDEN)
def is_hidden(node: L.IsHidden, lo: Lowering) -> Expr:
    """Whether something of a site is hidden from a player."""
    t = lo.site_type(node.type)
    kind = hidden.KINDS[0] if node.data_type is None else f"hidden_{node.data_type.name.lower()}"
    who = lo.let(lo.int(node.to.index) if isinstance(node.to, L.Player) else lo.role(node.to))
    site, level = lo.let(lo.int(node.at)), lo.let(lo.opt_int(node.level, 0))
    if site.is_const and level.is_const and who.is_const:
        return ir.FALSE  # Ludii evaluates constant conditions before the game begins, when nothing is hidden
    return (site >= 0) & hidden.is_hidden(lo, kind, t, site, level, who)


@lowers(L.AllValues, to="bool")
def all_values(node: L.AllValues, lo: Lowering) -> Expr:
    """Whether the condition holds for every item of an array; `value` is bound to the item."""
    good = lo.var(True, "good")
    values = lo.ints(node.array)
    with lo.saved("value"), lo.for_list(values, "value") as value:
        lo.set_ctx("value", value)
        with lo.if_(~lo.bool(node.if_)):
            lo.assign(good, False)
            lo.break_()
    return good


@lowers(L.ToBool, to="bool")
def to_bool(node: L.ToBool, lo: Lowering) -> Expr:
    """False for zero, else true."""
    if node.int_fn is not None:
        return ir.ne(lo.int(node.int_fn), 0)
    return ir.ne(lo.float(required(node.float_fn)), 0)


@lowers(L.IsGraph, to="bool")
def is_last_type(node: L.IsGraph, lo: Lowering) -> Expr:
    """Whether the last move went from, or to, a site of a type."""
    which = "from" if node.kind is L.IsGraphType.LastFrom else "to"
    field = f"last_type_{which}"
    if field not in lo.program.fields:
        lo.field(field, FieldKind.INT)
        lo.after_move.append(lambda start: _find_type(lo, which, field, start))
    return ir.eq(lo.get(field), lo.type_number(node.type))


def _find_type(lo: Lowering, which: str, field: str, start: Expr) -> None:
    """The site type of the first decision among the applied actions; without one that of the first that has a type."""
    params = [-1]
    for name in ORDER:
        names = ACTIONS[name].params
        params.append(next((names.index(n) for n in (f"type_{which}", "type") if n in names), -1))
    table = lo.table(params, stem="type_param")
    found = lo.var(-2, "found")
    with lo.for_range(start, lo.run("applied_count"), "k") as k:
        p = lo.let(lo.at(table, lo.run("applied_kind", k)))
        number = lo.let(lo.choose(p >= 0, lambda: lo.run("applied_param", k, p), lambda: ir.const(-1)))
        with lo.if_(lo.run("applied_decision", k)):
            lo.assign(found, number)
            lo.break_()
        with lo.if_(ir.eq(found, -2) & ir.ne(number, -1)):
            lo.assign(found, number)
    lo.put(field, ir.select(ir.eq(found, -2), 0, found))
