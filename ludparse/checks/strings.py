"""Which strings of a description Ludii takes for known ones.

Before it looks at ludemes, Ludii compares every string of the expanded game with those that stand where names are
given: in the equipment, as names of phases, in variables, and so on. A string that is none of these, and not the
longer or shorter form of one by at most two characters, is an error there. Labels of sites are never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludparse.syntax import Atom, AtomKind, Call, Node, walk

__all__ = ["is_label", "known_strings", "unknown_strings"]

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


def is_label(text: str) -> bool:
    """Whether a string can be the label of a site: digits after at most three letters, two of them equal."""
    letters = text.rstrip("0123456789")
    if letters == text:
        return False
    if len(letters) > 3 or (len(letters) == 3 and letters[0] != letters[1]):
        return False
    return not letters or (letters.isascii() and letters.isalpha())


def known_strings(tree: Call) -> set[str]:
    """The strings that stand where an expanded game gives names."""
    known = set(_ALWAYS)
    for node in walk(tree):
        if isinstance(node, Call):
            _gather(node, known)
    return known


def unknown_strings(tree: Call, known: set[str]) -> list[Atom]:
    """The strings of an expanded game that Ludii refuses, in the order of the text."""
    strings = (node for node in walk(tree) if isinstance(node, Atom) and node.kind is AtomKind.STRING)
    return [atom for atom in strings if not is_label(atom.text) and not _like_any(atom.text, known)]


def _gather(node: Call, known: set[str]) -> None:
    if _begins(node, _ALL_STRINGS):
        known.update(text for text in _strings(node) if not is_label(text))
    if _begins(node, _FIRST_STRING):
        first = next((text for text in _strings(node) if not is_label(text)), None)
        if first is not None:
            known.add(first)


def _begins(node: Call, clauses: tuple[tuple[str, str], ...]) -> bool:
    """Whether a call begins like one of the clauses; Ludii compares letters, so that a longer word does too."""
    first = node.args[0] if node.args else None
    word = first.value.text if first and first.name is None and isinstance(first.value, Atom) else ""
    return any(
        node.keyword == keyword and word.startswith(after) if after else node.keyword.startswith(keyword)
        for keyword, after in clauses
    )


def _strings(node: Node) -> Iterator[str]:
    for below in walk(node):
        if isinstance(below, Atom) and below.kind is AtomKind.STRING:
            yield below.text


def _like_any(text: str, known: set[str]) -> bool:
    if not text:
        return False
    if text in known:
        return True
    return any(abs(len(text) - len(other)) <= _MOST_LETTERS and (text in other or other in text) for other in known)
