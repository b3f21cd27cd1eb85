"""Turns loops that collect sites along the rays of a site into one operation on all of its rays.

Of each ray the sites of a set up to the first other one, or that other one, or the last before it: what `SIGHT` finds,
within the set or without it, and what `RAY_ENDS` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...facts.one_iteration import OneIteration
from ...facts.resolver import Knowledge, Unknown, anything
from ...facts.site_sets import ALL, SiteSets
from ...facts.verdict_reads import closure, verdict_functions
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.substitution import substituted
from ...program.walk import bound, own_locals, rewrite_function, subexpressions
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
        seen = _seen(program, rays, fn, s) if isinstance(s, ops.ForRow) else None
        return [s] if seen is None else [seen]

    for fn in program.running:
        if fn.index not in noting:
                rewrite_function(fn, change, ops.ForRow)


def _seen(program: Program, rays: RayRows, fn: Function, loop: ops.ForRow) -> ops.Assign | None:
    """What replaces a loop; None if it is another one."""
    own = own_locals(fn, [loop])
    grown = [v for v in bound(loop.body) if v not in own]
    if len(grown) != 1 or grown[0].type is not Type.SET or loop.var not in own:
        return None
    if not effects_of(program).expression(loop.row).pure:
        return None
    value = _Iteration(program, loop).value_of(grown[0])
    run = next((y for y in subexpressions(value) if y.op is Op.ROW_RUN and y.src[0] is ir.value_of(loop.var)), value)
    of = program.tables[loop.table].rows_of
    if run.op is not Op.ROW_RUN or run.arg != of or run.src[1] is not ir.const(1):
        return None
    through, longest = run.src[2], max(program.tables[of].longest, 1)
    changed = (loop.var, grown[0])
    if any(y.arg in changed or isinstance(y.arg, Unknown) for y in subexpressions(through) if y.op is Op.VAR):
        return None
    places = [(end, length) for length in range(1, longest + 1) for end in range(1, length + 1)]
    collected = [_collected(value, grown[0], run, *place) for place in places]
    seen = next((s for s in _SEEN if collected == [{*s.positions(*place)} for place in places]), None)
    table = rays.table(loop.table, 1, longest) if seen is not None else ""
    if seen is None or not table:
        return None
    found = seen.among(Expr(seen.op, Type.SET, (loop.row, through), table), through)
    return ops.Assign(grown[0], ir.set_or(ir.value_of(grown[0]), found), places=loop.places)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one operation on all rays finds. positions: where that is on a ray, if the run from 1 on through a set ends
    at a position, the first argument; the second one is the length of the ray. among: what makes it of the result of
    the operation, and the set."""

    positions: Callable[[int, int], range]
    op: Op
    among: Callable[[Expr, Expr], Expr]


_SEEN = (
    _Seen(lambda end, length: range(1, end), Op.SIGHT, ir.set_and),
    _Seen(lambda end, length: range(end, min(end + 1, length)), Op.SIGHT, ir.set_diff),
    _Seen(lambda end, length: range(max(end - 1, 1), end), Op.RAY_ENDS, lambda found, through: found),
)


def _collected(value: Expr, total: Var, run: Expr, end: int, length: int) -> set[int] | None:
    """The positions of a ray whose sites a SET has gained, if a run ends at a position; None if that is not known, or
    if it may have lost some. value: the SET over that before, the local `total`, and the end of the run."""
    whole = {*range(length)}

    def number(x: Expr) -> int | None:
        found = substituted(x, lambda y: ir.const(end) if y is run else None)
        return found.const if found.is_const else None

    def positions(x: Expr, before: set[int]) -> set[int] | None:
        if x.op is Op.SELECT:
            holds = number(x.src[0])
            return None if holds is None else positions(x.src[1 if holds else 2], before)
        if x.op in _JOINED:
            a, b = (positions(s, before) for s in x.src)
            return None if a is None or b is None else _JOINED[x.op](a, b)
        if x.op is Op.ROW_SET and x.arg == run.arg and x.src[0] is run.src[0]:
            lo, hi = map(number, x.src[1:])
            return None if lo is None or hi is None else {*range(max(lo, 0), min(hi, length))}
        if x.op is Op.SET_ONE and x.src[0].op is Op.ROW_AT and x.src[0].arg == run.arg:
            at = number(x.src[0].src[1]) if x.src[0].src[0] is run.src[0] else None
            return None if at is None or at not in whole else {at}
        return before if x.arg is total else set() if x.op is Op.SET_EMPTY else None

    full = {*whole, -1}  # also a site that is not on the ray
    return positions(value, set()) if positions(value, full) == full else None


_JOINED: dict[Op, Callable[[set[int], set[int]], set[int]]] = {
    Op.SET_OR: set.union,
    Op.SET_AND: set.intersection,
    Op.SET_DIFF: set.difference,
}


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
