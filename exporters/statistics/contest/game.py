"""One game between two agents, and its record."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ludparse.interpreter.play.trial_text import Trial

from ..players import Player, choices

__all__ = ["ContestGame", "Timing", "play_contest_game"]


@dataclass(slots=True)
class Timing:
    """How long an agent took: moves, seconds in all, and the longest; iterations where it tells them."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    iterations: int = 0

    def add(self, seconds: float, iterations: int) -> None:
        """One move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.iterations += iterations


@dataclass(slots=True)
class ContestGame:
    """A game. seat: of the first agent, from 1; the second has the others. score: what the result is worth to the first
    agent, from 0 to 1. over: whether it came to an end, or was broken off (a draw). failure: why it could not be
    played; then it has no score."""

    number: int
    seat: int
    score: float | None = None
    plies: int = 0
    over: bool = False
    ranking: tuple[float, ...] = ()
    failure: str = ""
    timing: tuple[Timing, Timing] = field(default_factory=lambda: (Timing(), Timing()))
    trial: Trial | None = None
    """The whole game."""

    def as_dict(self) -> dict[str, Any]:
        """As plain data, without the trial."""
        found = asdict(replace(self, trial=None))
        del found["trial"]
        return found

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ContestGame:
        """The inverse of `as_dict`."""
        first, second = (Timing(**timing) for timing in data["timing"])
        return cls(**{**data, "ranking": tuple(data["ranking"]), "timing": (first, second)})


def play_contest_game(
    game: Any,
    make: tuple[Callable[[int], Player], Callable[[int], Player]],
    number: int,
    seed: int,
    max_moves: int,
) -> ContestGame:
    """Play the game of a number between two agents.

    The first agent has seat 1, 2, … in turn. As many games as there are seats begin with the same random numbers, so
    that chance favours no agent. The same seed and number give the same game if the agents choose by their seeds alone.
    """
    players = game.players
    seat = number % players + 1
    start = random.Random(f"{seed}/{number // players}").getrandbits(62)
    chance = random.Random(f"{seed}/{number}/agents")
    agents = [made(chance.getrandbits(62)) for made in make]
    state = game.start(seed=start)
    record = ContestGame(number, seat)
    try:
        for choice in choices(state, lambda at: agents[at + 1 != seat], max_moves):
            if choice.player is not None:
                record.timing[choice.player is agents[1]].add(choice.seconds, _iterations(choice.player))
            state.apply(choice.move)
            record.plies += 1
    finally:
        for agent in agents:
            close = getattr(agent, "close", None)
            if close is not None:
                close()
    record.over = state.over
    record.ranking = tuple(state.ranking[1 : players + 1])
    record.score = state.by_seat(record.ranking)[seat - 1]
    record.trial = state.trial()
    return record


def _iterations(agent: Any) -> int:
    """What an agent's last search did, if it says so."""
    done = getattr(agent, "done", None)
    return int(done) if isinstance(done, int) else 0
