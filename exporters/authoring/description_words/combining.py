"""How moves are put together, in words: alternatives, conditions, loops."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import RoleType

from .arguments import whole
from .moving import plainly, source, with_then
from .phrases import Words, joined, told


@told(L.MovesOr)
def _or(node: L.MovesOr, words: Words) -> str:
    parts = [words.inner(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", or ".join(dict.fromkeys(parts)), node, words)


@told(L.MovesAnd)
def _and(node: L.MovesAnd, words: Words) -> str:
    parts = [words.inner(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", and ".join(dict.fromkeys(parts)), node, words)


def chosen(node: L.MovesIf) -> Any:
    """What is done where an option has decided the condition; the other part is done never, and not told."""
    whole(node.list), whole(node.else_list)
    return node.list if node.cond else node.else_list


@told(L.MovesIf)
def _if(node: L.MovesIf, words: Words) -> str:
    if isinstance(node.cond, bool):  # what an option left
        part = chosen(node)
        return with_then(words.of(part) if part is not None else "do nothing", node, words)
    text = f"if {words.of(node.cond)}, {words.inner(node.list)}"
    if node.else_list is not None:
        text += f"; otherwise {words.inner(node.else_list)}"
    return with_then(text, node, words)


@told(L.Priority)
def _priority(node: L.Priority, words: Words) -> str:
    parts = [words.inner(part) for part in node.list or (node.list1, node.list2)]
    return with_then("; if that is not possible, ".join(parts), node, words)


@told(L.Do)
def _do(node: L.Do, words: Words) -> str:
    text = words.inner(node.prior)
    if node.next is not None:
        text += f", and then {words.inner(node.next)}"
    if node.if_afterwards is not None:
        text += f" (only so that afterwards {words.of(node.if_afterwards)})"
    return with_then(text, node, words)


_OPERATORS: tuple[tuple[tuple[type[Ludeme], ...], str], ...] = (
    ((L.Seq,), "{moves}"),
    ((L.Append,), "{list}"),
    ((L.AllCombinations,), "{list_a}, and {list_b}"),
    ((L.AvoidStoredState,), "{moves}, but not so that the remembered position comes back"),
    ((L.FirstMoveOnTrack,), "with the first piece on the track [“{track_name}”] [of {owner}] that can: {moves}"),
    ((L.While,), "as long as {condition}, {moves}"),
    ((L.MaxDistance,), "{moves} (only so that the pieces go as far as possible in the turn)"),
    ((L.Random,), "by chance, {moves}"),
    ((L.ForEachPlayer,), "for each player: {moves}"),
    ((L.ForEachPlayers,), "for each of {players}: {moves}"),
    ((L.ForEachTeam,), "for each team: {moves}"),
    ((L.ForEachGroup,), "for each group [connected {directions}] [of sites where {if_}]: {moves}"),
    ((L.ForEachLevel,), "for each level of {site} [{stack_direction}]: {moves}"),
    ((L.ForEachValue,), "for each number [from {min} to {max}] [of {values}]: {generator}"),
)
for _classes, _template in _OPERATORS:
    told(*_classes)(plainly(_template, _classes))


def each_site(node: L.ForEachSite, words: Words) -> str:
    """What a loop over sites begins with: a choice of one of them, or all of them."""
    return f"{'at one' if words.choosing else 'for each'} of {words.of(node.region_fn)}"


@told(L.ForEachSite)
def _for_each_site(node: L.ForEachSite, words: Words) -> str:
    text = f"{each_site(node, words)}: {words.of(node.generator)}"
    if node.no_move_yet is not None:
        text += f", or, if that is not possible, {words.of(node.no_move_yet)}"
    return with_then(text, node, words)


def each_die(node: L.ForEachDie, words: Words) -> tuple[str, object]:
    """What a loop over dice begins with, and the condition that has not been told with it."""
    conditions = list(node.if_.list or (node.if_.a, node.if_.b)) if isinstance(node.if_, L.BoolAnd) else [node.if_]
    used = [one for one in conditions if one is not None and words.of(one) == "the die has not been used"]
    text = "with one of the dice" if words.choosing else "for each die"
    if used:
        text = "with a die that has not been used" if words.choosing else "for each die that has not been used"
    rest = [one for one in conditions if one is not None and one not in used]
    return text, rest[0] if len(rest) == 1 else L.BoolAnd(list=tuple(map(whole, rest))) if rest else None


@told(L.ForEachDie)
def _for_each_die(node: L.ForEachDie, words: Words) -> str:
    text, condition = each_die(node, words)
    if condition is not None:
        text += f", if {words.of(condition)}"
    return with_then(f"{text}: {words.of(node.moves)}", node, words)


@told(L.Apply)
def _apply(node: L.Apply, words: Words) -> str:
    return f"{words.inner(node.effect)}{'' if node.if_ is True else words.filled(' [if {if_}]', node)}"


@told(L.MaxMoves)
def _max(node: L.MaxMoves, words: Words) -> str:
    what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
    return with_then(f"{words.of(node.moves)} (only so that the most {what} are made in the turn)", node, words)


@told(L.ForEachDirection)
def _each_direction(node: L.ForEachDirection, words: Words) -> str:
    way = "in each direction" if node.directions is None else words.of(node.directions)
    to = None if node.to is None else node.to.effect
    inner = words.of(to.effect if to is not None else node.moves)
    return with_then(f"{way}{source(node.from_, words)}: {inner}", node, words)


def each_piece(node: Any, words: Words) -> str:
    """What a loop over pieces begins with."""
    names = [node.item] if node.item else list(node.items or ())
    own = node.role in (None, RoleType.Mover) and node.player is None
    who = "" if own else f" of {words.of(node.role or node.player)}"
    if node.specific_moves is None:
        what = joined(names, "or") if names else "one of your pieces" if not who else "one of the pieces"
        return f"move {what}{who}{words.rest(node, 'then')}"
    what = f"a {joined(names, 'or')}" if names else "a piece"
    return f"with {what}{who}{words.rest(node, 'specific_moves', 'then')}"


@told(L.ForEachPiece)
def _each_piece(node: L.ForEachPiece, words: Words) -> str:
    text = each_piece(node, words)
    return with_then(text if node.specific_moves is None else f"{text}: {words.of(node.specific_moves)}", node, words)


@told(L.Sow)
def _sow(node: L.Sow, words: Words) -> str:
    start = "the chosen hole" if node.start is None else words.of(node.start)
    text = f"sow the pieces of {start} one by one"
    if node.count is not None:
        text = f"sow {words.of(node.count)} pieces from {start}"
    text = words.filled(f"{text} [along the track “{{track_name}}”] [of {{owner}}]", node)
    if node.origin is True:
        text += ", beginning with the hole itself"
    if node.include_self is False:
        text += ", leaving out the hole itself"
    if node.skip_if is not None:
        text += f", leaving out holes where {words.of(node.skip_if)}"
    if node.apply is not None:
        when = f"if {words.of(node.if_)}, " if node.if_ is not None else ""
        text += f"; at the last hole, {when}{words.of(node.apply)}"
    if node.backtracking not in (None, False):
        when = "" if node.backtracking is True else f", if {words.of(node.backtracking)}"
        text += f", and go back over the holes before in the same way{when}"
    return with_then(text, node, words)
