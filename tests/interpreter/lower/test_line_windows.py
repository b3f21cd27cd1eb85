"""Lines known beforehand, on small boards, are the lines that are followed site by site."""


import pytest

from ludparse import load
from tests.interpreter.both_backends import end_together

GAME = """(game "Lines" (players 2)
  (equipment {{ (board {board}) (piece "Disc" Each) }})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line {length} {how}) (result Mover Win)))))"""

BOARDS = [
    ("(square 5)", 3, ""),
    ("(hex 4)", 3, ""),
    ("(square 6)", 4, "Orthogonal"),
    ("(concentric {1 4 8 8})", 3, ""),  # lines round the rings come back to where they began
    ("(tri 6)", 3, "Diagonal"),
    ("(rotate 90 (hex 3))", 2, ""),
]


@pytest.mark.parametrize(("board", "length", "how"), BOARDS)
@pytest.mark.telling(every=2)
def test_the_same_games_end_at_the_same_ply(board: str, length: int, how: str) -> None:
    known, followed = (
        load(GAME.format(board=board, length=length, how=f"{how} {exact}"), backend="python")
        for exact in ("", "exact:False")
    )
    assert any(name.startswith("lines_") for name in known.program.tables)
    assert not any(name.startswith("lines_") for name in followed.program.tables)
    for seed in range(25):
        end_together(known, followed, seed)


def test_lines_on_large_boards_are_followed() -> None:
    program = load(GAME.format(board="(square 9)", length=5, how=""), backend="python").program
    assert not any(name.startswith("lines_") for name in program.tables)
