"""Rules that never end: a named error with its place on both backends, and a position that stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import LudError, LudLimitError, LudRuleError, load
from ludparse.interpreter.facts.runaway import MAX_MOVES, MAX_STEPS
from tests.interpreter.lower.playing import BACKENDS

DISC = '(piece "Disc" Each)'


def game(play: str, *, piece: str = DISC, start: str = "") -> str:
    return (
        f'(game "Runaway" (players 2) (equipment {{(board (square 4)) {piece}}})\n'
        f"(rules {start}\n(play {play})\n(end (if (is Line 3) (result Mover Win)))))"
    )


AT_A1 = '(start (place "Disc1" 0))'
WHILE = "(while (= 1 1) (addScore Mover 1))"
ADD = "(move Add (to (sites Empty)))"
DIVISION = "(= 1 (/ 1 (- (count Pieces) 1)))"
VALUES = "(forEach Value min:1 max:100000 (forEach Value min:1 max:100000 {}))"

RUNAWAY: dict[str, tuple[str, type[LudError], str, str]] = {
    "while": (game(f"(move Pass (then {WHILE}))"), LudRuleError, "goes on without end", WHILE),
    "moves of loops in loops": (
        game(VALUES.format("(move Add (to (sites Empty)))")),
        LudLimitError,
        f"moves of one position grew past {MAX_MOVES:,}",
        "(move Add (to (sites Empty)))",
    ),
    "division": (
        game("(move Pass (then (addScore Mover (/ 1 (- (count Pieces) (count Pieces))))))"),
        LudRuleError,
        "division by zero",
        "(addScore Mover (/ 1 (- (count Pieces) (count Pieces))))",
    ),
    "division in an end rule": (
        game(ADD).replace("(is Line 3)", DIVISION),
        LudRuleError,
        "division by zero",
        f"(end (if {DIVISION} (result Mover Win)))",
    ),
    "division where the phase changes": (
        game(ADD).replace(
            f"(play {ADD})",
            f'phases:{{(phase "A" (play {ADD}) (nextPhase {DIVISION} "B")) (phase "B" (play {ADD}))}}',
        ),
        LudRuleError,
        "division by zero",
        f'(nextPhase {DIVISION} "B")',
    ),
    "what a move itself does": (
        game("(move Add (to (+ 97 (count Pieces))))"),
        LudRuleError,
        "a site that does not exist",
        game("(move Add (to (+ 97 (count Pieces))))").partition("\n")[2].removesuffix(")"),
    ),
}


ASK_FOR_THEMSELVES = {
    "piece": game("(forEach Piece)", piece='(piece "Disc" Each (or (forEach Piece) (move Pass)))', start=AT_A1),
    "consequent": game(
        "(forEach Piece)",
        piece='(piece "Disc" Each (move Step (to if:(is Empty (to))) (then (forEach Piece))))',
        start=AT_A1,
    ),
}


def play_on(state: Any, plies: int = 3) -> None:
    for _ in range(plies):
        state.apply(state.legal_moves()[0])


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", RUNAWAY)
@pytest.mark.telling("python", "division-c", "while-c")
def test_runaway_rules_are_an_error_with_its_place(name: str, backend: str) -> None:
    text, error, message, place = RUNAWAY[name]
    state = load(text, backend=backend).start(seed=1)
    before = state.snapshot()
    with pytest.raises(error, match=message) as caught:
        play_on(state)
    assert caught.value.span is not None and caught.value.span.text == place
    assert state.snapshot() == before


@pytest.mark.parametrize("backend", ["c", "wasm"])
@pytest.mark.parametrize("of", ["loops", "pairs of sites"])
def test_moves_that_are_only_counted_have_the_same_limit(of: str, backend: str) -> None:
    """Two loops, which are left early, and 33⁴ pairs of sites, which are counted at once."""
    if backend == "wasm":
        pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
    text, error, message, place = RUNAWAY["moves of loops in loops"]
    if of != "loops":
        place = "(move Select (from (sites Board)) (to (sites Board)))"
        text = game(place).replace("square 4", "square 33")
    loaded = load(text, backend=backend)
    state = loaded.start(seed=1)
    for find in (state.count_moves, state.random_move, state.legal_moves, lambda: loaded.playouts(2, seed=1)):
        with pytest.raises(error, match=message) as caught:
            find()
        assert caught.value.span is not None and caught.value.span.text == place


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_start_that_fails_has_its_place(backend: str) -> None:
    start = '(start (place "Disc1" (/ 1 (count Pieces))))'
    with pytest.raises(LudRuleError, match="division by zero") as caught:
        load(game("(move Pass)", start=start), backend=backend).start(seed=1)
    assert caught.value.span is not None and caught.value.span.text == start


def test_a_piece_of_nobody_is_refused_where_it_is_placed() -> None:
    with pytest.raises(LudRuleError, match="there is no piece 'Disc2'") as caught:
        load(game("(move Pass)", piece='(piece "Disc" P1)', start='(start (place "Disc2" 0))'))
    assert caught.value.span is not None and caught.value.span.text == '(place "Disc2" 0)'


@pytest.mark.parametrize("name", ASK_FOR_THEMSELVES)
def test_moves_that_ask_for_themselves_are_refused_when_loaded(name: str) -> None:
    with pytest.raises(LudRuleError, match="ask for the moves of pieces, and so for themselves") as caught:
        load(ASK_FOR_THEMSELVES[name])
    assert caught.value.span is not None and caught.value.span.text.startswith("(forEach")


def test_a_state_can_be_used_after_an_error() -> None:
    """What is counted begins anew: the second error is the first again, and copies are as good."""
    for backend in BACKENDS:
        state = load(RUNAWAY["while"][0], backend=backend).start(seed=1)
        for one in (state, state.copy(), state):
            moves = one.legal_moves()
            with pytest.raises(LudRuleError, match="goes on without end"):
                one.apply(moves[0])


def test_loops_that_do_nothing_are_counted() -> None:
    nothing = VALUES.format("(if (= (value) 0) (move Pass))")
    state = load(game(nothing), backend="c").start(seed=1)
    with pytest.raises(LudLimitError, match=f"more than {MAX_STEPS:,} steps") as caught:
        state.legal_moves()
    assert caught.value.span is not None and "forEach Value" in caught.value.span.text


def test_loops_that_do_nothing_are_counted_in_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.backends.python.runtime.MAX_STEPS", 100_000)
    nothing = VALUES.format("(if (= (value) 0) (move Pass))")
    state = load(game(nothing), backend="python").start(seed=1)
    with pytest.raises(LudLimitError, match="steps") as caught:
        state.legal_moves()
    assert caught.value.span is not None and "forEach Value" in caught.value.span.text


def test_sites_within_sites_are_counted() -> None:
    """Eleven loops over 16 sites: 2⁴⁴ iterations."""
    text = game("(forEach Site (sites Board) " * 11 + "(if (= (count Pieces) 99) (move Pass))" + ")" * 11)
    with pytest.raises(LudLimitError, match="steps"):
        load(text, backend="c").start(seed=1).legal_moves()


def test_playouts_and_perft_end_too() -> None:
    endless = load(game(VALUES.format("(if (= (value) 0) (move Pass))")), backend="c")
    with pytest.raises(LudLimitError, match="steps"):
        endless.playouts(10, seed=1)
    with pytest.raises(LudLimitError, match="steps"):
        endless.perft(2)


@pytest.mark.parametrize("backend", ["auto", "c"])
def test_perft_may_be_deeper_than_python_calls(
    backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One piece that goes to and fro."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # has no optimised code
    piece, start = '(piece "Disc" P1 (move Step (to if:(is Empty (to)))))', '(start (place "Disc" 0))'
    text = game("(forEach Piece)", piece=piece, start=start).replace("players 2", "players 1")
    assert load(text.replace("square 4", "rectangle 1 2"), backend=backend).perft(3000) == 1


def test_the_text_of_the_rules_is_told_on_both_backends() -> None:
    """`fail` of the program, with a text of its own."""
    texts = []
    for backend in BACKENDS:
        state = load(RUNAWAY["while"][0], backend=backend).start(seed=1)
        with pytest.raises(LudRuleError) as caught:
            play_on(state)
        texts.append(str(caught.value))
    assert texts[0] == texts[1] and "^^^^" in texts[0]
