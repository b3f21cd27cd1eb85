"""Replaces scans along a row by one operation, where their condition is a set of sites."""

from __future__ import annotations

from ...facts.kept_sets import KeptSets
from ...facts.one_iteration import Locals
from ...facts.outcomes import outcomes
from ...facts.site_sets import SiteSets, text_of
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Program, Stmt, Type, Var
from ...program.walk import assigned_once, nodes, rewrite, statements
from ..base.registry import register


@register(provides=("runs along rows",), after=("drop_unreached",))
def find_runs(program: Program) -> None:
    """Rewrites the scans (`ops.Scan`) that go on where a set of sites holds what stands at their position of a row, and
    depend on the state and that site alone."""
    effects, kept = effects_of(program), KeptSets(program)

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.Scan):
            return [s]
        site = next((x for x in nodes(statements(s.body)) if x.op is Op.ROW_AT and x.src[1].arg is s.var), None)
        if site is None:
            return [s]
        table, row, end = site.name, site.src[0], ir.value_of(s.var)
        values = [v for row in program.tables[table].lists for v in row]
        if not values or min(values) < 0 or max(values) >= program.set_width:
            return [s]
        key, size = Var("site", Type.INT), max(values) + 1
        sets = SiteSets(program, effects, key, size)
        here = ir.value_of(key)

        def known(x: Expr) -> Expr | None:
            return here if x.op is Op.ROW_AT and text_of(x) == text_of(site) else None

        found = outcomes(sets, s.body, mine.of(s.body), known)
        if found is None or not found.end.exact or any(not isinstance(x.what, ops.Break) for x in found.found):
            return [s]
        if any(x is not here for x in found.slots.values()):
            return [s]
        if found.end.everywhere:
            stop = s.hi
        else:
            fitting = Expr(Op.CALL, Type.SET, (), kept.function(sets.written_out(found.end)))
            run = Expr(Op.ROW_RUN, Type.INT, (row, end, fitting), table)
            limit = once.get(id(s.hi.arg), s.hi)
            whole = limit.op is Op.ROW_LEN and limit.arg == table and limit.src[0].arg is row.arg and row.op is Op.VAR
            stop = run if whole else ir.min_(run, s.hi)
        last = Expr(Op.ROW_AT, Type.INT, (row, ir.min_(end, s.hi - 1)), table)
        # slots are left as the scan would leave them: with the site that does not fit, or the last one
        then: list[Stmt] = [ops.Assign(s.var, stop), *(ops.SetCtx(slot, last) for slot in found.slots)]
        return [ops.Assign(s.var, s.lo), ops.If(ir.lt(end, s.hi), then, [])]

    for fn in list(program.functions):
        if any(isinstance(s, ops.Scan) for s in statements(fn.body)):
            mine, once = Locals(fn), assigned_once(fn)
            fn.body[:] = rewrite(fn.body, change)
