"""Begins slides along a way where they come to the first site that is not open.

A slide along a track (in Surakarta, say) captures only after a loop of the board. Until then it goes step by step, and
its way is mostly blocked. Which sites have to be open before it may end is known beforehand for each way, and how far
the way is open after that is one operation.
"""

from __future__ import annotations

from ...facts.context_kept import ContextKept
from ...facts.site_sets import ALL, NONE, Sites, SiteSets, text_of
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Program, Stmt, Table, Type, Var
from ...program.state_layout import LONGEST_WAY, WAY_SITES
from ...program.walk import bound, rewrite, slots_written, unused_name
from ..base.registry import register
from .narrow_rows import pushes_one

__all__ = ["run_ahead"]


@register(needs=("narrowed rows",))
def run_ahead(program: Program) -> None:
    """Rewrites loops over the ways of a site of the form

    for way in ways[site]: for i in lo .. length - 1: to = sites[way][i]; if i >= first[way]: if ends(to): …;
    if not open(to): break

    to: for way in ways[site]: if before[way] ⊆ open: for i in run(sites[way] from first[way] in idle) .. length - 1: …

    before[way] are the sites from position lo to position first[way] - 1, and idle the open sites without those where
    ends(to) holds. Where a way pushes one move if ends(to) holds, and none otherwise, it also notes which ways push one
    (`ops.WayEnds`). Needs `narrow_rows` before it, which says whether iterations leave anything behind but moves.
    """
    found = _RunAhead(program)
    for fn in program.functions:
        found.fn = fn
        fn.body[:] = rewrite(fn.body, found.change)


