"""Edits that may put a mistake right, where there is one way that is likelier than all others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ludparse.problems.errors import Edit, edits
from ludparse.problems.spans import Span
from ludparse.reader.syntax import Arg, Call

__all__ = ["braced", "inserted", "quoted", "relabelled", "reordered", "spelt"]

Fix = tuple[Edit, ...]


_DIGITS = re.compile("[0-9]+")


def _own(span: Span | None) -> bool:
    """Whether a place stands where it is used; what a define inserts is another's text as well."""
    return span is not None and span.used_at is None


def spelt(place: Span | None, word: str, near: Sequence[str]) -> Fix:
    """Another spelling of a word within a place, if only one is near, or one is much nearer than all others.

    A number in a word is never misspelt, and something of its letters has to be right.
    """
    if place is None or not near or not _own(place) or _DIGITS.findall(word) != _DIGITS.findall(near[0]):
        return ()
    distances = [edits(word.casefold(), name.casefold()) for name in near]
    if distances[0] and distances[0] >= len(_DIGITS.sub("", word)):
        return ()
    if len(near) > 1 and distances[1] <= distances[0] + (distances[0] > 1):
        return ()
    at = place.text.find(word)
    return (Edit(place.sub(at, at + len(word)), near[0]),) if at >= 0 else ()


def braced(place: Span | None) -> Fix:
    """Braces around a place."""
    return (Edit(place, f"{{{place.text}}}"),) if place is not None and _own(place) else ()


def inserted(place: Span | None, text: str) -> Fix:
    """A text directly before a place."""
    return (Edit(place, text + place.text),) if place is not None and _own(place) else ()


def quoted(places: Sequence[Span | None], label: str = "") -> Fix:
    """Quotation marks around each of some words, and a name before it."""
    known = [place for place in places if place is not None and _own(place)]
    if len(known) < len(places):
        return ()
    return tuple(Edit(place, f'{label and label + ":"}"{place.text}"') for place in known)


def relabelled(place: Span | None, label: str | None, near: Sequence[str]) -> Fix:
    """Another name for the argument that begins at a place; an empty one to leave the name out."""
    if place is None or label is None or len(near) != 1 or not _own(place):
        return ()
    found = re.search(rf"{re.escape(label)}:\s*\Z", place.source.text[: place.start])
    if found is None:
        return ()
    new = f"{near[0]}:" if near[0] else ""
    return (Edit(Span(place.source, found.start(), place.start), new),)


def reordered(call: Call, places: Sequence[int | None], found: Mapping[int, int]) -> Fix:
    """The arguments of a call in the order of their slots. found: the slots of arguments that `places` leaves over."""
    slots = [found.get(id(arg)) if place is None else place for arg, place in zip(call.args, places, strict=True)]
    spans = [_with_label(arg) for arg in call.args]
    if None in slots or None in spans or len(set(slots)) < len(slots):
        return ()
    known = [span for span in spans if span is not None]
    order = sorted(range(len(slots)), key=lambda i: slots[i] or 0)
    if any(not _own(span) or span.source is not known[0].source for span in known):
        return ()
    return tuple(Edit(known[i], known[j].text) for i, j in enumerate(order) if i != j)


def _with_label(arg: Arg) -> Span | None:
    span = arg.value.span
    if span is None or arg.name is None:
        return span
    found = re.search(rf"{re.escape(arg.name)}:\s*\Z", span.source.text[: span.start])
    return None if found is None else Span(span.source, found.start(), span.end, span.used_at)
