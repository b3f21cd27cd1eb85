"""Terms: what an author has defined, told once and called by its name wherever it is used.

A define whose uses differ has *given* parts, as its text has `#1`: they are found by comparing the uses in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment.players import player_number
from ludparse.ludemes.base import Ludeme, children, names_of, walk
from ludparse.ludemes.enums import RoleType
from ludparse.ludemes.kinds import BooleanFunction, IntFunction, Moves, RegionFunction

from .folding import COMPASS, EachWay, PlayerMoves, SomePlayer, SomeWay, Way, WayMoves, WayRegion, Who
from .likening import ON_TRACKS
from .trees import differences, replaced_at
from .turns import Further

__all__ = ["ORDINALS", "Given", "Term", "begun_defines", "candidates", "match", "speaks_of"]

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

MOST_GIVEN = 4
"""A define of which more parts differ is told wherever it is used."""


PLACES = frozenset(("at", "site", "site1", "site2", "loc", "loc_a", "loc_b"))
"""Arguments that are sites, by numbers or otherwise."""

_LETTERS = "UVWS"
"""What sites are called of which a term is given several: `X` and its neighbours are those that a condition names."""


@dataclass(frozen=True)
class Given:
    """A part of a term that its uses give. `text`: how it is called; `kind`: what it is, in a word (see `_kind`)."""

    text: str
    kind: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(eq=False)
class Term:
    """`name`: as it is told. `body`: what it stands for, with `givens` in it. `uses`: how often it is used."""

    name: str
    body: Ludeme
    givens: tuple[Given, ...] = ()
    uses: int = 0
    told: int = field(default=0, compare=False)
    quality: bool = False
    """Whether it says of a site what that is: its name is what the site is called."""
    for_all: bool = field(default=False, compare=False)
    """Whether it is used for all players in one sentence."""
    coined: bool = field(default=False, compare=False)
    """Whether the author has not named it."""
    within: str = field(default="", compare=False)
    """The innermost define in which it stands, where that is known."""
    moved: set[str] = field(default_factory=set, compare=False)
    """What the last move had moved, wherever the term was used."""
    falls: set[str] = field(default_factory=set, compare=False)
    """The names of the last hole of a sowing, where the term was used for that; empty for other uses."""


def match(body: Any, node: Any, term: Term) -> tuple[Any, ...] | None:
    """What a node gives a term, in the order of `givens`; None if it is no use of the term."""
    found: dict[Given, Any] = {}
    return tuple(found[one] for one in term.givens) if _match(body, node, found) else None


def _match(body: Any, node: Any, found: dict[Given, Any]) -> bool:
    if isinstance(body, Given):
        if node is None or node == ():
            return False
        return _same(found.setdefault(body, node), node)
    if type(body) is not type(node):
        return False
    if isinstance(body, Ludeme):
        return _fits(body, node, found)
    if isinstance(body, tuple):
        return len(body) == len(node) and all(_match(a, b, found) for a, b in zip(body, node, strict=True))
    return bool(body == node)


def _same(one: Any, other: Any) -> bool:
    """Whether what is given is the same, as a player and the player's number are."""
    numbers = [player_number(value) or None if isinstance(value, RoleType) else value for value in (one, other)]
    return bool(one == other or (type(numbers[0]) is type(numbers[1]) is int and numbers[0] == numbers[1]))


def _fits(body: Ludeme, node: Ludeme, found: dict[Given, Any]) -> bool:
    return all(_match(getattr(body, name), getattr(node, name), found) for name in names_of(body))


MOST_NODES = 50_000

Use = tuple[str, int, int]


def _uses_around(node: Ludeme) -> tuple[tuple[Use, str], ...]:
    """The uses of defines in which a node stands, outermost first, with the names as they are written there."""
    span = node.span
    if span is None:
        return ()
    return tuple(((p.source.name, p.start, p.end), p.text) for p in reversed(span.places[1:]))


