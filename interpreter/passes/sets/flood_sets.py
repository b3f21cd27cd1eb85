"""Replaces the search for a group of connected sites (a list of sites that grows while it is run over) by one operation
on sets, where the condition on a site is a set."""

from __future__ import annotations

from ...facts.modes import is_run
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.intrinsics import LIST_PUSH
from ...program.ops import Block, Expr, Function, Op, Program, Stmt, Table, Type, Var
from ...program.walk import all_blocks, bound, nodes, statements
from ..base.registry import register

LARGEST = 4096  # numbers: larger tables of sets would take more room than the search saves time


@register(provides=("floods",), after=("find_first",))
def flood_sets(program: Program) -> None:
    """Rewrites: group = {start}; todo = [start]; for site in todo, for x in table[site]: if x is not in the group and
    condition(x): group = group ∪ {x}; todo += [x].
    """
    effects = effects_of(program)
    for fn in program.functions:
        for body in all_blocks(fn.body):
            _rewrite(program, effects, fn, body)


def _rewrite(program: Program, effects: EffectsOf, fn: Function, body: Block) -> None:
    i = 2
    while i < len(body):
        group, todo, loop = body[i - 2 : i + 1]
        if isinstance(group, ops.Assign) and isinstance(todo, ops.Assign) and isinstance(loop, ops.ForList):
            found = _flood(program, effects, fn, group, todo, loop)
            if found is not None:
                body[i - 2 : i + 1] = [group, found]
        i += 1


def _flood(
    program: Program, effects: EffectsOf, fn: Function, group: ops.Assign, todo: ops.Assign, loop: ops.ForList
) -> Stmt | None:
    """The assignment that does the same; None if these statements do something else."""
    start = todo.value.src[0] if todo.value.op is Op.LIST_NEW and len(todo.value.src) == 1 else None
    one = group.value.src[0] if group.value.op is Op.SET_ONE else None
    if start is None or one is None or start.op is not Op.VAR or one.arg is not start.arg:
        return None
    steps = loop.body[0] if len(loop.body) == 1 else None
    if loop.list.arg is not todo.var or not isinstance(steps, ops.ForRow):
        return None
    near = near_table(program, steps, loop.var)
    if near is None:
        return None
    fits = _condition(steps, group.var, todo.var)
    if fits is None or not effects.expression(fits).pure:
        return None
    inside = [todo, *statements([loop])]
    if _used_elsewhere(fn, inside, [todo.var, *(v for v in bound([loop]) if v is not group.var)]):
        return None
    size = max(v for row in near.lists for v in row) + 1
    everything = Expr(Op.SET_RANGE, Type.SET, (ir.const(0), ir.const(size)))
    sets = SiteSets(program, effects, steps.var, size, everything, tuple(v for v in bound([loop])))
    found: Sites = sets.where(fits)
    if not found.exact:
        return None
    program.tables.setdefault(near.name, near)
    within = sets.written_out(found)
    start_set = Expr(Op.VAR, Type.SET, (), group.var)
    return ops.Assign(group.var, Expr(Op.SET_FLOOD, Type.SET, (start_set, within), near.name))


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


def _condition(steps: ops.ForRow, group: Var, todo: Var) -> Expr | None:
    """The condition under which a site joins the group, if all that the loop does is to add such sites."""
    body = steps.body
    known: Var | None = None  # the local that tells whether the site is new
    conditions: list[Expr] = []
    new = False
    while True:
        if len(body) == 2 and isinstance(body[0], ops.Assign) and _is_new(body[0].value, steps.var, group):
            if known is not None:
                return None
            known, body = body[0].var, body[1:]
            continue
        if len(body) != 1 or not isinstance(body[0], ops.If) or body[0].orelse:
            break
        for x in _all_of(body[0].cond):
            if _is_new(x, steps.var, group) or (known is not None and x.op is Op.VAR and x.arg is known):
                new = True
            else:
                conditions.append(x)
        body = body[0].then
    if not new or len(body) != 2:
        return None
    add, push = body
    if not isinstance(add, ops.Assign) or add.var is not group or add.value.op is not Op.SET_OR:
        return None
    old, one = add.value.src
    if old.arg is not group or one.op is not Op.SET_ONE or one.src[0].arg is not steps.var:
        return None
    if not isinstance(push, ops.Do) or not is_run(push.value, LIST_PUSH):
        return None
    listed, site = push.value.src
    return ir.and_(*conditions) if listed.arg is todo and site.arg is steps.var else None


def _all_of(x: Expr) -> list[Expr]:
    return [*_all_of(x.src[0]), *_all_of(x.src[1])] if x.op is Op.AND else [x]


def _is_new(x: Expr, site: Var, group: Var) -> bool:
    """Whether an expression says that the site is not yet in the group."""
    if x.op is not Op.NOT or x.src[0].op is not Op.SET_HAS:
        return False
    held, member = x.src[0].src
    return held.arg is group and member.arg is site


def _used_elsewhere(fn: Function, inside: list[Stmt], names: list[Var]) -> bool:
    """Whether other statements of a function read any of these locals."""
    within, wanted = set(map(id, inside)), set(map(id, names))
    outside = (s for s in statements(fn.body) if id(s) not in within)
    read = (x.arg for x in nodes(outside) if x.op is Op.VAR)
    return any(id(v) in wanted for v in read)
