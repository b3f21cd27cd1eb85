"""Which words of a tree nobody knows, and the known words most like them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from ludparse.binding.bind import CONSTANT_NUMBERS
from ludparse.binding.meanings import KEYWORDS
from ludparse.binding.signatures import Type, constants
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import nearest
from ludparse.reader.syntax import Atom, AtomKind, Call, Node, is_label, walk

__all__ = ["Suggestions", "unknown_words"]

_Memo = dict[tuple[object, ...], tuple[str, ...]]

_NUMBERED = re.compile("([A-Za-z]{2,}?)[-_]?([0-9]+)")
_ROLES = frozenset(role.value for role in RoleType)

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
        """The keyword that a word of other languages stands for, else those most like it: of those that fit the types,
        or of all where nothing is known of what fits."""

        def look() -> tuple[str, ...]:
            fitting = {word for type_ in types for word in (type_.keywords if type_.bases else ())}
            meant = KEYWORDS.get(word.casefold())
            if meant is not None and (not fitting or meant.split()[0] in fitting):
                return (meant,)
            return _alike(word, nearest(word, fitting or REGISTRY))

        return _kept(self._ludemes, (word, types), look)

    def constants(self, word: str, types: tuple[Type, ...], roles: frozenset[str]) -> tuple[str, ...]:
        """The constants most like a word: of those that fit the types, else of all.

        roles: those of the roles among the constants that name somebody where the word stands. A number in a word is
        meant as it is: `Player2` is `P2`, and a word that may be the label of a site is like no other.
        """

        def look() -> tuple[str, ...]:
            numbered = _NUMBERED.fullmatch(word)
            if numbered is not None and nearest(numbered[1], ["Player"]) and f"P{numbered[2]}" in roles:
                return (f"P{numbered[2]}",)
            fitting = {name for type_ in types for name, member in type_.constants.items()
                       if not isinstance(member, RoleType) or name in roles}  # fmt: skip
            if is_label(word):
                return tuple(name for name in sorted(fitting) if name.casefold() == word.casefold())
            return _alike(word, nearest(word, fitting or constants().keys() - _ROLES))

        return _kept(self._constants, (word, types, roles), look)

    def is_define(self, word: str) -> bool:
        """Whether a define has this name."""
        return word in self._names

    def defines(self, word: str) -> tuple[str, ...]:
        """The names of defines most like a word."""
        return _kept(self._defines, (word, ()), lambda: _alike(word, nearest(word, self._names)))


def _alike(word: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """Of some words like another those that differ by capitals alone, if there are any; else all."""
    return tuple(name for name in near if name.casefold() == word.casefold()) or near


def _kept(memo: _Memo, key: tuple[object, ...], look: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    if key not in memo:
        if len(memo) >= MAX_SUGGESTIONS:
            return ()
        memo[key] = look()
    return memo[key]
