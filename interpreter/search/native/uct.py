"""Monte Carlo tree search in native code: the tree, and the threads that work on it."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from ludparse.problems.errors import LudLimitError

from ...backends.c import engine as c_engine
from ...backends.c.calls import Calls, CancelledError
from ...backends.c.compiled import BEST
from ...backends.c.engine import SLICE, CEngine, State
from ...backends.c.native import Code, Layout, Memory
from ...play.state_bytes import position_fields

__all__ = ["NativeTree", "Numbers", "Settings"]

_FULL, _CANCELLED, _PAUSED = -1, -6, -7  # statuses of core/runtime.h, negated
_WITHOUT_END = 1 << 62
_AT_ONCE = 0.015  # seconds of search in the calling thread, before Ctrl-C has to be watched


class Settings(NamedTuple):
    """What the native search goes by. alone, early: see `rollout.Rollout`; max_memory: bytes of the tree;
    history: the weight of the history of moves; mast: whether playouts prefer moves that did well;
    grave: visits from which averages of all moves count, 0 for never."""

    players: int
    stochastic: bool
    alone: int
    early: int
    max_moves: int
    max_nodes: int
    max_memory: int
    exploration: float
    history: float
    mast: bool = False
    grave: int = 0


class Numbers(NamedTuple):
    """Of one search: finished iterations; positions and bytes of the tree; whether the root's value is certain, and
    whether that ends the search."""

    iterations: int
    nodes: int
    bytes: int
    proven: bool
    settled: bool
    seat: int


class NativeTree:
    """A tree in native memory. It outlives changes of the code that works on it: code that is better optimised goes on
    with it, and where a state outgrows its layout, the states in the tree are dropped and played again."""

    def __init__(
        self, engine: CEngine, settings: Settings, *, whole: bool = False, recurring: bool = False
    ) -> None:
        """whole: whether digests tell all positions apart, also by the positions that rules against repetition
        remember; otherwise only outcomes of chance. recurring: whether positions are equal that differ only in how long
        the game is."""
        self.engine = engine
        self.settings = settings
        self.whole = whole
        self.recurring = recurring
        engine.prepare_search()
        code = engine._code
        self._free = code.functions["search_free"]
        self._code = code  # the library stays loaded as long as it may be asked to free the tree
        self._layout: Layout | None = None  # of the states in the tree
        self._told: Layout | None = None  # in which the search looks for fields
        pointer = code.functions["search_new"](settings.max_memory)
        if not pointer:
            raise LudLimitError("not enough memory for a search")
        self.pointer: int = pointer
        self._set(code)

    def __del__(self) -> None:
        if hasattr(self, "pointer"):
            self._free(self.pointer)

    def _set(self, code: Code) -> None:
        """Tell the search about the settings, and where the fields lie in this layout."""
        s = self.settings
        numbers = array("q", [s.players, s.stochastic, s.alone, s.early, s.max_moves, s.max_nodes])
        program = self.engine.data
        for name in ("order", "n_moves", "n_start"):
            wanted = name in program.fields and (name != "order" or "swap" in program.appliers)
            at = code.layout.fields[name][0] if wanted else -1
            numbers.extend((at, program.fields[name].bits // 8 if wanted else 0))
        keyed = s.stochastic or self.whole
        parts = _parts(self.engine, code.layout, self.whole, not self.recurring) if keyed else ()
        for part in parts:
            numbers.extend(part)
        done = code.functions["search_settings"](
            self.pointer, numbers.buffer_info()[0], len(parts), s.exploration, s.history
        )
        if not done:
            raise LudLimitError("not enough memory for a search")
        self._told = code.layout
        code.functions["search_guide"](self.pointer, s.mast, s.grave)
        if self.recurring and {"n_moves", *_PASSES} <= program.fields.keys():
            places = [code.layout.fields[name][0] for name in _PASSES]
            code.functions["search_passes"](self.pointer, *places, program.fields["past_pass"].size)

    # ------------------------------------------------------------------ the tree

    def clear(self) -> None:
        """Drop what is known."""
        self._code.functions["search_clear"](self.pointer)

    def advance(self, number: int, key: int) -> bool:
        """Go on to the position after a move of the root; False if the tree does not have it. key: the digest of the
        position where chance plays a part."""
        return bool(self._code.functions["search_advance"](self.pointer, number, key))

    def digest(self, state: State) -> int:
        """The digest of a position, including what chance has drawn for its moves."""
        out = array("Q", [0])

        def call(code: Code, memory: Memory, data: bytes) -> int:
            if code.layout is not self._told:
                self._set(code)
            return int(code.functions["search_digest"](memory.pointer, self.pointer, data, out.buffer_info()[0]))

        _, code, memory = self.engine._call(state, call)
        code.idle.append(memory)
        return out[0]

    def numbers(self) -> Numbers:
        """What there is to say of the last search."""
        out = array("q", bytes(40))
        self._code.functions["search_numbers"](self.pointer, out.buffer_info()[0])
        return Numbers(out[0], out[1], out[2], out[3] > 0, out[3] > 1, out[4])

    def root(self, moves: int) -> list[tuple[float, ...]]:
        """For each of so many moves: visits, sum of values, proven value (-1.0: none), plies to the end then."""
        out = array("d", bytes(32 * moves))
        for k in range(moves):
            out[4 * k + 2] = -1.0
        self._code.functions["search_root"](self.pointer, out.buffer_info()[0], moves)
        return [tuple(out[4 * k : 4 * k + 4]) for k in range(moves)]

    def after(self, line: Sequence[int], most: int) -> tuple[list[tuple[float, ...]], int]:
        """The same for the moves that were tried after a line of moves, each with its number first; and the random
        numbers of the last move."""
        given, out, bits = array("i", line), array("d", bytes(40 * most)), array("Q", [0])
        n = self._code.functions["search_after"](
            self.pointer, given.buffer_info()[0], len(given), out.buffer_info()[0], most, bits.buffer_info()[0]
        )
        return [tuple(out[5 * i : 5 * i + 5]) for i in range(max(0, n))], bits[0]

    # ------------------------------------------------------------------ searching

    def decisive(self, state: State, moves: int, draws: int, seconds: float | None) -> bytes:
        """What is known of each of so many legal moves before a search, as `decisive.First` numbers it. draws: as of
        lp_decisive; seconds: for replies."""
        rows = array("b", bytes(moves))

        def call(code: Code, memory: Memory, data: bytes) -> int:
            if code.layout is not self._told:
                self._set(code)
            most = -1.0 if seconds is None else seconds
            at = rows.buffer_info()[0]
            return int(code.functions["decisive"](memory.pointer, self.pointer, data, draws, most, at, moves))

        _, code, memory = self.engine._call(state, call)
        code.idle.append(memory)
        return rows.tobytes()

    def search(
        self, state: State, mover: int, iterations: int | None, end: float, chances: Sequence[int], rows: bytes
    ) -> _Done:
        """Iterate from a position, which is that of the root if there is one, until so many iterations are done, the
        value of the root is certain, or it is `end` (of time.perf_counter). chances: the random numbers of each thread.
        rows: what is known of each legal move, as `decisive` returns it; those that lose are left aside.

        Ctrl-C ends it. Raises LudRuleError and LudLimitError if rules fail.
        """
        run = _Run(self, iterations, end, chances)
        while True:
            data, layout = state
            code = self.engine.fitted(layout)
            if layout is not code.layout:
                state = data, layout = code.layout.convert(data, layout, self.engine.data.fields), code.layout
            self._set(code)
            forget = self._layout is not None and self._layout is not layout
            self._layout = layout
            memory = code.memory()
            nodes = code.functions["search_begin"](memory.pointer, self.pointer, data, mover, forget, not run.begun)
            run.begun = True
            code.idle.append(memory)
            if nodes < 0 or not code.functions["search_bar"](self.pointer, rows, len(rows)):
                raise LudLimitError("max_memory is too small for a single position")
            before = run.done
            interrupted = run.threads(layout)
            run.done = before + self.numbers().iterations
            if interrupted or run.problem is None:
                return _Done(run.done, interrupted, run.chances[0])
            status, detail, failed, old = run.problem
            if status != _FULL:
                raise failed
            run.problem = None
            self.engine._grow(old, detail)


_PASSES = ("latest_pass", "past_mover", "past_pass")
"""Fields that tell who made the latest moves, and which of these were passes."""


class _Done(NamedTuple):
    """iterations: finished ones; chance: the random numbers of the first thread that come next."""

    iterations: int
    interrupted: bool
    chance: int


class _Run:
    """One search: the threads, their random numbers, and the first problem."""

    def __init__(self, tree: NativeTree, iterations: int | None, end: float, chances: Sequence[int]) -> None:
        self.tree = tree
        self.engine = tree.engine
        self.iterations = iterations
        self.end = end
        self.chances = array("Q", chances)
        self.done = 0
        self.begun = False
        self.problem: tuple[int, int, Any, Code] | None = None
        self.spent = 0.0

    def threads(self, layout: Layout) -> bool:
        """Work in as many threads as there are random numbers; whether Ctrl-C ended it.

        What is done soon needs no thread.
        """
        if len(self.chances) == 1 and self._work(0, layout, None):
            return False
        calls, finished, interrupted = Calls(), threading.Semaphore(0), False
        failures: list[BaseException] = []

        def work(number: int) -> None:
            try:
                self._work(number, layout, calls)
            except CancelledError:
                pass
            except BaseException as problem:
                failures.append(problem)
            finally:
                finished.release()

        workers = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(self.chances))]
        try:
            for worker in workers:
                worker.start()
            for _ in workers:
                left = self.end - time.perf_counter()
                if left == float("inf"):
                    finished.acquire()
                elif not finished.acquire(timeout=max(0.0, left)):
                    break  # a position that takes long
        except KeyboardInterrupt:
            interrupted = True
        finally:
            calls.cancel()
            for worker in workers:
                worker.join()
        if failures:
            raise failures[0]
        return interrupted

    def _work(self, number: int, layout: Layout, calls: Calls | None) -> bool:
        """Iterate until the search is over; without calls only for a moment. Whether it is over."""
        engine, wanted = self.engine, _WITHOUT_END if self.iterations is None else self.iterations - self.done
        place = self.chances.buffer_info()[0] + 8 * number
        while True:
            code = engine._code
            if code.layout is not layout:
                self.problem = self.problem or (_FULL, -1, None, code)
                return True
            began = time.perf_counter()
            left = -1.0 if self.end == float("inf") else max(0.0, self.end - began)
            slice_ = _AT_ONCE if calls is None else SLICE if code.rank < BEST else -1.0
            memory = code.memory()
            if calls is not None:
                calls.begin(memory)
            try:
                status = code.functions["search_run"](memory.pointer, self.tree.pointer, wanted, left, slice_, place)
            finally:
                if calls is not None:
                    calls.end(memory)
            if status < 0 and status not in (_CANCELLED, _PAUSED):
                self._failed(status, code, memory)
                if calls is not None:
                    calls.cancel()
            code.idle.append(memory)
            now = time.perf_counter()
            if code.rank < BEST:
                engine._spent += now - began
                if engine._spent > c_engine.PATIENCE[code.rank]:
                    engine._optimise_beside(code.rank + 1)
            if now >= self.end or self._over(wanted) or (status < 0 and status != _PAUSED):
                return True
            if calls is None:
                return False

    def _over(self, wanted: int) -> bool:
        numbers = self.tree.numbers()
        return numbers.settled or numbers.iterations >= wanted

    def _failed(self, status: int, code: Code, memory: Memory) -> None:
        detail, field = code.detail(memory.pointer), code.field(memory.pointer)
        where = code.where(memory.pointer), code.consequent(memory.pointer)
        problem = None if status == _FULL else self.engine.failure(-status, detail, where, field)
        self.problem = self.problem or (status, detail, problem, code)


def _parts(engine: CEngine, layout: Layout, whole: bool, counting: bool) -> list[tuple[int, ...]]:
    """Where the fields of a position lie, in the form that search/search.h reads."""
    program = engine.data
    parts: list[tuple[int, ...]] = []
    for name in (*position_fields(program, counting=counting), *(program.hash_lists if whole else ())):
        f = program.fields[name]
        at, size, n_at = layout.fields[name]
        rows = 0 if f.heights is None else f.size
        heights = 0 if f.heights is None else layout.fields[f.heights][0]
        parts.append((at, size, f.bits // 8, rows, heights, n_at))
    return parts
