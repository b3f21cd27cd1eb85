"""What is told of random games, however many, and the folder in which that is kept."""

from __future__ import annotations

import hashlib
import io
import json
import time
from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from ludparse.interpreter.play.game import Game
from ludparse.interpreter.play.playouts import Playouts, Rankings
from ludparse.interpreter.scheduling.about import about
from ludparse.interpreter.scheduling.runs import open_folder
from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

__all__ = ["Kept", "Tally"]

ROWS = 1_000_000
"""Games in a file of rows."""


@dataclass
class Tally:
    """Numbers of games and moves, the shortest and the longest game, how often each ranking came out, and how many were
    broken off. No game is kept."""

    games: int = 0
    moves: int = 0
    shortest: int | None = None
    longest: int = 0
    rankings: Counter[tuple[float, ...]] = field(default_factory=Counter)
    cut: int = 0

    @classmethod
    def of(cls, played: Playouts) -> Self:
        """Of some games."""
        # counted by ranking: a list of all would take longer than to play a small game
        rankings = played.rankings
        counts = rankings.counts() if isinstance(rankings, Rankings) else Counter(rankings)
        shortest, longest = (min(played.lengths), max(played.lengths)) if played.games else (None, 0)
        return cls(played.games, played.moves, shortest, longest, counts, played.cut)

    def first(self, player: int) -> int:
        """How often a player (from 1) was first, alone."""
        return sum(times for ranking, times in self.rankings.items() if ranking[player - 1] == 1.0)

    @property
    def drawn(self) -> int:
        """How many games came to an end without a first."""
        return self.games - self.cut - sum(times for ranking, times in self.rankings.items() if 1.0 in ranking)

    def add(self, other: Tally) -> None:
        """Count the games of another one as well."""
        known = [length for length in (self.shortest, other.shortest) if length is not None]
        self.games += other.games
        self.moves += other.moves
        self.shortest, self.longest = min(known, default=None), max(self.longest, other.longest)
        self.rankings.update(other.rankings)
        self.cut += other.cut

    def as_dict(self) -> dict[str, Any]:
        """As plain data, the same whatever order the games came in."""
        return self.__dict__ | {"rankings": sorted([[*ranking], times] for ranking, times in self.rankings.items())}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_dict`."""
        rankings = Counter({tuple(ranking): times for ranking, times in data["rankings"]})
        return cls(**{**data, "rankings": rankings})


class Kept:
    """The tally of games from number 0 on, in a folder. each: with a row for each game (Parquet: game, plies, and the
    place of each player), in files of `ROWS` games, of which the last is written again until it is full.

    What is written depends on the games alone. The tally is written last, and rows that it does not count come again.
    """

    def __init__(self, folder: Path | None, game: Game, seed: int, max_moves: int | None, *, each: bool) -> None:
        """folder: None keeps nothing. Raises LudError for a folder of other games, or without pyarrow for rows."""
        self.folder, self.each, self.tally, self.written = folder, each, Tally(), time.monotonic()
        self.rows: list[array[Any]] = [array("i"), *(array("f") for _ in range(game.players))]
        self.first = 0
        if folder is None:
            return
        text = hashlib.sha256(game.description.text.encode()).hexdigest()
        facts = {"format": "ludparse-playouts/1", "game": game.name, "text": text, "seed": seed, "max_moves": max_moves}
        open_folder(folder, "run.json", {**facts, "rows": ROWS if each else None, "code": about()["code"]})
        if (file := folder / "tally.json").exists():
            self.tally = Tally.from_dict(json.loads(file.read_text(encoding="utf-8")))
        if each:
            self.first = self.tally.games // ROWS * ROWS
            self._read(self.tally.games - self.first)

    def add(self, part: Playouts | Tally) -> None:
        """Count the next games; with rows these are `Playouts`. Raises OSError."""
        if isinstance(part, Playouts):
            assert isinstance(part.rankings, Rankings)
            self.rows[0].extend(part.lengths)
            for player, column in enumerate(self.rows[1:], 1):
                column.extend(part.rankings.of(player))
            part = Tally.of(part)
        self.tally.add(part)
        # a file of rows is larger, and its games are played again soon
        if len(self.rows[0]) >= ROWS or time.monotonic() - self.written > (30 if self.each else 1):
            self.write()

    def write(self) -> None:
        """Write what was counted. Raises OSError."""
        if self.folder is None:
            return
        while self.rows[0]:
            count = min(ROWS, len(self.rows[0]))
            self._write(count)
            if count < ROWS:
                break
            self.rows, self.first = [column[ROWS:] for column in self.rows], self.first + ROWS
        write_whole(self.folder / "tally.json", json.dumps(self.tally.as_dict(), indent=1) + "\n")
        self.written = time.monotonic()

    def _file(self) -> Path:
        assert self.folder is not None
        return self.folder / f"games-{self.first:012d}.parquet"

    def _read(self, count: int) -> None:
        try:
            import pyarrow.parquet as pq
        except ImportError:
            raise LudError("pyarrow is not installed: pip install 'ludparse[dataset]'") from None
        if count:
            for column, read in zip(self.rows, pq.read_table(self._file()).columns[1:], strict=True):
                column.extend(read.to_pylist()[:count])

    def _write(self, count: int) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = {"game": pa.array(range(self.first, self.first + count), pa.int64())}
        for number, column in enumerate(self.rows):
            kind, name = (pa.float32(), f"place_{number}") if number else (pa.int32(), "plies")
            columns[name] = pa.array(column[:count], kind)
        out = io.BytesIO()
        pq.write_table(pa.table(columns), out, compression="zstd")
        write_whole(self._file(), out.getvalue())
