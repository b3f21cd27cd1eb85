"""Where the ludemes stand in the text for which a piece of a program was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludparse.problems.spans import Span

__all__ = ["NOWHERE", "Find", "Places"]

Find = Callable[[], frozenset[Span]]


class Places:
    """A set of places. They are found when they are first asked for: of the programs that are compiled, few are ever
    looked at. A place is where the text stands; its `used_at` leads outwards through the defines (`Span.places`)."""

    __slots__ = ("_finders", "_spans")

    def __init__(self, *finders: Find) -> None:
        self._finders = finders
        self._spans: frozenset[Span] | None = None

    @property
    def spans(self) -> frozenset[Span]:
        """The places."""
        if self._spans is None:
            found = [find() for find in self._finders]
            self._spans = found[0] if len(found) == 1 else frozenset[Span]().union(*found)
        return self._spans

    def __iter__(self) -> Iterator[Span]:
        """The places in the order of the texts."""
        return iter(sorted(self.spans, key=lambda x: [(p.file, p.start, p.end) for p in x.places[::-1]]))

    def __or__(self, other: Places) -> Places:
        """Those of both."""
        finders = dict.fromkeys((*self._finders, *other._finders))
        return self if len(finders) == len(self._finders) else Places(*finders)

    def __repr__(self) -> str:
        return f"Places({', '.join(map(str, self))})"

    def __reduce__(self) -> tuple[Callable[[frozenset[Span]], Places], tuple[frozenset[Span]]]:
        return _these, (self.spans,)


def _these(spans: frozenset[Span]) -> Places:
    return Places(lambda: spans) if spans else NOWHERE


NOWHERE = Places()
"""No place: of what nobody wrote for a ludeme, or of which that is not known."""
