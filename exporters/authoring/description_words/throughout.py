"""What holds in every turn although no ludeme says it: who may pass, what is captured, how often a piece hops.

It is said only where all ludemes of a game are of a kind of which it is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of, walk
from ludparse.ludemes.enums import IsSiteType, MoveSimpleType
from ludparse.ludemes.kinds import Moves

from .moving import removes, removes_at_end
from .tree.arguments import raw
from .tree.likening import Alike
from .tree.turns import Further, first_and_again

__all__ = ["holding_throughout", "moves_pieces", "without_removal"]

_HOPS = (L.Hop, L.MoveHop)
_STEPS = (L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Leap, L.MoveLeap)
_SHOTS = (L.Shoot, L.MoveShoot)
_CHOICES = (Alike, L.ForEachPiece, L.MovesOr, *_HOPS, *_STEPS)
"""Moves of which each may be chosen that is possible."""


def holding_throughout(game: Any, pieces: Sequence[Any], players: int) -> Iterator[str]:
    """Sentences about all turns of a game. pieces: the moves of pieces."""
    rules = raw(game).rules
    by_turns = game.mode is None or game.mode.mode.name == "Alternating"
    if not by_turns or players < 2:
        return
    nodes = [node for root in (rules, *pieces) for node in walk(root)]
    moves = [node for node in nodes if isinstance(node, Moves)]
    if _takes_nothing(nodes, moves):
        yield "Nothing is captured."
    if _need_not_capture(moves):
        yield "Nobody has to capture."
    if _hops_once(nodes):
        yield "A turn is over after one hop."
    now_and_then = {id(one) for node in walk(rules) if isinstance(node, L.MovesIf) and node.else_list is None
                    for one in walk(node.list)}  # fmt: skip
    firsts = [first_and_again(node.moves)[0] for node in walk(rules) if isinstance(node, L.Play)]
    begin = {id(one) for first in firsts for one in walk(first)}
    later = {id(one) for node in walk(rules) if isinstance(node, L.Play) for one in walk(node.moves)} - begin
    asked = any(isinstance(node, L.NoMove) or ((isinstance(node, L.Pass) or _passes(node)) and (
        id(node) not in now_and_then | later)) for node in walk(rules))  # fmt: skip
    if not asked and not all(_fills(node.moves) for node in walk(rules) if isinstance(node, L.Play)):
        yield "A player who cannot move passes."


def moves_pieces(node: Any) -> bool:
    """Whether the moves that pieces have of their own are made on a turn, and not only asked for."""
    if isinstance(node, L.Can | L.IsComponent) or not isinstance(node, Ludeme | tuple):
        return False
    if isinstance(node, tuple):
        return any(map(moves_pieces, node))
    if isinstance(node, L.ForEachPiece) and node.specific_moves is None:
        return True
    return any(moves_pieces(getattr(node, name)) for name in names_of(node))


def without_removal(moves: Any, pieces: Sequence[Any]) -> Iterator[Any]:
    """The moves, of those of a turn, that nothing follows and that do nothing else, if a removal may follow others.

    pieces: the moves of pieces.
    """
    leaves = list(_choices(moves))
    ends = [getattr(one, "then", None) for node in leaves for one in (pieces if _all_of_piece(node) else (node,))]
    if any(isinstance(node, Further) and any(isinstance(one, L.MovesRemove | L.MoveRemove) for one in walk(node.body))
           for then in ends if then is not None for node in walk(then)):  # fmt: skip
        for node in leaves:
            to = getattr(node, "to", None)
            moved = isinstance(node, L.FromTo | L.MoveFromTo) and to is not None and to.effect is None
            if moved and node.then is None:
                yield node


def _all_of_piece(node: Any) -> bool:
    return isinstance(node, L.ForEachPiece) and node.specific_moves is None


def _choices(moves: Any) -> Iterator[Any]:
    """The moves of which one is made, where nothing follows from all of them together."""
    inner: Any = ()
    if getattr(moves, "then", None) is None:
        if isinstance(moves, L.MovesIf):
            inner = moves.list, moves.else_list
        elif isinstance(moves, L.MovesOr):
            inner = moves.list or (moves.moves_a, moves.moves_b)
        elif isinstance(moves, L.Priority):
            inner = moves.list or (moves.list1, moves.list2)
    if not inner:
        yield moves
    for part in inner:
        if part is not None:
            yield from _choices(part)


def _passes(node: Any) -> bool:
    return isinstance(node, L.MoveSimple) and node.kind is MoveSimpleType.Pass


def _fills(moves: Any) -> bool:
    """Whether a piece is placed on any empty site: nobody can do that when the board is full."""
    return _places(moves) and (moves.to.if_, moves.to.effect, moves.then) == (None,) * 3


def _places(moves: Any) -> bool:
    """Whether a piece is placed on an empty site."""
    to: Any = moves.to if isinstance(moves, L.MoveSite) else None
    region: Any = None if to is None else to.region
    empty = isinstance(region, L.SitesIndex) and region.kind is L.SitesIndexType.Empty and region.index is None
    return empty and to.loc is None


def _takes_nothing(nodes: Sequence[Any], moves: Sequence[Any]) -> bool:
    """Whether pieces move and every move only brings one to an empty site."""
    plain = (Alike, L.ForEachPiece, L.MovesOr, L.MovesIf, L.Priority, L.Do, L.MoveAgain, Further, L.Pass)
    metas = {node for node in nodes if isinstance(node, L.Meta)}
    kinds = (L.Swap, L.NoRepeat, L.Automove)
    quiet = all(isinstance(rule, kinds) for meta in metas for rule in meta.rules or (meta.rule,))
    return quiet and any(isinstance(node, (*_HOPS, *_STEPS)) for node in moves) and all(
        isinstance(node, plain) or _passes(node) or _to_empty(node) or (_places(node) and node.to.effect is None)
        for node in moves)  # fmt: skip


def _to_empty(node: Any) -> bool:
    """Whether a piece goes to an empty site, and nothing happens to others."""
    between, to = getattr(node, "between", None), getattr(node, "to", None)
    if not isinstance(node, (*_HOPS, *_STEPS, *_SHOTS)) or getattr(node, "stack", None):
        return False
    if (between is not None and between.effect is not None) or (to is not None and to.effect is not None):
        return False
    if to is None or to.if_ is None:
        free = isinstance(node, (L.Slide, L.MoveSlide, *_SHOTS)) and (to is None or to.region is to.loc is None)
        return free and (between is None or between.if_ is None or _asks_empty(between.if_, L.IteratorBetween))
    ends = _asks_empty(to.if_, L.IteratorTo)
    return ends and (not isinstance(node, L.Slide | L.MoveSlide) or between is None or between.if_ is None or (
        _asks_empty(between.if_, L.IteratorBetween)))  # fmt: skip


def _asks_empty(condition: Any, iterator: Any) -> bool:
    """Whether a condition holds of empty sites alone."""
    if isinstance(condition, L.BoolAnd):
        return any(_asks_empty(part, iterator) for part in condition.list or (condition.a, condition.b))
    return isinstance(condition, L.IsSite) and condition.kind is IsSiteType.Empty and isinstance(condition.at, iterator)


def _need_not_capture(moves: Sequence[Any]) -> bool:
    """Whether some pieces hop to capture and may do something else, and every move that is possible may be chosen."""
    takes = [node.between.effect for node in moves if isinstance(node, _HOPS) and node.between is not None]
    taking = [done for done in takes if removes(done, L.IteratorBetween) or removes_at_end(done)]
    effects = {id(one) for done in taking if done is not None for one in (done, done.effect)}
    others = [node for node in moves if isinstance(node, _STEPS) and _to_empty(node)]
    return bool(taking) and bool(others) and all(isinstance(node, _CHOICES) or id(node) in effects for node in moves)


def _hops_once(nodes: Sequence[Any]) -> bool:
    """Whether pieces hop over others, and no move of a turn follows another one."""
    more = (L.MoveAgain, Further, L.SetNextPlayer, L.MoveSetNextPlayer, L.Seq, L.AllCombinations, L.While)
    inner = [node.next for node in nodes if isinstance(node, L.Do) and node.next is not None]
    inner += [node.moves for node in nodes if isinstance(node, L.Then)]
    inner += [node.effect for node in nodes if isinstance(node, L.To | L.Between) and node.effect is not None]
    hops = any(isinstance(node, _HOPS) and node.between is not None and node.between.if_ is not True and (
        node.to is None or node.to.effect is None) for node in nodes)  # fmt: skip
    return hops and not any(isinstance(node, more) for node in nodes) and not any(
        isinstance(one, _HOPS) for node in inner for one in walk(node))  # fmt: skip
