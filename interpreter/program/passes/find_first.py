"""Replaces loops that look for the first site where a condition holds by one operation on sets."""

from __future__ import annotations

from string import digits

from .. import expressions as ir
from .. import ops
from ..effects import effects_of
from ..ops import Expr, Op, Program, Stmt, Type, Var
from ..site_sets import Sites, SiteSets
from ..walk import rewrite


def find_first(program: Program) -> None:
    """Rewrites loops of the form: for site in 0 .. n - 1: if condition(site): first = site; break."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.ForRange) or s.down or not s.lo.is_const or not s.hi.is_const or len(s.body) != 1:
            return [s]
        (test,) = s.body
        if not 0 == s.lo.const < s.hi.const <= program.set_width or not isinstance(test, ops.If):
            return [s]
        found = _first(test, s.var)
        if found is None:
            return [s]
        everything = Expr(Op.SET_RANGE, Type.SET, (s.lo, s.hi))
        sets = SiteSets(program, effects, s.var, s.hi.const, everything, (found,))
        where = sets.where(test.cond)
        if not where.exact or where.everywhere:
            return [s]
        within = sets.written_out(sets.both(Sites(everything), where))
        least = Var(s.var.name.replace(s.var.name.rstrip(digits), "first", 1), Type.INT)
        at = Expr(Op.VAR, Type.INT, (), least)
        return [
            ops.Assign(least, Expr(Op.SET_MIN, Type.INT, (within,))),
            ops.If(ir.ge(at, 0), [ops.Assign(found, at)], []),
        ]

    for fn in program.functions:
        fn.body[:] = rewrite(fn.body, change)


def _first(test: ops.If, site: Var) -> Var | None:
    """The local that an iteration sets to its site before it leaves the loop."""
    if test.orelse or len(test.then) != 2 or not isinstance(test.then[1], ops.Break):
        return None
    note = test.then[0]
    if not isinstance(note, ops.Assign) or note.value.op is not Op.VAR or note.value.arg is not site:
        return None
    return note.var
