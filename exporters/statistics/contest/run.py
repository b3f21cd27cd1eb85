"""Many games between two agents, several at a time, until the question is decided."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work
from ludparse.problems.errors import LudError

from ..players import PlayerError, make_player
from .game import ContestGame, play_contest_game

__all__ = ["ContestSetup", "play_contest_games"]


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
