"""Groups of connected sites as sets: a flood is one operation where the sites that join it are a set."""

from __future__ import annotations

from ...facts.outcomes import outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Stmt, Table, Type, Var
from ...program.program import Program
from ...program.substitution import put_in
from ...program.walk import bound, locals_read, own_locals, rewrite_function, slots_written, statements
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
        own = own_locals(fn, [s]) - {steps.var}
        if not own >= {v for v in bound([s]) if v not in (s.group, s.meets, steps.var)}:
            return [s]
        size = near.span[1] + 1
        sets = SiteSets(program, effects, steps.var, size, tuple(bound([s])))

        def done(inside: Expr) -> list[Sites] | None:
            """Where a site joins the group, and where it is met. inside: whether it is in the group already."""
            found = outcomes(sets, s.body, own, lambda x: _in(s.group, steps.var, x, inside), within=steps)
            return None if found is None else found.assigned(s.group, s.meets)

        where = done(ir.FALSE)
        again = where if s.meets is None else done(ir.TRUE)
        if where is None or again is None or (s.meets is not None and not again[1].nowhere):
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
        rewrite_function(fn, change, ops.Flood)


def _in(group: Var, site: Var, x: Expr, inside: Expr) -> Expr | None:
    """Whether a site that is asked about is in the group is given: `inside`."""
    return inside if x.op is Op.SET_HAS and x.src[0].arg is group and x.src[1].arg is site else None


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
