"""Native code that counts what each function of a traced program does in random games."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence

from ...play.counts import NOTHING, REMOVALS, Counts, counted_functions
from ...play.playouts import Playouts
from ...program.ops import Expr, Type
from ...program.program import Function, Program
from .engine import CEngine
from .native import Code, Memory
from .rendering.functions import FunctionRenderer
from .rendering.render import render_c

__all__ = ["CCover"]

_FIRST = 16
"""So many games show how much room the program needs, before optimised code is compiled for that."""

_COUNTERS = {Type.BOOL: "cover_bool", Type.SET: "cover_set", Type.INT: "cover_int"}


class _Counted(ctypes.Structure):
    """`counts_t` of core/cover.h."""

    _fields_ = tuple((name, ctypes.c_int64) for name in Counts._fields)


class _CountingRenderer(FunctionRenderer):
    """Renders functions that count. Only such code is compiled with -DCOVER."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.counted = {fn.index for fn in counted_functions(program)}
        self.removing = {fn.index for kind, fn in program.appliers.items() if kind in REMOVALS}
        self.now: Function | None = None

    def declared(self, fn: Function) -> list[str]:
        counting = ["  COVERED;"] if fn.index in self.counted else []
        removing = ["  cover_removed(e);"] if fn.index in self.removing else []
        return [*super().declared(fn), *counting, *removing]

    def begin(self, fn: Function, mode: str) -> None:
        self.now = fn
        super().begin(fn, mode)

    def returned(self, value: Expr) -> str:
        text = super().returned(value)
        counter = _COUNTERS.get(value.type)
        if self.now is None or self.now.index not in self.counted or counter is None:
            return text
        return f"{counter}(&covered_, {text})"


class CCover(CEngine):
    """Native code that counts."""

    def __init__(self, program: Program, *, optimised: bool = True) -> None:
        """program: a traced one. optimised: play many games by optimised code, else by code that compiles quickly.
        Raises NoCompilerError if there is no C compiler."""
        self.totals: dict[int, Counts] = {}
        self.codes: list[Code] = []  # every one that has counted, for better code and code with more room replace it
        self.optimised_from = _FIRST if optimised else None
        super().__init__(program, (f"-DCOVER={len(program.functions)}",))

    def rendered(self, program: Program) -> str:
        return render_c(program, _CountingRenderer)

    def _build(self, caps: dict[str, int], rank: int | None = None) -> Code:
        code = super()._build(caps, rank)
        self.codes.append(code)
        return code

    def count_random(self, first: int, n: int, seed: int, max_moves: int) -> Playouts:
        """As of `CountingEngine`."""
        if self.optimised_from is not None:
            if self.optimised_from <= 0:
                self.optimise()  # again after the capacities have grown
            self.optimised_from -= n
        return self.playouts(None, first, n, seed, max_moves, 1)

    def count_game(self, rng: int, picks: Sequence[int]) -> None:
        """As of `CountingEngine`."""
        numbers = array("i", picks)
        address = numbers.buffer_info()[0]

        def call(code: Code, memory: Memory, _: bytes) -> int:
            play = ctypes.CDLL(code.path).lp_cover_game
            play.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int]
            return int(play(memory.pointer, rng, address, len(picks)))

        _, code, memory = self._call(self._nothing(), call)
        code.idle.append(memory)

    def counts(self) -> Mapping[int, Counts]:
        """As of `CountingEngine`."""
        for code in self.codes:
            self._collect(code)
        totals, self.totals = self.totals, {}
        return totals

    def _collect(self, code: Code) -> None:
        """Adds up what was counted in the memory of code, and sets it to 0."""
        library = ctypes.CDLL(code.path)
        library.lp_counted.restype = ctypes.c_void_p
        library.lp_counted.argtypes = [ctypes.c_void_p]
        for memory in code.idle:
            rows = (_Counted * len(self.program.functions)).from_address(library.lp_counted(memory.pointer))
            for fn in counted_functions(self.program):
                row = rows[fn.index]
                if row.asked:
                    more = Counts(*(getattr(row, name) for name in Counts._fields))
                    self.totals[fn.index] = self.totals.get(fn.index, NOTHING).plus(more)
            ctypes.memset(ctypes.addressof(rows), 0, ctypes.sizeof(rows))
