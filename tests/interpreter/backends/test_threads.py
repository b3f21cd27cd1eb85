"""Any number of threads may use one game and its states."""

import copy
import os
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from ludparse import Game, LudError, State, load
from ludparse.binding import bind
from ludparse.interpreter.backends.c.calls import Calls, side_by_side
from ludparse.interpreter.backends.c.compile import QUICK
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.pool import Pool
from ludparse.interpreter.game.vector import VectorGame
from ludparse.interpreter.game.vector_native import NativeLanes
from ludparse.interpreter.program import expression_nodes
from tests.interpreter.descriptions import ALL
from tests.interpreter.lower.playing import BACKENDS

THREADS = 4


def in_threads(work: Callable[[int], object]) -> list[object]:
    """work(0), work(1), … at the same time; what they gave. Fails with what one of them raised."""
    found: dict[int, object] = {}
    problems: list[BaseException] = []
    barrier = threading.Barrier(THREADS)

    def run(k: int) -> None:
        try:
            barrier.wait()
            found[k] = work(k)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
    return [found[k] for k in range(THREADS)]


def line(game: Game, seed: int, plies: int = 60) -> list[str]:
    """The moves of a random game."""
    state, chance = game.start(seed=seed), random.Random(seed)
    out = []
    for _ in range(plies):
        moves = state.legal_moves()
        if not moves:
            break
        out.append(state.apply(moves[chance.randrange(len(moves))]).text)
    return out


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ["Leapfrogs", "hunt"])
@pytest.mark.telling("hunt-c", "Leapfrogs-python")
def test_threads_play_as_one_alone_does(name: str, backend: str) -> None:
    game = load(ALL.get(name, name), backend=backend)
    assert isinstance(game, Game)
    rounds = 12 if backend == "c" else 2
    alone = [[line(game, 10 * k + r) for r in range(rounds)] for k in range(THREADS)]
    assert in_threads(lambda k: [line(game, 10 * k + r) for r in range(rounds)]) == alone
    n = 200 if backend == "c" else 3
    lengths = list(game.playouts(n, seed=1).lengths)
    assert in_threads(lambda k: list(game.playouts(n, seed=1).lengths)) == [lengths] * THREADS


def test_the_layout_grows_under_threads(c_compiler: None) -> None:
    game = load(ALL["hunt"], backend="c")
    assert isinstance(game, Game)
    alone = [line(game, k) for k in range(THREADS)]
    engine = game.engine

    def work(k: int) -> list[str]:
        if k == 0:
            code = engine._code  # type: ignore[attr-defined]
            engine._grow(code, list(code.layout.caps).index("owned"))  # type: ignore[attr-defined]
        if k == 1:
            engine.optimise()
        return line(game, k)

    assert in_threads(work) == alone


def test_one_state_in_two_threads_harms_nobody(c_compiler: None) -> None:
    """It is forbidden, and a change may be lost; but nothing breaks, and every position on the way is a real one."""
    game = load("Leapfrogs", backend="c")
    assert isinstance(game, Game)
    state: State = game.start(seed=1)

    def work(k: int) -> int:
        chance, done = random.Random(k), 0
        for _ in range(400):
            try:
                if chance.random() < 0.3 and state.history:
                    state.undo()
                else:
                    state.apply(state.random_move(chance))
                done += 1
            except (IndexError, Exception) as problem:
                if type(problem).__name__ not in ("IllegalMoveError", "IndexError"):
                    raise
        return done

    assert min(in_threads(work)) > 0
    replayed = game.start(seed=1)
    for move in state.history:
        replayed.apply(next(m for m in replayed.legal_moves() if replayed.consequences(m) == move))
    assert replayed == state and replayed.snapshot() == state.snapshot()


def test_a_fork_does_not_wait_for_what_another_thread_holds(c_compiler: None) -> None:
    game = load("Leapfrogs", backend="c")
    with game.engine._lock:  # type: ignore[attr-defined]
        child = os.fork()
        if child == 0:
            held = game.engine._lock  # type: ignore[attr-defined]
            os._exit(0 if held.acquire(timeout=5) and game.playouts(3, seed=1).games == 3 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize(("module", "lock"), [(expression_nodes, "_INTERNING"), (bind, "_FINDING")])
def test_nor_for_the_compilation_of_another_game(
    module: ModuleType, lock: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # does not have the game
    with getattr(module, lock):
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            os._exit(0 if load(ALL["line"], backend="python").players == 2 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_nor_for_a_call_of_a_pool(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)
    game, held, over = load("Leapfrogs", backend="c"), threading.Event(), threading.Event()
    assert isinstance(game, SingleGame)
    pool = Pool(game, 2)

    def call() -> None:
        with pool._lock:
            held.set()
            over.wait()

    thread = threading.Thread(target=call)
    thread.start()
    held.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(0 if len(pool.start([1])) == 1 else 1)
    over.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_no_call_goes_on_after_an_interruption_while_its_thread_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over, calls = threading.Event(), threading.Event(), Calls()
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        begun.wait()
        raise KeyboardInterrupt

    def work(_: int) -> None:
        begun.set()
        while not calls._over:
            pass
        over.set()

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        side_by_side(work, (0,), 1, calls)
    assert over.is_set(), "the thread that was started still runs a call"


def test_no_call_goes_on_after_a_second_interruption_while_it_was_told_to_end() -> None:
    """Else its memory would be given to another call."""
    over, calls = threading.Event(), Calls()

    def work(_: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not calls._over:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        over.set()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            side_by_side(work, (0,), 1, calls)
        assert over.is_set(), "a call still runs"
    finally:
        signal.signal(signal.SIGINT, before)


def in_a_fork(work: Callable[[], bool]) -> bool:
    """Whether some work in a forked child process is done, and true, within ten seconds."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("threads", [1, 3])
def test_lanes_go_on_in_a_forked_process(c_compiler: None, threads: int) -> None:
    """As they do in the process that was forked, with threads of its own."""
    lanes = VectorGame(load("Gardens", options="Board Size/4", backend="c"), 6, seed=1, threads=threads)
    lanes.step(lanes.sample())
    expected = copy.copy(lanes)
    expected.step(expected.sample())

    def work() -> bool:
        twin = copy.copy(lanes)
        for games in (lanes, twin):
            games.step(games.sample())
        return bool((lanes.masks == expected.masks).all() and (twin.masks == expected.masks).all())

    assert in_a_fork(work)


@pytest.mark.parametrize("threads", [1, 3])
def test_lanes_that_were_forked_in_a_step_have_to_be_reset(c_compiler: None, threads: int) -> None:
    lanes = VectorGame(load("Gardens", options="Board Size/4", backend="c"), 6, seed=1, threads=threads)
    first = lanes.masks.copy()
    runner = lanes._runner
    assert isinstance(runner, NativeLanes)

    def work() -> bool:
        for call in (lambda: lanes.step(lanes.sample()), lambda: copy.copy(lanes), lambda: pickle.dumps(lanes)):
            with pytest.raises(LudError, match="forked while another thread stepped the lanes: reset them"):
                call()
        lanes.reset(1)
        whole = bool((lanes.masks == first).all())
        lanes.step(lanes.sample())
        return whole and copy.copy(lanes).n == 6

    with runner._lock:
        assert in_a_fork(work)
    lanes.step(lanes.sample())
