"""How likely each word is at a place of a text, by how often the games of a library have it at such places.

A place is what surrounds it: the ludeme around, the name of the argument, the word before and after, the ludeme further
out, and what the call before has at the same place. It is looked up from the most special of these to the most general.
Words are those of the language alone; a text's own names count as one word for each sort: a define, a string, an
option, a number.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from ludparse.binding.signatures import forms_of
from ludparse.ludemes.base import REGISTRY

from .document import Document
from .tree import Node

__all__ = ["ANY", "CALL_OF_DEFINE", "DEFINE", "LEAST", "OPTION", "TEXT", "Counts", "Likelihood", "counts_of", "places",
           "title", "titles", "wordings"]  # fmt: skip

Counts = Mapping[str, Mapping[str, int]]
"""Place -> word -> how often it stands there."""

LEAST = 5
"""What is counted less often is not kept."""

CALL_OF_DEFINE, DEFINE, TEXT, OPTION, NUMBER, PARAMETER, LIST, ANY = '("', '"=', '""', "<", "0", "#", "{", ""
"""The words for what the language does not name itself. `ANY` is the place of everything."""

_DEEP = 8
"""How many defines are followed outwards."""

_LOCAL = 6
"""How often what the text itself has at a place is counted."""

_DOUBT = 1.0
"""How many words at a more general place weigh as much as one at a special place."""


@cache
def titles(keyword: str) -> tuple[str, ...]:
    """The ways in which ludemes of a keyword begin: `is Line`, `is Empty` …, or the keyword alone."""
    found = [keyword]
    for cls in REGISTRY.get(keyword, ()):
        for form in forms_of(cls):
            if form.slots and form.slots[0].selects:
                found += (f"{keyword} {word}" for word in form.slots[0].types[0].constants)
    return tuple(dict.fromkeys(found))


def title(keyword: str, after: str) -> str:
    """The keyword, with the word after it if this says which ludeme of the keyword it is."""
    both = f"{keyword} {after}"
    return both if both in titles(keyword) else keyword


def is_word(text: str) -> bool:
    """Whether something is a word of the language, by its letters: what authors name stands in quotation marks."""
    return text.isascii() and text.isalnum() and text[:1].isalpha()


def _title(call: Node, arguments: list[Node]) -> str:
    keyword = call.keyword
    if keyword[:1] == '"':
        return '"'
    if keyword not in REGISTRY and not is_word(keyword):
        return "?"
    first = arguments[0] if arguments else None
    return title(keyword, first.text if first is not None and first.label is None else "")


def wording(document: Document, node: Node) -> str:
    """The word for a part of a text; empty for what is no word of the language."""
    if node.kind == "call":
        name = _title(node, node.arguments)
        return "" if name == "?" else f"({name}"
    if node.kind == "array":
        return LIST
    text = node.text
    if node.is_string:
        return DEFINE if document.define(node.string) is not None else TEXT
    if node.kind == "angle" or text[:1] == "<":
        return OPTION
    if text[:1] == "#":
        return PARAMETER
    if text.lstrip("-.")[:1].isdigit():
        return NUMBER
    return text if is_word(text) else ""


def _moved(document: Document, outer: Node, before: list[Node]) -> Node | None:
    """The node in whose place stands what a define's body or an argument of a define stands for."""
    if outer.keyword == "define" and len(before) == 1:
        return next(iter(document.uses.get(before[0].string, ())), None)
    if outer.keyword[:1] == '"':
        define = document.define(outer.keyword.strip('"'))
        marker = f"#{len(before) + 1}"
        node = document.node_of(define) if define is not None else None
        if node is not None:
            return next((inner for inner in node.walk() if inner.text == marker), None)
    return None


def places(
    document: Document, outer: Node, before: list[Node], label: str | None, after_it: Node | None = None, deep: int = 0
) -> tuple[str, ...]:
    """The texts for a place after some arguments of a call or parts of a list, the most special first.

    after_it: what follows it there. The last two are those of the ludeme alone, and of everything."""
    if outer.kind == "call" and deep < _DEEP:
        node = _moved(document, outer, before)
        if node is not None and node.parent is not None:
            return places(document, node.parent, _before(node), node.label, None, deep + 1)
    last = [wording(document, node) for node in before[-2:]] or ["^"]
    following = wording(document, after_it) if after_it is not None else ""
    like = _like(document, outer, len(before), label)
    lists = ""
    while outer.kind == "array" and outer.parent is not None:
        lists += LIST
        before, label = _before(outer), outer.label
        outer = outer.parent
    here = f"{_title(outer, before) if outer.kind == 'call' else outer.kind} {label or ''}{lists}"
    around, further = _around(document, outer, deep)
    far = _around(document, further, deep)[0] if further is not None else ""
    after = f"{here}|{last[-1]}"
    special: tuple[str, ...] = (f"{after}|{like}",) if like else ()
    special += (f"{after}>{following}",) if following else ()
    general = f"{around}>{after}", f"{far}>{around}>{here}", f"{after}|{len(before)}|{last[0]}", after
    return *special, *general, f"{around}>{here}", here, ANY


