"""What random games are like in numbers."""

from math import log10

import pytest

from ludparse import load, load_description
from ludparse.exporters.laboratory import playing
from ludparse.exporters.laboratory.playing import GAMES, MEASURES, PLIES, measures_of
from ludparse.statistics import Setup, evaluate, play_game

STONES = """(game "Stones" (players 2) (equipment {(board (hex 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
FILLED = STONES.replace("(is Line 3) (result Mover Win)", "(is Full) (result Mover Draw)")
NO_END = """(game "Walk" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (forEach Piece)) (end (if False (result Mover Win)))))"""


def measures(text: str) -> dict[str, float | None]:
    found, why = measures_of(load_description(text), None)
    assert not why
    return dict(zip(MEASURES, found, strict=True))


def test_they_are_the_statistics_of_an_evaluation() -> None:
    game = load(STONES, backend="python")
    found = measures(STONES)
    wanted = evaluate(game, [play_game(game, Setup("", max_moves=PLIES), number) for number in range(GAMES)])
    for name in ("AdvantageP1", "Completion", "DecisionMoves", "BoardCoverageDefault"):
        assert found[name] == wanted.games[name].value
    length = wanted.games["DurationMoves"].value
    assert length is not None and found["DurationMoves"] == log10(1 + length)


def test_a_board_that_is_filled() -> None:
    """19 moves, with 19, 18, … 1 to choose from: 10 on average. Of 0 to 19 pieces the mean is 9.5, half the board."""
    found = measures(FILLED)
    assert found["DurationMoves"] == pytest.approx(log10(20))
    assert found["BranchingFactor"] == pytest.approx(log10(11))
    assert found["Pieces"] == pytest.approx(log10(10.5))
    assert found["Occupied"] == pytest.approx(0.5)
    assert (found["Drawishness"], found["MoveDistance"]) == (1, None)


def test_a_game_that_does_not_end_is_broken_off() -> None:
    found = measures(NO_END)
    assert found["DurationMoves"] == pytest.approx(log10(1 + PLIES)) and found["Timeouts"] == 1


def test_a_game_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "PATIENCE", -1.0)
    assert measures_of(load_description(STONES), None) == ([], "its random games take too long")
