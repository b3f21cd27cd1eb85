"""Replaces scans along a row by one operation, where their condition is a set of sites."""

from __future__ import annotations

from ...facts.along_rows import AlongRow
from ...facts.intervals import bounds
from ...facts.outcomes import outcomes
from ...facts.site_sets import SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Type
from ...program.program import Program
from ...program.substitution import put_in
from ...program.walk import assigned_once, own_locals, rewrite_function
from ..base.kept_sets import KeptSets
from ..base.registry import register


@register(provides=("runs along rows",), after=("drop_unreached",))
def find_runs(program: Program) -> None:
    """Rewrites the scans (`ops.Scan`) that go on where a set of sites holds what stands at their position of a row, and
    depend on the state and that site alone."""
    effects, kept = effects_of(program), KeptSets(program)

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.Scan):
            return [s]
        along = AlongRow.of_loop(program, s)
        if along is None:
            return [s]
        sets = SiteSets(program, effects, along.key, along.size)
        found = outcomes(sets, s.body, own_locals(fn, s.body), along.known)
        if found is None or not found.end.exact or any(not isinstance(x.what, ops.Break) for x in found.found):
            return [s]
        if any(x.arg is not along.key for x in found.slots.values()):
            return [s]
        # a break before the slots are written leaves them with another site; a run does not begin below 0
        if any(x.slots != found.slots for x in found.found) or bounds(put_in(s.lo, assigned_once(fn)))[0] < 0:
            return [s]
        stop = ir.max_(s.lo, s.hi)
        if not found.end.everywhere:
            fitting = Expr(Op.CALL, Type.SET, (), kept.function(sets.written_out(found.end)))
            stop = ir.max_(s.lo, s.end(fitting)) if s.limits else s.end(fitting)
        # slots are left as the scan would leave them: with the site that does not fit, or the last one
        last = Expr(Op.ROW_AT, Type.INT, (s.row, ir.min_(ir.value_of(s.var), s.hi - 1)), s.table)
        slots: list[Stmt] = [ops.SetCtx(slot, last, places=s.places) for slot in found.slots]
        left = [ops.If(ir.lt(s.lo, s.hi), slots, [], places=s.places)] if slots else []
        return [ops.Assign(s.var, stop, places=s.places), *left]

    for fn in list(program.functions):
        rewrite_function(fn, change, ops.Scan)
