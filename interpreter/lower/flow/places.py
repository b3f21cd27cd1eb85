"""The places of the players when they win, lose or draw, by ranks or by score, as in Ludii's end rules.

Ranks are kept doubled: 2 is the first place, 3 a first place that two players share.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.prelude import Expr, Feature, Function, L, Lowering, Type, declare, ir, per_game
from ..players.active import draw_rank, is_active, next_active, only_active, win, wins

_LOWEST = float(-(2**31))
"""A payoff that is not above this has no place."""

declare(L.ByScore, L.EndScore, needs=Feature.SCORE)
declare(L.Payoffs, L.Payoff, needs=Feature.PAYOFF)


def finish(lo: Lowering, winner: ir.IntLike) -> None:
    """The game is over for all. winner: a player, 0 for nobody, -1 for an abort, players + 1 for a tie."""
    lo.put("active", 0)
    _status(lo, winner)


def _each_player(lo: Lowering, first: int = 1) -> Iterator[Expr]:
    """Loops over the players from the first on; what two of them need is written one after the other."""
    if lo.n_players <= 2:
        yield from map(ir.const, range(first, lo.n_players + 1))
    else:
        with lo.for_range(first, lo.n_players + 1) as player:
            yield player


def _status(lo: Lowering, winner: ir.IntLike) -> None:
    lo.put("over", 1)
    lo.put("winner", winner)


def give_unranked(lo: Lowering, rank: ir.IntLike) -> None:
    """Gives a rank to every player without one."""
    for p in _each_player(lo):
        with lo.if_(ir.eq(lo.get("rank", p), 0)):
            lo.put("rank", rank, p)


def win_all(lo: Lowering) -> None:
    """Every player without a rank gets the first place."""
    if lo.n_players > 1:
        for p in _each_player(lo):
            with lo.if_(ir.eq(lo.get("rank", p), 0)):
                lo.put("winners", lo.get("winners") | _bit(p))
                lo.put("rank", 2, p)
    else:
        lo.put("rank", 0, 1)
    finish(lo, 0)


def lose_all(lo: Lowering) -> None:
    """Every player without a rank gets the last place."""
    if lo.n_players > 1:
        give_unranked(lo, 2 * lo.n_players)
    else:
        lo.put("rank", 0, 1)
    finish(lo, 0)


def draw(lo: Lowering) -> None:
    """The players without a rank share the places that are left."""
    lo.do(lo.call(_draw(lo)))


def draw_by_limit(lo: Lowering) -> None:
    """A draw of a game that is too long: who is left alone does not win."""
    winner = _winner(lo) if lo.n_players > 1 else 0
    draw(lo)
    lo.put("winner", winner)


@per_game
def _draw(lo: Lowering) -> Function:
    with lo.function("draw") as (fn, _):
        if lo.n_players > 1:
            give_unranked(lo, lo.let(draw_rank(lo)))
            finish(lo, _winner(lo))
        else:
            lo.put("rank", 0, 1)
            finish(lo, 0)
    return fn


def take_place(lo: Lowering, which: str, who: Expr) -> None:
    """A player wins or loses: gets the best or the worst place that is free, and leaves the game."""
    lo.do(lo.call(_place_function(lo, which), who))


@per_game
def _place_function(lo: Lowering, which: str) -> Function:
    with lo.function(which, [("who", Type.INT)]) as (fn, (who,)):
        _win(lo, who) if which == "win" else _lose(lo, who)
    return fn


def _first_with_rank(lo: Lowering, rank: ir.IntLike) -> Expr:
    """The first player with a rank, or one more than there are."""
    n = lo.n_players
    if n > 2:
        return lo.let(lo.find("rank", 1, n + 1, rank), "first")
    first = ir.const(n + 1)
    for p in range(n, 0, -1):
        first = ir.select(ir.eq(lo.get("rank", p), rank), p, first)
    return lo.let(first, "first")


def _end_with_the_first(lo: Lowering) -> None:
    first = _first_with_rank(lo, 2)
    with lo.if_(first <= lo.n_players):
        _status(lo, first)


def _winner(lo: Lowering) -> Expr:
    """The player with the best rank, the last one of several; 0 without one."""
    if lo.flags.uses(Feature.TEAMS):  # only a team shares it
        return lo.last_in(lo.for_range(1, lo.n_players + 1), lambda p: ir.eq(lo.get("rank", p), 2), none=0)
    first = _first_with_rank(lo, 2)
    return lo.let(ir.select(first <= lo.n_players, first, 0), "winner")


def _bit(player: ir.IntLike) -> Expr:
    return ir.shl(1, ir.as_int(player) - 1)


def _leave(lo: Lowering, player: Expr) -> None:
    lo.put("active", lo.get("active") - (lo.get("active") & _bit(player)))


def _win(lo: Lowering, who: Expr) -> None:
    _leave(lo, who)
    rank = lo.let((wins(lo) + 1) * 2)
    win(lo, who)
    lo.put("rank", rank, who)
    last = only_active(lo)
    with lo.if_(last > 0):
        lo.put("rank", rank + 2, last)
        lo.put("losers", lo.get("losers") | _bit(last))
        _leave(lo, last)
    with lo.if_(last >= 0):
        _end_with_the_first(lo)


def _lose(lo: Lowering, who: Expr) -> None:
    n = lo.n_players
    if n == 1:
        finish(lo, 0)
        return
    with lo.if_(is_active(lo, who)):
        _leave(lo, who)
        with lo.if_(ir.eq(lo.get("next"), who) & ir.ne(lo.get("active"), 0)):
            lo.put("next", next_active(lo, who))
        base = lo.let((n - ir.bit_count(lo.get("losers"))) * 2)
        before = lo.let(base + 2 + lo.get("losses_now") - 1)
        rank = lo.let(before - 1)
        lo.put("rank", rank, who)
        lo.put("losers", lo.get("losers") | _bit(who))
        for p in _each_player(lo):
            with lo.if_(ir.eq(lo.get("rank", p), before)):
                lo.put("rank", rank, p)
        last = only_active(lo)
        with lo.if_(ir.eq(last, 0)):
            _end_with_the_first(lo)
        with lo.else_(), lo.if_(last > 0):
            lo.put("rank", (wins(lo) + 1) * 2, last)
            best = lo.var(1, "best")
            for p in _each_player(lo, 2):
                with lo.if_(lo.get("rank", p) < lo.get("rank", best)):
                    lo.assign(best, p)
            _status(lo, best)
            lo.put("winners", lo.get("winners") | _bit(best))
            _leave(lo, last)
    lo.put("losses_now", lo.get("losses_now") + 1)


def by_score(lo: Lowering, node: L.ByScore) -> None:
    """Ranks all players by their scores; in a match by those of the match."""
    for item in node.final_score or ():
        lo.put("score", lo.int(item.score), lo.role(item.role))
    misere = node.misere
    low = lo.let(lo.opt_bool(misere, False))
    lo.put("active", 0)
    _rank_by(lo, "score", low)


def _rank_by(lo: Lowering, field: str, low: Expr) -> None:
    """Ranks all players by a number, the highest first (with `low`: the lowest). Equal players share a rank."""
    n = lo.n_players
    if n == 2:
        first, second = lo.let(lo.get(field, 1)), lo.let(lo.get(field, 2))
        ahead, equal = lo.let(ir.select(low, first < second, first > second)), lo.let(ir.eq(first, second))
        lo.put("rank", ir.select(equal, 3, ir.select(ahead, 2, 4)), 1)
        lo.put("rank", ir.select(equal, 3, ir.select(ahead, 4, 2)), 2)
        _end_ranked(lo, ir.select(equal, 0, ir.select(ahead, 1, 2)))
        return
    with lo.for_range(1, n + 1) as p:
        mine, rank = lo.let(lo.get(field, p)), lo.var(1, "rank")
        with lo.for_range(1, n + 1) as q:
            theirs = lo.let(lo.get(field, q))
            ahead = ir.select(low, theirs < mine, theirs > mine)
            lo.assign(rank, rank + ir.select(ahead, 2, ir.select(ir.eq(theirs, mine), 1, 0)))
        lo.put("rank", rank, p)
    _end_ranked(lo, _winner(lo))


def _end_ranked(lo: Lowering, winner: Expr) -> None:
    winner = lo.let(winner, "winner")
    with lo.if_(winner > 0):
        lo.put("winners", lo.get("winners") | _bit(winner))
    _status(lo, winner)


def team_win(lo: Lowering, team: Expr) -> None:
    """All members of a team share the best free rank. The last remaining team gets the ranks after them."""
    n = lo.n_players
    rank = lo.var(2, "rank")
    with lo.for_range(0, n), lo.if_(_first_with_rank(lo, rank) <= n):
        lo.assign(rank, rank + 2)
    size = lo.var(0, "size")
    with lo.for_range(1, n + 1) as p, lo.if_(ir.eq(lo.get("team", p), team)):
        lo.assign(size, size + 1)
        _leave(lo, p)
        win(lo, p)
        lo.put("rank", rank, p)
    nobody, several = -1, -2
    left = lo.var(nobody, "left")  # the one team still in the game
    with lo.for_range(1, n + 1) as p, lo.if_(is_active(lo, p)):
        mine = lo.get("team", p)
        lo.assign(left, ir.select(ir.eq(left, nobody) | ir.eq(left, mine), mine, several))
    with lo.if_(left > 0), lo.for_range(1, n + 1) as p, lo.if_(ir.eq(lo.get("team", p), left)):
        lo.put("rank", rank + size * 2, p)
    with lo.if_((left > 0) | ir.eq(left, nobody)):  # who is left may be in no team (0): then the game goes on
        _end_with_the_first(lo)


def by_payoffs(lo: Lowering, node: L.Payoffs) -> None:
    """Ranks by payoffs, the highest first. Players without one have 0; what is no number, or too low, has no place."""
    n = lo.n_players
    payoffs = [lo.var(ir.float_const(0.0), "payoff") for _ in range(n)]
    for item in node.final_payoffs:
        value = lo.let(lo.float(item.payoff))
        role = lo.let(lo.role(item.role))
        for p, payoff in enumerate(payoffs, 1):
            with lo.if_(ir.eq(role, p)):
                lo.assign(payoff, value)
    lo.put("active", 0)
    if n == 1:
        won = lo.let(~(payoffs[0] <= ir.float_const(0.0)))
        lo.put("rank", ir.select(won, 2, 0), 1)
        _status(lo, ir.select(won, 1, 0))
        return
    # a field holds whole numbers: how many players have less
    for p, mine in enumerate(payoffs, 1):
        less = lo.var(-1, "less")
        with lo.if_(mine > ir.float_const(_LOWEST)):
            lo.assign(less, 0)
            for other in payoffs:
                if other is not mine:
                    lo.assign(less, less + ir.as_int(other < mine))
        lo.put("payoff", less, p)
    _rank_by(lo, "payoff", ir.FALSE)
    for p in range(1, n + 1):
        with lo.if_(lo.get("payoff", p) < 0):
            lo.put("rank", 0, p)
