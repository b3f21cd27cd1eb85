"""Replaces scans along a row (`Builder.scan`) by one operation, where their condition is a set of sites."""

from __future__ import annotations

from collections import Counter

from ...facts.kept_sets import KeptSets
from ...facts.resolver import Known, Resolver
from ...facts.site_sets import SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.ops import Expr, Function, Op, Program, Stmt, Type, Var
from ...program.walk import all_expressions, rewrite, statements
from ..base.registry import register


@register(provides=("runs along rows",), after=("drop_unreached",))
def find_runs(program: Program) -> None:
    """Rewrites the scans whose condition depends on the state and the site alone."""
    effects, kept = effects_of(program), KeptSets(program)

    for fn in list(program.functions):
        scans = [scan for scan in map(_Scan.of, statements(fn.body)) if scan is not None]
        if not scans:
            continue
        uses = Counter(id(x.arg) for x in all_expressions(fn) if x.op is Op.VAR)
        lengths = _lengths(fn)
        runs = {id(s.loop): s.as_run(program, effects, kept, lengths) for s in scans if uses[id(s.good)] == 1}

        def change(s: Stmt, runs: dict[int, list[Stmt] | None] = runs) -> list[Stmt]:
            return runs.get(id(s)) or [s]

        fn.body[:] = rewrite(fn.body, change)


def _lengths(fn: Function) -> dict[int, Expr]:
    """The locals that are assigned once, to the length of a row, with that length."""
    times = Counter(id(s.var) for s in statements(fn.body) if isinstance(s, ops.Assign))
    found = [s for s in statements(fn.body) if isinstance(s, ops.Assign) and s.value.op is Op.ROW_LEN]
    return {id(s.var): s.value for s in found if times[id(s.var)] == 1}


class _Scan:
    """while end < limit: slot = table[row][end]; good = fits(slot); if not good: break; end = end + 1"""

    def __init__(self, loop: Stmt, site: Expr, limit: Expr, slot: str, good: Var, fits: Expr, end: Var) -> None:
        self.loop, self.site, self.limit, self.slot = loop, site, limit, slot
        self.good, self.fits, self.end = good, fits, end

    @staticmethod
    def of(s: Stmt) -> _Scan | None:
        """The parts of a scan; None if a statement is not one."""
        if not isinstance(s, ops.While) or s.head or s.cond.op is not Op.LT or len(s.body) != 4:
            return None
        at, test, leave, step = s.body
        if not isinstance(at, ops.SetCtx) or at.value.op is not Op.ROW_AT:
            return None
        if not isinstance(test, ops.Assign) or not isinstance(leave, ops.If) or not isinstance(step, ops.Assign):
            return None
        end, position = s.cond.src[0].arg, at.value.src[1].arg
        if not isinstance(end, Var) or position is not end or step.var is not end:
            return None
        by_one = step.value.op is Op.ADD and step.value.src[0].arg is end and step.value.src[1].arg == 1
        breaks = len(leave.then) == 1 and isinstance(leave.then[0], ops.Break) and not leave.orelse
        asked = leave.cond.op is Op.NOT and leave.cond.src[0].arg is test.var
        if not (by_one and breaks and asked):
            return None
        return _Scan(s, at.value, s.cond.src[1], at.slot, test.var, test.value, end)

    def as_run(
        self, program: Program, effects: EffectsOf, kept: KeptSets, lengths: dict[int, Expr]
    ) -> list[Stmt] | None:
        """The statements that do the same in one operation; None if the condition depends on something else."""
        table = str(self.site.arg)
        values = [v for row in program.tables[table].lists for v in row]
        if not values or min(values) < 0 or max(values) >= program.set_width:
            return None
        key, size = Var("site", Type.INT), max(values) + 1
        everything = Expr(Op.SET_RANGE, Type.SET, (ir.const(0), ir.const(size)))
        sets = SiteSets(program, effects, key, size, everything)
        if not effects.expression(self.fits).pure:
            return None
        told = Resolver(effects).resolve(self.fits, Known(slots={self.slot: Expr(Op.VAR, Type.INT, (), key)}))
        found = sets.where(told)
        if not found.exact:
            return None
        fitting = Expr(Op.CALL, Type.SET, (), kept.function(sets.written_out(found)))
        end, row = Expr(Op.VAR, Type.INT, (), self.end), self.site.src[0]
        run = Expr(Op.ROW_RUN, Type.INT, (row, end, fitting), table)
        last = Expr(Op.ROW_AT, Type.INT, (row, ir.min_(end, self.limit - 1)), table)
        limit = lengths.get(id(self.limit.arg), self.limit)
        whole = limit.op is Op.ROW_LEN and limit.arg == table and limit.src[0].arg is row.arg and row.op is Op.VAR
        # the slot is left as the scan would leave it: with the site that does not fit, or the last one
        then: list[Stmt] = [
            ops.Assign(self.end, run if whole else ir.min_(run, self.limit)),
            ops.SetCtx(self.slot, last),
        ]
        return [ops.If(ir.lt(end, self.limit), then, [])]
