"""The baseline: which games are in it, and a handful of them played over. `make crosscheck` plays all."""

import pytest

from ludparse import expand
from ludparse.exporters.verification.crosscheck import Level, baseline
from ludparse.exporters.verification.crosscheck.worker import Engine, check_game
from ludparse.exporters.verification.recordings import find_recordings
from ludparse.interpreter.game.load import load
from tests.corpus import LIBRARY, REPO, TRACES, needs_corpus, recorded_games

REQUIRED = {
    "board/race/escape/Backgammon",
    "board/race/fill/Halma",
    "board/race/reach/Breakthrough",
    "board/sow/two_rows/Oware",
    "board/space/blocking/Amazons",
    "board/space/blocking/Ex Nihilo",
    "board/space/connection/Hex",
    "board/space/group/Lines of Action",
    "board/space/line/Connect Four",
    "board/space/line/Gomoku",
    "board/space/line/Nine Men's Morris",
    "board/space/line/Tic-Tac-Toe",
    "board/space/line/Yavalath",
    "board/space/territory/Go",
    "board/space/territory/Reversi",
    "board/war/custodial/Tablut",
    "board/war/leaping/diagonal/English Draughts",
    "board/war/leaping/orthogonal/Konane",
    "board/war/replacement/checkmate/chess/Chess",
}
FOLDER = REPO / "tests" / "baseline"
IN_C = baseline.read(FOLDER / "c-traces.txt")
IN_PYTHON = baseline.read(FOLDER / "python-traces.txt")
SAMPLE = IN_C[:: max(1, len(IN_C) // 12)]


def test_lists_are_sorted_and_have_no_doubles() -> None:
    for file in FOLDER.glob("*.txt"):
        games = baseline.read(file)
        assert games == sorted({*games}), file.name


def test_enough_games_are_identical() -> None:
    assert len(IN_C) >= 300
    assert {*IN_C} >= REQUIRED


def test_the_python_backend_is_held_to_the_same_games() -> None:
    assert {*IN_C} >= {*IN_PYTHON} >= REQUIRED
    assert len(IN_PYTHON) >= 300


@needs_corpus
def test_every_game_of_the_baseline_is_recorded() -> None:
    assert {*IN_C} <= {*recorded_games()}


@needs_corpus
@pytest.mark.parametrize("path", SAMPLE)
def test_a_sample_is_identical(path: str) -> None:
    [recording] = find_recordings([TRACES / path])
    result = check_game(recording, Engine(load, expand), library=str(LIBRARY))
    assert result.difference is None
    assert result.level is Level.identical
