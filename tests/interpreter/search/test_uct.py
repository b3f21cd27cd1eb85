"""UCT: known best moves, limits, and that the choice depends on position, seed and iterations alone."""

import time
from typing import Any

import pytest

from ludparse import IllegalMoveError, Playouts, load
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.search.report import MoveReport, Report
from ludparse.interpreter.search.tree import Edge, Node
from ludparse.search import UCT
from tests.interpreter.descriptions import SCORE
from tests.interpreter.search.games import DICE, SWAPPING, THREE, both_backends, position

WIN_NOW = ("A1", "A2", "B1", "B2")
ONE_DEFENCE = ("A1", "B2", "B1")
FORK = ("A1", "B1", "B2", "C3")


def found(state: GameState, **settings: Any) -> list[tuple[str, int, float | None]]:
    """The moves of a report: notation, visits, value."""
    agent = UCT(**settings)
    agent.choose(state)
    assert agent.report is not None
    return [(m.move.notation, m.visits, m.value) for m in agent.report.moves]


@both_backends
@pytest.mark.parametrize("playouts", ["uniform", "mast"])
def test_it_takes_a_win(backend: str, playouts: str) -> None:
    agent = UCT(iterations=50, seed=1, playouts=playouts)
    state = position(THREE, *WIN_NOW, backend=backend)
    before = state.key, state.history
    assert agent.choose(state).notation == "C1"
    assert (state.key, state.history) == before
    assert agent.report is not None
    assert agent.report.proven
    assert agent.report.best.interval == (1.0, 1.0)


@pytest.mark.parametrize("seed", range(4))
def test_it_stops_a_win(seed: int) -> None:
    assert UCT(iterations=300, seed=seed).choose(position(THREE, *ONE_DEFENCE)).notation == "C1"


@pytest.mark.parametrize("seed", range(4))
def test_a_win_in_three_plies_is_proven(seed: int) -> None:
    """Two threats at once; the line is the move, a defence against one of them, and the win."""
    agent = UCT(iterations=1000, seed=seed)
    assert agent.choose(position(THREE, *FORK)).notation in {"A2", "A3"}
    assert agent.report is not None
    assert agent.report.proven
    assert len(agent.report.line) == 3


def test_a_quicker_win_counts_its_own_ply() -> None:
    """Won in five plies at first; a move whose position is won in one ply wins in two."""
    node = Node(position(THREE))
    assert node.open()
    node.proof, node.depth = (1.0, 0.0), 5
    for k, (value, depth, then) in enumerate([((1.0, 0.0), 1, 2), ((1.0, 0.0), 3, 2), ((0.0, 1.0), 0, 2)]):
        child = Node(position(THREE, "A1"))
        child.proof, child.depth = value, depth
        node.edges[k] = Edge()
        node.edges[k].node = child
        assert not node.prove(k)
        assert (node.proof, node.depth) == ((1.0, 0.0), then)


def test_a_tree_has_as_many_positions_as_are_below() -> None:
    """A throw leads from the root to two positions, another move to a third, from which a fourth is reached."""
    root, *below = (Node(position(THREE)) for _ in range(5))
    for node, outcomes in ((root, below[:2]), (root, below[2:3]), (below[2], below[3:])):
        edge = Edge()
        edge.outcomes = {(k,): child for k, child in enumerate(outcomes)}  # type: ignore[misc]
        node.edges.append(edge)
    assert (root.size(), below[2].size(), below[0].size()) == (5, 2, 1)


def test_the_text_of_a_report() -> None:
    """Ten moves are listed: what is certain has a mark, what was not tried no value, and how a line goes on is told."""
    moves = position(THREE.replace("square 3", "square 4")).legal_moves()
    rows = [MoveReport(moves[0], 1234, 1.0, None, True, tuple(moves[:3]))]
    rows += [MoveReport(moves[1], 8, 0.25, None, False, ())]
    rows += [MoveReport(move, 0, None, None, False, ()) for move in moves[2:12]]
    report = Report(tuple(rows), 50, 2.0, 7)
    head, *lines = str(report).splitlines()
    assert head.split() == ["move", "visits", "value", "goes", "on"]
    listed = [line.split() for line in lines if line[:1].isalpha()]
    assert listed[:3] == [["A1", "1,234", "1.000!", "B1", "C1"], ["B1", "8", "0.250"], ["C1", "0", "-"]]
    assert len(listed) == 10 and lines[-1] == "… and 2 more"
    assert repr(report) == "<Report: A1, value 1.000, 50 iterations>"
    assert report.speed == 25


def test_a_draw_is_proven() -> None:
    agent = UCT(iterations=20_000, seed=1)
    agent.choose(position(THREE, "A1", "B2"))
    assert agent.report is not None
    assert (agent.report.proven, agent.report.value) == (True, 0.5)
    assert agent.report.iterations < 20_000


