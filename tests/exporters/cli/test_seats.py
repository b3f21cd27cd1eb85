"""Who sits where after a change of sides, wherever somebody sits: all of them play the same games over.

In most the first player begins in a corner, and the second takes that over. Then each completes a row of their side;
the second player, on side 1, is first. Environments also play games of three players, of teams, and of players who move
at the same time. Pages are in tests/exporters/web.
"""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
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
from tests.interpreter.search.games import SWAPPING, THREE, both_backends, position

LINE = ("A1", "swap", "A2", "B1", "B2", "C1")
SEATS = [0, 1, 0, 1, 0, 1]


@dataclass(frozen=True)
class Scenario:
    """A game. seats: who makes each move, from 0. rewards: of each seat at the end."""

    text: str
    moves: tuple[str, ...]
    seats: list[int]
    rewards: list[float]


SCENARIOS = {
    "the pie": Scenario(SWAPPING, LINE, SEATS, [-1.0, 1.0]),
    # Swaps name players by where they sat at first. So after 1 and 3 have changed and then 1 and 2, side 1 is played by
    # seat 2, side 2 by seat 0 and side 3 by seat 1. The sides reach two pieces in their order: first, second, third.
    "three players": Scenario(
        """(game "Triple" (players 3) (equipment {(board (rectangle 1 7)) (piece "Disc" Each)})
            (rules (play (if (= 1 (count Moves)) (move Swap Players P1 P3)
                         (if (= 2 (count Moves)) (move Swap Players P1 P2) (move Add (to (sites Empty))))))
                (end (if (= 2 (count Sites in:(sites Occupied by:Mover))) (result Mover Win)))))""",
        ("A1", "swap 1 3", "swap 1 2", "B1", "C1", "D1", "E1"), [0, 1, 1, 0, 1, 2, 0], [0.0, -1.0, 1.0],
    ),
    # Seat 1 plays side 1 of the team that wins, with seat 2; the others share the places 3 and 4 in Ludii's way, which
    # is to give them 3: 2 * (4 - 3) / (4 - 1) - 1.
    "teams": Scenario(
        """(game "Pairs" (players 4) (equipment {(board (rectangle 1 8)) (piece "Disc" Each)})
            (rules (start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})})
                (play (if (= 1 (count Moves)) (move Swap Players P1 P2) (move Add (to (sites Empty)))))
                (end (if (= 2 (count Sites in:(sites Occupied by:Mover))) (result TeamMover Win)))))""",
        ("A1", "swap 1 2", "B1", "C1", "D1", "E1"), [0, 1, 0, 2, 3, 1], [-1 / 3, 1.0, 1.0, -1 / 3],
    ),
}  # fmt: skip
every_scenario = pytest.mark.parametrize("name", SCENARIOS)

TOGETHER = """(game "Together" (players 2) (mode Simultaneous)
    (equipment {(board (square 2)) (hand Each) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (handSite P1)) (place "Disc2" (handSite P2))})
        (play (or (move (from (handSite P1)) (to (sites {0 1})) P1) (move (from (handSite P2)) (to (sites {2 3})) P2)))
        (end (if (and (is Occupied 1) (is Occupied 3)) (result P2 Win)))))"""
"""Player 1 moves to A1 or B1, player 2 to A2 or B2. Where both choose B, player 2 wins."""


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


def scene(name: str, backend: str = "python") -> tuple[Scenario, SingleGame]:
    found = load(SCENARIOS[name].text, backend=backend)
    assert isinstance(found, SingleGame)
    return SCENARIOS[name], found


def actions(scenario: Scenario, game: SingleGame, act: Callable[[int], None]) -> None:
    """Hand over the number of each move of a scenario."""
    state = game.start(seed=1)
    for name in scenario.moves:
        move = state.parse_move(name)
        act(state.action(move))
        state.apply(move)
    assert state.over


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
    assert "Black to move. Type 'swap' to change sides." in out
    assert "\n2. Black: swap 2 1" in out
    assert "\nPlayer 1 (Black) to move.\n" in out
    assert "\n4. Player 2 (White): B1" in out
    assert "Player 2 (White) wins." in out


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


