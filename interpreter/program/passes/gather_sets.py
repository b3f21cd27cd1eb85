"""Replaces loops that collect the sites where a condition holds by one operation on sets."""

from __future__ import annotations

from .. import expressions as ir
from .. import ops
from ..effects import effects_of
from ..ops import Expr, Op, Program, Stmt, Type
from ..site_sets import Sites, SiteSets
from ..walk import rewrite


def gather_sets(program: Program) -> None:
    """Rewrites loops of the form: for site in 0 .. n - 1, or in a set: if condition(site): out = out ∪ {site}."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        sites = _sites(s, program.set_width)
        if sites is None or not isinstance(s, ops.ForRange | ops.ForSet) or len(s.body) != 1:
            return [s]
        (test,) = s.body
        if not isinstance(test, ops.If) or test.orelse or len(test.then) != 1:
            return [s]
        add = test.then[0]
        if not isinstance(add, ops.Assign) or not _adds(add, s.var):
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, sites, (add.var,))
        found = sets.where(test.cond)
        if not found.exact:
            return [s]
        within = sets.written_out(sets.both(Sites(sites), found))
        return [ops.Assign(add.var, ir.set_or(Expr(Op.VAR, Type.SET, (), add.var), within))]

    for fn in program.functions:
        fn.body[:] = rewrite(fn.body, change)


def _sites(s: Stmt, width: int) -> Expr | None:
    """The set that a loop runs over; None if it is not a set."""
    if isinstance(s, ops.ForSet):
        return s.set
    if not isinstance(s, ops.ForRange) or s.down or not s.lo.is_const or not s.hi.is_const:
        return None
    return Expr(Op.SET_RANGE, Type.SET, (s.lo, s.hi)) if s.lo.const == 0 < s.hi.const <= width else None


def _adds(s: ops.Assign, site: ops.Var) -> bool:
    """Whether a statement adds a site to the set that it assigns."""
    x = s.value
    if x.op is not Op.SET_OR or x.src[0].op is not Op.VAR or x.src[0].arg is not s.var:
        return False
    one = x.src[1]
    return one.op is Op.SET_ONE and one.src[0].op is Op.VAR and one.src[0].arg is site
