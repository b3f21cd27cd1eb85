"""Recorded games on disk: finding them in a folder, and reading the trace format `lud-trace/1`.

A corpus folder holds `traces/`, `trials/`, `expanded/` and `boards/`, each with the same paths below it. A place to
search can be the corpus, one of its folders, or any folder or file below.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ludparse.interpreter.play.trial_text import read_rng
from ludparse.problems.errors import LudError, LudSyntaxError
from ludparse.problems.spans import Source, Span
from ludparse.support.files import read_whole

__all__ = [
    "EVERY",
    "FORMAT",
    "Ply",
    "Recording",
    "RecordingError",
    "Trace",
    "find_recordings",
    "read_text",
    "read_trace",
    "same_game",
    "trace_of",
]

FORMAT = "lud-trace/1"

EVERY = 5
"""A position is recorded after each so many plies, and at the end."""

_KINDS = ("traces", "trials")


class RecordingError(LudSyntaxError):
    """A recording that is damaged, or that belongs to another game than it says."""

    kind = "recording"


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a trace. A legal move is (from, to, text), where text is a checksum or, in full traces, the text."""

    line: int
    mover: int
    legal: tuple[tuple[int, int, str], ...]
    pick: int
    applied: str
    state: dict[str, Any] | None
    over: bool
    ranking: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class Trace:
    """A recorded game. `full`: legal moves are recorded with their text, not with its checksum."""

    file: str
    game: str
    path: str
    options: tuple[str, ...]
    ruleset: str | None
    rng: tuple[int, ...]
    players: int
    state: dict[str, Any]
    plies: tuple[Ply, ...]
    full: bool
    header: dict[str, Any] = field(repr=False)


@dataclass(slots=True)
class Recording:
    """All that is recorded of one game; `path` is relative and without suffix, `board/space/line/Hex`."""

    path: str
    root: Path | None
    traces: list[Path] = field(default_factory=list)
    trials: list[Path] = field(default_factory=list)

    def beside(self, folder: str, suffix: str) -> Path | None:
        """The recording of another kind of the same game, if there is one: `beside("boards", ".json.gz")`."""
        if self.root is None:
            return None
        file = self.root / folder / f"{self.path}{suffix}"
        return file if file.is_file() else None


def find_recordings(places: Iterable[Path | str], *, filter: str | None = None) -> list[Recording]:
    """All recorded games below the given files and folders, sorted by path.

    `filter` keeps the games whose path contains it, whatever the case. Raises RecordingError for a place that is not
    there and for one that holds no recording.
    """
    found: dict[str, Recording] = {}
    for place in map(Path, places):
        if not place.exists():
            raise RecordingError(f"there is no file or folder {str(place)!r}")
        before = len(found)
        folders = [place / kind for kind in _KINDS if (place / kind).is_dir()] or [place]
        for folder in folders:
            for file in [folder] if folder.is_file() else sorted(folder.rglob("*")):
                if file.name.endswith((".jsonl", ".jsonl.gz")):
                    _entry(found, file, place).traces.append(file)
                elif file.suffix == ".txt" and file.is_file():
                    _entry(found, file, place).trials.append(file)
        if len(found) == before and not found:
            raise RecordingError(f"no trace (*.jsonl.gz) and no trial (*.txt) below {str(place)!r}")
    chosen = [found[path] for path in sorted(found)]
    if filter:
        chosen = [r for r in chosen if filter.casefold() in r.path.casefold()]
    return chosen


def _entry(found: dict[str, Recording], file: Path, place: Path) -> Recording:
    """The recording a file belongs to: named by the folders between `traces` or `trials` and the file."""
    folder = file.resolve().parent
    root: Path | None = None
    for ancestor in (folder, *folder.parents):
        if ancestor.name in _KINDS:
            root = ancestor.parent
            path = folder.relative_to(ancestor).as_posix()
            break
    else:
        top = place.resolve()
        path = folder.relative_to(top).as_posix() if top.is_dir() and folder != top else folder.name
    return found.setdefault(path, Recording(path, root))


