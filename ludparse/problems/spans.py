"""Places in source texts, and how they are shown to the author."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

__all__ = ["Place", "Source", "Span", "SpanOf", "span_of"]


class Source:
    """A text with a name: a file, or something typed in (`name` is then a description such as `<text>`)."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"

    @cached_property
    def _starts(self) -> list[int]:
        """Offsets at which lines begin. Computed on demand, because most texts are never asked for a position."""
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its line end."""
        start, end = self.extent(number)
        return self.text[start:end]

    def extent(self, number: int) -> tuple[int, int]:
        """Where a line (counted from 1) begins and ends in the text, without its line end."""
        if not 1 <= number <= len(self._starts):
            return 0, 0
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] == "\r":
            end -= 1
        return start, end


class Span(NamedTuple):
    """Characters `start` up to (not including) `end` of `source`.

    `used_at` is set where the text stands within a define (or an option's value): the place where that was used,
    which may itself lie within another define.
    """

    source: Source
    start: int
    end: int
    used_at: Span | None = None

    @property
    def file(self) -> str:
        return self.source.name

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """Line of the last character, from 1."""
        return self.source.position(max(self.start, self.end - 1))[0]

    @property
    def end_column(self) -> int:
        """Column of the last character, from 1."""
        return self.source.position(max(self.start, self.end - 1))[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def places(self) -> tuple[Span, ...]:
        """This place, then the place where the surrounding define was used, and so on outwards."""
        places = [self]
        while places[-1].used_at is not None:
            places.append(places[-1].used_at)
        return tuple(places)

    def within(self, use: Span | None) -> Span | None:
        """This place in the text of a use of a define: where the define was used there whose text it stands in. None
        where it does not stand within that use. use: None for the text of the description."""
        return next((place for place in self.places if place.used_at == use), None)

    def sub(self, start: int, end: int) -> Span:
        """A span within this one, by offsets relative to `start`."""
        return Span(self.source, self.start + start, min(self.end, self.start + end), self.used_at)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def excerpt(self, width: int = 110) -> str:
        """The first line of the place, with carets below it; long lines are cut around the place."""
        line, column = self.source.position(self.start)
        start, end = self.source.extent(line)
        length = end - start  # a line can be as long as the whole text, so it is not copied
        first = column - 1
        last = self.end_column if self.end_line == line else length
        last = max(first + 1, min(last, length or 1))
        cut = max(0, min(first - width // 3, length - width))
        text = self.source.text[start + cut : min(start + cut + width, end)].expandtabs(1)
        shown = ("…" if cut else "") + text + ("…" if cut + width < length else "")
        shift = first - cut + (1 if cut else 0)
        carets = "^" * max(1, min(last - first, width - (first - cut)))
        gutter = f"{line:>5} | "
        return f"{gutter}{shown}\n{' ' * (len(gutter) - 2)}| {' ' * shift}{carets}"


SpanOf = Callable[[int, int], Span]
"""Gives the place of the characters between two offsets of some text."""

Place = Span | tuple[SpanOf, int, int] | None
"""A span, or how to find it: of the thousands in a description only those of its problems are ever looked at."""


def span_of(place: Place) -> Span | None:
    """The span that a place stands for."""
    if place is None or isinstance(place, Span):
        return place
    find, start, end = place
    return find(start, end)
