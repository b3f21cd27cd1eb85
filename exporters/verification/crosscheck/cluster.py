"""Cross-checks on a cluster: each game in a process of its own on some worker, with the limits of `runner`.

A worker reads the recordings and the library at the same places as this machine.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work
from ludparse.interpreter.scheduling.processes import python_path

from ..recordings import Recording
from .result import Difference, GameResult
from .runner import Settings, run

__all__ = ["run_on_cluster"]


@dataclass(frozen=True)
class _Checking:
    """Checks one recording after the other."""

    settings: Settings

    def prepare(self) -> Callable[[Recording], GameResult]:
        """What checks a recording."""
        return self.check

    def check(self, recording: Recording) -> GameResult:
        # Workers of clusters are daemons, which may not have children of multiprocessing: a plain process has them
        done = subprocess.run(
            [sys.executable, "-m", __name__], input=pickle.dumps((recording, self.settings)), capture_output=True,
            env=python_path(), check=False,
        )  # fmt: skip
        if done.returncode or not done.stdout:
            said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            what = f"the process of a check ended with {done.returncode}: {' '.join(said)}"
            result = GameResult(recording.path, difference=Difference("crash", what, what))
            result.settle()
            return result
        result = pickle.loads(done.stdout)
        assert isinstance(result, GameResult)
        return result


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


def main() -> None:
    """Check one recording: read it and the settings from standard input, and write the result."""
    recording, settings = pickle.load(sys.stdin.buffer)
    [result] = run([recording], settings)
    sys.stdout.buffer.write(pickle.dumps(result))


if __name__ == "__main__":
    main()
