"""Values of small games that are known."""

import json
from typing import Any

import pytest

from ludparse import LudUnsupportedError, load
from ludparse.exporters.cli import main
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search.solver import Solution, solve
from tests.interpreter.descriptions import SCORE
from tests.interpreter.search.games import DICE, HIDDEN, SWAPPING, THREE, both_backends, position
from tests.interpreter.search.test_alpha_beta import plain, sure
from tests.interpreter.search.test_uct import FORK, WIN_NOW

CONNECT = """(game "Connections" (players 2) (equipment { (board (hex Diamond N)) (piece "Marker" Each)
    (regions P1 { (sites Side NE) (sites Side SW) }) (regions P2 { (sites Side NW) (sites Side SE) }) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"""
"""The game of Hex without a change of sides: the first player wins (Nash's argument)."""

PAWNS = """(game "Pawns" (players 2) (equipment { (board (square 3))
    (piece "Pawn" P1 N (or (move Step Forward (to if:(is Empty (to))))
      (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
    (piece "Pawn" P2 S (or (move Step Forward (to if:(is Empty (to))))
      (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))) })
  (rules (start { (place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) })
    (play (forEach Piece)) (end {
      (if (is In (last To) (if (is Mover P1) (sites Top) (sites Bottom))) (result Mover Win))
      (if (no Moves Next) (result Mover Win)) })))"""
"""Hexapawn: the second player wins (Gardner 1962)."""


def value(text: str, *moves: str, **limits: Any) -> float | None:
    return solve(position(text, *moves), **limits).value


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_player_connects(size: int) -> None:
    assert value(CONNECT.replace(" N)", f" {size})")) == 1.0


def test_pawns() -> None:
    assert value(PAWNS) == 0.0


@both_backends
def test_three_in_a_row_is_a_draw(backend: str) -> None:
    found = solve(position(THREE, "B2", "A1", backend=backend))
    assert found.value == 0.5
    assert found.nodes > 10


@pytest.mark.parametrize("moves", ["A1 B1 B2", "A1 C3 B1 C1", "B2 B1 A3", "B2 A1 C1", ""])
@pytest.mark.parametrize("text", [THREE, THREE.replace("(rules", "(rules (meta (no Repeat))")], ids=["plain", "repeat"])
def test_values_equal_those_of_trying_everything(text: str, moves: str) -> None:
    state = position(text, *moves.split())
    if moves:
        known = plain(state)
        assert solve(state).value == (known if state.mover == 1 else 1 - known)
    else:
        assert solve(state).value == 0.5


def test_whoever_may_change_sides_wins_where_the_first_player_would() -> None:
    swapping = CONNECT.replace(" N)", " 2)").replace("(rules", "(rules (meta (swap))")
    assert value(swapping) == 0.0
    assert value(SWAPPING) == 0.5


def test_lines_keep_the_value() -> None:
    for moves, length in ((WIN_NOW, 1), (FORK, 3)):
        found = solve(position(THREE, *moves))
        assert (found.value, len(found.line)) == (1.0, length)
    state = position(THREE, "B2", "A1")
    line = solve(state).line
    for move in line:
        assert solve(state).value == 0.5
        state.apply(move)
    assert state.over
    assert state.ranking == [0.0, 1.5, 1.5]


def test_more_than_two_players() -> None:
    """What the player to move is sure of against the two others: it is the least of what trying everything gives."""
    game = load(SCORE, backend="c")
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    for _ in range(13):
        state.apply(state.legal_moves()[0])
    assert solve(state).value == sure(state, state.mover)


def test_limits_leave_bounds() -> None:
    state = position(CONNECT.replace(" N)", " 6)"))
    found = solve(state, nodes=50)
    assert found.value is None
    assert (found.low, found.high, found.line) == (0.0, 1.0, ())
    assert 50 <= found.nodes <= 60
    assert solve(state, seconds=0.1).seconds < 3


@pytest.mark.parametrize("max_memory", [2000, 1 << 24])
def test_a_small_table_is_not_wrong(max_memory: int) -> None:
    assert value(CONNECT.replace(" N)", " 3)"), max_memory=max_memory) == 1.0
    assert value(THREE, "B2", max_memory=max_memory) == 0.5


def test_a_game_that_is_over() -> None:
    found = solve(position(THREE, *WIN_NOW, "C1"))
    assert found == Solution(1.0, 1.0, (), 0, found.seconds)


@pytest.mark.parametrize(("text", "why"), [(DICE, "chance"), (HIDDEN, "hides")])
def test_what_cannot_be_solved(text: str, why: str) -> None:
    with pytest.raises(LudUnsupportedError, match=why):
        solve(position(text))


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"nodes": 0}])
def test_limits_that_make_no_sense(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seconds|nodes"):
        solve(position(THREE), **limits)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", THREE, "--moves", *FORK]) == 0
    out = capsys.readouterr().out
    assert "White wins" in out
    assert "line   " in out
    assert main(["solve", THREE, "--moves", "A1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 0.5
    assert main(["solve", CONNECT.replace(" N)", " 6)"), "--nodes", "20"]) == 1
    assert "not solved" in capsys.readouterr().out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_the_command_refuses_times_that_make_no_sense(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", THREE, f"--time={seconds}"])
    assert ended.value.code == 2
    assert "is not a number of seconds above 0" in capsys.readouterr().err
