"""Which rules ever happened in many games: `Game.cover`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import PurePath
from typing import Any

from ludparse.problems.spans import Span

__all__ = ["Cover", "Covered", "Remark"]


@dataclass(frozen=True)
class Covered:
    """What one ludeme of the text did. A ludeme in a define of the same text has the sum of all its uses; one of a
    define that stands elsewhere is told where that is used.

    place: where it stands. kind: "moves" (moves and effects), "condition", "region", "number", or "end" (a result of an
    end rule). asked: how often it was asked. held: how often it was true, or a region with sites. made: how many moves
    and effects it gave, those of its parts included. offered: legal moves that it made itself; played: those that were
    played. removed: pieces that it took off. least, most: of a number. All but `offered`, `played` and `removed` count
    also what rules ask about moves that they only try, as far as the backend looks. never: why it never happened, empty
    where it did.
    """

    place: Span
    kind: str
    asked: int
    held: int
    made: int
    offered: int
    played: int
    removed: int
    least: int | None
    most: int | None
    never: str

    @property
    def happened(self) -> int:
        """How often it made something, held, or was asked, whichever its kind is about."""
        return {"moves": self.made, "condition": self.held, "region": self.held}.get(self.kind, self.asked)

    @property
    def ludeme(self) -> str:
        """Its text on one line; a long one is cut."""
        text = " ".join(self.place.text[:400].split())
        return text if len(text) <= 100 else text[:97] + "…"

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        place, end = self.place, {"end_line": self.place.end_line, "end_column": self.place.end_column}
        at = {"file": place.file, "line": place.line, "column": place.column, "ludeme": self.ludeme}
        counts = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "place"}
        return at | end | counts | {"happened": self.happened}


@dataclass(frozen=True)
class Remark:
    """Something that people overlook in play. kind: "forced-pass", "die-on-board", "site-unused", "same-value",
    "endless". text: in words, on one line."""

    kind: str
    text: str


@dataclass(frozen=True)
class Cover:
    """What happened in many games.

    playouts, moves: random games, and their moves. cut: random games that were broken off after `max_moves`. inspected:
    in so many of the random games ludemes were counted: the first of each choice. searched: games of an agent, in which
    they were counted as well. choices: the options and rulesets that were looked
    at, as words; an empty one is the usual rules. ludemes: in the order of the text.
    """

    game: str
    backend: str
    playouts: int
    moves: int
    cut: int
    inspected: int
    max_moves: int
    searched: int
    choices: tuple[tuple[str, ...], ...]
    ludemes: tuple[Covered, ...]
    remarks: tuple[Remark, ...]

    @property
    def never(self) -> tuple[Covered, ...]:
        """The ludemes that never happened, without those within another one of these."""
        found: list[Covered] = []
        for x in self.ludemes:
            inside = found and found[-1].place.start <= x.place.start and x.place.end <= found[-1].place.end
            if x.never and not (inside and found[-1].place.source is x.place.source):
                found.append(x)
        return tuple(found)

    def on_line(self, line: int) -> tuple[Covered, ...]:
        """The ludemes that begin on a line of the description, from 1."""
        return tuple(x for x in self.ludemes if x.place.line == line)

    def __str__(self) -> str:
        return "\n".join(self._told())

    def _told(self) -> Iterator[str]:
        counted = f"; ludemes were counted in {self.inspected:,} of them" if self.inspected < self.playouts else ""
        yield f"{self.game}: {self.playouts:,} random games, {self.moves:,} moves ({self.backend} backend){counted}"
        for x in self.never:
            yield f"{PurePath(x.place.file).name}:{x.place.line}:{x.place.column}: {x.ludeme}: {x.never}"
        for remark in self.remarks:
            yield remark.text

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("ludemes", "remarks", "choices")}
        lists = {
            "choices": [list(words) for words in self.choices],
            "ludemes": [x.as_dict() for x in self.ludemes],
            "remarks": [asdict(x) for x in self.remarks],
        }
        return plain | lists
