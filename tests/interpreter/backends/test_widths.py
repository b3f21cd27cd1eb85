"""Values wider than the field that they are written to: refused by name, alike on both backends.

Ludii keeps these values in as many bits as the game's greatest needs, and fails with an index out of bounds past it.
"""

from __future__ import annotations

import pytest

from ludparse import LudLimitError, load
from tests.interpreter.lower.playing import BACKENDS


def after_one_ply(consequent: str, backend: str, what: str) -> object:
    text = (
        '(game "Wide" (players 2) (equipment {(board (square 4)) (piece "Disc" Each maxState:3)'
        f' (piece "Other" Each maxValue:2)}}) (rules (play (move Add (to (sites Empty)) (then {consequent})))'
        f" (end (if (= 99 {what}) (result Mover Win)))))"
    )
    state = load(text, backend=backend).start(seed=1)
    before = state.snapshot()
    moves = state.legal_moves()
    try:
        state.apply(moves[0])
    except LudLimitError:
        assert state.snapshot() == before
        raise
    return state.snapshot()["sites"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("value", [70_000, 32_768])
@pytest.mark.parametrize(
    "name, consequent, what",
    [
        ("state", "(set State at:(last To) {})", "(state at:(last To))"),
        ("rotation", "(set Rotation (to (last To)) {})", "(rotation at:(last To))"),
    ],
)
@pytest.mark.telling("python", "32768")
def test_what_does_not_fit_is_refused(name: str, consequent: str, what: str, value: int, backend: str) -> None:
    with pytest.raises(LudLimitError, match=f"{name} {value} does not fit: between -32768 and 32767") as caught:
        after_one_ply(consequent.format(value), backend, what)
    assert caught.value.span is not None and caught.value.span.text == consequent.format(value)


@pytest.mark.parametrize(
    "consequent, what",
    [
        ("(set State at:(last To) 32767)", "(state at:(last To))"),
        ("(set Value at:(last To) 32768)", "(value Piece at:(last To))"),
        ("(set Value at:(last To) 2147483647)", "(value Piece at:(last To))"),
        ("(set Count at:(last To) 70000)", "(count at:(last To))"),
    ],
)
@pytest.mark.telling(every=2)
def test_what_fits_is_the_same_on_both_backends(consequent: str, what: str) -> None:
    results = [after_one_ply(consequent, backend, what) for backend in BACKENDS]
    assert results[0] == results[1]
    assert any(word in str(results[0]) for word in ("32767", "32768", "2147483647", "70000"))
