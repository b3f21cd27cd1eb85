"""The arrays of many games side by side."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..play.board_planes import BoardPlanes
    from .game import SingleGame

__all__ = ["Lanes"]


class Lanes:
    """The arrays of n games; see `VectorGame`."""

    def __init__(self, game: SingleGame, n: int, tensors: bool, form: BoardPlanes | None) -> None:
        """form: of observations; None for Ludii's channels and those of what is known besides."""
        import numpy as np

        self.n, self.form = n, form
        self.own = math.prod(game.tensors.state_shape)
        """The numbers of a position in Ludii's channels."""
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
