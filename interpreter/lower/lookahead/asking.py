"""Existence queries: (can Move …), (no Moves …), and the query whether a player has to pass."""

from __future__ import annotations

from ludparse.ludemes.base import Ludeme, children, make, place_of, replace
from ludparse.ludemes.kinds import Bool, Effect, Moves

from ..base.prelude import L, Lowering, all_of
from .meta import move_checks
from .move_after_move import draws


class AnyAfter(Effect):
    """The existence query of a (do … ifAfterwards:…). Descriptions cannot contain it."""

    prior: Moves
    if_afterwards: Bool


class AnyMove(Effect):
    """The existence query of a generator whose order can be observed. Descriptions cannot contain it."""

    moves: Moves


def query_for(lo: Lowering, node: Moves) -> Moves:
    """A generator that pushes a move if and only if the given one has any. It may do less work than the given one.

    A move counts if the rules against repetition and suicide allow it.
    """
    if move_checks(lo) or draws(lo, node):
        return make(AnyMove, (node,), place_of(node))
    return _plain(node)


def _plain(node: Moves) -> Moves:
    """As `query_for`, where nobody can tell in which order the moves are looked for.

    (max Moves …) has a move if its generator has any. Looking for the longest would not only be slower: it plays on,
    and a pass on the way asks the same query again, without end. Dealing and noting do not count as moves here unless
    they are among several generators. (priority …) has a move if any of its generators has, so that the simplest is
    asked first: that comes mostly last, without the conditions of the others.
    """
    if isinstance(node, L.MaxMoves):
        return _plain(node.moves)
    if isinstance(node, L.Do) and node.next is None and node.if_afterwards is not None:
        return make(AnyAfter, (node.prior, node.if_afterwards), place_of(node))
    if isinstance(node, L.MovesDeal | L.Note):
        return L.MovesOr(list=())
    changes: dict[str, object] = {}
    if isinstance(node, L.MovesIf):
        changes = {"list": _plain(node.list), "else_list": _if_given(node.else_list)}
    elif isinstance(node, L.Priority):
        items = all_of(node.list, node.list1, node.list2)
        plain = tuple(_plain(item) for item in sorted(items, key=_length))
        if plain != items:
            changes = {"list": plain, "list1": None, "list2": None}
    elif isinstance(node, L.Apply):
        changes = {"effect": _if_given(node.effect)}
    changed = any(value != getattr(node, name) for name, value in changes.items())
    return replace(node, **changes) if changed else node


def _if_given(node: Moves | None) -> Moves | None:
    return None if node is None else _plain(node)


def _length(node: Ludeme) -> tuple[bool, int]:
    """Whether a generator tries moves, and of how many ludemes it consists."""
    tries, number, todo = False, 0, [node]
    while todo:
        at = todo.pop()
        tries = tries or isinstance(at, L.Do)
        number += 1
        todo += [child for child in children(at) if not isinstance(child, L.Then)]
    return tries, number
