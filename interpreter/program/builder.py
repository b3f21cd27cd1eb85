"""Builds functions of a rules program: folds constants, keeps the current block, names things.

A lowering writes code through one `Builder`. Expressions are trees that are evaluated where they stand in the finished
program, so an expression that reads the state must be pinned with `let` before a statement that changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..numbers import quotient
from . import ops
from .intrinsics import INTRINSICS
from .ops import Block, Expr, Field, FieldKind, Function, Op, Program, Table, Type, Var

IntLike = Expr | int
BoolLike = Expr | bool

TRUE = Expr(Op.CONST, Type.BOOL, (), 1)
FALSE = Expr(Op.CONST, Type.BOOL, (), 0)
_SMALL = {i: Expr(Op.CONST, Type.INT, (), i) for i in range(-2, 1025)}
EMPTY_SET = Expr(Op.SET_EMPTY, Type.SET)


def const(value: int) -> Expr:
    """An INT constant."""
    return _SMALL.get(value) or Expr(Op.CONST, Type.INT, (), value)


def as_int(value: IntLike) -> Expr:
    """An INT expression of an expression (BOOL counts as 0/1) or a Python int."""
    if isinstance(value, int):
        return const(int(value))
    if value.type is Type.BOOL:
        return Expr(Op.SELECT, Type.INT, (value, const(1), const(0))) if not value.is_const else const(value.const)
    return value


def as_bool(value: BoolLike) -> Expr:
    """A BOOL expression of an expression or a Python bool."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    return value


_FOLD: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.MIN: min,
    Op.MAX: max,
    Op.EQ: lambda a, b: int(a == b),
    Op.NE: lambda a, b: int(a != b),
    Op.LT: lambda a, b: int(a < b),
    Op.LE: lambda a, b: int(a <= b),
    Op.GT: lambda a, b: int(a > b),
    Op.GE: lambda a, b: int(a >= b),
    Op.BAND: lambda a, b: a & b,
    Op.BOR: lambda a, b: a | b,
    Op.SHL: lambda a, b: a << b,
    Op.SHR: lambda a, b: a >> b,
}
_COMPARE = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE}


def _binary(op: Op, a: Expr, b: Expr) -> Expr:
    boolean = op in _COMPARE
    floats = Type.FLOAT in (a.type, b.type)
    if floats:
        a, b = to_float(a), to_float(b)
        return Expr(op, Type.BOOL if boolean else Type.FLOAT, (a, b))
    if a.is_const and b.is_const:
        if op in _FOLD:
            value = _FOLD[op](a.const, b.const)
            return as_bool(bool(value)) if boolean else const(value)
        if op is Op.DIV and b.const != 0:
            return const(quotient(a.const, b.const))
        if op is Op.MOD and b.const != 0:
            return const(a.const - b.const * quotient(a.const, b.const))
    if boolean and a.op is b.op is Op.VAR and a.arg is b.arg:
        return TRUE if op in (Op.EQ, Op.LE, Op.GE) else FALSE
    if op is Op.ADD and b.is_const and b.const == 0:
        return a
    if op is Op.ADD and a.is_const and a.const == 0:
        return b
    if op is Op.SUB and b.is_const and b.const == 0:
        return a
    if op is Op.MUL and a.is_const and a.const == 1:
        return b
    if op is Op.MUL and b.is_const and b.const == 1:
        return a
    return Expr(op, Type.BOOL if boolean else Type.INT, (a, b))


def _int_op(op: Op) -> Callable[[IntLike, IntLike], Expr]:
    def build(a: IntLike, b: IntLike) -> Expr:
        return _binary(op, as_int(a), as_int(b))

    return build


add, sub, mul, div, mod = (_int_op(o) for o in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD))
min_, max_, pow_ = (_int_op(o) for o in (Op.MIN, Op.MAX, Op.POW))
eq, ne, lt, le, gt, ge = (_int_op(o) for o in (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE))
shl, shr, band, bor = (_int_op(o) for o in (Op.SHL, Op.SHR, Op.BAND, Op.BOR))


def to_float(value: Expr) -> Expr:
    """The value as FLOAT."""
    if value.type is Type.FLOAT:
        return value
    if value.is_const:
        return Expr(Op.CONST, Type.FLOAT, (), float(value.const))
    return Expr(Op.TO_FLOAT, Type.FLOAT, (as_int(value),))


def neg(a: IntLike) -> Expr:
    a = as_int(a)
    return const(-a.const) if a.is_const and a.type is Type.INT else Expr(Op.NEG, a.type, (a,))


