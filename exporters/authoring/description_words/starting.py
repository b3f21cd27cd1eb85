"""The start of a game in words, as sentences without a subject: "Place a pawn on …"."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L

from .phrases import Words, joined, says, told


def _piece(name: str, words: Words) -> str:
    """`Pawn1` as `a Pawn of player 1`."""
    stem = name.rstrip("0123456789")
    digits = name[len(stem) :]
    if not digits or not stem:
        return f"a {name}"
    return f"a neutral {stem}" if digits == "0" else f"a {stem} of player {digits}"


def _extras(node: Any, words: Words, left_out: str = "") -> str:
    parts = []
    for name in ("state", "rotation", "value"):
        if name == left_out:
            continue
        value = getattr(node, name, None)
        if value is not None:
            parts.append(f"{name} {words.of(value)}")
    return f" with {joined(parts)}" if parts else ""


@told(L.PlaceItem)
def _item(node: L.PlaceItem, words: Words) -> str:
    what, state = _piece(node.item, words), node.state
    sided = words.states_are_sides and isinstance(state, int) and state > 0 and "neutral " in what
    if sided:
        what = f"{what.replace('neutral ', '')} of player {state}"
    count = _count(node, words)
    if count not in ("", "1"):
        what = f"{count} {'of' if node.container is None else '×'} {what.removeprefix('a ')}"
    if node.container is not None:
        return f"put {what} into the {node.container.lower()}{_extras(node, words)}"
    extras = _extras(node, words, "state" if sided else "")
    return f"place {what} on {_where(node, words)}{extras}"


def _count(node: Any, words: Words) -> str:
    """How many pieces are placed, of several numbers all that are not the same."""
    if node.counts:
        return words.of(node.counts[:1] if len(set(node.counts)) == 1 else node.counts)
    return "" if node.count is None else words.of(node.count)


def _where(node: Any, words: Words) -> str:
    if node.region is not None:
        return words.of(node.region)
    if getattr(node, "coords", None) is not None:
        return _some(node.coords)
    if node.coord is not None:
        return str(node.coord)
    if node.locs is not None:
        return words.sites_of(node.locs)
    return words.sites_of([node.loc]) if isinstance(node.loc, int) else words.of(node.loc)


def _some(names: Any) -> str:
    shown = [str(name) for name in names[:16]]
    return joined(shown) if len(names) <= 16 else f"{', '.join(shown)} and {len(names) - 16} more"


@told(L.PlaceStack)
def _stack(node: L.PlaceStack, words: Words) -> str:
    what = joined([_piece(item, words) for item in node.items]) if node.items else _piece(node.item or "", words)
    count = f" of {_count(node, words)}" if node.counts or node.count else ""
    if node.container is not None:
        return f"put a stack{count} of {what} into the {node.container.lower()}"
    return f"place a stack{count} of {what} on {_where(node, words)}"


@told(L.PlaceRandom)
def _random(node: L.PlaceRandom, words: Words) -> str:
    names = node.item or node.pieces or [item.item for item in node.items or ()]
    what = joined([_piece(name, words) for name in names])
    count = "" if node.count is None or isinstance(node.count, tuple) else f"{words.of(node.count)} × "
    given = node.region if node.region is not None else node.where
    where = "the board" if given is None else words.of(given)
    return f"place {count}{what} at random on {where}"


says("deal [{count}] {type} to each player", L.StartDeal)
says("deal all {type}", L.Split)
says("for each player: {starting_rule}", L.StartForEachPlayer)
says("for each of {players}: {starting_rule}", L.StartForEachPlayers)
says("for each team: {starting_rule}", L.StartForEachTeam)
says("for each of {region_fn} [where {if_}]: {starting_rule}", L.StartForEachSite)
says("for each number from {min} to {max}: {starting_rule}", L.StartForEachValue)
says("give [{role}] a {kind} of {value}", L.SetStartPlayer)
says("put {roles} into team {index}", L.SetStartPlayers)
says("set the {kind} of {at/to} to {value}", L.SetStartSites)
says("remember {value/region_value} [as “{name}”]", L.SetRememberValue)
says("hide {at/region} from {to}", L.SetStartHidden)
says("give {role} [{loc/coord/locs/region/coords}]", L.StartSetSite)
says("{item} × {count}", L.Count)
says("{key} to {value/landmark}", L.Pair)
says("state {flip_a} and state {flip_b}", L.Flips)
says("{range}", L.Values)
says("{hint} for site {region/site}", L.Hint)
says("the path [of colour {colour}] from side {from_} to side {to}", L.Path)


@told(L.Set)
def _given(node: L.Set, words: Words) -> str:
    return f"these values are given: {joined([f'site {site} has {value}' for site, value in node.pairs])}"
