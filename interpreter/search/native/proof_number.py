"""Proof-number search in native code: whether the result of a position is worth at least so much to some players."""

from __future__ import annotations

import ctypes
import mmap
import time
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from ludparse.problems.errors import LudLimitError

from ...backends.c.compiled import BEST
from ...backends.c.engine import CEngine, State
from ...backends.c.native import Code, Layout, Memory
from .uct import NativeTree, Settings

__all__ = ["Answer", "Known", "Question"]

_END = 1 << 30
_ROW = 24  # bytes of a row of the table
_FIRST = 0.3  # seconds between two looks whether there is better code
_MANY = 1 << 62


class Answer(NamedTuple):
    """yes: None where a limit was reached before it was known. nodes: positions that were visited. deep: whether a game
    was too long to be followed to its end."""

    yes: bool | None
    nodes: int
    deep: bool


class Known(NamedTuple):
    """What the table holds of a position. yes: None where it is open. nodes: that were visited for it. move: the number
    of the best move."""

    yes: bool | None
    nodes: int
    move: int


class Question:
    """Whether a result is worth at least `wanted` to a seat, if it and the other seats of its side play for it, and all
    others against it. What is found is kept in a table."""

    def __init__(self, engine: CEngine, players: int, ours: Sequence[int], wanted: float, max_memory: int) -> None:
        """ours: the seats of the side, from 0. max_memory: bytes of the table."""
        self.engine = engine
        self.ours = ours
        self.wanted = wanted
        settings = Settings(players, False, 0, 0, 1, 1, 1 << 16, 0.0, 0.0)
        self._places = NativeTree(engine, settings, whole=True)
        self._layout: Layout | None = None
        self._n = 1 << max(6, (max_memory // _ROW).bit_length() - 1)
        try:
            self._memory = mmap.mmap(-1, self._n * _ROW)  # empty rows, which take memory only when they are used
        except (OSError, OverflowError) as problem:
            raise LudLimitError(f"not enough memory for a table of {self._n * _ROW} bytes") from problem
        self._table = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))

    def ask(self, state: State, *, nodes: int | None = None, end: float = float("inf")) -> Answer:
        """Search a position. nodes, end (of time.perf_counter): limits. Raises LudRuleError and LudLimitError if rules
        fail; Ctrl-C raises KeyboardInterrupt, and what was found stays in the table."""
        bits = sum(1 << seat for seat in self.ours)
        visited = 0
        while True:
            out = array("q", [1, 1, 0, 0])
            soon = not self.engine.optimised
            until = min(end, time.perf_counter() + _FIRST) if soon else end

            def call(code: Code, memory: Memory, data: bytes, out: array[int] = out, until: float = until) -> int:
                """Called again if it was paused or outgrew its layout: what was done before counts."""
                nonlocal visited
                self._prepare(code)
                left = _MANY if nodes is None else nodes - visited
                limit = -1.0 if until == float("inf") else max(0.0, until - time.perf_counter())
                try:
                    return int(
                        code.functions["solve"](
                            memory.pointer, self._places.pointer, data, self.ours[0], bits, self.wanted, self._table,
                            self._n, left, limit, out.buffer_info()[0],
                        )
                    )  # fmt: skip
                finally:
                    visited += out[2]

            _, code, memory = self.engine._call(state, call)
            code.idle.append(memory)
            yes = True if not out[0] else False if not out[1] else None
            over = nodes is not None and visited >= nodes
            if yes is not None or out[3] or over or time.perf_counter() >= end:
                return Answer(yes, visited, bool(out[3]))
            if soon:
                self.engine._optimise_beside(BEST)

    def look(self, state: State) -> Known | None:
        """What the table holds of a position; None: nothing."""
        out = array("q", [0, 0, 0, 0])

        def call(code: Code, memory: Memory, data: bytes) -> int:
            self._prepare(code)
            place = out.buffer_info()[0]
            return int(
                code.functions["solve_look"](memory.pointer, self._places.pointer, data, self._table, self._n, place)
            )

        found, code, memory = self.engine._call(state, call)
        code.idle.append(memory)
        if not found:
            return None
        return Known(True if not out[0] else False if not out[1] else None, out[2], out[3])

    def _prepare(self, code: Code) -> None:
        if code.layout is not self._layout:
            self._places._set(code)
            self._layout = code.layout
