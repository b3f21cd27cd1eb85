"""One program that evaluates every operation on edge values, so that both backends can be held against folding.

Each way of using an operation (its entry and one of its signatures) becomes a function of the program. Starting a game
calls all of them on all edge values and writes the results, in CELLS numbers each, to the field `result`. Applying the
action `copy` with the parameters (case, a, b, c …) evaluates one case; operands other than INT are
edge values by number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from ludparse.interpreter.program import arithmetic as num
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.entries import Argument, Entry, Failure, Signature, Type, Value
from ludparse.interpreter.program.intrinsics import INTRINSICS, run_of
from ludparse.interpreter.program.operations import OPERATIONS, Op
from ludparse.interpreter.program.ops import Expr, FieldKind, Payload, Table
from ludparse.interpreter.program.program import Function, Program

N, B, S, L, F, D = Type.INT, Type.BOOL, Type.SET, Type.LIST, Type.FLOAT, Type.DOUBLE
WIDTH = 70
BITS = 128
CELLS = 8

INTS = (0, 1, -1, 2, 3, -7, 31, 32, 33, 69, 70, 127, 128, 46341, 65536, 2**30, 2**31 - 1, -(2**31), -(2**31) + 1)
FLOATS = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, num.float32(0.1), num.float32(1e-40), 2.0**-149, 16777217.0, 2.0**31),
    *(-(2.0**31), num.float32(3e9), num.float32(3.4028234663852886e38), math.inf, -math.inf, math.nan),
)
SETS = ((), (0,), (63,), (64,), (69,), (127,), tuple(range(128)), (1, 5, 62, 63, 64, 90))
LISTS: tuple[tuple[int, ...], ...] = ((), (5,), (2**31 - 1, -(2**31), 5))
FLAT = (4, -(2**31), 2**31 - 1)
RAGGED = ((), (3,), (0, 63, 64, 127), (5, 4, 5))
RAYS = ((), (3, -1, 70, 64, 2, -1), (5, 62, 63, 64, 127, -1, -1, 4, -1), (90, 5, -1))
GROUPS = ((0, -1), (63, 64, -1, -1), (5, 62, -1, 1, -1, 0, 90, -1, 2, -1, 3, -1), (69, 127, -1, 1, 5, 62, -1))
ARRAY = (0, 1, -1, 2**31 - 1, -(2**31), 1)
PLACES = (-(2**31), -1, 0, 1, 2, 3, 4, 5, 2**31 - 1)
_EDGES: dict[Type, Sequence[object]] = {N: INTS, B: (False, True), S: SETS, L: LISTS, F: FLOATS, D: FLOATS}


@dataclass(frozen=True, eq=False)
class Case:
    """One way of using an operation."""

    op: Op
    entry: Entry
    sig: Signature
    arg: Payload = None

    @property
    def name(self) -> str:
        types = "_".join(t.value for t in self.sig.operands)
        return f"{self.entry.name.lower()}_{types}_{self.sig.result.value}"

    @cache  # noqa: B019 (cases live as long as the tests)
    def edges(self) -> list[tuple[object, ...]]:
        """The operands that it is tried on."""
        if self.op is Op.FIELD_RAW:  # its index is known to be within bounds
            return [(i,) for i in range(len(ARRAY))]
        many = len(self.sig.operands) > 2
        each = []
        for operand, typ in zip(self.names, self.sig.operands, strict=True):
            small = (many and typ is N) or operand in ("row", "position", "start", "lo", "hi", "index", "places")
            each.append(PLACES if small and typ is N else _EDGES[typ][:6] if many else _EDGES[typ])
        return [values for values in product(*each) if not self.fails(values)]

    def failing(self) -> list[tuple[object, ...]]:
        """The operands on which it has to fail."""
        return [values for values in product(*(_EDGES[t] for t in self.sig.operands)) if self.fails(values)]

    @property
    def names(self) -> list[str]:
        names = [o.name for o in self.entry.operands]
        return names * len(self.sig.operands) if self.entry.variadic else names[: len(self.sig.operands)]

    def fails(self, values: tuple[object, ...]) -> bool:
        if self.entry.fails is Failure.ZERO:
            return self.sig.result is N and values[1] == 0
        if self.entry.fails is Failure.RANGE:
            items, i = values[0], values[1]
            assert isinstance(items, tuple) and isinstance(i, int)
            return not 0 <= i < len(items)
        return False

    def expression(self, operands: Sequence[Expr]) -> Expr:
        """The operation itself, not folded."""
        return Expr(self.op, self.sig.result, tuple(operands), self.arg)

    def folds(self) -> bool:
        return bool(self.entry.folds) and self.sig.operands[0] in self.entry.folds

    def folded(self, values: Sequence[object]) -> Value:
        """The constant that the builder of expressions makes of it."""
        operands = [ir.constant(v, t) for v, t in zip(values, self.sig.operands, strict=True)]  # type: ignore[arg-type]
        found = ir.folded(self.expression(operands))
        assert found.is_const
        return found.number


_ARGUMENTS: dict[Argument, list[Payload]] = {
    Argument.NONE: [None],
    Argument.SLOT: ["slot"],
    Argument.ARRAY: ["array"],
    Argument.LIST: ["list"],
    Argument.CAPACITY: ["room"],
    Argument.FLAT: ["flat"],
    Argument.RAGGED: ["ragged"],
    Argument.SETS: ["sets"],
    Argument.RAYS: ["rays"],
    Argument.GROUPS: ["groups"],
}
ELSEWHERE = {Op.CONST, Op.VAR, Op.CALL, Op.RUN}
"""Operations that the program uses all over: operands, locals, calls of cases."""


def cases() -> Iterator[Case]:
    """Every signature of every operation, and of the intrinsics that are functions of their operands."""
    for op, entry in OPERATIONS.items():
        if op in ELSEWHERE:
            continue
        if op is Op.FIELD:
            yield from (Case(op, entry, Signature((), N), "number"), Case(op, entry, Signature((), S), "area"))
            yield from (Case(op, entry, Signature((N,), N), name) for name in ("array", "bytes", "list"))
            continue
        if op is Op.CTX:
            yield from (Case(op, entry, Signature((), N), "slot"), Case(op, entry, Signature((), S), "set_slot"))
            continue
        if op is Op.LIST_NEW:
            yield from (Case(op, entry, Signature((N,) * n, L)) for n in range(3))
            continue
        for sig in entry.signatures:
            for arg in _ARGUMENTS[entry.argument]:
                yield Case(op, entry, sig, arg)
    for entry in INTRINSICS.values():
        if entry.folds:
            yield Case(Op.RUN, entry, entry.signatures[0], run_of(entry))


class Edges:
    """The program. `offsets` says where the results of each case begin."""

    def __init__(self) -> None:
        self.program = Program("edges", context={"slot": -(2**31)}, context_sets=["set_slot"], set_width=WIDTH)
        self.b = Builder(self.program)
        self.cases = list(cases())
        self.offsets: list[int] = []
        self.functions: list[Function] = []
        self._declare()
        self._operands = {t: self._operand(t) for t in (B, S, L, F, D)}
        for case in self.cases:
            with self.b.function(
                case.name, [(f"p{i}", t) for i, t in enumerate(case.sig.operands)], case.sig.result
            ) as (
                fn,
                operands,
            ):
                self.b.return_(case.expression(operands))
            self.functions.append(fn)
        self._write = {t: self._writer(t) for t in (N, B, S, L, F, D)}
        self._start()
        self._apply()

    def _declare(self) -> None:
        b, p = self.b, self.program
        p.caps["room"] = 8
        b.field("rng", FieldKind.INT, bits=64)  # these four are what engines need
        b.field("over", FieldKind.INT)
        b.field("mover", FieldKind.INT)
        b.field("rank", FieldKind.ARRAY, size=1)
        b.field("number", FieldKind.INT, init=-(2**31))
        b.field("area", FieldKind.SET)
        b.field("array", FieldKind.ARRAY, size=len(ARRAY), init=7)
        b.field("bytes", FieldKind.ARRAY, size=3, bits=8, init=-128)
        b.field("list", FieldKind.LIST, cap="room")
        size = sum(len(c.edges()) for c in self.cases)
        b.field("result", FieldKind.ARRAY, size=size * CELLS)
        b.field("one", FieldKind.ARRAY, size=CELLS)
        p.constants["players"] = 0
        p.tables["flat"] = Table("flat", "flat", FLAT)
        p.tables["ragged"] = Table("ragged", "ragged", RAGGED)
        p.tables["sets"] = Table("sets", "sets", SETS)
        p.tables["rays"] = Table("rays", "rays", RAYS)
        p.tables["groups"] = Table("groups", "groups", GROUPS)

    def _operand(self, typ: Type) -> Function:
        """A function that gives the i-th edge value of a type."""
        b = self.b
        with b.function(f"edge_{typ.value}", [("i", N)], typ) as (fn, (i,)):
            if typ is B:
                b.return_(ir.ne(i, 0))
            elif typ is S:
                b.return_(b.set_at("sets", i))
            elif typ is L:
                items = b.list_new([])
                for k, row in enumerate(LISTS):
                    with b.if_(ir.eq(i, k)):
                        for value in row:
                            b.run("list_push", items, value)
                b.return_(items)
            else:
                found = b.var(ir.constant(0.0, typ))
                for k, value in enumerate(FLOATS):
                    with b.if_(ir.eq(i, k)):
                        b.assign(found, ir.constant(value, typ))
                b.return_(found)
        return fn

    def _writer(self, typ: Type) -> Function:
        """A function that writes a result to the fields `result` or `one`, from an index on."""
        b = self.b
        with b.function(f"write_{typ.value}", [("x", typ), ("at", N)]) as (fn, (x, at)):
            if typ in (N, B):
                self._put(at, 0, ir.as_int(x))
            elif typ is S:
                with b.for_set(x) as site:
                    place = b.let(at + ir.shr(site, 4))
                    self._put(place, 0, ir.bor(self._get(place), ir.shl(1, ir.band(site, 15))))
            elif typ is L:
                self._put(at, 0, ir.list_len(x))
                n = b.var(1)
                with b.for_list(x) as value:
                    self._put(at, n, value)
                    b.assign(n, n + 1)
            else:
                self._real(ir.to_double(x), at)
        return fn

    def _real(self, x: Expr, at: Expr) -> None:
        """The parts of a float: kind (1 NaN, 2 infinite, 4 negative), exponent, and 53 bits in two numbers."""
        b = self.b
        x = b.let(x)
        with b.if_(ir.ne(x, x)):
            self._put(at, 0, 1)
            b.return_()
        negative = b.let(ir.or_(ir.lt(x, 0), ir.and_(ir.eq(x, 0), ir.lt(ir.div(ir.double_const(1.0), x), 0))))
        left, exponent = b.var(ir.abs_(x)), b.var(0)
        with b.if_(ir.eq(left, ir.double_const(math.inf))):
            self._put(at, 0, ir.select(negative, 6, 2))
            b.return_()
        with b.if_(ir.gt(left, 0)):
            # also a loop whose condition takes two statements
            with b.while_(lambda: b.let(ir.lt(b.let(ir.mul(left, ir.double_const(2.0))), ir.double_const(2.0**53)))):
                b.assign(left, ir.mul(left, ir.double_const(2.0)))
                b.assign(exponent, exponent - 1)
            with b.while_(lambda: ir.ge(left, ir.double_const(2.0**53))):
                b.assign(left, ir.div(left, ir.double_const(2.0)))
                b.assign(exponent, exponent + 1)
        high = b.let(ir.to_int(ir.div(left, ir.double_const(2.0**26))))
        low = ir.to_int(ir.sub(left, ir.mul(ir.to_double(high), ir.double_const(2.0**26))))
        for k, value in enumerate((ir.select(negative, 4, 0), exponent, high, low)):
            self._put(at, k, value)

    def _put(self, at: Expr, k: int | Expr, value: int | Expr) -> None:
        """Writes below 0 go to `one`."""
        b = self.b
        with b.if_(ir.lt(at, 0)):
            b.put("one", value, at + k + CELLS)
        with b.else_():
            b.put("result", value, at + k)

    def _get(self, at: Expr) -> Expr:
        return ir.select(ir.lt(at, 0), self.b.get("one", at + CELLS), self.b.get("result", at))

    def _start(self) -> None:
        b = self.b
        with b.function("moves") as (self.program.entries["moves"], _):
            pass
        with b.function("start") as (start, _):
            for i, value in enumerate(ARRAY):
                b.put("array", value, i)
            for value in FLAT:
                b.list_field("push", "list", value)
            b.put("area", b.set_at("sets", len(SETS) - 1))
            b.set_ctx("set_slot", b.set_at("sets", 6))
            offset = 0
            for case, fn in zip(self.cases, self.functions, strict=True):
                self.offsets.append(offset)
                offset += len(case.edges()) * CELLS
                edges = [
                    [self._index(t, v) for v, t in zip(row, case.sig.operands, strict=True)] for row in case.edges()
                ]
                table = b.table(edges, "ragged", "edges")
                with b.for_range(0, len(edges)) as i:
                    operands = [self._value(t, b.row_at(table, i, k)) for k, t in enumerate(case.sig.operands)]
                    found = b.let(b.call(fn, *operands))
                    b.do(b.call(self._write[case.sig.result], found, i * CELLS + self.offsets[-1]))
        self.program.entries["start"] = start

    @staticmethod
    def _index(typ: Type, value: object) -> int:
        if typ is N:
            assert isinstance(value, int)
            return value
        values = _EDGES[typ]
        return next(i for i, v in enumerate(values) if v is value)

    def _value(self, typ: Type, index: Expr) -> Expr:
        return index if typ is N else self.b.call(self._operands[typ], index)

    def _apply(self) -> None:
        b, p = self.b, self.program
        params = [(f"q{i}", N) for i in range(10)]
        with b.function("apply_copy", params) as (p.appliers["copy"], (which, *values)):
            with b.for_range(0, CELLS) as i:
                b.put("one", 0, i)
            for k, (case, fn) in enumerate(zip(self.cases, self.functions, strict=True)):
                with b.if_(ir.eq(which, k)):
                    operands = [self._value(t, v) for t, v in zip(case.sig.operands, values, strict=False)]
                    found = b.let(b.call(fn, *operands))
                    b.do(b.call(self._write[case.sig.result], found, ir.const(-CELLS)))
        with b.function("play", [("m", N)]) as (p.entries["play"], (m,)):
            b.run("apply_actions", m)

    # ------------------------------------------------------------------ what comes out

    def operands(self, case: Case, values: Sequence[object]) -> tuple[int, ...]:
        """The parameters of an action `copy` that evaluates a case."""
        found = [self._index(t, v) for v, t in zip(values, case.sig.operands, strict=True)]
        return (self.cases.index(case), *found, *[0] * (9 - len(found)))


def cells(value: object, typ: Type) -> list[int]:
    """How a result is written."""
    out: list[int] = []
    if typ in (N, B):
        out = [int(value)]  # type: ignore[call-overload]
    elif typ is S:
        out = [sum(1 << site % 16 for site in value if site // 16 == w) for w in range(CELLS)]  # type: ignore[attr-defined]
    elif typ is L:
        out = [len(value), *value]  # type: ignore[arg-type,misc]
    else:
        assert isinstance(value, float)
        out = _parts(value)
    return out + [0] * (CELLS - len(out))


def _parts(value: float) -> list[int]:
    if value != value:
        return [1]
    sign = 4 if math.copysign(1.0, value) < 0 else 0
    if math.isinf(value):
        return [sign | 2]
    if value == 0:
        return [sign]
    mantissa, exponent = math.frexp(abs(value))
    whole = int(mantissa * 2**53)
    return [sign, exponent - 53, whole >> 26, whole & (2**26 - 1)]
