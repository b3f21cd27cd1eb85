"""Which rules and pieces of a game are ever used in random games.

The rules run in plain Python for this, where every function of the program stands for a ludeme with its place in the
description, and Python itself says which lines are run. A ludeme that makes moves has fired when it has made one (a
legal move, or an effect of one); an end rule when its result was given.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import CodeType, FrameType
from typing import Any

from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.ludemes import EndIf
from ludparse.problems.spans import Span

from .play import Setup

__all__ = ["Watched", "watch_rules"]

_MOST_GAMES = 10000


@dataclass(slots=True)
class Watched:
    """What was used in so many random games. silent: the places of rules that never fired, with their text. still: the
    names of pieces with moves of their own that were there, and never moved. absent: names of pieces never seen."""

    games: int
    silent: list[str] = field(default_factory=list)
    still: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


class _Trace:
    """Collects the lines of one module that are run, and stops listening to a function all of whose lines were."""

    def __init__(self, filename: str) -> None:
        self.filename = filename
        self.lines: set[int] = set()
        self._left: dict[CodeType, set[int]] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if code.co_filename != self.filename:
            return None
        left = self._left.get(code)
        if left is None:
            left = self._left[code] = {line for *_, line in code.co_lines() if line is not None} - self.lines
        if not left:
            return None
        self.lines.add(frame.f_lineno)

        def local(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
            self.lines.add(frame.f_lineno)
            left.discard(frame.f_lineno)
            return local

        return local


def watch_rules(game: Any, setup: Setup, seconds: float) -> Watched | None:
    """Plays random games for some seconds, at most 10,000 and at least one. None for a match, whose rules are those of
    its games."""
    if not hasattr(game, "equipment"):
        return None
    slow = replace(setup, backend="python").load()
    assert isinstance(slow.engine, PythonEngine)
    trace = _Trace(f"<rules of {slow.program.name!r}>")
    moved, seen = set[int](), set[int]()
    until = time.monotonic() + seconds
    number, before = 0, sys.gettrace()
    quiet = 0
    sys.settrace(trace)
    try:
        while number < _MOST_GAMES and (number == 0 or time.monotonic() < until):
            known = len(trace.lines) + len(moved) + len(seen)
            _play(slow, setup, number, moved, seen, until if number else None)
            number += 1
            quiet = 0 if len(trace.lines) + len(moved) + len(seen) > known else quiet + 1
            if quiet and _all_fired(slow, trace.lines) and not _still(slow, moved):
                break
    finally:
        sys.settrace(before)
    found = Watched(number, _silent(slow, trace.lines))
    found.still = [c.name for c in _still(slow, moved) if c.index in seen]
    found.absent = [c.name for c in slow.equipment.components[1:] if c.index not in seen]
    return found


def _play(game: Any, setup: Setup, number: int, moved: set[int], seen: set[int], until: float | None) -> None:
    """One random game; notes which components are on the board, and which are moved."""
    chance = random.Random(f"{setup.seed}/{number}")
    state = game.start(seed=chance.getrandbits(62))
    whats = [name for name in game.data.fields if name.startswith("what_")]
    plies = 0
    while not state.over and plies < setup.max_moves and (until is None or time.monotonic() < until):
        contents = {name[-1]: game.engine.read(state.raw, name) for name in whats}
        for values in contents.values():
            seen.update(values)
        applied = state.apply(state.random_move(chance) if state.count_moves() else state.forced_pass())
        for action in applied.raw.actions:
            if action.kind in ("move", "copy", "move_n", "stack_move"):
                letter = "cve"[action.params[0]] if 0 <= action.params[0] < 3 else "c"
                values = contents.get(letter, [])
                rows = len(values) // max(1, game.data.fields[f"what_{letter}"].size) if values else 1
                start = action.params[1] * rows
                moved.update(values[start : start + rows])
        plies += 1
    for name in whats:
        seen.update(game.engine.read(state.raw, name))


def _still(game: Any, moved: set[int]) -> list[Any]:
    return [c for c in game.equipment.components[1:] if c.generator is not None and c.index not in moved]


def _bodies(engine: PythonEngine) -> list[tuple[Any, int, list[str]]]:
    """The functions of the program with the number of their first line and their lines."""
    lines = engine.source.splitlines()
    starts = [(i, line) for i, line in enumerate(lines) if line.startswith("def ")]
    bounds = [i for i, _ in starts] + [len(lines)]
    functions = {fn.name: fn for fn in engine.program.functions}
    found = []
    for (start, line), end in zip(starts, bounds[1:], strict=True):
        fn = functions.get(line[4 : line.index("(")])
        if fn is not None:
            found.append((fn, start + 1, lines[start:end]))
    return found


def _not_fired(game: Any, run: set[int]) -> list[Span]:
    """The places of the rules that never fired."""
    places: list[Span] = []
    engine = game.engine
    for fn, first, lines in _bodies(engine):
        if fn.name.startswith("moves_") and fn.place is not None:
            emits = [first + i for i, line in enumerate(lines) if "e.emit(" in line]
            if emits and not run & {*emits}:
                places.append(fn.place)
    ends = [(first, lines) for fn, first, lines in _bodies(engine) if fn.name.startswith("end_")]
    if len(ends) == 1:
        places += _ends_not_given(game, *ends[0], run)
    return places


def _ends_not_given(game: Any, first: int, lines: list[str], run: set[int]) -> list[Span]:
    """The places of the end rules whose result was never given.

    The function of a game's end rules has one condition for each of them, in order; where it has others (the rules have
    been rewritten by a pass), nothing is said.
    """
    end = game.description.game.rules.end
    rules = () if end is None else end.end_rules or (end.end_rule,)
    tests = [i for i, line in enumerate(lines) if line.startswith("    if ")]
    by_passing = [i for i in tests if lines[i] == "    if (e.s.over == 0):"]
    tests = [i for i in tests if i not in by_passing]
    if len(tests) != len(rules) or not all(isinstance(rule, EndIf) for rule in rules):
        return []
    return [
        rule.span for i, rule in zip(tests, rules, strict=True) if first + i + 1 not in run and rule.span is not None
    ]


def _all_fired(game: Any, run: set[int]) -> bool:
    return not _not_fired(game, run)


def _silent(game: Any, run: set[int]) -> list[str]:
    """The rules that never fired, each with its place; of those within one another the outermost."""
    places = _not_fired(game, run)
    outer = [p for p in places if not any(_within(p, q) for q in places)]
    return sorted({f"line {p.line}: {_excerpt(p)}" for p in outer}, key=lambda text: int(text.split()[1][:-1]))


def _within(inner: Span, outer: Span) -> bool:
    same = inner.source is outer.source
    return (
        same
        and outer.start <= inner.start
        and inner.end <= outer.end
        and inner.start - inner.end > outer.start - outer.end
    )


def _excerpt(place: Span) -> str:
    text = " ".join(place.source.text[place.start : place.end].split())
    return text if len(text) <= 70 else f"{text[:67]}…"
