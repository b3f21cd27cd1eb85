"""Counts the fuel of random games as WebAssembly: what wasmtime takes for each instruction of the module that runs.

It is the same on every machine, and depends on the version of wasmtime alone. One call plays all games of a benchmark.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

from ludparse import Game, load
from ludparse.interpreter.backends.c.calls import Calls
from ludparse.interpreter.backends.c.flat_engine import State
from ludparse.interpreter.backends.wasm.code import Code, Memory
from ludparse.interpreter.backends.wasm.engine import GAMES_OF_A_CALL, WasmEngine
from ludparse.interpreter.backends.wasm.package import version, wasmtime_module
from ludparse.interpreter.backends.wasm.rendering.render import render_wasm

from .count import REPO, Count
from .games import BENCHMARKS, Benchmark

__all__ = ["FUELLED", "count", "environment"]

_PLAYOUTS = {
    "Ex Nihilo (ours)": 5, "Caravans": 50, "Gardens": 100, "Leapfrogs": 20, "Ponds": 50, "Two Shores": 200,
    "Tic-Tac-Toe": 2000, "Breakthrough": 100, "Reversi": 50, "Hex 11×11": 100, "Chess": 4, "Oware": 20,
}  # fmt: skip
FUELLED = tuple(replace(b, playouts=_PLAYOUTS[b.name]) for b in BENCHMARKS if b.name in _PLAYOUTS)
"""Six games of ours, and six that count their moves and choose one."""
_FUEL = 1 << 62


def environment() -> str:
    """What a count depends on beside the code. Raises NoWasmtimeError."""
    return f"fuel of wasmtime {version().partition('.')[0]}"


def count(benchmark: Benchmark, library: Path | None) -> Count:
    """The fuel of the random games of a benchmark. library: of Ludii's descriptions, if it is there.

    Raises LudError if the game cannot be compiled, or if the games fail.
    """
    assert benchmark.playouts <= GAMES_OF_A_CALL
    source = REPO / benchmark.source if benchmark.ours else benchmark.source
    game = load(str(source), library=library, options=benchmark.options, backend="python")
    assert isinstance(game, Game), "a match has no program of its own"
    w, program = wasmtime_module(), game.program
    config = w.Config()
    config.consume_fuel = True
    engine = w.Engine(config)
    rendered = render_wasm(program)
    code = Code(w.Module(engine, rendered.binary), rendered.plan, rendered.given, rendered.functions, engine)
    fuelled = _Fuelled.restored(program, code, lambda: program)
    most = -1 if benchmark.max_moves is None else benchmark.max_moves
    spent, moves = fuelled.played(benchmark.playouts, most)
    return Count(spent, benchmark.playouts, moves)


class _Fuelled(WasmEngine):
    """An engine whose calls begin with a known amount of fuel. It is used by one thread."""

    def _memory(self, state: State | None) -> Memory:
        memory = super()._memory(state)
        memory.store.set_fuel(_FUEL)
        return memory

    def played(self, games: int, most: int) -> tuple[int, int]:
        """The fuel of so many random games, and their plies. They are played twice: the first time, memory grows until
        there is room enough, and calls begin again."""
        for _ in range(2):
            played = self._games(None, 0, games, 1, most, Calls())
        return _FUEL - self._idle[-1].store.get_fuel(), sum(array("i", played)[:: self.data.constants["players"] + 2])
