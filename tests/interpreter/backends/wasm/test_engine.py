"""The WebAssembly backend: what only it does. That it plays as the others do, the tests of all backends say."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from ludparse import LudLimitError, load
from ludparse.interpreter.backends.wasm import engine as wasm_engine
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.backends.wasm.package import NoWasmtimeError
from ludparse.interpreter.backends.wasm.rendering.base import MOST_WORDS, NotRenderedError
from ludparse.interpreter.backends.wasm.rendering.plan import BUFFERS
from ludparse.interpreter.backends.wasm.rendering.render import render_wasm
from ludparse.interpreter.low.verifier import verify
from tests.interpreter.descriptions import ALL
from tests.interpreter.lower.playing import BACKENDS

pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
ENDLESS = """
(game "Endless" (players 2) (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (forEach Value min:1 max:100000 (forEach Value min:1 max:100000 (if (= (value) 0) (move Pass)))))
        (end (if (is Line 3) (result Mover Win)))))
"""


PILES = """
(game "Piles" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each (move Step (to if:True) stack:True)) })
    (rules
        (meta (no Repeat))
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Next Loss)))))
"""


def engine_of(text: str) -> WasmEngine:
    engine = load(text, backend="wasm").engine
    assert isinstance(engine, WasmEngine)
    return engine


@pytest.mark.parametrize("name", ALL)
def test_modules_are_valid(name: str) -> None:
    program = load(ALL[name], backend="python").program
    verify(render_wasm(program).low)
    assert program.random_games is not None
    verify(render_wasm(program.random_games(program)).low)


@pytest.mark.parametrize("name", ALL)
def test_the_same_random_games_as_plain_python(name: str) -> None:
    wasm, plain = (load(ALL[name], backend=backend) for backend in ("wasm", "python"))
    a, b = (game.playouts(12, seed=4, max_moves=60) for game in (wasm, plain))
    assert list(a.lengths) == list(b.lengths) and list(a.rankings) == list(b.rankings) and a.cut == b.cut
    state = wasm.start(seed=2)
    moved = plain.start(seed=2)
    for chance in range(4):
        if state.over:
            break
        for s in (state, moved):
            s.apply(s.legal_moves()[chance % len(s.legal_moves())])
    assert list(state.playouts(5, seed=8, max_moves=60).lengths) == list(
        moved.playouts(5, seed=8, max_moves=60).lengths
    )


@pytest.mark.parametrize("buffer", BUFFERS)
def test_every_buffer_grows(buffer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With little room at first, games are the same. A buffer that nothing fills stays as it is."""
    first = list(wasm_engine.FIRST_ROOM)
    first[BUFFERS.index(buffer)] = 1
    for name, text in ALL.items():
        want = load(text, backend="wasm").playouts(6, seed=3, max_moves=40)
        monkeypatch.setattr(wasm_engine, "FIRST_ROOM", tuple(first))
        game = load(text, backend="wasm")
        found = game.playouts(6, seed=3, max_moves=40)
        state = game.start(seed=1)
        assert len(state.legal_moves()) == len(load(text, backend="python").start(seed=1).legal_moves())
        monkeypatch.undo()
        assert list(found.lengths) == list(want.lengths), name
        if buffer == "moves" and name == "line":
            engine = game.engine
            assert isinstance(engine, WasmEngine) and engine._room[0] > 1


def test_older_states_play_on_after_the_layout_grew() -> None:
    game = load(ALL["hunt"], backend="wasm")
    engine = game.engine
    assert isinstance(engine, WasmEngine)
    old = game.start(seed=1)
    old.apply(old.legal_moves()[0])
    before, moves, layout = old.snapshot(), [m.text for m in old.legal_moves()], engine._layout
    engine.enlarge(list(layout.caps).index("owned"), layout)
    assert engine._layout.size > layout.size
    again = game.start(seed=1)
    again.apply(again.legal_moves()[0])
    assert old.snapshot() == before == again.snapshot()
    old.reseed(1)
    assert [m.text for m in old.legal_moves()] == moves == [m.text for m in again.legal_moves()]
    assert old == again


def test_a_board_that_is_too_large_is_refused_by_name() -> None:
    side = 1 + int((64 * MOST_WORDS) ** 0.5)
    text = ALL["line"].replace("(square 3)", f"(square {side})")
    with pytest.raises(NotRenderedError, match=f"at most {64 * MOST_WORDS} sites"):
        load(text, backend="wasm")


def test_a_function_that_is_too_long_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package would take gigabytes to compile it, and end the process if it does not get them."""
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.rendering.encoding.MOST_FUNCTION", 100)
    program = load(ALL["hunt"], backend="python").program
    with pytest.raises(NotRenderedError, match=r"a function of .* bytes"):
        WasmEngine(program)


def test_tables_do_not_count_as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(ALL["hunt"], backend="python").program
    made = render_wasm(program)
    code = len(made.binary) - sum(len(data) for _, data in made.low.data)
    assert code < len(made.binary)
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.rendering.render.MOST_CODE", code)
    assert render_wasm(program).binary == made.binary
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.rendering.render.MOST_CODE", code - 1)
    with pytest.raises(NotRenderedError, match=f"{code:,} bytes of code"):
        render_wasm(program)


def test_another_thread_or_ctrl_c_ends_a_long_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the main thread, by a signal, as Ctrl-C does."""
    state = load(ENDLESS, backend="wasm").start(seed=1)
    with pytest.raises(LudLimitError, match="steps") as caught:
        state.legal_moves()
    assert caught.value.span is not None and "forEach Value" in caught.value.span.text
    # so many steps that a busy machine, too, sends the signal before they are done
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.rendering.render.MAX_STEPS", 2_000_000_000)
    endless = load(ENDLESS.replace("Endless", "Interrupted"), backend="wasm")
    began = time.perf_counter()
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        endless.playouts(3, seed=1)
    assert time.perf_counter() - began < 5