def begun_defines(roots: Iterable[Ludeme]) -> Iterator[tuple[str, Ludeme, int]]:
    """The nodes at which defines begin, with the name of each that begins there, and how often they stand."""
    times: dict[Ludeme, int] = {}
    names: dict[Ludeme, tuple[str, ...]] = {}
    left = MOST_NODES
    waiting: list[tuple[Ludeme, tuple[tuple[Use, str], ...]]] = []
    waiting += [(root, ()) for root in reversed(list(roots))]
    while waiting:
        node, around = waiting.pop()
        here = _uses_around(node)
        times[node] = times.get(node, 0) + 1
        same = [a == b for a, b in zip(here, around, strict=False)]
        common = same.index(False) if False in same else len(same)
        new = [text for _, text in here[common:] if text.startswith('"')]
        if isinstance(node, L.Then):  # a define of what follows is one of its moves
            here = here[:common]
            new = []
        if new and node not in names:
            names[node] = tuple(text.strip('"') for text in new)
        left -= 1
        if times[node] == 1 or left > 0:  # of a long description, what stands in an equal node is counted once
            waiting += [(child, here) for child in reversed(children(node))]
    for node, begun in names.items():
        for name in begun:
            yield name, node, times[node]
    for node, number in times.items():
        if number > 1 and node not in names:
            yield "", node, number


_NAMEABLE = (BooleanFunction, Moves, RegionFunction, IntFunction)


def candidates(roots: Iterable[Ludeme], readable: Any) -> list[Term]:
    """What may become a term, small ones first: defines that are used more than once, and what is written again.

    readable: makes a name of a define readable.
    """
    groups: dict[tuple[str, type], list[tuple[Ludeme, int]]] = {}
    again: list[tuple[Ludeme, int]] = []
    for name, node, number in begun_defines(roots):
        if isinstance(node, L.Apply) and node.effect is not None:
            node = node.effect
        if not isinstance(node, _NAMEABLE):
            continue
        if name:
            groups.setdefault((name, type(node)), []).append((node, number))
        elif isinstance(node, BooleanFunction | Moves):
            again.append((node, number))
    terms = []
    for (name, _), nodes in groups.items():  # a define of what is done somewhere is one of the moves in it
        uses = sum(number for _, number in nodes)
        if uses > 1:
            made = _generalised([node for node, _ in nodes])
            if made is not None:  # a define that only says "again" is not called so where it tells what follows
                follows = any(isinstance(node, Further) for node in walk(made[0]))
                terms.append(_called("" if follows else readable(name), *made, uses))
    for node, number in again:
        around = [text.strip('"') for _, text in _uses_around(node) if text.startswith('"')]
        terms.append(Term("", node, (), number, within=readable(around[-1]) if around else ""))
    return sorted(terms, key=lambda term: (not term.name, _size(term.body)))


def _called(name: str, body: Ludeme, givens: tuple[Given, ...], uses: int) -> Term:
    """A term by its author's name, without the words that are said anyway where it is used: `IsCornerAt` of a site as
    *corner*, `PiecesOf` a player as *pieces*."""
    about = speaks_of(body, L.IteratorSite())
    words = name.split()
    said = _SAID_ANYWAY if givens or about else _SAID_ANYWAY - _ELSEWHERE
    while len(words) > 1 and words[-1] in said:
        words = words[:-1]
    one = [given.kind for given in givens] == (["site"] if not about else [])
    quality = one and isinstance(body, BooleanFunction) and len(words) > 1 and words[0] == "is" and words[1] != "not"
    words = words[1:] if quality else words
    return Term(" ".join(words), body, givens, uses, quality=quality)


_ELSEWHERE = frozenset(("from", "in", "on", "to"))
_SAID_ANYWAY = _ELSEWHERE | {"at", "of", "for", "by"}


_LOOPS = {
    L.ForEachSite: ("generator",), L.RegionForEachSite: ("if_",), L.AllSites: ("if_",),
    L.StartForEachSite: ("if_", "starting_rule"), L.RegionForEachSiteInRegion: ("region",),
}  # fmt: skip
"""What goes through sites, with the arguments in which (site) is one of them."""

_SEVERAL: dict[Any, tuple[type, ...]] = {
    Way.THAT: (SomeWay, EachWay, WayMoves, WayRegion), Who.THAT: (SomePlayer, PlayerMoves)}  # fmt: skip
"""What says which directions or players are meant."""


def speaks_of(value: Any, what: Any) -> bool:
    """Whether something in a term is a site, direction or player that its uses speak of: (site), *that direction*."""
    if value == what:
        return True
    if isinstance(value, tuple):
        return any(speaks_of(one, what) for one in value)
    if not isinstance(value, Ludeme) or (isinstance(what, Enum) and isinstance(value, _SEVERAL[what])):
        return False
    bound = _LOOPS.get(type(value), ()) if isinstance(what, L.IteratorSite) else ()
    return any(speaks_of(getattr(value, name), what) for name in names_of(value) if name not in bound)


