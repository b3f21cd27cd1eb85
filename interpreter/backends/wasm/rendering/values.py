"""Expressions that are not sets, and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ....facts.acting import order_matters
from ....low import operations as op
from ....low.nodes import (
    Function,
    If,
    Local,
    Set,
    Store,
    Value,
    binary,
    call,
    const,
    either,
    get,
    known,
    load,
    number,
    select,
    sequence,
)
from ....program.expressions import value_of
from ....program.ops import Expr, FieldKind, Op, Type, Var
from ..runtime import lists, numbers, registers, sets
from .base import F32, F64, I32, I64, SCALE, WORD, BaseRenderer, narrowest, packed

_BINARY = {
    Op.ADD: op.ADD, Op.SUB: op.SUB, Op.MUL: op.MUL, Op.SHL: op.SHL, Op.SHR: op.SHR, Op.BAND: op.AND, Op.BOR: op.OR,
    Op.EQ: op.EQ, Op.NE: op.NE, Op.LT: op.LT, Op.LE: op.LE, Op.GT: op.GT, Op.GE: op.GE,
}  # fmt: skip
_REAL = {**_BINARY, Op.DIV: op.DIV, Op.MIN: op.MIN, Op.MAX: op.MAX}
_COMPARING = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
_CHEAP = {Op.ADD, Op.SUB, Op.MUL, Op.BAND, Op.BOR, *_COMPARING}
_LAZY = (Op.AND, Op.OR, Op.SELECT)
_LIGHT = 8
"""Nodes of an expression that costs less than a branch around it."""


class Placed(NamedTuple):
    """Where a table lies, or the table of its rows' places; the bits of a value; how many values or rows there are."""

    at: int
    bits: int
    n: int


