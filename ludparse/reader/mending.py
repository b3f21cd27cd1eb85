"""Edits that may put a mistake right, where there is one way that is likelier than all others.

What a define or an option inserts is mended where it is written: whether its other uses are right then too shows when
the edits are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ludparse.problems.errors import Edit, edits
from ludparse.problems.spans import Span
from ludparse.reader.matching import use_of_define
from ludparse.reader.syntax import Arg, Atom, AtomKind, Call, Node

__all__ = [
    "OPERATORS", "braced", "bracketed", "counted", "in_text_of", "infix", "infix_operator", "inserted", "is_number",
    "label_of", "labelled_span", "quoted", "relabelled", "reordered", "spelt", "with_blanks",
]  # fmt: skip

Fix = tuple[Edit, ...]


_DIGITS = re.compile("[0-9]+")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def is_number(word: str) -> bool:
    """Whether a word is written as a number is."""
    return _NUMBER.fullmatch(word) is not None


def in_text_of(around: Node, node: Node) -> Span | None:
    """Where a part of a call or list stands in the text that holds its brackets: what a define stands for, where that
    is used."""
    if node.span is None or around.span is None:
        return node.span
    place = node.span.within(around.span.used_at)
    if place is None or place == node.span:
        return node.span
    return use_of_define(place)


def spelt(place: Span | None, word: str, near: Sequence[str]) -> Fix:
    """Another spelling of a word within a place, if only one is near, or one is much nearer than all others.

    A number in a word is never misspelt, and most of its letters have to be right: of three all, of seven all but
    one. With a number, one has to be.
    """
    if place is None or not near or _DIGITS.findall(word) != _DIGITS.findall(near[0]):
        return ()
    distances = [edits(word.casefold(), name.casefold()) for name in near]
    letters = _DIGITS.sub("", word.strip('"'))
    wrong = distances[0] >= len(letters) if len(letters) < len(word.strip('"')) else distances[0] > len(letters) // 4
    if wrong and sorted(word.casefold()) != sorted(near[0].casefold()):
        return ()
    if len(near) > 1 and distances[1] <= distances[0] + (distances[0] > 1):
        return ()
    at = place.text.find(word)
    return (Edit(place.sub(at, at + len(word)), near[0]),) if at >= 0 else ()


def braced(place: Span | None) -> Fix:
    """Braces around a place."""
    length = len(place.text) if place is not None else 0
    return (Edit(place.sub(0, 0), "{"), Edit(place.sub(length, length), "}")) if place is not None else ()


def bracketed(first: Span | None, last: Span | None) -> Fix:
    """Brackets around all from one place to another."""
    if first is None or last is None or first.source is not last.source or first.used_at != last.used_at:
        return ()
    length = last.end - last.start
    return Edit(first.sub(0, 0), "("), Edit(last.sub(length, length), ")")


def inserted(place: Span | None, text: str) -> Fix:
    """A text directly before a place."""
    return (Edit(place, text + place.text),) if place is not None else ()


def quoted(places: Sequence[Span | None], label: str = "") -> Fix:
    """Quotation marks around each of some words, and a name before it."""
    known = [place for place in places if place is not None]
    if len(known) < len(places):
        return ()
    return tuple(Edit(place, f'{label and label + ":"}"{place.text}"') for place in known)


def relabelled(place: Span | None, label: str | None, near: Sequence[str]) -> Fix:
    """Another name for the argument that begins at a place; an empty one to leave the name out."""
    if place is None or label is None or len(near) != 1:
        return ()
    found = re.search(rf"{re.escape(label)}:\s*\Z", place.source.text[: place.start])
    if found is None:
        return ()
    new = f"{near[0]}:" if near[0] else ""
    return (Edit(Span(place.source, found.start(), place.start), new),)


def with_blanks(span: Span) -> Span:
    """A place with the blanks before it, in its line."""
    before = span.source.text[: span.start]
    return Span(span.source, len(before.rstrip(" \t")), span.end, span.used_at)


def reordered(spans: Sequence[Span | None], slots: Sequence[int | None]) -> Fix:
    """Arguments in the order of their slots. spans: where they stand, with their names."""
    if None in slots or None in spans or len(set(slots)) < len(slots):
        return ()
    known = [span for span in spans if span is not None]
    order = sorted(range(len(slots)), key=lambda i: slots[i] or 0)
    if any(span.source is not known[0].source or span.used_at != known[0].used_at for span in known):
        return ()
    return tuple(Edit(known[i], known[j].text) for i, j in enumerate(order) if i != j)


def label_of(arg: Arg) -> Span | None:
    """The place of the name of an argument, before the use if it is a whole define; None where it has none, or is not
    known."""
    if arg.name is None or arg.value.span is None:
        return None
    for place in arg.value.span.places:
        bracket = r"\s*" if place is arg.value.span else r"\s*\(?\s*"  # a use begins with the define's name
        found = re.search(rf"{re.escape(arg.name)}:{bracket}\Z", place.source.text[: place.start])
        if found is not None:
            return Span(place.source, found.start(), found.start() + len(arg.name) + 1, place.used_at)
    return None


def labelled_span(arg: Arg, place: Span | None = None) -> Span | None:
    """The place of an argument with its name. place: that of the argument without it, where it is not its value's."""
    span = place or arg.value.span
    if span is None or arg.name is None:
        return span
    found = re.search(rf"{re.escape(arg.name)}:\s*\Z", span.source.text[: span.start])
    return None if found is None else Span(span.source, found.start(), span.end, span.used_at)


