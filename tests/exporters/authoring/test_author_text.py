"""The author's words held against the description: what is said once and clearly, and differs, is told."""

import pytest

from ludparse import load_description
from ludparse.exporters.authoring.author_text import differences
from ludparse.exporters.cli.main import main
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game


def game(rules: str, board: str = "(square 8)") -> str:
    return f'''(game "Told" (players 2) (equipment {{(board {board}) (piece "Man" Each)}})
        (rules (start {{(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}})
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
        (metadata (info {{(rules "{rules}")}}))'''


@pytest.mark.parametrize(("rules", "wrong"), [
    ("Played on a 9x9 board.", []),  # the points of eight squares
    ("Played on a 10x10 board.", ["The author's text has a board of 10x10, the description one of 8x8."]),
    ("An 8x8 board.", []), ("An 8x8 board, or a 10x10 board.", []),
    ("Three players take turns.", ["The author's text has 3 players, the description 2."]),
    ("A game for two players.", []), ("One player moves first. A game for two players.", []),
    ("Each player starts with twelve men.", ["In the author's text each player has 12 pieces, in the description 8."]),
    ("Each player starts with eight men.", []),
    ("Each player starts with 8 men. Each player starts with 12 stones.", []), ("", []),
])  # fmt: skip
def test_differences(rules: str, wrong: list[str]) -> None:
    description = load_description(game(rules))
    assert isinstance(description.game, Game)
    assert differences(description, build_equipment(description.game)) == wrong


def test_our_games_are_as_their_texts_say(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("Gardens", "Leapfrogs", "Ponds", "Two Shores", "Caravans", "Ex Nihilo", "Hypnosia", "Nebuchadnezzar"):
        assert main(["describe", name]) == 0
        assert "warning" not in capsys.readouterr().err, name


def test_the_command_warns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", game("Played on a 10x10 board.")]) == 0
    assert "warning: The author's text has a board of 10x10" in capsys.readouterr().err
