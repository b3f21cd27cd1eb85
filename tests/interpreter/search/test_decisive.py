"""Wins in one move, and the opponent's: every agent takes the one and stops the other, whatever its budget."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.search.agent import Seconds
from ludparse.interpreter.search.decisive import First, decisive
from ludparse.interpreter.search.uct_native import NativeSearch
from ludparse.search import UCT, Agent, AlphaBeta, Auto, FlatMonteCarlo, Guided
from tests.interpreter import descriptions
from tests.interpreter.search.games import HOPS, SWAPPING, THREE, both_backends, position

FIVE = """(game "Five" (players 2) (equipment { (board (square 15)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))))"""
AVOIDING = """(game "Not Three" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Loss)))))"""
ACROSS = """(game "Across" (players 2) (equipment { (board (square 5))
    (piece "Man" P1 (move Step (directions {N E W}) (to if:(not (is Friend (who at:(to))))
      (apply (remove (to))))))
    (piece "Man" P2 (move Step (directions {S E W}) (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))) })
  (rules (start { (place "Man1" (sites {"B2" "E2"})) (place "Man2" (sites {"C4" "A4"})) }) (play (forEach Piece)) (end {
    (if (is In (last To) (sites Top)) (result P1 Win)) (if (is In (last To) (sites Bottom)) (result P2 Win)) })))"""
ROUND = """(game "Three Players" (players 3) (equipment { (board (square 4)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
DICE = """(game "Run" (players 2) (equipment { (board (rectangle 1 9)) (piece "Man" Each) (dice d:2 num:1) })
  (rules (start { (place "Man1" (sites {0 1})) (place "Man2" (sites {2})) })
    (play (do (roll) next:(forEach Piece (move Hop (between if:True) (to if:(is Empty (to)))))))
    (end (if (no Moves Next) (result Mover Win)))))"""

OWN = {"hops": HOPS, "across": ACROSS, "avoiding": AVOIDING, "round": ROUND, "dice": DICE}

THREATS: dict[str, tuple[str, tuple[str, ...], set[str]]] = {
    # the row A1 B1 is finished at C1; of Five, D8 to G8 are closed at C8 by the other player, and H8 is left
    "three": (THREE, ("A1", "B2", "B1"), {"C1"}),
    "five": (FIVE, ("D8", "C8", "E8", "A1", "F8", "C15", "G8"), {"H8"}),
    "swap": (SWAPPING, ("A1", "B2", "B1"), {"C1"}),
    "three players": (ROUND, ("A4", "D1", "A1", "D3", "B4", "B1", "A2"), {"C1"}),
}
"""A game, moves, and where the next player's win is stopped."""
WINS: dict[str, tuple[str, tuple[str, ...], set[str]]] = {
    "three": (THREE, ("A1", "A2", "B1", "B2"), {"C1"}),
    "five": (FIVE, ("D8", "D9", "E8", "E9", "F8", "F9", "G8", "G9"), {"C8", "H8"}),
    "three players": (ROUND, ("A1", "D4", "D1", "B1", "C4", "A4"), {"C1"}),
}


def even(states: Any) -> Any:
    """Knows nothing of any position."""
    priors = [np.ones(len(state.legal_moves()), np.float32) for state in states]
    return priors, np.zeros((len(states), states[0].game.players), np.float32)


AGENTS: dict[str, Callable[[], Agent]] = {
    "uct, one iteration": lambda: UCT(iterations=1, seed=5),
    "uct, some": lambda: UCT(iterations=60, seed=5),
    "uct in Python": lambda: UCT(iterations=7, seed=5, native=False),
    "uct with averages": lambda: UCT(iterations=30, seed=5, playouts="mast", grave=10),
    "uct in time": lambda: UCT(seconds=1),
    "alpha-beta, one position": lambda: AlphaBeta(nodes=1, seed=5),
    "alpha-beta, one ply": lambda: AlphaBeta(depth=1),
    "alpha-beta in Python": lambda: AlphaBeta(nodes=50, native=False),
    "alpha-beta in time": lambda: AlphaBeta(seconds=1),
    "flat": lambda: FlatMonteCarlo(playouts=1, seed=5),
    "auto": lambda: Auto(seconds=1, seed=5),
    "guided": lambda: Guided(even, iterations=1, seed=5),
}


@pytest.mark.telling(every=3)
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("game", WINS)
def test_every_agent_takes_a_win(game: str, name: str) -> None:
    text, moves, wins = WINS[game]
    agent: Any = AGENTS[name]()
    assert agent.choose(position(text, *moves)).notation in wins
    best = agent.report.best
    assert best.value == 1.0 and best.proven


@pytest.mark.telling(every=3)
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("game", THREATS)
def test_every_agent_stops_the_win_of_the_next_player(game: str, name: str) -> None:
    text, moves, stops = THREATS[game]
    assert AGENTS[name]().choose(position(text, *moves)).notation in stops


@both_backends
def test_moves_that_lose_at_once_are_left_aside(backend: str) -> None:
    state = position(AVOIDING, "A1", "A2", "B1", "B2", backend=backend)
    told = decisive(state, state.legal_moves(), Seconds(None))
    lost = [move.notation for k, move in enumerate(state.legal_moves()) if told.loses(k)]
    assert lost == ["C1"]
    assert all(UCT(iterations=1, seed=seed).choose(state).notation != "C1" for seed in range(6))


@both_backends
def test_of_three_players_what_is_left_aside_is_not_proven(backend: str) -> None:
    """The search goes on to the end of games that have four or fewer moves left, and takes none that loses at once."""
    text, seen = THREE.replace("players 2", "players 3"), 0
    for seed in range(12):
        state, chance = position(text, backend=backend), random.Random(seed)
        while not state.over and state.count_moves() > 4:
            state.apply(chance.choice(state.legal_moves()))
        moves = state.legal_moves()
        told = decisive(state, moves, Seconds(None)) if moves else None
        lost = {move.notation for k, move in enumerate(moves) if told is not None and told.loses(k)}
        if 0 < len(lost) < len(moves):
            seen += 1
            assert UCT(iterations=100, seed=seed).choose(state).notation not in lost
    assert seen


def test_a_capture_that_lets_the_other_one_through_is_known() -> None:
    """Whoever reaches the far side wins. The man of player 2 at A2 gets there next, if B2 does not take it."""
    state = position(ACROSS)
    assert set(decisive(state, state.legal_moves(), Seconds(None)).rows) == {First.OPEN}
    state = position(ACROSS, "E2-E3", "A4-A3", "E3-D3", "A3-A2")
    moves = state.legal_moves()
    told = decisive(state, moves, Seconds(None))
    assert {moves[k].notation for k, row in enumerate(told.rows) if row is First.OPEN} == {"B2-A2"}
    assert AlphaBeta(depth=1).choose(state).notation == "B2-A2"


def test_where_every_move_loses_that_is_no_reason_to_leave_it_aside() -> None:
    state = position(THREE, "B2", "B1", "A1", "B3", "A3")  # C1 and C3 both finish a diagonal, A2 a column
    assert set(decisive(state, state.legal_moves(), Seconds(None)).rows) == {First.OPEN}


@pytest.mark.telling("0")
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", [*descriptions.ALL, *OWN, "Caravans", "Gardens"])
def test_native_code_and_the_specification_know_the_same(name: str, number: int) -> None:
    """And what both know of a move is what play shows of it: of wins and losses at once, and of the reply that wins."""
    game = load(OWN.get(name) or descriptions.ALL.get(name, name), backend="c")
    assert isinstance(game, SingleGame)
    if game.flags.simulation or game.traits.hidden:
        pytest.skip("there is nothing to choose, or not everything is seen")
    state, asked = game.start(seed=number), 0
    while not state.over and asked < 40:
        moves = state.legal_moves()
        if not moves:
            break
        told = decisive(state, moves, Seconds(None))
        tree = NativeSearch(state, UCT(iterations=1)).tree
        assert list(decisive(state, moves, Seconds(None), tree).rows) == list(told.rows)
        for k, row in enumerate(told.rows):
            if row is not First.OPEN and not told.draws and not game.flags.simultaneous:
                assert seen(state, moves[k]) is row
        state.apply(moves[(7 * asked + number) % len(moves)])
        asked += 1


def seen(state: GameState, move: Any) -> First:
    """What play shows of a move."""
    mover, players, after = state.mover, state.game.players, state.copy()
    after.apply(move)
    place = after.ranking[mover]
    if place:
        return First.WINS if place == 1 else First.LOSES if place == players else First.OPEN
    for reply in after.legal_moves():
        last = after.copy()
        last.apply(reply)
        if after.mover != mover and last.ranking[after.mover] == 1:
            return First.IS_ANSWERED
    return First.OPEN


def test_where_chance_decides_only_what_is_certain_counts() -> None:
    """A man of player 1 that reaches the end wins; the die is thrown before the choice, so that the win is certain."""
    state = position(DICE)
    told = decisive(state, state.legal_moves(), Seconds(None))
    assert First.IS_ANSWERED not in told.rows and First.LOSES not in told.rows
