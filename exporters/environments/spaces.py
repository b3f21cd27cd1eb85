"""The spaces of observations and actions, in Gymnasium's terms (PettingZoo uses them too)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ludparse.interpreter.game.game import SingleGame

from .opening import missing

try:
    from gymnasium import spaces
except ImportError as absent:
    raise missing("gymnasium", "Gymnasium") from absent

if TYPE_CHECKING:
    from ludparse.interpreter.play.board_planes import BoardPlanes

__all__ = ["Spaces"]


class Spaces:
    """The spaces of one game. They are new objects each time, because each has random numbers of its own."""

    def __init__(self, game: SingleGame) -> None:
        self.size = game.actions.size
        shape = game.tensors.observation_shape
        # Ludii names the channels that hold numbers, and players' amounts may be any number as well
        wide = [k for k, name in enumerate(game.tensors.channels) if "non-binary" in name or name.startswith("Amount")]
        wide += range(len(game.tensors.channels), shape[0])
        self._low = np.zeros(shape, dtype=np.float32)
        self._high = np.ones(shape, dtype=np.float32)
        self._low[wide], self._high[wide] = -np.inf, np.inf

    def tensor(self) -> Any:
        """Observations: float32 of `game.tensors.observation_shape`, 0 to 1 where Ludii's channels say yes or no."""
        return spaces.Box(self._low, self._high, dtype=np.float32)

    def seen(self, form: BoardPlanes) -> Any:
        """Planes and numbers, between -1 and 1."""
        parts = {"planes": form.shape, "numbers": (len(form.numbers),)}
        return spaces.Dict({name: spaces.Box(-1, 1, shape, dtype=np.float32) for name, shape in parts.items()})

    def actions(self) -> Any:
        """Actions: `game.actions`."""
        return spaces.Discrete(self.size)

    def masked(self) -> Any:
        """Positions with the mask of legal actions."""
        mask = spaces.Box(0, 1, (self.size,), dtype=np.int8)
        return spaces.Dict({"observation": self.tensor(), "action_mask": mask})
