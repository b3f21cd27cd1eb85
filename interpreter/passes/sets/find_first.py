"""Replaces loops that look for the first site where a condition holds, or for any, by one operation on sets."""

from __future__ import annotations

from collections.abc import Sequence
from string import digits

from ...facts.one_iteration import Locals
from ...facts.outcomes import Outcome, outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Block, Expr, Op, Program, Stmt, Type, Var
from ...program.walk import nodes, rewrite, slots_written, statements, subexpressions
from ..base.registry import register


@register(after=("gather_listed",))
def find_first(program: Program) -> None:
    """Rewrites loops over sites in ascending order whose iteration, if a condition holds, assigns locals the site (or
    what does not depend on it) and leaves the loop or the function."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        everything = sites_of(s, program.set_width)
        if everything is None or not isinstance(s, ops.ForRange | ops.ForSet) or not _ends(s.body):
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, everything, ())
        found = outcomes(sets, s.body, mine.of(s.body))
        if found is None or slots_written(s.body):
            return [s]
        *values, last = found.found
        if isinstance(last.what, ops.Assign) or any(x.where is not last.where for x in values):
            return [s]
        if last.where.everywhere and isinstance(s, ops.ForRange):
            return [s]
        within = sets.written_out(sets.both(Sites(everything), last.where))
        named = [x for x in found.found if x.value is not None and any(y.arg is s.var for y in subexpressions(x.value))]
        if not named:
            then = [t for x in found.found for t in _done(x, x.value)]
            return [ops.If(ir.not_(ir.set_eq(within, ir.EMPTY_SET)), then, [])]
        if any(x.value is None or x.value.arg is not s.var or x is last for x in named):
            return [s]
        least = Var(s.var.name.replace(s.var.name.rstrip(digits), "first", 1), Type.INT)
        then = [t for x in found.found for t in _done(x, ir.value_of(least) if x in named else x.value)]
        return [ops.Assign(least, ir.set_min(within)), ops.If(ir.ge(ir.value_of(least), 0), then, [])]

    for fn in program.functions:
        mine = Locals(fn)
        fn.body[:] = rewrite(fn.body, change)


def _ends(body: Block) -> bool:
    return any(isinstance(s, ops.Break | ops.Return) for s in statements(body))


def _done(x: Outcome, value: Expr | None) -> Block:
    """What stands in the loop's place: it is left anyway."""
    if isinstance(x.what, ops.Break):
        return []
    if isinstance(x.what, ops.Return):
        return [ops.Return(value)]
    assert isinstance(x.what, ops.Assign) and value is not None
    return [ops.Assign(x.what.var, value)]


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