@pytest.mark.parametrize("text", [THREE, SWAPPING, DICE, SCORE], ids=["two", "swap", "dice", "three"])
@pytest.mark.parametrize("playouts", ["uniform", "mast"])
def test_both_backends_find_the_same_again_and_again(text: str, playouts: str) -> None:
    settings: dict[str, Any] = {"iterations": 60, "seed": 7, "playouts": playouts}
    native = found(position(text, backend="c"), **settings)
    assert native == found(position(text, backend="python"), **settings)
    assert native == found(position(text, backend="c"), **settings)
    assert sum(visits for _, visits, _ in native) == 60


def test_an_agent_repeats_itself_when_it_is_asked_again() -> None:
    agent, state = UCT(iterations=80, seed=3), position(THREE)
    first = agent.choose(state), agent.report and agent.report.as_dict()["moves"]
    assert first == (agent.choose(state), agent.report and agent.report.as_dict()["moves"])


@pytest.mark.parametrize("text", [THREE, DICE], ids=["alone", "dice"])
def test_the_tree_is_kept_as_the_game_goes_on(text: str) -> None:
    state, agent = position(text), UCT(iterations=400, seed=1)
    state.apply(agent.choose(state))
    agent.choose(state)
    assert agent.report is not None
    assert sum(m.visits for m in agent.report.moves) > agent.report.iterations
    other = position(text, state.legal_moves()[0].notation) if text == THREE else position(DICE)
    agent.choose(other)  # another game: nothing is kept
    assert sum(m.visits for m in agent.report.moves) == agent.report.iterations


def test_it_does_not_see_the_throws_to_come() -> None:
    """Positions with other random numbers to come, but the same dice on the table, look the same."""
    state = position(DICE)
    other = state.copy()
    other.reseed(12345)
    assert other.key == state.key
    assert found(state, iterations=100, seed=1) == found(other, iterations=100, seed=1)


def test_whoever_changes_sides_takes_the_better_one() -> None:
    """The middle is worth having, so the second player takes it over, and the first player knows."""
    assert UCT(iterations=2000, seed=1).choose(position(SWAPPING, "B2")).notation == "swap 2 1"
    assert UCT(iterations=3000, seed=1).choose(position(SWAPPING)).notation != "B2"


def test_there_is_nothing_to_choose_when_the_game_is_over() -> None:
    with pytest.raises(IllegalMoveError, match="over"):
        UCT(iterations=10).choose(position(THREE, *WIN_NOW, "C1"))


@pytest.mark.parametrize(
    "settings",
    [{}, {"iterations": 0}, {"seconds": 0.0}, {"iterations": 1, "playouts": "best"}, {"iterations": 1, "max_nodes": 0},
     {"iterations": 1, "history": -1.0}],
)
def test_settings_that_make_no_sense(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seconds|iterations|playouts|max_nodes|history"):
        UCT(**settings)


@both_backends
@pytest.mark.parametrize("seconds", [0.01, 0.3])
@pytest.mark.telling("0.3-c")
def test_the_time_is_kept(backend: str, seconds: float) -> None:
    """Also in a game whose playouts take long: they are broken off. A busy machine may stop us for some time, so the
    best of five searches counts (test_limits.py measures to five percent)."""
    state = load("Two Shores", backend=backend).start(seed=1)
    state.legal_moves()
    least = float("inf")
    for seed in range(5):
        agent = UCT(seconds=seconds, seed=seed)
        began = time.perf_counter()
        agent.choose(state)
        took = time.perf_counter() - began
        least = min(least, took)
        assert agent.report is not None
        assert 0.9 * seconds <= agent.report.seconds <= took
    assert least < seconds * 1.05 + 0.05


def test_the_tree_has_a_largest_size() -> None:
    agent = UCT(iterations=500, seed=1, max_nodes=50)
    agent.choose(position(THREE))
    assert agent.report is not None
    assert agent.report.iterations == 500
    assert agent.report.nodes <= 51


def test_ctrl_c_ends_the_search_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    playouts = GameState.playouts

    def interrupted(self: GameState, n: int, **settings: Any) -> Playouts:
        nonlocal calls
        calls += 1
        assert n == 1, "a game whose result nobody asks for"
        if calls == 25:
            raise KeyboardInterrupt
        return playouts(self, n, **settings)

    monkeypatch.setattr(GameState, "playouts", interrupted)
    agent = UCT(seconds=60, seed=1, native=False, history=0)
    assert agent.choose(position(THREE, *FORK)).notation in ("A3", "B3", "C1", "C2", "A2")
    assert agent.report is not None
    assert agent.report.interrupted and agent.report.iterations > 10
