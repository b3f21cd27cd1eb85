"""Existence queries: (can Move …), (no Moves …), and the query whether a player has to pass."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import (
    Apply,
    Do,
    MaxMoves,
    MovesAnd,
    MovesDeal,
    MovesIf,
    MovesOr,
    Note,
    Priority,
    Random,
    Roll,
    SitesRandom,
    TakeSimple,
    Then,
    ValueRandom,
)
from ludparse.ludemes.base import Ludeme, children, replace
from ludparse.ludemes.kinds import Bool, Effect, Moves

from ..arguments.required import all_of

_BY_CHANCE = (MovesDeal, Random, Roll, SitesRandom, TakeSimple, ValueRandom)
"""Ludemes that draw a number when the moves are made."""


class AnyAfter(Effect):
    """The existence query of a (do … ifAfterwards:…). Descriptions cannot contain it."""

    prior: Moves
    if_afterwards: Bool


def asked(node: Moves) -> Moves:
    """A generator that pushes a move if and only if the given one has any. It may do less work than the given one.

    (max Moves …) has a move if its generator has any. Looking for the longest would not only be slower: it plays on,
    and a pass on the way asks the same query again, without end. Of several generators none runs after the first that
    has a move, which is observable if they draw random numbers. Dealing and noting do not count as moves here unless
    they are among several generators.
    """
    if isinstance(node, MaxMoves):
        return asked(node.moves)
    if isinstance(node, Do) and node.next is None and node.if_afterwards is not None:
        return AnyAfter(span=node.span, prior=node.prior, if_afterwards=node.if_afterwards)
    if isinstance(node, MovesDeal | Note):
        return MovesOr(list=())
    if isinstance(node, MovesOr | MovesAnd):
        return _one_after_another(node)
    changes: dict[str, object] = {}
    if isinstance(node, MovesIf):
        changes = {"list": asked(node.list), "else_list": _if_given(asked, node.else_list)}
    elif isinstance(node, Priority):
        changes = {"list1": _if_given(asked, node.list1), "list2": _if_given(asked, node.list2)}
        changes["list"] = None if node.list is None else tuple(asked(item) for item in node.list)
    elif isinstance(node, Apply):
        changes = {"effect": _if_given(asked, node.effect)}
    changed = any(value != getattr(node, name) for name, value in changes.items())
    return replace(node, **changes) if changed else node


def _if_given(change: Callable[[Moves], Moves], node: Moves | None) -> Moves | None:
    return None if node is None else change(node)


def _one_after_another(node: Moves) -> Moves:
    """The generator with its alternatives tried in turn if a later one draws random numbers."""
    if isinstance(node, MovesOr | MovesAnd):
        items = all_of(node.list, node.moves_a, node.moves_b)
        if any(_draws(item) for item in items[1:]):
            return Priority(list=tuple(_one_after_another(item) for item in items))
    elif isinstance(node, MovesIf):
        first, second = _one_after_another(node.list), _if_given(_one_after_another, node.else_list)
        if first is not node.list or second is not node.else_list:
            return replace(node, list=first, else_list=second)
    return node


def _draws(node: Ludeme) -> bool:
    """Whether a generator draws random numbers before one of its moves is made."""
    return isinstance(node, _BY_CHANCE) or any(_draws(c) for c in children(node) if not isinstance(c, Then))
