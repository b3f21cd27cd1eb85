"""What a check looks at: the typed tree, the plain tree it came from, and the places of single words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TypeVar, cast

from ludparse.checks.strings import known_strings, unknown_strings
from ludparse.ludemes import Game, GamePlayer, Ludeme, Match
from ludparse.ludemes.base import keyword_of, place_of
from ludparse.ludemes.base import walk as all_below
from ludparse.problems.errors import Edit, LudError, Remedy, tolerated
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node, walk

__all__ = ["Inspection", "strings_in"]

L = TypeVar("L", bound=Ludeme)
T = TypeVar("T")

_number = itemgetter(0)


class Inspection:
    """One description with one choice of options, and what has been found in it.

    `game`: the typed tree. `tree`: the plain tree without defines and options. `metadata`: the text of the metadata,
    which may name things too. `problems`: what was found, each message once for each place of the text, however often a
    define repeats it.
    """

    def __init__(self, game: Ludeme, tree: Call, metadata: str = "") -> None:
        self.game = game
        self.tree = tree
        self.metadata = metadata
        self.problems: list[LudError] = []
        self._found: dict[Callable[[Inspection], object], object] = {}
        self._of: dict[tuple[type[Ludeme], ...], list[Ludeme]] = {}
        self._added: set[tuple[str, tuple[Source, int, int] | None]] = set()

    def once(self, find: Callable[[Inspection], T]) -> T:
        """What a function finds, which several checks ask about and which does not change."""
        if find not in self._found:
            self._found[find] = find(self)
        return cast(T, self._found[find])

    @cached_property
    def nodes(self) -> tuple[Ludeme, ...]:
        """All ludemes, parents first."""
        return tuple(all_below(self.game))

    @cached_property
    def plain_nodes(self) -> tuple[Node, ...]:
        """All nodes of the plain tree, in the order of the text."""
        return tuple(walk(self.tree))

    @cached_property
    def strings(self) -> tuple[Atom, ...]:
        """All strings, in the order of the text."""
        return tuple(n for n in self.plain_nodes if isinstance(n, Atom) and n.kind is AtomKind.STRING)

    @cached_property
    def words(self) -> frozenset[str]:
        """All other words and numbers, each with a capital."""
        words = {n.text for n in self.plain_nodes if isinstance(n, Atom) and n.kind is not AtomKind.STRING}
        return frozenset(word[:1].upper() + word[1:] for word in words)

    @cached_property
    def known_strings(self) -> frozenset[str]:
        """The strings that stand where names are given, as Ludii looks for them."""
        return frozenset(known_strings(self.plain_nodes))

    @cached_property
    def refused_strings(self) -> tuple[Atom, ...]:
        """The strings that Ludii refuses, in the order of the text."""
        return tuple(unknown_strings(self.strings, self.known_strings))

    @cached_property
    def _by_class(self) -> dict[type[Ludeme], list[tuple[int, Ludeme]]]:
        """The ludemes of each class with their numbers; there may be a hundred thousand in all."""
        found: dict[type[Ludeme], list[tuple[int, Ludeme]]] = {}
        for number, node in enumerate(self.nodes):
            found.setdefault(type(node), []).append((number, node))
        return found

    def of(self, *classes: type[L]) -> Iterator[L]:
        """The ludemes of these classes, in the order of the text."""
        known = self._of.get(classes)
        if known is None:
            lists = [nodes for cls, nodes in self._by_class.items() if issubclass(cls, classes)]
            numbered = lists[0] if len(lists) == 1 else sorted(chain(*lists), key=_number)
            known = self._of[classes] = [node for _, node in numbered]
        return cast("Iterator[L]", iter(known))

    @property
    def players(self) -> int:
        """How many players the description says there are; 2 in a match that does not say."""
        node = self.game.players if isinstance(self.game, Game | Match) else None
        if node is None:
            return 2
        return len(node.players or ()) if node.num_players is None else node.num_players

    @property
    def described_players(self) -> Sequence[GamePlayer]:
        """The players that are described one by one; none where only their number is given."""
        node = self.game.players if isinstance(self.game, Game | Match) else None
        return (node.players or ()) if node is not None else ()

    # --- places ---

    @cached_property
    def _calls(self) -> dict[int, Call]:
        return {id(node.place): node for node in self.plain_nodes if isinstance(node, Call)}

    def call(self, node: Ludeme) -> Call | None:
        """The call of the plain tree from which a ludeme was made."""
        return self._calls.get(id(place_of(node)))

    def atoms(self, node: Ludeme) -> Iterator[Atom]:
        """The single words that stand in the call of a ludeme, also those in its lists, but not within other calls."""
        call = self.call(node)
        stack: list[Node] = [arg.value for arg in reversed(call.args)] if call is not None else []
        while stack:
            part = stack.pop()
            if isinstance(part, Atom):
                yield part
            elif isinstance(part, Array):
                stack.extend(reversed(part.items))

    def place(self, node: Ludeme, word: object = None) -> Span | None:
        """Where a word of a ludeme stands; without a word, or where it is not found, the bracket and the keyword.

        word: a string, a number or an enumeration's constant.
        """
        if word is not None:
            text = word.value if isinstance(word, Enum) else str(word)
            alike = [atom for atom in self.atoms(node) if text in (atom.text, atom.text[:1].upper() + atom.text[1:])]
            # of a coordinate and a role that are spelt alike the one that is a string as well
            string = isinstance(word, str) and not isinstance(word, Enum)
            alike.sort(key=lambda atom: (atom.kind is AtomKind.STRING) != string)
            if alike:
                return alike[0].span
        return self.head(node)

    def head(self, node: Ludeme) -> Span | None:
        """The opening bracket and the keyword of a ludeme."""
        span = node.span
        return None if span is None else span.sub(0, min(span.end - span.start, 1 + len(keyword_of(node))))

    # --- what is found ---

    def add(
        self,
        code: str,
        span: Span | None,
        *,
        expected: Sequence[str] = (),
        nearest: Sequence[str] = (),
        hint: str = "",
        remedy: str | None = None,
        playable: bool = False,
        **values: object,
    ) -> None:
        """Note a problem.

        remedy: what may have to stand at the place instead. playable: whether the game can be played nevertheless, so
        that it is a warning.
        """
        error = problem(code, span, expected=expected, nearest=nearest, hint=hint, **values)
        if playable:
            error = tolerated(error)
        if remedy is not None and span is not None:
            error.remedies = (Remedy((Edit(span, remedy),)),)
        key = error.message, None if span is None else (span.source, span.start, span.end)
        if key not in self._added:
            self._added.add(key)
            self.problems.append(error)


def strings_in(value: object) -> Iterator[str]:
    """The strings in a field: itself, or the items of a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from strings_in(item)