@every_scenario
def test_pettingzoo(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from ludparse.environments import aec

    scenario, game = scene(name)
    env, found = aec(game), []
    env.reset(seed=1)

    def act(action: int) -> None:
        found.append(env.agent_selection)
        env.step(action)

    actions(scenario, game, act)
    assert found == [f"player_{seat + 1}" for seat in scenario.seats]
    assert [env.rewards[agent] for agent in env.possible_agents] == pytest.approx(scenario.rewards)


def test_pettingzoo_with_moves_at_the_same_time() -> None:
    pytest.importorskip("pettingzoo")
    from ludparse.environments import parallel

    game = load(TOGETHER, backend="python")
    assert isinstance(game, SingleGame)
    env = parallel(game)
    env.reset(seed=1)
    state = game.start(seed=1)
    numbers = {move.notation.partition("-")[2]: state.action(move) for move in state.legal_moves()}
    _, rewards, _, _, _ = env.step({"player_1": numbers["A1"], "player_2": numbers["B2"]})
    assert rewards == {"player_1": 0.0, "player_2": 0.0}
    env.reset(seed=1)
    _, rewards, over, _, _ = env.step({"player_2": numbers["B2"], "player_1": numbers["B1"]})
    assert rewards == {"player_1": -1.0, "player_2": 1.0} and all(over.values())


@every_scenario
def test_gymnasium(name: str) -> None:
    pytest.importorskip("gymnasium")
    from ludparse.exporters.environments.single import SingleSeat

    scenario, game = scene(name)

    class All:
        """Plays the moves of the scenario for all other seats."""

        def choose(self, state: Any) -> Any:
            ply = len(state.history)
            assert scenario.seats[ply] != seat
            return state.parse_move(scenario.moves[ply])

    for seat, wanted in enumerate(scenario.rewards):
        numbers: list[int] = []
        actions(scenario, game, numbers.append)
        env = SingleSeat(game, seat=seat + 1, agent=All())
        env.reset(seed=1)
        over, reward = False, 0.0
        for action, at in zip(numbers, scenario.seats, strict=True):
            if at == seat:
                _, reward, over, _, _ = env.step(action)
        assert over and reward == pytest.approx(wanted)


@every_scenario
def test_openspiel(name: str) -> None:
    pytest.importorskip("pyspiel")
    from ludparse.environments import openspiel

    scenario = SCENARIOS[name]
    made = openspiel.game(scenario.text)
    state, found = made.new_initial_state(), []

    def act(action: int) -> None:
        found.append(state.current_player())
        state.apply_action(action)

    actions(scenario, made.lud, act)
    assert found == scenario.seats
    assert state.returns() == pytest.approx(scenario.rewards)


@every_scenario
@both_backends
def test_many_games_side_by_side(name: str, backend: str, c_compiler: None) -> None:
    np = pytest.importorskip("numpy")
    from ludparse.environments import VectorGame

    scenario, game = scene(name, backend)
    lanes, found = VectorGame(game, 2, seed=1), []

    def act(action: int) -> None:
        found.append(lanes.seats.tolist())
        lanes.step(np.array([action, action]))

    actions(scenario, game, act)
    assert found == [[seat, seat] for seat in scenario.seats]
    assert lanes.rewards == pytest.approx(np.array([scenario.rewards] * 2))


def test_solved_searched_and_shown_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = ["--moves", *LINE[:-1]]
    assert main(["solve", SWAPPING, *moves]) == 0
    assert "Player 2 (White) wins" in capsys.readouterr().out
    assert main(["board", SWAPPING, *moves]) == 0
    assert "Player 2 (White) to move." in capsys.readouterr().out
    file = tmp_path / "end.svg"
    assert main(["board", SWAPPING, "--moves", *LINE, "--players", "--svg", "--output", str(file)]) == 0
    assert ">Player 2 (White)<" in file.read_text()


def test_random_games_tell_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """Random games are told by side, whoever plays it: the name is another than that of who sits there. Pages, whose
    pieces have colours, name the side by them."""
    for text, who in ((SWAPPING, "side"), (THREE, "player")):
        assert f"{who} 1 wins" in playouts(Source("", text), None)
        found = load(text)
        assert isinstance(found, SingleGame)
        assert random_rows(found, 20)[2][0] == "White wins"
        assert main(["playouts", text, "-n", "20"]) == 0
        assert f"  {who} 1 " in capsys.readouterr().out
    assert main(["playouts", SWAPPING, "-n", "20", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["wins"]) == {"1", "2"}