def test_more_room_does_not_change_what_repeats() -> None:
    """Digests of positions count what grows, and not how much room it has."""
    lengths = [list(load(PILES, backend=backend).playouts(8, seed=3, max_moves=80).lengths) for backend in BACKENDS]
    assert all(found == lengths[0] for found in lengths)
    engine = engine_of(PILES)
    state = engine.start(1)
    for ply in range(40):
        state, moves = engine.moves(state)
        if not len(moves):
            break
        if ply % 10 == 9:
            engine.enlarge(list(engine._layout.caps).index("stack"), engine._layout)
            assert len(engine.moves(state)[1]) == len(moves)
        state, _ = engine.play(state, moves, ply % len(moves))
    assert ply > 20


def test_games_are_the_same_without_quick_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where wasmtime has other insides, its own interface calls."""
    lengths = []
    for quick in (True, False):
        if not quick:
            monkeypatch.setattr("ludparse.interpreter.backends.wasm.code.quick_call", lambda store, function: None)
        engine = engine_of(ALL["hunt"])
        state, moves = engine.moves(engine.start(3))
        again, applied = engine.play(state, moves, 0)
        found = list(engine.playouts(None, 0, 5, 2, 50, 1).lengths)
        lengths.append((len(moves), applied.raw(0), engine.perft(again, 2), engine.count(again), found))
        with pytest.raises(LudLimitError, match="steps"):
            load(ENDLESS, backend="wasm").start(seed=1).legal_moves()
    assert lengths[0] == lengths[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_games_go_on_after_a_fork() -> None:
    """Games from before, and ones that are compiled in the child."""
    game = load(ALL["hunt"], backend="wasm")
    want = list(game.playouts(5, seed=1).lengths)
    child = os.fork()
    if not child:
        good = list(game.playouts(5, seed=1).lengths) == want
        good = good and list(engine_of(ALL["line"]).playouts(None, 0, 3, 1, -1, 1).lengths) != []
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_nothing_is_left_to_say_when_python_ends() -> None:
    text = "import ludparse; g = ludparse.load('Ex Nihilo', backend='wasm'); s = g.start(); s.legal_moves()"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_thread_may_play_on_while_python_ends() -> None:
    """What another thread plays with is not given back below it."""
    text = """
import atexit, threading
ending, done = threading.Event(), threading.Event()

def last():
    ending.set()
    done.wait(60)

atexit.register(last)  # first of all: it is called after all others
import ludparse
game = ludparse.load("Ex Nihilo", backend="wasm")
state = game.start(1)
moves = len(state.legal_moves())

def play():
    ending.wait()
    assert len(game.start(1).legal_moves()) == moves
    ludparse.load("Ex Nihilo", backend="wasm")
    print("played", flush=True)
    done.set()

threading.Thread(target=play, daemon=True).start()
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "played\n", "")


def test_wasmtime_is_loaded_where_it_is_needed() -> None:
    text = "import sys, ludparse; ludparse.check('(game'); ludparse.load('Ex Nihilo', backend='python')"
    text += "; assert 'wasmtime' not in sys.modules"
    subprocess.run([sys.executable, "-c", text], check=True)


def test_without_wasmtime_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(NoWasmtimeError, match=r"ludparse\[fast\]"):
        WasmEngine(load(ALL["line"], backend="python").program)


def test_without_a_compiler_games_run_in_wasm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it has no code for something, or is not there: then they run in Python."""
    from ludparse.interpreter.backends.c import compile as compiling
    from ludparse.interpreter.game import game as games

    def none(*_: Any) -> Any:
        raise compiling.NoCompilerError("none")

    program = load(ALL["line"], backend="python").program
    monkeypatch.setattr("ludparse.interpreter.backends.c.engine.CEngine.__init__", none)
    assert games.make_engine(program, "auto").name == "wasm"
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.rendering.base.MOST_WORDS", 0)
    assert games.make_engine(program, "auto").name == "python"
    monkeypatch.undo()
    monkeypatch.setattr("ludparse.interpreter.backends.c.engine.CEngine.__init__", none)
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.package.find_spec", lambda _: None)
    assert games.make_engine(program, "auto").name == "python"


@pytest.mark.parametrize("name", ALL)
def test_a_state_of_another_backend_is_taken_over(name: str) -> None:
    """The packed form has no backend: positions are the same."""
    chance = random.Random(3)
    games = [load(ALL[name], backend=backend) for backend in BACKENDS]
    wasm = load(ALL[name], backend="wasm")
    state = wasm.start(seed=5)
    for _ in range(5):
        if state.over:
            break
        state.apply(chance.choice(state.legal_moves()))
    packed = wasm.engine.pack(state.raw)
    for game in games:
        back = wasm.engine.unpack(game.engine.pack(game.engine.unpack(packed)))
        assert wasm.engine.pack(back) == packed
