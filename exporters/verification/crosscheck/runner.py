"""Run the checks of many games in processes of their own, here or on the workers of a cluster.

A game that crashes its process, or exceeds the time limit, fails alone.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work, report
from ludparse.interpreter.scheduling.watched import EndedError, TooLongError, Watched

from ..recordings import Recording
from .result import Difference, GameResult, TrialStatus
from .worker import Engine, check_game

__all__ = ["Checker", "Settings", "run", "run_on_cluster"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How games are run. `library` as `load` takes it; the limits are for each game, loading included.

    `limit_megabytes` bounds what a game adds to the address space of its process, where the system can do that.
    """

    engine: Engine
    library: str | None = None
    backend: str = "auto"
    jobs: int = 1
    limit_seconds: float = 120.0
    limit_megabytes: int = 4096


class Checker:
    """Checks one recording after the other in a process, which is begun anew after a game that ended it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process = Watched(settings.limit_megabytes)

    def __call__(self, recording: Recording) -> GameResult:
        result, began, limit = GameResult(recording.path), time.monotonic(), self._settings.limit_seconds
        try:
            for result in self._process.ask(_check, recording, self._settings, seconds=limit):
                result.seconds = time.monotonic() - began
        except EndedError as problem:
            return _stopped(result, began, "crash", str(problem))
        except TooLongError as problem:
            return _stopped(result, began, "limit", f"{problem} (--time-each)")
        return result

    def close(self) -> None:
        """End the process."""
        self._process.close()


def run(
    recordings: Sequence[Recording],
    settings: Settings,
    progress: Callable[[GameResult, int, int], None] = lambda result, done, total: None,
) -> list[GameResult]:
    """Checks all recordings and returns the results in their order. `progress` is called after each game."""
    checkers = [Checker(settings) for _ in range(max(1, settings.jobs))]
    free: queue.SimpleQueue[Checker] = queue.SimpleQueue()
    for checker in checkers:
        free.put(checker)

    def check(recording: Recording) -> GameResult:
        checker = free.get()
        try:
            return checker(recording)
        finally:
            free.put(checker)

    threads = ThreadPoolExecutor(len(checkers))
    try:
        checks = [threads.submit(check, recording) for recording in recordings]
        for done, one in enumerate(as_completed(checks), 1):
            progress(one.result(), done, len(recordings))
        return [one.result() for one in checks]
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for checker in checkers:
            checker.close()


def _check(recording: Recording, settings: Settings) -> GameResult:
    return check_game(recording, settings.engine, library=settings.library, backend=settings.backend, report=report)


def _stopped(result: GameResult, began: float, kind: str, message: str) -> GameResult:
    """The partial result of a game that was stopped."""
    result.seconds = time.monotonic() - began
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


@dataclass(frozen=True)
class _Checking:
    """Checks one recording after the other."""

    settings: Settings

    def prepare(self) -> Checker:
        """What checks a recording."""
        return Checker(self.settings)


def run_on_cluster(
    recordings: Sequence[Recording],
    settings: Settings,
    on: str,
    progress: Callable[[GameResult, int, int], None] = lambda result, done, total: None,
) -> list[GameResult]:
    """The same as `run`, on the workers of a cluster. Raises what `in_order` raises."""
    library = settings.library and str(Path(settings.library).resolve())
    work: Work[Recording, GameResult] = _Checking(replace(settings, jobs=1, library=library))
    tasks = [
        replace(
            r, root=r.root and r.root.resolve(), traces=[f.resolve() for f in r.traces],
            trials=[f.resolve() for f in r.trials],
        )
        for r in recordings
    ]  # fmt: skip
    results: list[GameResult] = []
    checking = in_order(work, tasks, Places(on=on))
    try:
        for result in checking:
            results.append(result)
            progress(result, len(results), len(recordings))
    finally:
        checking.close()
    return results
