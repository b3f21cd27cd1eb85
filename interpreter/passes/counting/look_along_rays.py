"""Finds where the moves of a loop along the rays of a site go: in one operation, without running the loop.

A slide pushes a move for each site of a ray until a site ends it. If what it does at a site depends on that site and
the state alone, two sets say it all: the sites that a slide passes, and those to which it pushes a move. `SIGHT` finds
the sites that the rays get to; the moves go to those of them that are in the second set.
"""

from __future__ import annotations

from ...facts.kept_sets import KeptSets
from ...facts.loops import context_stays, loops
from ...facts.modes import is_run
from ...facts.rays import RayRows
from ...facts.resolver import Known, Resolver
from ...facts.site_sets import ALL, NONE, Sites, SiteSets, text_of
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.intrinsics import EMIT_GATE
from ...program.ops import Block, Expr, Function, Op, Program, Table, Type, Var
from ...program.walk import expressions
from ..base.registry import register
from ..sets.narrow_rows import SMALL_BOARD, tried
from .count_each import count_each
from .given_hops import GivenHop, given_hop

MOST_PATHS = 32  # ways through the body of a loop that are followed


@register(after=("find_runs", "bound_runs"))
def look_along_rays(program: Program) -> None:
    """Notes where moves go (`ops.ForRow.goes`), and what that says of the loops around (`ops.ForRange.each`)."""
    pass_ = _Looking(program)
    found = False
    for fn in list(program.functions):
        for loop, after in loops(fn.body, ops.ForRow):
            if loop.apart and context_stays(pass_.effects, loop.body, after):
                loop.goes, loop.rays = pass_.goes(fn, loop) or (None, "")
                found = found or loop.goes is not None
    if found:
        count_each(program)


class _Looking:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.kept = KeptSets(program)
        self.tried = tried(program)
        self.rays = RayRows(program)

    def goes(self, fn: Function, loop: ops.ForRow) -> tuple[Expr, str] | None:
        """The set of the sites that the moves of a loop go to, and the table of the sites of each of its rays; None if
        that is not known."""
        along = _Along.of(self.program, loop)
        hop = given_hop(self.effects, loop) if along is None else None
        if not self.effects.expression(loop.row).pure:
            return None
        if along is not None:
            sets = self._sets(fn, along.radials)
            return None if sets is None else self._slide(loop, along, sets)
        if hop is not None:
            sets = self._sets(fn, hop.radials)
            return None if sets is None else self._hop(loop, hop, sets)
        return None

    def _sets(self, fn: Function, radials: str) -> SiteSets | None:
        """What turns conditions on a site of a radial into sets; None if that does not pay."""
        values = [v for row in self.program.tables[radials].lists for v in row]
        size = 1 + max(values, default=-1)
        if min(values, default=0) < 0 or not 0 < size <= self.program.set_width:
            return None
        if size > SMALL_BOARD and fn.index in self.tried:
            return None  # the sets would be found for this loop alone
        return SiteSets(self.program, self.effects, Var("site", Type.INT), size)

    def _slide(self, loop: ops.ForRow, along: _Along, sets: SiteSets) -> tuple[Expr, str] | None:
        at_site = _AtSite(self.effects, sets, along.at)
        reach = ALL if along.within is None else sets.where(ir.set_has(along.within, ir.value_of(sets.key)))
        if not reach.exact or not at_site.follows(along.body, reach):
            return None
        table = self.rays.of(loop.table, along.radials, along.first, along.end)
        if not table:
            return None
        passes, pushes = (self._kept(sets.written_out(x)) for x in (at_site.passes, at_site.pushes))
        return ir.set_and(Expr(Op.SIGHT, Type.SET, (loop.row, passes), table), pushes), self._by_ray(along)

    def _hop(self, loop: ops.ForRow, hop: GivenHop, sets: SiteSets) -> tuple[Expr, str] | None:
        known = Known({id(hop.site): ir.value_of(sets.key)})
        hurdles = sets.where(Resolver(self.effects).resolve(hop.hurdle, known))
        at_site = _AtSite(self.effects, sets, hop.to)
        if not hurdles.exact or not at_site.follows(hop.rest, ALL):
            return None
        through = Expr(Op.CALL, Type.SET, (), self.kept.function(sets.written_out(hurdles)))
        if text_of(through) != text_of(hop.through):
            return None  # the first hurdle is not one of the others
        longest = max(map(len, self.program.tables[hop.radials].lists))
        along = _Along(hop.radials, hop.to, hop.rest, 1, longest, None)
        table = self.rays.of(loop.table, along.radials, along.first, along.end)
        if not table:
            return None
        name = f"{loop.table}_by_position"
        if name not in self.program.tables:
            self.program.tables[name] = Table(name, "sets", self._by_position(loop.table, hop.radials, longest))
        position = ir.min_(ir.max_(hop.n + 1, 0), longest)
        there = Expr(Op.SET_TABLE, Type.SET, (loop.row * (longest + 1) + position,), name)
        seen = Expr(Op.SIGHT, Type.SET, (loop.row, through), table)
        pushes = self._kept(sets.written_out(at_site.pushes))
        return ir.set_and(ir.set_and(seen, there), pushes), self._by_ray(along)

    def _by_position(self, rows: str, radials: str, longest: int) -> list[list[int]]:
        """For each row and each position, up to one that no radial has, the sites there; none for the origin."""
        lists = self.program.tables[radials].lists
        found: list[list[int]] = []
        for row in self.program.tables[rows].lists:
            rays = [lists[x] for x in row if 0 <= x < len(lists)]
            found += [[], *([ray[k] for ray in rays if k < len(ray)] for k in range(1, longest + 1))]
        return found

    def _by_ray(self, along: _Along) -> str:
        """The table of the sites of each radial that a loop looks at, as sets."""
        name = f"{along.radials}_from_{along.first}_to_{along.end}"
        if name not in self.program.tables:
            rows = [row[along.first : along.end] for row in self.program.tables[along.radials].lists]
            self.program.tables[name] = Table(name, "sets", rows)
        return name

    def _kept(self, x: Expr) -> Expr:
        """A SET that depends on the state alone, computed once in a position."""
        known = x.op in (Op.FIELD, Op.SET_RANGE) or (x.op is Op.CALL and x.called.kept)
        return x if known else Expr(Op.CALL, Type.SET, (), self.kept.function(x))


