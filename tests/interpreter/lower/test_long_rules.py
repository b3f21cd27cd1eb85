"""Rules that are very long: compiled, or refused by name with a place, never an error of Python's own."""

from __future__ import annotations

import pytest

from ludparse import LudLimitError, load
from ludparse.interpreter.backends.c import compile as compiling
from ludparse.interpreter.game.game import SingleGame

BACKENDS = ["c", "python"]


def game(end: str, *, play: str = "(move Add (to (sites Empty)))") -> str:
    return (
        '(game "Long" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})'
        f" (rules (play {play}) (end (if {end} (result Mover Win)))))"
    )


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("ludeme", ["or", "and"])
@pytest.mark.telling("python", "and")
def test_long_lists_of_conditions_do_not_nest(ludeme: str, backend: str) -> None:
    conditions = " ".join(f"(is Line 3 exact:{'True' if n % 2 else 'False'})" for n in range(600))
    state = load(game(f"({ludeme} {{{conditions}}})"), backend=backend).start(seed=1)
    for site in (0, 5, 1, 6):
        state.apply(state.legal_moves()[[m.to_site for m in state.legal_moves()].index(site)])
    assert not state.over
    state.apply(state.legal_moves()[[m.to_site for m in state.legal_moves()].index(2)])
    assert state.over


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "end",
    [
        "(= 1 (+ {" + "(count Pieces Mover) " * 5_000 + "}))",
        "(is In (last To) (union {" + "(sites Occupied by:Mover) " * 5_000 + "}))",
    ],
)
@pytest.mark.telling("end1")
def test_what_is_too_long_is_refused_with_a_place(end: str, backend: str) -> None:
    try:
        load(game(end), backend=backend)
    except LudLimitError as error:
        assert "too long" in error.message and error.span is not None


def test_a_compiler_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiling, "SECONDS", 0.01)
    with pytest.raises(LudLimitError, match="the C compiler was not done with these rules after") as caught:
        load(game("(is Full)"), backend="c")
    assert caught.value.span is not None
    monkeypatch.undo()
    assert isinstance(load(game("(is Full)"), backend="c"), SingleGame)
