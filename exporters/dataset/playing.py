"""Plays the games of a data set: what is recorded of each position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.playouts import game_seed
from ludparse.interpreter.search import RandomAgent
from ludparse.problems.errors import LudLimitError, LudUnsupportedError

from ..statistics.players import Player, choices

__all__ = ["FORMAT", "Played", "Recorded", "play", "playable"]

FORMAT = "lud-dataset/1"


@dataclass(slots=True)
class Recorded:
    """A position: who moves (seat from 0), the legal actions, what the agent makes of each, and the one it chose."""

    seat: int
    legal: list[int]
    policy: list[float]
    action: int
    tensor: npt.NDArray[np.float32]


@dataclass(slots=True)
class Played:
    """One game. results: by seat, from 1 for the first place to -1 for the last; 0 where it is undecided or cut off."""

    number: int
    rng: int
    positions: list[Recorded]
    over: bool
    ranking: list[float]
    results: list[float]
    trial: str


def playable(game: SingleGame) -> SingleGame:
    """The game. Raises LudUnsupportedError where players move at the same time: a position has one action of one seat.
    """
    if game.flags.simultaneous:
        raise LudUnsupportedError(f"the players of {game.name!r} move at the same time: lud dataset cannot record them")
    return game


def play(game: SingleGame, number: int, seed: int, agent: Callable[[int], Player], max_moves: int) -> Played:
    """Game number `number` of a seed. It depends on these, the agent and the limit alone. It is cut off before a
    position with more legal moves than action numbers.

    agent: makes an agent from a seed; each seat has one of its own. What hidden information there is, is left out of
    the tensors. Policies are the agent's shares of visits, or certainty where it reports none; for random moves they
    are uniform.
    """
    chance = game_seed(seed, number)
    rng = chance.bits()
    state = game.start_with(rng)
    agents = [agent(chance.bits() >> 1) for _ in range(game.players)]
    positions: list[Recorded] = []
    for choice in choices(state, agents.__getitem__, max_moves):
        try:
            legal, action = state.actions(), state.action(choice.move)
        except LudLimitError:
            break
        tensor = game.tensors.state(state, player=state.mover)
        policy = list(_policy(choice.player, state, legal, action))
        positions.append(Recorded(state.seats[state.mover - 1], legal, policy, action, tensor))
        state.apply(choice.move)
    ranking = [float(place) for place in state.ranking[1 : game.players + 1]]
    values = state.by_seat(tuple(ranking)) if state.over else (0.5,) * game.players
    results = [2 * value - 1 for value in values]
    # a trial names the file of its description, which is another on each machine
    trial = replace(state.trial(), path=f"{game.name}.lud")
    return Played(number, rng, positions, state.over, ranking, results, str(trial))


def _policy(agent: Any, state: GameState, legal: list[int], action: int) -> Iterator[float]:
    """The agent's probability of each legal action, in their order."""
    report = getattr(agent, "report", None)
    visits: dict[int, int] = {}
    for found in getattr(report, "moves", ()):
        visits[state.action(found.move)] = found.visits
    total = sum(visits.values())
    if total:
        yield from (visits.get(number, 0) / total for number in legal)
    elif isinstance(agent, RandomAgent):
        yield from (1.0 / len(legal) for _ in legal)
    else:
        yield from (float(number == action) for number in legal)
