"""PettingZoo environments: turn by turn (AEC), and all players at the same time (parallel)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.problems.errors import LudUnsupportedError

from .base import Environment
from .episode import Ending, Episode, action_of
from .opening import missing
from .rendering import RENDER_MODES
from .spaces import Spaces

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as absent:
    raise missing("pettingzoo", "PettingZoo") from absent

__all__ = ["AECGame", "ParallelGame"]

Observation = dict[str, npt.NDArray[Any]]


class _Seats(Environment):
    """What both kinds of environments share.

    Agents are `player_1`, `player_2`, …: the seats in their first order. An observation is a dictionary of
    `observation` (the position as the agent sees it, float32 of `game.tensors.observation_shape`) and
    `action_mask` (int8, shape (game.actions.size,)). Rewards are given at the end: 1 for the first place, -1 for the
    last, places between them evenly; 0 for a draw of two, and for what was cut off.

    Settings are those of `Environment`, and `render_seat`: the seat, from 1, whose view pictures show; None: that of a
    spectator, who sees everything.
    """

    def __init__(self, game: SingleGame | str | Path, *, render_seat: int | None = None, **settings: Any) -> None:
        """Raises ValueError for settings that do not exist, and what `open_game` raises."""
        self._open(game, **settings)
        if render_seat is not None and not 1 <= render_seat <= self.game.players:
            raise ValueError(f"render_seat={render_seat}: {self.game.name!r} has seats 1 to {self.game.players}")
        self.render_seat = render_seat
        self.possible_agents = [f"player_{p}" for p in range(1, self.game.players + 1)]
        self.agents: list[str] = []
        spaces = Spaces(self.game)
        self.observation_spaces = {agent: spaces.masked() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.actions() for agent in self.possible_agents}
        self.state_space = spaces.tensor()
        self.metadata = {
            "name": f"ludparse_{self.game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": self.game.flags.simultaneous,
            "render_fps": 1,
        }
        self._seat = {agent: k for k, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations. Raises KeyError for nobody's name."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[np.float32]:
        """The position with nothing hidden, float32 of `game.tensors.observation_shape`."""
        return self.game.tensors.observe(self.episode.state)

    def close(self) -> None:
        """Free the game that is being played. Closing twice does nothing more."""
        super().close()
        self.agents = []

    def _viewer(self) -> int | None:
        return None if self.render_seat is None else self.render_seat - 1

    def _begin(self, seed: int | None) -> Episode:
        episode = super()._begin(seed)
        self.agents = self.possible_agents[:]
        return episode

    def _see(self, agent: str) -> Observation:
        seat = self._seat[agent]
        return {"observation": self.episode.observation(seat), "action_mask": self.episode.mask(seat)}


class AECGame(_Seats, AECEnv):  # type: ignore[misc]
    """A game whose players move in turn. `_Seats` says what agents, observations and rewards are."""

    def __init__(self, game: SingleGame | str | Path, **settings: Any) -> None:
        _Seats.__init__(self, game, **settings)
        AECEnv.__init__(self)
        if self.game.flags.simultaneous:
            raise LudUnsupportedError(
                f"the players of {self.game.name!r} move at the same time",
                hint="Use parallel(…), or pettingzoo.utils.parallel_to_aec(parallel(…)).",
            )

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. seed: equal seeds give equal chance; None lets the system choose. options: ignored; none
        exist."""
        episode = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[0]
        if episode.ending is Ending.RUNNING:
            self.agent_selection = self.possible_agents[episode.seat]
        else:  # over before the first move
            self._end(episode)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation (None unless `observe`), reward so far, termination, truncation and info of `agent_selection`.

        Raises RuntimeError before reset and after closing, as `step` and `agent_iter` do.
        """
        _ = self.episode
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they act, until the episode is over for all; at most so many."""
        _ = self.episode
        return super().agent_iter(max_iter)

    def observe(self, agent: str) -> Observation:
        """The position as an agent sees it; the mask is empty where it is not the agent's turn."""
        return self._see(agent)

    def step(self, action: Any) -> None:
        """Play an action of `agent_selection` (None for one whose episode has ended).

        Raises ValueError for another shape or dtype or a number that is no action, IllegalMoveError for an illegal one
        with illegal="raise", and RuntimeError before reset and after closing.
        """
        episode, agent = self.episode, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"None is an action only for agents whose episode has ended, and {agent} plays on")
        number = action_of(action, self.game.actions.size)
        played = episode.legal(number, episode.seat, self.illegal)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos = {name: {} for name in self.agents}
        if played is not None:
            if played != number:
                self.infos[agent] = {"illegal": number}
            episode.play(played)
        else:
            self.infos[agent] = {"illegal": number}
        if episode.ending is Ending.RUNNING:
            self.agent_selection = self.possible_agents[episode.seat]
        else:
            self._end(episode)
        self._accumulate_rewards()

    def _end(self, episode: Episode) -> None:
        cut = episode.ending is Ending.CUT
        for agent in self.agents:
            self.rewards[agent] = episode.rewards[self._seat[agent]]
            self.terminations[agent] = not cut
            self.truncations[agent] = cut
            self.infos[agent] |= episode.info
        # every agent is asked once more, and answers with None
        order = [*self.agents]
        k = order.index(self.agent_selection)
        self.agent_selection = order[(k + 1) % len(order)]


class ParallelGame(_Seats, ParallelEnv):  # type: ignore[misc]
    """A game whose players move at the same time. `_Seats` says what agents, observations and rewards are.

    A round is joined from one move of each player, as Ludii joins it: each move is applied with its consequents in the
    order of the players, then the consequents that wait for all moves, then the rules about the end. A player without a
    legal move passes, which is then the only legal action.
    """

    def __init__(self, game: SingleGame | str | Path, **settings: Any) -> None:
        _Seats.__init__(self, game, **settings)
        if not self.game.flags.simultaneous:
            raise LudUnsupportedError(
                f"the players of {self.game.name!r} move in turn",
                hint="Use aec(…), or pettingzoo.utils.turn_based_aec_to_parallel(aec(…)).",
            )

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game; arguments as of `AECGame.reset`. Returns the observations and infos of the agents."""
        self._begin(seed)
        return {agent: self._see(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Play an action of each agent. Returns observations, rewards, terminations, truncations and infos.

        Raises ValueError for a missing or superfluous agent, and as `AECGame.step`.
        """
        episode, agents = self.episode, self.agents
        if not agents:
            raise RuntimeError("the episode is over: call reset()")
        if set(actions) != set(agents):
            raise ValueError(f"one action of each of {', '.join(agents)} is wanted, and these are of {sorted(actions)}")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        size = self.game.actions.size
        wanted = {agent: action_of(actions[agent], size) for agent in agents}
        played = []
        for agent in agents:
            chosen = episode.legal(wanted[agent], self._seat[agent], self.illegal)
            if chosen != wanted[agent]:
                infos[agent] = {"illegal": wanted[agent]}
            if chosen is None:
                break
            played.append(chosen)
        else:
            episode.play_together(played)
        infos = {agent: info | episode.info for agent, info in infos.items()}
        seen = {agent: self._see(agent) for agent in agents}
        rewards = {agent: episode.rewards[self._seat[agent]] for agent in agents}
        cut = episode.ending is Ending.CUT
        ended = episode.ending is not Ending.RUNNING
        if ended:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, ended and not cut), dict.fromkeys(agents, cut), infos
