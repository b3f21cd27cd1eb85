"""Who sits where after a change of sides, wherever somebody sits: all of them play the same game over.

The first player begins in a corner, and the second takes that over. Then each completes a row of their side; the second
player, on side 1, is first. Pages are in tests/exporters/web.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludparse import Source, load
from ludparse.exporters.authoring.language_server.commands import playouts
from ludparse.exporters.cli import main
from ludparse.exporters.dataset.playing import play
from ludparse.exporters.statistics.contest.game import play_contest_game
from ludparse.exporters.statistics.observe import utilities
from ludparse.exporters.terminal.typed_moves import find_move
from ludparse.exporters.web.site import random_rows
from ludparse.interpreter.game.game import SingleGame
from tests.interpreter.search.games import SWAPPING, THREE, position

LINE = ("A1", "swap", "A2", "B1", "B2", "C1")
SEATS = [0, 1, 0, 1, 0, 1]


class Reciting:
    """Plays its moves of LINE and refuses to play another's."""

    plies: tuple[int, ...] = tuple(range(len(LINE)))

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, state: Any) -> Any:
        ply = len(state.history)
        assert ply in self.plies
        return state.parse_move(LINE[ply])


class First(Reciting):
    plies = (0, 2, 4)


class Second(Reciting):
    plies = (1, 3, 5)


@pytest.fixture
def game() -> SingleGame:
    found = load(SWAPPING, backend="python")
    assert isinstance(found, SingleGame)
    return found


def actions(game: SingleGame, act: Callable[[int], None]) -> None:
    """Hand over the number of each move of LINE."""
    state = game.start(seed=1)
    for name in LINE:
        move = state.parse_move(name)
        act(state.action(move))
        state.apply(move)


def test_a_position_says_who_sits_where(game: SingleGame) -> None:
    state = game.start(seed=1)
    found = []
    for name in LINE:
        found.append(state.seats[state.mover - 1])
        state.apply(state.parse_move(name))
    assert found == SEATS
    assert utilities(state) == [-1.0, 1.0]


@pytest.mark.parametrize("typed", [["swap"], ["swap", "undo", "SWAP"]])
def test_play(typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*typed, "b1", "c1"])))
    against = f"{__name__}:{First.__name__}"
    assert main(["play", SWAPPING, "--as", "2", "--agent", against, "--backend", "python"]) == 0
    out = capsys.readouterr().out
    assert "Player 2 to move. Type 'swap' to change sides." in out
    assert "\n2. Player 2: swap 2 1" in out
    assert "\nPlayer 1 (side 2) to move.\n" in out
    assert "\n4. Player 2 (side 1): B1" in out
    assert "Player 2 (side 1) wins." in out


def test_a_word_alone_is_the_move_that_begins_with_it() -> None:
    assert find_move("swap", ["A1", "swap 2 1"]) == 1
    assert position(SWAPPING, "A1", "swap").history[1].is_swap


def test_contests(game: SingleGame) -> None:
    assert play_contest_game(game, (First, Second), 0, 1, 50).score == 0.0
    assert play_contest_game(game, (Second, First), 1, 1, 50).score == 1.0


def test_data_sets(game: SingleGame) -> None:
    pytest.importorskip("numpy")
    record = play(game, 0, 1, Reciting, 50)
    assert [at.seat for at in record.positions] == SEATS
    assert record.results == [-1.0, 1.0]


def test_pettingzoo(game: SingleGame) -> None:
    pytest.importorskip("pettingzoo")
    from ludparse.environments import aec

    env, found = aec(game), []
    env.reset(seed=1)

    def act(action: int) -> None:
        found.append(env.agent_selection)
        env.step(action)

    actions(game, act)
    assert found == [f"player_{seat + 1}" for seat in SEATS]
    assert env.rewards == {"player_1": -1.0, "player_2": 1.0}


def test_gymnasium(game: SingleGame) -> None:
    pytest.importorskip("gymnasium")
    from ludparse.exporters.environments.single import SingleSeat

    numbers: list[int] = []
    actions(game, numbers.append)
    env = SingleSeat(game, seat=2, agent=First())
    env.reset(seed=1)
    for action in numbers[1::2]:
        _, reward, over, _, _ = env.step(action)
    assert (reward, over) == (1.0, True)


def test_openspiel() -> None:
    pytest.importorskip("pyspiel")
    from ludparse.environments import openspiel

    made = openspiel.game(SWAPPING)
    state, found = made.new_initial_state(), []

    def act(action: int) -> None:
        found.append(state.current_player())
        state.apply_action(action)

    actions(made.lud, act)
    assert found == SEATS
    assert state.returns() == [-1.0, 1.0]


def test_many_games_side_by_side(game: SingleGame) -> None:
    np = pytest.importorskip("numpy")
    from ludparse.environments import VectorGame

    lanes, found = VectorGame(game, 2, seed=1), []

    def act(action: int) -> None:
        found.append(lanes.seats.tolist())
        lanes.step(np.array([action, action]))

    actions(game, act)
    assert found == [[seat, seat] for seat in SEATS]
    assert lanes.rewards.tolist() == [[-1.0, 1.0]] * 2


def test_solved_searched_and_shown_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = ["--moves", *LINE[:-1]]
    assert main(["solve", SWAPPING, *moves]) == 0
    assert "Player 2 (side 1) wins within 1 plies" in capsys.readouterr().out
    assert main(["board", SWAPPING, *moves]) == 0
    assert "Player 2 (side 1) to move." in capsys.readouterr().out
    file = tmp_path / "end.svg"
    assert main(["board", SWAPPING, "--moves", *LINE, "--players", "--svg", "--output", str(file)]) == 0
    assert ">Player 2 (side 1)<" in file.read_text()


def test_random_games_tell_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """Random games are told by side, whoever plays it: the name is another than that of who sits there."""
    for text, who in ((SWAPPING, "side"), (THREE, "player")):
        assert f"{who} 1 wins" in playouts(Source("", text), None)
        found = load(text)
        assert isinstance(found, SingleGame)
        assert random_rows(found, 20)[2][0] == f"{who.capitalize()} 1 wins"
        assert main(["playouts", text, "-n", "20"]) == 0
        assert f"  {who} 1 " in capsys.readouterr().out
    assert main(["playouts", SWAPPING, "-n", "20", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["wins"]) == {"1", "2"}
