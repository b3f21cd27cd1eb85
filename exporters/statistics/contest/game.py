"""Games between two agents, wherever they are to be played, and their records."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ludparse.interpreter.play.trial_text import Trial
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work
from ludparse.problems.errors import LudError

from ..players import Player, PlayerError, choices, make_player

__all__ = ["ContestGame", "ContestSetup", "Timing", "play_contest_game", "play_contest_games"]


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


@dataclass(frozen=True, slots=True)
class ContestSetup:
    """Which game, which agents (as `make_player` reads them), and how. source: a path, a name or a text. ludii: where
    Ludii is, for agents of Ludii's. output: a folder for the trials."""

    source: str
    agents: tuple[str, str]
    options: tuple[str, ...] = ()
    ruleset: str | None = None
    library: str | None = None
    backend: str = "auto"
    seconds: float = 1.0
    seed: int = 0
    max_moves: int = 1000
    ludii: str | None = None
    output: str | None = None

    def makers(self) -> tuple[Any, Any]:
        """What makes both agents. Raises PlayerError."""
        first, second = (make_player(spec, seconds=self.seconds, ludii=self.ludii) for spec in self.agents)
        for spec, make in zip(self.agents, (first, second), strict=True):
            try:
                make(0)  # settings that make no sense are told before any game is played
            except (ValueError, TypeError) as problem:
                raise PlayerError(f"{spec}: {problem}") from None
        return first, second

    def load(self) -> Any:
        """The game. Raises LudError."""
        from ludparse.interpreter.game.load import load

        return load(self.source, options=self.options, ruleset=self.ruleset, library=self.library, backend=self.backend)


class _Playing:
    """Plays games of a contest by their numbers; it travels with the description of the game."""

    def __init__(self, setup: ContestSetup, game: Any) -> None:
        self.setup = setup
        self.game = game

    def prepare(self) -> _Player:
        """What plays a game."""
        return _Player(self.setup, self.game)


class _Player:
    def __init__(self, setup: ContestSetup, game: Any) -> None:
        game.optimise()
        self.setup = setup
        self.game = game
        self.makers = setup.makers()

    def __call__(self, number: int) -> ContestGame:
        setup = self.setup
        try:
            return play_contest_game(self.game, self.makers, number, setup.seed, setup.max_moves)
        except LudError as problem:
            return ContestGame(number, number % self.game.players + 1, failure=str(problem))

    def close(self) -> None:
        """End what agents have started."""
        from ...verification.ludii.agent import close_all

        close_all()


def play_contest_games(
    setup: ContestSetup, game: Any, number: int, jobs: int = 1, *, first: int = 0, on: object = None
) -> Generator[ContestGame]:
    """Play games first, first + 1, … before `number`, and yield their records in this order. They do not depend on the
    place, if the agents choose by their seeds alone. jobs, on: so many processes, or a cluster (`Game.playouts`). When
    the generator is closed, no further game is begun.
    """
    work: Work[int, ContestGame] = _Playing(setup, game)
    playing = in_order(work, range(first, number), Places(jobs, on))
    try:
        for record in playing:
            if setup.output is not None and record.trial is not None:
                # written here: a worker of a cluster may have no access to the folder
                record.trial.write(Path(setup.output) / f"game{record.number + 1:05}.trl")
            yield record
    finally:
        playing.close()
