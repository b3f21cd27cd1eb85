"""Retrograde analysis in native code: what a position is worth, from all positions that can be reached from it."""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from ...backends.c.compiled import BEST
from ...backends.c.engine import CEngine, State
from ...backends.c.native import Code, Memory
from .uct import NativeTree, Settings

__all__ = ["Circle", "Circles"]

_LINE = 400  # moves of a line at most, as in search/cycles.h
_SOON = 20_000  # positions for which optimised code is not waited for
_MANY = 1 << 62


class Circle(NamedTuple):
    """What was found. wins, loses: the plies in which the side that asks can force the best result, and in which the
    others can force the worst one against it; None where they cannot. With neither, games can go on without end, or end
    in between. line: the keys of the positions after each move of best play; for the last position of a game 0, 1 or 2,
    where it is worth nothing, something or everything to the side. nodes: positions that can be reached; depth: plies
    to the farthest of them. open: whether a limit was reached before all were known; then the other members say
    nothing. stuck: whether somebody could not move, so that there is no result to carry back."""

    wins: int | None
    loses: int | None
    line: tuple[int, ...]
    nodes: int
    depth: int
    open: bool
    stuck: bool


class Circles:
    """The positions of a game. Two are equal if they differ in nothing but how long the game is and who passed long
    ago."""

    def __init__(self, engine: CEngine, players: int) -> None:
        self.engine = engine
        self.players = players
        settings = Settings(players, False, 0, 0, 1, 1, 1 << 16, 0.0, 0.0)
        self._places = NativeTree(engine, settings, whole=True, recurring=True)

    def enumerate(
        self, state: State, ours: Sequence[int], *, nodes: int | None, end: float, max_memory: int
    ) -> Circle:
        """Enumerate the positions that can be reached, and carry the results back from the ends (retrograde analysis).

        ours: the seats, from 0, of the side that asks, first that of the player to move. nodes, end (of
        time.perf_counter), max_memory (bytes): limits. Raises LudRuleError and LudLimitError if rules fail; Ctrl-C
        raises KeyboardInterrupt.
        """
        if nodes is None or nodes > _SOON:
            self._optimise(end)
        bits, most = sum(1 << seat for seat in ours), _MANY if nodes is None else nodes
        out, line = array("q", bytes(48)), array("Q", bytes(8 * _LINE))

        def call(code: Code, memory: Memory, data: bytes) -> int:
            self._places._set(code)
            left = -1.0 if end == float("inf") else max(0.0, end - time.perf_counter())
            return int(
                code.functions["cycles"](
                    memory.pointer, self._places.pointer, data, ours[0], bits, most, max_memory, left,
                    out.buffer_info()[0], line.buffer_info()[0],
                )
            )  # fmt: skip

        _, code, memory = self.engine._call(state, call)
        code.idle.append(memory)
        wins, loses, length, found, stuck, depth = out
        return Circle(
            wins - 1 if wins else None, loses - 1 if loses else None, tuple(line[: max(0, length)]), found, depth,
            length < 0, bool(stuck),
        )  # fmt: skip

    def _optimise(self, end: float) -> None:
        """Waits for optimised code, for at most half of the time."""
        if end == float("inf"):
            self.engine.optimise()
            return
        self.engine._optimise_beside(BEST)
        if (thread := self.engine._compiling) is not None:
            thread.join(max(0.0, end - time.perf_counter()) / 2)

    def key(self, state: State) -> int:
        """The key of a position, the same for equal ones."""
        out = array("Q", [0])

        def call(code: Code, memory: Memory, data: bytes) -> int:
            self._places._set(code)
            return int(code.functions["cycle_key"](memory.pointer, self._places.pointer, data, out.buffer_info()[0]))

        _, code, memory = self.engine._call(state, call)
        code.idle.append(memory)
        return out[0]
