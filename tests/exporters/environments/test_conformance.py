"""The frameworks' own tests on about forty games of all kinds. docs/environments.md has the table of all of them."""

import pytest

from tests.corpus import LIBRARY, needs_corpus

pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from ludparse.exporters.environments.conformance import CHECKS, check

PLIES = 6
OURS = ("Caravans", "Ex Nihilo", "Gardens", "Hypnosia", "Leapfrogs", "Nebuchadnezzar", "Ponds", "Two Shores")
SAMPLE = (
    "board/space/line/Tic-Tac-Toe",
    "board/space/line/Yavalath",  # the rule of the pie
    "board/space/connection/Hex",
    "board/space/territory/Reversi",
    "board/space/blocking/Amazons",
    "board/sow/two_rows/Oware",
    "board/sow/two_rows/Kalah",
    "board/race/escape/Backgammon",  # dice
    "board/race/reach/Geister",  # hidden pieces
    "board/race/reach/Breakthrough",
    "board/race/fill/Chinese Checkers",  # six players
    "board/space/line/Connect Four",
    "board/war/replacement/checkmate/chess/Chess",
    "board/war/leaping/diagonal/English Draughts",
    "board/hunt/Fox and Geese",
    "board/war/custodial/Tablut",
    "board/space/line/Nine Men's Morris",
    "board/war/leaping/orthogonal/Konane",
    "board/space/blocking/Banqi",  # chance at the start, hidden
    "board/space/territory/Phantom Go",
    "board/space/group/Lines of Action",
    "board/war/replacement/eliminate/all/Surakarta",
    "math/hand/Rock-Paper-Scissors",  # at the same time
    "math/Iterated Prisoners Dilemma",
    "math/hand/Morra",
    "math/nim/Nim",
    "math/graph/Dots and Boxes",
    "puzzle/planning/Peg Solitaire",  # one player
    "puzzle/deduction/Sudoku",
    "board/war/leaping/diagonal/Lasca",
    "board/space/line/Quarto",
)


def checked(source: str, library: str | None) -> None:
    names = [name for name in CHECKS if not name.startswith("OpenSpiel") or _has_openspiel()]
    found = check(source, library=library, plies=PLIES, only=names)
    assert not {name: result for name, result in found.items() if result.startswith("failed")}
    assert "ok" in found.values()


def _has_openspiel() -> bool:
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


@pytest.mark.parametrize("name", OURS)
def test_games_of_our_own(name: str) -> None:
    checked(name, None)


@needs_corpus
@pytest.mark.drawn(12)
@pytest.mark.parametrize("path", SAMPLE)
def test_games_of_ludii(path: str) -> None:
    checked(path, str(LIBRARY))


def test_a_failure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(case: object) -> None:
        raise AssertionError("out of its mind")

    monkeypatch.setitem(CHECKS, "broken", broken)
    assert check("Ponds", library=None, plies=1, only=["broken"]) == {
        "broken": "failed: AssertionError: out of its mind"
    }
