"""Tries only moves to the site that is asked about, where a question about one site runs into rules that try moves.

`full_where_needed` runs such rules in FULL: all moves are made, each is tried on a copy of the state, and those that
pass are handed over. Of these the question looks at the moves to its site alone.
"""

from __future__ import annotations

from contextlib import nullcontext

from ...facts.asked_for_one import depends_on_others, others_matter
from ...facts.context_kept import ContextKept, context_kept
from ...facts.modes import handed_over
from ...facts.trials import trials
from ...program import expressions as ir
from ...program import ops
from ...program.builder import Builder
from ...program.effects import effects_of
from ...program.intrinsics import WANTED_SITE, run_of
from ...program.modes import PROBE, TO_SITE
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_runs
from ..base.registry import register
from ..removal.full_where_needed import full_where_needed


@register(needs=("questions in FULL",))
def try_what_is_asked(program: Program) -> None:
    """Adds to each such rule the site that is asked about, and drops untried what goes elsewhere."""
    if others_matter(program):
        return
    kept = context_kept(program)
    for fn in list(program.functions):
        call = handed_over(fn)
        if call is None or sum(x.arg is call.value.arg for f in program.functions for x in all_runs(f)) != 1:
            continue
        inner = call.value.called
        loop = _tries(inner, kept)
        if loop is not None:
            wanted = _narrow(fn, call, loop)
            _ask_first(program, inner, loop, wanted, kept)
    full_where_needed(program)  # what is asked first is a question too


def _tries(fn: Function, kept: ContextKept) -> ops.Filter | None:
    """The filter that tries the moves, if that is all that a function does, and nothing else of a try remains: the
    state and the context are restored, and what it pushed is forgotten."""
    match fn.body:
        case [ops.Filter(swaps=False) as s]:
            tried = any(s.tests == [trial.whole] and s.keep is trial.good for trial in trials(fn))
            return s if tried and not kept.block(s.tests) else None
    return None


def _narrow(wrapper: Function, call: ops.Do, loop: ops.Filter) -> Var:
    """Passes on the site that is asked about, and drops moves elsewhere. Returns the local that holds the site."""
    asked, given, inner = Var("wanted", Type.INT), Var("wanted", Type.INT), call.value.called
    wrapper.body.insert(0, ops.Assign(asked, Expr(Op.RUN, Type.INT, (), run_of(WANTED_SITE))))
    call.value = Expr(Op.CALL, call.value.type, (*call.value.src, ir.value_of(asked)), inner)
    inner.params = (*inner.params, given)
    loop.to = ir.value_of(given)
    wrapper.changed()
    inner.changed()
    return given


def _ask_first(program: Program, fn: Function, loop: ops.Filter, wanted: Var, kept: ContextKept) -> None:
    """Begins a rule with the question whether its generator has any move to the site, which makes none.

    Slots of the context are restored, and fields where the generator may write them.
    """
    calls = [s.value for s in loop.body if isinstance(s, ops.Do)]
    plain = all(isinstance(s, ops.Assign | ops.Do) for s in loop.body)
    generators = [x for x in calls if x.op is Op.CALL and x.type is Type.VOID and not x.src]
    if not plain or len(generators) != len(calls) or any(depends_on_others(x.called) for x in generators):
        return
    slots = frozenset[str]().union(*(kept.changed(x.called) for x in generators))
    effects = [effects_of(program).function(x.called) for x in generators]
    if any(found.draws for found in effects) or slots & set(program.context_sets):
        return
    copies = any(found.written != set() for found in effects)
    b = Builder(program)
    with b.capture() as body, b.if_(ir.ge(ir.value_of(wanted), 0)):
        with b.restoring(*sorted(slots), record=True):
            with b.on_copy() if copies else nullcontext(), b.question(PROBE, ir.value_of(wanted)) as found:
                for x in generators:
                    b.do(x)
        with b.if_(ir.not_(found)):
            b.return_()
    loop.body = [_only_there(program, wanted, s) if isinstance(s, ops.Do) else s for s in loop.body]
    fn.body = [*body, loop]
    fn.changed()


def _only_there(program: Program, wanted: Var, call: ops.Do) -> Stmt:
    """The call of a generator, which may leave out moves elsewhere where a site is asked about."""
    b = Builder(program)
    b.places = call.places
    with b.capture() as body:
        with b.in_full(ir.const(TO_SITE) - ir.value_of(wanted), exports=True):
            b.do(call.value)
    return ops.If(ir.ge(ir.value_of(wanted), 0), body, [call], places=call.places)
