"""Replaces loops that collect the sites where a condition holds by one operation on sets."""

from __future__ import annotations

from ...facts.kept_sets import KeptSets
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.ops import Expr, Op, Program, Stmt, Type
from ...program.walk import rewrite, subexpressions
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
        if sites is None or not isinstance(s, ops.ForRange | ops.ForSet) or len(s.body) != 1:
            return [s]
        (test,) = s.body
        if isinstance(s, ops.ForSet) and isinstance(test, ops.ForRow):
            return _beside(program, effects, s, test)
        add = _added(s)
        if add is None or not isinstance(test, ops.If):
            return [s]
        size = s.hi.const if isinstance(s, ops.ForRange) else program.set_width
        sets = SiteSets(program, effects, s.var, size, sites, (add.var,))
        found = sets.where(test.cond)
        if not found.exact:
            return [s]
        within = sets.written_out(sets.both(Sites(sites), found))
        return [ops.Assign(add.var, ir.set_or(Expr(Op.VAR, Type.SET, (), add.var), within))]

    for fn in program.functions:
        fn.body[:] = rewrite(fn.body, change)


def _beside(program: Program, effects: EffectsOf, s: ops.ForSet, steps: ops.ForRow) -> list[Stmt]:
    """What lies beside the members of a set and fulfils a condition."""
    add, near = _added(steps), near_table(program, steps, s.var)
    if add is None or near is None:
        return [s]
    (test,) = steps.body
    assert isinstance(test, ops.If)
    size = max(v for row in near.lists for v in row) + 1
    everything = Expr(Op.SET_RANGE, Type.SET, (ir.const(0), ir.const(size)))
    sets = SiteSets(program, effects, steps.var, size, everything)
    found = sets.where(test.cond)
    if found.exact and any(x.op is Op.SET_WHERE for x in subexpressions(sets.written_out(found))):
        # it depends on the state alone: found once for all calls in a position
        found = Sites(Expr(Op.CALL, Type.SET, (), KeptSets(program).function(sets.written_out(found))))
    elif not found.exact:
        sets = SiteSets(program, effects, steps.var, size, everything, (add.var, s.var))
        found = sets.where(test.cond)
    if not found.exact:
        return [s]
    beside = Expr(Op.SET_UNION, Type.SET, (s.set,), near.name)
    within = sets.written_out(sets.both(Sites(beside), found))
    program.tables.setdefault(near.name, near)
    return [ops.Assign(add.var, ir.set_or(Expr(Op.VAR, Type.SET, (), add.var), within))]


def _added(loop: ops.ForRange | ops.ForSet | ops.ForRow) -> ops.Assign | None:
    """The assignment that adds the loop's site to a set, if all that an iteration does is that, under a condition."""
    test = loop.body[0] if len(loop.body) == 1 else None
    if not isinstance(test, ops.If) or test.orelse or len(test.then) != 1:
        return None
    add = test.then[0]
    return add if isinstance(add, ops.Assign) and adds(add, loop.var) else None


def adds(s: ops.Assign, site: ops.Var) -> bool:
    """Whether a statement adds a site to the set that it assigns."""
    x = s.value
    if x.op is not Op.SET_OR or x.src[0].op is not Op.VAR or x.src[0].arg is not s.var:
        return False
    one = x.src[1]
    return one.op is Op.SET_ONE and one.src[0].op is Op.VAR and one.src[0].arg is site
