"""Replaces loops that look for the first site where a condition holds, or for any, by one operation on sets."""

from __future__ import annotations

from string import digits

from ...facts.one_iteration import Locals
from ...facts.outcomes import outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Program, Stmt, Type, Var
from ...program.walk import rewrite, slots_written, statements, subexpressions
from ..base.registry import register


@register(after=("gather_listed",))
def find_first(program: Program) -> None:
    """Rewrites loops over sites in ascending order whose iteration, if a condition holds, assigns locals the site (or
    what does not depend on it) and leaves the loop or the function."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        everything = sites_of(s, program.set_width)
        if everything is None or not isinstance(s, ops.ForRange | ops.ForSet):
            return [s]
        if not any(isinstance(t, ops.Break | ops.Return) for t in statements(s.body)):
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, (), everything)
        found = outcomes(sets, s.body, mine.of(s.body))
        where = None if found is None or slots_written(s.body) else found.way_out()
        if found is None or where is None or (where.everywhere and isinstance(s, ops.ForRange)):
            return [s]
        within = sets.written_out(sets.both(Sites(everything), where))
        told = [x for x in found.found if x.value is not None and any(y.arg is s.var for y in subexpressions(x.value))]
        if not told:
            return [ops.If(ir.not_(ir.set_eq(within, ir.EMPTY_SET)), found.without_loop(), [])]
        if any(isinstance(x.what, ops.Return) or x.value is None or x.value.arg is not s.var for x in told):
            return [s]
        first = Var(s.var.name.replace(s.var.name.rstrip(digits), "first", 1), Type.INT)
        least = ir.value_of(first)
        then = found.without_loop(lambda x: least if x.arg is s.var else x)
        return [ops.Assign(first, ir.set_min(within)), ops.If(ir.ge(least, 0), then, [])]

    for fn in program.functions:
        mine = Locals(fn)
        fn.body[:] = rewrite(fn.body, change)


def sites_of(s: Stmt, width: int) -> Expr | None:
    """The set that a loop runs over, in ascending order; None if it is not a set."""
    if isinstance(s, ops.ForSet):
        return s.set
    if not isinstance(s, ops.ForRange) or s.down or not s.lo.is_const or not s.hi.is_const:
        return None
    return Expr(Op.SET_RANGE, Type.SET, (s.lo, s.hi)) if s.lo.const == 0 < s.hi.const <= width else None