def _like(document: Document, outer: Node, number: int, label: str | None) -> str:
    """The word at the same place of the call before, if it is of the same keyword; or of the call before the one
    around."""
    call = _call_before(outer)
    if call is None and outer.parent is not None:
        beside = _call_before(outer.parent)
        index = outer.parent.arguments.index(outer) if outer in outer.parent.arguments else 0
        if beside is not None and index < len(beside.arguments) and beside.arguments[index].keyword == outer.keyword:
            call = beside.arguments[index]
    if call is None:
        return ""
    if label is not None:
        return next((wording(document, node) for node in call.arguments if node.label == label), ")")
    node = call.arguments[number] if number < len(call.arguments) else None
    if node is None:
        return ")"
    return wording(document, node) if node.label is None else f"{node.label}:"


def _call_before(call: Node) -> Node | None:
    parent = call.parent
    if call.kind != "call" or parent is None or call not in parent.arguments:
        return None
    index = parent.arguments.index(call)
    beside = parent.arguments[index - 1] if index else None
    return beside if beside is not None and beside.keyword == call.keyword else None


def _before(node: Node) -> list[Node]:
    assert node.parent is not None
    siblings = node.parent.arguments
    return siblings[: siblings.index(node)] if node in siblings else []


def _around(document: Document, node: Node, deep: int) -> tuple[str, Node | None]:
    """What the call around a call is, with the name under which it stands there; and that call."""
    label = node.label
    while node.parent is not None and deep < _DEEP:
        parent = node.parent
        if parent.kind == "call":
            moved = _moved(document, parent, _before(node))
            if moved is None:
                return f"{_title(parent, parent.arguments)} {label or ''}", parent
            node, deep = moved, deep + 1
        else:
            node = parent
        label = label or node.label
    return node.kind, None


def wordings(document: Document) -> Iterator[tuple[Node, tuple[str, ...], str]]:
    """Every word of a text with its place: the node, the places, the word. A name of an argument ends in `:`."""
    for node in document.root.walk():
        outer = node.parent
        if outer is None or node is outer.head:
            continue
        before = _before(node) if outer.kind != "root" else outer.children[: outer.children.index(node)]
        siblings = outer.children
        index = siblings.index(node) + 1
        after = siblings[index] if index < len(siblings) else None
        if node.label is not None and is_word(node.label):
            yield node, places(document, outer, before, None, after), f"{node.label}:"
        yield node, places(document, outer, before, node.label, after), wording(document, node)


def counts_of(documents: Iterator[Document]) -> dict[str, Counter[str]]:
    """The words of some texts, counted by place."""
    counts: dict[str, Counter[str]] = {}
    for document in documents:
        for _, where, word in wordings(document):
            for place in where if word else ():
                counts.setdefault(place, Counter())[word] += 1
    return counts


class Likelihood:
    """Chances of words by how often they stand at a place."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.sums = {place: sum(words.values()) for place, words in counts.items()}

    @staticmethod
    @cache
    def of_library() -> Likelihood:
        """By the games of Ludii 1.3.13's library, counted by `tools/words.py`."""
        data = json.loads(files(__package__).joinpath("words.json").read_text(encoding="utf-8"))
        words, counts, place = data["words"], {}, ""
        for shared, rest, *row in data["places"]:
            place = place[:shared] + rest
            counts[place] = {words[word]: count for word, count in zip(row[::2], row[1::2], strict=True)}
        return Likelihood(counts)

    def without(self, counts: Counts) -> Likelihood:
        """What would be known had the games of these counts not been counted."""
        left: dict[str, Mapping[str, int]] = dict(self.counts)
        for place, words in counts.items():
            rest = {word: count - words.get(word, 0) for word, count in self.counts.get(place, {}).items()}
            left[place] = {word: count for word, count in rest.items() if count >= LEAST}
        return Likelihood(left)

    def chance(self, where: tuple[str, ...], word: str, local: Counts | None = None) -> float:
        """How likely the word is at a place (0 to 1), which is given as `places` does. local: the words of the text
        itself, which count `_LOCAL` times."""
        chance, left = 0.0, 1.0
        for place in where:
            words = self.counts.get(place, {})
            added = local.get(place, {}) if local else {}
            if words or added:
                whole = self.sums.get(place, 0) + _LOCAL * sum(added.values())
                weight = whole + _DOUBT * (len(words) + len(added))
                chance += left * (words.get(word, 0) + _LOCAL * added.get(word, 0)) / weight
                left *= 1 - whole / weight
        return chance

    def words_at(self, where: tuple[str, ...]) -> list[str]:
        """The words that stand at a place in the library."""
        return list(self.counts.get(where[-2], {}))
