"""Groups of connected sites as sets: a flood is one operation where the sites that join it are a set."""

from __future__ import annotations

from ...facts.loops import only
from ...facts.one_iteration import Locals
from ...facts.outcomes import outcomes
from ...facts.site_sets import SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Table, Type, Var
from ...program.program import Program
from ...program.walk import bound, rewrite, slots_written, statements
from ..base.registry import register

LARGEST = 4096  # numbers: larger tables of sets would take more room than the search saves time


@register(provides=("floods",), after=("find_first",))
def flood_sets(program: Program) -> None:
    """Rewrites floods (`ops.Flood`) whose body runs over the row of a table for each member, and adds the sites that
    fulfil a condition."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        steps = only(ops.ForRow, s.body) if isinstance(s, ops.Flood) else None
        if not isinstance(s, ops.Flood) or steps is None or slots_written(s.body):
            return [s]
        near = near_table(program, steps, s.var)
        own = mine.of([s]) - {steps.var}
        if near is None or not own >= {v for v in bound([s]) if v not in (s.group, steps.var)}:
            return [s]
        size = max(v for row in near.lists for v in row) + 1
        sets = SiteSets(program, effects, steps.var, size, tuple(bound([s])))
        found = outcomes(sets, steps.body, own, lambda x: _not_in(s.group, steps.var, x))
        joins = None if found is None else found.only(s.group)
        if joins is None:
            return [s]
        program.tables.setdefault(near.name, near)
        flood = Expr(Op.SET_FLOOD, Type.SET, (ir.value_of(s.group), sets.written_out(joins)), near.name)
        return [ops.Assign(s.group, flood, places=s.places)]

    for fn in program.functions:
        if any(isinstance(s, ops.Flood) for s in statements(fn.body)):
            mine = Locals(fn)
            fn.body[:] = rewrite(fn.body, change)


def _not_in(group: Var, site: Var, x: Expr) -> Expr | None:
    """A site that is asked about is not in the group."""
    return ir.FALSE if x.op is Op.SET_HAS and x.src[0].arg is group and x.src[1].arg is site else None


def near_table(program: Program, steps: ops.ForRow, site: Var) -> Table | None:
    """The table of a loop over the row of a site, as sets; None if it is another row, or the sets are too large."""
    rows = program.tables[steps.table].lists
    values = [v for row in rows for v in row]
    if not values or min(values) < 0 or max(values) >= program.set_width:
        return None
    if len(rows) * program.set_width // 32 > LARGEST or not _row_of(steps.row, site, len(rows)):
        return None
    return Table(f"{steps.table}_near", "sets", rows)


def _row_of(row: Expr, site: Var, rows: int) -> bool:
    """Whether an expression is the number of a site's row: the site itself, or -1 where there is none."""
    if row.op is Op.SELECT and row.src[2].is_const and row.src[2].const == -1:
        cond, row, _ = row.src
        if cond.op is not Op.AND or cond.src[0].op is not Op.GE or cond.src[1].op is not Op.LT:
            return False
        (a, low), (b, high) = cond.src[0].src, cond.src[1].src
        if a.arg is not site or b.arg is not site or not low.is_const or not high.is_const:
            return False
        if low.const != 0 or high.const != rows:
            return False
    return row.op is Op.VAR and row.arg is site
