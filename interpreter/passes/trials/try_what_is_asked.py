"""Tries only moves to the site that is asked about, where a question about one site runs into rules that try moves.

`full_where_needed` runs such rules in FULL: all moves are made, each is tried on a copy of the state, and those that
pass are handed over. Of these the question looks at the moves to its site alone.
"""

from __future__ import annotations

from contextlib import nullcontext

from ...facts.asked_for_one import depends_on_others, others_matter
from ...facts.left_changed import LeftChanged, slots_left_changed
from ...facts.trials import trial_of
from ...program import expressions as ir
from ...program import ops
from ...program.builder import Builder
from ...program.effects import effects_of
from ...program.modes import PROBE
from ...program.ops import Expr, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_runs
from ..base.registry import register
from ..removal.full_where_needed import full_where_needed


@register(needs=("questions in FULL",))
def try_what_is_asked(program: Program) -> None:
    """Adds to each such rule the site that is asked about, and drops untried what goes elsewhere."""
    if others_matter(program):
        return
    left_changed, effects = slots_left_changed(program), effects_of(program)
    for wrapper in list(program.functions):
        fn = wrapper.whole
        if fn is None or sum(x.arg is fn for f in program.functions for x in all_runs(f)) != 1:
            continue
        filter_ = fn.filter
        trial = None if filter_ is None else trial_of(filter_)
        if filter_ is None or trial is None or left_changed.block(filter_.tests):
            continue
        # nothing of a try remains: the state and the context are restored, and what it pushed is forgotten
        if effects.block([s for s in filter_.tests if s is not trial]).pure:
            wanted = _narrow(program, wrapper, fn, filter_)
            _ask_first(program, fn, filter_, wanted, left_changed)
    full_where_needed(program)  # what is asked first is a question too


def _narrow(program: Program, wrapper: Function, fn: Function, filter_: ops.Filter) -> Expr:
    """Passes on the site that is asked about, and drops moves elsewhere. Returns the site. Not where a filter around
    this one wants the moves to a site: it may refuse the first, and needs the others."""
    b = Builder(program)
    b.places = wrapper.places
    given = Var("wanted", Type.INT)
    fn.params, filter_.to = (*fn.params, given), ir.value_of(given)
    with b.capture() as wrapper.body:
        asked = b.let(ir.select(b.run("pushes_in", PROBE), b.run("wanted_site"), -1), "wanted")
        with b.in_full(exports=True):
            b.do(b.call(fn, *map(ir.value_of, wrapper.params), asked))
    wrapper.changed()
    fn.changed()
    return filter_.to


def _ask_first(program: Program, fn: Function, filter_: ops.Filter, wanted: Expr, left_changed: LeftChanged) -> None:
    """Begins a rule with the question whether its generator has any move to the site, which makes none.

    Slots of the context are restored, and fields where the generator may write them.
    """
    if filter_.generator is None or depends_on_others(filter_.generator):
        return
    slots, effects = left_changed.function(filter_.generator), effects_of(program).function(filter_.generator)
    if effects.draws or slots & set(program.context_sets):
        return
    b = Builder(program)
    with b.capture() as body, b.if_(ir.ge(wanted, 0)):
        with b.restoring(*sorted(slots), record=True):
            copied = nullcontext() if effects.written == set() else b.on_copy()
            with copied, b.question(PROBE, wanted) as found:
                b.do(b.call(filter_.generator))
        with b.if_(ir.not_(found)):
            b.return_()
    filter_.aims = True
    fn.body = [*body, filter_]
    fn.changed()
