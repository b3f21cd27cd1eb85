"""The answer to a question about a position: `State.why`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from ludparse.problems.spans import Span

__all__ = ["Why"]


@dataclass(frozen=True)
class Why:
    """An answer, or a part of one.

    text: in words, on one line. place: where the ludeme stands in the text that it is about, None for what no ludeme
    says; `place.used_at` leads outwards through defines. value: what the ludeme gave there, None for what has no value:
    True or False of a condition, a number, the labels of a region's sites. sites: labels of the sites that were looked
    at. rules: the ludemes that decide: each a Why. children: the parts of a condition, and the effects of a move.
    """

    text: str
    place: Span | None = None
    value: bool | int | tuple[str, ...] | None = None
    sites: tuple[str, ...] = ()
    rules: tuple[Why, ...] = ()
    children: tuple[Why, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self._lines(0, 3))

    def _lines(self, depth: int, inner: int) -> Iterator[str]:
        """The answer, with its rules and so many levels of parts."""
        indent = "  " * depth
        at = self.place
        names = () if at is None else (f"{PurePath(p.file).name}:{p.line}:{p.column}" for p in at.places)
        yield indent + self.text + ("" if at is None else f"  [{', used at '.join(names)}]")
        if at is not None and self.rules:
            yield from (f"{indent}  {line}" for line in at.excerpt(90).split("\n"))
        for rule in self.rules:
            yield from rule._lines(depth + 1, inner)
        if inner:
            for child in self.children:
                yield from child._lines(depth + 1, inner - 1)

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        places = [] if self.place is None else self.place.places
        return {
            "text": self.text,
            "places": [{"file": p.file, "line": p.line, "column": p.column, "text": p.text} for p in places],
            "value": list(self.value) if isinstance(self.value, tuple) else self.value,
            "sites": list(self.sites),
            "rules": [rule.as_dict() for rule in self.rules],
            "children": [child.as_dict() for child in self.children],
        }

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": str(self)}
