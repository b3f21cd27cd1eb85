"""UCT in native code: the same as the specification in Python, and within its limits."""

import os
import signal
import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.c.compile import temporary_cache
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.search import UCT, AlphaBeta
from tests.interpreter import descriptions
from tests.interpreter.descriptions import SCORE
from tests.interpreter.search.games import DICE, SWAPPING, THREE, found, position
from tests.interpreter.search.test_uct import FORK, ONE_DEFENCE

REPEATING = """(game "Shuffle" (players 2)
  (equipment { (board (square 4)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
  (rules (meta (no Repeat)) (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
    (play (forEach Piece)) (end (if (no Moves Mover) (result Mover Loss)))))"""
TEAMS = """(game "Pairs" (players 4) (equipment { (board (square 4)) (piece "Disc" Each) })
  (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) }) (play (move Add (to (sites Empty))))
    (end (if (is Line 3) (result TeamMover Win)))))"""
STACKS = """(game "Towers" (players 2) (equipment { (board (square 3))
    (piece "Disc" Each (or (move Step (to if:True)) (move Step (to if:True) stack:True))) })
  (rules (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) }) (play (forEach Piece))
    (end (if (>= (counter) 30) (result Mover Draw)))))"""
GAMES = {
    **{name: text for name, text in descriptions.ALL.items() if name != "puzzle"},
    "three": THREE, "swap": SWAPPING, "repeat": REPEATING, "teams": TEAMS, "stacks": STACKS,
    "Caravans": DICE, "Gardens": "Gardens", "Leapfrogs": "Leapfrogs", "Two Shores": "Two Shores",
}  # fmt: skip


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(GAMES)), number=st.integers(0, 2**64 - 1), skipped=st.integers(0, 12),
    iterations=st.integers(1, 80), max_nodes=st.sampled_from([1, 20, 10_000]), max_moves=st.sampled_from([1, 7, 60]),
    playouts=st.sampled_from(["uniform", "mast"]), plies=st.integers(1, 3),
    exploration=st.sampled_from([0.0, 0.4, 3.0]), history=st.sampled_from([0.0, 0.5, 3.0]),
    grave=st.sampled_from([0, 1, 10]),
)  # fmt: skip
def test_native_code_finds_what_the_specification_finds(
    name: str, number: int, skipped: int, iterations: int, max_nodes: int, max_moves: int, playouts: str, plies: int,
    exploration: float, history: float, grave: int,
) -> None:  # fmt: skip
    """Also where the tree is kept from one move to the next."""
    game = load(GAMES[name], backend="c")
    assert isinstance(game, SingleGame)
    state = game.start(seed=number)
    for k in range(skipped):
        moves = state.legal_moves()
        if moves:
            state.apply(moves[(number >> k) % len(moves)])
    limits: dict[str, Any] = {"iterations": iterations, "max_nodes": max_nodes, "max_moves": max_moves}
    limits |= {"exploration": exploration, "history": history, "seed": number, "playouts": playouts, "grave": grave}
    native, python = UCT(**limits), UCT(native=False, **limits)
    for _ in range(plies):
        if not state.legal_moves():
            break
        assert found(native, state) == found(python, state)
        state.apply(native.choose(state) if native.report is None else native.report.best.move)


def test_a_state_that_outgrows_its_layout_changes_nothing() -> None:
    """The tree is kept, and the iteration that needed more room is made again with the same numbers."""
    game, other = load(REPEATING, backend="c"), load(REPEATING, backend="c")
    assert isinstance(game, SingleGame)
    assert isinstance(other, SingleGame)
    engine = game.engine
    assert isinstance(engine, CEngine)
    small = {name: 4 if name == "seen" else size for name, size in engine.program.caps.items()}
    assert small != engine.program.caps
    engine._code = engine._build(small)
    state, second = game.start(seed=1), other.start(seed=1)
    small_room, python = UCT(iterations=60, seed=1), UCT(iterations=60, seed=1, native=False)
    for _ in range(3):
        assert found(small_room, state) == found(python, second)
        assert engine._code.layout.caps["seen"] > 4
        number = second.legal_moves().index(python.report.best.move)  # type: ignore[union-attr]
        state.apply(state.legal_moves()[number])
        second.apply(second.legal_moves()[number])


