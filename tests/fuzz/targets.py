"""What is done with an input, and what has to hold then. Everything but a LudError is a failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ludparse import LudError, check, format_text, load
from ludparse.interpreter.backends.wasm.rendering.base import NotRenderedError
from ludparse.interpreter.game.game import SingleGame, make_engine, names_of
from ludparse.interpreter.game.load import load_once
from ludparse.interpreter.game.match import MatchGame

__all__ = ["TARGETS", "Slow", "run"]

SECONDS = 5.0
"""Processor time that an input may take: what is promised of `check`, of `load` and of each position."""

PLIES = 12


class SlowError(Exception):
    """An input was answered, but took too long."""


Slow = SlowError


class Clock:
    """Refuses steps that take too long."""

    def __init__(self, factor: float) -> None:
        self.limit = SECONDS * factor
        self.start = time.process_time()

    def step(self, what: str) -> None:
        now = time.process_time()
        if now - self.start > self.limit:
            raise SlowError(f"{what} took {now - self.start:.1f} s")
        self.start = now


def _check(text: str, _seed: int, library: Path | None, clock: Clock) -> int:
    for problem in check(text, library=library):
        assert isinstance(problem, LudError)
        assert problem.explain() and problem.as_dict()
    clock.step("check")
    return 0


def _format(text: str, _seed: int, _library: Path | None, clock: Clock) -> int:
    try:
        laid_out = format_text(text)
    except LudError:
        clock.step("format_text")
        return 0
    clock.step("format_text")
    assert format_text(laid_out) == laid_out, "laid out twice, a text is another"
    clock.start = time.process_time()
    return 0


def _play_python(text: str, seed: int, library: Path | None, clock: Clock) -> int:
    return _play(_loaded(text, library, clock, ("python",)), seed, clock)


def _play_both(text: str, seed: int, library: Path | None, clock: Clock) -> int:
    return _play(_loaded(text, library, clock, ("python", "c")), seed, clock)


def _play_wasm(text: str, seed: int, library: Path | None, clock: Clock) -> int:
    """The text is read and lowered once, and no cache grows."""
    try:
        game = load_once(text, backend="python", library=library)
    except LudError as error:
        assert error.explain()
        clock.step("load")
        return 0
    clock.step("load")
    try:
        other = _as_wasm(game) if isinstance(game, SingleGame) else load_once(text, backend="wasm", library=library)
    except NotRenderedError:  # which that backend says where others play
        return 0
    clock.step("rendering")
    return _play([game, other], seed, clock)


def _as_wasm(game: SingleGame) -> SingleGame:
    """The same game as WebAssembly."""
    program, names = game.program, names_of(game.equipment, game.program.strings)
    engine = make_engine(program, "wasm")
    return SingleGame.restored(
        game.name, game.request, "wasm", program, engine, game.players, game._parts, game.traits, names
    )


def _loaded(text: str, library: Path | None, clock: Clock, backends: tuple[str, ...]) -> list[SingleGame | MatchGame]:
    """The game on each backend; none where it is refused."""
    games = []
    for backend in backends:
        try:
            games.append(load(text, backend=backend, library=library))
        except LudError as error:
            assert error.explain()
        clock.step("load")
    assert len(games) in (0, len(backends)), "one backend alone loads it"
    return games


def _play(games: Sequence[SingleGame | MatchGame], seed: int, clock: Clock) -> int:
    """A random game on each backend, which have to agree at every ply; a position stays as it is after an error.
    Returns the plies."""
    if not games:
        return 0
    states = _alike([lambda game=game: game.start(seed=seed) for game in games])
    clock.step("start")
    if states is None:
        return 0
    choose = Random(seed)
    for ply in range(PLIES):
        before = [state.snapshot() for state in states]
        assert before[0] == before[-1], "the backends differ in their positions"
        lists = _alike([state.legal_moves for state in states])
        clock.step("legal_moves")
        assert [state.snapshot() for state in states] == before, "legal_moves changed the position"
        if not lists or not lists[0]:
            return ply
        assert [m.text for m in lists[0]] == [m.text for m in lists[-1]], "the backends differ in their legal moves"
        k = choose.randrange(len(lists[0]))
        done = _alike([lambda s=s, m=moves[k]: s.apply(m) for s, moves in zip(states, lists, strict=True)])
        clock.step("apply")
        if done is None:
            assert [state.snapshot() for state in states] == before, "an error changed the position"
            return ply
        assert done[0].text == done[-1].text, "the backends differ in the move as it was applied"
    return PLIES


def _edit(text: str, seed: int, _library: Path | None, clock: Clock) -> int:
    """A text that is edited in an editor, with a request after each change."""
    from tests.fuzz.edits import edit

    done = edit(text, seed)
    clock.start = time.process_time()  # an answer has a time of its own
    return done


def _alike(calls: list[Callable[[], Any]]) -> list[Any] | None:
    """What each call gives, None where each raises the same sort of LudError."""
    results: list[Any] = []
    errors: list[str] = []
    for call in calls:
        try:
            results.append(call())
        except LudError as error:
            assert error.explain()
            errors.append(f"{type(error).__name__}: {error.message}")
    assert not errors or len(errors) == len(calls), f"one backend alone raised {errors[0]}"
    assert len({error.partition(":")[0] for error in errors}) <= 1, f"the backends raised {' and '.join(errors)}"
    return None if errors else results


TARGETS: dict[str, Callable[[str, int, Path | None, Clock], int]] = {
    "check": _check,
    "format": _format,
    "python": _play_python,
    "play": _play_both,
    "wasm": _play_wasm,
    "edits": _edit,
}
"""What can be done with a text: by name, a function of the text and of a seed for what is drawn by chance."""


def run(target: str, text: str, seed: int, library: Path | None = None, factor: float = 1.0) -> int:
    """Do it; returns the plies or edits. Raises whatever goes wrong; SlowError for more than `factor` times the
    promised time."""
    return TARGETS[target](text, seed, library, Clock(factor))
