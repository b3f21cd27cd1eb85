"""Which words of a tree nobody knows, and the known words most like them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from ludparse.binding.bind import CONSTANT_NUMBERS
from ludparse.binding.signatures import Type, constants
from ludparse.ludemes.base import REGISTRY
from ludparse.problems.errors import nearest
from ludparse.reader.syntax import Atom, AtomKind, Call, Node, walk

__all__ = ["Suggestions", "unknown_words"]

_Memo = dict[tuple[str, tuple[Type, ...]], tuple[str, ...]]

MAX_SUGGESTIONS = 300
"""Known words are looked up for so many different unknown ones of each sort."""


def unknown_words(root: Node) -> Iterator[Node]:
    """The calls and symbols of a tree that are neither a ludeme nor a constant, in the order of the text."""
    for node in walk(root):
        if isinstance(node, Call):
            if node.keyword not in REGISTRY:
                yield node
        elif isinstance(node, Atom) and node.kind is AtomKind.SYMBOL and not _known_symbol(node.text):
            yield node


def _known_symbol(text: str) -> bool:
    capital = text[:1].upper() + text[1:]
    known = constants()
    return text in known or capital in known or text in CONSTANT_NUMBERS or text.lower() in ("true", "false")


class Suggestions:
    """Finds known words like an unknown one, once for each word and place. defines: names of defines."""

    def __init__(self, defines: Collection[str] = ()) -> None:
        self._names = defines
        self._ludemes: _Memo = {}
        self._constants: _Memo = {}
        self._defines: _Memo = {}

    def ludemes(self, word: str, types: tuple[Type, ...]) -> tuple[str, ...]:
        """The keywords most like a word: of those that fit the types, else of all."""

        def look() -> tuple[str, ...]:
            fitting = {word for type_ in types for word in (type_.keywords if type_.bases else ())}
            return nearest(word, fitting) or nearest(word, REGISTRY)

        return _kept(self._ludemes, (word, types), look)

    def constants(self, word: str, types: tuple[Type, ...]) -> tuple[str, ...]:
        """The constants most like a word: of those that fit the types, else of all."""

        def look() -> tuple[str, ...]:
            fitting = {word for type_ in types for word in type_.constants}
            return nearest(word, fitting) or nearest(word, constants())

        return _kept(self._constants, (word, types), look)

    def defines(self, word: str) -> tuple[str, ...]:
        """The names of defines most like a word."""
        return _kept(self._defines, (word, ()), lambda: nearest(word, self._names))


def _kept(memo: _Memo, key: tuple[str, tuple[Type, ...]], look: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    if key not in memo:
        if len(memo) >= MAX_SUGGESTIONS:
            return ()
        memo[key] = look()
    return memo[key]
