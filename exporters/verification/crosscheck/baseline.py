"""The baseline: lists of the games that are known to be identical, one path a line, sorted, under version control.

Each backend has one list for traces and one for trials, such as `python-traces.txt`. A listed game that is no longer
identical is a failure. The tools only ever add games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .result import GameResult, Level, TrialStatus

__all__ = ["Fallen", "compare", "read", "update"]

_HEAD = "# Games whose {what} the {backend} backend plays as recorded (lud crosscheck --update-baseline).\n"
_WHAT = ("traces", "trials")


@dataclass(frozen=True, slots=True)
class Fallen:
    """A game below its baseline, and in which of the two."""

    path: str
    what: str


def read(file: Path) -> list[str]:
    """The games of a baseline; none where the file does not exist."""
    if not file.exists():
        return []
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def compare(folder: Path, backend: str, results: Sequence[GameResult]) -> list[Fallen]:
    """The games that were run and are below the baseline. Games that were not run count for nothing."""
    fallen = []
    by_path = {result.path: result for result in results}
    for what in _WHAT:
        for path in read(_file(folder, backend, what)):
            result = by_path.get(path)
            if result is not None and _was_run(result, what) and not _holds(result, what):
                fallen.append(Fallen(path, what))
    return fallen


def update(folder: Path, backend: str, results: Sequence[GameResult]) -> dict[str, int]:
    """Adds the games that are identical now. Returns how many are new, for traces and trials. Removes nothing."""
    added = {}
    for what in _WHAT:
        file = _file(folder, backend, what)
        old = {*read(file)}
        new = old | {result.path for result in results if _holds(result, what)}
        added[what] = len(new - old)
        if new != old:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(_text(new, backend, what), encoding="utf-8")
    return added


def _text(paths: Iterable[str], backend: str, what: str) -> str:
    return _HEAD.format(what=what, backend=backend) + "".join(f"{path}\n" for path in sorted(paths))


def _file(folder: Path, backend: str, what: str) -> Path:
    return folder / f"{backend}-{what}.txt"


def _was_run(result: GameResult, what: str) -> bool:
    return what != "trials" or result.trial is not TrialStatus.absent


def _holds(result: GameResult, what: str) -> bool:
    if what == "trials":
        return result.trial is TrialStatus.same
    return result.level is Level.identical
