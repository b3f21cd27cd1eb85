"""Finds where the moves of a loop along the rays of a site go: in one operation, without running the loop.

A slide pushes a move for each site of a ray until a site ends it. If what it does at a site depends on that site and
the state alone, two sets say it all: the sites that a slide passes, and those to which it pushes a move. `SIGHT` finds
the sites that the rays get to; the moves go to those of them that are in the second set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ...facts.along_rows import AlongRow, limits
from ...facts.intervals import bounds
from ...facts.loops import context_stays, one_move_each
from ...facts.outcomes import moved_to, outcomes
from ...facts.site_sets import ALL, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Table, Type, Var
from ...program.program import Function, Program
from ...program.substitution import put_in
from ...program.walk import all_of, assigned_once, bound, nodes, statements, subexpressions
from ..base.kept_sets import KeptSets
from ..base.rays import RayRows
from ..base.registry import register
from ..sets.narrow_rows import SMALL_BOARD, tried
from .count_each import count_each


@register(after=("find_runs", "bound_runs"))
def look_along_rays(program: Program) -> None:
    """Notes where moves go (`ops.ForRow.goes`), and what that says of the loops around (`ops.CountedLoop.each`)."""
    loops = [
        (fn, s) for fn in program.functions for s in all_of(fn, ops.ForRow) if s.apart and context_stays(program, fn, s)
    ]
    pass_ = _Looking(program)
    found = False
    for fn, loop in loops:
        loop.goes = pass_.goes(fn, loop)
        if loop.goes is not None:
            fn.changed()
            found = True
    if found:
        count_each(program)


class _Looking:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.kept = KeptSets(program)
        self.tried = tried(program)
        self.rays = RayRows(program)

    def goes(self, fn: Function, loop: ops.ForRow) -> ops.Goes | None:
        """Where the moves of a loop go; None if that is not known."""
        if not self.effects.expression(loop.row).pure:
            return None
        along = _Along.of_loop(self.program, loop)
        return self._hop(fn, loop) if along is None else self._slide(fn, loop, along)

    def _sets(self, fn: Function, radials: str, key: Var, changing: tuple[Var, ...] | None = None) -> SiteSets | None:
        """What turns conditions on a site of a radial into sets; None if that does not pay."""
        least, greatest = self.program.tables[radials].span
        size = 1 + greatest
        if least < 0 or not 0 < size <= self.program.set_width:
            return None
        if size > SMALL_BOARD and fn.index in self.tried:
            return None  # the sets would be found for this loop alone
        return SiteSets(self.program, self.effects, key, size, changing)

    def _slide(self, fn: Function, loop: ops.ForRow, along: _Along) -> ops.Goes | None:
        radials = along.along.table
        sets = self._sets(fn, radials, along.along.key)
        if sets is None:
            return None
        here, own = ir.value_of(sets.key), set(bound(loop.body)) - {along.steps.var}
        reach = ALL if along.within is None else sets.where(ir.set_has(along.within, here))
        found = outcomes(sets, loop.body, own, along.along.known, moves=True, within=along.steps)
        if found is None or not reach.exact or not found.end.exact:
            return None
        table = self.rays.table(loop.table, radials, along.first, along.end)
        pushes = moved_to(sets, found)
        if not table or pushes is None:
            return None
        passes, pushed = (self._kept(sets.written_out(sets.both(reach, x))) for x in (found.end, pushes))
        seen = Expr(Op.SIGHT, Type.SET, (loop.row, passes), table)
        by_ray = self._by_ray(radials, along.first, along.end)
        return ops.Goes(ir.set_and(seen, pushed), by_ray, one_move_each(along.steps.body))

    def _hop(self, fn: Function, loop: ops.ForRow) -> ops.Goes | None:
        """Where the moves of a loop go whose iterations push a move to one position of their radials: the sites at that
        position that fulfil the conditions. A condition on the sites before it is one on what is seen through a set."""
        landing = _Landing.of_loop(fn, loop)
        if landing is None:
            return None
        radials, longest = landing.radials, self.program.tables[landing.radials].longest
        key, inside = Var("site", Type.INT), bound([loop])
        sets = self._sets(fn, radials, key, tuple(inside))
        table = "" if sets is None else self.rays.table(loop.table, radials, 1, longest)
        if sets is None or not table:
            return None

        def seen(through: Expr) -> Expr:
            return Expr(Op.SIGHT, Type.SET, (loop.row, through), table)

        known = partial(landing.known, here=ir.value_of(key), seen=seen)
        found = outcomes(sets, loop.body, set(bound(loop.body)), known, moves=True)
        pushes = None if found is None else moved_to(sets, found)
        if pushes is None:
            return None
        name = f"{loop.table}_{radials}_by_position"
        if name not in self.program.tables:
            self.program.tables[name] = Table(name, "sets", self._by_position(loop.table, radials, longest))
        position = ir.min_(landing.position, longest)
        there = Expr(Op.SET_TABLE, Type.SET, (loop.row * (longest + 1) + position,), name)
        to = ir.set_and(there, self._kept_in(sets.written_out(pushes)))
        return ops.Goes(to, self._by_ray(radials, 1, longest))

    def _kept_in(self, x: Expr) -> Expr:
        """A SET whose parts that depend on the state alone are computed once in a position."""
        if x.op in (Op.SET_AND, Op.SET_OR, Op.SET_DIFF) and any(y.op in (Op.VAR, Op.SIGHT) for y in subexpressions(x)):
            return Expr(x.op, x.type, tuple(map(self._kept_in, x.src)), x.arg)
        return x if x.op in (Op.VAR, Op.SIGHT) else self._kept(x)

    def _by_position(self, rows: str, radials: str, longest: int) -> list[list[int]]:
        """For each row and each position, up to one that no radial has, the sites there; none for the origin."""
        lists = self.program.tables[radials].lists
        found: list[list[int]] = []
        for row in self.program.tables[rows].lists:
            rays = [lists[x] for x in row if 0 <= x < len(lists)]
            found += [[], *([ray[k] for ray in rays if k < len(ray)] for k in range(1, longest + 1))]
        return found

    def _by_ray(self, radials: str, first: int, end: int) -> str:
        """The table of the sites of each radial from a position up to another one, as sets."""
        name = f"{radials}_from_{first}_to_{end}"
        if name not in self.program.tables:
            rows = [row[first:end] for row in self.program.tables[radials].lists]
            self.program.tables[name] = Table(name, "sets", rows)
        return name

    def _kept(self, x: Expr) -> Expr:
        """A SET that depends on the state alone, computed once in a position."""
        known = x.op in (Op.FIELD, Op.SET_RANGE) or (x.op is Op.CALL and x.called.kept)
        return x if known else Expr(Op.CALL, Type.SET, (), self.kept.function(x))


@dataclass(frozen=True, slots=True)
class _Along:
    """for x in row of a table: steps, for k in first .. length of the radial - 1, which look at radials[x][k]

    end: a position before which the steps end. within: the SET that they do not leave, None for any.
    """

    along: AlongRow
    steps: ops.ForRange
    first: int
    end: int
    within: Expr | None

    @staticmethod
    def of_loop(program: Program, loop: ops.ForRow) -> _Along | None:
        """The parts of such a loop; None for another one."""
        ranges = [s for s in statements(loop.body) if isinstance(s, ops.ForRange)]
        if len(ranges) != 1 or (inner := ranges[0]).down or inner.apart:
            return None
        along = AlongRow.of_loop(program, inner)
        if along is None or along.row.arg is not loop.var or not inner.lo.is_const or inner.lo.const < 1:
            return None
        first, end, within, limited = inner.lo.const, program.tables[along.table].longest, None, False
        for x in limits(inner.hi, first):
            if x.is_const:
                end = min(end, max(x.const, first))
            elif x.op not in (Op.ROW_LEN, Op.ROW_RUN) or x.name != along.table or x.src[0].arg is not loop.var:
                return None
            else:
                limited = True
                if x.op is Op.ROW_RUN:
                    if not x.src[1].is_const or x.src[1].const != first:
                        return None
                    within = x.src[2]
        return _Along(along, inner, first, end, within) if limited else None


@dataclass(frozen=True, slots=True)
class _Landing:
    """for x in row of a table: what looks at radials[x][position], the position being the same for all x"""

    radials: str
    radial: Var
    position: Expr

    @staticmethod
    def of_loop(fn: Function, loop: ops.ForRow) -> _Landing | None:
        """The one position behind the first site at which a loop looks; None for another loop."""
        inside = bound([loop])
        reads = [x for x in nodes(statements(loop.body)) if x.op is Op.ROW_AT and x.src[0].arg is loop.var]
        fixed = [x for x in reads if not any(y.arg is v for y in subexpressions(x.src[1]) for v in inside)]
        if len(set(fixed)) != 1:
            return None
        landing = _Landing(fixed[0].name, loop.var, fixed[0].src[1])
        return landing if bounds(put_in(landing.position, assigned_once(fn)))[0] > 1 else None

    def known(self, x: Expr, here: Expr, seen: Callable[[Expr], Expr]) -> Expr | None:
        """What is known of an expression where a radial has a site at the position, which is `here`. seen: the sites
        that are seen from the first one through a SET."""
        if x.op in (Op.ROW_AT, Op.ROW_LEN) and x.src[0].arg is self.radial:
            return x if x.op is Op.ROW_LEN else here if self._is_it(x.src[1]) else None
        if x.op is Op.LT and self._is_it(x.src[0]) and x.src[1].op is Op.ROW_LEN:
            return ir.TRUE
        if x.op is not Op.GE or not self._is_it(x.src[1]):
            return None
        a = x.src[0]
        if a.op is Op.ROW_RUN and a.src[0].arg is self.radial and a.src[1].is_const and a.src[1].const == 1:
            return ir.set_has(seen(a.src[2]), here)
        if a.is_const and a.const <= 1:
            return ir.FALSE  # the position is greater
        return ir.TRUE if a.op is Op.ROW_LEN or self._is_it(a) else None

    def _is_it(self, x: Expr) -> bool:
        return x is self.position
