"""Replaces loops over the list of a component's positions by operations on the set of these positions."""

from __future__ import annotations

from collections.abc import Sequence

from ...facts.one_iteration import Locals
from ...facts.outcomes import Outcome, outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Function, Op, Program, Stmt, Type, Var
from ...program.walk import assigned_once, bound, rewrite, slots_written, statements, subexpressions
from ..base.registry import register
from .count_at_once import is_position


@register(after=("gather_sets",))
def gather_listed(program: Program) -> None:
    """Rewrites loops over the positions of a component, where `Program.listed` is a field, whose iteration adds the
    position to a set, counts positions that are not in a set and adds them to it, or does something that does not
    depend on the position and leaves the loop, each under a condition on the position."""
    if not program.listed or program.fields[program.listed].size > program.set_width:
        return
    for fn in program.functions:
        gather = _Gather(program, fn)
        fn.body[:] = rewrite(fn.body, gather.change)


class _Gather:
    """Rewrites the loops of one function."""

    def __init__(self, program: Program, fn: Function) -> None:
        self.program, self.fn, self.locals = program, fn, Locals(fn)
        self.effects = effects_of(program)

    def change(self, s: Stmt) -> list[Stmt]:
        piece = self._piece(s) if isinstance(s, ops.ForRange) else None
        if piece is None or not isinstance(s, ops.ForRange) or slots_written(s.body):
            return [s]
        size, key = self.program.fields[self.program.listed].size, Var("site", Type.INT)
        site = ir.value_of(key)
        filled = {id(t.var) for t in statements(s.body) if isinstance(t, ops.Assign) and t.var.type is Type.SET}

        def known(x: Expr, inside: Expr) -> Expr | None:
            if x.op is Op.FIELD and x.name == "owned" and is_position(x.src[0], piece, s.var):
                return site
            if x.op is Op.FIELD and x.name == self.program.listed and x.src[0] is site:
                return piece
            if x.op is Op.TABLE and x.src[0].is_const:
                values = self.program.tables[x.name].values
                return ir.const(values[x.src[0].const] if 0 <= x.src[0].const < len(values) else 0)
            return inside if x.op is Op.SET_HAS and x.src[1] is site and id(x.src[0].arg) in filled else None

        sets = SiteSets(self.program, self.effects, key, size, (*bound(s.body), s.var))
        own = self.locals.of(s.body)
        new = outcomes(sets, s.body, own, lambda x: known(x, ir.FALSE))
        if new is None or not new.found:
            return [s]
        among = Sites(Expr(Op.SET_WHERE, Type.SET, (piece,), self.program.listed))

        def pieces(where: Sites) -> Expr:
            return sets.written_out(sets.both(among, where))

        if (where := new.way_out()) is not None:
            if any(y is site for x in new.found if x.value is not None for y in subexpressions(x.value)):
                return [s]
            return [ops.If(ir.not_(ir.set_eq(pieces(where), ir.EMPTY_SET)), new.without_loop(), [])]
        first, *counts = new.found
        into = first.what.var if isinstance(first.what, ops.Assign) else key
        if first.value is None or first.value.op is not Op.SET_OR or first.value.src[1].op is not Op.SET_ONE:
            return [s]
        if first.value.src[0].arg is not into or first.value.src[1].src[0] is not site:
            return [s]
        union = ops.Assign(into, ir.set_or(ir.value_of(into), pieces(first.where)))
        if not counts:
            return [union]
        # what is in the set already is not counted again
        old = outcomes(sets, s.body, own, lambda x: known(x, ir.TRUE))
        one = _counted(counts, sets)
        if old is None or old.found or one is None:
            return [s]
        n, where = one
        more = ir.set_count(ir.set_diff(pieces(where), ir.value_of(into)))
        return [ops.Assign(n, ir.value_of(n) + more), union]

    def _piece(self, s: ops.ForRange) -> Expr | None:
        """The component over whose positions a loop runs, if nothing that it sets for itself is used outside it."""
        if s.down or not s.lo.is_const or s.lo.const != 0:
            return None
        count = assigned_once(self.fn).get(id(s.hi.arg)) if s.hi.op is Op.VAR else s.hi
        if count is None or count.op is not Op.FIELD or count.name != "owned_n":
            return None
        (piece,) = count.src
        changed = {id(v) for v in bound([s])}
        if any(x.op not in (Op.VAR, Op.CONST) or id(x.arg) in changed for x in subexpressions(piece)):
            return None
        return piece if id(s.var) in self.locals.of([s]) else None


def _counted(found: Sequence[Outcome], sets: SiteSets) -> tuple[Var, Sites] | None:
    """The local that is counted up, and the sites for which it is, if that is all that is done."""
    (x, *others) = found
    if others or not isinstance(x.what, ops.Assign) or x.value is None or x.value.op is not Op.ADD:
        return None
    n, each = x.value.src
    if n.arg is not x.what.var:
        return None
    if each.op is Op.SELECT and [y.is_const and y.const for y in each.src[1:]] == [1, 0]:
        where = sets.where(each.src[0])
        return (x.what.var, sets.both(x.where, where)) if where.exact else None
    return (x.what.var, x.where) if each.is_const and each.const == 1 else None
