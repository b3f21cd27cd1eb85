"""Run the checks of many games, each in a process of its own.

A game that crashes its process, or exceeds the time limit, fails alone.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess

from ludparse.interpreter.scheduling.perform import quiet

from ..recordings import Recording
from .result import Difference, GameResult, TrialStatus
from .worker import Engine, check_game

__all__ = ["Settings", "run"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How games are run. `library` as `load` takes it; the limits are for each game, loading included.

    `limit_megabytes` bounds the address space of a game's process, where the system can do that.
    """

    engine: Engine
    library: str | None = None
    backend: str = "auto"
    jobs: int = 1
    limit_seconds: float = 120.0
    limit_megabytes: int = 4096


@dataclass(slots=True)
class _Running:
    process: BaseProcess
    connection: Connection
    started: float
    result: GameResult


def run(
    recordings: Sequence[Recording],
    settings: Settings,
    progress: Callable[[GameResult, int, int], None] = lambda result, done, total: None,
) -> list[GameResult]:
    """Checks all recordings and returns the results in their order. `progress` is called after each game."""
    context = _context()
    todo = list(reversed(recordings))
    running: list[_Running] = []
    done: dict[str, GameResult] = {}
    try:
        while todo or running:
            while todo and len(running) < max(1, settings.jobs):
                running.append(_start(context, todo.pop(), settings))
            next_end = min(r.started for r in running) + settings.limit_seconds
            wait([r.connection for r in running], timeout=max(0.01, min(1.0, next_end - time.monotonic())))
            for game in list(running):
                result = _collect(game, settings.limit_seconds)
                if result is not None:
                    running.remove(game)
                    done[result.path] = result
                    progress(result, len(done), len(recordings))
    finally:
        for game in running:
            game.process.kill()
            game.process.join()
    return [done[r.path] for r in recordings]


def _context() -> BaseContext:
    """A fork server: as safe as a new process, without importing everything again for each game."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    preload = "ludparse.exporters.verification.crosscheck.worker", "ludparse.interpreter.game.load"
    context.set_forkserver_preload([*preload])
    return context


def _start(context: BaseContext, recording: Recording, settings: Settings) -> _Running:
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(  # type: ignore[attr-defined]  # typeshed knows it for each context, not for their base
        target=_child, args=(theirs, recording, settings), daemon=True
    )
    process.start()
    theirs.close()
    return _Running(process, ours, time.monotonic(), GameResult(recording.path))


def _child(connection: Connection, recording: Recording, settings: Settings) -> None:
    quiet()
    if sys.platform == "linux":
        bound = settings.limit_megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    began = time.monotonic()

    def send(result: GameResult) -> None:
        result.seconds = time.monotonic() - began
        connection.send((False, result))

    result = check_game(recording, settings.engine, library=settings.library, backend=settings.backend, report=send)
    result.seconds = time.monotonic() - began
    connection.send((True, result))
    connection.close()


def _collect(game: _Running, limit: float) -> GameResult | None:
    """The result of a game that has finished or failed; None while it runs."""
    while game.connection.poll():
        try:
            final, game.result = game.connection.recv()
        except EOFError:
            game.process.join()
            return _stopped(game, "crash", _death(game.process.exitcode))
        if final:
            game.process.join()
            return game.result
    if time.monotonic() - game.started > limit:
        game.process.kill()
        game.process.join()
        return _stopped(game, "limit", f"not done after {limit:g} s (--time-each)")
    return None


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        return f"the process ended with signal {signal.Signals(-code).name}"
    return f"the process ended with exit code {code}"


def _stopped(game: _Running, kind: str, message: str) -> GameResult:
    """The partial result of a game that was stopped."""
    result = game.result
    result.seconds = time.monotonic() - game.started
    stage = result.stage or "start"
    difference = Difference(kind, f"{message}, in stage {stage!r}", f"{message}, in stage {stage!r}")
    if stage == "trial":
        result.trial = TrialStatus.differs
        result.trial_difference = difference
    else:
        result.checks[stage] = False
        result.difference = result.difference or difference
    result.settle()
    return result
