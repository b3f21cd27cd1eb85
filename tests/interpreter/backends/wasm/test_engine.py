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
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.backends.wasm import engine as wasm_engine
from ludparse.interpreter.backends.wasm.code import Memory
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.backends.wasm.package import NoWasmtimeError
from ludparse.interpreter.backends.wasm.rendering.base import MOST_WORDS, NotRenderedError
from ludparse.interpreter.backends.wasm.rendering.plan import BUFFERS
from ludparse.interpreter.backends.wasm.rendering.render import render_wasm
from ludparse.interpreter.low.verifier import verify
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.limits import MAX_CALLS
from ludparse.interpreter.program.ops import FieldKind, Type
from ludparse.interpreter.program.program import Program
from tests.interpreter.descriptions import ALL
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.golden_games import GAMES

pytest.importorskip("wasmtime", reason="no WebAssembly (the extra fast)")
ENDLESS = """
(game "Endless" (players 2) (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (forEach Value min:1 max:100000 (forEach Value min:1 max:100000 (if (= (value) 0) (move Pass)))))
        (end (if (is Line 3) (result Mover Win)))))
"""


LARGE = """
(game "Large" (players 2) (equipment { (board (square 9)) (piece "Disc" Each) })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(is Empty (to))))))
        (end (if (no Moves Next) (result Next Loss)))))
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


@pytest.mark.parametrize("name", [*ALL, "large"])
def test_modules_are_valid(name: str) -> None:
    program = load({**ALL, "large": LARGE}[name], backend="python").program
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


@pytest.mark.parametrize("name", sorted({"line", "hunt", "score", "connect"} & {*GAMES}))
def test_a_move_that_is_chosen_by_its_number_is_the_one_of_the_list(name: str) -> None:
    game = load(GAMES[name], backend="wasm")
    engine, state = game.engine, game.start(seed=3)
    assert isinstance(engine, WasmEngine)
    # where rules read the record of what was applied, the chosen move has a record, too
    assert ("point = 1" in engine.source) == (name != "connect")
    for ply in range(8):
        if state.over:
            break
        raw = state._at.fresh
        _, moves = engine.moves(raw)
        chosen = [engine.choose(raw, k) for k in range(len(moves))]
        assert [c.raw(0) for c in chosen if c is not None] == [moves.raw(k) for k in range(len(moves))] != []
        state.apply(state.legal_moves()[ply % len(moves)])


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


LONG = ENDLESS.replace("max:100000 (forEach", "max:30 (forEach")
POWERS = ENDLESS.replace("max:100000 (forEach", "max:2 (forEach").replace(
    "(= (value) 0)", "(= (^ (value) (count Pieces)) 7)"
)
INTERRUPTED = """
import signal, sys
from ludparse import load

def interrupt(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
game = load(sys.stdin.read(), backend="wasm")
engine = game.engine
raw, layout = engine.start(1)
at, size, _ = layout.fields["over"]
over = raw[:at] + (1).to_bytes(size, "little") + raw[at + size :]
interrupted = 0
for k in range(20):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001 + 0.0003 * k)
        engine.moves((raw, layout))
    except KeyboardInterrupt:
        interrupted += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert len(engine.moves((over, layout))[1]) == 0
print(interrupted)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no signals of a timer")
@pytest.mark.parametrize("text", [pytest.param(LONG, id="long"), pytest.param(POWERS, id="powers")])
def test_ctrl_c_in_a_short_call_is_ctrl_c_and_ends_no_later_call(text: str) -> None:
    """Before a call takes long it runs in the main thread. Powers are Python code: there a signal's exception has no
    way out of the module. And what a call has left that ended early is not taken for the end of the next."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], input=text, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) >= 10


def test_rows_of_random_games_are_read_before_another_call_has_the_memory() -> None:
    engine = engine_of(ALL["line"])
    wanted = list(engine.playouts(None, 0, 5, 1, 50, 1).lengths)

    class Idle(list[Memory]):
        """Memories that another call writes to as soon as they are given back."""

        def append(self, memory: Memory) -> None:
            memory.put(memory.given["out"], bytes(60))
            super().append(memory)

    engine._idle = Idle(engine._idle)
    assert list(engine.playouts(None, 0, 5, 1, 50, 1).lengths) == wanted


def test_a_position_that_is_too_large_ends_no_other_call() -> None:
    heap = '(move Pass (then (forEach Value min:1 max:20000 (add (piece "Stone1") (to 0) stack:True))))'
    text = ALL["line"].replace("(square 3)", "(square 60)").replace("(move Add (to (sites Empty)))", heap)
    game = load(text, backend="wasm")
    state = game.start(seed=1)
    with pytest.raises(LudLimitError, match="grew past a gigabyte") as caught:
        state.apply(state.legal_moves()[0])
    assert caught.value.span is not None and "forEach Value" in caught.value.span.text
    assert len(game.start(seed=2).legal_moves()) == 1


def test_a_stack_that_is_full_is_an_error_of_its_own() -> None:
    """Less deep than functions may call one another, with sets of 64 words."""
    program = Program("Deep", set_width=4096)
    b = Builder(program)
    for name, size in (("rng", 0), ("over", 0), ("mover", 0), ("rank", 2)):
        b.field(name, FieldKind.ARRAY if size else FieldKind.INT, size=size, bits=64 if name == "rng" else 32)
    program.constants["players"] = 1
    with b.function("deep", [("n", Type.INT), ("s", Type.SET)], Type.SET) as (deep, (n, s)):
        with b.if_(ir.le(n, 0)):
            b.return_(s)
        below = b.let(b.call(deep, n - 1, ir.set_or(s, ir.set_one(n))))
        b.return_(ir.set_and(below, ir.set_or(s, below)))
    with b.function("start") as (program.entries["start"], _):
        b.put("mover", ir.set_count(b.let(b.call(deep, ir.const(MAX_CALLS - 2), b.set_const(())))))
    with b.function("moves") as (program.entries["moves"], _):
        pass
    with b.function("play", [("m", Type.INT)]) as (program.entries["play"], _):
        pass
    assert PythonEngine(program).read(PythonEngine(program).start(1), "mover") == MAX_CALLS - 2
    with pytest.raises(LudLimitError, match="the stack of WebAssembly is full"):
        WasmEngine(program).start(1)