class ValueRenderer(BaseRenderer):
    """Renders expressions that are not sets."""

    tables: dict[str, Placed]
    row_places: dict[str, list[int]]
    ray_places: dict[str, tuple[int, int]]
    imports: dict[str, Function]

    def s(self, x: Expr) -> list[Value]:
        """The words of a set: constants, or locals that nobody writes. What finds them is written before."""
        raise NotImplementedError

    def call(self, x: Expr) -> Value:
        raise NotImplementedError

    def intrinsic(self, x: Expr) -> Value:
        raise NotImplementedError

    def e(self, x: Expr) -> Value:
        if x.op is Op.CONST:
            return const(WORD[x.type], int(x.number) if x.type in (Type.INT, Type.BOOL) else x.number)
        if x.op is Op.VAR:
            return get(self.var(x.var)[0])
        outer, self.out = self.out, []
        value = self._value(x)
        body, self.out = self.out, outer
        return sequence(body, value)

    def var(self, v: Var) -> list[Local]:
        """The locals of a local of the rules."""
        found = self.frame.locals.get(v)
        if found is None:
            words = [I64] * self.words if v.type is Type.SET else [WORD[v.type]]
            found = self.frame.locals[v] = [Local(word, v.name) for word in words]
        return found

    def in_order(self, x: Expr) -> Expr:
        """The expression, its operands evaluated one after the other before it where that matters: what finds one of
        them may be written before all of it."""
        if len(x.src) < 2 or x.op in _LAZY or not order_matters(self.program, x.src):
            return x
        return Expr(x.op, x.type, tuple(map(self.evaluated, x.src)), x.arg)

    def evaluated(self, x: Expr) -> Expr:
        """A local that holds the value of an expression from here on."""
        if x.op in (Op.CONST, Op.VAR):
            return x
        held = Var("operand", x.type)
        self.assigned(held, x)
        return value_of(held)

    def assigned(self, v: Var, x: Expr) -> None:
        """Gives a local a value."""
        raise NotImplementedError

    def _value(self, x: Expr) -> Value:
        x = self.in_order(x)
        o = x.op
        if x.src and x.src[0].type in (Type.FLOAT, Type.DOUBLE) and o in _REALS:
            return self._real(x)
        if o in _BINARY:
            return binary(_BINARY[o], self.e(x.src[0]), self.e(x.src[1]))
        if o is Op.CALL:
            return self.call(x)
        if o is Op.RUN:
            return self.intrinsic(x)
        return _VALUES[o](self, x)

    def cheap(self, x: Expr) -> bool:
        """Whether an expression costs less than a branch, and neither fails nor is observed."""
        if x.op in (Op.CONST, Op.VAR, Op.CTX) or (x.op is Op.FIELD and not x.src):
            return x.type is not Type.SET
        if x.op is Op.NOT or (x.op in _CHEAP and x.src[0].type in (Type.INT, Type.BOOL)):
            return all(map(self.cheap, x.src)) and _weight(x) < _LIGHT
        return False

    # ------------------------------------------------------------------ arithmetic and conditions

    def imported(self, name: str, *operands: Value) -> Value:
        """What a function of floats gives: Python code, which takes as long as many steps, so that before it the call
        ends if it was cancelled."""
        self.do(registers.end_if_cancelled, self.where)
        return call(self.imports[name], *operands)

    def _real(self, x: Expr) -> Value:
        word = WORD[x.src[0].type]
        if x.op is Op.POW:
            a, b = (Value(op.TO_F64[F32], (self.e(y),)) for y in x.src)
            return Value(op.TO_F32[F64], (self.imported("pow", a, b),))
        if x.op is Op.NEG or x.op is Op.ABS:
            return Value((op.NEG if x.op is Op.NEG else op.ABS)[word], (self.e(x.src[0]),))
        return Value(_REAL[x.op][word], (self.e(x.src[0]), self.e(x.src[1])))

    def _divided(self, x: Expr) -> Value:
        a, b = x.src
        if b.is_const and b.const not in (0, -1):
            return binary(op.DIV if x.op is Op.DIV else op.REM, self.e(a), self.e(b))
        return self.run(numbers.div if x.op is Op.DIV else numbers.mod, self.e(a), self.e(b), self.where)

    def _negative(self, x: Expr) -> Value:
        return number(0) - self.e(x.src[0])

    def _absolute(self, x: Expr) -> Value:
        a = self.held(x.src[0])
        return select(a < 0, number(0) - a, a)

    def _least(self, x: Expr) -> Value:
        a, b = self.held(x.src[0]), self.held(x.src[1])
        return select(a < b if x.op is Op.MIN else a > b, a, b)

    def _power(self, x: Expr) -> Value:
        a, b = (Value(op.TO_F64[I32], (self.e(y),)) for y in x.src)
        return Value(op.TO_I32[F64], (self.imported("pow", a, b),))

    def _ones(self, x: Expr) -> Value:
        return Value(op.POPCNT[I32], (self.e(x.src[0]),))

    def _not(self, x: Expr) -> Value:
        return self.e(x.src[0]).is_zero

    def _both(self, x: Expr) -> Value:
        a, b = self.e(x.src[0]), self.e(x.src[1])
        if self.cheap(x.src[1]):
            return a & b if x.op is Op.AND else a | b
        return either(a, b, number(0)) if x.op is Op.AND else either(a, number(1), b)

    def _select(self, x: Expr) -> Value:
        cond, a, b = map(self.e, x.src)
        # both are evaluated before the condition, which may change what they read
        if self.cheap(x.src[1]) and self.cheap(x.src[2]) and self.cheap(x.src[0]):
            return select(cond, a, b)
        return either(cond, a, b)

    def _to_float(self, x: Expr) -> Value:
        word = WORD[x.src[0].type]
        return Value(op.TO_F32[word], (self.e(x.src[0]),))

    def _to_double(self, x: Expr) -> Value:
        return Value(op.TO_F64[WORD[x.src[0].type]], (self.e(x.src[0]),))

    def _to_int(self, x: Expr) -> Value:
        return Value(op.TO_I32[WORD[x.src[0].type]], (self.e(x.src[0]),))

    # ------------------------------------------------------------------ context and state

    def _context(self, x: Expr) -> Value:
        return Value(op.GLOBAL[I32], (), self.context[x.name])

    def scaled(self, index: Value, bits: int) -> Value:
        """The distance of an element."""
        return index << SCALE[bits]

    def read(self, bits: int, address: Value, distance: int) -> Value:
        """An INT of so many bits in memory."""
        value = load(bits, address, distance)
        return Value(op.NARROW, (value,)) if bits == 64 else value

    def _field(self, x: Expr) -> Value:
        f = self.program.fields[x.name]
        base, distance = self.at(f.name)
        if not x.src:
            return self.read(f.bits, base, distance)
        if f.kind is FieldKind.LIST:
            i = self.held(x.src[0])
            item = self.read(f.bits, base + self.scaled(i, f.bits), distance + 8)
            return either(i.below(load(32, base, distance)), item, number(f.init))
        if x.src[0].is_const and f.cap is None:
            i_, n = x.src[0].const, max(1, f.size)
            return self.read(f.bits, base, distance + i_ * f.bits // 8) if 0 <= i_ < n else number(f.init)
        i = self.held(x.src[0])
        item = self.read(f.bits, base + self.scaled(i, f.bits), distance)
        return either(i.below(self.count(f)), item, number(f.init))

    def _field_raw(self, x: Expr) -> Value:
        f = self.program.fields[x.name]
        base, distance = self.at(f.name)
        return self.read(f.bits, base + self.scaled(self.e(x.src[0]), f.bits), distance)

    def _length(self, x: Expr) -> Value:
        return load(32, *self.at(x.name))

    def _capacity(self, x: Expr) -> Value:
        return self.cap(x.name)

    def _find(self, x: Expr) -> Value:
        f = self.program.fields[x.name]
        base, distance = self.at(f.name)
        return self.run((lists.find, f.bits), base + distance, self.count(f), *map(self.e, x.src))

    # ------------------------------------------------------------------ tables

    def table(self, name: str) -> Placed:
        """Where a table lies. Of one with rows, these are the places where each row begins, and the last one ends."""
        if name in self.tables:
            return self.tables[name]
        t = self.program.tables[name]
        if t.kind == "flat":
            bits = narrowest(t.values)
            made = Placed(self.stored(packed(t.values, bits)), bits, len(t.values))
        elif t.kind == "sets":
            made = Placed(self.stored(b"".join(map(self.set_bytes, t.lists))), 64, len(t.lists))
        else:
            if t.kind == "groups":
                bits, rows = 64, [b"".join(map(self.set_bytes, row)) for row in t.parts]
            else:
                bits = 32 if t.kind == "rays" else narrowest([v for r in t.lists for v in r])
                rows = [packed(r, bits) for r in t.lists]
            places = [self.stored(b"".join(rows))]
            for r in rows:
                places.append(places[-1] + len(r))
            made = Placed(self.stored(packed(places, 32)), bits, len(rows))
            self.row_places[name] = places
        self.tables[name] = made
        return made

    def near(self, table: str) -> int:
        """How many words the members of a row of a table of sets are at most from the row's own site."""
        return words_apart(self.program.tables[table].lists, self.words)

    def rays(self, table: str, row: Expr) -> tuple[Value, Value, Value]:
        """Where the rays of a row begin, where those begin whose sites fall, and where they end. Each is a set."""
        places = self.ray_places.get(table)
        if places is None:
            rows = self.program.tables[table].parts
            sorted_ = [sorted(row, key=_falls) for row in rows]
            at = self.stored(b"".join(self.set_bytes(ray) for row in sorted_ for ray in row))
            numbers_ = [at]
            for rays in sorted_:
                rising = sum(not _falls(ray) for ray in rays)
                numbers_ += [numbers_[-1] + 8 * self.words * n for n in (rising, len(rays))]
            places = self.ray_places[table] = self.stored(packed(numbers_, 32)), len(rows)
        at, n = places
        index = self.held(row)
        ends = [Local(I32) for _ in range(3)]
        there = [Set(end, load(32, index << 3, at + 4 * k)) for k, end in enumerate(ends)]
        self.out.append(If(index.below(n), [*there], [Set(end, number(0)) for end in ends]))
        return get(ends[0]), get(ends[1]), get(ends[2])

    def set_bytes(self, sites: Iterable[int]) -> bytes:
        """A set as it lies in memory."""
        value = 0
        for site in sites:
            value |= 1 << site
        return (value & (1 << 64 * self.words) - 1).to_bytes(8 * self.words, "little")

    def _table(self, x: Expr) -> Value:
        at, bits, n = self.table(x.name)
        i = x.src[0]
        if i.is_const:
            return number(self.program.tables[x.name].values[i.const] if 0 <= i.const < n else 0)
        index = self.held(i)
        return either(index.below(n), load(bits, self.scaled(index, bits), at), number(0))

    def row(self, table: str, row: Expr) -> tuple[Value, Value]:
        """The addresses where a row begins and ends: the same where there is no such row."""
        at, _, n = self.table(table)
        if row.is_const:
            here = row.const if 0 <= row.const < n else -1
            if here < 0:
                return number(0), number(0)
            return number(self.row_places[table][here]), number(self.row_places[table][here + 1])
        index = self.held(row)
        begin, end = Local(I32), Local(I32)
        # a loop comes here again: the locals hold the former row
        found = If(index.below(n), [Set(begin, load(32, index << 2, at)), Set(end, load(32, index << 2, at + 4))],
                   [Set(begin, number(0)), Set(end, number(0))])  # fmt: skip
        self.out.append(found)
        return get(begin), get(end)

    def row_length(self, begin: Value, end: Value, bits: int) -> Value:
        """The number of values of a row."""
        return (end - begin).unsigned_shift(SCALE[bits])

    def _row_len(self, x: Expr) -> Value:
        row, rows = x.src[0], self.program.tables[x.name].lists
        if row.is_const:
            return number(len(rows[row.const]) if 0 <= row.const < len(rows) else 0)
        return self.row_length(*self.row(x.name, row), self.table(x.name).bits)

    def _row_at(self, x: Expr) -> Value:
        row, place = x.src
        rows = self.program.tables[x.name].lists
        if row.is_const and place.is_const:
            values = rows[row.const] if 0 <= row.const < len(rows) else ()
            return number(values[place.const] if 0 <= place.const < len(values) else 0)
        bits = self.table(x.name).bits
        begin, end = self.row(x.name, row)
        k = self.held(place)
        value = load(bits, begin + self.scaled(k, bits))
        return either(k.below(self.row_length(begin, end, bits)), value, number(0))

    def _row_run(self, x: Expr) -> Value:
        bits = self.table(x.name).bits
        begin, end = self.row(x.name, x.src[0])
        at = self.held(x.src[1])
        return self.run((sets.row_run, bits), begin, self.row_length(begin, end, bits), at, *self.s(x.src[2]))

    def _some_within(self, x: Expr) -> Value:
        begin, end = self.row(x.name, x.src[0])
        return self.run(sets.some_within, begin, end, *self.s(x.src[1]))

    def _flood_meets(self, x: Expr) -> Value:
        at, _, n = self.table(x.name)
        operands = [word for y in x.src for word in self.s(y)]
        return self.run((sets.flood_meets, self.near(x.name)), number(at), number(n), *operands)

    # ------------------------------------------------------------------ sets as numbers

    def any_of(self, words: list[Value]) -> Value:
        """Whether one of the words is not 0."""
        first, *rest = words
        for word in rest:
            first = first | word
        return first.differs(0)

    def members(self, words: list[Value]) -> Value:
        """The number of members of a set."""
        total, constant = None, 0
        for word in words:
            value = known(word)
            if value is not None:
                constant += (value & (1 << 64) - 1).bit_count()
                continue
            ones = Value(op.NARROW, (Value(op.POPCNT[I64], (word,)),))
            total = ones if total is None else total + ones
        return number(constant) if total is None else total + constant

    def _count(self, x: Expr) -> Value:
        return self.members(self.s(x.src[0]))

    def _lowest(self, x: Expr) -> Value:
        return self.run(sets.least, *self.s(x.src[0]))

    def _highest(self, x: Expr) -> Value:
        return self.run(sets.greatest, *self.s(x.src[0]))

    def _nth(self, x: Expr) -> Value:
        words = self.s(x.src[0])
        return self.run(sets.nth, *words, self.e(x.src[1]))

    def _equal(self, x: Expr) -> Value:
        a, b = self.s(x.src[0]), self.s(x.src[1])
        return self.any_of([p ^ q for p, q in zip(a, b, strict=True)]).is_zero

    def _has(self, x: Expr) -> Value:
        set_, site = x.src
        width = 64 * self.words
        if site.is_const:
            if not 0 <= site.const < width:
                return number(0)
            word = self.s(set_)[site.const >> 6]
            return Value(op.NARROW, (word.unsigned_shift(site.const & 63),)) & 1
        if set_.op is Op.FIELD:
            base, distance = self.at(set_.name)
            i = self.held(site)
            byte = Value(op.LOAD_BYTE, (base + i.unsigned_shift(3),), distance)
            return either(i.below(width), byte.unsigned_shift(i & 7) & 1, number(0))
        if set_.op is Op.SET_TABLE and self.words > 1:
            at, _, n = self.table(set_.name)
            row = self.held(set_.src[0])
            i = self.held(site)
            byte = Value(op.LOAD_BYTE, (row * (8 * self.words) + i.unsigned_shift(3),), at)
            return either(i.below(width) & row.below(n), byte.unsigned_shift(i & 7) & 1, number(0))
        words = self.s(set_)
        i = self.held(site)
        return self.bit(words, i) & i.below(width)

    def bit(self, words: list[Value], site: Value) -> Value:
        """Whether a site is a member; of one that is out of the width, anything."""
        word = words[0]
        for k in range(1, self.words):
            word = select(site.unsigned_shift(6).equals(k), words[k], word)
        return Value(op.NARROW, (word.unsigned_shift(Value(op.WIDE_U, (site,))),)) & 1

    # ------------------------------------------------------------------ lists

    def _list_new(self, x: Expr) -> Value:
        with self.if_(self.register("n_lists") >= self.cap("lists")):
            self.do(registers.more, number(registers.LISTS))
        made = self.local(self.told("lists") + self.register("n_lists") * self.told("list_size"))
        self.set_register("n_lists", self.register("n_lists") + 1)
        self.out.append(Store(op.STORE[32], made, number(0)))
        for v in x.src:
            self.push_on_list(made, self.e(v))
        return made

    def push_on_list(self, at: Value, value: Value) -> None:
        at, value = self.local(at), self.local(value)
        n = self.local(load(32, at))
        with self.if_((n << 2) + 8 > self.told("list_size")):
            self.do(registers.more, number(registers.ITEMS))
        self.out.append(Store(op.STORE[32], at + (n << 2), value, 4))
        self.out.append(Store(op.STORE[32], at, n + 1))

    def _list_len(self, x: Expr) -> Value:
        return load(32, self.e(x.src[0]))

    def _list_at(self, x: Expr) -> Value:
        at, i = self.held(x.src[0]), self.held(x.src[1])
        with self.if_(i.below(load(32, at)).is_zero):
            self.stop(registers.RULE, number(-6))
        return load(32, at + (i << 2), 4)

    def _list_has(self, x: Expr) -> Value:
        at, value = self.held(x.src[0]), self.held(x.src[1])
        n = self.local(load(32, at))
        return self.run((lists.find, 32), at + 4, n, number(0), n, value) < n


def words_apart(rows: Iterable[Sequence[int]], words: int) -> int:
    """How many words of a set the members of a row, those within the width, are at most from the row's own site."""
    last = 64 * words - 1
    rows_ = [(i // 64, row) for i, row in enumerate(rows) if row and i <= last]
    return max((max(min(max(row), last) // 64 - k, k - min(row) // 64) for k, row in rows_), default=0)


def _falls(ray: Sequence[int]) -> bool:
    """Whether the sites of a ray fall."""
    return len(ray) > 1 and ray[1] < ray[0]


def _weight(x: Expr) -> int:
    return 1 + sum(map(_weight, x.src))


_REALS = {*_REAL, Op.NEG, Op.ABS, Op.POW}
_R = ValueRenderer
_VALUES: dict[Op, Callable[[ValueRenderer, Expr], Value]] = {
    Op.DIV: _R._divided, Op.MOD: _R._divided, Op.NEG: _R._negative, Op.ABS: _R._absolute, Op.MIN: _R._least,
    Op.MAX: _R._least, Op.POW: _R._power, Op.BIT_COUNT: _R._ones, Op.NOT: _R._not, Op.AND: _R._both, Op.OR: _R._both,
    Op.SELECT: _R._select, Op.TO_FLOAT: _R._to_float, Op.TO_DOUBLE: _R._to_double, Op.TO_INT: _R._to_int,
    Op.CTX: _R._context, Op.FIELD: _R._field, Op.FIELD_RAW: _R._field_raw, Op.LEN: _R._length, Op.CAP: _R._capacity,
    Op.FIND: _R._find, Op.TABLE: _R._table, Op.ROW_LEN: _R._row_len, Op.ROW_AT: _R._row_at, Op.ROW_RUN: _R._row_run,
    Op.SOME_WITHIN: _R._some_within, Op.FLOOD_MEETS: _R._flood_meets, Op.SET_COUNT: _R._count,
    Op.SET_MIN: _R._lowest, Op.SET_MAX: _R._highest, Op.SET_NTH: _R._nth, Op.SET_EQ: _R._equal, Op.SET_HAS: _R._has,
    Op.LIST_NEW: _R._list_new, Op.LIST_LEN: _R._list_len, Op.LIST_AT: _R._list_at, Op.LIST_HAS: _R._list_has,
}  # fmt: skip
