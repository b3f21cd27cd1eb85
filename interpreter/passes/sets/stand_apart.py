"""Finds loops whose iterations only push moves, and change nothing that others or what follows reads.

Lowerings mark the loops of which they know it (`apart`). A backend skips iterations of such loops: once there are
enough moves, or where another iteration pushes the chosen one.
"""

from __future__ import annotations

from collections.abc import Set

from ...facts.left_changed import slots_left_changed
from ...facts.loops import keeps_to_itself, one_move_each
from ...facts.modes import inherited, modal_functions
from ...facts.selectable import only_pushes
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Resource, Use
from ...program.ops import Op, Var
from ...program.program import Function, Program
from ...program.walk import all_calls, all_of, all_runs, called_by, reached, reads, runs_of
from ..base.registry import register

__all__ = ["stand_apart"]

_OF_BUFFER = {Use.MOVE, Use.MARK}
_PUSHING = Resource.MOVES | Resource.COUNTS | Resource.OPEN | Resource.MODE


@register(after=("narrow_targets",))
def stand_apart(program: Program) -> None:
    """Marks the loops whose iterations do not depend on each other (`apart`)."""
    modal = modal_functions(program)
    finder = _Finder(program)
    for i in sorted(reached(program) & modal):
        fn = program.functions[i]
        for s in all_of(fn, ops.ForLoop):
            if isinstance(s, ops.ForSet | ops.CountedLoop) and not s.apart and finder.apart(fn, s, modal):
                s.apart = True


class _Finder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects: EffectsOf = effects_of(program)
        self.left_changed = slots_left_changed(program)
        self.simple: dict[int, bool] = {}

    def apart(self, fn: Function, loop: ops.ForSet | ops.CountedLoop, modal: Set[int]) -> bool:
        """Whether the iterations of a loop stand apart."""
        if loop.down if isinstance(loop, ops.CountedLoop) else one_move_each(self.program, fn, loop):
            return False
        own = inherited(loop.body)
        called = called_by(own)
        pushes = any(isinstance(s, ops.Push) for s in own) or any(f.index in modal for f in called)
        if not pushes or not self._pushes_only(loop.body, called) or not all(map(self._function, called)):
            return False
        return keeps_to_itself(self.program, self.left_changed, fn, loop)

    def _pushes_only(self, body: ops.Block, called: list[Function]) -> bool:
        """Whether all that a block itself does to the buffer is to push moves, and no move count is looked at."""
        own = inherited(body)
        if any(isinstance(s, ops.InFull | ops.Filter) for s in own):
            return False
        for x in (x for x in runs_of(own) if x.op is Op.RUN):
            run = x.run.intrinsic
            if run.writes & ~_PUSHING or run.reads & Resource.COUNTS or run.draws or run.needs_moves:
                return False
        params = [(f, v) for f in called for v in f.params]
        return not any(v.type is not ops.Type.INT for _, v in params) and not _used_as_moves(params)

    def _function(self, fn: Function) -> bool:
        """Whether a function, callees included, pushes moves and draws nothing. It looks only at moves of its own."""
        if fn.index not in self.simple:
            self.simple[fn.index] = False  # a recursive call may do anything
            plain = only_pushes(fn) and not self.effects.function(fn).draws
            self.simple[fn.index] = plain and all(map(self._function, all_calls(fn)))
        return self.simple[fn.index]


def _used_as_moves(params: list[tuple[Function, Var]]) -> bool:
    """Whether parameters of functions may be used as moves, or as places in the buffer. A callee may do so, too."""
    seen: set[tuple[int, Var]] = set()
    while params:
        fn, param = params.pop()
        if (fn.index, param) in seen:
            continue
        seen.add((fn.index, param))
        params += [(fn, s.var) for s in all_of(fn, ops.Assign) if reads(s.value, {param})]
        for x in all_runs(fn):
            given = [k for k, y in enumerate(x.src) if reads(y, {param})]
            if x.op is Op.CALL:
                params += [(x.called, x.called.params[k]) for k in given]
            elif x.op is Op.RUN and any(x.run.intrinsic.operands[k].use in _OF_BUFFER for k in given):
                return True
    return False

