"""Limits for rules that may not terminate: which functions are recursive, and which loops are counted.

Both backends count steps and the depth of calls, and raise an error past the limits below. Counting costs time, so it
is done only where work can grow without bound: on entry to recursive functions (those on a cycle of the call graph),
and in each iteration of loops that do more than read the members of a set or a row. Those have at most as many
iterations as there are sites. Where each of them searches the board for a value, a loop over a set counts its members.
"""

from __future__ import annotations

from ludparse.problems.spans import Span

from ..program import ops
from ..program.limits import MAX_CALLS, MAX_MOVES, MAX_STEPS, nested_too_deep, too_many_moves, too_many_steps
from ..program.ops import Block, Op
from ..program.program import Function, Program
from ..program.walk import all_calls, all_expressions, all_of, all_runs, runs_of, statements
from ..program.worklist import cycles, reachable

__all__ = [
    "MAX_CALLS",
    "MAX_MOVES",
    "MAX_STEPS",
    "Runaway",
    "nested_too_deep",
    "place_of",
    "too_many_moves",
    "too_many_steps",
]

_SHORT = 4096


class Runaway:
    """What both backends query about a program. `recursive`: the indices of functions on a cycle of the call graph."""

    def __init__(self, program: Program) -> None:
        calls = {fn.index: {f.index for f in all_calls(fn)} for fn in program.functions}
        self.recursive = frozenset(i for cycle in cycles(calls) for i in cycle)
        self._looping = _reaching(calls, {fn.index for fn in program.functions if _loops(fn)})
        self._searching = _reaching(calls, {fn.index for fn in program.functions if _searches(fn)})

    def counts(self, loop: ops.Stmt) -> bool:
        """Whether the iterations of a loop are counted. Those of While always are."""
        if isinstance(loop, ops.ForPieces | ops.ForAlong):
            return True
        if isinstance(loop, ops.ForRange) and not (
            loop.lo.is_const and loop.hi.is_const and abs(loop.hi.const - loop.lo.const) <= _SHORT
        ):
            return True
        assert isinstance(loop, ops.ForLoop)
        return self._works(loop.body)

    def searches(self, loop: ops.ForSet) -> bool:
        """Whether the members of a loop are counted before it: its iterations are not counted, and search the board."""
        found = (x for x in runs_of(statements(loop.body)) if x.op is Op.CALL)
        return any(x.called.index in self._searching for x in found) and not self.counts(loop)

    def _works(self, body: Block) -> bool:
        """Whether a block contains loops, or calls functions that do."""
        for s in statements(body):
            if isinstance(s, ops.Loop | ops.Filter):
                return True
            for x in runs_of([s]):
                if x.op is Op.CALL and isinstance(x.arg, Function) and x.arg.index in self._looping:
                    return True
                if x.op is Op.RUN and x.run.intrinsic.calls:
                    return True
        return False


def place_of(program: Program, number: int) -> Span | None:
    """The place of the ludeme that a function was lowered from, or of another function on the same cycle of calls."""
    place = program.functions[number].place
    if place is not None:
        return place
    for cycle in cycles({fn.index: {f.index for f in all_calls(fn)} for fn in program.functions}):
        if number in cycle:
            return next((fn.place for fn in program.functions if fn.index in cycle and fn.place is not None), None)
    return None


def _loops(fn: Function) -> bool:
    """Whether a function contains a loop or applies moves."""
    return bool(all_of(fn, ops.Loop, ops.Filter)) or any(
        x.op is Op.RUN and x.run.intrinsic.calls for x in all_runs(fn)
    )


def _searches(fn: Function) -> bool:
    """Whether a function finds the sites with a value, each time that it is called."""
    return not fn.kept and any(x.op is Op.SET_WHERE for x in all_expressions(fn))


def _reaching(calls: dict[int, set[int]], first: set[int]) -> set[int]:
    """These functions and their transitive callers."""
    callers: dict[int, list[int]] = {}
    for caller, called in calls.items():
        for i in called:
            callers.setdefault(i, []).append(caller)
    return set(reachable(first, lambda i: callers.get(i, ())))
