"""Captured pieces that are removed when the sequence of captures ends."""

from __future__ import annotations

from ..base.prelude import ACTIONS, Expr, Lowering, action_number, ir


def remove_pending_captures(lo: Lowering, start: Expr) -> None:
    """Removes the pending pieces, unless the same turn continues (a next player was set).

    start: the index of the first action of the move in the record of applied actions. The removals are recorded before
    it, the last one first, as in Ludii.
    """
    again = lo.var(False, "again")
    kind = action_number("set_next_player")
    with lo.for_range(start, lo.run("applied_count")) as k, lo.if_(ir.eq(lo.run("applied_kind", k), kind)):
        lo.assign(again, True)
    with lo.if_(~again):
        if lo.flags.stacking:
            _stacks(lo, start)
        else:
            _pieces(lo, start)
        lo.list_field("clear", "to_remove")


def _apply(lo: Lowering, start: Expr, site: Expr, level: ir.IntLike) -> None:
    """Applies one removal and moves its record to the front."""
    t = lo.eq.default_site
    if lo.flags.stacking:
        action = lo.act("remove_level", type=lo.type_number(t), to=site, level=level)
    else:
        action = lo.act("remove", type=lo.type_number(t), to=site)
    with lo.restoring(moves=True):
        first = lo.mark()
        lo.emit(site, site, [action])
        lo.run("apply_actions", first)
    lo.run("applied_rotate", start, 1)


def _pieces(lo: Lowering, start: Expr) -> None:
    kind = action_number("remove")
    to = ACTIONS["remove"].param_index("to")
    type_ = ACTIONS["remove"].param_index("type")
    with lo.for_range(0, lo.length("to_remove")) as i:
        site = lo.let(lo.get("to_remove", i))
        known = lo.var(False, "known")
        with lo.for_range(start, lo.run("applied_count")) as k:
            same = (
                ir.eq(lo.run("applied_kind", k), kind)
                & ir.eq(lo.run("applied_param", k, to), site)
                & ir.eq(lo.run("applied_param", k, type_), lo.type_number(lo.eq.default_site))
                & ~lo.run("applied_decision", k)
            )
            with lo.if_(same):
                lo.assign(known, True)
        with lo.if_(~known):
            _apply(lo, start, site, -1)


def _stacks(lo: Lowering, start: Expr) -> None:
    t = lo.eq.default_site
    with lo.for_range(0, lo.sites.on_board[t]) as site:
        times = lo.count_in(
            lo.for_range(0, lo.length("to_remove")), lambda i: ir.eq(lo.get("to_remove", i), site), stem="times"
        )
        with lo.for_range(ir.min_(times, lo.sites.height(t, site)) - 1, 0, down=True) as level:
            _apply(lo, start, site, level)