def test_a_layout_that_grew_between_two_searches_changes_nothing() -> None:
    """Another user of the engine may have played a game that needed more room."""
    game, other = load(STACKS, backend="c"), load(STACKS, backend="c")
    engine = game.engine
    assert isinstance(engine, CEngine)
    state, second = game.start(seed=1), other.start(seed=1)
    grown, same = UCT(iterations=700, seed=1), UCT(iterations=700, seed=1)
    for ply in range(3):
        assert found(grown, state) == found(same, second)  # type: ignore[arg-type]
        for agent, at in ((grown, state), (same, second)):
            at.apply(agent.report.best.move)  # type: ignore[union-attr]
        if ply == 1:
            engine.enlarge(list(engine.data.caps).index("stack"), engine.layout_now())


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("text", [THREE, DICE, SWAPPING], ids=["three", "dice", "swap"])
def test_threads_share_a_tree(text: str, threads: int) -> None:
    """Every iteration is counted once, and no virtual loss stays behind."""
    agent = UCT(iterations=700, seed=1, threads=threads)
    state = position(text)
    agent.choose(state)
    report = agent.report
    assert report is not None
    if not report.proven:
        assert report.iterations == 700
        assert sum(m.visits for m in report.moves) == 700
    assert all(m.value is None or 0 <= m.value <= 1 for m in report.moves)
    assert UCT(iterations=3000, seed=1, threads=threads).choose(position(THREE, *ONE_DEFENCE)).notation == "C1"
    assert UCT(iterations=3000, seed=1, threads=threads).choose(position(THREE, *FORK)).notation in {"A2", "A3"}


def test_the_memory_is_kept() -> None:
    state = load("Two Shores", backend="c").start(seed=1)
    agent = UCT(iterations=3000, seed=1, max_memory=1 << 18)
    for _ in range(3):
        agent.choose(state)
        assert agent.report is not None
        assert agent.report.iterations == 3000
        assert agent._native is not None
        assert (1 << 17) < agent._native.tree.numbers().bytes <= 1 << 18
        state.apply(agent.report.best.move)


@pytest.mark.parametrize("text", [THREE, REPEATING], ids=["three", "repeat"])
def test_a_full_tree_proves_nothing_wrong_and_makes_room(text: str) -> None:
    """Also where states grow from ply to ply, so that freed blocks do not fit."""
    state = position(text, backend="c")
    agent = UCT(iterations=3000, seed=1, max_memory=1 << 18, max_moves=40, exploration=3.0)
    for _ in range(5):
        move = agent.choose(state)
        assert agent._native is not None
        assert agent._native.tree.numbers().bytes <= 1 << 18
        state.apply(move)


def test_a_large_tree_gives_its_memory_back_to_the_next() -> None:
    state = position(THREE, backend="c")
    agent = UCT(iterations=2000, seed=1, exploration=2.0)
    agent.choose(state)
    assert agent._native is not None
    before = agent._native.tree.numbers().bytes
    for _ in range(10):
        agent.choose(state)  # the same position again: nothing is kept
    assert agent._native.tree.numbers().bytes <= before


@pytest.mark.parametrize("seconds", [0.01, 0.2])
@pytest.mark.parametrize("text", [SCORE, "Two Shores"], ids=["short", "long"])
@pytest.mark.telling("short-0.2")
def test_the_time_is_kept_by_threads_and_long_positions(text: str, seconds: float) -> None:
    """Ten milliseconds are enough from the first call on, while no optimised code is compiled yet."""
    state = load(text, backend="c").start(seed=1)
    for threads in (1, 3):
        iterations, took = 0, []
        for _ in range(6):  # a busy machine may stop us for some time
            agent = UCT(seconds=seconds, threads=threads, reuse=False)
            agent.choose(state)
            assert agent.report is not None
            iterations += agent.report.iterations
            took.append(agent.report.seconds)
        assert min(took) < seconds * 1.05 + 0.05
        assert iterations > 0 or text != SCORE


def test_ctrl_c_ends_the_search(interrupts: None) -> None:
    state = load("Two Shores", backend="c").start(seed=1)
    agent = UCT(seconds=60)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    began = time.perf_counter()
    timer.start()
    move = agent.choose(state)
    assert time.perf_counter() - began < 20
    assert agent.report is not None
    assert agent.report.interrupted
    assert move == agent.report.best.move
    assert agent.report.iterations > 0
    agent.seconds = 0.05  # and the tree is whole
    agent.choose(state)


def searches(state: GameState) -> bool:
    engine = state.game.engine
    assert isinstance(engine, CEngine)
    return engine._code.searches


@pytest.mark.parametrize("agent", [UCT(iterations=50, seed=1), AlphaBeta(depth=2)], ids=["uct", "alpha-beta"])
@pytest.mark.telling("uct")
def test_games_loaded_without_searches_get_them_when_one_begins(
    agent: UCT | AlphaBeta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a process that loads a game before it imports `ludparse.interpreter.search`."""
    monkeypatch.setattr("ludparse.interpreter.backends.c.compiled._searches_expected", False)
    with temporary_cache():
        for text in ("Two Shores", "Two Shores"):  # compiled, and from the cache
            state = load(text, backend="c").start(seed=1)
            assert not searches(state)
            assert state.count_moves() > 0
            best = agent.choose(state)
            assert searches(state)
            assert best in state.legal_moves()
            state.apply(best)
