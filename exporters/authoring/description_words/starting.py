"""The start of a game in words, as sentences without a subject: "Place a pawn on …"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludparse import ludemes as L

from .arguments import whole
from .phrases import Words
from .vocabulary import joined, says, told


def _piece(name: str, words: Words) -> str:
    """`Pawn1` as `player 1's Pawn`."""
    text = words.piece_named(name)
    return text if "'" in text else f"a {text}"


def _container(name: str) -> str:
    return name.lower().rstrip("0123456789")


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
        what = f"{count} of {what.removeprefix('a ')}"
    if node.container is not None:
        return f"put {what} into the {_container(node.container)}{_extras(node, words)}"
    extras = _extras(node, words, "state" if sided else "")
    return f"place {what} on {_where(node, words)}{extras}"


def _count(node: Any, words: Words) -> str:
    """How many pieces are placed, of several numbers all that are not the same."""
    if node.counts:
        return words.of(node.counts[:1] if len(set(node.counts)) == 1 else node.counts)
    return "" if node.count is None else words.of(node.count)


def _where(node: Any, words: Words) -> str:
    if node.region is not None:
        return words.constant(node.region, most=60) or words.of(node.region)
    if getattr(node, "coords", None) is not None:
        return words.listed(node.coords)
    if node.coord is not None:
        return str(node.coord)
    if node.locs is not None:
        return words.sites_of(node.locs)
    if isinstance(node.loc, int):
        return words.sites_of([node.loc])
    known = words.known_sites(node.loc) if isinstance(node.loc, L.CentrePoint) else None
    return words.of(node.loc) + (f", {words.sites_of(known)}" if known else "")


@told(L.PlaceStack)
def _stack(node: L.PlaceStack, words: Words) -> str:
    what = joined([_piece(item, words) for item in node.items]) if node.items else _piece(node.item or "", words)
    count = f" of {_count(node, words)}" if node.counts or node.count else ""
    if node.container is not None:
        return f"put a stack{count} of {what} into the {_container(node.container)}"
    return f"place a stack{count} of {what} on {_where(node, words)}"


@told(L.PlaceRandom)
def _random(node: L.PlaceRandom, words: Words) -> str:
    names = node.item or node.pieces or [item.item for item in node.items or ()]
    what = joined([_piece(name, words) for name in names])
    count = "" if node.count is None or isinstance(node.count, tuple) else f"{words.of(node.count)} of "
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
says("[{role} has] the {kind} {value}", L.SetStartPlayer)
says("{roles} are team {index}", L.SetStartPlayers)
told(L.SetStartSites)(lambda node, words: _set_sites(node, words))
says("remember {value/region_value} [as “{name}”]", L.SetRememberValue)
says("hide {at/region} from {to}", L.SetStartHidden)
says("give {role} [{loc/coord/locs/region/coords}]", L.StartSetSite)
says("{count} of {item}", L.Count)
says("{key} to {value/landmark}", L.Pair)
says("state {flip_a} and state {flip_b}", L.Flips)
says("{range}", L.Values)
says("{hint} for site {region/site}", L.Hint)
says("the path [of colour {colour}] from side {from_} to side {to}", L.Path)


@told(L.Set)
def _given(node: L.Set, words: Words) -> str:
    return f"these values are given: {joined([f'site {site} has {value}' for site, value in node.pairs])}"


def _set_sites(node: Any, words: Words) -> str:
    where = words.of(node.at if node.at is not None else node.to)
    if node.kind.name == "Count":
        many = "1 piece" if node.value == 1 else f"{words.of(node.value)} pieces"
        return f"{many} on each {words.site} of {where}"
    return f"the {words.of(node.kind)} of {where} is {words.of(node.value)}"


EACH = 99
"""In place of the number of a player: all have the same."""


def start_sentences(rules: Sequence[Any], words: Words) -> list[str]:
    """The position in which a game begins, by players; what is more than pieces on sites has sentences of its own."""
    placed: dict[tuple[int, str], list[str]] = {}
    others = []
    for rule in rules:
        owner, base = _plain_piece(rule, words)
        if isinstance(rule, L.PlaceStack) and _one_count(rule) and rule.container is None and rule.item in words.pieces:
            base, whose = _called(rule.item, words)
            if isinstance(rule.loc, L.HandSite) and whole(rule.loc) is not None:
                placed.setdefault((whose, _several(words.of(rule.count), base)), []).append("in hand")
                continue
            where = f"{_where(rule, words)}: {words.of(rule.count)}"
            placed.setdefault((whose, f"{base}, in stacks"), []).append(where)
            continue
        if owner is None:
            others.append(_upper(words.of(rule)))
            continue
        if isinstance(rule.loc, L.HandSite) and rule.count is not None and whole(rule.loc) is not None:
            placed.setdefault((owner, _several(_count(rule, words), base)), []).append("in hand")
            continue
        if rule.container is not None:
            held = _container(rule.container)
            many = _several(_count(rule, words), base)
            placed.setdefault((owner, many), []).append("in hand" if held == "hand" else f"in the {held}")
            continue
        placed.setdefault((owner, base), []).append(_where(rule, words))
    alike: dict[str, list[int]] = {}
    for owner in sorted({owner for owner, _ in placed}):
        parts = [f"{base} {_placed(where)}" for (one, base), where in placed.items() if one == owner]
        alike.setdefault("; ".join(parts), []).append(owner)
    called = {EACH: "Each player", 0: "Neutral", -1: "Shared"}
    lines = []
    for text, owners in alike.items():
        each = owners == list(range(1, words.players + 1)) and len(owners) > 1
        who = "Each player" if each else joined([called.get(owner, f"Player {owner}") for owner in owners])
        lines.append(f"{who}: {text}.")
    return [*lines, *others] or ["The board is empty."]


def _several(count: str, base: str) -> str:
    """`9 Discs`, `1 Disc`, `Disc`."""
    ending = "" if count in ("", "1") else "es" if base.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{count} {base}{ending}".strip()


def _one_count(rule: Any) -> bool:
    more = (rule.state, rule.rotation, rule.value, rule.type, rule.items) if hasattr(rule, "state") else (rule.items,)
    return rule.count is not None and not rule.counts and not any(part is not None for part in more)


def _upper(text: str) -> str:
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def _called(item: Any, words: Words) -> tuple[str, int]:
    """What a piece is called and the number of its owner; an empty name for one that is no player's own."""
    name, owner = words.pieces.get(item, ("", 0))
    return name, owner if isinstance(owner, int) else 0


def _placed(where: list[str]) -> str:
    """`on A1 and B1`, `in hand`."""
    places = []
    for text in where:
        inside = text.endswith(" hand") and not text.startswith("in ")
        places.append(text if text.startswith("in ") else f"{'in' if inside else 'on'} {text}")
    return joined(places)


def _plain_piece(rule: Any, words: Words) -> tuple[int | None, str]:
    """Whose piece is placed and what it is called, where nothing else is said of it but one count or mark."""
    if not isinstance(rule, L.PlaceItem) or rule.rotation is not None or rule.value is not None or rule.counts:
        return None, ""
    held = rule.container is not None or isinstance(rule.loc, L.HandSite)
    if rule.type is not None or (rule.count is not None and not held) or words.states_are_sides:
        return None, ""
    name, owner = _called(rule.item, words)
    called = words.named(rule.item)
    owners = {owner for base, owner in words.pieces.values() if base == called and isinstance(owner, int)}
    if not name and owners == set(range(1, words.players + 1)):
        name, owner = called, EACH
    if rule.state is not None:
        marked = words.kept.marks and rule.state == 1
        if name and not words.begun:
            name = f"marked {name}" if marked else f"{name} with state {words.of(rule.state)}"
    return (owner, name) if name else (None, "")
