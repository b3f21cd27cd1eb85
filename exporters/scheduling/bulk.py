"""Random games in bulk, on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from ludparse.interpreter.play.playouts import Playouts

from .order import in_order
from .perform import Work
from .places import Places

__all__ = ["cluster_playouts"]

SECONDS = 2.0
"""A worker should be busy with a chunk for so long: chunks cost a few kilobytes and some milliseconds each."""
_FIRST = 0.2


@dataclass(frozen=True)
class _Random:
    """Plays random games; it travels with the description of the game."""

    game: Any
    seed: int
    max_moves: int | None

    def prepare(self) -> Callable[[tuple[int, int]], Playouts]:
        """What plays so many games from a number on."""
        self.game.optimise()
        return self.play

    def play(self, some: tuple[int, int]) -> Playouts:
        first, count = some
        played: Playouts = self.game.playouts(count, seed=self.seed, max_moves=self.max_moves, first=first)
        return played


def cluster_playouts(
    game: Any, n: int, *, seed: int, max_moves: int | None, places: Places, size: int | None = None
) -> Generator[Playouts]:
    """n random games of a game or match in chunks, in the order of their numbers; all together they are those of
    `game.playouts`.

    size: games of a chunk; None: the first few are played here, to see how many take `SECONDS`. Raises what `in_order`
    raises.
    """
    work = _Random(game, seed, max_moves)
    play = work.prepare()
    count, done, began = 1, 0, time.perf_counter()
    while size is None and done < n and time.perf_counter() - began < _FIRST:
        some = min(count, n - done)
        yield play((done, some))
        done, count = done + some, 2 * count
    chunk = size or max(1, int(done * SECONDS / (time.perf_counter() - began)))

    def tasks() -> Iterator[tuple[int, int]]:
        for first in range(done, n, chunk):
            yield first, min(chunk, n - first)

    travelling: Work[tuple[int, int], Playouts] = work
    if done < n:
        yield from in_order(travelling, tasks(), places)
