"""Replaces loops that collect or count the sites where a condition holds by one operation on sets."""

from __future__ import annotations

from collections.abc import Sequence

from ...facts.acting import acts
from ...facts.loops import sites_of
from ...facts.outcomes import Outcome, outcomes
from ...facts.site_sets import Sites, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.expansion import added
from ...program.ops import Block, Expr, Op, Stmt, Table, Type, Var
from ...program.program import Program
from ...program.walk import bound, own_locals, rewrite_function, slots_written, statements, subexpressions
from ..base.kept_sets import KeptSets
from ..base.registry import register
from .find_first import pieces_known
from .flood_sets import rows_beside


@register(after=("drop_dead_slots",))
def gather_sets(program: Program) -> None:
    """Rewrites loops of the forms

    for site in 0 .. n - 1, or in a set, or over the positions of a component: if condition(site): out = out ∪ {site};
    the same, with n = n + 1 for sites that were not in the set;
    for site in a set, for x in table[site]: if condition(x): out = out ∪ {x}.
    """
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        sites = sites_of(program, s)
        if sites is None or acts(program, sites) or not isinstance(s, ops.ForRange | ops.ForPieces | ops.ForSet):
            return [s]
        beside = rows_beside(program, s) if isinstance(s, ops.ForSet) else None
        if isinstance(s, ops.ForSet) and beside is not None:
            return _beside(s, *beside)
        add = _grown(s.body)
        if add is None or slots_written(s.body) or s.var not in own_locals(fn, [s]):
            return [s]
        size, said = s.hi.const if isinstance(s, ops.ForRange) else program.set_width, pieces_known(program, s)
        own = own_locals(fn, s.body)
        # what the loop changes, such as the number of sites so far, is not the same for all sites
        changing = (add, *(v for v in bound(s.body) if v not in own))
        sets = SiteSets(program, effects, s.var, size, changing, sites)

        def known(x: Expr, inside: Expr) -> Expr | None:
            return inside if x.op is Op.SET_HAS and x.src[0].arg is add and x.src[1].arg is s.var else said(x)

        # a site that is in the set already is not added again, and must not be counted
        new = outcomes(sets, s.body, own, lambda x: known(x, ir.FALSE))
        old = outcomes(sets, s.body, own, lambda x: known(x, ir.TRUE))
        if new is None or old is None or not all(_adds(x, add, s.var) for x in old.found):
            return [s]
        unions = [x for x in new.found if _adds(x, add, s.var)]
        counts = [x for x in new.found if not _adds(x, add, s.var)]
        one = _counted(counts, sets) if counts else None
        if len(unions) != 1 or (counts and one is None):
            return [s]
        among = Sites(sites)
        union = _into(s, add, sets, among, unions[0].where)
        if one is None:
            return [union]
        n, where = one
        more = ir.set_count(ir.set_diff(sets.written_out(sets.both(among, where)), ir.value_of(add)))
        return [ops.Assign(n, ir.value_of(n) + more, places=s.places), union]

    def _gathered(sets: SiteSets, s: ops.ForSet, steps: ops.ForRow, add: Var) -> Sites | None:
        """The sites that a loop within a loop adds to a set, if all that both do is that."""
        own = own_locals(fn, s.body) - {steps.var}
        found = None if slots_written(s.body) else outcomes(sets, s.body, own, within=steps)
        done = [] if found is None else found.found
        return done[0].where if len(done) == 1 and _adds(done[0], add, sets.key) else None

    def _beside(s: ops.ForSet, steps: ops.ForRow, near: Table) -> list[Stmt]:
        """What lies beside the members of a set and fulfils a condition."""
        add = _grown(s.body)
        if add is None:
            return [s]
        size = near.span[1] + 1
        sets = SiteSets(program, effects, steps.var, size)
        found = _gathered(sets, s, steps, add)
        if found is not None and any(x.op is Op.SET_WHERE for x in subexpressions(sets.written_out(found))):
            # it depends on the state alone: found once for all calls in a position
            found = Sites(Expr(Op.CALL, Type.SET, (), KeptSets(program).function(sets.written_out(found))))
        elif found is None:
            sets = SiteSets(program, effects, steps.var, size, (add, s.var))
            found = _gathered(sets, s, steps, add)
        if found is None:
            return [s]
        program.tables.setdefault(near.name, near)
        return [_into(s, add, sets, Sites(Expr(Op.SET_UNION, Type.SET, (s.set,), near.name)), found)]

    for fn in program.functions:
        rewrite_function(fn, change, ops.ForRange, ops.ForPieces, ops.ForSet)


def _into(s: Stmt, add: Var, sets: SiteSets, among: Sites, found: Sites) -> Stmt:
    """What stands in the place of a statement that adds sites to a set."""
    all_ = ir.set_or(ir.value_of(add), sets.written_out(sets.both(among, found)))
    return ops.Assign(add, all_, places=s.places)


def _grown(body: Block) -> Var | None:
    """The local SET to which a block adds a site."""
    return next((s.var for s in statements(body) if isinstance(s, ops.Assign) and added(s) is not None), None)


def _adds(x: Outcome, add: Var, site: Var) -> bool:
    """Whether it is that the iteration's site is added to a set."""
    if not isinstance(x.what, ops.Assign) or x.what.var is not add or x.value is None:
        return False
    one = added(ops.Assign(add, x.value))
    return one is not None and one.arg is site


def _counted(found: Sequence[Outcome], sets: SiteSets) -> tuple[Var, Sites] | None:
    """The local that is counted up, and the sites for which it is, if that is all that is done."""
    (x, *others) = found
    if others or not isinstance(x.what, ops.Assign) or x.value is None or x.value.op is not Op.ADD:
        return None
    n, each = x.value.src
    if n.arg is not x.what.var:
        return None
    if each.op is Op.SELECT and [y.is_const and y.const for y in each.src[1:]] == [1, 0]:
        where = sets.where(each.src[0])
        return (x.what.var, sets.both(x.where, where)) if where.exact else None
    return (x.what.var, x.where) if each.is_const and each.const == 1 else None
