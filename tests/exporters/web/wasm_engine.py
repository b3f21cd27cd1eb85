"""The engine of pages under wasmtime: the WebAssembly that browsers run, behind the interface of the other engines."""

from __future__ import annotations

import ctypes
import ctypes.util
import threading
import time
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import wasmtime

import ludparse
from ludparse.interpreter.backends.c.engine import CEngine as NativeEngine
from ludparse.interpreter.backends.c.engine import State
from ludparse.interpreter.backends.c.failures import failure
from ludparse.interpreter.backends.c.native import Layout
from ludparse.interpreter.backends.c.packed import PackedMoves, begin, packed
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.c.rendering.tables import table_data
from ludparse.interpreter.backends.c.wasm import OPTIMISED, QUICK, compile_wasm
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.match import MatchGame
from ludparse.interpreter.play.engine import MoveRecords
from ludparse.interpreter.program.program import Program

_FULL, _PAUSED = -1, -7
_MUST_BUILD, _NO_MOVE = -100, -101
_engine = wasmtime.Engine()
_libm = ctypes.CDLL(ctypes.util.find_library("m"))


class Trap(Exception):
    """Thrown by the imported function that takes the place of longjmp."""


class Module:
    """An instance of a game's module, with its tables and one engine in its memory."""

    def __init__(
        self,
        program: Program,
        source: str,
        tables: Sequence[array[int]],
        caps: dict[str, int],
        level: tuple[str, ...],
    ) -> None:
        grown = {name: size for name, size in caps.items() if size != program.caps[name]}
        self.store = wasmtime.Store(_engine)
        linker = wasmtime.Linker(_engine)
        linker.define_func("host", "trap", wasmtime.FuncType([], []), self._trap)
        i32, i64 = wasmtime.ValType.i32(), wasmtime.ValType.i64()
        linker.define_func(
            "wasi_snapshot_preview1", "clock_time_get", wasmtime.FuncType([i32, i64, i32], [i32]), self._clock
        )
        f64 = wasmtime.ValType.f64()
        for name in ("exp", "log", "log10", "sin", "cos", "tan", "tanh", "pow", "fmod"):
            two = name in ("pow", "fmod")
            function = getattr(_libm, name)
            function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * (1 + two)
            linker.define_func("host", name, wasmtime.FuncType([f64] * (1 + two), [f64]), function)
        self.code = compile_wasm(source, grown, level)
        module = wasmtime.Module(_engine, self.code)
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        self.memory = self.exports["memory"]
        self.e = self.raw("lp_new")
        for i, table in enumerate(tables):
            self.raw("lp_table", self.e, i, self.put(table.tobytes()))
        self.raw("lp_patient", self.e, 1)
        at = self.raw("lp_layout_table")
        names = list(program.fields)
        places = array("i", self.get(at, 12 * len(names)))
        fields = {name: (places[3 * i], places[3 * i + 1], places[3 * i + 2]) for i, name in enumerate(names)}
        self.layout = Layout(dict(caps), self.raw("lp_state_size"), fields)
        self.scratch = {"state": (self.raw("lp_alloc", self.layout.size), self.layout.size), "move": (0, 0)}

    def _trap(self) -> None:
        raise Trap

    def _clock(self, clock: int, precision: int, place: int) -> int:
        self.memory.write(self.store, time.monotonic_ns().to_bytes(8, "little"), place)
        return 0

    def raw(self, name: str, *args: int) -> int:
        result = self.exports[name](self.store, *args)
        return 0 if result is None else int(result)

    def call(self, name: str, *args: int) -> int:
        """Call an entry; its negated status if the rules fail."""
        stack = self.exports["__stack_pointer"]
        before = stack.value(self.store)
        try:
            return self.raw(name, *args)
        except Trap:
            stack.set_value(self.store, before)
            return self.raw("lp_status", self.e)

    def get(self, at: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, at, at + size))

    def put(self, data: bytes) -> int:
        at = self.raw("lp_alloc", len(data))
        self.memory.write(self.store, data, at)
        return at

    def place(self, what: str, data: bytes) -> int:
        """Write a state or a move where calls read it."""
        at, room = self.scratch[what]
        if len(data) > room:
            if at:
                self.raw("lp_release", at)
            at, room = self.raw("lp_alloc", 2 * len(data)), 2 * len(data)
            self.scratch[what] = at, room
        self.memory.write(self.store, data, at)
        return at

    def out(self, ints: int) -> bytes:
        return self.get(self.raw("lp_out", self.e), 4 * ints)

    def state(self) -> bytes:
        return self.get(self.e, self.layout.size)


