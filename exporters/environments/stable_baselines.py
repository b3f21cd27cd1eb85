"""Stable-Baselines3: one seat of many games as its `VecEnv`, with the masks that MaskablePPO of sb3-contrib asks for.

    envs = SeatVecEnv("Ex Nihilo", 64, seat=None, observation="board")
    model = MaskablePPO("MultiInputPolicy", envs)
    envs.seats.opponents = played_by(model)              # it plays against itself
    model.learn(100_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.vector import VectorGame

from .opening import missing
from .vector_seat import Opponents, VectorSeat

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as absent:
    raise missing("sb3", "Stable-Baselines3") from absent

__all__ = ["SeatVecEnv", "played_by"]


class SeatVecEnv(VecEnv):  # type: ignore[misc]
    """A `VectorSeat` as Stable-Baselines3 wants it. Lanes have their attributes and methods in common; `action_masks`
    is of each lane.

    seats: the `VectorSeat`, whose `opponents` may be set at any time.
    """

    def __init__(self, game: SingleGame | str | Path, num_envs: int = 1, **settings: Any) -> None:
        """Arguments and errors are those of `VectorSeat`."""
        self.seats = VectorSeat(game, num_envs, **settings)
        self._actions: Any = None
        super().__init__(num_envs, self.seats.single_observation_space, self.seats.single_action_space)

    def reset(self) -> Any:
        """Begin new games in all lanes; `seed` before it says which."""
        seen, _ = self.seats.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Note the actions that `step_wait` plays."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Observations, rewards, ends, and of each lane whose game ended "terminal_observation" and whether it was cut
        off ("TimeLimit.truncated")."""
        seen, rewards, over, cut, infos = self.seats.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(over | cut).tolist():
            told[lane] = {"terminal_observation": infos["final_obs"][lane], "TimeLimit.truncated": bool(cut[lane])}
        return seen, rewards.astype(np.float32), over | cut, told

    def close(self) -> None:
        """Free the games."""
        self.seats.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of each lane. Raises AttributeError where there is none."""
        return [getattr(self.seats, attr_name)] * len(self._lanes(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all lanes. Raises ValueError for some of them alone."""
        if len(self._lanes(indices)) < self.num_envs:
            raise ValueError("lanes have their attributes in common")
        setattr(self.seats, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What a method returns of each lane: `action_masks` a row of bool. Raises ValueError for other methods."""
        if method_name != "action_masks":
            raise ValueError(f"lanes have no method {method_name!r} of their own; `seats` has those of all lanes")
        masks = self.seats.action_masks()
        return [masks[lane] for lane in self._lanes(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Nothing wraps a lane."""
        return [False] * len(self._lanes(indices))

    def _lanes(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))


def played_by(model: Any, *, deterministic: bool = False) -> Opponents:
    """Opponents that play as a model with masks says, as it is whenever they are asked: an earlier one that was loaded,
    or the one that learns. deterministic: whether they always play what it prefers."""

    def choose(games: VectorGame) -> npt.ArrayLike:
        seen = games.observe(games.seats)
        given = seen if isinstance(seen, np.ndarray) else seen._asdict()
        actions, _ = model.predict(given, action_masks=games.masks.copy(), deterministic=deterministic)
        chosen: npt.NDArray[np.integer[Any]] = actions
        return chosen

    return choose