OPERATORS = {
    **{word: word for word in ("=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%")},
    "==": "=", "=<": "<=", "=>": ">=", "<>": "!=", "&": "and", "&&": "and", "|": "or", "||": "or",
}  # fmt: skip
"""What other languages write between two arguments -> the ludeme."""


def infix_operator(node: Node) -> Atom | None:
    """The operator that stands between other arguments of a call, as in `(count Pieces P1 >= 5)`."""
    if not isinstance(node, Call) or node.keyword in OPERATORS.values() or len(node.args) < 2 + (not node.keyword):
        return None
    sign = node.args[-2].value
    others = [arg.value for arg in node.args[:-2] if isinstance(arg.value, Atom) and arg.value.text in OPERATORS]
    if others or not isinstance(sign, Atom) or sign.kind is AtomKind.STRING or node.args[-2].name is not None:
        return None
    return sign if sign.text in OPERATORS and node.args[-1].name is None else None


def infix(node: Call, sign: Atom) -> Iterator[Fix]:
    """The operator before its two arguments; and of the sites of a region that are counted, `Sites in:`."""
    span, right, place = node.span, in_text_of(node, node.args[-1].value), sign.span
    left = in_text_of(node, node.args[-3].value) if len(node.args) > 2 else None
    if span is None or place is None or right is None or not span.used_at == place.used_at == right.used_at:
        return
    word = OPERATORS[sign.text]
    number = is_number(node.keyword)
    if len(node.args) == 3 - number and (not node.keyword or number):
        yield Edit(span.sub(0, 1), f"({word} "), Edit(Span(place.source, place.start, right.start), "")
    elif node.keyword:
        before = Edit(span.sub(0, 0), f"({word} ")
        gap = Edit(Span(place.source, place.start if left is None else left.end, right.start), ") ")
        yield before, gap
        for edits in counted(node):
            yield before, *edits, gap


def counted(node: Call) -> Iterator[Fix]:
    """`Sites in:` before the region of a `count`, where it is the first argument."""
    first = node.args[0] if node.keyword == "count" and node.args else None
    place = labelled_span(first) if first is not None else None
    if first is not None and place is not None and isinstance(first.value, Call) and first.name in (None, "in"):
        yield (Edit(place.sub(0, 0), "Sites " if first.name else "Sites in:"),)
