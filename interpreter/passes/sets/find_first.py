"""Replaces loops that look for the first site where a condition holds, or for any, by one operation on sets."""

from __future__ import annotations

from collections.abc import Sequence
from string import digits

from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Block, Expr, Op, Program, Stmt, Type, Var
from ...program.walk import nodes, rewrite, statements
from ..base.registry import register


@register(after=("gather_listed",))
def find_first(program: Program) -> None:
    """Rewrites loops of the form

    for site in 0 .. n - 1, or in a set: if condition(site): found = site (or what does not depend on it); break.
    """
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        everything = sites_of(s, program.set_width)
        if everything is None or not isinstance(s, ops.ForRange | ops.ForSet) or len(s.body) != 1:
            return [s]
        (test,) = s.body
        then = on_the_first(test)
        if then is None or not isinstance(test, ops.If):
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, everything, ())
        where = sets.where(test.cond)
        if not where.exact or (where.everywhere and isinstance(s, ops.ForRange)):
            return [s]
        within = sets.written_out(sets.both(Sites(everything), where))
        if not reads(then, [s.var]):
            return [ops.If(ir.not_(ir.set_eq(within, ir.EMPTY_SET)), then, [])]
        least = Var(s.var.name.replace(s.var.name.rstrip(digits), "first", 1), Type.INT)
        at = Expr(Op.VAR, Type.INT, (), least)
        if any(not _is(t, s.var) and reads([t], [s.var]) for t in then):
            return [s]
        found = [ops.Assign(t.var, at) if isinstance(t, ops.Assign) and _is(t, s.var) else t for t in then]
        return [ops.Assign(least, ir.set_min(within)), ops.If(ir.ge(at, 0), found, [])]

    for fn in program.functions:
        fn.body[:] = rewrite(fn.body, change)


def sites_of(s: Stmt, width: int) -> Expr | None:
    """The set that a loop runs over, in ascending order; None if it is not a set."""
    if isinstance(s, ops.ForSet):
        return s.set
    if not isinstance(s, ops.ForRange) or s.down or not s.lo.is_const or not s.hi.is_const:
        return None
    return Expr(Op.SET_RANGE, Type.SET, (s.lo, s.hi)) if s.lo.const == 0 < s.hi.const <= width else None


def on_the_first(test: Stmt) -> Block | None:
    """What an iteration does before it leaves the loop, if all that it does is that, under a condition: it assigns
    locals, and may return."""
    if not isinstance(test, ops.If) or test.orelse or not test.then:
        return None
    *then, last = test.then
    if not all(isinstance(s, ops.Assign) for s in then) or not isinstance(last, ops.Break | ops.Return):
        return None
    return then if isinstance(last, ops.Break) else [*then, last]


def reads(body: Block, variables: Sequence[Var]) -> bool:
    """Whether statements read one of these locals."""
    found = (y for y in nodes(statements(body)) if y.op is Op.VAR)
    return any(y.arg is v for y in found for v in variables)


def _is(s: Stmt, site: Var) -> bool:
    """Whether a statement assigns a site to a local and does nothing else."""
    return isinstance(s, ops.Assign) and s.value.op is Op.VAR and s.value.arg is site
