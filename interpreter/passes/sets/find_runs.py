"""Replaces scans along a row by one operation, where their condition is a set of sites."""

from __future__ import annotations

from ...facts.along_rows import AlongRow
from ...facts.one_iteration import Locals
from ...facts.outcomes import outcomes
from ...facts.site_sets import SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Type
from ...program.program import Program
from ...program.walk import assigned_once, rewrite_function
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
        found = outcomes(sets, s.body, mine.own(s.body), along.known)
        if found is None or not found.end.exact or any(not isinstance(x.what, ops.Break) for x in found.found):
            return [s]
        if any(x.arg is not along.key for x in found.slots.values()):
            return [s]
        hi = once.get(s.hi.var, s.hi) if s.hi.op is Op.VAR else s.hi
        stop = ir.max_(s.lo, s.hi)
        if not found.end.everywhere:
            fitting = Expr(Op.CALL, Type.SET, (), kept.function(sets.written_out(found.end)))
            stop = along.run(s.lo, fitting, hi if hi.op is Op.ROW_LEN else s.hi)
        # slots are left as the scan would leave them: with the site that does not fit, or the last one
        last = Expr(Op.ROW_AT, Type.INT, (along.row, ir.min_(ir.value_of(s.var), s.hi - 1)), along.table)
        slots: list[Stmt] = [ops.SetCtx(slot, last, places=s.places) for slot in found.slots]
        left = [ops.If(ir.lt(s.lo, s.hi), slots, [], places=s.places)] if slots else []
        return [ops.Assign(s.var, stop, places=s.places), *left]

    for fn in list(program.functions):
        mine, once = Locals(fn), assigned_once(fn)
        rewrite_function(fn, change, ops.Scan)