class _Along:
    """for x in row of a table: for k in first .. length of the radial - 1: at = radials[x][k]; body

    end: a position before which the inner loop ends. within: the SET that it does not leave, None for any.
    """

    def __init__(self, radials: str, at: Var, body: Block, first: int, end: int, within: Expr | None) -> None:
        self.radials, self.at, self.body, self.first, self.end, self.within = radials, at, body, first, end, within

    @staticmethod
    def of(program: Program, loop: ops.ForRow) -> _Along | None:
        """The parts of such a loop; None for another one."""
        if len(loop.body) != 1 or not isinstance(loop.body[0], ops.ForRange):
            return None
        inner = loop.body[0]
        if inner.down or inner.apart or len(inner.body) < 2 or not inner.lo.is_const or inner.lo.const < 1:
            return None
        at, *body = inner.body
        if not isinstance(at, ops.Assign) or at.value.op is not Op.ROW_AT:
            return None
        row, position = at.value.src
        if row.arg is not loop.var or position.arg is not inner.var:
            return None
        longest = max(map(len, program.tables[at.value.name].lists), default=0)
        ends = inner.hi.src if inner.hi.op is Op.MIN else (inner.hi,)
        end, within, limited = longest, None, False
        for x in ends:
            if x.is_const:
                end = min(end, max(x.const, inner.lo.const))
            elif x.op not in (Op.ROW_LEN, Op.ROW_RUN) or x.name != at.value.name or x.src[0].arg is not loop.var:
                return None
            else:
                limited = True
                if x.op is Op.ROW_RUN:
                    if not x.src[1].is_const or x.src[1].const != inner.lo.const:
                        return None
                    within = x.src[2]
        return _Along(at.value.name, at.var, body, inner.lo.const, end, within) if limited else None


class _AtSite(Resolver):
    """Follows what a slide does at one site, which is an unknown, in COUNT and PROBE.

    passes: the sites from which it goes on. pushes: the sites to which it pushes a move.
    """

    def __init__(self, effects: EffectsOf, sets: SiteSets, at: Var) -> None:
        super().__init__(effects)
        self.sets, self.key, self.at = sets, sets.key, at
        self.passes, self.pushes = NONE, NONE
        self.paths = 0

    def follows(self, body: Block, reach: Sites) -> bool:
        """Follows the body of a loop, entered under a condition. Whether both sets are exact."""
        known = Known({id(self.at): ir.value_of(self.key)})
        return self._path(body, reach, known, pushed=False) and self.passes.exact and self.pushes.exact

    def _path(self, body: Block, reach: Sites, known: Known, *, pushed: bool) -> bool:
        """Follows statements to the end of the iteration, each branch for itself; False if one cannot be followed."""
        self.paths += 1
        if self.paths > MOST_PATHS:
            return False
        for i, s in enumerate(body):
            if not all(self.effects.expression(x).pure or is_run(x, EMIT_GATE) for x in expressions(s)):
                return False
            if isinstance(s, ops.Assign):
                known.locals[id(s.var)] = self.resolve(s.value, known)
            elif isinstance(s, ops.SetCtx):
                known.slots[s.slot] = self.resolve(s.value, known)
            elif isinstance(s, ops.Emit) or (isinstance(s, ops.If) and is_run(s.cond, EMIT_GATE)):
                to = s.to_site if isinstance(s, ops.Emit) else s.cond.src[0]
                if pushed or self.resolve(to, known).arg is not self.key or (isinstance(s, ops.If) and s.orelse):
                    return False
                self.pushes, pushed = self.sets.either(self.pushes, reach), True
            elif isinstance(s, ops.If):
                cond = self.resolve(s.cond, known)
                for branch, holds in ((s.then, cond), (s.orelse, ir.not_(cond))):
                    where = self.sets.where(holds)
                    within = self.sets.both(reach, where)
                    if not where.exact:
                        return False
                    if within.nowhere:
                        continue
                    if not self._path([*branch, *body[i + 1 :]], within, known.copy(), pushed=pushed):
                        return False
                return True
            elif isinstance(s, ops.Break):
                return True
            elif isinstance(s, ops.Continue):
                break
            else:
                return False
        self.passes = self.sets.either(self.passes, reach)
        return True
