"""Terms: what an author has defined, told once and called by its name wherever it is used.

A define whose uses differ has *given* parts, as its text has `#1`: they are found by comparing the uses in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, children, keyword_of, names_of, walk
from ludparse.ludemes.enums import RoleType
from ludparse.ludemes.kinds import BooleanFunction, IntFunction, Moves, RegionFunction

from .folding import COMPASS, Way, Who
from .trees import differences, replaced_at
from .turns import Further

__all__ = ["Given", "Term", "candidates", "match"]

MOST_GIVEN = 4
_ORDER = ("first", "second", "third", "fourth")
"""A define of which more parts differ is told wherever it is used."""


@dataclass(frozen=True)
class Given:
    """A part of a term that its uses give."""

    text: str

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
    coined: bool = field(default=False, compare=False)
    """Whether the author has not named it."""
    within: str = field(default="", compare=False)
    """The innermost define in which it stands, where that is known."""
    moved: set[str] = field(default_factory=set, compare=False)
    """What the last move had moved, wherever the term was used."""


def match(body: Any, node: Any, term: Term) -> tuple[Any, ...] | None:
    """What a node gives a term, in the order of `givens`; None if it is no use of the term."""
    found: dict[Given, Any] = {}
    return tuple(found[one] for one in term.givens) if _match(body, node, found) else None


def _match(body: Any, node: Any, found: dict[Given, Any]) -> bool:
    if isinstance(body, Given):
        if node is None or node == ():
            return False
        return bool(found.setdefault(body, node) == node)
    if type(body) is not type(node):
        return False
    if isinstance(body, Ludeme):
        return _fits(body, node, found)
    if isinstance(body, tuple):
        return len(body) == len(node) and all(_match(a, b, found) for a, b in zip(body, node, strict=True))
    return bool(body == node)


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


def _written(roots: Iterable[Ludeme]) -> Iterator[tuple[str, Ludeme, int]]:
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
    for name, node, number in _written(roots):
        if not isinstance(node, _NAMEABLE):
            continue
        if name:
            groups.setdefault((name, type(node)), []).append((node, number))
        elif isinstance(node, BooleanFunction | Moves):
            again.append((node, number))
    terms = []
    for (name, _), nodes in groups.items():
        uses = sum(number for _, number in nodes)
        if uses > 1:
            made = _generalised([node for node, _ in nodes])
            if made is not None:  # a define that only says "again" is not called so where it tells what follows
                follows = any(isinstance(node, Further) for node in walk(made[0]))
                terms.append(Term("" if follows else readable(name), made[0], made[1], uses))
    for node, number in again:
        around = [text.strip('"') for _, text in _uses_around(node) if text.startswith('"')]
        terms.append(Term("", node, (), number, within=readable(around[-1]) if around else ""))
    return sorted(terms, key=lambda term: (not term.name, _size(term.body)))


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
    if len(values) > MOST_GIVEN:
        return None
    kinds = ["track" if any(path[-1] in ("track_name", "name") and "track" in _parent(first, path) + str(path[-1])
                            for path in paths_)
             else _kind(column) for column, paths_ in values.items()]  # fmt: skip
    changes: dict[tuple[Any, ...], Any] = {}
    givens = []
    for i, places in enumerate(values.values()):
        kind = kinds[i]
        which = "given" if kinds.count(kind) == 1 else _ORDER[kinds[:i].count(kind)]
        given = Given(f"the {which} {kind}")
        givens.append(given)
        changes.update(dict.fromkeys(places, given))
    return replaced_at(first, changes), tuple(givens)


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


def _parent(root: Any, path: tuple[Any, ...]) -> str:
    """The kind of node that has an argument."""
    return keyword_of(_at(root, path[:-1])).lower() if isinstance(_at(root, path[:-1]), Ludeme) else ""


def _kind(values: tuple[Any, ...]) -> str:
    """What values are, in a word."""
    for cls, word in ((RegionFunction, "sites"), (BooleanFunction, "condition"), (Moves, "move"), (bool, "condition"),
                      (_ITERATORS, "site"), (str, "piece"), (RoleType, "player"), (Enum, "direction")):
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
