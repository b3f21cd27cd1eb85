"""The moves that allow the longest turn, or capture the most: (max Moves …), (max Captures …)."""

from __future__ import annotations

from functools import partial

from ludparse.ludemes import MaxMoves, MaxMovesType, SiteType

from ...program import expressions as ir
from ...program.actions import ACTIONS, ORDER
from ...program.ops import Expr, Function, Type
from ..actions.by_type import for_type
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.once import per_game
from ..base.registry import lowers
from ..lookahead.trial import REMOVALS, applied, is_removal, keep_best, next_moves


@lowers(MaxMoves, to="moves")
def max_moves(node: MaxMoves, lo: Lowering) -> None:
    """Ludii attaches no consequent here."""
    b = lo.b
    mark = lo.mark()
    lo.moves(node.moves)
    end = lo.mark()
    valued = node.with_value is not None and node.with_value is not False
    with_value = b.let(lo.bool(required(node.with_value))) if valued else ir.FALSE
    scores = b.list_new()
    with b.for_range(mark, end, "m") as m:
        if node.kind is MaxMovesType.Captures:
            b.run("list_push", scores, _captured(lo, m, with_value))
        else:
            _longest(lo, m, with_value, scores)
    keep_best(lo, mark, scores)


def _captured(lo: Lowering, m: Expr, with_value: Expr, *, at_level: bool = False) -> Expr:
    """The number of pieces that a move captures, or the sum of their values.

    The value is that of the top piece of a site. at_level: it is that of the level which the removal names, or of the
    bottom if it names none. Ludii does this for the first move of a turn, and not for those that follow.
    """
    b = lo.b
    total = b.var(0, "captured")
    sites, types, levels = b.list_new(), b.list_new(), b.list_new()
    with applied(lo, m, seeds_copies=True) as (first, last), b.for_range(first, last, "k") as k:
        kind = b.let(b.run("applied_kind", k), "kind")
        with b.if_(is_removal(kind)):
            b.assign(total, total + 1)
            if at_level:
                named = ir.eq(kind, ORDER.index("remove_level") + 1)
                b.run("list_push", levels, ir.select(named, b.run("applied_param", k, 2), 0))
            b.run("list_push", types, b.run("applied_param", k, 0))
            b.run("list_push", sites, b.run("applied_param", k, 1))
    assert all(ACTIONS[r].params[:2] == ("type", "to") for r in REMOVALS)

    def add(t: SiteType, site: Expr, level: Expr | None) -> None:
        if lo.sites.keeps("value"):
            b.assign(total, total + lo.sites.value(t, site, level))

    if not (with_value.is_const and with_value.const == 0):
        with b.if_(with_value):  # values are read before the move is made
            b.assign(total, 0)
            with b.for_range(0, ir.list_len(sites), "k") as k:
                site = b.let(ir.list_at(sites, k))
                level = b.let(ir.list_at(levels, k)) if at_level else None
                for_type(lo, ir.list_at(types, k), partial(add, site=site, level=level))
    return total


def _longest(lo: Lowering, m: Expr, with_value: Expr, scores: Expr) -> None:
    """Finds how far the turn can go after a move, and replaces the actions of the move by all that it does."""
    b = lo.b
    valued = not (with_value.is_const and with_value.const == 0)
    base = b.let(ir.select(with_value, _captured(lo, m, with_value, at_level=True), 1)) if valued else ir.const(1)
    with applied(lo, m, deep=True, spelt_out=True):
        b.run("list_push", scores, b.call(_replays(lo), base, ir.as_int(with_value)))


@per_game
def _replays(lo: Lowering) -> Function:
    """The function that gives the largest count reached while the same player keeps moving."""
    b = lo.b
    fn = b.declare("replays", [("count", Type.INT), ("with_value", Type.INT)], Type.INT)
    with b.define(fn) as (_, (count, with_value)):
        goes_on = ir.and_(ir.eq(b.get("prev"), b.get("mover")), ir.eq(b.get("over"), 0))
        with b.if_(ir.not_(goes_on)):
            b.return_(count)
        mark, acts = lo.mark(), b.let(b.run("act_count"))
        b.do(b.call(next_moves(lo)))
        end = lo.mark()
        best = b.var(0, "best")
        with b.for_range(mark, end, "m") as m:
            more = b.let(b.choose(ir.ne(with_value, 0), lambda: _captured(lo, m, ir.TRUE), lambda: ir.const(1)))
            with applied(lo, m, deep=True):
                b.assign(best, ir.max_(best, b.call(fn, count + more, with_value)))
        b.run("moves_rewind", mark, acts)
        b.return_(best)
    return fn
