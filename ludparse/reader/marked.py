"""Text that remembers where each of its characters comes from.

Defines and options replace text, and the inserted text need not be balanced. So expansion works on text and not on
trees. To keep the places of errors, every character carries an address. An `Atlas` hands out the addresses: a run of
them for each source text, and a fresh run for every use of a define or an option's value, which remembers the
characters that were inserted (their own addresses) and the address of the use. An argument of a define keeps the
addresses of the place where it was written.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span, SpanOf

__all__ = ["Atlas", "Marked", "Pieces", "run_of_addresses"]

_ADDRESS_LIMIT = 2**31
_count = array("I", range(1 << 12))


def run_of_addresses(start: int, length: int) -> array[int]:
    """`start, start + 1, …`: a slice of a long count is much faster than making each anew."""
    global _count
    end = start + length
    if end > _ADDRESS_LIMIT:
        raise problem("expansion-too-large", limit=_ADDRESS_LIMIT)
    if end > len(_count):
        if end > 1 << 22:
            return array("I", range(start, end))
        _count = array("I", range(1 << end.bit_length()))
    return _count[start:end]


class Marked(NamedTuple):
    """A text and, for each character, its address in the atlas."""

    text: str
    at: array[int]

    def part(self, start: int, end: int) -> Marked:
        """The characters from `start` up to `end`."""
        return Marked(self.text[start:end], self.at[start:end])

    def without(self, start: int, end: int) -> Marked:
        """All but the characters from `start` up to `end`."""
        return Marked(self.text[:start] + self.text[end:], self.at[:start] + self.at[end:])

    def stripped(self) -> Marked:
        """The text without leading and trailing blanks and control characters."""
        start, end = 0, len(self.text)
        while start < end and self.text[start] <= " ":
            start += 1
        while end > start and self.text[end - 1] <= " ":
            end -= 1
        return self.part(start, end)


class Pieces:
    """A text being put together."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._at: array[int] = array("I")

    def add(self, piece: Marked) -> None:
        self._texts.append(piece.text)
        self._at += piece.at

    def add_part(self, whole: Marked, start: int, end: int) -> None:
        if end > start:
            self._texts.append(whole.text[start:end])
            self._at += whole.at[start:end]

    def backwards(self) -> Iterator[str]:
        """The texts that were added, from the last to the first."""
        return reversed(self._texts)

    def __len__(self) -> int:
        return len(self._at)

    def join(self) -> Marked:
        return Marked("".join(self._texts), self._at)


class _Run(NamedTuple):
    """What a run of addresses refers to: a source, or a use of something that is defined elsewhere."""

    start: int
    source: Source | None
    inserted: array[int] | None
    used_at: int
    used_to: int
    name: str


class Atlas:
    """Hands out addresses and finds the place an address stands for."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._runs: list[_Run] = []
        self._next = 0
        self._sources: dict[int, Marked] = {}
        self._uses: dict[tuple[int, int, str, int], list[int]] = {}
        self._use_spans: dict[tuple[int, int], Span] = {}

    def source(self, source: Source) -> Marked:
        """The text of a source with fresh addresses; asked again for the same source, the same."""
        known = self._sources.get(id(source))
        if known is None:
            start = self._new_run(len(source.text), source, None, (-1, -1), "")
            known = self._sources[id(source)] = Marked(source.text, run_of_addresses(start, len(source.text)))
        return known

    def use(self, inserted: Marked, used_at: tuple[int, int], name: str) -> Marked:
        """The text `inserted`, which `name` stands for, as used between the two addresses (both included); for the same
        use of the same text, in whichever expansion, the same addresses."""
        return Marked(inserted.text, run_of_addresses(self.use_address(inserted, used_at, name), len(inserted.text)))

    def use_address(self, inserted: Marked, used_at: tuple[int, int], name: str) -> int:
        """The first address of the text that `use` gives."""
        length = len(inserted.text)
        known = self._uses.setdefault((*used_at, name, length), [])
        index = next((index for index in known if self._runs[index].inserted == inserted.at), -1)
        if index < 0:
            known.append(len(self._runs))
            return self._new_run(length, None, inserted.at, used_at, name)
        return self._starts[index]

    def _new_run(
        self, length: int, source: Source | None, inserted: array[int] | None, used_at: tuple[int, int], name: str
    ) -> int:
        start = self._next
        self._starts.append(start)
        self._runs.append(_Run(start, source, inserted, *used_at, name))
        self._next = start + length + 1
        return start

    def _run_of(self, address: int) -> _Run:
        return self._runs[bisect_right(self._starts, address) - 1]

    def used_names(self, address: int) -> Iterator[str]:
        """Names of the defines and options in whose text the character stands, from the innermost outwards."""
        while True:
            run = self._run_of(address)
            if run.inserted is None:
                return
            yield run.name
            address = run.used_at

    def span(self, first: int, last: int) -> Span:
        """The place of the characters between two addresses (both included).

        Where the two lie in different texts, the place of the first alone.
        """
        uses: list[int] = []  # the runs around the place, the outermost first
        starts, runs = self._starts, self._runs
        while True:
            index = bisect_right(starts, first) - 1
            start, source, inserted, _, _, _ = runs[index]
            offset, length = first - start, last - start
            if inserted is None:
                break
            uses.append(index)
            first = inserted[offset]
            last = inserted[length] if offset <= length < len(inserted) else first
        assert source is not None
        end = length + 1
        if not offset < end <= len(source.text):
            end = offset + 1
        used_at = None
        while uses:
            index = uses.pop()
            used_at = self._use_spans.get((id(used_at), index)) or self._used(used_at, index)
        return Span(source, offset, end, used_at)

    def _used(self, within: Span | None, index: int) -> Span:
        """Where what stands in a run was used, if it came into the run by the use `within` of something else."""
        key = id(within), index
        found = self._use_spans.get(key)
        if found is None:
            use = self.span(self._runs[index].used_at, self._runs[index].used_to)
            found = use if within is None else _graft(within, use)
            self._use_spans[key] = found  # `within` is kept here too, so that its id stays its own
        return found

    def places(self, text: Marked) -> SpanOf:
        """Gives the places of the characters between two offsets of a text."""
        at, span = text.at, self.span
        return lambda start, end: span(at[start], at[end - 1])

    def place(self, text: Marked, start: int, length: int = 1) -> Span:
        """The place of some characters of a text."""
        return self.span(text.at[start], text.at[min(start + length, len(text.at)) - 1])


def _graft(place: Span, use: Span) -> Span:
    """`place`, whose outermost use is followed by `use`."""
    outer = use if place.used_at is None else _graft(place.used_at, use)
    return Span(place.source, place.start, place.end, outer)
