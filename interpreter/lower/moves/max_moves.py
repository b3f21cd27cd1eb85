"""The moves that allow the longest turn, or capture the most: (max Moves …), (max Captures …)."""

from __future__ import annotations

from functools import partial

from ..actions.by_type import for_type
from ..base.prelude import (
    ACTIONS,
    Expr,
    Function,
    L,
    Lowering,
    SiteType,
    Type,
    action_number,
    ir,
    lowers,
    per_game,
    required,
)
from ..lookahead.trial import REMOVALS, applied, is_removal, keep_best, next_moves


@lowers(L.MaxMoves, to="moves")
def max_moves(node: L.MaxMoves, lo: Lowering) -> None:
    """Ludii attaches no consequent here."""

    def scored() -> Expr:
        mark = lo.mark()
        lo.moves(node.moves)
        end = lo.mark()
        valued = node.with_value is not None and node.with_value is not False
        with_value = lo.let(lo.bool(required(node.with_value))) if valued else ir.FALSE
        scores = lo.list_new()
        with lo.for_range(mark, end, "m") as m:
            if node.kind is L.MaxMovesType.Captures:
                lo.push(scores, _captured(lo, m, with_value))
            else:
                _longest(lo, m, with_value, scores)
        return scores

    keep_best(lo, scored)


def _captured(lo: Lowering, m: Expr, with_value: Expr, *, at_level: bool = False) -> Expr:
    """The number of pieces that a move captures, or the sum of their values.

    The value is that of the top piece of a site. at_level: it is that of the level which the removal names, or of the
    bottom if it names none. Ludii does this for the first move of a turn, and not for those that follow.
    """
    total = lo.var(0, "captured")
    sites, types, levels = lo.list_new(), lo.list_new(), lo.list_new()
    with applied(lo, m, seeds_copies=True) as (first, last), lo.for_range(first, last, "k") as k:
        kind = lo.let(lo.run("applied_kind", k), "kind")
        with lo.if_(is_removal(kind)):
            lo.assign(total, total + 1)
            if at_level:
                named = ir.eq(kind, action_number("remove_level"))
                lo.push(levels, ir.select(named, lo.run("applied_param", k, 2), 0))
            lo.push(types, lo.run("applied_param", k, 0))
            lo.push(sites, lo.run("applied_param", k, 1))
    assert all(ACTIONS[r].params[:2] == ("type", "to") for r in REMOVALS)

    def add(t: SiteType, site: Expr, level: Expr | None) -> None:
        if lo.sites.keeps("value"):
            lo.assign(total, total + lo.sites.value(t, site, level))

    if not (with_value.is_const and with_value.const == 0):
        with lo.if_(with_value):  # values are read before the move is made
            lo.assign(total, 0)
            with lo.for_range(0, ir.list_len(sites), "k") as k:
                site = lo.let(ir.list_at(sites, k))
                level = lo.let(ir.list_at(levels, k)) if at_level else None
                for_type(lo, ir.list_at(types, k), partial(add, site=site, level=level))
    return total


def _longest(lo: Lowering, m: Expr, with_value: Expr, scores: Expr) -> None:
    """Finds how far the turn can go after a move, and replaces the actions of the move by all that it does."""
    valued = not (with_value.is_const and with_value.const == 0)
    base = lo.let(ir.select(with_value, _captured(lo, m, with_value, at_level=True), 1)) if valued else ir.const(1)
    with applied(lo, m, deep=True, spelt_out=True):
        lo.push(scores, lo.call(_replays(lo), base, ir.as_int(with_value)))


@per_game
def _replays(lo: Lowering) -> Function:
    """The function that gives the largest count reached while the same player keeps moving."""
    fn = lo.declare("replays", [("count", Type.INT), ("with_value", Type.INT)], Type.INT)
    with lo.define(fn) as (_, (count, with_value)):
        goes_on = ir.eq(lo.get("prev"), lo.get("mover")) & ir.eq(lo.get("over"), 0)
        with lo.if_(~goes_on):
            lo.return_(count)
        best = lo.var(0, "best")
        with lo.restoring(moves=True):
            mark = lo.mark()
            lo.do(lo.call(next_moves(lo)))
            with lo.for_range(mark, lo.mark(), "m") as m:
                more = lo.let(lo.choose(ir.ne(with_value, 0), lambda: _captured(lo, m, ir.TRUE), lambda: ir.const(1)))
                with applied(lo, m, deep=True):
                    lo.assign(best, ir.max_(best, lo.call(fn, count + more, with_value)))
        lo.return_(best)
    return fn
