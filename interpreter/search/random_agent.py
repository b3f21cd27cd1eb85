"""An agent that moves at random."""

from __future__ import annotations

import random

from ..play.arguments import integer
from ..play.move import Move
from ..play.state import State

__all__ = ["RandomAgent"]


class RandomAgent:
    """Chooses each legal move with the same probability. seed: the same seed gives the same choices, one after another;
    None lets the system choose."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._chance = random.Random(None if seed is None else integer("seed", seed))

    def choose(self, state: State) -> Move:
        """One of the legal moves. Raises IllegalMoveError where there is none."""
        return state.random_move(self._chance)