class _RunAhead:
    def __init__(self, program: Program) -> None:
        self.program, self.effects, self.kept = program, effects_of(program), ContextKept(program)
        self.fn = program.functions[0]
        self.tables: dict[tuple[str, str, int], str] = {}

    def change(self, s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.ForRow) or not s.apart or len(s.body) != 1:
            return [s]
        (steps,) = s.body
        if not isinstance(steps, ops.ForRange) or steps.down or not steps.lo.is_const or steps.lo.const < 0:
            return [s]
        at, *between, end = [*steps.body, ops.Break()] if len(steps.body) < 2 else steps.body
        way = Expr(Op.VAR, Type.INT, (), s.var)
        here = Expr(Op.ROW_AT, Type.INT, (way, Expr(Op.VAR, Type.INT, (), steps.var)), steps.hi.arg)
        whole = steps.hi.op is Op.ROW_LEN and steps.hi.src[0].arg is s.var
        if not whole or not isinstance(at, ops.Assign) or text_of(at.value) != text_of(here):
            return [s]
        found = self._sets(s, at.var, between, end, steps.var)
        if found is None:
            return [s]
        first, passable, idle, hits = found
        ways, lo = str(steps.hi.arg), steps.lo.const
        before = self._before(ways, first, lo)
        if before is None:
            return [s]
        # two locals, so that both are found once for all ways; their names tell the loops of a function apart
        names = [Var(unused_name(self.fn, f"{name}_{s.var.name}"), Type.SET) for name in ("passable", "idle")]
        open_sites, idle_sites = (Expr(Op.VAR, Type.SET, (), v) for v in names)
        closed = ir.set_diff(Expr(Op.SET_TABLE, Type.SET, (way,), before), open_sites)
        start = Expr(Op.MAX, Type.INT, (ir.const(lo), Expr(Op.TABLE, Type.INT, (way,), first)))
        steps.lo = Expr(Op.ROW_RUN, Type.INT, (way, start, idle_sites), ways)
        s.body[:] = [ops.If(ir.set_eq(closed, ir.EMPTY_SET), [steps], [])]
        after = None if hits is None else self._after(ways, first, lo)
        if hits is not None and after is not None:
            s.ends = ops.WayEnds(before, after, open_sites, idle_sites, hits)
        return [ops.Assign(names[0], passable), ops.Assign(names[1], idle), s]

    def _sets(
        self, loop: ops.ForRow, to: Var, between: list[Stmt], end: Stmt, i: Var
    ) -> tuple[str, Expr, Expr, Expr | None] | None:
        """What the steps of a way tell: the table of the first positions at which it may end, the sites that it may go
        over, those at which a step does nothing but go on, and, if a way pushes no move but one where it ends, the
        sites where it does."""
        if not isinstance(end, ops.If) or end.orelse or len(end.then) != 1 or not isinstance(end.then[0], ops.Break):
            return None
        width = self.program.set_width
        changing = tuple(v for v in (*bound(loop.body), loop.var) if v is not to)
        sets = SiteSets(self.program, self.effects, to, width, changing)
        passable, ends, first = sets.where(ir.not_(end.cond)), NONE, None
        pushing = 0
        for s in between:
            if isinstance(s, ops.SetCtx) and self.effects.expression(s.value).pure:
                continue
            if not isinstance(s, ops.If) or s.orelse or s.cond.op is not Op.GE or s.cond.src[0].arg is not i:
                return None
            bump = s.cond.src[1]
            if bump.op is not Op.TABLE or bump.src[0].arg is not loop.var or first not in (None, bump.arg):
                return None
            first = str(bump.arg)
            cond = self._asked(s.then)
            ends = sets.either(ends, ALL if cond is None else sets.where(cond))
            pushing += 1 if cond is not None and _pushes_one(s.then) else 2
        if first is None or not passable.exact or passable.everywhere:
            return None
        over = sets.written_out(passable)
        idle = sets.written_out(sets.both(passable, sets.others(Sites(ends.inside, ends.outside))))
        hits = sets.written_out(ends) if pushing == 1 and ends.exact and loop.sites is not None else None
        asked = set().union(*(self.effects.expression(x).slots for x in (over, idle, hits) if x is not None))
        if asked & (self.kept.block(self.fn, loop.body) | slots_written(loop.body)):
            return None
        return first, over, idle, hits

    def _asked(self, body: list[Stmt]) -> Expr | None:
        """The condition without which a block does nothing, if it is one: a value is assigned, and asked for."""
        *before, last = body
        if not isinstance(last, ops.If) or last.orelse:
            return None
        if not before:
            return last.cond
        (value,) = before if len(before) == 1 else (None,)
        told = isinstance(value, ops.Assign) and last.cond.op is Op.VAR and last.cond.arg is value.var
        return value.value if told and isinstance(value, ops.Assign) else None

    def _after(self, ways: str, first: str, lo: int) -> str | None:
        """The table of the sites at which a way may end; None if they are too many for `ops.WayEnds`."""
        known = self.tables.get((ways, first, -1 - lo))
        if known is None:
            starts, lists = self.program.tables[first].values, self.program.tables[ways].lists
            rows = [row[max(lo, starts[k] if k < len(starts) else 0) :] for k, row in enumerate(lists)]
            if any(len(row) > LONGEST_WAY or max(row, default=0) >= WAY_SITES for row in rows):
                return None
            known = self.tables[ways, first, -1 - lo] = f"{ways}_after_{len(self.tables) + 1}"
            self.program.tables[known] = Table(known, "ways", rows)
        return known

    def _before(self, ways: str, first: str, lo: int) -> str | None:
        """The table of the sites that have to be open before a way may end."""
        known = self.tables.get((ways, first, lo))
        if known is None:
            ends, lists = self.program.tables[first].values, self.program.tables[ways].lists
            rows = [row[lo : max(lo, ends[k] if k < len(ends) else 0)] for k, row in enumerate(lists)]
            if not all(0 <= site < self.program.set_width for row in lists for site in row):
                return None
            known = self.tables[ways, first, lo] = f"{ways}_before_{len(self.tables) + 1}"
            self.program.tables[known] = Table(known, "sets", rows)
        return known


def _pushes_one(body: list[Stmt]) -> bool:
    """Whether a block pushes exactly one move and leaves the loop, if its condition holds, and does nothing else."""
    *before, last = body
    if not isinstance(last, ops.If) or not last.then or not isinstance(last.then[-1], ops.Break):
        return False
    return pushes_one([*before, ops.If(last.cond, last.then[:-1], last.orelse)])
