"""Playouts choose a move by its number without building the others: it has to be the move that the list shows there."""

import random

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.compile import NATIVE, OPTIMISED
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.descriptions import ALL

RECORDED = [
    "board/race/reach/Breakthrough",
    "board/war/leaping/diagonal/English Draughts",
    "board/space/line/Yavalath",
    "board/war/replacement/checkmate/chess/Chess",
]


# moves are counted while one is chosen: what was counted before must not be lost
QUESTIONS = """(game "Questions" (players 2) (equipment { (board (square 5)) (piece "Man" Each) })
  (rules (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
    (play (or
      (forEach Piece (or
        (append (forEach Piece (move Step (to if:(is Empty (to))))))
        (move Step (to if:(is Empty (to))))))
      (forEach Piece (move Step Diagonal (to if:(is Empty (to)))))))
    (end (if (is In (last To) (sites Top)) (result Mover Win)))))"""


def check(game: SingleGame, plies: int, seed: int) -> int:
    """Plays at random and compares; the number of moves compared (0: this game's moves are always built)."""
    chance, compared = random.Random(seed), 0
    engine = CEngine(game.program, ("-DVARIANTS",))  # as optimised code chooses
    state = game.start(seed=seed)
    for _ in range(plies):
        moves = state.legal_moves()
        if not moves:
            break
        before = state.snapshot()
        assert engine.count(state.raw) in (None, len(moves))
        for k, move in enumerate(moves):
            chosen = engine.choose(state.raw, k)
            if chosen is None:
                assert engine.count(state.raw) is None
                return 0
            assert chosen.raw(0) == move.raw, f"move {k} of {len(moves)}"
            compared += 1
        with pytest.raises(IndexError):
            engine.choose(state.raw, len(moves))
        assert state.snapshot() == before
        state.apply(chance.choice(moves))
    return compared


@pytest.mark.parametrize("name", [*ALL, "Leapfrogs", "Two Shores"])
@pytest.mark.telling("dice", "hunt", "Two Shores")
def test_of_small_games(name: str, c_compiler: None) -> None:
    built = name in ("dice", "order")  # moves after a throw, and moves in an order, are always built
    assert (check(load(ALL.get(name, name), backend="c"), 40, 1) == 0) == built


def test_questions_in_between(c_compiler: None) -> None:
    assert check(load(QUESTIONS, backend="c"), 12, 3)


@needs_corpus
@pytest.mark.parametrize("path", RECORDED)
def test_of_recorded_games(path: str, c_compiler: None) -> None:
    assert check(load(description(path), library=str(LIBRARY), backend="c"), 60, 2) > 0 or "Chess" in path


def test_of_a_constant_set_of_several_words(c_compiler: None) -> None:
    """GCC 12.2 counts the members of such a set wrongly with AVX-512, if it is allowed to (`word_count`)."""
    game = load(
        """(game "Middle" (players 2) (equipment { (board (square 19) use:Vertex) (piece "Disc" Each) })
          (rules phases:{ (phase "First" (play (move Add (to (sites Centre)))) (nextPhase "Rest"))
              (phase "Rest" (play (move Add (to (sites Empty))))) } (end (if (is Line 5) (result Mover Win)))))""",
        backend="c",
    )
    assert isinstance(game, SingleGame)
    engine = CEngine(game.program, (*OPTIMISED, *NATIVE))
    state = game.start(seed=1)
    assert engine.count(state.raw) == 1
    chosen = engine.choose(state.raw, 0)
    assert chosen is not None
    assert chosen.raw(0) == state.legal_moves()[0].raw
