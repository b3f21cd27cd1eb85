"""Turns loops that collect sites along the rays of a site into one operation on all of its rays.

Of each ray the sites of a set up to the first other one, or that other one, or the last before it: what `SIGHT` finds,
within the set or without it, and what `RAY_ENDS` finds.
"""

from __future__ import annotations

from collections.abc import Callable

from ...facts.one_iteration import Locals, OneIteration
from ...facts.resolver import Knowledge, Unknown, anything
from ...facts.site_sets import ALL, SiteSets
from ...facts.verdict_reads import closure, verdict_functions
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.program import Program
from ...program.walk import bound, rewrite_function, subexpressions
from ..base.rays import RayRows
from ..base.registry import register

__all__ = ["see_along_rays"]


@register(after=("keep_verdicts", "look_along_rays"))
def see_along_rays(program: Program) -> None:
    """Replaces the loops. Functions that verdicts depend on keep theirs: these note which sites they look at."""
    rays = RayRows(program)
    verdicts = verdict_functions(program)
    noting = {fn.index for fn in closure(program, verdicts)} if verdicts else set[int]()

    def change(s: Stmt) -> list[Stmt]:
        seen = _seen(program, rays, mine, s) if isinstance(s, ops.ForRow) else None
        return [s] if seen is None else [seen]

    for fn in program.running:
        if fn.index not in noting:
            mine = Locals(fn)
            rewrite_function(fn, change, ops.ForRow)


def _seen(program: Program, rays: RayRows, mine: Locals, loop: ops.ForRow) -> ops.Assign | None:
    """What replaces a loop; None if it is another one."""
    own = mine.own([loop])
    grown = [v for v in bound(loop.body) if v not in own]
    if len(grown) != 1 or grown[0].type is not Type.SET or not effects_of(program).expression(loop.row).pure:
        return None
    total = ir.value_of(grown[0])
    value = _Iteration(program, loop).value_of(grown[0])
    x = ir.value_of(loop.var)
    end = next((y for y in subexpressions(value) if y.op is Op.ROW_RUN and y.src[0] is x), value)
    if end.op is not Op.ROW_RUN or not end.src[1].is_const or end.src[1].const != 1:
        return None
    radials, through = end.name, end.src[2]
    changed = (loop.var, grown[0])
    if any(y.arg in changed or isinstance(y.arg, Unknown) for y in subexpressions(through) if y.op is Op.VAR):
        return None

    def sites(lo: Expr, hi: Expr) -> Expr:
        return ir.set_or(total, Expr(Op.ROW_SET, Type.SET, (x, lo, hi), radials))

    last = ir.set_or(total, ir.set_one(Expr(Op.ROW_AT, Type.INT, (x, end - 1), radials)))
    among: dict[Expr, Callable[[Expr], Expr]] = {
        sites(ir.const(1), end): lambda sight: ir.set_and(sight, through),
        sites(end, end + 1): lambda sight: ir.set_diff(sight, through),
        ir.select(end > 1, last, total): lambda sight: Expr(Op.RAY_ENDS, Type.SET, sight.src, sight.arg),
    }
    seen = among.get(value)
    if seen is None:
        return None
    table = rays.table(loop.table, radials, 1, max(program.tables[radials].longest, 1))
    sight = Expr(Op.SIGHT, Type.SET, (loop.row, through), table)
    return ops.Assign(grown[0], ir.set_or(total, seen(sight)), places=loop.places) if table else None


class _Iteration(OneIteration):
    """One iteration of a loop, followed for the values that it leaves."""

    def __init__(self, program: Program, loop: ops.ForRow) -> None:
        super().__init__(effects_of(program), set(bound(loop.body)))
        self.loop, self.sets = loop, SiteSets(program, self.effects, loop.var, program.set_width)

    def local(self, x: Expr) -> Expr:
        """Locals that the iteration does not assign are invariant."""
        return anything(x.type) if x.arg in self.own else x

    def value_of(self, v: Var) -> Expr:
        """The value of a local after the iteration, over its value before; an unknown one if it has other effects."""
        known = Knowledge({v: ir.value_of(v)})
        end = self.block(self.loop.body, ALL, known, inner=False)
        alone = end.everywhere and end.exact and self.effect.nowhere and not known.slots
        return known.locals[v] if alone else anything(v.type)
