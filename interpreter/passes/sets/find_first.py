"""Replaces loops that look for the first site where a condition holds, or for any, by one operation on sets."""

from __future__ import annotations

from collections.abc import Callable

from ...facts.acting import acts
from ...facts.loops import piece_of, sites_of
from ...facts.outcomes import outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.program import Program
from ...program.walk import own_locals, rewrite_function, slots_written, statements, subexpressions, unused_name
from ..base.registry import register


@register(after=("gather_sets",))
def find_first(program: Program) -> None:
    """Rewrites loops over sites whose iteration, if a condition holds, assigns locals the site (or what does not depend
    on it) and leaves the loop or the function. The site only where the loop runs over sites in ascending order."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        everything = sites_of(program, s)
        if everything is None or not isinstance(s, ops.ForRange | ops.ForPieces | ops.ForSet):
            return [s]
        if acts(program, everything) or not any(isinstance(t, ops.Break | ops.Return) for t in statements(s.body)):
            return [s]
        if s.var not in own_locals(fn, [s]):  # after the loop it says where that was left
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, (), everything)
        found = outcomes(sets, s.body, own_locals(fn, s.body), pieces_known(program, s))
        where = None if found is None or slots_written(s.body) else found.way_out()
        if found is None or where is None or (where.everywhere and isinstance(s, ops.ForRange)):
            return [s]
        within = sets.written_out(sets.both(Sites(everything), where))
        told = [x for x in found.found if x.value is not None and any(y.arg is s.var for y in subexpressions(x.value))]
        if not told:
            some = ir.not_(ir.set_eq(within, ir.EMPTY_SET))
            return [ops.If(some, found.without_loop(), [], places=s.places)]
        other = any(isinstance(x.what, ops.Return) or x.value is None or x.value.arg is not s.var for x in told)
        if other or isinstance(s, ops.ForPieces):
            return [s]
        first = Var(unused_name(fn, f"first_{s.var.name}"), Type.INT)
        least = ir.value_of(first)
        then = found.without_loop(lambda x: least if x.arg is s.var else x)
        return [
            ops.Assign(first, ir.set_min(within), places=s.places), ops.If(ir.ge(least, 0), then, [], places=s.places)
        ]  # fmt: skip

    for fn in program.functions:
        rewrite_function(fn, change, ops.ForRange, ops.ForPieces, ops.ForSet)


def pieces_known(program: Program, s: ops.ForLoop) -> Callable[[Expr], Expr | None]:
    """What is known of expressions in a loop over the positions of a component: what stands there, and constants that
    tables hold for it."""
    piece = piece_of(program, s) if isinstance(s, ops.ForPieces) else None

    def known(x: Expr) -> Expr | None:
        if piece is not None and x.op is Op.FIELD and x.name == program.listed and x.src[0].arg is s.var:
            return piece
        if piece is not None and x.op is Op.TABLE and x.src[0].is_const:
            values = program.tables[x.name].values
            return ir.const(values[x.src[0].const] if 0 <= x.src[0].const < len(values) else 0)
        return None

    return known