def _size(node: Ludeme) -> int:
    return 1 + sum(map(_size, children(node)))


def _generalised(nodes: list[Ludeme]) -> tuple[Ludeme, tuple[Given, ...]] | None:
    """What uses of a define have in common, and what they give; None where that is nothing, or too much is given."""
    first = nodes[0]
    paths: set[tuple[Any, ...]] = set()
    for path in {path for node in nodes[1:] for path, _, _ in differences(first, node)}:
        if path and path[-1] == "name" and isinstance(_at(first, path[:-1]), L.MapEntry):
            path = path[:-1]
        while path and ("ways" in path or not _can_be_given([_at(node, path) for node in nodes])):
            path = path[:-1]
        if not path:
            return None
        paths.add(path)
    values: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in sorted(paths, key=str):
        if not any(path[:i] in paths for i in range(len(path))):
            values.setdefault(tuple(_at(node, path) for node in nodes), []).append(path)
    _join_numbers(values)
    if len(values) > MOST_GIVEN:
        return None
    kinds = ["track" if any(_names_track(first, path) for path in paths_)
             else "region" if all(type(_at(first, path[:-1])) is L.SitesEquipmentRegion for path in paths_)
             else "site" if any(_is_place(first, path) for path in paths_) and _kind(column) == "number"
             else _kind(column) for column, paths_ in values.items()]  # fmt: skip
    changes: dict[tuple[Any, ...], Any] = {}
    givens = []
    lettered = [i for i, kind in enumerate(kinds) if kind in ("site", "sites")]
    for i, places in enumerate(values.values()):
        kind = kinds[i]
        which = "given" if kinds.count(kind) == 1 else ORDINALS[kinds[:i].count(kind)]
        by_letter = i in lettered and len(lettered) > 1
        given = Given(_LETTERS[lettered.index(i)] if by_letter else f"the {which} {kind}", kind)
        givens.append(given)
        changes.update(dict.fromkeys(places, given))
    return replaced_at(first, changes), tuple(givens)


def _join_numbers(values: dict[tuple[Any, ...], list[tuple[Any, ...]]]) -> None:
    """Makes the numbers of players that are given beside these players the same as these."""
    for column in [one for one in values if all(isinstance(value, RoleType) for value in one)]:
        numbers = tuple(map(player_number, column))
        if 0 not in numbers and numbers in values:
            values[column] += values.pop(numbers)


def _names_track(root: Any, path: tuple[Any, ...]) -> bool:
    """Whether what stands at a path is the name of a track."""
    return path[-1] == "track_name" or (path[-1] == "name" and isinstance(_at(root, path[:-1]), ON_TRACKS))


def _is_place(root: Any, path: tuple[Any, ...]) -> bool:
    """Whether a number stands for a site."""
    node: Any = _at(root, path[:-1])
    sides = (node.value_a, node.value_b) if isinstance(node, L.Equals | L.NotEqual) else ()
    return path[-1] in PLACES or any(isinstance(one, _ITERATORS) for one in sides)


def _can_be_given(values: list[Any]) -> bool:
    """Whether phrases can tell a given part in place of these values: no words and switches of the language."""
    parts = (tuple, L.From, L.To, L.Between, L.Piece, L.Then)
    if any(value is None or isinstance(value, parts) for value in values):
        return False
    if any(isinstance(value, Enum) for value in values):
        return all(isinstance(value, (*COMPASS, RoleType, Way, Who)) for value in values)
    return not any(isinstance(value, bool) for value in values)


_ITERATORS = (
    L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite, L.Last, L.Ahead, L.CentrePoint, L.MapEntry,
    L.TrackSiteMove, L.RegionSite, L.WhereSite, L.Coord,
)  # fmt: skip


_PLAYERS = (RoleType, L.Mover, L.Next, L.Prev, L.Who)


def _kind(values: tuple[Any, ...]) -> str:
    """What values are, in a word."""
    for cls, word in ((RegionFunction, "sites"), (BooleanFunction, "condition"), (Moves, "move"), (bool, "condition"),
                      (_ITERATORS, "site"), (str, "piece"), (_PLAYERS, "player"), (Enum, "direction")):
        if any(isinstance(value, cls) for value in values):
            return word
    return "number" if all(isinstance(value, int | IntFunction) for value in values) else "thing"


def _at(node: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        if isinstance(step, int):
            node = node[step] if isinstance(node, tuple) and step < len(node) else None
        else:
            node = getattr(node, step, None)
        if node is None:
            return None
    return node
