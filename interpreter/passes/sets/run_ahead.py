"""Begins slides along a way where they come to the first site that is not open.

A slide along a track (in Surakarta, say) captures only after a loop of the board. Until then it goes step by step, and
its way is mostly blocked. Which sites have to be open before it may end is known beforehand for each way, and how far
the way is open after that is one operation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...facts.along_rows import AlongRow
from ...facts.context_kept import context_kept
from ...facts.loops import context_stays
from ...facts.outcomes import WaysOut, moved_to, outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Table, Type, Var
from ...program.program import Program
from ...program.state_layout import LONGEST_WAY, WAY_SITES
from ...program.walk import (
    bound,
    nodes,
    rewrite,
    rewrite_function,
    slots_written,
    statements,
    unused_name,
    used_elsewhere,
)
from ..base.registry import register

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
        rewrite_function(fn, found.change, ops.ForRow)


class _RunAhead:
    def __init__(self, program: Program) -> None:
        self.program, self.effects, self.kept = program, effects_of(program), context_kept(program)
        self.fn = program.functions[0]
        self.tables: dict[tuple[str, str, int], str] = {}

    def change(self, s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.ForRow) or not s.apart:
            return [s]
        ranges = [t for t in statements(s.body) if isinstance(t, ops.ForRange)]
        if len(ranges) != 1 or (steps := ranges[0]).down or not steps.lo.is_const or steps.lo.const < 0:
            return [s]
        along = AlongRow.of_loop(self.program, steps)
        if along is None or along.row.arg is not s.var:
            return [s]
        way = ir.value_of(s.var)
        if steps.hi.op is not Op.ROW_LEN or steps.hi.arg != along.table or steps.hi.src[0].arg is not s.var:
            return [s]
        found = self._sets(s, steps, along)
        if found is None or not self._unseen(steps):
            return [s]
        first, passable, idle, hits = found
        ways, lo = along.table, steps.lo.const
        before = self._before(ways, first, lo)
        if before is None:
            return [s]
        # two locals, so that both are found once for all ways; their names tell the loops of a function apart
        names = [Var(unused_name(self.fn, f"{name}_{s.var.name}"), Type.SET) for name in ("passable", "idle")]
        open_sites, idle_sites = (Expr(Op.VAR, Type.SET, (), v) for v in names)
        closed = ir.set_diff(Expr(Op.SET_TABLE, Type.SET, (way,), before), open_sites)
        start = Expr(Op.MAX, Type.INT, (ir.const(lo), Expr(Op.TABLE, Type.INT, (way,), first)))
        steps.lo = Expr(Op.ROW_RUN, Type.INT, (way, start, idle_sites), ways)
        if_open = ops.If(ir.set_eq(closed, ir.EMPTY_SET), [steps], [])
        s.body[:] = rewrite(s.body, lambda t: [if_open] if t is steps else [t])
        after = None if hits is None else self._after(ways, first, lo)
        if hits is not None and after is not None:
            s.ends = ops.WayEnds(before, after, open_sites, idle_sites, hits)
        return [ops.Assign(names[0], passable), ops.Assign(names[1], idle), s]

    def _unseen(self, steps: ops.ForRange) -> bool:
        """Whether nothing can tell how many steps were done, but by what they push."""
        used = set(bound([steps])) & used_elsewhere(self.fn, [steps])
        return not used and context_stays(self.program, self.fn, steps)

    def _sets(
        self, loop: ops.ForRow, steps: ops.ForRange, along: AlongRow
    ) -> tuple[str, Expr, Expr, Expr | None] | None:
        """What the steps of a way tell: the table of the first positions at which it may end, the sites that it may go
        over, those at which a step does nothing but go on, and, if a way pushes no move but one where it ends, the
        sites where it does."""
        asked = [x for x in nodes(statements(steps.body)) if x.op is Op.GE and x.src[0].arg is steps.var]
        bump = asked[0].src[1] if len(set(asked)) == 1 else ir.TRUE
        if bump.op is not Op.TABLE or bump.src[0].arg is not loop.var:
            return None
        own = set(bound(steps.body))
        sets = SiteSets(self.program, self.effects, along.key, along.size, (*bound(loop.body), loop.var))

        def known(x: Expr, may_end: Expr) -> Expr | None:
            return may_end if x is asked[0] else along.known(x)

        before, after = (
            WaysOut(sets, steps.body, own, partial(known, may_end=may_end)) for may_end in (ir.FALSE, ir.TRUE)
        )
        if before.found or not before.effect.nowhere or not before.where.exact or before.where.nowhere:
            return None
        ends = after.effect
        for x in after.found:
            ends = sets.either(ends, x.where)
        over = sets.others(before.where)
        idle = after.end
        if after.done or not idle.exact:
            stops = sets.either(ends, after.where)
            idle = sets.both(over, sets.others(Sites(stops.inside, stops.outside)))
        hits = None if loop.narrowed is None else self._hits(sets, loop, steps, partial(known, may_end=ir.TRUE))
        found = [None if x is None else sets.written_out(x) for x in (over, idle, hits)]
        slots = set().union(*(self.effects.expression(x).slots for x in found if x is not None))
        if found[0] is None or found[1] is None:
            return None
        if slots & (self.kept.block(loop.body) | slots_written(loop.body)):
            return None
        return bump.name, found[0], found[1], found[2]

    def _hits(
        self, sets: SiteSets, loop: ops.ForRow, steps: ops.ForRange, known: Callable[[Expr], Expr | None]
    ) -> Sites | None:
        """The sites at which a way ends with a move, if the loop pushes no other one."""
        own = set(bound(loop.body)) - {steps.var}
        found = outcomes(sets, loop.body, own, known, moves=True, within=steps)
        return moved_to(sets, found) if found is not None and found.idle else None

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
