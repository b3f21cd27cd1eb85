"""The arrays of many games side by side."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import SingleGame

__all__ = ["Lanes"]


class Lanes:
    """The arrays of n games; see `VectorGame`."""

    def __init__(self, game: SingleGame, n: int, tensors: bool) -> None:
        import numpy as np

        self.n = n
        self.masks = np.zeros((n, game.actions.size), dtype=np.bool_)
        self.tensors = np.zeros((n, *game.tensors.state_shape), dtype=np.float32) if tensors else None
        self.rewards = np.zeros((n, game.players), dtype=np.float32)
        self.ended = np.zeros(n, dtype=np.uint8)
        self.seats = np.zeros(n, dtype=np.int32)
        self.counts = np.zeros(n, dtype=np.int32)
        self.shown = copy.copy(self)
        """The same arrays for others, who cannot write to them."""
        for name, array in vars(self.shown).items():
            if isinstance(array, np.ndarray):
                setattr(self.shown, name, view := array.view())
                view.flags.writeable = False
