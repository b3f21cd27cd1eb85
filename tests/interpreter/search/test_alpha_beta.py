"""Alpha-beta: known best moves and values, limits, and agreement of both backends."""

from typing import Any

import pytest

from ludparse import LudUnsupportedError, load
from ludparse.interpreter.play.game_state import GameState
from ludparse.search import AlphaBeta
from tests.interpreter.descriptions import SCORE
from tests.interpreter.search.games import HIDDEN, SWAPPING, THREE, both_backends, position
from tests.interpreter.search.test_uct import FORK, ONE_DEFENCE, WIN_NOW


def plain(state: GameState) -> float:
    """The value of a two-player game for player 1, by trying everything: 1, 0.5 or 0."""
    if state.over:
        return {1.0: 1.0, 2.0: 0.0}.get(state.ranking[1], 0.5)
    values = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        values.append(plain(after))
    return max(values) if state.mover == 1 else min(values)


def sure(at: GameState, player: int) -> float:
    """What a player of three is sure of against the two others, by trying everything: 1 for the first place, 0 for the
    last."""
    if at.over:
        return (3 - at.ranking[player]) / 2
    values = []
    for move in at.legal_moves():
        after = at.copy()
        after.apply(move)
        values.append(sure(after, player))
    return max(values) if at.mover == player else min(values)


@both_backends
def test_known_moves(backend: str) -> None:
    assert AlphaBeta(depth=1).choose(position(THREE, *WIN_NOW, backend=backend)).notation == "C1"
    assert AlphaBeta(depth=2).choose(position(THREE, *ONE_DEFENCE, backend=backend)).notation == "C1"
    agent = AlphaBeta(depth=9)
    assert agent.choose(position(THREE, *FORK, backend=backend)).notation in {"A2", "A3"}
    assert agent.report is not None
    assert (agent.report.depth, agent.report.proven, agent.report.value) == (3, True, 1.0)


@pytest.mark.parametrize("moves", ["A1 B1 B2", "A1 C3 B1 C1", "B2 B1 A3", "B2 A1 C1"])
def test_values_equal_those_of_trying_everything(moves: str) -> None:
    state, agent = position(THREE, *moves.split()), AlphaBeta(depth=12)
    agent.choose(state)
    value = plain(state)
    assert agent.report is not None
    assert agent.report.proven
    assert agent.report.value == (value if state.mover == 1 else 1 - value)


def test_a_lost_position_is_known_to_be_lost() -> None:
    """Two threats cannot both be stopped."""
    agent = AlphaBeta(depth=9)
    agent.choose(position(THREE, *FORK, "A3"))
    assert agent.report is not None
    assert (agent.report.proven, agent.report.value) == (True, 0.0)


@pytest.mark.parametrize("text", [THREE, SWAPPING, SCORE], ids=["two", "swap", "three"])
def test_both_backends_choose_the_same(text: str) -> None:
    reports = []
    for backend in ("c", "python"):
        agent = AlphaBeta(nodes=400)
        agent.choose(position(text, backend=backend))
        assert agent.report is not None
        reports.append(agent.report.as_dict()["moves"])
        assert agent.report.iterations == 400
    assert reports[0] == reports[1]


@pytest.mark.parametrize(("text", "why"), [(HIDDEN, "hides")])
def test_what_cannot_be_searched(text: str, why: str) -> None:
    with pytest.raises(LudUnsupportedError, match=why):
        AlphaBeta(depth=1).choose(position(text))


def test_rules_that_remember_positions_are_searched_without_a_table() -> None:
    agent = AlphaBeta(depth=2)
    agent.choose(position(THREE.replace("(rules", "(rules (meta (no Repeat))")))
    assert agent.report is not None
    assert (agent.report.nodes, agent.report.depth) == (0, 2)


def test_ctrl_c_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = AlphaBeta(seconds=0.2)
    agent.choose(load("Ex Nihilo").start(seed=1))
    assert agent.report is not None
    assert 0.05 <= agent.report.seconds < 10  # a busy machine may stop us for some time
    calls = 0
    legal_moves = GameState.legal_moves

    def interrupted(self: GameState) -> list[Any]:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise KeyboardInterrupt
        return legal_moves(self)

    monkeypatch.setattr(GameState, "legal_moves", interrupted)
    state = position(THREE, "A1", "B1")
    calls = 0
    agent = AlphaBeta(seconds=60, native=False)
    assert agent.choose(state) in legal_moves(state)
    assert agent.report is not None
    assert agent.report.interrupted


@both_backends
@pytest.mark.parametrize("plies", [12, 13])
def test_more_than_two_players_are_paranoid(backend: str, plies: int) -> None:
    """The player to move maximises its place; all others make it as bad as they can, whatever it does to their own."""
    state = position(SCORE, backend=backend)
    for _ in range(plies):
        state.apply(state.legal_moves()[0])
    agent = AlphaBeta(depth=20, heuristics="(heuristics (nullHeuristic))")
    agent.choose(state)
    assert agent.report is not None
    assert (agent.report.proven, agent.report.value) == (True, sure(state, state.mover))