class WasmEngine(NativeEngine):
    """Runs a program as a page does. States, layouts and growth are those of the native engine."""

    name = "wasm"

    def __init__(self, program: Program, level: tuple[str, ...] = OPTIMISED) -> None:
        self.data = self.program = program
        self._level = level
        self._source = render_c(program)
        self._tables = [table_data(t, program.set_width) for t in program.tables.values()]
        self._lock = threading.RLock()
        self._layouts: dict[tuple[int, ...], Layout] = {}
        self.module = self._module(dict(program.caps))

    def _module(self, caps: dict[str, int]) -> Module:
        module = Module(self.program, self._source, self._tables, caps, self._level)
        module.layout = self._layouts.setdefault(tuple(caps.values()), module.layout)
        return module

    def _ask(self, state: State | None, call: Callable[[Module, int], int]) -> int:
        """Make a call with a state; it is repeated with a larger layout when a capacity is used up."""
        while True:
            module, at = self.module, 0
            if state is not None:
                data, layout = state
                if layout is not module.layout:
                    data = module.layout.convert(data, layout, self.program.fields)
                at = module.place("state", data)
            n = call(module, at)
            if n >= 0 or n <= _MUST_BUILD:
                return n
            detail = module.raw("lp_detail", module.e)
            if n != _FULL:
                raise failure(self.program, -n, detail, (), module.raw("lp_field", module.e))
            caps = dict(module.layout.caps)
            caps[list(caps)[detail]] *= 4
            self.module = self._module(caps)

    def _after(self) -> State:
        return self.module.state(), self.module.layout

    def optimise(self) -> bool:
        return False

    def start(self, rng: int) -> State:
        self._ask(None, lambda m, _: m.call("lp_start", m.e, (rng + 2**63) % 2**64 - 2**63))
        return self._after()

    def moves(self, state: State) -> tuple[State, PackedMoves]:
        n = self._ask(state, lambda m, at: m.call("lp_moves", m.e, at))  # may replace the module by one with more room
        data = self.module.out(n)
        count, changed = begin(data)
        return self._after() if changed else state, PackedMoves(data, count)

    def _play(self, state: State, moves: MoveRecords, number: int, keep: int) -> PackedMoves:
        data, at = packed(moves, number)
        n = self._ask(state, lambda m, s: m.call("lp_play", m.e, s, m.place("move", data), at, keep))
        return PackedMoves(self.module.out(n), 1)

    def play(self, state: State, moves: MoveRecords, number: int) -> tuple[State, PackedMoves]:
        applied = self._play(state, moves, number, 1)
        return self._after(), applied

    def consequences(self, state: State, moves: MoveRecords, number: int) -> PackedMoves:
        return self._play(state, moves, number, 0)

    def count(self, state: State) -> int | None:
        n = self._ask(state, lambda m, at: m.call("lp_count", m.e, at))
        return None if n == _MUST_BUILD else n

    def choose(self, state: State, number: int) -> PackedMoves | None:
        n = self._ask(state, lambda m, at: m.call("lp_choose", m.e, at, number))
        if n == _NO_MOVE:
            raise IndexError(f"there is no legal move number {number}")
        if n < 0:
            return None
        data = self.module.out(n)
        return PackedMoves(data, begin(data)[0])

    def perft(self, state: State, depth: int) -> int:
        result = self.module.put(bytes(8))
        self._ask(state, lambda m, at: m.call("lp_perft", m.e, at, depth, result))
        return ctypes.c_uint64.from_buffer_copy(self.module.get(result, 8)).value


def load(source: str, *, level: tuple[str, ...] = OPTIMISED, **arguments: Any) -> Any:
    """`ludparse.load`, with games that run in WebAssembly. level: as of `compile_wasm`."""
    game = ludparse.load(source, **{**arguments, "backend": "python"})
    for one in (game.games if isinstance(game, MatchGame) else (game,)):
        use_wasm(one, level)
    if isinstance(game, MatchGame):
        use_wasm(game, level)
    return game


def load_quickly(source: str, **arguments: Any) -> Any:
    """`load`, with modules that are compiled quickly."""
    return load(source, level=QUICK, **arguments)


def use_wasm(game: SingleGame | MatchGame, level: tuple[str, ...] = OPTIMISED) -> None:
    game._engine = WasmEngine(game.program, level)


__all__ = ["WasmEngine", "load", "load_quickly", "use_wasm"]