def abs_(a: IntLike) -> Expr:
    a = as_int(a)
    return const(abs(a.const)) if a.is_const and a.type is Type.INT else Expr(Op.ABS, a.type, (a,))


def not_(a: BoolLike) -> Expr:
    a = as_bool(a)
    if a.is_const:
        return FALSE if a.const else TRUE
    if a.op is Op.NOT:
        return a.src[0]
    return Expr(Op.NOT, Type.BOOL, (a,))


def and_(*items: BoolLike) -> Expr:
    """Short-circuit conjunction of expressions that need no statements (see `Builder.all_of` for others)."""
    out = TRUE
    for raw in items:
        item = as_bool(raw)
        if out.is_const:
            out = item if out.const else FALSE
        elif item.is_const:
            out = out if item.const else (FALSE if True else out)
        else:
            out = Expr(Op.AND, Type.BOOL, (out, item))
    return out


def or_(*items: BoolLike) -> Expr:
    """Short-circuit disjunction of expressions that need no statements (see `Builder.any_of` for others)."""
    out = FALSE
    for raw in items:
        item = as_bool(raw)
        if out.is_const:
            out = TRUE if out.const else item
        elif item.is_const:
            out = TRUE if item.const else out
        else:
            out = Expr(Op.OR, Type.BOOL, (out, item))
    return out


def select(cond: BoolLike, a: IntLike, b: IntLike) -> Expr:
    """a where cond holds, else b. Both INT, or both SET or BOOL expressions."""
    cond = as_bool(cond)
    x, y = (const(v) if isinstance(v, int) else v for v in (a, b))
    if cond.is_const:
        return x if cond.const else y
    return Expr(Op.SELECT, x.type, (cond, x, y))


def set_has(s: Expr, index: IntLike) -> Expr:
    if s.op is Op.SET_EMPTY:
        return FALSE
    return Expr(Op.SET_HAS, Type.BOOL, (s, as_int(index)))


def set_one(index: IntLike) -> Expr:
    return Expr(Op.SET_ONE, Type.SET, (as_int(index),))


def set_range(lo: IntLike, hi: IntLike) -> Expr:
    return Expr(Op.SET_RANGE, Type.SET, (as_int(lo), as_int(hi)))


def set_or(a: Expr, b: Expr) -> Expr:
    if a.op is Op.SET_EMPTY:
        return b
    if b.op is Op.SET_EMPTY:
        return a
    return Expr(Op.SET_OR, Type.SET, (a, b))


def set_and(a: Expr, b: Expr) -> Expr:
    if Op.SET_EMPTY in (a.op, b.op):
        return EMPTY_SET
    return Expr(Op.SET_AND, Type.SET, (a, b))


def set_diff(a: Expr, b: Expr) -> Expr:
    if a.op is Op.SET_EMPTY or b.op is Op.SET_EMPTY:
        return a
    return Expr(Op.SET_DIFF, Type.SET, (a, b))


def set_xor(a: Expr, b: Expr) -> Expr:
    return Expr(Op.SET_XOR, Type.SET, (a, b))


def set_eq(a: Expr, b: Expr) -> Expr:
    return Expr(Op.SET_EQ, Type.BOOL, (a, b))


def set_count(s: Expr) -> Expr:
    return Expr(Op.SET_COUNT, Type.INT, (s,))


def set_min(s: Expr) -> Expr:
    """Lowest member, -1 for the empty set."""
    return Expr(Op.SET_MIN, Type.INT, (s,))


def set_max(s: Expr) -> Expr:
    """Highest member, -1 for the empty set."""
    return Expr(Op.SET_MAX, Type.INT, (s,))


def set_nth(s: Expr, k: IntLike) -> Expr:
    return Expr(Op.SET_NTH, Type.INT, (s, as_int(k)))


def list_len(x: Expr) -> Expr:
    return Expr(Op.LIST_LEN, Type.INT, (x,))


def list_at(x: Expr, i: IntLike) -> Expr:
    return Expr(Op.LIST_AT, Type.INT, (x, as_int(i)))


def list_has(x: Expr, v: IntLike) -> Expr:
    return Expr(Op.LIST_HAS, Type.BOOL, (x, as_int(v)))


