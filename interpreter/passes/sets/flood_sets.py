"""Groups of connected sites as sets: a flood is one operation where the sites that join it are a set."""

from __future__ import annotations

from ...facts.one_iteration import Locals
from ...facts.outcomes import outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Table, Type, Var
from ...program.program import Program
from ...program.substitution import put_in
from ...program.walk import bound, locals_read, rewrite_function, slots_written, statements
from ..base.registry import register

LARGEST = 4096  # numbers: larger tables of sets would take more room than the search saves time


@register(after=("find_first",))
def flood_sets(program: Program) -> None:
    """Rewrites floods (`ops.Flood`) whose body runs over the row of a table for each member, and adds the sites that
    fulfil a condition."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        beside = rows_beside(program, s) if isinstance(s, ops.Flood) else None
        if not isinstance(s, ops.Flood) or beside is None or slots_written(s.body):
            return [s]
        steps, near = beside
        own = mine.own([s]) - {steps.var}
        if not own >= {v for v in bound([s]) if v not in (s.group, s.meets, steps.var)}:
            return [s]
        size = near.span[1] + 1
        sets = SiteSets(program, effects, steps.var, size, tuple(bound([s])))
        found = outcomes(sets, s.body, own, lambda x: _not_in(s.group, steps.var, x), within=steps)
        where = None if found is None else found.assigned(s.group, s.meets)
        if where is None:
            return [s]
        program.tables.setdefault(near.name, near)
        start, joins = ir.set_one(s.start), sets.written_out(where[0])
        out: list[Stmt] = []
        if s.meets is not None:
            met = where[1]
            if met.outside is not None and met.outside is joins:
                met = Sites(met.inside)  # what joins and lies beside the group is in it, so that it is not met
            meets = Expr(Op.FLOOD_MEETS, Type.BOOL, (start, joins, sets.written_out(met)), near.name)
            out.append(ops.Assign(s.meets, meets, places=s.places))
        inside = set(statements([s]))
        if s.meets is None or s.group in locals_read(t for t in statements(fn.body) if t not in inside):
            flood = Expr(Op.SET_FLOOD, Type.SET, (start, joins), near.name)
            out.append(ops.Assign(s.group, flood, places=s.places))
        return out

    for fn in program.functions:
        mine = Locals(fn)
        rewrite_function(fn, change, ops.Flood)


def _not_in(group: Var, site: Var, x: Expr) -> Expr | None:
    """A site that is asked about is not in the group."""
    return ir.FALSE if x.op is Op.SET_HAS and x.src[0].arg is group and x.src[1].arg is site else None


def rows_beside(program: Program, loop: ops.ForSet | ops.Flood) -> tuple[ops.ForRow, Table] | None:
    """The loop within a loop over sites that runs over the row of each, and the rows as sets; None if there is none or
    several, if it is another site's row, or if the sets are too large."""
    inner = [s for s in statements(loop.body) if isinstance(s, ops.ForRow)]
    near = _near_table(program, inner[0], loop.var) if len(inner) == 1 else None
    return None if near is None else (inner[0], near)


def _near_table(program: Program, steps: ops.ForRow, site: Var) -> Table | None:
    rows = program.tables[steps.table].lists
    values = [v for row in rows for v in row]
    if not values or min(values) < 0 or max(values) >= program.set_width:
        return None
    if len(rows) * program.set_width // 32 > LARGEST or not _is_row_of(steps.row, site, len(rows), program.set_width):
        return None
    return Table(f"{steps.table}_near", "sets", rows)


def _is_row_of(row: Expr, site: Var, rows: int, width: int) -> bool:
    """Whether an expression is the number of a site's row: the site itself, or none that there is for other sites."""
    numbers = [put_in(row, {site: ir.const(k)}) for k in range(width)]
    return all(x.is_const and (x.const == k if k < rows else not 0 <= x.const < rows) for k, x in enumerate(numbers))
