"""Descriptions that nobody wrote: parts of one game in the places of parts of another.

A graft is fully determined by its seed and number. It begins with a random game of the library, with options drawn at
random, and is changed once to three times: a subtree of another game takes the place of a corresponding one, or a whole
number changes by one. Corresponding are calls of the same keyword, and nodes that stand in the same role.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludparse.description.description import load_description
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Atom, AtomKind, Call

from .trees import Place, is_number, places, replaced, size

__all__ = ["Graft", "Grafter"]

_LARGEST = 400
"""Words of a subtree that is grafted; larger ones make one game of the other."""

_KEPT = 1024
"""Trees of games that are kept, each some half a megabyte."""


@dataclass(frozen=True, slots=True)
class Graft:
    """A description made of others. `story` says how it was made."""

    number: int
    text: str
    story: str


class Grafter:
    """Makes grafts of the games of a library."""

    def __init__(self, library: Library, games: Sequence[str], seed: int) -> None:
        self.library = library
        self.games = games
        self.seed = seed
        self._read = lru_cache(maxsize=_KEPT)(self._described)

    def graft(self, number: int) -> Graft:
        """The graft of this number, from 0."""
        chance = random.Random(f"{self.seed}/{number}")
        while True:
            name, tree = self._tree(chance)
            story = [name]
            for _ in range(chance.choice((1, 1, 1, 2, 3))):
                changed = self.changed(tree, chance)
                if changed is not None:
                    tree, what = changed
                    story.append(what)
            if len(story) > 1:
                return Graft(number, format_tree(tree), "; ".join(story))

    def _tree(self, chance: random.Random) -> tuple[str, Call]:
        """A random game with random options, as a tree without defines."""
        while True:
            name = chance.choice(self.games)
            options = self._options(name)
            chosen = tuple(chance.choice(items) for items in options if chance.random() < 0.3)
            try:
                return f"{name} {chosen}" if chosen else name, self._read(name, chosen)
            except LudError:
                continue

    def _options(self, name: str) -> tuple[tuple[str, ...], ...]:
        try:
            return _options(self.library, name)
        except LudError:
            return ()

    def _described(self, name: str, chosen: tuple[str, ...]) -> Call:
        return load_description(name, library=self.library, options=chosen).tree

    def changed(self, tree: Call, chance: random.Random) -> tuple[Call, str] | None:
        """The tree changed in one place, and what was changed; None where nothing corresponds."""
        found = list(places(tree))[1:]
        if chance.random() < 0.2:
            numbers = [place for place in found if is_number(place.node)]
            return self._counted(tree, chance.choice(numbers), chance) if numbers else None
        name, other = self._tree(chance)
        theirs = list(places(other))[1:]
        for _ in range(20):
            place = chance.choice(found)
            if isinstance(place.node, Atom) and chance.random() < 0.7:
                continue
            fitting = [p for p in theirs if _corresponds(place, p, same_role=chance.random() < 0.4)]
            if fitting:
                new = chance.choice(fitting).node
                changed = replaced(tree, place.path, (new,))
                assert isinstance(changed, Call)
                return changed, f"{_short(place)} by {_short(Place((), new, ''))} of {name}"
        return None

    def _counted(self, tree: Call, place: Place, chance: random.Random) -> tuple[Call, str]:
        assert isinstance(place.node, Atom)
        value = str(int(place.node.text) + chance.choice((-1, 1)))
        changed = replaced(tree, place.path, (Atom(value, AtomKind.NUMBER),))
        assert isinstance(changed, Call)
        return changed, f"{place.node.text} by {value} in {place.role}"


@lru_cache(maxsize=4096)
def _options(library: Library, name: str) -> tuple[tuple[str, ...], ...]:
    options = load_description(name, library=library).options
    return tuple(tuple(item.heading for item in option.items) for option in options)


def _corresponds(place: Place, other: Place, *, same_role: bool) -> bool:
    """Whether a node of another game may take a place; a keyword counts, or else the role."""
    if not same_role and isinstance(place.node, Call):
        alike = isinstance(other.node, Call) and other.node.keyword == place.node.keyword
    else:
        alike = place.role == other.role and isinstance(other.node, type(place.node))
    return alike and size(other.node) <= _LARGEST


def _short(place: Place) -> str:
    node = place.node
    return f"({node.keyword} …)" if isinstance(node, Call) else node.text if isinstance(node, Atom) else "{…}"
