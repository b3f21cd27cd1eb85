"""Replaces loops that collect the sites where a condition holds by one operation on sets."""

from __future__ import annotations

from ...facts.kept_sets import KeptSets
from ...facts.one_iteration import Locals
from ...facts.outcomes import outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.expansion import added
from ...program.ops import Block, Expr, Op, Program, Stmt, Type, Var
from ...program.walk import rewrite, slots_written, statements, subexpressions
from ..base.registry import register
from .find_first import sites_of
from .flood_sets import near_table


@register(after=("drop_dead_slots",))
def gather_sets(program: Program) -> None:
    """Rewrites loops of the forms

    for site in 0 .. n - 1, or in a set: if condition(site): out = out ∪ {site};
    for site in a set, for x in table[site]: if condition(x): out = out ∪ {x}.
    """
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        sites = sites_of(s, program.set_width)
        if sites is None or not isinstance(s, ops.ForRange | ops.ForSet):
            return [s]
        steps = next((t for t in s.body if isinstance(t, ops.ForRow)), None)
        if isinstance(s, ops.ForSet) and steps is not None:
            return _beside(s, steps)
        add = _added(s.body, s.var)
        if add is None:
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, (add,), sites)
        found = _gathered(sets, s.body, add)
        return [s] if found is None else [_into(add, sets, Sites(sites), found)]

    def _gathered(sets: SiteSets, body: Block, add: Var) -> Sites | None:
        """The sites that an iteration adds to a set, if all that it does is that."""
        found = None if slots_written(body) else outcomes(sets, body, mine.of(body))
        return None if found is None else found.only(add)

    def _beside(s: ops.ForSet, steps: ops.ForRow) -> list[Stmt]:
        """What lies beside the members of a set and fulfils a condition."""
        add, near = _added(steps.body, steps.var), near_table(program, steps, s.var)
        if add is None or near is None or len(s.body) > 1:
            return [s]
        size = max(v for row in near.lists for v in row) + 1
        sets = SiteSets(program, effects, steps.var, size)
        found = _gathered(sets, steps.body, add)
        if found is not None and any(x.op is Op.SET_WHERE for x in subexpressions(sets.written_out(found))):
            # it depends on the state alone: found once for all calls in a position
            found = Sites(Expr(Op.CALL, Type.SET, (), KeptSets(program).function(sets.written_out(found))))
        elif found is None:
            sets = SiteSets(program, effects, steps.var, size, (add, s.var))
            found = _gathered(sets, steps.body, add)
        if found is None:
            return [s]
        program.tables.setdefault(near.name, near)
        return [_into(add, sets, Sites(Expr(Op.SET_UNION, Type.SET, (s.set,), near.name)), found)]

    for fn in program.functions:
        mine = Locals(fn)
        fn.body[:] = rewrite(fn.body, change)


def _into(add: Var, sets: SiteSets, among: Sites, found: Sites) -> Stmt:
    return ops.Assign(add, ir.set_or(ir.value_of(add), sets.written_out(sets.both(among, found))))


def _added(body: Block, site: Var) -> Var | None:
    """The local SET to which a block adds a site."""
    return next((s.var for s in statements(body) if isinstance(s, ops.Assign) and adds(s, site)), None)


def adds(s: ops.Assign, site: Var) -> bool:
    """Whether a statement adds a site to the set that it assigns."""
    one = added(s)
    return one is not None and one.arg is site
