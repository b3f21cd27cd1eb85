"""Captured pieces that are removed when the sequence of captures ends."""

from __future__ import annotations

from ...program import expressions as ir
from ...program.actions import ACTIONS, ORDER
from ...program.ops import Expr
from ..base.lowering import Lowering


def remove_pending_captures(lo: Lowering, start: Expr) -> None:
    """Removes the pending pieces, unless the same turn continues (a next player was set).

    start: the index of the first action of the move in the record of applied actions. The removals are recorded before
    it, the last one first, as in Ludii.
    """
    b = lo.b
    again = b.var(False, "again")
    kind = ORDER.index("set_next_player") + 1
    with b.for_range(start, b.run("applied_count")) as k, b.if_(ir.eq(b.run("applied_kind", k), kind)):
        b.assign(again, True)
    with b.if_(ir.not_(again)):
        if lo.flags.stacking:
            _stacks(lo, start)
        else:
            _pieces(lo, start)
        b.list_field("clear", "to_remove")


def _apply(lo: Lowering, start: Expr, site: Expr, level: ir.IntLike) -> None:
    """Applies one removal and moves its record to the front."""
    b = lo.b
    first, acts = lo.mark(), b.let(b.run("act_count"))
    t = lo.eq.default_site
    if lo.flags.stacking:
        action = lo.act("remove_level", type=lo.type_number(t), to=site, level=level)
    else:
        action = lo.act("remove", type=lo.type_number(t), to=site)
    lo.emit(site, site, [action])
    b.run("apply_actions", first)
    b.run("moves_rewind", first, acts)
    b.run("applied_rotate", start, 1)


def _pieces(lo: Lowering, start: Expr) -> None:
    b = lo.b
    kind = ORDER.index("remove") + 1
    to = ACTIONS["remove"].param_index("to")
    type_ = ACTIONS["remove"].param_index("type")
    with b.for_range(0, b.length("to_remove")) as i:
        site = b.let(b.get("to_remove", i))
        known = b.var(False, "known")
        with b.for_range(start, b.run("applied_count")) as k:
            same = ir.and_(
                ir.eq(b.run("applied_kind", k), kind),
                ir.eq(b.run("applied_param", k, to), site),
                ir.eq(b.run("applied_param", k, type_), lo.type_number(lo.eq.default_site)),
                ir.not_(b.run("applied_decision", k)),
            )
            with b.if_(same):
                b.assign(known, True)
        with b.if_(ir.not_(known)):
            _apply(lo, start, site, -1)


def _stacks(lo: Lowering, start: Expr) -> None:
    b, t = lo.b, lo.eq.default_site
    with b.for_range(0, lo.sites.on_board[t]) as site:
        times = b.var(0, "times")
        with b.for_range(0, b.length("to_remove")) as i, b.if_(ir.eq(b.get("to_remove", i), site)):
            b.assign(times, times + 1)
        with b.for_range(ir.min_(times, lo.sites.height(t, site)) - 1, 0, down=True) as level:
            _apply(lo, start, site, level)
