"""Which ludemes take the time of random games.

A thread looks a thousand times a second where the engine is (`backends/c/profiling.py`,
`backends/python/profiling.py`).
Every function of the program that a ludeme was lowered to knows the place of that ludeme; time in other functions
counts for the nearest caller with a place. The program is the one that the game is played with, after all passes: a
ludeme that has become part of another one's function (a simple condition, a number) counts there.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from ludparse.problems.errors import LudUnsupportedError
from ludparse.problems.spans import Span

from ..play.arguments import random_run
from ..play.engine import Engine
from ..play.game import Game
from ..program.program import Program
from .game import SingleGame

__all__ = ["Profile", "ProfileLine", "profile"]

INTERVAL = 0.001
"""Seconds between two looks."""

ENOUGH = 50
"""So many samples are waited for, though not longer than ten times as long as was asked for."""

_OUTSIDE = "choosing a move, and the loop of the games"
_PARTS = (
    ("act_", "applying actions"),
    ("owned_", "applying actions"),
    ("sites_where", "sites that meet a condition"),
    ("start", "start rules"),
    ("end", "end rules"),
    ("win", "end rules"),
    ("all_passed", "end rules"),
    ("moves", "legal moves"),
    ("phase_moves", "legal moves"),
    ("legal_moves", "legal moves"),
)
"""Names for functions without a place that no ludeme has called, by the beginning of their names."""
_ELSE = "playing a move"


@dataclass(frozen=True)
class ProfileLine:
    """One ludeme, or a part of play that belongs to none.

    place: where the ludeme stands, None for a part of play. used: where the define that it stands in is used in the
    description; empty outside of defines. ludeme: its text on one line, or the name of the part. self_share: of the
    time in it but in no other line; total_share: with all that it has called, so that shares add up to more than 1.
    calls: how often it was called (a game that was interrupted by a look at the clock and begun again counts twice);
    None where calls are not counted.
    """

    place: Span | None
    used: tuple[Span, ...]
    ludeme: str
    self_share: float
    total_share: float
    calls: int | None

    def as_dict(self) -> dict[str, object]:
        """The line as plain data."""
        at = self.place
        return {
            "file": at.file if at else None,
            "line": at.line if at else None,
            "column": at.column if at else None,
            "used_at": [{"file": p.file, "line": p.line, "column": p.column} for p in self.used],
            "ludeme": self.ludeme,
            "self": round(self.self_share, 4),
            "total": round(self.total_share, 4),
            "calls": self.calls,
        }


@dataclass(frozen=True)
class Profile:
    """Where the time of random games went. lines: the dearest first. samples: how many looks they rest on; a share has
    a standard error of about 1 / (2 √samples) at most. playouts, moves: what was played in how many seconds.
    """

    game: str
    backend: str
    seconds: float
    samples: int
    playouts: int
    moves: int
    lines: tuple[ProfileLine, ...]


class _Profiler(Protocol):
    @property
    def engine(self) -> Engine: ...
    def prepare(self) -> None: ...
    def stack(self) -> tuple[int, ...]: ...
    def calls(self) -> dict[int, int] | None: ...


def profile(game: Game, *, seconds: float = 3.0, seed: int = 0, max_moves: int | None = None) -> Profile:
    """Play random games for some seconds and say where the time went, on the backend of the game. (For one that runs as
    WebAssembly that is plain Python, which has the same functions.)

    seed, max_moves: as of `Game.playouts`. Native code is compiled again for this, which is not part of the seconds.
    On a busy machine it takes longer, until there are `ENOUGH` samples.
    Ctrl-C ends the games, not the profile: it rests on what was played. Raises ValueError unless seconds is positive,
    LudUnsupportedError for a match, whose games have programs of their own.
    """
    if not isinstance(game, SingleGame):
        raise LudUnsupportedError(f"{game.name!r} is a match of several games; profile one of them")
    if seconds <= 0:
        raise ValueError("a profile needs more than 0 seconds")
    _, seed, max_moves, *_ = random_run(0, seed, max_moves, 1, 0)
    profiler = _profiler(game)
    stacks: Counter[tuple[int, ...]] = Counter()
    playouts = moves = 0
    batch, began = 1, time.perf_counter()
    limit = -1 if max_moves is None else max_moves
    spent = 0.0
    try:
        while spent < seconds or not playouts or (stacks.total() < ENOUGH and spent < 10 * seconds):
            profiler.prepare()
            with _watched(profiler, stacks):
                played = profiler.engine.playouts(None, playouts, batch, seed, limit, 1)
            playouts += batch
            moves += played.moves
            before, spent = spent, time.perf_counter() - began
            if spent - before < seconds / 10:
                batch *= 2
            elif spent - before > seconds / 5:
                batch = max(1, batch // 2)
    except KeyboardInterrupt:
        spent = time.perf_counter() - began
    lines = _lines(game.program, stacks, profiler.calls())
    return Profile(game.name, profiler.engine.name, spent, stacks.total(), playouts, moves, lines)


def _profiler(game: SingleGame) -> _Profiler:
    from ..backends.c.engine import CEngine

    engine = game.engine
    if isinstance(engine, CEngine) and engine.compiles():
        from ..backends.c.profiling import CProfiler

        return CProfiler(game.program)
    from ..backends.python.profiling import PythonProfiler

    return PythonProfiler(game.program)


@contextmanager
def _watched(profiler: _Profiler, stacks: Counter[tuple[int, ...]]) -> Iterator[None]:
    """Counts stacks in another thread while the body runs."""
    over = threading.Event()
    playing = False

    def watch() -> None:
        while not over.wait(INTERVAL):
            stack = profiler.stack()
            if playing:
                stacks[stack] += 1

    thread = threading.Thread(target=watch, daemon=True)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(INTERVAL / 2)  # plain Python would otherwise give way only every 5 ms
    thread.start()
    try:
        playing = True
        yield
    finally:
        playing = False
        over.set()
        thread.join()
        sys.setswitchinterval(interval)


@dataclass
class _Row:
    """What was seen of one line. place: None for a part of play."""

    place: Span | None
    own: int = 0
    total: int = 0
    calls: int = 0
    used: dict[tuple[str, int], Span] = field(default_factory=dict)


_Key = tuple[str, int, int]


def _lines(program: Program, stacks: Counter[tuple[int, ...]], calls: dict[int, int] | None) -> tuple[ProfileLine, ...]:
    """Functions of the same text are one line, also where a define is used several times."""
    rows: dict[_Key, _Row] = {}

    def row_of(place: Span) -> _Row:
        row = rows.setdefault((place.file, place.start, place.end), _Row(place))
        if place.used_at is not None:
            use = place.places[-1]
            row.used[use.file, use.start] = use
        return row

    for number, count in (calls or {}).items():
        place = program.functions[number].place
        if place is not None:
            row_of(place).calls += count
    for stack, count in stacks.items():
        seen = [row_of(place) for number in stack if (place := program.functions[number].place) is not None]
        if not seen:
            seen = [rows.setdefault((_part(program, stack), -1, -1), _Row(None))]
        seen[-1].own += count
        for row in {id(row): row for row in seen}.values():
            row.total += count
    samples = stacks.total() or 1
    lines = [
        ProfileLine(
            row.place, tuple(row.used[at] for at in sorted(row.used)), name if row.place is None else _text(row.place),
            row.own / samples, row.total / samples, None if calls is None or row.place is None else row.calls,
        )
        for (name, _, _), row in rows.items()
    ]  # fmt: skip
    return tuple(sorted(lines, key=lambda x: (-x.self_share, -x.total_share, -(x.calls or 0), x.ludeme)))


def _text(place: Span) -> str:
    """The text of a ludeme on one line; a long one is cut."""
    return " ".join(place.text[:400].split())


def _part(program: Program, stack: tuple[int, ...]) -> str:
    """The part of play that a stack without any ludeme belongs to."""
    if not stack:
        return _OUTSIDE
    for number in reversed(stack):
        for begin, part in _PARTS:
            if program.functions[number].name.startswith(begin):
                return part
    return _ELSE
