"""Where the moves of a generator can go, for each site that a slot of the context may hold: an abstract interpretation.

A value is the tuple of the numbers that an expression may have, one set for each site in the slot, or None for any
number. The state is taken to be unknown, so that the result holds in all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

from ..program import ops
from ..program.entries import Use
from ..program.ops import OPERATIONS, Block, Expr, Op, Stmt, Type, Var
from ..program.program import Function, Program
from ..program.walk import all_statements, blocks, bound, expressions, reached_from, runs, statements
from .intervals import bounds, wrapped
from .known_conditions import decide
from .left_changed import LeftChanged, restored
from .site_sets import COMPARE

FEW = 16  # positions in a row that are told apart
MOST = 512  # numbers that a value may hold for one site; more count as any number
DEEPEST = 12  # nested calls that are followed
GREATEST = 1 << 30  # greater numbers count as any number: sums might wrap

Values = tuple[frozenset[int], ...]
Sets = list[frozenset[int]]

_COMPUTED = {op: OPERATIONS[op].folds[Type.INT] for op in (Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX)}


class UnknownDestinationError(Exception):
    """A move may go anywhere."""


class _Env:
    """What is known of locals and slots."""

    def __init__(self, slots: dict[str, Values]) -> None:
        self.locals: dict[Var, Values | None] = {}
        self.slots: dict[str, Values] = slots

    def copy(self) -> _Env:
        other = _Env(dict(self.slots))
        other.locals = dict(self.locals)
        return other

    def join(self, a: _Env, b: _Env) -> None:
        self.locals = {k: v for k, v in a.locals.items() if b.locals.get(k, ()) == v}
        self.slots = {k: v for k, v in a.slots.items() if b.slots.get(k) == v}


class Destinations:
    """The destinations of generators. size: one more than the greatest site that is looked at."""

    def __init__(self, program: Program, modal: Set[int], left_changed: LeftChanged, size: int) -> None:
        self.program, self.modal, self.left_changed, self.size = program, modal, left_changed, size
        self.each: Values = tuple(frozenset({site}) for site in range(size))
        self._known: dict[tuple[int, str], Sets | None] = {}
        self._rows: dict[str, list[frozenset[int]]] = {}
        self._found: Sets = []
        self._within: list[int] = []
        self._positions: dict[Var, tuple[str, Expr]] = {}
        self._pushing: dict[int, bool] = {}

    def pushed(self, fn: Function, slot: str, args: Sequence[int]) -> Sets:
        """For each site in the slot, where the moves of a function may go. Raises UnknownDestinationError."""
        env = _Env({slot: self.each})
        for v, value in zip(fn.params, args, strict=True):
            env.locals[v] = self._constant(value)
        return self._of(fn, env, slot if not args else "")

    def _of(self, fn: Function, env: _Env, slot: str) -> Sets:
        """slot: the only thing that is known on entry, if that is so; then the result is memoised."""
        key = (fn.index, slot)
        if not slot or key not in self._known:
            outer, self._found = self._found, [frozenset() for _ in range(self.size)]
            self._within.append(fn.index)
            found: Sets | None = None
            try:
                if len(self._within) > DEEPEST or fn.index in self._within[:-1]:
                    raise UnknownDestinationError
                self._block(fn.body, env)
                found = self._found
            except UnknownDestinationError:
                pass
            self._within.pop()
            self._found = outer
            if not slot:
                if found is None:
                    raise UnknownDestinationError
                return found
            self._known[key] = found
        known = self._known[key]
        if known is None:
            raise UnknownDestinationError
        return known

    # ------------------------------------------------------------------ statements

    def _block(self, body: Block, env: _Env) -> bool:
        """Follows a block. Returns whether it is certainly left before its end."""
        return any(self._statement(s, env) for s in body)

    def _statement(self, s: Stmt, env: _Env) -> bool:
        if isinstance(s, ops.Assign):
            value = self._value(s.value, env)
            self._forget_slots(s.value, env)
            env.locals[s.var] = value
        elif isinstance(s, ops.SetCtx):
            found = self._value(s.value, env)
            self._forget_slots(s.value, env)
            env.slots.pop(s.slot, None)
            if found is not None:
                env.slots[s.slot] = found
        elif isinstance(s, ops.If):
            return self._if(s, env)
        elif isinstance(s, ops.Loop):
            self._loop(s, env)
        elif isinstance(s, ops.Filter):
            self._block(s.body, env)
            self._forget(s.tests, env)
            self._block(s.tests, env.copy())
        elif isinstance(s, ops.Restoring):
            before = dict(env.slots)
            left = self._block(s.inside, env)
            env.slots = restored(env.slots, before, s.slots)
            return left
        elif isinstance(s, ops.OnCopy) or (isinstance(s, ops.InFull) and s.exports):
            return self._block(s.body, env)
        elif isinstance(s, ops.Composed):  # the moves from which it is put together are forgotten
            self._forget([*s.body, *s.parts], env)
            self._do(s.close, env)
        elif isinstance(s, ops.InMode):  # what is pushed is forgotten
            self._forget([s], env)
        elif isinstance(s, ops.Push):
            self._add(self._value(s.to_site, env))
            if isinstance(s, ops.BuiltMove):
                self._forget(s.body, env)
        elif isinstance(s, ops.Do):
            self._do(s.value, env)
        return isinstance(s, ops.Return | ops.Break | ops.Continue)

    def _if(self, s: ops.If, env: _Env) -> bool:
        holds = self._holds(s.cond, env)
        self._forget_slots(s.cond, env)
        if holds is not None:
            return self._block(s.then if holds else s.orelse, env)
        a, b = env.copy(), env.copy()
        left, other = self._block(s.then, a), self._block(s.orelse, b)
        if left or other:
            kept = b if left else a
            env.locals, env.slots = kept.locals, kept.slots
        else:
            env.join(a, b)
        return left and other

    def _loop(self, s: ops.Loop, env: _Env) -> None:
        values: Values | None = None
        if isinstance(s, ops.ForRow):
            values = self._of_row(s.table, self._value(s.row, env))
        elif isinstance(s, ops.ForNumbers):
            if isinstance(s, ops.ForAlong) and s.lo.is_const and s.lo.const >= 0:
                self._positions[s.var] = (s.table, s.row)
            end = wrapped(bounds(s.hi))[1]
            if s.lo.is_const and not s.down and end - s.lo.const <= FEW:
                values = (frozenset(range(s.lo.const, end)),) * self.size
        elif isinstance(s, ops.ForSet) and s.set.op is Op.SET_ONE:
            values = self._value(s.set.src[0], env)
        self._forget([s], env)
        within = env.copy()
        if isinstance(s, ops.ForLoop):
            within.locals[s.var] = values
        for inner in blocks(s):
            self._block(inner, within)
        if isinstance(s, ops.ForLoop):
            self._positions.pop(s.var, None)

    def _do(self, x: Expr, env: _Env) -> None:
        if x.op is Op.CALL and self._pushes(x.called):
            args = [self._value(a, env) for a in x.src]
            inner = _Env(dict(env.slots))
            inner.locals = dict(zip(x.called.params, args, strict=True))
            (slot, *others) = [name for name, v in env.slots.items() if v is self.each] or [""]
            only = slot if not args and not others and len(env.slots) == 1 else ""
            found = self._of(x.called, inner, only)
            self._found = [a | b for a, b in zip(self._found, found, strict=True)]
        elif x.op is Op.RUN:
            if x.run.intrinsic.calls:
                raise UnknownDestinationError
            for operand, value in zip(x.run.intrinsic.operands, x.src, strict=False):
                if operand.use is Use.DESTINATION:
                    self._add(self._value(value, env))
        self._forget_slots(x, env)

    def _pushes(self, fn: Function) -> bool:
        """Whether moves of a function may be among those that are looked at, in whatever mode it pushes them."""
        if fn.index not in self._pushing:
            within = (self.program.functions[i] for i in reached_from(self.program, [fn]))
            self._pushing[fn.index] = fn.index in self.modal or any(
                isinstance(s, ops.Composed) for other in within for s in all_statements(other)
            )
        return self._pushing[fn.index]

    def _add(self, to: Values | None) -> None:
        if to is None:
            raise UnknownDestinationError
        self._found = [a | b for a, b in zip(self._found, to, strict=True)]

    def _forget(self, body: Block, env: _Env) -> None:
        """Forgets what statements may write."""
        for v in bound(body):
            env.locals.pop(v, None)
        for s in statements(body):
            if isinstance(s, ops.SetCtx):
                env.slots.pop(s.slot, None)
            for x in expressions(s):
                self._forget_slots(x, env)

    def _forget_slots(self, x: Expr, env: _Env) -> None:
        if runs(x):
            for slot in self.left_changed.expression(x):
                env.slots.pop(slot, None)

    # ------------------------------------------------------------------ expressions

    def _constant(self, value: int) -> Values:
        return (frozenset({value}),) * self.size

    def _value(self, x: Expr, env: _Env) -> Values | None:
        """What an INT expression may be."""
        if x.op is Op.CONST:
            return self._constant(x.const)
        if x.op is Op.VAR:
            return env.locals.get(x.var)
        if x.op is Op.CTX:
            return env.slots.get(x.name)
        if x.op is Op.SELECT:
            holds = self._holds(x.src[0], env)
            if holds is not None:
                return self._value(x.src[1 if holds else 2], env)
            a, b = self._value(x.src[1], env), self._value(x.src[2], env)
            return None if a is None or b is None else tuple(p | q for p, q in zip(a, b, strict=True))
        if x.op is Op.TABLE:
            return self._of_table(x, env)
        if x.op is Op.ROW_AT:
            return self._row_at(x, env)
        if x.op in _COMPUTED:
            a, b = self._value(x.src[0], env), self._value(x.src[1], env)
            return None if a is None or b is None else _pairs(_COMPUTED[x.op], a, b)
        return None

    def _of_table(self, x: Expr, env: _Env) -> Values | None:
        rows = self.program.tables[x.name].values
        at = self._value(x.src[0], env)
        if at is None:
            return _limited((frozenset((*rows, 0)),) * self.size)
        return tuple(frozenset(rows[i] if 0 <= i < len(rows) else 0 for i in some) for some in at)

    def _of_row(self, table: str, rows: Values | None) -> Values | None:
        """The values of rows of a ragged table."""
        sets = self._rows.get(table)
        if sets is None:
            sets = self._rows[table] = [frozenset(row) for row in self.program.tables[table].lists]
        if rows is None:
            return _limited((frozenset().union(*sets),) * self.size)
        return _limited(tuple(frozenset().union(*(sets[i] for i in some if 0 <= i < len(sets))) for some in rows))

    def _row_at(self, x: Expr, env: _Env) -> Values | None:
        row, position = x.src
        rows, at = self._value(row, env), self._value(position, env)
        within = position.op is Op.VAR and self._positions.get(position.var) == (x.name, row)
        if rows is None or at is None:
            found = self._of_row(x.name, rows)
        else:
            lists = self.program.tables[x.name].lists
            found = tuple(
                frozenset(lists[i][k] for i in some if 0 <= i < len(lists) for k in places if 0 <= k < len(lists[i]))
                for some, places in zip(rows, at, strict=True)
            )
        if found is None or within:
            return found
        return tuple(some | {0} for some in found)  # what is read out of bounds is 0

    def _holds(self, x: Expr, env: _Env) -> bool | None:
        """Whether a condition holds, if that is so for every site."""
        return decide(x, lambda y: self._compared(y, env))

    def _compared(self, x: Expr, env: _Env) -> bool | None:
        if x.op not in COMPARE:
            return None
        a, b = self._value(x.src[0], env), self._value(x.src[1], env)
        if a is None or b is None:
            return None
        holds = OPERATIONS[x.op].folds[Type.INT]
        found = {bool(holds(p, q)) for some, others in zip(a, b, strict=True) for p in some for q in others}
        return found.pop() if len(found) == 1 else None


def _pairs(compute: Callable[..., Any], a: Values, b: Values) -> Values | None:
    if any(len(p) * len(q) > MOST for p, q in zip(a, b, strict=True)):
        return None
    found = tuple(frozenset(compute(x, y) for x in p for y in q) for p, q in zip(a, b, strict=True))
    return None if any(abs(v) > GREATEST for some in found for v in some) else found


def _limited(values: Values) -> Values | None:
    return None if any(len(some) > MOST for some in values) else values
