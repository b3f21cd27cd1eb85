"""WebAssembly that counts what each function of a traced program does in random games."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Mapping, Sequence

from ...low import operations as op
from ...low.nodes import CallInto, Function, Local, Return, Value, get, number
from ...play.counts import NOTHING, REMOVALS, Counts, counted_functions
from ...play.playouts import Playouts
from ...program.ops import Type
from ...program.program import Function as RulesFunction
from ...program.program import Program
from ..c.flat_engine import signed
from .code import Memory
from .engine import WasmEngine
from .rendering.plan import BUFFERS
from .rendering.render import ENTRIES, ModuleRenderer, Rendered, render_wasm
from .runtime import counting, entries

__all__ = ["WasmCover"]


class _CountingRenderer(ModuleRenderer):
    """Renders functions that count."""

    entries = (*ENTRIES, entries.play_given, counting.counts_at)
    maker = 4

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.asked = {fn.index for fn in counted_functions(program)}
        self.removing = {fn.index for kind, fn in program.appliers.items() if kind in REMOVALS}
        self.watched = self.asked | self.removing
        size = counting.ROW * len(program.functions)
        # a start that is copied would not be counted, nor would moves that are not built
        self.game |= {"counts": number(self.place(size)), "counts_size": size, "same_start": 0, "selectable": 0}

    def inlined(self, fn: RulesFunction) -> bool:
        return fn.index not in self.watched and super().inlined(fn)

    def write(self, fn: RulesFunction, mode: int, made: Function) -> None:
        if fn.index not in self.watched:
            super().write(fn, mode, made)
            return
        inner = Function(f"{made.name}_counted", [Local(x.type) for x in made.params], made.results, rules=fn.index)
        self.module.functions.append(inner)
        super().write(fn, mode, inner)
        values = [Local(word) for word in made.results]
        called = CallInto(values, inner, tuple(map(get, made.params)))
        with self.within(made.body):
            if fn.index in self.removing:
                self.do(counting.count_removed)
            if fn.index in self.asked:
                self._call_counted(fn, called, values)
            else:
                self.out.append(called)
            self.out.append(Return(tuple(map(get, values))))

    def _call_counted(self, fn: RulesFunction, called: CallInto, values: Sequence[Local]) -> None:
        """Calls a function and counts what it does."""
        me, one = number(fn.index), Value(op.WIDE, (number(1),))
        outer, before = self.local(self.register("counted")), self.local(self.register("n_moves"))
        self.set_register("counted", me)
        self.do(counting.add, me, number(counting.ASKED), one)
        self.out.append(called)
        self.set_register("counted", outer)
        self.do(counting.count_made, me, before)
        if fn.result is Type.INT:
            self.do(counting.count_number, me, Value(op.WIDE, (get(values[0]),)))
        elif fn.result in (Type.BOOL, Type.SET):
            holds = number(0)
            for value in map(get, values):
                holds = holds | value.differs(0)
            self.do(counting.add, me, number(counting.HELD), Value(op.WIDE, (holds,)))


class WasmCover(WasmEngine):
    """WebAssembly that counts. Raises NotRenderedError as `WasmEngine` does."""

    def __init__(self, program: Program) -> None:
        """program: a traced one."""
        self.totals: dict[int, Counts] = {}
        super().__init__(program)

    def rendered(self, program: Program) -> Rendered:
        return render_wasm(program, _CountingRenderer)

    def count_random(self, first: int, n: int, seed: int, max_moves: int) -> Playouts:
        """As of `CountingEngine`."""
        games = []
        for game in range(first, first + n):
            games.append(self.playouts(None, game, 1, seed, max_moves, 1))
            self._collect()
        return Playouts.joined(games)

    def count_game(self, rng: int, picks: Sequence[int]) -> None:
        """As of `CountingEngine`."""
        numbers = array("i", picks).tobytes()
        self._widen(BUFFERS.index("out"), len(picks))

        def call(memory: Memory) -> int:
            memory.put(memory.given["out"], numbers)
            return memory.call("play_given", signed(rng), len(picks))

        _, memory = self._call(None, call)
        self._idle.append(memory)
        self._collect()

    def _collect(self) -> None:
        """Adds up what was counted in the memory of the last call."""
        memory = self._idle[-1]
        rows = ctypes.string_at(memory.base + memory.call("counts_at"), counting.ROW * len(self.program.functions))
        for number_, row in enumerate(struct.iter_unpack("=8q", rows)):
            if row[0]:
                self.totals[number_] = self.totals.get(number_, NOTHING).plus(Counts(*row))

    def counts(self) -> Mapping[int, Counts]:
        """As of `CountingEngine`."""
        totals, self.totals = self.totals, {}
        return totals
