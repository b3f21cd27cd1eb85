"""Finds loops whose iterations only push moves, and change nothing that others or what follows reads.

Lowerings mark the loops of which they know it (`apart`). A backend skips iterations of such loops: once there are
enough moves, or where another iteration pushes the chosen one.
"""

from __future__ import annotations

from .. import ops
from ..effects import EffectsOf, effects_of
from ..entries import Resource
from ..ops import Function, Op, Program
from ..walk import all_runs, bound, expressions, reached, runs, statements, subexpressions
from .chance_in_order import drawing_functions
from .context_kept import ContextKept, leaves
from .drop_dead_slots import live_after
from .loops import one_move_each, written_first
from .modes import inherited, modal_functions
from .selectable import only_pushes

__all__ = ["stand_apart"]

_PUSHING = Resource.MOVES | Resource.COUNTS | Resource.OPEN | Resource.MODE


def stand_apart(program: Program) -> None:
    """Marks them."""
    modal = modal_functions(program)
    finder = _Finder(program)
    for i in sorted(reached(program) & modal):
        fn = program.functions[i]
        for s in statements(fn.body):
            if isinstance(s, ops.ForSet | ops.ForRange) and not s.apart and finder.apart(fn, s, modal):
                s.apart = True


class _Finder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects: EffectsOf = effects_of(program)
        self.kept = ContextKept(program)
        self.drawing = drawing_functions(program)
        self.simple: dict[int, bool] = {}

    def apart(self, fn: Function, loop: ops.ForSet | ops.ForRange, modal: set[int]) -> bool:
        """Whether the iterations of a loop stand apart."""
        if loop.down if isinstance(loop, ops.ForRange) else one_move_each(loop.body):
            return False
        called = [x.called for s in inherited(loop.body) for e in expressions(s) for x in runs(e) if x.op is Op.CALL]
        pushes = any(isinstance(s, ops.Emit) for s in inherited(loop.body)) or any(f.index in modal for f in called)
        found = self.effects.block(loop.body)
        if not pushes or leaves(loop.body) or found.written is None or found.written or found.draws or found.calls:
            return False
        if not self._pushes_only(loop.body, called) or not all(map(self._function, called)):
            return False
        slots = {s.slot for s in statements(loop.body) if isinstance(s, ops.SetCtx)}
        if not self.kept.block(fn, loop.body) <= slots or live_after(self.program, fn, loop) & slots:
            return False
        if written_first(self.effects, loop.body, slots, set()) is None:
            return False
        mine = {id(s) for s in statements(loop.body)}
        outside = [s for s in statements(fn.body) if id(s) not in mine and s is not loop]
        own = {id(v) for v in (*bound(loop.body), loop.var)}
        elsewhere = {id(s.var) for s in outside if isinstance(s, ops.Assign)}
        elsewhere |= {id(y.arg) for s in outside for x in expressions(s) for y in subexpressions(x) if y.op is Op.VAR}
        return not own & elsewhere

    def _pushes_only(self, body: ops.Block, called: list[Function]) -> bool:
        """Whether all that a block itself does to the buffer is to push moves, and no move count is looked at."""
        for x in (x for s in inherited(body) for e in expressions(s) for x in runs(e) if x.op is Op.RUN):
            run = x.run.intrinsic
            if run.writes & ~_PUSHING or run.reads & Resource.COUNTS or run.draws or run.needs_moves:
                return False
        return not any(v.type is not ops.Type.INT or v.name.startswith("mark") for f in called for v in f.params)

    def _function(self, fn: Function) -> bool:
        """Whether a function, callees included, pushes moves and draws nothing. It looks only at moves of its own."""
        if fn.index not in self.simple:
            self.simple[fn.index] = False  # a recursive call may do anything
            below = [x.called for x in all_runs(fn) if x.op is Op.CALL]
            found = only_pushes(fn) and fn.index not in self.drawing and all(map(self._function, below))
            self.simple[fn.index] = found
        return self.simple[fn.index]
