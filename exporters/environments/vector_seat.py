"""Gymnasium's vector environments: one seat of many games side by side against opponents that choose for all at once.

    envs = gymnasium.make_vec("ludparse.environments:ludparse/Ex-Nihilo-v1", num_envs=256, observation="board")
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.vector import CUT, LEAVE, RUNNING, VectorGame
from ludparse.interpreter.play.arguments import whole
from ludparse.problems.errors import LudLimitError

from .opening import missing, open_game
from .spaces import Spaces

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as absent:
    raise missing("gymnasium", "Gymnasium") from absent

__all__ = ["Opponents", "VectorSeat"]

Opponents = Callable[[VectorGame], npt.ArrayLike]
"""Chooses an action in each lane, integers of shape (n,); where it is the seat's own turn they count for nothing."""
MOST_STEPS = 100_000
"""Moves of the others in a row, after which the seat is taken to get no turn."""
_NO_ACTION = -2
"""What stands for an action below 0, which `VectorGame` would take for one that leaves a lane alone."""


class VectorSeat(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """One seat of each of n games. A step plays an action in each, and ends when it is the seat's turn again in all.

    A game that ends begins anew in the same step (`AutoresetMode.SAME_STEP`): the observation is that of the new game,
    and `infos["final_obs"]` has the last one of the old game, as the seat sees it. `infos["action_mask"]` is int8 of
    shape (n, game.actions.size), `action_masks()` the same as booleans. Rewards are those of `SingleSeat`: 0 until the
    end, then 1 for the first place, -1 for the last, places between them evenly. A game that ends before the seat has
    had a turn counts for nothing, and another one begins. All that happens follows from the seed and the actions.

    games: the lanes, a `VectorGame`. opponents: how the other seats choose, which may be set at any time.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: SingleGame | str | Path,
        num_envs: int = 1,
        *,
        seat: int | None = 1,
        opponents: Opponents | None = None,
        observation: str = "ludii",
        history: int = 1,
        max_cycles: int | None = None,
        illegal: str = "terminate",
        threads: int = 1,
        **opening: Any,
    ) -> None:
        """game: a game, or what `load` accepts, with the arguments of `load`. seat: from 1, or None for one that is
        drawn in each new game. opponents: how the other seats choose; None: random legal actions. observation, history,
        max_cycles, illegal, threads: of `VectorGame`; with "board" or "graph" an observation is a dict of "planes" and
        "numbers", between -1 and 1.

        Raises ValueError for settings that make no sense, and what `VectorGame` and `load` raise.
        """
        opened = open_game(game, **opening)
        if seat is not None:
            whole("seat", seat, 1, opened.players)
        self.games = VectorGame(
            opened, num_envs, threads=threads, max_cycles=max_cycles, illegal=illegal, observation=observation,
            history=history,
        )  # fmt: skip
        self.game, self.seat, self.num_envs = opened, seat, num_envs
        self.opponents = opponents or VectorGame.sample
        spaces = Spaces(opened)
        self.single_action_space = spaces.actions()
        self.single_observation_space = spaces.tensor() if observation == "ludii" else spaces.seen(self.games.planes)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._at = np.zeros(num_envs, dtype=np.int32)  # the seats, from 0
        self._started = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin new games in all lanes. seed: equal seeds give equal games for equal actions. options: ignored; none
        exist."""
        super().reset(seed=seed)
        self._started, self.closed = True, False
        self.games.reset(int(self.np_random.integers(2**63)))
        self._draw_seats(np.arange(self.num_envs))
        self._until_own_turn(_Ends(self))
        return self._seen(False), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each lane, and let the others answer: observations, rewards (float64), terminations,
        truncations, infos. Raises RuntimeError before reset and after closing, what `VectorGame.step` raises, and
        LudLimitError where the seat gets no turn."""
        if self.closed or not self._started:
            raise RuntimeError("these environments are not playing: call reset() first")
        given, ends = np.asarray(actions), _Ends(self)
        if given.dtype.kind == "i":
            given = np.where(given < 0, _NO_ACTION, given)
        self._play(given, ends)
        self._until_own_turn(ends)
        infos = self._infos()
        if ends.there.any():
            infos |= {"final_obs": ends.last, "_final_obs": ends.there, "final_info": {}, "_final_info": ends.there}
        return self._seen(False), ends.rewards, ends.over, ends.there & ~ends.over, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool of shape (n, game.actions.size)."""
        return self.games.masks.copy()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks.astype(np.int8), "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}

    def _draw_seats(self, lanes: npt.NDArray[np.int64]) -> None:
        if self.seat is not None:
            self._at[lanes] = self.seat - 1
        else:
            self._at[lanes] = self.np_random.integers(self.game.players, size=len(lanes))

    def _until_own_turn(self, ends: _Ends) -> None:
        """Let the other seats move until it is this seat's turn in all lanes."""
        for _ in range(MOST_STEPS):
            waiting = self.games.seats != self._at
            if not waiting.any():
                return
            self._play(np.where(waiting, np.asarray(self.opponents(self.games)), LEAVE), ends)
        raise LudLimitError(f"the seat had no turn in {MOST_STEPS} moves of the others")

    def _play(self, actions: npt.NDArray[np.integer[Any]], ends: _Ends) -> None:
        self.games.step(actions)
        lanes = np.flatnonzero(self.games.ended != RUNNING)
        if len(lanes):
            ends.note(lanes)
            self._draw_seats(lanes)

    def _seen(self, final: bool) -> Any:
        seen = self.games.observe(self._at, final=final)
        return seen if isinstance(seen, np.ndarray) else {"planes": seen.planes, "numbers": seen.numbers}


class _Ends:
    """The games that ended in one step of the seat. there, over: bool (n,), whether one ended, by the rules or by an
    illegal action. rewards: float64 (n,). last: the last observations, as objects."""

    def __init__(self, envs: VectorSeat) -> None:
        n = envs.num_envs
        self._envs = envs
        self.there, self.over = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
        self.rewards = np.zeros(n, dtype=np.float64)
        self.last = np.full(n, None, dtype=object)

    def note(self, lanes: npt.NDArray[np.int64]) -> None:
        """Note games that the last step of the lanes ended, each the first of its lane."""
        envs, games = self._envs, self._envs.games
        lanes = lanes[~self.there[lanes]]
        self.there[lanes] = True
        self.over[lanes] = games.ended[lanes] != CUT
        self.rewards[lanes] = games.rewards[lanes, envs._at[lanes]]
        seen = envs._seen(True)
        for lane in lanes.tolist():
            one = {name: part[lane] for name, part in seen.items()} if isinstance(seen, dict) else seen[lane]
            self.last[lane] = one
