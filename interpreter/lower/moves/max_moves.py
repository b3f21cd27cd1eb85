"""The moves that allow the longest turn, or capture the most: (max Moves …), (max Captures …)."""

from __future__ import annotations

from functools import partial

from ludparse.ludemes.base import replace
from ludparse.ludemes.kinds import Moves

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
    required,
)
from ..flow.plays import plays_of, run_plays
from ..lookahead.meta import meta_rules
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
        lo.push(scores, lo.call(_replays(lo, valued), base, *([ir.as_int(with_value)] if valued else [])))


def _replays(lo: Lowering, valued: bool) -> Function:
    """The function that gives the largest count reached while the same player keeps moving.

    valued: whether values may count; it is told by the function's second operand."""
    params = [("count", Type.INT), ("with_value", Type.INT)][: 1 + valued]
    fn, fresh = lo.shared("replays_of_values" if valued else "replays", params, Type.INT)
    if not fresh:
        return fn
    with lo.define(fn) as (_, (count, *rest)):
        goes_on = ir.eq(lo.get("prev"), lo.get("mover")) & ir.eq(lo.get("over"), 0)
        with lo.if_(~goes_on):
            lo.return_(count)
        best = lo.var(0, "best")
        with lo.restoring(moves=True):
            mark = lo.mark()
            lo.do(lo.call(next_moves(lo, lo.legal_moves if valued else _moves_of_a_turn(lo))))
            with lo.for_range(mark, lo.mark(), "m") as m:
                more = ir.const(1)
                if valued:
                    by_value = ir.ne(rest[0], 0)
                    more = lo.let(lo.choose(by_value, lambda: _captured(lo, m, ir.TRUE), lambda: ir.const(1)))
                with applied(lo, m, deep=True):
                    lo.assign(best, ir.max_(best, lo.call(fn, count + more, *rest)))
        lo.return_(best)
    return fn


def _moves_of_a_turn(lo: Lowering) -> Function:
    """The function that pushes the legal moves with those that (max Moves …) drops: no turn becomes longer by them. To
    choose here too would follow the longest turns once more at each of their moves, and so 2ⁿ times for n moves."""
    if meta_rules(lo) or lo.flags.stochastic or not lo.flags.alternating:
        return lo.legal_moves
    rules = lo.game.rules
    plays = [play.moves for play in (rules.play, *(p.play for p in rules.phases or ())) if play is not None]
    if all(_unchosen(moves) is moves for moves in plays):
        return lo.legal_moves
    with lo.function("moves_of_a_turn") as (fn, _):
        run_plays(lo, plays_of(lo, _unchosen))
    return fn


def _unchosen(node: Moves) -> Moves:
    """A generator without the choice of the longest turns, wherever nothing but other generators stands around it."""
    if isinstance(node, L.MaxMoves) and node.kind is L.MaxMovesType.Moves and node.with_value in (None, False):
        return _unchosen(node.moves)
    changes: dict[str, object] = {}
    if isinstance(node, L.MovesIf | L.MovesOr | L.MovesAnd | L.Priority) and node.then is None:
        for name in ("list", "else_list", "list1", "list2", "moves_a", "moves_b"):
            value = getattr(node, name, None)
            if isinstance(value, tuple):
                parts = tuple(map(_unchosen, value))
                if any(new is not old for new, old in zip(parts, value, strict=True)):
                    changes[name] = parts
            elif value is not None and (part := _unchosen(value)) is not value:
                changes[name] = part
    return replace(node, **changes) if changes else node
