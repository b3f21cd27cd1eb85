"""End rules: which of them apply, and to whom."""

from __future__ import annotations

from collections.abc import Callable

from ...equipment.players import is_team
from ..base.prelude import Expr, Function, L, Lowering, RoleType, ir, required
from ..players.active import is_active
from .all_passed import all_passed
from .places import by_payoffs, by_score, draw, finish, lose_all, take_place, team_win, win_all


def lower_end(lo: Lowering, end: L.End) -> Function:
    """The function that evaluates all rules of an `(end …)` in order; none stops the others."""
    rules = end.end_rules if end.end_rules is not None else (end.end_rule,)
    with lo.lowering(end), lo.function("end", place=end.span) as (fn, _):
        for rule in rules:
            _rule(lo, required(rule))
        if lo.flags.all_pass_ends:
            with lo.if_(ir.eq(lo.get("over"), 0)), lo.if_(all_passed(lo)):
                draw(lo)
        lo.put("losses_now", 0)
    return fn


def _rule(lo: Lowering, rule: L.EndRule) -> None:
    if isinstance(rule, L.EndForEach):
        end_for_each(lo, rule)
    elif isinstance(rule, L.EndIf):
        each_result(lo, rule, lambda result: _result(lo, result))
    else:
        raise lo.unsupported(rule)


def each_result(lo: Lowering, rule: L.EndIf, act: Callable[[L.EndResult], None]) -> None:
    """Calls `act` with the result of a rule if its conditions hold."""
    subs = rule.subs if rule.subs is not None else (rule.sub,) if rule.sub is not None else ()
    with lo.lowering(rule), lo.if_(lo.bool(rule.test)):
        if not subs:
            if rule.result is not None:
                _act(lo, rule.result, act)
            return
        done = lo.var(False, "done")
        for sub in subs:
            with lo.lowering(sub), lo.if_(~done), lo.if_(lo.bool(sub.test)):
                lo.assign(done, True)
                if sub.subs or sub.sub:
                    each_result(lo, sub, act)
                elif sub.result is not None:
                    _act(lo, sub.result, act)
        if isinstance(rule.result, L.Result):
            with lo.if_(~done):
                _act(lo, rule.result, act)


def _act(lo: Lowering, result: L.EndResult, act: Callable[[L.EndResult], None]) -> None:
    """Calls `act`, within a function of its own where that is wanted."""
    with lo.lowering(result):
        if not lo.separate_ends:
            act(result)
            return
        with lo.function("end_result", place=result.span) as (fn, _):
            act(result)
        lo.do(lo.call(fn))


def _result(lo: Lowering, result: L.EndResult) -> None:
    if isinstance(result, L.ByScore):
        by_score(lo, result)
        return
    if isinstance(result, L.Payoffs):
        by_payoffs(lo, result)
        return
    if not isinstance(result, L.Result):
        raise lo.unsupported(result, "as the end of a game")
    who = lo.let(lo.role(result.who))
    everyone = lo.n_players + 1
    active = lo.is_player(who) & is_active(lo, who)
    with lo.if_(ir.eq(who, everyone) | active):
        apply_result(lo, result, who)


def apply_result(lo: Lowering, result: L.Result, who: Expr) -> None:
    """Ranks a player (or everybody) by a result."""
    kind = result.result
    if is_team(result.who):
        if kind is L.ResultType.Win:
            team_win(lo, who)
        return  # Ludii does nothing for other results of teams
    everyone = result.who is RoleType.All
    several = who.is_const and who.const == lo.n_players + 1
    if kind is L.ResultType.Win:
        if several and not everyone:  # Ludii fails too, once the game ends like this
            lo.run("fail", lo.string("only one player can win, or All; the role of this result stands for neither"))
        elif everyone:
            win_all(lo)
        else:
            take_place(lo, "win", who)
    elif kind is L.ResultType.Loss:
        if everyone:
            lose_all(lo)
        elif several:
            lo.put("losses_now", lo.get("losses_now") + 1)  # nobody gets a losing rank, but it counts as a loss
        else:
            take_place(lo, "lose", who)
    elif kind is L.ResultType.Draw:
        draw(lo)
    elif kind is L.ResultType.Tie:
        finish(lo, lo.n_players + 1)
    else:
        finish(lo, -1)


def forfeit(lo: Lowering, player: Expr) -> None:
    """A player loses at once, as by an end rule; the number after the last player stands for everybody."""
    with lo.if_(ir.eq(player, lo.n_players + 1)):
        lose_all(lo)
    with lo.else_(), lo.if_(lo.is_player(player) & is_active(lo, player)):
        take_place(lo, "lose", player)
    if lo.flags.all_pass_ends:
        with lo.if_(ir.eq(lo.get("over"), 0)), lo.if_(all_passed(lo)):
            draw(lo)
    lo.put("losses_now", 0)


def end_for_each(lo: Lowering, rule: L.EndForEach) -> None:
    """Applies the result to each player (or track) for which the condition holds."""
    with lo.lowering(rule):
        _for_each(lo, rule)


def _for_each(lo: Lowering, rule: L.EndForEach) -> None:
    if rule.track_type is not None:
        with lo.saved("track"):
            with lo.for_range(0, len(lo.eq.tracks)) as k, lo.if_(ir.ne(lo.get("active"), 0)):
                lo.set_ctx("track", k)
                with lo.if_(lo.bool(rule.if_)):
                    _each_result(lo, rule.result)
        return
    with lo.saved("player"), lo.for_range(1, lo.n_players + 1) as p:
        others = ir.ne(p, lo.get("mover")) if rule.type is RoleType.NonMover else ir.TRUE
        with lo.if_(others & is_active(lo, p)):
            lo.set_ctx("player", p)
            with lo.if_(lo.bool(rule.if_)):
                _each_result(lo, rule.result)


def _each_result(lo: Lowering, result: L.EndResult) -> None:
    if not isinstance(result, L.Result):
        raise lo.unsupported(result, "as the result of a loop")
    role = result.who
    _act(lo, result, lambda _: apply_result(lo, result, lo.let(lo.role(role))))
