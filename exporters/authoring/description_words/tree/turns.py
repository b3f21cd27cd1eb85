"""What a turn is: what it begins with, and what follows when its player moves again.

Where the rules ask who has moved before only to tell the first move of a turn from the next, `in_turns` puts that next
move wherever they say that the player moves again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import replace, walk
from ludparse.ludemes.enums import CountSimpleType, IsIntegerType, IsPlayerType, RoleType
from ludparse.ludemes.kinds import Moves

from .arguments import raw, whole
from .trees import Changed

__all__ = ["Further", "first_and_again", "in_turns"]


class Further(Moves):
    """The next move of the same turn, one of those of `body`."""

    body: Moves


_PASSES_ON = (L.SetNextPlayer, L.MoveSetNextPlayer)


def in_turns(rules: Any, moves: Mapping[int, Any], players: int) -> tuple[Any, dict[int, Any]]:
    """The rules and the moves of pieces (by their numbers) with the moves that follow in a turn where they follow."""
    roots = [rules, *moves.values()]
    nodes = [node for root in roots for node in walk(root)]
    again = [node for node in nodes if isinstance(node, L.MoveAgain)]
    if not again and players == 2 and not any(isinstance(node, _PASSES_ON) for node in nodes):
        changed = Changed(_never_again)
        return changed.of(rules), {number: changed.of(one) for number, one in moves.items()}
    plays = [node for node in nodes if isinstance(node, L.Play)]
    parts = [_shots(play.moves, rules, moves) or first_and_again(play.moves) for play in plays]
    following = [then for _, then, only in parts if then is not None and only is None]
    quiet = [play.moves for play, (_, then, _) in zip(plays, parts, strict=True) if then is None]
    same = bool(following) and all(one == following[0] for one in following) and (
        len(following) == len(parts) or (len(following) + len(quiet) == len(parts) and _stays(rules, quiet, moves)))
    if not same or any(node.then is not None for node in again) or _goes_on(following[0]):
        return rules, dict(moves)
    firsts = {id(play.moves): first for play, (first, _, _) in zip(plays, parts, strict=True)}

    def change(node: Any) -> Any:
        if isinstance(node, L.MoveAgain):
            return Further(body=following[0], span=node.span)
        return firsts.get(id(node), node)

    changed = Changed(change, stop=(Further,))
    return changed.of(rules), {number: changed.of(one) for number, one in moves.items()}


def _stays(rules: Any, quiet: list[Any], pieces: Mapping[int, Any]) -> bool:
    """Whether no turn goes on in the phases of some moves, and one that goes on in another phase does so in the same.

    quiet: moves of turns. pieces: the moves of pieces.
    """
    phases = rules.phases or ()
    others = [phase for phase in phases if phase.play is not None and not any(phase.play.moves is one for one in quiet)]
    if rules.play is not None or any(phase.next_phase is not None or phase.next_phases for phase in others):
        return False
    again = any(isinstance(node, L.MoveAgain) for one in pieces.values() for node in walk(one))
    return not any(isinstance(node, (L.MoveAgain, *_PASSES_ON)) or (
        again and isinstance(node, L.ForEachPiece) and node.specific_moves is None)
        for one in quiet for node in walk(one))  # fmt: skip


def _goes_on(moves: Any) -> bool:
    """Whether another move may follow in the turn, or that is asked, or something follows of which the move is told."""
    return any(isinstance(node, (L.MoveAgain, L.ForEachPiece, *_PASSES_ON)) or _moves_again(node) or (
        isinstance(node, L.Then) and any(isinstance(one, L.Last) for one in walk(node))) for node in walk(moves))


def _never_again(node: Any) -> Any:
    """Where no player moves twice, moves for those who have moved before in the turn are never made."""
    if isinstance(node, L.MovesIf):
        turned = isinstance(node.cond, L.Not)
        if _moves_again(node.cond.a if isinstance(node.cond, L.Not) else node.cond):
            return replace(node, cond=turned)
    return node


def _shots(moves: Any, rules: Any, pieces: Mapping[int, Any]) -> tuple[Any, Any, None] | None:
    """A turn of two moves, told by whether the count of moves is even: a piece moves, and something follows.

    That is so if each move of a piece is followed by another move of the turn, nothing else is, and nobody who cannot
    move passes, since the game has ended then.
    """
    if not isinstance(moves, L.MovesIf) or moves.else_list is None or moves.then is not None:
        return None
    asked: Any = moves.cond
    even = isinstance(asked, L.IsInteger) and asked.kind is IsIntegerType.Even and (
        asked.value == L.CountSimple(kind=CountSimpleType.Moves))  # fmt: skip
    loop: Any = moves.list
    if not even or not isinstance(loop, L.ForEachPiece) or loop.specific_moves is not None or loop.then is not None:
        return None
    twice = all(isinstance(getattr(one.then, "moves", None), L.MoveAgain) for one in pieces.values() if (
        isinstance(one, _MOVERS))) and all(isinstance(one, _MOVERS) for one in pieces.values())  # fmt: skip
    return (loop, moves.else_list, None) if twice and _ends_if_next_is_stuck(rules.end) else None


_MOVERS = (L.MoveStep, L.MoveSlide, L.MoveHop, L.MoveLeap, L.Step, L.Slide, L.Hop, L.Leap)


def _ends_if_next_is_stuck(end: Any) -> bool:
    rules = () if end is None else end.end_rules if end.end_rules is not None else (end.end_rule,)
    return any(isinstance(rule, L.EndIf) and isinstance(rule.test, L.NoMove) and rule.result is not None
               and rule.test.player_fn is RoleType.Next for rule in rules)  # fmt: skip


def first_and_again(moves: Any) -> tuple[Any, Any, Any]:
    """The first move of a turn and those that follow in it, where the rules ask who has moved before.

    The third is the condition under which others follow than those that begin a turn; None if that is always so.
    """
    if isinstance(moves, L.MovesIf) and moves.else_list is not None and moves.then is None:
        condition: Any = moves.cond
        turned = isinstance(condition, L.Not)
        if _moves_again(condition.a if turned else condition):
            whole(moves.cond)
            return (moves.list, moves.else_list, None) if turned else (moves.else_list, moves.list, None)
        parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else ()
        rest = [part for part in parts if not _moves_again(part)]
        if parts and len(rest) == len(parts) - 1:
            whole(moves.cond)
            only = rest[0] if len(rest) == 1 else L.BoolAnd(list=tuple(map(raw, rest)))
            return moves.else_list, moves.list, only
    return moves, None, None


def _moves_again(condition: Any) -> bool:
    """Whether a condition is that the player who moves has moved before."""
    return isinstance(condition, L.IsPlayer) and condition.kind is IsPlayerType.Prev and (
        condition.role is RoleType.Mover and condition.index is None)  # fmt: skip
