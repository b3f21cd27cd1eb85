"""Filters over tried moves in random games: moves that need no trial are counted without being built.

Where a filter tries moves, `skip_untouched` has the question asked once on the state before, and a move that writes
nothing of what was read has the same answer. Whether a move does, most generators can tell before they build it: from
the expressions that become the parameters of its actions. So in a way of pushing of its own, SPARE, the generator of a
filter builds only the moves that have to be tried, and counts the others. Choosing builds the one that is chosen.

The moves and their order are those of `moves`. This is for programs whose moves cannot be counted otherwise because of
such a filter (`selectable`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ....facts.modes import inherited, is_run, modal_functions
from ....facts.selectable import selectable
from ....program import ops
from ....program.effects import effects_of
from ....program.intrinsics import MOVE_ATTACH
from ....program.ops import Block, Expr, Op, Type, Var
from ....program.program import Function, Program
from ....program.walk import all_runs, reached_from, runs_of
from ....program.worklist import reachable
from .spared_filters import Filter, GivenUpError, Whole, exports, filter_of, pushing, touches_of, whole_of
from .spared_tests import UnknownError, test_before

__all__ = ["SPARE", "Spared", "spared"]

SPARE = 5
"""The number of this way of pushing, beside those of `program.modes` and LIST."""


@dataclass
class Spared:
    """The filters of a program.

    filters, wholes: by the index of the wrapper. The moves of the latter are all built; so are those of a filter that
    is part of another one's generator, and then it is among both. modal: indices of the functions that run in SPARE.
    tests: of an Emit or gate, the condition on which a move has to be built, and whether it has to be
    tried for certain then. Where there is none it always has to be built. slots: the slots of the context that hold
    what a question has read. touched: the function that tells whether a move of the buffer has to be tried.
    """

    filters: dict[int, Filter] = field(default_factory=dict)
    wholes: dict[int, Whole] = field(default_factory=dict)
    modal: set[int] = field(default_factory=set)
    tests: dict[ops.Push, tuple[Expr, bool]] = field(default_factory=dict)
    slots: dict[str, Type] = field(default_factory=dict)
    touched: str = ""


def spared(program: Program) -> Spared:
    """The filters of a program's legal moves, if these can be counted in this way."""
    nothing = Spared()
    if not program.touches or selectable(program):
        return nothing
    moves = program.entries["moves"]
    everything = (x for i in reached_from(program, [moves]) for x in all_runs(program.functions[i]))
    if any(x.op is Op.RUN and x.run.intrinsic.draws for x in everything):
        return nothing
    try:
        found = _find(program, moves)
        return _Tests(program, found).found if found.filters else nothing
    except GivenUpError:
        return nothing


def _find(program: Program, moves: Function) -> Spared:
    """The filters among the functions that push the legal moves. Everything else has to work while moves are counted,
    or to build moves and hand them over."""
    found = Spared()
    for fn in filter(exports, reachable([moves], _within)):
        whole = whole_of(fn)
        try:
            index = len(program.functions) + 2 * len(found.filters)
            found.filters[fn.index] = filter_of(program, whole, index)
        except GivenUpError:
            found.wholes[fn.index] = whole
    return found


def _within(fn: Function) -> Iterable[Function]:
    """The functions that a function calls where it pushes moves; none of a filter, which builds them."""
    return () if exports(fn) else pushing(fn)


class _Tests:
    """Finds the functions that run in SPARE, and the conditions on which their moves have to be built."""

    def __init__(self, program: Program, found: Spared) -> None:
        self.effects = effects_of(program)
        touches = touches_of(program)
        self.found = found
        found.touched = program.functions[next(iter(program.touches))].name
        found.slots |= {slot: x.type for slot, x in touches.read.items()}
        kept = {slot: Var(f"e->spared.{slot}", x.type) for slot, x in touches.read.items()}
        self.touches = touches.reading({slot: Expr(Op.VAR, v.type, (), v) for slot, v in kept.items()})
        self.callers: dict[int, list[Function]] = {}
        self.attached: dict[int, list[Expr]] = {}
        functions: list[Function] = []
        modal = modal_functions(program)
        for fn in reachable((f.generator for f in found.filters.values()), _within):
            found.modal |= {fn.index} & modal
            if exports(fn):
                found.wholes[fn.index] = whole_of(fn)
                continue
            functions.append(fn)
            for s in inherited(fn.body):
                for x in runs_of([s]):
                    if isinstance(x.arg, Function):
                        self.callers.setdefault(x.arg.index, []).append(fn)
                    if is_run(x, MOVE_ATTACH):
                        if not x.src[1].is_const:
                            raise GivenUpError
                        self.attached.setdefault(fn.index, []).append(x.src[1])
        for fn in functions:
            self._function(fn)

    def _function(self, fn: Function) -> None:
        after = self._attached_after(fn)
        for s in inherited(fn.body):
            if isinstance(s, ops.Push):
                try:
                    body: Block = s.body if isinstance(s, ops.BuiltMove) else [s]
                    self.found.tests[s] = test_before(self.effects, self.touches, body, after)
                except UnknownError:
                    continue

    def _attached_after(self, fn: Function) -> list[Expr]:
        """The consequents that the function and its callers may attach to the moves that it has pushed."""
        around = reachable([fn], lambda f: self.callers.get(f.index, ()))
        return [x for f in around for x in self.attached.get(f.index, ())]
