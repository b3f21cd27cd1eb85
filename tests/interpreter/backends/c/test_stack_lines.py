"""Lines in stacks known beforehand are those that are followed level by level; random games compare them at once."""


import pytest

from ludparse import Game, load
from ludparse.interpreter.backends.c.random_games.games import render_games
from ludparse.interpreter.passes.random_game_program import playout_program
from tests.interpreter.backends.c.test_random_games import check, code_of, engine_of, game_of, ordinary, seen
from tests.interpreter.both_backends import end_together

GAME = """(game "Stacks" (players 2)
  (equipment {{ (board {board}) (piece "Disc" Each) }})
  (rules (play {play})
    (end {{
      (if (is Line {length} {what} byLevel:True) (result Mover Win))
      (if (> (count Turns) 60) (result Mover Draw)) }})))"""
LOW = "(move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 4))) stack:True)"
HIGH = "(move Add (to (sites Board)) stack:True)"
TAKEN = f"(or {LOW} (move Remove (sites Occupied by:Next)))"


@pytest.mark.parametrize(
    ("board", "length"),
    [
        ("(rectangle 1 7)", 4),
        ("(square 4)", 4),
        ("(square 4)", 3),
        ("(hex 2)", 2),
        ("(tri 4)", 3),
        ("(concentric {1 4 8})", 3),  # lines round the rings come back to where they began
        ("(rotate 90 (hex 3))", 3),
    ],
)
@pytest.mark.parametrize("play", [HIGH, TAKEN])
@pytest.mark.telling(every=4)
def test_the_same_games_end_at_the_same_ply(board: str, length: int, play: str) -> None:
    known, followed = (
        load(GAME.format(board=board, length=length, what=what, play=play), backend="python")
        for what in ("", "what:(what at:(last To) level:(topLevel at:(last To)))")
    )
    assert "line_rises_1" in known.program.tables and "line_rises_1" not in followed.program.tables
    for seed in range(12):
        end_together(known, followed, seed)


@pytest.mark.parametrize(("board", "length"), [("(rectangle 1 7)", 4), ("(square 4)", 4), ("(concentric {1 4 8})", 3)])
@pytest.mark.parametrize("play", [LOW, TAKEN])
def test_random_games_compare_lines_at_once(
    board: str, length: int, play: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(GAME.format(board=board, length=length, what="", play=play))
    code = render_games(playout_program(game.program))
    assert f"#if CAP_stack == {64 // game.program.fields['what_c'].size}" in code and "includes_one(cover_0" in code
    ordinary(monkeypatch, game, 60, seed=1)  # lists of positions have grown
    check(monkeypatch, game, 40)
    assert engine_of(game)._code.layout.caps["stack"] == game.program.caps["stack"]


def test_stacks_that_grow_higher_than_a_word_holds(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(GAME.format(board="(rectangle 1 8)", length=8, what="", play=HIGH), backend="c")
    assert isinstance(game, Game)
    code, caps = code_of(game), engine_of(game)._code.layout.caps["stack"]
    assert caps == 8
    expected = ordinary(monkeypatch, game, 30, seed=4)
    assert seen(game.playouts(30, seed=4)) == expected
    assert engine_of(game)._code.layout.caps["stack"] > caps and code_of(game) is not code
    assert seen(game.playouts(30, seed=4)) == expected
