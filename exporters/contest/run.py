"""Many games between two agents, several at a time, until the question is decided."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exporters.contest.game import ContestGame, play_contest_game
from exporters.statistics.players import make_player
from ludparse.errors import LudError

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
        return first, second

    def load(self) -> Any:
        """The game. Raises LudError."""
        from interpreter import load

        return load(self.source, options=self.options, ruleset=self.ruleset, library=self.library, backend=self.backend)


_worker: dict[str, Any] = {}


def _begin(setup: ContestSetup, game: Any = None) -> None:
    """Prepare a process to play."""
    _worker["setup"] = setup
    _worker["game"] = game if game is not None else setup.load()
    _worker["game"].optimise()
    _worker["makers"] = setup.makers()


def _begin_process(setup: ContestSetup) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its processes
    _begin(setup)


def _play(number: int) -> ContestGame:
    setup = _worker["setup"]
    output = None if setup.output is None else Path(setup.output)
    try:
        return play_contest_game(_worker["game"], _worker["makers"], number, setup.seed, setup.max_moves, output)
    except LudError as problem:
        return ContestGame(number, number % _worker["game"].players + 1, failure=str(problem))


def play_contest_games(
    setup: ContestSetup, game: Any, number: int, jobs: int, *, first: int = 0
) -> Generator[ContestGame]:
    """Play games first, first + 1, … before `number`, and yield their records in this order. They do not depend on the
    number of jobs, if the agents choose by their seeds alone. When the generator is closed, no further game is begun.
    """
    if jobs <= 1:
        _begin(setup, game)
        try:
            yield from map(_play, range(first, number))
        finally:
            _end()
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_process, initargs=(setup,))
    waiting: dict[Future[ContestGame], int] = {}
    done: dict[int, ContestGame] = {}
    begun = told = first
    try:
        while told < number:
            while begun < number and len(waiting) < jobs:
                waiting[pool.submit(_play, begun)] = begun
                begun += 1
            finished, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                done[waiting.pop(future)] = future.result()
            while told in done:
                yield done.pop(told)
                told += 1
    finally:
        for process in list((pool._processes or {}).values()):
            with contextlib.suppress(OSError):
                process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)


def _end() -> None:
    """End what agents have started."""
    _worker.clear()
    from exporters.ludii.agent import close_all

    close_all()
