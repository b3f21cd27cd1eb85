"""Lets queries for a move that passes a test build and try the first moves before all of them."""

from __future__ import annotations

from ...facts.asked_for_one import uses_move_count
from ...facts.context_kept import ContextKept, left_early
from ...facts.modes import all_inherited_calls
from ...facts.selectable import only_pushes
from ...facts.trials import trial_places
from ...program import expressions as ir
from ...program import ops
from ...program.intrinsics import (
    PUSH_MODE,
    WANTED_SITE,
    run_of,
)
from ...program.modes import FULL
from ...program.ops import Expr, Op, Type
from ...program.program import Function, Program
from ...program.walk import (
    all_of,
    all_runs,
    bound,
    reached,
    reached_from,
    statements,
    used_elsewhere,
)
from ..base.registry import register

__all__ = ["try_first"]

@register(needs=("known answers",), after=("apply_once",))
def try_first(program: Program) -> None:
    """Has filters that look for one move, and build all to find it, ask for the first few moves (`Filter.few`)."""
    repeatable: _Repeatable | None = None
    for index in sorted(reached(program)):
        for place in trial_places(program.functions[index]):
            s = place.loop
            if not isinstance(s, ops.Filter) or not s.first or not place.trial.some:  # else the first moves seldom pass
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
        self.filters = {fn.index: of for fn in live if (of := _filtered(fn)) is not None}
        # filters that run in FULL behind wrappers, which make sure of that
        self.wrappers = {f.index: f.whole for f in live if f.whole is not None and f.whole.index in self.filters}
        restores = dict.fromkeys(self.filters, frozenset[str]())
        self.kept, self.fields = ContextKept(program, restores), ContextKept(program, restores, fields=True)
        self.written = {s.slot for fn in live for s in all_of(fn, ops.SetCtx)}
        later = [fn for name, fn in program.entries.items() if name != "start"]
        played = reached_from(program, (*later, *program.appliers.values()))
        self.draws = any(_draws(x) for i in played for x in all_runs(program.functions[i]))

    def pushing(self, generator: Function) -> list[Function]:
        """A generator and the functions that it calls; none if it does more than to push moves."""
        found: list[Function] = []
        todo, seen = [] if self.draws else [generator], {generator.index}
        while todo:
            fn = todo.pop()
            call = self.filters.get(fn.index)
            if call is None and not only_pushes(fn):
                return []
            if self.fields.changed(fn) or self.kept.changed(fn) & self.written:
                return []
            if call is None:
                found.append(fn)
            behind = [self.wrappers[fn.index]] if fn.index in self.wrappers else list[Function]()
            for called in [*all_inherited_calls(fn), *behind] if call is None else [call]:
                if called.index not in seen:
                    seen.add(called.index)
                    todo.append(called)
        # a filter may drop the few moves that were built, and be taken for one that has none
        filters = any(i in self.filters for i in seen)
        return [] if filters and any(map(uses_move_count, found)) else found

    def mark_apart(self, fn: Function) -> None:
        """Marks the loops over sets that may stop after any iteration: what one iteration leaves no other one reads."""
        for s in all_of(fn, ops.ForSet):
            if s.apart or left_early([s]) or left_early(s.body):
                continue
            changed = any(isinstance(t, ops.SetField) for t in statements(s.body)) or self.kept.block(s.body)
            if not changed and not set(bound([s])) & used_elsewhere(fn, [s]):
                s.apart = True

    def call_at_once(self, fn: Function) -> None:
        """Has a wrapper call its filter at once where it runs in FULL already, so that the filter may stop early. Not
        where a site is asked about: what a tried move does must not be left out."""
        filter_ = self.wrappers.pop(fn.index, None)
        if filter_ is None:
            return
        mode, to = Expr(Op.RUN, Type.INT, (), run_of(PUSH_MODE)), filter_.filter and filter_.filter.to
        given = next(x.src for x in all_runs(fn) if x.op is Op.CALL and x.called is filter_)
        sites = {to.var: ir.const(-1)} if to is not None else {}  # no site is asked about
        operands = tuple(sites.get(v, x) for v, x in zip(filter_.params, given, strict=True))
        call = ops.Do(Expr(Op.CALL, Type.VOID, operands, filter_))
        unasked = ir.lt(Expr(Op.RUN, Type.INT, (), run_of(WANTED_SITE)), 0)
        fn.body.insert(0, ops.If(ir.eq(mode, FULL), [ops.If(unasked, [call, ops.Return(None)], [])], []))
        fn.changed()


def _draws(x: Expr) -> bool:
    """Whether a node itself draws random numbers."""
    return x.op is Op.RUN and x.run.intrinsic.draws and not x.run.intrinsic.calls


def _filtered(fn: Function) -> Function | None:
    """The generator of a function that calls it, tries each of its moves, and drops those that do not pass."""
    s = fn.filter
    tries = s is not None and any(isinstance(t, ops.Trial) and t.var is s.keep for t in statements(s.tests))
    return s.generator if s is not None and tries else None
