"""Alpha-beta in native code: the same as the specification in Python, and within its limits."""

import os
import signal
import threading
import time
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search.agent import Seconds
from ludparse.interpreter.search.alpha_beta_native import NativePositions
from ludparse.interpreter.search.alpha_beta_python import WIN, PythonPositions
from ludparse.search import AlphaBeta
from tests.interpreter.search.games import HEURISTICS, HOPS, THREE, found, position
from tests.interpreter.search.test_native import GAMES, REPEATING, STACKS

ALL = {**GAMES, "hops": HOPS}


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(ALL)), number=st.integers(0, 2**64 - 1), skipped=st.integers(0, 12),
    nodes=st.integers(1, 400), depth=st.sampled_from([1, 2, 3, None]), quiescence=st.sampled_from([0, 1, 4]),
    seed=st.sampled_from([None, 5]), max_table=st.sampled_from([1, 30, 100_000]),
    heuristics=st.sampled_from([None, *HEURISTICS]), draws=st.sampled_from([1, 3]),
)  # fmt: skip
def test_native_code_finds_what_the_specification_finds(
    name: str, number: int, skipped: int, nodes: int, depth: int | None, quiescence: int, seed: int | None,
    max_table: int, heuristics: str | None, draws: int,
) -> None:  # fmt: skip
    """The same choice, the same values of all moves at the same depth, the same number of positions, the same table."""
    game = load(ALL[name], backend="c")
    assert isinstance(game, SingleGame)
    state = game.start(seed=number)
    for k in range(skipped):
        moves = state.legal_moves()
        if moves:
            state.apply(moves[(number >> k) % len(moves)])
    if not state.legal_moves():
        return
    chosen: dict[str, Any] = {
        "nodes": nodes, "depth": depth, "quiescence": quiescence, "seed": seed, "max_table": max_table,
        "heuristics": heuristics, "draws": draws,
    }  # fmt: skip
    assert found(AlphaBeta(**chosen), state) == found(AlphaBeta(**chosen, native=False), state)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_games_of_one_player_are_searched_too(players: int) -> None:
    game = THREE.replace("(players 2)", f"(players {players})")
    assert NativePositions.can_search(position(game, backend="c"), Seconds(None))
    assert not NativePositions.can_search(position(game, backend="python"), Seconds(None))


@pytest.mark.parametrize(("text", "cap", "room"), [(REPEATING, "seen", 4), (STACKS, "stack", 2)], ids=["list", "rows"])
def test_a_state_that_outgrows_its_layout_changes_nothing(text: str, cap: str, room: int) -> None:
    """The search begins again, from the same position in more room, and finds the same. In more room each row of an
    array begins elsewhere."""
    game, other = load(text, backend="c"), load(text, backend="c")
    assert isinstance(game, SingleGame)
    assert isinstance(other, SingleGame)
    engine = game.engine
    assert isinstance(engine, CEngine)
    engine._code = engine._build({name: room if name == cap else size for name, size in engine.program.caps.items()})
    assert found(AlphaBeta(depth=4), game.start(seed=1)) == found(AlphaBeta(depth=4, native=False), other.start(seed=1))
    assert engine._code.layout.caps[cap] > room


@pytest.mark.parametrize(("alpha", "beta", "value"), [(WIN - 2, inf, WIN - 2), (-inf, 2 - WIN, 2 - WIN)])
def test_where_no_result_can_come_soon_enough_nothing_is_searched(alpha: float, beta: float, value: float) -> None:
    """After a move the next one may win, which is worth WIN - 2. Whoever has that already need not look."""
    chosen, state = AlphaBeta(nodes=10), position(THREE, backend="c")
    python = PythonPositions(chosen, state, state.legal_moves(), Seconds(None))
    for positions in (python, NativePositions(chosen, state, Seconds(None))):
        assert positions.after(0, 5, alpha, beta) == (value, False)
        assert positions.visited == 1


@pytest.mark.parametrize("seconds", [0.01, 0.2])
def test_the_time_is_kept(seconds: float) -> None:
    """Ten milliseconds are enough from the first call on, while no optimised code is compiled yet."""
    state = load("Two Shores", backend="c").start(seed=1)
    took, visited = [], 0
    for _ in range(6):  # a busy machine may stop us for some time
        agent = AlphaBeta(seconds=seconds)
        agent.choose(state)
        assert agent.report is not None
        visited += agent.report.iterations
        took.append(agent.report.seconds)
    assert visited > 0
    assert min(took) < seconds * 1.05 + 0.05


def test_nodes_are_kept_and_the_table_too() -> None:
    agent = AlphaBeta(nodes=20_000, max_table=500)
    agent.choose(position(HOPS))
    assert agent.report is not None
    assert agent.report.iterations == 20_000
    assert 0 < agent.report.nodes <= 500


def test_ctrl_c_ends_the_search(interrupts: None) -> None:
    state = load("Two Shores", backend="c").start(seed=1)
    agent = AlphaBeta(seconds=60)
    agent.prepare(state)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    began = time.perf_counter()
    timer.start()
    move = agent.choose(state)
    assert time.perf_counter() - began < 20
    assert agent.report is not None
    assert agent.report.interrupted
    assert move == agent.report.best.move
    assert agent.report.iterations > 0
