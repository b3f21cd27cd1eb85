"""The rules program of a match: its scores, when it is over, and which game comes next.

The games have programs of their own. The program of the match is played one move per game: the move adds the value of
the game that has just ended to the scores, and the end rules and the number of the next game follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludparse.description.description import load_description
from ludparse.ludemes.base import walk

from ..equipment.players import build_players, is_team, subgames
from ..facts.set_width import set_width
from .actions import lower_actions
from .base.fields import declare_fields
from .base.prelude import Expr, FieldKind, Function, L, Lowering, Program, Type, all_of, ir
from .equipment import build_equipment, game_flags
from .flow.end import apply_result, each_result, end_for_each
from .flow.places import by_score, give_unranked
from .players.active import draw_rank, is_active, win

if TYPE_CHECKING:
    from collections.abc import Callable

_OF_A_POSITION = (
    L.RegionFunction, L.NoPiece, L.NoMove, L.Can, L.IsSimple, L.IsLine, L.IsConnect, L.IsLoop, L.IsPath, L.IsPattern,
    L.IsComponent, L.IsSite, L.AllSites, L.AllGroups, L.CountSite, L.CountComponent, L.CountGroups, L.What, L.Who,
    L.WhereSite, L.SizeGroup,
)  # fmt: skip
"""Ludemes about the pieces of a game. Ludii asks them about the game of the match that has just ended."""

# a match has neither board nor pieces; this is what every program needs of them
_NOTHING = (
    "(game {name} (players {players}) (equipment {{(board (square 1))}})"
    " (rules (play (pass)) (end (if (all Passed) (result Mover Draw)))))"
)


def lower_match(match: L.Match, players: int, *, traced: bool = False) -> Program:
    """The program of a match. Its state has `score`, `rank` (doubled), `over`, `games` (played), `subgame` (the next).
    traced: as of `lower_game`.

    Raises LudUnsupportedError with the place of what cannot be compiled.
    """
    game = load_description(_NOTHING.format(name='"Match"', players=players)).game
    assert isinstance(game, L.Game)
    equipment = build_equipment(game)
    lo = Lowering(game, equipment, build_players(game), game_flags(game, equipment), match=match, traced=traced)
    lo.program.name = match.name
    declare_fields(lo)
    entries = lo.program.entries
    for name in ("games", "subgame"):
        lo.field(name, FieldKind.INT)
    with lo.function("start") as (entries["start"], _):
        pass
    with lo.function("moves") as (entries["moves"], _):
        pass  # the moves that are played are those of the games
    entries["play"] = lo.play
    with lo.define(lo.play) as (_, (m,)):
        lo.run("apply_actions", m)
        lo.put("mover", lo.run("move_mover", m))
        lo.put("games", lo.get("games") + 1)
        _end(lo, match)
        with lo.if_(ir.eq(lo.get("over"), 0)):
            _next(lo, subgames(match))
    for kind in ("set_next_player", "set_score"):
        lo.act(kind)
    lo.run_later()
    lower_actions(lo)
    lo.program.set_width = set_width(lo.program, lo.program.set_width, lo.sites.pieces)
    return lo.program


def _next(lo: Lowering, games: Sequence[L.Subgame]) -> None:
    now = lo.let(lo.get("subgame"))
    for number, game in enumerate(games):
        with lo.if_(ir.eq(now, number)):
            lo.put("subgame", (number + 1) % len(games) if game.next is None else lo.int(game.next))
    chosen = lo.get("subgame")
    with lo.if_((chosen < 0) | (chosen >= len(games))):
        lo.run("fail", lo.string("the match has no game with the number of its next game"))


# ---------------------------------------------------------------------- the end of a match


def _end(lo: Lowering, match: L.Match) -> None:
    """Applies all rules in order. No rule stops the others, but a player who has a place keeps it."""
    rules: list[L.EndIf | L.EndForEach] = []
    for rule in all_of(match.end.end_rules, match.end.end_rule):
        if not isinstance(rule, L.EndIf | L.EndForEach):
            raise lo.unsupported(rule, "as the end of a match")
        rules.append(rule)
        for node in walk(rule):
            if isinstance(node, _OF_A_POSITION):
                raise lo.unsupported(node, "in the end rules of a match, which know the scores and not the positions")
    _each(lo, rules, lambda result, who: _apply(lo, rules, result, who))
    lo.put("losses_now", 0)


def _each(lo: Lowering, rules: Sequence[L.EndIf | L.EndForEach], act: Callable[[L.Result, Expr], None]) -> None:
    """Calls `act` with the result of each rule that holds for a player who is still in the match, or for everybody."""

    def take(result: L.EndResult) -> None:
        if isinstance(result, L.ByScore):
            by_score(lo, result)
            return
        if not isinstance(result, L.Result):
            raise lo.unsupported(result, "as the result of a match")
        who = lo.let(lo.role(result.who))
        playing = lo.is_player(who) & is_active(lo, who)
        with lo.if_(ir.eq(who, lo.n_players + 1) | playing):
            act(result, who)

    for rule in rules:
        if isinstance(rule, L.EndForEach):
            end_for_each(lo, rule)  # its results are those of a game
        else:
            each_result(lo, rule, take)


def _apply(lo: Lowering, rules: Sequence[L.EndIf | L.EndForEach], result: L.Result, who: Expr) -> None:
    if is_team(result.who):
        if result.result is L.ResultType.Win:
            raise lo.unsupported(result, "teams that win a match")
        return  # Ludii does nothing
    if result.result is L.ResultType.Loss:
        return  # Ludii does nothing
    if result.result is not L.ResultType.Win:
        if result.result is L.ResultType.Draw:
            _draw(lo)
        else:
            apply_result(lo, result, who)
        return
    with lo.if_(who > lo.n_players):  # All, or a player of the game whom the match does not have: Ludii fails
        lo.run("fail", lo.string("a match is won by one of its players; this result names none of them"))
    lo.do(lo.call(lo.once(_win_function, lambda: _win_function(lo, rules)), who))


def _win_function(lo: Lowering, rules: Sequence[L.EndIf | L.EndForEach]) -> Function:
    with lo.function("win_match", [("who", Type.INT)]) as (fn, (winner,)):
        _win(lo, rules, winner)
    return fn


def _win(lo: Lowering, rules: Sequence[L.EndIf | L.EndForEach], who: Expr) -> None:
    """A player gets the best free place, and so does everybody who wins at the same time; all others share the last."""
    players = range(1, lo.n_players + 1)
    rank = lo.var(2, "rank")
    with lo.while_(lambda: ir.or_(*(ir.eq(lo.get("rank", p), rank) for p in players))):
        lo.assign(rank, rank + 2)

    def place(player: Expr) -> None:
        lo.put("active", lo.get("active") - ir.shl(1, player - 1))
        win(lo, player)
        lo.put("rank", rank, player)

    place(who)

    def too(result: L.Result, winner: Expr) -> None:
        if result.result is L.ResultType.Win:
            place(winner)

    _each(lo, rules, too)
    last = lo.var(rank, "last")
    for p in players:
        lo.assign(last, last + ir.select(is_active(lo, p), 2, 0))
    for p in players:
        with lo.if_(is_active(lo, p)):
            lo.put("rank", last, p)
    lo.put("active", 0)
    _first(lo, 0)


def _draw(lo: Lowering) -> None:
    """All players without a place share the middle one of the remaining places."""
    if lo.n_players == 1:
        lo.put("rank", 0, 1)
    else:
        give_unranked(lo, lo.let(draw_rank(lo)))
    lo.put("over", 1)
    _first(lo, 1)


def _first(lo: Lowering, over: int) -> None:
    """Ends the match if some player is first."""
    lo.put("over", ir.max_(lo.get("over"), over))
    with lo.for_range(lo.n_players, 1, down=True) as p, lo.if_(ir.eq(lo.get("rank", p), 2)):
        lo.put("over", 1)
        lo.put("winner", p)
