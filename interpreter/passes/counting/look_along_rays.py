"""Finds where the moves of a loop along the rays of a site go: in one operation, without running the loop.

A slide pushes a move for each site of a ray until a site ends it. If what it does at a site depends on that site and
the state alone, two sets say it all: the sites that a slide passes, and those to which it pushes a move. `SIGHT` finds
the sites that the rays get to; the moves go to those of them that are in the second set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from ...facts.along_rows import AlongRow
from ...facts.intervals import bounds
from ...facts.loops import context_stays, one_move_each
from ...facts.outcomes import moved_to, outcomes
from ...facts.site_sets import ALL, COMPARE, SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Expr, Op, Table, Type, Var
from ...program.program import Function, Program
from ...program.substitution import put_in, substituted
from ...program.walk import all_of, assigned_once, bound, nodes, reads, statements, subexpressions
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
        return self._slide(fn, loop) or self._hop(fn, loop)

    def _sets(self, fn: Function, radials: str, key: Var, changing: tuple[Var, ...] | None = None) -> SiteSets | None:
        """What turns conditions on a site of a radial into sets; None if that does not pay."""
        least, greatest = self.program.tables[radials].span
        size = 1 + greatest
        if least < 0 or not 0 < size <= self.program.set_width:
            return None
        if size > SMALL_BOARD and fn.index in self.tried:
            return None  # the sets would be found for this loop alone
        return SiteSets(self.program, self.effects, key, size, changing)

    def _slide(self, fn: Function, loop: ops.ForRow) -> ops.Goes | None:
        """Where the moves of a loop go that goes along each of its radials, and pushes moves to the sites there."""
        loops = [s for s in statements(loop.body) if isinstance(s, ops.ForAlong)]
        radials = self.program.tables[loop.table].rows_of
        if len(loops) != 1 or (steps := loops[0]).row.arg is not loop.var or steps.table != radials:
            return None
        along, longest = AlongRow.of_loop(self.program, steps), self.program.tables[radials].longest
        if along is None or steps.apart or not all(x.is_const for x in (steps.lo, *steps.limits)):
            return None
        sets, first = self._sets(fn, radials, along.key), steps.lo.const
        if sets is None or first < 1:
            return None
        end = min([longest, *(max(x.const, first) for x in steps.limits)])
        reach = ALL if steps.within is None else sets.where(ir.set_has(steps.within, ir.value_of(along.key)))
        own = set(bound(loop.body)) - {steps.var}
        found = outcomes(sets, loop.body, own, along.known, moves=True, within=steps)
        if found is None or not reach.exact or not found.end.exact:
            return None
        table = self.rays.table(loop.table, first, end)
        pushes = moved_to(sets, found)
        if not table or pushes is None:
            return None
        passes, pushed = (self._kept(sets.written_out(sets.both(reach, x))) for x in (found.end, pushes))
        seen = Expr(Op.SIGHT, Type.SET, (loop.row, passes), table)
        by_ray = self._by_ray(radials, first, end)
        return ops.Goes(ir.set_and(seen, pushed), by_ray, one_move_each(self.program, fn, steps))

    def _hop(self, fn: Function, loop: ops.ForRow) -> ops.Goes | None:
        """Where the moves of a loop go whose iterations push a move to one position of their radials: the sites at that
        position that fulfil the conditions. A condition on the sites before it is one on what is seen through a set."""
        radials = self.program.tables[loop.table].rows_of
        landing = _Landing.of_loop(fn, loop, radials)
        if landing is None:
            return None
        longest = self.program.tables[radials].longest
        key, inside = Var("site", Type.INT), bound([loop])
        sets = self._sets(fn, radials, key, tuple(inside))
        table = "" if sets is None else self.rays.table(loop.table, 1, longest)
        if sets is None or not table:
            return None

        def seen(through: Expr) -> Expr:
            return Expr(Op.SIGHT, Type.SET, (loop.row, through), table)

        own = set(bound(loop.body))
        found = outcomes(sets, loop.body, own, partial(landing.known, here=ir.value_of(key), seen=seen), moves=True)
        without = outcomes(sets, loop.body, own, partial(landing.known, here=ir.const(0)), moves=True)
        pushes = None if found is None else moved_to(sets, found)
        if found is None or without is None or pushes is None:
            return None
        # on a ray without the position it does the same, but for the moves: it is left for all of them, or for none
        left, other = ([(x.what, sets.written_out(x.where)) for x in o.found] for o in (found, without))
        if other != [x for x in left if not isinstance(x[0], ops.Push)]:
            return None
        if any(isinstance(a[0], ops.Push) and not isinstance(b[0], ops.Push) for a, b in pairwise(left)):
            return None  # what is left after a move is left with the first one
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
            rays = [lists[x] for x in row]
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
class _Landing:
    """for x in row of a table: what looks at radials[x][position], the position being the same for all x and at least
    `least`, which is above 1"""

    radial: Var
    radials: str
    position: Expr
    least: int

    @staticmethod
    def of_loop(fn: Function, loop: ops.ForRow, radials: str) -> _Landing | None:
        """The one position behind the first site at which a loop looks; None for another loop."""
        inside, reads = bound([loop]), {x for x in nodes(statements(loop.body)) if x.op is Op.ROW_AT}
        there = [x.src[1] for x in reads if x.src[0].arg is loop.var and x.name == radials]
        fixed = [x for x in there if not any(y.arg is v for y in subexpressions(x) for v in inside)]
        least = bounds(put_in(fixed[0], assigned_once(fn)))[0] if len(fixed) == 1 else 0
        return _Landing(loop.var, radials, fixed[0], least) if least > 1 else None

    def known(self, x: Expr, here: Expr, seen: Callable[[Expr], Expr] | None = None) -> Expr | None:
        """What is known of an expression where a radial has a site at the position, which is `here`; without `seen`,
        where it has none, so that 0 is read there. seen: the sites that are seen from the first one through a SET."""
        if self._of_radial(x):
            return x if x.op is not Op.ROW_AT else here if x.src[1] is self.position else None
        if x.op not in COMPARE:
            return None
        runs: set[Expr] = set()

        def number(y: Expr) -> Expr | None:
            if y is self.position:
                return ir.value_of(_AT)
            if not self._of_radial(y) or y.op is Op.ROW_AT:
                return None
            if y.op is Op.ROW_RUN:
                runs.add(y)
            return ir.value_of(_LENGTH if y.op is Op.ROW_LEN else _END)

        compared = substituted(x, number)
        if not reads(compared, _NUMBERS) or any(y.op not in _ORDERING for y in subexpressions(compared)):
            return None
        if len(runs) > 1 or any(y.src[1] is not ir.const(1) for y in runs):
            return None
        short, before, behind = self._values(compared)
        found = short if seen is None else before | behind
        if len(found) == 1:
            return found.pop()
        if seen is None or len(before) > 1 or len(behind) > 1 or not all(y.is_const for y in found):
            return None
        reached = ir.set_has(seen(runs.pop().src[2]), here)
        return reached if ir.TRUE in behind else ir.not_(reached)

    def _of_radial(self, x: Expr) -> bool:
        of = x.op in (Op.ROW_AT, Op.ROW_LEN, Op.ROW_RUN) and x.arg == self.radials
        return of and x.src[0].arg is self.radial

    def _values(self, x: Expr) -> list[set[Expr]]:
        """The values of a comparison of `_NUMBERS`: where a radial does not have the position; where it has, and the
        run ends before; and where it does not. Numbers that are greater than all others named are not told apart."""
        most = max([self.least, *(y.const for y in subexpressions(x) if y.is_const)]) + 4
        found: list[set[Expr]] = [set(), set(), set()]
        for at in [self.least] if self.position.is_const else range(self.least, most):
            for length in range(most):
                for end in range(1, max(length, 1) + 1):
                    numbers = dict(zip(_NUMBERS, map(ir.const, (at, length, end)), strict=True))
                    found[0 if length <= at else 1 + (end >= at)].add(put_in(x, numbers))
        return found


_NUMBERS = _AT, _LENGTH, _END = tuple(Var(name, Type.INT) for name in ("at", "length", "end"))
"""A position, the length of a radial, and where the run along it ends that begins at its first site."""
_ORDERING = {Op.VAR, Op.CONST, Op.MIN, Op.MAX, *COMPARE}
