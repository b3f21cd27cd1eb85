"""Random games in parts, wherever they are to be played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol

from ..play.arguments import random_run
from ..play.playouts import Playouts
from ..scheduling import Places, chunks

__all__ = ["stream"]


class Playable(Protocol):
    """A game, a match, or a state of one."""

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0) -> Playouts:
        """Random games."""


_BACKENDS = "python", "wasm", "c"
"""From the slowest to the fastest."""


@dataclass
class _RandomGames:
    """Plays the random games of some numbers, and says what they are seen as. It travels with the game.

    jobs: how many are played at a time in one process. backend: of the machine where it was made.
    """

    what: Playable
    seed: int
    max_moves: int | None
    jobs: int
    seen: Callable[[Playouts], Any] | None
    backend: str
    away: bool = False
    slow: str = ""

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"away": True}

    def prepare(self) -> Callable[[range], Any]:
        game = _game_of(self.what)
        if self.away:
            game.optimise()
            if _BACKENDS.index(game.backend) < _BACKENDS.index(self.backend):
                self.slow = f"it plays with the {game.backend} backend, this machine with {self.backend}"
        return self

    def __call__(self, numbers: range) -> Any:
        played = self.what.playouts(
            len(numbers), seed=self.seed, max_moves=self.max_moves, jobs=self.jobs, first=numbers.start
        )
        return played if self.seen is None else self.seen(played)


def _game_of(what: Playable) -> Any:
    return getattr(what, "game", what)


def stream(
    what: Playable, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0,
    on: object = None, seen: Callable[[Playouts], Any] | None = None,
) -> Generator[Any]:  # fmt: skip
    """The random games of `Game.playouts` in parts (`Playouts`), in the order of their numbers, as they come. However
    many there are, only some parts are in memory.

    what: a game, or a position to play on from. jobs, on: where, as for `Game.playouts`. A run that was interrupted
    goes on with `first`. seen: an importable function that makes something smaller of a part where it was played.
    Closing the generator ends what is being played. Raises what `Game.playouts` raises.
    """
    n, seed, max_moves, jobs, first = random_run(n, seed, max_moves, jobs, first, most=sys.maxsize // 2)
    backend = _game_of(what).backend
    native = on is None and backend != "python"  # which plays in threads
    work = _RandomGames(what, seed, max_moves, jobs if native else 1, seen, backend)
    parts = chunks(work, range(first, first + n), Places(1 if native else jobs, on))
    try:
        for _, part in parts:
            yield part
    finally:
        parts.close()
