"""Alpha-beta in native code: the table and the ordering of moves, kept for one search."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from ludparse.problems.errors import LudLimitError

from ...backends.c import engine as c_engine
from ...backends.c.calls import Calls
from ...backends.c.compiled import BEST
from ...backends.c.engine import CEngine, State
from ...backends.c.native import Code, Layout
from ..heuristics import Evaluation
from .evaluation import NativeEvaluation
from .uct import NativeTree, Settings

__all__ = ["GrownError", "NativeAlphaBeta", "Plan"]

_FULL, _CANCELLED, _ENOUGH = -1, -6, -8  # statuses of core/runtime.h and search/alpha_beta.h, negated
_MANY = 1 << 62


class GrownError(Exception):
    """A state has outgrown its layout: what was found so far is lost, and the search has to begin again."""


class Plan(NamedTuple):
    """What a search goes by. ours: the seats that maximise. keeps: whether there is a table. quiet: plies of captures.
    draws: random numbers that stand for chance."""

    players: int
    seat: int
    ours: Sequence[int]
    keeps: bool
    quiet: int
    nodes: int | None
    max_table: int
    draws: Sequence[int]


class NativeAlphaBeta:
    """One search from one position."""

    def __init__(self, engine: CEngine, evaluation: Evaluation, plan: Plan) -> None:
        self.engine = engine
        self.plan = plan
        # positions are told apart by all that belongs to them
        self.places = NativeTree(engine, Settings(plan.players, False, 0, 0, 1, 1, 1 << 16, 0.0, 0.0), whole=True)
        self._evaluation = NativeEvaluation(engine, evaluation)
        self._layout: Layout | None = None
        self._code = engine._code
        pointer = self._code.functions["ab_new"]()
        if not pointer:
            raise LudLimitError("not enough memory for a search")
        self.pointer: int = pointer
        self.visited = self.kept = 0

    def __del__(self) -> None:
        if hasattr(self, "pointer"):
            self._code.functions["ab_free"](self.pointer)

    def _prepare(self, code: Code) -> None:
        """Tell the search where fields lie in this layout. Raises GrownError where that has changed."""
        if self._layout is None:
            plan = self.plan
            self.places._set(code)
            numbers = array("Q", [
                plan.seat, sum(1 << seat for seat in plan.ours), plan.keeps, plan.quiet,
                _MANY if plan.nodes is None else plan.nodes, plan.max_table, len(plan.draws), *plan.draws,
            ])  # fmt: skip
            code.functions["ab_settings"](
                self.pointer, self.places.pointer, self._evaluation.fit(code), numbers.buffer_info()[0]
            )
            self._layout = code.layout
        elif code.layout is not self._layout:
            raise GrownError

    def after(
        self, state: State, k: int, depth: int, alpha: float, beta: float, seconds: float, calls: Calls
    ) -> tuple[float, bool] | None:
        """The value after legal move k of a position, searched to a depth, and whether it is certain.

        None: a limit was reached. seconds: below 0 for no limit. calls: what can cancel it.

        Raises LudRuleError and LudLimitError if rules fail, CancelledError, GrownError.
        """
        data, layout = state
        code = self.engine.fitted(layout)
        self._prepare(code)
        if layout is not code.layout:
            data = code.layout.convert(data, layout, self.engine.data.fields)
        out = array("d", (0.0, 0.0, 0.0, 0.0))
        memory = code.memory()
        try:
            calls.begin(memory)
            try:
                status = code.functions["ab_try"](
                    memory.pointer, self.pointer, data, k, depth, alpha, beta, seconds, out.buffer_info()[0]
                )
            finally:
                calls.end(memory)
            detail, field = code.detail(memory.pointer), code.field(memory.pointer)
            where = code.where(memory.pointer), code.consequent(memory.pointer)
        finally:
            code.idle.append(memory)
        self.visited, self.kept = int(out[2]), int(out[3])
        if status >= 0:
            return out[0], bool(out[1])
        if status in (_ENOUGH, _CANCELLED):
            return None
        if status == _FULL:
            self.engine._grow(code, detail)
            raise GrownError
        raise self.engine.failure(-status, detail, where, field)

    def spent(self, seconds: float) -> None:
        """Note seconds of search, after some of which better code is compiled beside it."""
        engine = self.engine
        rank = engine._code.rank
        if rank < BEST:
            engine._spent += seconds
            if engine._spent > c_engine.PATIENCE[rank]:
                engine._optimise_beside(rank + 1)

    def best(self, state: State) -> int | None:
        """The number of the best move of a position, as far as the table knows it."""
        data, layout = state
        code = self.engine._code
        if self._layout is None or layout is not self._layout or code.layout is not layout:
            return None
        memory = code.memory()
        try:
            number = int(code.functions["ab_look"](memory.pointer, self.pointer, ctypes.c_char_p(data)))
        finally:
            code.idle.append(memory)
        return number - 1 if number > 0 else None
