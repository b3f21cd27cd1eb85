"""Begins slides along a way where they come to the first site that is not open.

A slide along a track (in Surakarta, say) captures only after a loop of the board. Until then it goes step by step, and
its way is mostly blocked. Which sites have to be open before it may end is known beforehand for each way, and how far
the way is open after that is one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, product

from ...facts.along_rows import AlongRow
from ...facts.left_changed import slots_left_changed
from ...facts.loops import context_stays
from ...facts.outcomes import WaysOut, moved_to, outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Table, Type, Var
from ...program.program import Program
from ...program.state_layout import LONGEST_WAY, WAY_SITES, TableKind
from ...program.substitution import substituted
from ...program.walk import (
    bound,
    keeps_locals,
    nodes,
    reads,
    rewrite,
    rewrite_function,
    slots_written,
    statements,
    subexpressions,
    unused_name,
)
from ..base.registry import register

__all__ = ["run_ahead"]


@register(needs=("narrowed rows",))
def run_ahead(program: Program) -> None:
    """Follows loops over the ways of a site, on each of which a loop goes along the way until some site ends it. Where
    a condition on the way and the position alone holds from some position on, and nothing is done before that but to go
    on over sites of a set `open`, such a loop becomes

    for way in ways[site]: if before[way] ⊆ open: for i in run(sites[way] from first[way] in idle) .. length - 1: …

    first[way] is where the condition begins to hold, before[way] are the sites up to there, and idle those at which
    nothing is done behind it. Where a way pushes one move where it ends, and no other, it also notes which ways push
    one (`ops.WayEnds`). Needs `narrow_rows` before it, which says whether iterations leave anything behind but moves.
    """
    found = _RunAhead(program)
    for fn in program.functions:
        found.fn = fn
        rewrite_function(fn, found.change, ops.ForRow)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A position of each way from which on conditions hold that did not hold before, or the other way round. first:
    these positions, the length of a way that has none. phases: whether each condition holds before, and from there on;
    None where that differs."""

    phases: Mapping[Expr, tuple[bool | None, bool | None]]
    first: list[int]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the steps of a way tell: the sites that it may go over, those at which a step behind the turn does nothing
    but go on, and, if a way pushes no move but one where it ends, the sites where it does."""

    over: Expr
    idle: Expr
    hits: Expr | None


class _RunAhead:
    def __init__(self, program: Program) -> None:
        self.program, self.effects, self.left_changed = program, effects_of(program), slots_left_changed(program)
        self.fn = program.functions[0]

    def change(self, s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.ForRow) or not s.apart:
            return [s]
        way = ir.value_of(s.var)
        loops = [t for t in statements(s.body) if isinstance(t, ops.ForAlong)]
        if len(loops) != 1 or (steps := loops[0]).row is not way or steps.limits or steps.within is not None:
            return [s]
        along = AlongRow.of_loop(self.program, steps)
        if along is None or not steps.lo.is_const or steps.lo.const < 0:
            return [s]
        lists = self.program.tables[steps.table].lists
        turn = self._turn(s, steps, lists)
        found = None if turn is None else self._found(s, steps, along, turn)
        if turn is None or found is None or not self._unseen(steps):
            return [s]
        # two locals, so that both are found once for all ways; their names tell the loops of a function apart
        names = [Var(unused_name(self.fn, f"{name}_{s.var.name}"), Type.SET) for name in ("passable", "idle")]
        open_sites, idle_sites = map(ir.value_of, names)
        rows = [(row[steps.lo.const : k], row[k:]) for k, row in zip(turn.first, lists, strict=True)]
        before = self._table("before", "sets", steps.table, [row for row, _ in rows])
        closed = ir.set_diff(Expr(Op.SET_TABLE, Type.SET, (way,), before), open_sites)
        start = Expr(Op.TABLE, Type.INT, (way,), self._table("first", "flat", steps.table, turn.first))
        steps.lo = Expr(Op.ROW_RUN, Type.INT, (way, start, idle_sites), steps.table)
        if_open = ops.If(ir.set_eq(closed, ir.EMPTY_SET), [steps], [])
        s.body[:] = rewrite(s.body, lambda t: [if_open] if t is steps else [t])
        after = [row for _, row in rows]
        short = all(len(row) <= LONGEST_WAY and max(row, default=0) < WAY_SITES for row in after)
        if found.hits is not None and short:
            behind = self._table("after", "ways", steps.table, after)
            s.ends = ops.WayEnds(before, behind, open_sites, idle_sites, found.hits)
        return [ops.Assign(names[0], found.over), ops.Assign(names[1], found.idle), s]

    def _turn(self, loop: ops.ForRow, steps: ops.ForAlong, lists: Sequence[Sequence[int]]) -> _Turn | None:
        """Where the conditions in the steps that depend on the way and the position alone begin, or end, to hold."""
        told, lo = {loop.var, steps.var}, steps.lo.const
        places = [[{loop.var: way, steps.var: k} for k in range(lo, len(row))] for way, row in enumerate(lists)]
        holds = {
            x: [[self._holds(x, at) for at in row] for row in places]
            for x in nodes(statements(steps.body))
            if x.type is Type.BOOL and reads(x, {steps.var})
            and all(y.op in _KNOWN or (y.op is Op.VAR and y.arg in told) for y in subexpressions(x))
        }  # fmt: skip
        for rows, early in product(holds.values(), (False, True)):
            if all(row == sorted(row, reverse=early) for row in rows):
                first = [row.count(early) for row in rows]
                phases = {x: _phases(of, first) for x, of in holds.items()}
                return _Turn(phases, [lo + k for k in first])
        return None

    def _holds(self, condition: Expr, values: Mapping[Var, int]) -> bool:
        """Whether a condition holds for these values of locals."""

        def instead(x: Expr) -> Expr | None:
            if x.op is Op.VAR:
                return ir.const(values[x.var])
            if x.op is Op.TABLE and (at := substituted(x.src[0], instead)).is_const:
                rows = self.program.tables[x.name].values
                return ir.const(rows[at.const] if 0 <= at.const < len(rows) else 0)
            return None

        return bool(substituted(condition, instead).const)

    def _unseen(self, steps: ops.ForAlong) -> bool:
        """Whether nothing can tell how many steps were done, but by what they push."""
        return keeps_locals(self.fn, steps) and context_stays(self.program, self.fn, steps)

    def _found(self, loop: ops.ForRow, steps: ops.ForAlong, along: AlongRow, turn: _Turn) -> _Found | None:
        """What the steps of a way tell, before and behind its turn."""
        own = set(bound(steps.body))
        sets = SiteSets(self.program, self.effects, along.key, along.size, (*bound(loop.body), loop.var))

        def known(x: Expr, phase: int) -> Expr | None:
            holds = turn.phases[x][phase] if x in turn.phases else None
            return along.known(x) if holds is None else ir.as_bool(holds)

        before, after = (WaysOut(sets, steps.body, own, partial(known, phase=phase)) for phase in (0, 1))
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
        hits = None if loop.narrowed is None else self._hits(sets, loop, steps, partial(known, phase=1))
        found = [None if x is None else sets.written_out(x) for x in (over, idle, hits)]
        slots = set().union(*(self.effects.expression(x).slots for x in found if x is not None))
        if found[0] is None or found[1] is None:
            return None
        if slots & (self.left_changed.block(loop.body) | slots_written(loop.body)):
            return None
        return _Found(found[0], found[1], found[2])

    def _hits(
        self, sets: SiteSets, loop: ops.ForRow, steps: ops.ForAlong, known: Callable[[Expr], Expr | None]
    ) -> Sites | None:
        """The sites at which a way ends with a move, if the loop pushes no other one."""
        own = set(bound(loop.body)) - {steps.var}
        found = outcomes(sets, loop.body, own, known, moves=True, within=steps)
        return moved_to(sets, found) if found is not None and found.idle else None

    def _table(self, what: str, kind: TableKind, ways: str, rows: Sequence[int] | Sequence[Sequence[int]]) -> str:
        """The table of these rows, one for each way, made once."""
        tables = self.program.tables
        for k in count(1):
            name = f"{ways}_{what}_{k}"
            if tables.setdefault(name, Table(name, kind, rows)).rows == rows:
                return name
        raise AssertionError


def _phases(rows: Sequence[Sequence[bool]], first: Sequence[int]) -> tuple[bool | None, bool | None]:
    """What values of rows all are before a position of each, and from there on; None where they differ."""
    before = {x for row, k in zip(rows, first, strict=True) for x in row[:k]}
    behind = {x for row, k in zip(rows, first, strict=True) for x in row[k:]}
    return (before.pop() if len(before) == 1 else None), (behind.pop() if len(behind) == 1 else None)


_KNOWN = {Op.CONST, Op.TABLE, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.ADD, Op.SUB, Op.MUL, Op.NOT, Op.AND, Op.OR}
"""What is folded where its operands are constants."""
