"""How moves are put together, in words: alternatives, conditions, loops."""

from __future__ import annotations

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import RoleType

from .moving import plainly, source, with_then
from .phrases import Words, joined, told


@told(L.MovesOr)
def _or(node: L.MovesOr, words: Words) -> str:
    parts = [words.of(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", or ".join(dict.fromkeys(parts)), node, words)


@told(L.MovesAnd)
def _and(node: L.MovesAnd, words: Words) -> str:
    parts = [words.of(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", and ".join(dict.fromkeys(parts)), node, words)


@told(L.MovesIf)
def _if(node: L.MovesIf, words: Words) -> str:
    if isinstance(node.cond, bool):  # what an option left
        part = node.list if node.cond else node.else_list
        return with_then(words.of(part) if part is not None else "do nothing", node, words)
    text = f"if {words.of(node.cond)}, {words.of(node.list)}"
    if node.else_list is not None:
        text += f"; otherwise {words.of(node.else_list)}"
    return with_then(text, node, words)


@told(L.Priority)
def _priority(node: L.Priority, words: Words) -> str:
    parts = [words.of(part) for part in node.list or (node.list1, node.list2)]
    return with_then("; if that is not possible, ".join(parts), node, words)


@told(L.Do)
def _do(node: L.Do, words: Words) -> str:
    text = words.of(node.prior)
    if node.next is not None:
        text += f", and then {words.of(node.next)}"
    if node.if_afterwards is not None:
        text += f" (only so that afterwards {words.of(node.if_afterwards)})"
    return with_then(text, node, words)


_OPERATORS: tuple[tuple[tuple[type[Ludeme], ...], str], ...] = (
    ((L.Seq,), "{moves}"),
    ((L.Append,), "{list}"),
    ((L.AllCombinations,), "{list_a}, together with {list_b}"),
    ((L.AvoidStoredState,), "{moves}, but not so that the remembered position comes back"),
    ((L.FirstMoveOnTrack,), "with the first piece on the track that can, {moves}"),
    ((L.While,), "as long as {condition}, {moves}"),
    ((L.MaxDistance,), "{moves}, as far as possible"),
    ((L.Random,), "by chance, {moves}"),
    ((L.ForEachPlayer,), "for each player: {moves}"),
    ((L.ForEachPlayers,), "for each of {players}: {moves}"),
    ((L.ForEachTeam,), "for each team: {moves}"),
    ((L.ForEachGroup,), "for each group [where {if_}]: {moves}"),
    ((L.ForEachLevel,), "for each level of {site}: {moves}"),
    ((L.ForEachSite,), "for each of {region_fn}: {generator} [, or if there is none {no_move_yet}]"),
    ((L.ForEachDie,), "for each die [where {if_}]: {moves}"),
    ((L.ForEachValue,), "for each number [from {min} to {max}] [of {values}]: {generator}"),
)
for _classes, _template in _OPERATORS:
    told(*_classes)(plainly(_template, _classes))


@told(L.Apply)
def _apply(node: L.Apply, words: Words) -> str:
    return words.filled("{effect} [if {if_}]", node)


@told(L.MaxMoves)
def _max(node: L.MaxMoves, words: Words) -> str:
    what = "moves" if node.kind.name == "Moves" else "captures"
    return with_then(f"{words.of(node.moves)} (only so that the most {what} are made in the turn)", node, words)


@told(L.ForEachDirection)
def _each_direction(node: L.ForEachDirection, words: Words) -> str:
    way = "in each direction" if node.directions is None else words.of(node.directions)
    to = None if node.to is None else node.to.effect
    inner = words.of(to.effect if to is not None else node.moves)
    return with_then(f"{way}{source(node.from_, words)}: {inner}", node, words)


@told(L.ForEachPiece)
def _each_piece(node: L.ForEachPiece, words: Words) -> str:
    names = [node.item] if node.item else list(node.items or ())
    own = node.role in (None, RoleType.Mover) and node.player is None
    who = "" if own else f" of {words.of(node.role or node.player)}"
    if node.specific_moves is not None:
        what = f"a {' or '.join(names)}" if names else "a piece"
        return with_then(f"with {what}{who}: {words.of(node.specific_moves)}", node, words)
    what = joined(names, "or") if names else "one of your pieces" if not who else "one of the pieces"
    return with_then(f"move {what}{who}", node, words)


@told(L.Sow)
def _sow(node: L.Sow, words: Words) -> str:
    start = "the chosen hole" if node.start is None else words.of(node.start)
    text = f"sow the pieces of {start} one by one"
    if node.count is not None:
        text = f"sow {words.of(node.count)} pieces from {start}"
    if node.origin is True:
        text += ", beginning with the hole itself"
    if node.include_self is False:
        text += ", leaving out the hole itself"
    if node.skip_if is not None:
        text += f", leaving out holes where {words.of(node.skip_if)}"
    if node.apply is not None:
        when = f"if {words.of(node.if_)}, " if node.if_ is not None else ""
        text += f"; at the last hole, {when}{words.of(node.apply)}"
        if node.backtracking is not None:
            text += ", and go back over the holes before in the same way"
    return with_then(text, node, words)
