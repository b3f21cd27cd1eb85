"""Gymnasium: one seat of a game against agents."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search import Agent, RandomAgent
from ludparse.problems.errors import IllegalMoveError, LudLimitError, LudUnsupportedError

from .base import Environment
from .episode import Ending, action_of
from .opening import missing
from .rendering import RENDER_MODES
from .spaces import Spaces

try:
    import gymnasium
except ImportError as absent:
    raise missing("gymnasium", "Gymnasium") from absent

__all__ = ["MakeAgent", "SingleSeat"]

MakeAgent = Callable[..., Agent]
"""Makes an agent from a seed: called with `seed=…`, a whole number, at every reset."""

MOST_GAMES = 1000
"""Games in a row that end before the seat has had a turn, after which it is taken to get none."""
Tensor = npt.NDArray[np.float32]


class SingleSeat(Environment, gymnasium.Env[Tensor, np.int64]):  # type: ignore[misc]
    """One seat of a game. Agents play the others; a step ends when it is the seat's turn again or the game is over.

    An observation is the position as the seat sees it (float32 of `game.tensors.observation_shape`). `info`
    holds `action_mask` (int8, shape (game.actions.size,)); `action_masks()` gives the same as booleans, under the name
    that MaskablePPO looks for. The reward is 0 until the end, then 1 for the first place, -1 for the last, and places
    between them evenly. After a change of sides the seat plays the other role. Pictures show what the seat sees.

    game: a game, or what `load` accepts, with the arguments of `load`. seat: from 1, or None for one that is drawn at
    every reset. agent: how the other seats choose: an agent, a class or function that makes one from `seed=…`, or one
    of these for each seat by number; by default random moves. Further settings are those of `Environment`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: SingleGame | str | Path,
        *,
        seat: int | None = 1,
        agent: Agent | MakeAgent | Mapping[int, Agent | MakeAgent] = RandomAgent,
        **settings: Any,
    ) -> None:
        """Raises ValueError for settings that do not exist, LudUnsupportedError for simultaneous games."""
        self._open(game, **settings)
        if self.game.flags.simultaneous:
            what = f"the players of {self.game.name!r} move at the same time"
            raise LudUnsupportedError(what, hint="Use parallel(…).")
        if seat is not None and not 1 <= seat <= self.game.players:
            raise ValueError(f"seat={seat}: {self.game.name!r} has seats 1 to {self.game.players}")
        self.seat = seat
        spaces = Spaces(self.game)
        self.observation_space = spaces.tensor()
        self.action_space = spaces.actions()
        self._given = agent
        self._agents: dict[int, Agent] = {}
        self._at = 0  # the seat, from 0

    # ------------------------------------------------------------------ playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Tensor, dict[str, Any]]:
        """Begin a new game. A game that ends before the seat has had a turn counts for nothing, and another one begins.
        seed: equal seeds give equal games for equal actions. options: ignored; none exist. Raises LudLimitError where
        the seat gets no turn."""
        super().reset(seed=seed)
        players = self.game.players
        for _ in range(MOST_GAMES):
            self._at = int(self.np_random.integers(players)) if self.seat is None else self.seat - 1
            self._begin(int(self.np_random.integers(2**63)))
            self._agents = {k: self._agent(k) for k in range(players) if k != self._at}
            self._others()
            if self.episode.ending is Ending.RUNNING:
                return self._seen(), self._info()
        raise LudLimitError(f"the seat had no turn in {MOST_GAMES} games")

    def step(self, action: Any) -> tuple[Tensor, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others answer: observation, reward, terminated, truncated, info.

        Raises ValueError for another shape or dtype or a number that is no action, IllegalMoveError for an illegal one
        with illegal="raise", and RuntimeError before reset, after the end and after closing.
        """
        episode = self.episode
        if episode.ending is not Ending.RUNNING:
            raise RuntimeError("the episode is over: call reset()")
        number = action_of(action, self.game.actions.size)
        played = episode.legal(number, self._at, self.illegal)
        if played is not None:
            episode.play(played)
            self._others()
        info = self._info()
        if played != number:
            info["illegal"] = number
        return self._seen(), episode.rewards[self._at], episode.terminated, episode.truncated, info

    def _viewer(self) -> int:
        return self._at

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, shape (game.actions.size,)."""
        return self.episode.mask(self._at).astype(np.bool_)

    def _others(self) -> None:
        """Let the other seats move until it is this seat's turn."""
        episode = self.episode
        while episode.ending is Ending.RUNNING and episode.seat != self._at:
            seat, state = episode.seat, episode.state
            move = self._agents[seat].choose(state.copy())
            try:
                action = state.action(move)
            except IllegalMoveError as problem:
                what = f"the agent of seat {seat + 1} chose a move that is not legal: {problem}"
                raise IllegalMoveError(what) from None
            episode.play(action)

    def _agent(self, seat: int) -> Agent:
        given: Any = self._given
        if isinstance(self._given, Mapping):
            given = self._given.get(seat + 1, RandomAgent)
        seed = int(self.np_random.integers(2**63))  # drawn for every seat, so that the others do not depend on agents
        return _made(given, seed)

    def _seen(self) -> Tensor:
        return self.episode.observation(self._at)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self._at)} | self.episode.info

    # ------------------------------------------------------------------ the rest


def _made(given: Any, seed: int) -> Agent:
    """An agent, or what a class or function makes of a seed."""
    make = given
    if not inspect.isclass(given) and isinstance(given, Agent):
        return given
    agent: Agent = make(seed=seed)
    return agent