class Builder:
    """Writes the body of one function at a time into `program`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.block: Block = []
        self._vars = 0
        self._names: dict[str, int] = {}

    # ------------------------------------------------------------------ names and declarations

    def unique(self, stem: str) -> str:
        """A name not used before in this program: stem_1, stem_2, …"""
        n = self._names.get(stem, 0) + 1
        self._names[stem] = n
        return f"{stem}_{n}"

    def field(
        self, name: str, kind: FieldKind, *, size: int = 1, bits: int = 32, init: int = 0, cap: str | None = None
    ) -> str:
        """Declares a state field once; the same declaration again is harmless."""
        if name not in self.program.fields:
            self.program.fields[name] = Field(name, kind, size, bits, init, cap)
        return name

    def table(self, rows: Sequence[Any], kind: str = "flat", stem: str = "t") -> str:
        """A constant table: "flat" (ints), "ragged" (rows of ints) or "sets" (rows of ints, read as SET).

        Equal tables are kept once. Returns the table's name.
        """
        frozen = tuple(rows) if kind == "flat" else tuple(tuple(r) for r in rows)
        key = (kind, frozen)
        known: dict[object, str] = self.__dict__.setdefault("_tables", {})
        if key not in known:
            name = self.unique(stem)
            self.program.tables[name] = Table(name, kind, frozen)
            known[key] = name
        return known[key]

    def context_slot(self, name: str, init: int = -1) -> str:
        self.program.context.setdefault(name, init)
        return name

    @contextmanager
    def function(
        self, stem: str, params: Sequence[tuple[str, Type]] = (), result: Type = Type.VOID, comment: str = ""
    ) -> Iterator[tuple[Function, list[Expr]]]:
        """Opens a new function; inside, statements go to its body."""
        with self.define(self.declare(stem, params, result, comment)) as opened:
            yield opened

    def declare(
        self, stem: str, params: Sequence[tuple[str, Type]] = (), result: Type = Type.VOID, comment: str = ""
    ) -> Function:
        """A function that can be called already and is written later (`define`)."""
        fn = Function(self.unique(stem), tuple(Var(n, t) for n, t in params), result, comment=comment)
        fn.index = len(self.program.functions)
        self.program.functions.append(fn)
        return fn

    @contextmanager
    def define(self, fn: Function) -> Iterator[tuple[Function, list[Expr]]]:
        """Opens a declared function; inside, statements go to its body."""
        saved = self.block
        self.block = fn.body
        try:
            yield fn, [Expr(Op.VAR, v.type, (), v) for v in fn.params]
        finally:
            self.block = saved

    @contextmanager
    def capture(self) -> Iterator[Block]:
        """Collects the statements written inside into a block of their own."""
        saved = self.block
        fresh: Block = []
        self.block = fresh
        try:
            yield fresh
        finally:
            self.block = saved

    # ------------------------------------------------------------------ reads

    def get(self, field: str, index: IntLike | None = None, *, trusted: bool = False) -> Expr:
        """Value of a state field (INT, or SET for set fields; ARRAY and LIST fields take an index).

        Out of bounds an ARRAY reads as its initial value; `trusted` says that the index is within bounds for certain.
        """
        decl = self.program.fields[field]
        typ = Type.SET if decl.kind is FieldKind.SET else Type.INT
        op = Op.FIELD_RAW if trusted and index is not None else Op.FIELD
        return Expr(op, typ, () if index is None else (as_int(index),), field)

    def length(self, field: str) -> Expr:
        """Number of values in a LIST field."""
        return Expr(Op.LEN, Type.INT, (), field)

    def cap(self, name: str) -> Expr:
        """Present size of a capacity."""
        return Expr(Op.CAP, Type.INT, (), name)

    def ctx(self, slot: str) -> Expr:
        """Value of a slot of the evaluation context."""
        if slot in self.program.context_sets:
            return Expr(Op.CTX, Type.SET, (), slot)
        self.context_slot(slot)
        return Expr(Op.CTX, Type.INT, (), slot)

    def at(self, table: str, index: IntLike) -> Expr:
        """Element of a flat table."""
        i = as_int(index)
        if i.is_const and 0 <= i.const < len(self.program.tables[table].rows):
            return const(self.program.tables[table].rows[i.const])
        return Expr(Op.TABLE, Type.INT, (i,), table)

    def row_len(self, table: str, row: IntLike) -> Expr:
        return Expr(Op.ROW_LEN, Type.INT, (as_int(row),), table)

    def row_at(self, table: str, row: IntLike, position: IntLike) -> Expr:
        return Expr(Op.ROW_AT, Type.INT, (as_int(row), as_int(position)), table)

    def set_at(self, table: str, index: IntLike) -> Expr:
        """A set of a table of sets."""
        return Expr(Op.SET_TABLE, Type.SET, (as_int(index),), table)

    def set_const(self, sites: Sequence[int]) -> Expr:
        """A constant SET."""
        members = sorted({s for s in sites if s >= 0})
        if not members:
            return EMPTY_SET
        return self.set_at(self.table([members], "sets", "s"), 0)

    def list_new(self, values: Sequence[IntLike] = ()) -> Expr:
        """A fresh local list, pinned in a variable."""
        return self.let(Expr(Op.LIST_NEW, Type.LIST, tuple(as_int(v) for v in values)), "list")

    def call(self, fn: Function, *args: IntLike) -> Expr:
        return Expr(Op.CALL, fn.result, tuple(as_int(a) if isinstance(a, int) else a for a in args), fn)

    def run(self, name: str, *args: IntLike | BoolLike) -> Expr:
        """An intrinsic: a statement where it has no result, an expression otherwise."""
        decl = INTRINSICS[name]
        src = []
        for raw in args:
            src.append((as_bool(raw) if isinstance(raw, bool) else as_int(raw)) if isinstance(raw, int) else raw)
        if len(src) != len(decl.args):
            raise ValueError(f"{name} takes {len(decl.args)} arguments, not {len(src)}")
        e = Expr(Op.RUN, decl.result, tuple(src), name)
        if decl.result is Type.VOID:
            self.block.append(ops.Do(e))
        return e

    # ------------------------------------------------------------------ statements

    def let(self, value: Expr, stem: str = "v") -> Expr:
        """Pins a value in a new local (constants and locals stay as they are unless they are lists)."""
        if value.is_const or value.op is Op.SET_EMPTY:
            return value
        self._vars += 1
        var = Var(f"{stem}{self._vars}", value.type)
        self.block.append(ops.Assign(var, value))
        return Expr(Op.VAR, value.type, (), var)

    def var(self, value: IntLike | BoolLike, stem: str = "v") -> Expr:
        """A new local that will be assigned again (`assign`)."""
        if isinstance(value, bool):
            value = as_bool(value)
        value = as_int(value) if isinstance(value, int) else value
        self._vars += 1
        var = Var(f"{stem}{self._vars}", value.type)
        self.block.append(ops.Assign(var, value))
        return Expr(Op.VAR, value.type, (), var)

    def assign(self, var: Expr, value: IntLike | BoolLike) -> None:
        assert var.op is Op.VAR and isinstance(var.arg, Var)
        if isinstance(value, bool):
            value = as_bool(value)
        elif isinstance(value, int) or (value.type is Type.BOOL and var.type is not Type.BOOL):
            value = as_int(value)
        self.block.append(ops.Assign(var.arg, value))

    def put(self, field: str, value: IntLike, index: IntLike | None = None) -> None:
        """Writes a state field."""
        self.block.append(ops.SetField(field, None if index is None else as_int(index), as_int(value)))

    def list_field(self, what: str, field: str, *args: IntLike) -> None:
        """Changes a LIST field: push(v), pop(), clear(), remove_at(i), remove_value(v), insert(i, v)."""
        e = Expr(Op.RUN, Type.VOID, tuple(as_int(a) for a in args), f"field_{what}:{field}")
        self.block.append(ops.Do(e))

    def set_ctx(self, slot: str, value: IntLike) -> None:
        if slot not in self.program.context_sets:
            self.context_slot(slot)
        self.block.append(ops.SetCtx(slot, as_int(value)))

    def full(self, cap: str) -> None:
        """Stops: the capacity is used up (the engine lays the state out larger and begins again)."""
        self.block.append(ops.Do(Expr(Op.RUN, Type.VOID, (), f"full:{cap}")))

    @contextmanager
    def saved(self, *slots: str) -> Iterator[None]:
        """Keeps slots of the context: they have their old values again afterwards."""
        olds = [self.let(self.ctx(s), s) for s in slots]
        yield
        for slot, old in zip(slots, olds, strict=True):
            self.set_ctx(slot, old)

    @contextmanager
    def if_(self, cond: BoolLike) -> Iterator[None]:
        """Statements that run where cond holds. `else_` may follow directly."""
        stmt = ops.If(as_bool(cond), [], [])
        with self.capture() as body:
            yield
        stmt.then = body
        self.block.append(stmt)

    @contextmanager
    def else_(self) -> Iterator[None]:
        stmt = self.block[-1]
        assert isinstance(stmt, ops.If) and not stmt.orelse
        with self.capture() as body:
            yield
        stmt.orelse = body

    @contextmanager
    def while_(self, cond: Callable[[], Expr]) -> Iterator[None]:
        """Loops while cond(), which may write statements, holds."""
        with self.capture() as head:
            c = cond()
        with self.capture() as body:
            yield
        self.block.append(ops.While(head, c, body))

    def _loop_var(self, stem: str) -> tuple[Var, Expr]:
        self._vars += 1
        var = Var(f"{stem}{self._vars}", Type.INT)
        return var, Expr(Op.VAR, Type.INT, (), var)

    @contextmanager
    def for_range(
        self, lo: IntLike, hi: IntLike, stem: str = "i", down: bool = False, apart: bool = False
    ) -> Iterator[Expr]:
        """lo … hi - 1; with down: from lo down to hi, both included. apart: see `ops.ForRange`."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.block.append(ops.ForRange(var, as_int(lo), as_int(hi), body, down, apart))

    @contextmanager
    def for_set(self, s: Expr, stem: str = "site", apart: bool = False) -> Iterator[Expr]:
        """Members of a set, ascending. apart: see `ops.ForRange`."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        if s.op is not Op.SET_EMPTY:
            self.block.append(ops.ForSet(var, s, body, apart))

    @contextmanager
    def for_row(self, table: str, row: IntLike, stem: str = "x") -> Iterator[Expr]:
        """Values of one row of a ragged table."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.block.append(ops.ForRow(var, table, as_int(row), body))

    @contextmanager
    def for_list(self, values: Expr, stem: str = "x") -> Iterator[Expr]:
        """Values of a list, in order."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.block.append(ops.ForList(var, values, body))

    def break_(self) -> None:
        self.block.append(ops.Break())

    def continue_(self) -> None:
        self.block.append(ops.Continue())

    def return_(self, value: IntLike | BoolLike | None = None) -> None:
        if isinstance(value, bool):
            value = as_bool(value)
        elif isinstance(value, int):
            value = as_int(value)
        self.block.append(ops.Return(value))

    def do(self, value: Expr) -> None:
        self.block.append(ops.Do(value))

    # ------------------------------------------------------------------ lazily evaluated conditions

    def choose(self, cond: BoolLike, a: Callable[[], Expr], b: Callable[[], Expr]) -> Expr:
        """a() where cond holds, else b(); only the chosen one is evaluated."""
        cond = as_bool(cond)
        if cond.is_const:
            return a() if cond.const else b()
        with self.capture() as then:
            x = a()
        with self.capture() as other:
            y = b()
        if not then and not other:
            return select(cond, x, y)
        self._vars += 1
        var = Var(f"c{self._vars}", x.type)
        self.block.append(ops.If(cond, [*then, ops.Assign(var, x)], [*other, ops.Assign(var, y)]))
        return Expr(Op.VAR, x.type, (), var)

    def all_of(self, items: Sequence[Callable[[], Expr]]) -> Expr:
        """Conjunction, left to right, that stops at the first false."""
        if not items:
            return TRUE
        first = items[0]()
        if len(items) == 1 or (first.is_const and not first.const):
            return first
        if first.is_const:
            return self.all_of(items[1:])
        return self._chain(first, items[1:], self.all_of, FALSE, True)

    def any_of(self, items: Sequence[Callable[[], Expr]]) -> Expr:
        """Disjunction, left to right, that stops at the first true."""
        if not items:
            return FALSE
        first = items[0]()
        if len(items) == 1 or (first.is_const and first.const):
            return first
        if first.is_const:
            return self.any_of(items[1:])
        return self._chain(first, items[1:], self.any_of, TRUE, False)

    def _chain(
        self,
        first: Expr,
        rest: Sequence[Callable[[], Expr]],
        again: Callable[[Sequence[Callable[[], Expr]]], Expr],
        short: Expr,
        conjunction: bool,
    ) -> Expr:
        with self.capture() as later:
            second = again(rest)
        if not later:
            return and_(first, second) if conjunction else or_(first, second)
        self._vars += 1
        var = Var(f"c{self._vars}", Type.BOOL)
        taken: Block = [*later, ops.Assign(var, second)]
        skipped: Block = [ops.Assign(var, short)]
        if conjunction:
            self.block.append(ops.If(first, taken, skipped))
        else:
            self.block.append(ops.If(first, skipped, taken))
        return Expr(Op.VAR, Type.BOOL, (), var)
