"""Which strings of a description Ludii takes for known ones.

Before it looks at ludemes, Ludii compares every string of the expanded game with those that stand where names are
given: in the equipment, as names of phases, in variables, and so on. A string that is none of these, and not the
longer or shorter form of one by at most two characters, is an error there. Labels of sites are never looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from ludparse.reader.syntax import Atom, AtomKind, Call, Node, is_label, walk

__all__ = ["known_strings", "unknown_strings"]

_ALWAYS = ("Player", "Board", "Hand", "Ball", "Bag", "Domino")

_MOST_LETTERS = 2
"""So many letters more or less may a string have than the known one that it contains or is contained in."""

# Beginnings of clauses: the keyword, and the beginning of the word that follows if that matters.
_FIRST_STRING = (
    ("game", ""), ("match", ""), ("subgame", ""), ("phase", ""), ("vote", ""), ("move", "Vote"), ("is", "Proposed"),
    ("is", "Decided"), ("note", ""), ("trigger", ""), ("is", "Trigger"),
)  # fmt: skip
_ALL_STRINGS = (
    ("subgame", ""), ("players", ""), ("equipment", ""), ("trackSite", ""), ("set", "Var"), ("var", ""),
    ("remember", ""), ("set", "RememberValue"), ("values", "Remembered"),
)  # fmt: skip


def known_strings(nodes: Iterable[Node]) -> set[str]:
    """The strings that stand where an expanded game gives names. nodes: all nodes of its tree."""
    known = set(_ALWAYS)
    for node in nodes:
        if isinstance(node, Call) and any(clauses := _clauses(node.keyword)):
            every, first = clauses
            if every and _begins(node, every):
                known.update(text for text in _strings(node) if not is_label(text))
            if first and _begins(node, first):
                text = next((text for text in _strings(node) if not is_label(text)), None)
                if text is not None:
                    known.add(text)
    return known


def unknown_strings(strings: Iterable[Atom], known: Collection[str]) -> list[Atom]:
    """Those of all strings of an expanded game that Ludii refuses."""
    like = {text: is_label(text) or _like_any(text, known) for text in {atom.text for atom in strings}}
    return [atom for atom in strings if not like[atom.text]]


@lru_cache(maxsize=1_000)
def _clauses(keyword: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """For a keyword, of the clauses all of whose strings are names, and of those whose first is one: what the word
    after the keyword has to begin with."""
    return _of_keyword(keyword, _ALL_STRINGS), _of_keyword(keyword, _FIRST_STRING)


def _of_keyword(keyword: str, clauses: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Ludii compares letters: where nothing has to follow, a longer word than the keyword does too."""
    return tuple(after for word, after in clauses if (keyword == word if after else keyword.startswith(word)))


def _begins(node: Call, after: tuple[str, ...]) -> bool:
    """Whether the word after the keyword begins in one of these ways."""
    first = node.args[0] if node.args else None
    word = first.value.text if first and first.name is None and isinstance(first.value, Atom) else ""
    return word.startswith(after)


def _strings(node: Node) -> Iterator[str]:
    for below in walk(node):
        if isinstance(below, Atom) and below.kind is AtomKind.STRING:
            yield below.text


def _like_any(text: str, known: Collection[str]) -> bool:
    if not text:
        return False
    if text in known:
        return True
    return any(abs(len(text) - len(other)) <= _MOST_LETTERS and (text in other or other in text) for other in known)
