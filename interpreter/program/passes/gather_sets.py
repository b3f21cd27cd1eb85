"""Loops that gather the sites of which a condition holds become one operation on sets."""

from __future__ import annotations

from .. import expressions as ir
from .. import ops
from ..effects import EffectsOf
from ..ops import Expr, Op, Program, Stmt, Type
from ..site_sets import Sites, SiteSets
from ..walk import reached, rewrite


def gather_sets(program: Program) -> None:
    """Rewrites loops of the form: for site in 0 .. n - 1: if condition(site): out = out ∪ {site}."""
    effects = EffectsOf()

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.ForRange) or s.down or not s.lo.is_const or not s.hi.is_const or s.lo.const != 0:
            return [s]
        if len(s.body) != 1 or not isinstance(s.body[0], ops.If) or s.body[0].orelse or len(s.body[0].then) != 1:
            return [s]
        add = s.body[0].then[0]
        if not isinstance(add, ops.Assign) or not _adds(add, s.var) or not 0 < s.hi.const <= program.set_width:
            return [s]
        everything = Expr(Op.SET_RANGE, Type.SET, (ir.const(0), s.hi))
        sets = SiteSets(program, effects, s.var, s.hi.const, everything)
        found = sets.where(s.body[0].cond)
        if not found.exact:
            return [s]
        within = sets.written_out(sets.both(Sites(everything), found))
        return [ops.Assign(add.var, ir.set_or(Expr(Op.VAR, Type.SET, (), add.var), within))]

    for index in reached(program):
        fn = program.functions[index]
        fn.body[:] = rewrite(fn.body, change)


def _adds(s: ops.Assign, site: ops.Var) -> bool:
    """Whether a statement adds a site to the set it assigns."""
    x = s.value
    if x.op is not Op.SET_OR or x.src[0].op is not Op.VAR or x.src[0].arg is not s.var:
        return False
    one = x.src[1]
    return one.op is Op.SET_ONE and one.src[0].op is Op.VAR and one.src[0].arg is site