def read_text(file: Path) -> str:
    """The text of a file, unpacked where it is packed; RecordingError where that cannot be done."""
    try:
        return read_whole(file).decode("utf-8")
    except OSError as problem:
        raise RecordingError(f"cannot read {str(file)!r}: {problem.strerror or problem}") from problem
    except (EOFError, zlib.error) as problem:
        raise RecordingError(f"{str(file)!r} is damaged: {problem}") from problem
    except UnicodeDecodeError as problem:
        raise RecordingError(f"{str(file)!r} is not UTF-8 text, at byte {problem.start}") from problem


def read_trace(file: Path) -> Trace:
    """Read and check a trace. Raises RecordingError with the line at fault."""
    source = Source(str(file), read_text(file))
    lines = source.text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise RecordingError(f"{str(file)!r} is empty; expected a trace in the format {FORMAT}")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def at(number: int, column: int = 1, width: int = 1) -> Span:
        start = starts[number - 1] + column - 1
        return Span(source, start, start + width)

    records: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
        except json.JSONDecodeError as problem:
            raise RecordingError(f"this line is not JSON: {problem.msg}", at(number, problem.colno)) from problem
        if not isinstance(record, dict):
            raise RecordingError("this line is not a JSON object", at(number))
        records.append(record)

    return _trace(records, str(file), at)


def trace_of(records: Sequence[dict[str, Any]], name: str) -> Trace:
    """A trace from its lines as they were read or made. Raises RecordingError."""

    def at(number: int) -> Span:
        text = json.dumps(records[number - 1])
        return Span(Source(f"{name}, record {number}", text), 0, 1)

    return _trace(records, name, at)


def _trace(records: Sequence[dict[str, Any]], name: str, at: Callable[[int], Span]) -> Trace:
    head = records[0]
    if head.get("format") != FORMAT:
        raise RecordingError(f"not a trace: its format is {head.get('format')!r}", at(1), expected=[FORMAT])
    plies = []
    for number, record in enumerate(records[1:], 2):
        with _blaming(partial(at, number)):
            plies.append(_ply(record, number))
    with _blaming(partial(at, 1)):
        return Trace(
            file=name,
            game=str(head["game"]),
            path=str(head["path"]),
            options=tuple(map(str, head["options"])),
            ruleset=head.get("ruleset") or None,
            rng=read_rng(head["rng"]),
            players=int(head["players"]),
            state=dict(head["state"]),
            plies=tuple(plies),
            full=any("|" in text for ply in plies for _, _, text in ply.legal),
            header=head,
        )


@contextmanager
def _blaming(place: Callable[[], Span]) -> Iterator[None]:
    """Turns errors in the values of a line into an error that names the line."""
    try:
        yield
    except KeyError as problem:
        raise RecordingError(f"a damaged line of a trace: {problem.args[0]!r} is missing", place()) from problem
    except (TypeError, ValueError) as problem:
        raise RecordingError(f"a damaged line of a trace: {problem}", place()) from problem


def _ply(record: dict[str, Any], line: int) -> Ply:
    legal = tuple((int(a), int(b), str(text)) for a, b, text in record["legal"])
    pick = int(record["pick"])
    if not -1 <= pick < len(legal):
        raise ValueError(f"move {pick} was picked among {len(legal)}")
    ranking = record.get("ranking")
    return Ply(
        line=line,
        mover=int(record["mover"]),
        legal=legal,
        pick=pick,
        applied=str(record["applied"]),
        state=record.get("state"),
        over=bool(record.get("over", False)),
        ranking=None if ranking is None else tuple(float(x) for x in ranking),
    )


def same_game(recording: Recording, path: str, file: Path | str) -> LudError | None:
    """An error if a recording that lies in the folder of one game says that it is of another."""
    said = path.removesuffix(".lud")
    if recording.root is None or said == recording.path:
        return None
    return RecordingError(f"{str(file)!r} lies in the folder of {recording.path!r}, but is a recording of {said!r}")
