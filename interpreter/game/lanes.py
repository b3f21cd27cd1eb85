"""The arrays of many games side by side."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING

from ..play.arguments import aligned_zeros

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
        self.masks = aligned_zeros((n, game.actions.size), np.bool_)
        self.tensors = aligned_zeros((n, *game.tensors.state_shape), np.float32) if tensors else None
        self.rewards = aligned_zeros((n, game.players), np.float32)
        self.ended = aligned_zeros((n,), np.uint8)
        self.seats = aligned_zeros((n,), np.int32)
        self.counts = aligned_zeros((n,), np.int32)
        self.shown = copy.copy(self)
        """The same arrays for others, who cannot write to them."""
        for name, array in vars(self.shown).items():
            if isinstance(array, np.ndarray):
                setattr(self.shown, name, view := array.view())
                view.flags.writeable = False
