"""The places of the players when they win, lose or draw, by ranks or by score, as in Ludii's end rules.

Ranks are kept doubled: 2 is the first place, 3 a first place that two players share.
"""

from __future__ import annotations

from ludparse.ludemes import ByScore, EndScore, Payoff, Payoffs

from ...equipment.needs import Feature as F
from ...equipment.needs import declare
from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.lowering import Lowering
from ..base.once import per_game
from ..players.active import count_bits, draw_rank, next_active, win, wins

declare(ByScore, EndScore, needs=F.SCORE)
declare(Payoffs, Payoff, needs=F.PAYOFF)


def is_in(lo: Lowering, player: ir.IntLike) -> Expr:
    """Whether a player (1 …) is still in the game."""
    return ir.eq(ir.band(ir.shr(lo.b.get("active"), ir.as_int(player) - 1), 1), 1)


def finish(lo: Lowering, winner: ir.IntLike) -> None:
    """The game is over for all. winner: a player, 0 for nobody, -1 for an abort, players + 1 for a tie."""
    lo.b.put("active", 0)
    _status(lo, winner)


def _status(lo: Lowering, winner: ir.IntLike) -> None:
    lo.b.put("over", 1)
    lo.b.put("winner", winner)


def _unranked(lo: Lowering, rank: ir.IntLike) -> None:
    b = lo.b
    with b.for_range(1, lo.n_players + 1) as p, b.if_(ir.eq(b.get("rank", p), 0)):
        b.put("rank", rank, p)


def win_all(lo: Lowering) -> None:
    """Every player without a rank gets the first place."""
    b = lo.b
    if lo.n_players > 1:
        with b.for_range(1, lo.n_players + 1) as p, b.if_(ir.eq(b.get("rank", p), 0)):
            b.put("winners", ir.bor(b.get("winners"), _bit(p)))
            b.put("rank", 2, p)
    else:
        b.put("rank", 0, 1)
    finish(lo, 0)


def lose_all(lo: Lowering) -> None:
    """Every player without a rank gets the last place."""
    if lo.n_players > 1:
        _unranked(lo, 2 * lo.n_players)
    else:
        lo.b.put("rank", 0, 1)
    finish(lo, 0)


def draw(lo: Lowering) -> None:
    """The players without a rank share the places that are left."""
    b = lo.b
    if lo.n_players > 1:
        _unranked(lo, b.let(draw_rank(lo)))
        winner = b.var(0, "winner")
        with b.for_range(1, lo.n_players + 1) as p, b.if_(ir.eq(b.get("rank", p), 2)):
            b.assign(winner, p)
        finish(lo, winner)
    else:
        b.put("rank", 0, 1)
        finish(lo, 0)


def place(lo: Lowering, which: str, who: Expr) -> None:
    """A player wins or loses: gets the best or the worst place that is free, and leaves the game."""
    lo.b.do(lo.b.call(_place_function(lo, which), who))


@per_game
def _place_function(lo: Lowering, which: str) -> Function:
    with lo.b.function(which, [("who", Type.INT)]) as (fn, (who,)):
        _win(lo, who) if which == "win" else _lose(lo, who)
    return fn


def _first_with_rank(lo: Lowering, rank: ir.IntLike) -> Expr:
    b = lo.b
    found = b.var(0, "first")
    with b.for_range(lo.n_players, 1, down=True) as p, b.if_(ir.eq(b.get("rank", p), rank)):
        b.assign(found, p)
    return found


def _bit(player: ir.IntLike) -> Expr:
    return ir.shl(1, ir.as_int(player) - 1)


def _only_active(lo: Lowering) -> Expr:
    """The one player still in the game, 0 when there is none, -1 when there are several."""
    b = lo.b
    one = b.var(0, "one")
    with b.for_range(1, lo.n_players + 1) as p, b.if_(is_in(lo, p)):
        b.assign(one, ir.select(ir.eq(one, 0), p, -1))
    return one


def _leave(lo: Lowering, player: Expr) -> None:
    b = lo.b
    b.put("active", b.get("active") - ir.band(b.get("active"), _bit(player)))


def _win(lo: Lowering, who: Expr) -> None:
    b = lo.b
    _leave(lo, who)
    rank = b.let((wins(lo) + 1) * 2)
    win(lo, who)
    b.put("rank", rank, who)
    last = b.let(_only_active(lo))
    with b.if_(ir.gt(last, 0)):
        b.put("rank", rank + 2, last)
        b.put("losers", ir.bor(b.get("losers"), _bit(last)))
        first = b.let(_first_with_rank(lo, 2))
        with b.if_(ir.gt(first, 0)):
            _status(lo, first)
        _leave(lo, last)
    with b.else_(), b.if_(ir.eq(last, 0)):
        first = b.let(_first_with_rank(lo, 2))
        with b.if_(ir.gt(first, 0)):
            _status(lo, first)


def _lose(lo: Lowering, who: Expr) -> None:
    b, n = lo.b, lo.n_players
    if n == 1:
        finish(lo, 0)
        return
    with b.if_(is_in(lo, who)):
        _leave(lo, who)
        with b.if_(ir.and_(ir.eq(b.get("next"), who), ir.ne(b.get("active"), 0))):
            b.put("next", next_active(lo, who))
        base = b.let((count_bits_not(lo, b.get("losers"))) * 2)
        before = b.let(base + 2 + b.get("losses_now") - 1)
        rank = b.let(before - 1)
        b.put("rank", rank, who)
        b.put("losers", ir.bor(b.get("losers"), _bit(who)))
        with b.for_range(1, n + 1) as p, b.if_(ir.eq(b.get("rank", p), before)):
            b.put("rank", rank, p)
        last = b.let(_only_active(lo))
        with b.if_(ir.eq(last, 0)):
            first = b.let(_first_with_rank(lo, 2))
            with b.if_(ir.gt(first, 0)):
                _status(lo, first)
        with b.else_(), b.if_(ir.gt(last, 0)):
            b.put("rank", (wins(lo) + 1) * 2, last)
            best = b.var(0, "best")
            with (
                b.for_range(1, n + 1) as p,
                b.if_(ir.or_(ir.eq(best, 0), ir.lt(b.get("rank", p), b.get("rank", best)))),
            ):
                b.assign(best, p)
            _status(lo, best)
            b.put("winners", ir.bor(b.get("winners"), _bit(best)))
            _leave(lo, last)
    b.put("losses_now", b.get("losses_now") + 1)


