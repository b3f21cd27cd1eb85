"""The start of a game in words, as sentences without a subject: "Place a pawn on …"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import RoleType

from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import joined, readable, says, spaced, told


def _piece(name: str, words: Words) -> str:
    """`Pawn1` as `player 1's Pawn`."""
    text = words.piece_named(name)
    return text if "'" in text or text.startswith("your ") else f"a {text}"


def _container(name: str) -> str:
    return name.lower().rstrip("0123456789")


def _extras(node: Any, words: Words, left_out: str = "") -> str:
    parts = []
    for name in ("state", "rotation", "value"):
        if name == left_out:
            continue
        value = getattr(node, name, None)
        if value is not None:
            parts.append(_state(value, words) if name == "state" else f"{name} {words.of(value)}")
    return f" with {joined(parts)}" if parts else ""


def _state(state: Any, words: Words) -> str:
    """The state that pieces begin with, as a mark."""
    number = state if type(state) is int else None
    name = None if number is None else words.kept.marks_named.get(number)
    return f"the mark {words.of(state)}" if name is None else f"the mark “{spaced(name)}”"


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


MANY = 24
"""Words of names of sites, more than which are told by what these are."""


def _where(node: Any, words: Words) -> str:
    if node.region is not None:
        named = words.constant(node.region, most=60)
        long = len(named.split()) > MANY and words.of(node.region)
        return long if long and len(long.split()) < MANY else named or words.of(node.region)
    if getattr(node, "coords", None) is not None:
        return words.spread(node.coords)
    if node.coord is not None:
        return str(node.coord)
    if node.locs is not None:
        return words.spread(words.names_of(node.locs))
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
    if not count and not node.items:
        return f"place {what} on {_where(node, words)}"
    return f"place a stack{count} of {what} on {_where(node, words)}"


@told(L.PlaceRandom)
def _random(node: L.PlaceRandom, words: Words) -> str:
    names = node.item or node.pieces or [item.item for item in node.items or ()]
    what = joined([_piece(name, words) for name in names])
    count = "" if node.count is None or isinstance(node.count, tuple) else f"{words.of(node.count)} of "
    if count and len(names) == 1 and what.startswith("a "):
        what, count = _several(words.of(node.count), what.removeprefix("a ")), ""
    given = node.region if node.region is not None else node.where
    where = "the board" if given is None else words.of(given)
    return f"place {count}{what} at random on {where}{_extras(node, words)}"


says("deal [{count}] {type} to each player", L.StartDeal)
says("deal all {type}", L.Split)
says("for each player: {starting_rule}", L.StartForEachPlayer)
says("for each of {players}: {starting_rule}", L.StartForEachPlayers)
says("for each team: {starting_rule}", L.StartForEachTeam)
says("for each of {region_fn} [where {if_}]: {starting_rule}", L.StartForEachSite)
says("for each number from {min} to {max}: {starting_rule}", L.StartForEachValue)
says("{role's} {kind} is {value}", L.SetStartPlayer)
told(L.SetStartPlayers)(lambda node, words: words.filled(
    f"{{roles}} {'is' if len(node.roles) == 1 else 'are'} team {{index}}", node))
told(L.SetStartSites)(lambda node, words: _set_sites(node, words))
says("remember {value/region_value} [as “{name}”]", L.SetRememberValue)
says("hide {at/region} from {to}", L.SetStartHidden)
told(L.StartSetSite)(lambda node, words: _set_pieces(node, words))
says("{count} of {item}", L.Count)
says("{key} to {value/landmark}", L.Pair)
says("state {flip_a} and state {flip_b}", L.Flips)
says("{range}", L.Values)
says("{hint} for site {region/site}", L.Hint)
says("the path [of colour {colour}] from side {from_} to side {to}", L.Path)


@told(L.Set)
def _given(node: L.Set, words: Words) -> str:
    return f"these values are given: {joined([f'site {site} has {value}' for site, value in node.pairs])}"


def _set_pieces(node: Any, words: Words) -> str:
    """The first piece of an owner on each of several sites."""
    neutral = [base for base, owner in words.pieces.values() if owner == 0] if node.role is RoleType.Neutral else []
    if not neutral:
        return words.filled("give {role} [{loc/coord/locs/region/coords}]", node)
    several = node.locs is not None or node.region is not None or node.coords is not None
    return words.filled(f"place a {neutral[0]} on {'each of ' * several}{{loc/coord/locs/region/coords}}", node)


def _set_sites(node: Any, words: Words) -> str:
    where = words.place(node.at) if node.at is not None else words.of(node.to)
    if node.kind.name == "Count":
        many = "1 piece" if node.value == 1 else f"{words.of(node.value)} pieces"
        return f"{many} on {where}" if node.at is not None else f"{many} on each {words.site} of {where}"
    return f"the {words.of(node.kind)} of {where} is {words.of(node.value)}"


def remembered_at_first(rules: Any, words: Words) -> Iterator[str]:
    """What flags, numbers and players are before they are remembered; the sites are none that anybody has chosen."""
    nodes = [*walk(raw(rules))]
    given = {getattr(node, "name", None) for node in (walk(raw(rules.start)) if rules.start is not None else ())}
    keys = dict.fromkeys(node.key for node in nodes if isinstance(node, L.Var) and node.key is not None)
    kept = words.kept
    told_keys = [key for key in keys if key not in given and key not in kept.sites]
    flags = [kept.flag(key) for key in told_keys if key in kept.flags]
    flags += [kept.flag(None)] * ("" in kept.flags)
    players = [f"the player “{readable(key)}” is nobody" for key in told_keys if key in kept.players - kept.flags]
    numbers = [f"the number “{readable(key)}” is 0" for key in told_keys if key not in kept.players | kept.flags]
    if kept.tokens:
        yield "Nobody has a token."
    parts = [f"{joined(flags)} do{'es' * (len(flags) == 1)} not hold"] if flags else []
    if parts or players or numbers:
        yield f"{_upper(joined([*parts, *numbers, *players]))}"


EACH = 99
"""In place of the number of a player: all have the same."""


def start_sentences(rules: Sequence[Any], words: Words) -> list[str]:
    """The position in which a game begins, by players; what is more than pieces on sites has sentences of its own."""
    placed: dict[tuple[int, str], list[str]] = {}
    others, in_stacks = list[str](), set[str]()
    valued: dict[tuple[str, str], list[int]] = {}
    for rule in rules:
        valued_site = isinstance(rule, L.SetStartSites) and rule.kind.name != "Count"
        if valued_site and type(rule.at) is int and rule.type in (None, words.site_type):
            valued.setdefault((words.of(rule.kind), words.of(rule.value)), []).append(rule.at)
            continue
        owner, base = _plain_piece(rule, words)
        if isinstance(rule, L.PlaceStack) and _one_count(rule) and rule.container is None and rule.item in words.pieces:
            base, whose = _called(rule.item, words)
            if isinstance(rule.loc, L.HandSite) and whole(rule.loc) is not None:
                placed.setdefault((whose, _several(words.of(rule.count), base)), []).append("in hand")
                continue
            stacked = f"{base} in stacks:"
            in_stacks.add(stacked)
            placed.setdefault((whose, stacked), []).append(f"{words.of(rule.count)} on {_where(rule, words)}")
            continue
        if isinstance(rule, L.PlaceStack) and rule.item in words.pieces and _alone(rule):
            base, whose = _called(rule.item, words)
            if isinstance(rule.loc, L.HandSite) and whole(rule.loc) is not None:
                placed.setdefault((whose, _several("1", base)), []).append("in hand")
                continue
            if (whose, base) not in placed:
                placed[whose, base] = [_where(rule, words)]
                continue
        if owner is None:
            others.append(_upper(words.of(rule)))
            continue
        if isinstance(rule.loc, L.HandSite) and rule.count is not None and whole(rule.loc) is not None:
            placed.setdefault((owner, _several(_count(rule, words), base)), []).append("in hand")
            continue
        if rule.container is not None:
            held = _container(rule.container)
            many = _several(_count(rule, words) or "1", base)
            placed.setdefault((owner, many), []).append("in hand" if held == "hand" else f"in the {held}")
            continue
        placed.setdefault((owner, base), []).append(_where(rule, words))
    alike: dict[str, list[int]] = {}
    for owner in sorted({owner for owner, _ in placed}):
        own = [(base, ["in hand" if part == f"player {owner}'s hand" else part for part in where])
               for (one, base), where in placed.items() if one == owner]  # fmt: skip
        parts = [f"{base} {joined(where) if base in in_stacks else _placed(where)}" for base, where in own]
        alike.setdefault("; ".join(parts), []).append(owner)
    called = {EACH: "Each player", 0: "Neutral", -1: "Shared"}
    lines = []
    for text, owners in alike.items():
        each = owners == list(range(1, words.players + 1)) and len(owners) > 1
        who = "Each player" if each else joined([called.get(owner, f"Player {owner}") for owner in owners])
        lines.append(f"{who}: {text}.")
    told_values = [f"The {kind} is {value} on {words.sites_of(sites)}." for (kind, value), sites in valued.items()]
    return [*lines, *others, *_placed_twice(rules, words), *told_values] or ["The board is empty."]


def _placed_twice(rules: Sequence[Any], words: Words) -> Iterator[str]:
    """That a piece placed on another one, where there are no stacks, is one more of the one that stands there."""
    placed: dict[int, list[str]] = {}
    plain = [raw(rule) for rule in rules if isinstance(rule, L.PlaceItem)]
    for rule in plain if not words.stacks else ():
        where = [] if rule.container is not None else [rule.loc] if type(rule.loc) is int else rule.locs or (
            words.known_sites(rule.region) if rule.region is not None else None)  # fmt: skip
        for site in where or ():
            if type(site) is int and rule.count is None and not rule.counts:
                placed.setdefault(site, []).append(rule.item)
    twice: dict[tuple[str, str], list[int]] = {}
    for site, items in sorted(placed.items()):
        if len(items) == 2 and items[0] != items[1]:
            twice.setdefault((items[0], items[1]), []).append(site)
    for (first, second), sites in twice.items():
        hold = "each hold" if len(sites) > 1 else "holds"
        one = f"{'2 of ' * words.counts_pieces}{words.piece_named(first)} and no {words.named(second)}"
        why = "counts as one more of it" if words.counts_pieces else "is not there"
        yield f"{_upper(f'{words.sites_of(sites)} {hold} {one}')[:-1]}: what is placed on a piece {why}."


def _several(count: str, base: str) -> str:
    """`9 Discs`, `1 Disc`, `Disc`."""
    ending = "" if count in ("", "1") else "es" if base.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{count} {base}{ending}".strip()


def _alone(rule: Any) -> bool:
    """Whether a stack is of one piece, of which nothing else is said."""
    more = (rule.count, rule.counts, rule.items, rule.container, rule.state, rule.rotation, rule.value, rule.type)
    return all(part is None or part == () for part in more)


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
    several = rule.count not in (None, 1) and not held
    if rule.type is not None or (several and (type(rule.count) is not int or rule.loc is None)) or (
            words.states_are_sides):  # fmt: skip
        return None, ""
    name, owner = _called(rule.item, words)
    called = words.named(rule.item)
    owners = {owner for base, owner in words.pieces.values() if base == called and isinstance(owner, int)}
    if not name and owners == set(range(1, words.players + 1)):
        name, owner = called, EACH
    if rule.state is not None:
        marked = words.kept.marks and rule.state == 1
        if name and not words.begun:
            name = f"marked {name}" if marked else f"{name} with {_state(rule.state, words)}"
    if name and several:
        name = _several(words.of(rule.count), name)
    return (owner, name) if name else (None, "")
