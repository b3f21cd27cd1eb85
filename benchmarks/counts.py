"""The checked-in counts, and what may have become of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from .count import Count
from .games import Benchmark

__all__ = ["ALLOWED", "COUNTS", "Difference", "Growth", "Table", "UnexplainedGrowthError"]

COUNTS = Path(__file__).with_name("counts.json")
ALLOWED = 0.03
"""By how much a count may grow without a note, as a share."""


class UnexplainedGrowthError(Exception):
    """A count has grown, and nobody has said why. grown: the differences that need a note."""

    def __init__(self, grown: list[Difference]) -> None:
        super().__init__(", ".join(str(d) for d in grown))
        self.grown = grown


@dataclass(frozen=True)
class Difference:
    """A benchmark that was counted before and now. Both: instructions a playout; before is None if there was none."""

    name: str
    before: int | None
    now: int

    @property
    def share(self) -> float:
        """By how much it has grown: 0.03 is 3 %, a negative number is a gain."""
        return self.now / self.before - 1 if self.before else 0.0

    @property
    def grown(self) -> bool:
        """Whether it has grown by more than is allowed without a note."""
        return self.before is not None and self.now > self.before * (1 + ALLOWED)

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.name}: {self.now:,} (new)"
        return f"{self.name}: {self.before:,} → {self.now:,} ({self.share:+.1%})"


@dataclass(frozen=True)
class Growth:
    """A growth that was accepted, and why."""

    name: str
    before: int
    now: int
    why: str
    day: str


@dataclass
class Table:
    """Counts by environment and benchmark, as they are checked in.

    A count belongs to a number of playouts and a limit of moves: if the benchmark has changed, there is nothing to
    compare with.
    """

    environments: dict[str, dict[str, dict[str, int | None]]] = field(default_factory=dict)
    notes: list[Growth] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path = COUNTS) -> Table:
        """The table in a file; an empty one if there is no file."""
        if not path.exists():
            return cls()
        held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return cls(held["environments"], [Growth(**note) for note in held["notes"]])

    def write(self, path: Path = COUNTS) -> None:
        """Writes the table to a file."""
        held = {"environments": self.environments, "notes": [vars(note) for note in self.notes]}
        path.write_text(json.dumps(held, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def before(self, environment: str, benchmark: Benchmark) -> int | None:
        """Instructions a playout as they are checked in; None if the same was never counted."""
        row = self.environments.get(environment, {}).get(benchmark.name)
        if row is None or (row["playouts"], row["max_moves"]) != (benchmark.playouts, benchmark.max_moves):
            return None
        return row["instructions_per_playout"]

    def difference(self, environment: str, benchmark: Benchmark, count: Count) -> Difference:
        """A new count beside the checked-in one."""
        return Difference(benchmark.name, self.before(environment, benchmark), count.per_playout)

    def update(self, environment: str, counts: Mapping[Benchmark, Count], note: str = "") -> list[Difference]:
        """Takes new counts over; what was not counted stays. note: why counts have grown.

        Returns the differences. Raises UnexplainedGrowthError, and changes nothing, if a count has grown by more than
        is allowed and there is no note.
        """
        differences = [self.difference(environment, benchmark, count) for benchmark, count in counts.items()]
        grown = [d for d in differences if d.grown]
        if grown and not note.strip():
            raise UnexplainedGrowthError(grown)
        today = date.today().isoformat()
        self.notes += [Growth(d.name, d.before or 0, d.now, note.strip(), today) for d in grown]
        held = self.environments.setdefault(environment, {})
        for benchmark, count in counts.items():
            held[benchmark.name] = {
                "instructions_per_playout": count.per_playout,
                "moves": count.moves,
                "playouts": benchmark.playouts,
                "max_moves": benchmark.max_moves,
            }
        return differences