def count_bits_not(lo: Lowering, bits: Expr) -> Expr:
    """Number of players that are not in a mask."""
    return lo.n_players - count_bits(lo, bits)


def by_score(lo: Lowering, node: ByScore) -> None:
    """Ranks all players by their scores; in a match by those of the match."""
    b = lo.b
    for item in node.final_score or ():
        b.put("score", lo.int(item.score), lo.role(item.role))
    misere = node.misere
    low = ir.FALSE if misere is None else b.let(lo.bool(misere))
    b.put("active", 0)
    _rank_by(lo, "score", low)


def _rank_by(lo: Lowering, field: str, low: Expr) -> None:
    """Ranks all players by a number, the highest first (with `low`: the lowest). Equal players share a rank."""
    b, n = lo.b, lo.n_players
    done = b.var(0, "done")
    given = b.var(0, "given")
    with b.while_(lambda: ir.lt(given, n)):
        best = b.var(0, "best")
        with b.for_range(1, n + 1) as p, b.if_(ir.eq(ir.band(ir.shr(done, p), 1), 0)):
            mine, top = b.get(field, p), b.get(field, best)
            better = ir.or_(ir.eq(best, 0), ir.select(low, ir.lt(mine, top), ir.gt(mine, top)))
            with b.if_(better):
                b.assign(best, p)
        score = b.let(b.get(field, best))
        tied, mask = b.var(0, "tied"), b.var(0, "mask")
        with (
            b.for_range(1, n + 1) as p,
            b.if_(ir.and_(ir.eq(ir.band(ir.shr(done, p), 1), 0), ir.eq(b.get(field, p), score))),
        ):
            b.assign(tied, tied + 1)
            b.assign(mask, ir.bor(mask, ir.shl(1, p)))
        rank = b.let(given * 2 + tied + 1)
        with b.for_range(1, n + 1) as p, b.if_(ir.eq(ir.band(ir.shr(mask, p), 1), 1)):
            b.put("rank", rank, p)
        b.assign(done, ir.bor(done, mask))
        b.assign(given, given + tied)
    winner = b.var(0, "winner")
    with b.for_range(1, n + 1) as p, b.if_(ir.eq(b.get("rank", p), 2)):
        b.assign(winner, p)
    with b.if_(ir.gt(winner, 0)):
        b.put("winners", ir.bor(b.get("winners"), _bit(winner)))
    _status(lo, winner)


def team_win(lo: Lowering, team: Expr) -> None:
    """All members of a team share the best free rank. The last remaining team gets the ranks after them."""
    b, n = lo.b, lo.n_players
    rank = b.var(2, "rank")
    with b.for_range(0, n), b.if_(ir.ne(_first_with_rank(lo, rank), 0)):
        b.assign(rank, rank + 2)
    size = b.var(0, "size")
    with b.for_range(1, n + 1) as p, b.if_(ir.eq(b.get("team", p), team)):
        b.assign(size, size + 1)
        _leave(lo, p)
        win(lo, p)
        b.put("rank", rank, p)
    nobody, several = -1, -2
    left = b.var(nobody, "left")  # the one team still in the game
    with b.for_range(1, n + 1) as p, b.if_(is_in(lo, p)):
        mine = b.get("team", p)
        b.assign(left, ir.select(ir.or_(ir.eq(left, nobody), ir.eq(left, mine)), mine, several))
    with b.if_(ir.gt(left, 0)), b.for_range(1, n + 1) as p, b.if_(ir.eq(b.get("team", p), left)):
        b.put("rank", rank + size * 2, p)
    with b.if_(ir.or_(ir.gt(left, 0), ir.eq(left, nobody))):  # team 0 gets no ranks, and plays on
        first = b.let(_first_with_rank(lo, 2))
        with b.if_(ir.gt(first, 0)):
            _status(lo, first)


def by_payoffs(lo: Lowering, node: Payoffs) -> None:
    """Ranks by payoffs, the highest first. Players without one have 0."""
    b, n = lo.b, lo.n_players
    payoffs = [b.var(ir.float_const(0.0), "payoff") for _ in range(n)]
    for item in node.final_payoffs:
        value = b.let(lo.float(item.payoff))
        role = b.let(lo.role(item.role))
        for p, payoff in enumerate(payoffs, 1):
            with b.if_(ir.eq(role, p)):
                b.assign(payoff, value)
    b.put("active", 0)
    if n == 1:
        won = b.let(ir.gt(payoffs[0], ir.float_const(0.0)))
        b.put("rank", ir.select(won, 2, 0), 1)
        _status(lo, ir.select(won, 1, 0))
        return
    # a field holds whole numbers: how many players have less
    for p, mine in enumerate(payoffs, 1):
        less = b.var(0, "less")
        for other in payoffs:
            if other is not mine:
                b.assign(less, less + ir.as_int(ir.lt(other, mine)))
        b.put("payoff", less, p)
    _rank_by(lo, "payoff", ir.FALSE)
