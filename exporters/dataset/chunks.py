"""Plays the chunks of a data set, wherever they are to be played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work

from ..statistics.players import make_player
from .files import encode
from .playing import play

__all__ = ["play_chunks"]


@dataclass(frozen=True)
class _Chunks:
    """Plays chunks of games; it travels with the description of the game."""

    game: SingleGame
    agent: str
    seed: int
    max_moves: int

    def prepare(self) -> Callable[[range], list[bytes]]:
        """What plays the games of some numbers, and gives the contents of their files."""
        make = make_player(self.agent)

        def chunk(numbers: range) -> list[bytes]:
            played = [play(self.game, number, self.seed, make, self.max_moves) for number in numbers]
            return encode(played, self.game.tensors.state_shape)

        return chunk


def play_chunks(
    game: SingleGame, agent: str, seed: int, max_moves: int, chunks: Sequence[range], jobs: int = 1, on: object = None
) -> Generator[list[bytes]]:
    """The contents of the files of each chunk, in their order. Raises LudError without pyarrow."""
    work: Work[range, list[bytes]] = _Chunks(game, agent, seed, max_moves)
    return in_order(work, chunks, Places(jobs, on), needs=("numpy", "pyarrow"))
