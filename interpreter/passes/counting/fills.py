"""Finds for all sites together how their rays go on: with a few shifts instead of a loop over the positions.

A loop over the positions where runs end asks of each origin whether its run, the sites of a set one after the other,
ends in some way: before a site of the mover's, say. That follows from the ends. The sites before such an end are one
step back; so are, through sites of the run, all that lead there. Steps of 1, 2, 4, … sites reach all of them (known
from chess programs as the Kogge-Stone fill).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Program
from ...program.substitution import put_in
from ...program.walk import bound, conjuncts, locals_read, reads, statements
from .running_unions import RunningUnion

__all__ = ["Plan", "fills"]


class _OtherError(Exception):
    """A loop that is not of this form."""


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """What is known of the loops that are written. own: as of `running_unions`. goes_on: for loops along rays the local
    with the sites for which the next iteration runs. unions: what loops keep."""

    own: Var
    goes_on: Mapping[Stmt, Var]
    unions: Mapping[Stmt, Sequence[RunningUnion]]


def fills(program: Program, body: Block, plan: Plan, wanted: list[Var], new: Callable[[], Var]) -> Block:
    """A block in which such loops are replaced. Only loops of the block itself are looked at.

    wanted: the locals that are read after the block. new: makes a local for a set.
    """
    out: Block = []
    for k, s in enumerate(body):
        replaced = None
        if isinstance(s, ops.WhileAny) and s in plan.goes_on and s.lo.is_const and s.hi.is_const:
            try:
                replaced = _Fill(program, s, out, plan, new).found(locals_read(statements(body[k + 1 :])) | set(wanted))
            except _OtherError:
                replaced = None
        out += [s] if replaced is None else replaced
    return out


class _Fill:
    """One loop. before: the statements of its block before it."""

    def __init__(self, program: Program, loop: ops.WhileAny, before: Block, plan: Plan, new: Callable[[], Var]) -> None:
        self.program, self.loop, self.before, self.own, self.new = program, loop, before, plan.own, new
        self.goes_on, self.unions = plan.goes_on[loop], plan.unions.get(loop, ())
        self.lo, self.hi = loop.lo.const, loop.hi.const
        self.step = 0  # from a position to the next one
        self.origins: tuple[str, int] | None = None  # the table, and the number of its set for position 0
        self.on = loop.on

    def found(self, later: set[Var]) -> Block:
        """What replaces the loop. later: the locals that are read after it. Raises _OtherError."""
        if len(self.unions) > 1:
            raise _OtherError
        kept = self.unions[0] if self.unions else None
        values, into, collected = self._parts()
        self.changed = {*bound(self.loop.body), self.loop.var}
        if self.lo < 1 or (self.changed - {into}) & later:
            raise _OtherError
        fits = None if kept is None else kept.union
        parts = conjuncts(put_in(collected, values), Op.SET_AND)
        rest = [x for x in parts if not (x.op is Op.VAR and x.arg is fits)]
        if (fits is not None) != (len(rest) < len(parts)) or not rest:
            raise _OtherError
        goes_on = self._next(put_in(values[self.goes_on], values))
        ends: Expr | None = None
        for x in rest:
            ends = self._and(ends, self._next(x))
        first = self._before(self.on)
        if ends is None or goes_on is None or not self._regular() or not self._has(first, self.lo - 1):
            raise _OtherError
        out: Block = []
        through = self._let(out, goes_on)
        known = self._spread(out, self._let(out, ends), [through])
        if kept is not None:
            sites = self._at(kept.fits, 0)
            if sites is None or kept.first != self.lo - 1:
                raise _OtherError
            self.before[:] = [s for s in self.before if not (isinstance(s, ops.Assign) and s.var is fits)]
            known = self._spread(out, self._let(out, ir.set_and(known, sites)), self.steps)
        back = known if self.lo == 1 else ir.set_shift(known, ir.const(-self.step * (self.lo - 1)))
        total = Expr(Op.VAR, Type.SET, (), into)
        start = Expr(Op.VAR, Type.SET, (), self.on)
        out.append(ops.Assign(into, ir.set_or(total, ir.set_and(start, back))))
        return out

    # ------------------------------------------------------------------ what the loop does

    def _parts(self) -> tuple[dict[Var, Expr], Var, Expr]:
        """The values of the locals of an iteration, and the local that is added to, with what is added. Raises
        _OtherError if an iteration does anything else."""
        values: dict[Var, Expr] = {}
        added: list[tuple[Var, Expr]] = []
        noted = {self.on, *(x.union for x in self.unions)}
        for s in (*self.loop.head, *self.loop.body):
            if not isinstance(s, ops.Assign) or s.var.type is not Type.SET:
                raise _OtherError
            if s.value.op is Op.SET_OR and s.value.src[0].arg is s.var and s.var not in noted:
                added.append((s.var, s.value.src[1]))
            elif s.var not in noted:
                values[s.var] = put_in(s.value, values)
        if len(added) != 1 or self.goes_on not in values:
            raise _OtherError
        return values, *added[0]

    # ------------------------------------------------------------------ sets about one site of a ray

    def _next(self, x: Expr) -> Expr | None:
        """A set of origins for which something holds at a position, as the set of the sites that are one step before
        that. None for all sites: origins are left out, of which only those that are `on` matter."""
        return self._at(x, 1)

    def _at(self, x: Expr, ahead: int) -> Expr | None:
        if x.op is Op.VAR and (x.var is self.on or x.var is self.own):
            return None
        if x.op is Op.SET_EMPTY:
            return x
        if x.op is Op.SET_TABLE and ahead == 1:
            return self._origins(x)
        if x.op is Op.SET_SHIFT and x.src[0].op is Op.VAR and x.src[0].var not in self.changed:
            by = _factor(x.src[1], self.loop.var)
            if by is None or by == 0 or self.step not in (0, -by):
                raise _OtherError
            self.step = -by
            return x.src[0] if ahead == 0 else ir.set_shift(x.src[0], ir.const(by))
        if x.op is Op.SELECT:
            return self._select(x, ahead)
        if x.op in (Op.SET_AND, Op.SET_OR, Op.SET_DIFF):
            a, b = (self._at(y, ahead) for y in x.src)
            if x.op is Op.SET_AND:
                return self._and(a, b)
            if x.op is Op.SET_OR:
                return None if a is None or b is None else ir.set_or(a, b)
            if b is None:
                return ir.EMPTY_SET
            return Expr(Op.SET_DIFF, Type.SET, (self._all() if a is None else a, b))
        raise _OtherError

    def _and(self, a: Expr | None, b: Expr | None) -> Expr | None:
        if a is None or b is None:
            return b if a is None else a
        for x, y in ((a, b), (b, a)):  # without a set of all sites, where that is possible
            if x.op is Op.SET_DIFF and x.src[0].op is Op.SET_RANGE:
                return Expr(Op.SET_DIFF, Type.SET, (y, x.src[1]))
        return ir.set_and(a, b)

    def _all(self) -> Expr:
        return Expr(Op.SET_RANGE, Type.SET, (ir.const(0), ir.const(self.program.set_width)))

    def _select(self, x: Expr, ahead: int) -> Expr | None:
        cond, *ways = x.src
        if reads(cond, {self.loop.var}):
            decided = {put_in(cond, {self.loop.var: ir.const(k)}) for k in range(self.lo, self.hi)}
            if any(not c.is_const for c in decided) or len({bool(c.const) for c in decided}) > 1:
                raise _OtherError
            return self._at(ways[0 if decided.pop().const else 1], ahead)
        if reads(cond, self.changed):
            raise _OtherError
        a, b = (self._at(y, ahead) for y in ways)
        if a is None and b is None:
            return None
        return ir.select(cond, self._all() if a is None else a, self._all() if b is None else b)

    def _origins(self, x: Expr) -> Expr:
        """The sites whose ray has a next position."""
        index = x.src[0]
        place = 0
        if index.op is Op.ADD and index.src[0].is_const:
            place, index = index.src[0].const, index.src[1]
        if index.arg is not self.loop.var or self.origins not in (None, (x.name, place)):
            raise _OtherError
        self.origins = x.name, place
        return Expr(Op.SET_TABLE, Type.SET, (ir.const(place + 1),), x.name)

    # ------------------------------------------------------------------ what has to hold

    def _regular(self) -> bool:
        """Whether a ray has a position if the one before it has a next one, up to the end of the loop."""
        if self.origins is None or self.step == 0:
            return False
        name, place = self.origins
        rows = [set(row) for row in self.program.tables[name].lists[place : place + self.hi]]
        if len(rows) < self.hi or rows[-1] or not rows[1]:
            return False
        return all(
            rows[k + 1] == {site for site in rows[k] if site + k * self.step in rows[1]} for k in range(1, self.hi - 1)
        )

    def _before(self, v: Var) -> list[Expr]:
        """The sets that a local is an intersection of when the loop begins."""
        todo, found = [Expr(Op.VAR, Type.SET, (), v)], list[Expr]()
        while todo:
            x = todo.pop()
            found.append(x)
            if x.op is Op.SET_AND:
                todo += x.src
            elif x.op is Op.VAR:
                made = [s for s in statements(self.before) if isinstance(s, ops.Assign) and s.var is x.var]
                if len(made) == 1 and any(s is made[0] for s in self.before):
                    todo.append(made[0].value)
        return found

    def _has(self, parts: list[Expr], position: int) -> bool:
        """Whether all origins have a position."""
        if position == 0:
            return True
        assert self.origins is not None
        name, place = self.origins
        return any(x.op is Op.SET_TABLE and x.arg == name and _is(x.src[0], place + position) for x in parts)

    # ------------------------------------------------------------------ what is written

    def _let(self, out: Block, x: Expr) -> Expr:
        v = self.new()
        out.append(ops.Assign(v, x))
        return Expr(Op.VAR, Type.SET, (), v)

    def _spread(self, out: Block, known: Expr, steps: list[Expr]) -> Expr:
        """The sites of a set, and those from which it is reached. steps[i]: the sites from which 2^i steps lead through
        the run; those that are missing are found."""
        far, i = 1, 0
        while far < self.hi - self.lo:
            if i == len(steps):
                again = ir.set_shift(steps[-1], ir.const(-self.step * far // 2))
                steps = [*steps, self._let(out, ir.set_and(steps[-1], again))]
            reached = ir.set_and(steps[i], ir.set_shift(known, ir.const(-self.step * far)))
            known = self._let(out, ir.set_or(known, reached))
            far, i = 2 * far, i + 1
        self.steps = steps
        return known


def _is(x: Expr, value: int) -> bool:
    return x.is_const and x.const == value


def _factor(by: Expr, var: Var) -> int | None:
    """The number by which the variable of a loop is multiplied in an expression that is nothing else."""
    if by.op is Op.VAR and by.var is var:
        return 1
    if by.op is Op.SUB and by.src[0].is_const and by.src[0].const == 0:
        inner = _factor(by.src[1], var)
        return None if inner is None else -inner
    if by.op is Op.MUL:
        for a, b in (by.src, by.src[::-1]):
            inner = _factor(b, var) if a.is_const else None
            if inner is not None:
                return a.const * inner
    return None
