"""Lets queries for a move that passes a test build and try the first moves before all of them."""

from __future__ import annotations

from ...facts.asked_for_one import uses_move_count
from ...facts.left_changed import LeftChanged, left_early
from ...facts.modes import all_inherited_calls
from ...facts.selectable import only_pushes
from ...facts.trials import trial_of, trial_places
from ...program import expressions as ir
from ...program import ops
from ...program.entries import Resource
from ...program.intrinsics import PUSHES_IN, WANTED_SITE, run_of
from ...program.modes import FULL
from ...program.ops import Expr, Op, Type
from ...program.program import Function, Program
from ...program.walk import all_of, all_runs, keeps_locals, reached, reached_from, runs_of, statements
from ...program.worklist import reachable
from ..base.registry import register

__all__ = ["try_first"]


@register(needs=("known answers",), after=("apply_once",))
def try_first(program: Program) -> None:
    """Has filters that look for one move, and build all to find it, ask for the first few moves (`Filter.few`)."""
    repeatable: _Repeatable | None = None
    for index in sorted(reached(program)):
        for place in trial_places(program.functions[index]):
            s = place.loop
            if not isinstance(s, ops.Filter) or not s.one or not place.trial.some:  # else the first moves seldom pass
                continue
            repeatable = repeatable or _Repeatable(program)
            functions = [] if s.generator is None else repeatable.pushing(s.generator)
            for pushes in functions:
                repeatable.mark_apart(pushes)
                repeatable.call_at_once(pushes)
            s.few = bool(functions)


class _Repeatable:
    """Whether generators only push moves, so that they may run twice and stop early.

    A filter that tries each move of its own generator and drops those that do not pass is allowed: a trial restores the
    state and the slots of the context. What stops early has some of the moves then.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        live = [program.functions[i] for i in reached(program)]
        filters = ((fn.index, s) for fn in live if (s := fn.filter) is not None and trial_of(s) is not None)
        self.filters = {i: s.generator for i, s in filters if s.generator is not None}
        # filters that run in FULL behind wrappers, which make sure of that
        self.wrappers = {f.index: f.whole for f in live if f.whole is not None and f.whole.index in self.filters}
        restores = dict.fromkeys(self.filters, frozenset[str]())
        self.slots, self.fields = LeftChanged(program, restores), LeftChanged(program, restores, fields=True)
        self.written = {s.slot for fn in live for s in all_of(fn, ops.SetCtx)}
        later = [fn for name, fn in program.entries.items() if name != "start"]
        played = reached_from(program, (*later, *program.appliers.values()))
        self.draws = any(_draws(x) for i in played for x in all_runs(program.functions[i]))

    def pushing(self, generator: Function) -> list[Function]:
        """A generator and the functions that it calls; none if it does more than to push moves."""
        every = [] if self.draws else list(reachable([generator], self._called))
        found = [fn for fn in every if fn.index not in self.filters]
        if not all(map(only_pushes, found)):
            return []
        if any(self.fields.function(fn) or self.slots.function(fn) & self.written for fn in every):
            return []
        # a filter may drop the few moves that were built, and be taken for one that has none
        return [] if len(found) < len(every) and any(map(uses_move_count, found)) else found

    def _called(self, fn: Function) -> list[Function]:
        """What a function calls: of a filter its generator alone, of what hands over its moves the filter too."""
        if fn.index in self.filters:
            return [self.filters[fn.index]]
        return [*all_inherited_calls(fn), *(f for i, f in self.wrappers.items() if i == fn.index)]

    def mark_apart(self, fn: Function) -> None:
        """Marks the loops over sets that may stop after any iteration: what one iteration leaves no other one reads."""
        for s in all_of(fn, ops.ForSet):
            if s.apart or left_early([s]) or left_early(s.body):
                continue
            changed = any(isinstance(t, ops.SetField) for t in statements(s.body)) or self.slots.block(s.body)
            if not changed and keeps_locals(fn, s) and not _changes_lists(s):
                s.apart = True

    def call_at_once(self, fn: Function) -> None:
        """Has a wrapper call its filter at once where it runs in FULL already, so that the filter may stop early. Not
        where a site is asked about: what a tried move does must not be left out."""
        filter_ = self.wrappers.pop(fn.index, None)
        if filter_ is None:
            return
        full = Expr(Op.RUN, Type.BOOL, (ir.const(FULL),), run_of(PUSHES_IN))
        no_site = [ir.const(-1)] * (len(filter_.params) - len(fn.params))
        call = ops.Do(Expr(Op.CALL, Type.VOID, (*map(ir.value_of, fn.params), *no_site), filter_))
        unasked = ir.lt(Expr(Op.RUN, Type.INT, (), run_of(WANTED_SITE)), 0)
        fn.body.insert(0, ops.If(full, [ops.If(unasked, [call, ops.Return(None)], [])], []))
        fn.changed()


def _changes_lists(loop: ops.ForSet) -> bool:
    """Whether iterations may change a list that others may read."""
    own = {s.var for s in statements(loop.body) if isinstance(s, ops.Assign) and s.value.op is Op.LIST_NEW}
    changing = (x for x in runs_of(statements(loop.body)) if x.op is Op.CALL or _writes_lists(x))
    return any(y.type is Type.LIST and y.arg not in own for x in changing for y in x.src)


def _writes_lists(x: Expr) -> bool:
    return x.op is Op.RUN and Resource.LISTS in x.run.intrinsic.writes


def _draws(x: Expr) -> bool:
    """Whether a node itself draws random numbers."""
    return x.op is Op.RUN and x.run.intrinsic.draws and not x.run.intrinsic.calls
