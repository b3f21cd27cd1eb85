"""Cross-checks on a cluster: each game in a watched process on some worker, with the limits of `runner`.

A worker reads the recordings and the library at the same places as this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work

from ..recordings import Recording
from .result import GameResult
from .runner import Checker, Settings

__all__ = ["run_on_cluster"]


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
    """The same as `runner.run`, on the workers of a cluster. Raises what `in_order` raises."""
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
