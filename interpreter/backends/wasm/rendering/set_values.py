"""Expressions that are sets: one word of 64 sites after the other, in locals."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....low import operations as op
from ....low.nodes import CallInto, If, Local, Set, Value, const, get, known, load, number, select
from ....low.operations import Word
from ....program.ops import Expr, Op
from ..runtime import numbers, sets
from .base import I64
from .values import ValueRenderer

ALL = (1 << 64) - 1
_COMBINED: dict[Op, Callable[[Value, Value], Value]] = {
    Op.SET_OR: lambda a, b: a | b, Op.SET_AND: lambda a, b: a & b, Op.SET_XOR: lambda a, b: a ^ b,
    Op.SET_DIFF: lambda a, b: a & ~b,
}  # fmt: skip
Words = list[Value]


class SetRenderer(ValueRenderer):
    """Renders sets. Each word of a result is a constant or a local that nobody writes."""

    def s(self, x: Expr) -> Words:
        if x.op is Op.VAR:
            return [get(local) for local in self.var(x.var)]
        x = self.in_order(x)
        if x.op is Op.CALL:
            return self.call_set(x)
        if x.op in _COMBINED:
            a, b = self.s(x.src[0]), self.s(x.src[1])
            combine = _COMBINED[x.op]
            return [self.word(combine(p, q)) for p, q in zip(a, b, strict=True)]
        return _SETS[x.op](self, x)

    def call_set(self, x: Expr) -> Words:
        raise NotImplementedError

    def word(self, value: Value) -> Value:
        """A word that was computed: in a local, if it is not known or there already."""
        if known(value) is not None or value.op is op.GET[I64]:
            return value
        for zero in value.src:
            if value.op is op.AND[I64] and known(zero) == 0:
                return const(I64, 0)
        return self.local(value)

    def constant_set(self, sites: Iterable[int]) -> Words:
        data = self.set_bytes(sites)
        return [const(I64, int.from_bytes(data[k : k + 8], "little", signed=True)) for k in range(0, len(data), 8)]

    def called_set(self, function: object, *args: Value) -> Words:
        """The result of a function of the runtime that is a set."""
        made = [Local(I64) for _ in range(self.words)]
        self.out.append(CallInto(made, self.small[function], args))
        return [get(local) for local in made]

    def put_set(self, to: list[Local], words: Words) -> None:
        """Assigns a set. Words that are also targets are read before they are written."""
        if any(isinstance(w.arg, Local) and w.arg in to and w.arg is not t for t, w in zip(to, words, strict=True)):
            words = [self.local(w) if known(w) is None else w for w in words]
        for local, word in zip(to, words, strict=True):
            if word.arg is not local:
                self.out.append(Set(local, word))

    def loaded(self, base: Value, distance: int) -> Words:
        """A set in memory."""
        return [self.local(load(64, base, distance + 8 * k)) for k in range(self.words)]

    # ------------------------------------------------------------------ one kind after the other

    def _empty(self, x: Expr) -> Words:
        return [const(I64, 0)] * self.words

    def _slot(self, x: Expr) -> Words:
        return [self.local(Value(op.GLOBAL[I64], (), g)) for g in self.context_sets[x.name]]

    def _of_field(self, x: Expr) -> Words:
        return self.loaded(*self.at(x.name))

    def _of_table(self, x: Expr) -> Words:
        at, _, n = self.table(x.name)
        i = x.src[0]
        if i.is_const:
            return self.constant_set(self.program.tables[x.name].lists[i.const] if 0 <= i.const < n else ())
        index = self.held(i)
        made = [Local(I64) for _ in range(self.words)]
        there = If(index.below(n), [], [Set(local, const(I64, 0)) for local in made])
        self.out.append(there)
        with self.within(there.then):
            row = self.local(index * (8 * self.words))
            for k, local in enumerate(made):
                self.out.append(Set(local, load(64, row, at + 8 * k)))
        return [get(local) for local in made]

    def _one(self, x: Expr) -> Words:
        i = x.src[0]
        if i.is_const:
            return self.constant_set([i.const] if 0 <= i.const < 64 * self.words else ())
        site = self.held(i)
        bit = const(I64, 1) << Value(op.WIDE_U, (site,))
        bit = self.local(bit)
        return [self.local(select(site.unsigned_shift(6).equals(k), bit, const(I64, 0))) for k in range(self.words)]

    def _range(self, x: Expr) -> Words:
        lo, hi = x.src
        if lo.is_const and hi.is_const:
            return self.constant_set(range(max(lo.const, 0), min(hi.const, 64 * self.words)))
        a, b = self.held(lo), self.held(hi)
        starts = [number(64 * k) for k in range(self.words)]
        return [self.local(self.run(numbers.ones_below, b, at) & ~self.run(numbers.ones_below, a, at)) for at in starts]

    def _shift(self, x: Expr) -> Words:
        set_, by = x.src
        words = self.s(set_)
        if not by.is_const:
            return self.called_set(sets.shifted, *words, self.e(by))
        whole, rest = by.const >> 6, by.const & 63
        out = []
        for k in range(self.words):
            low, high = (
                words[j] if 0 <= j < self.words else const(I64, 0) for j in (k - whole, k - whole - 1)
            )  # fmt: skip
            moved = low << rest if known(low) != 0 else low
            if rest and known(high) != 0:
                moved = high.unsigned_shift(64 - rest) | (moved if known(moved) != 0 else 0)
            out.append(self.word(moved))
        return out

    def _select_set(self, x: Expr) -> Words:
        made = [Local(I64) for _ in range(self.words)]
        choice = If(self.e(x.src[0]), [])
        self.out.append(choice)
        for body, y in ((choice.then, x.src[1]), (choice.orelse, x.src[2])):
            with self.within(body):
                self.put_set(made, self.s(y))
        return [get(local) for local in made]

    def _flood(self, x: Expr) -> Words:
        at, _, n = self.table(x.name)
        start = self.s(x.src[0])
        return self.called_set((sets.flood, self.near(x.name)), number(at), number(n), *start, *self.s(x.src[1]))

    def _union(self, x: Expr) -> Words:
        at, _, n = self.table(x.name)
        return self.called_set((sets.union, self.near(x.name)), number(at), number(n), *self.s(x.src[0]))

    def _rays(self, x: Expr) -> Words:
        places = self.rays(x.name, x.src[0])
        look = sets.sight if x.op is Op.SIGHT else sets.ray_ends
        return self.called_set(look, *places, *self.s(x.src[1]))

    def _row_set(self, x: Expr) -> Words:
        bits = self.table(x.name).bits
        begin, end = self.row(x.name, x.src[0])
        lo, hi = self.held(x.src[1]), self.held(x.src[2])
        return self.called_set((sets.row_set, bits), begin, self.row_length(begin, end, bits), lo, hi)

    def _where(self, x: Expr) -> Words:
        """Sixteen bytes of the field at a time."""
        f = self.program.fields[x.name]
        base, distance = self.at(f.name)
        if f.cap is not None:
            at, n = base + distance, self.count(f)
            return self.called_set((sets.where_grown, f.bits), at, n, self.e(x.src[0]))
        size, value = max(1, f.size), self.held(x.src[0])
        most = 1 << f.bits - 1
        constant = known(value)
        if constant is not None and not -most <= constant < most:
            return self._empty(x)
        wanted = Local(Word.V128)
        self.out.append(Set(wanted, Value(op.SPLAT[f.bits], (value,))))
        lanes = 128 // f.bits
        out = []
        for k in range(self.words):
            left = min(64, size - 64 * k)
            word = const(I64, 0)
            for j in range(0, max(left, 0), lanes):
                data = Value(op.LOAD_VECTOR, (base,), distance + (64 * k + j) * f.bits // 8)
                same = Value(op.LANES_EQ[f.bits], (data, get(wanted)))
                mask = Value(op.WIDE_U, (Value(op.LANES_MASK[f.bits], (same,)),)) << j
                word = mask if j == 0 else word | mask
            if 0 < left < 64:
                word = word & (1 << left) - 1
            if constant is None and f.bits < 32:  # a value that does not fit is nowhere
                word = select((value + most).below(2 * most), word, const(I64, 0))
            out.append(self.word(word))
        return out


_R = SetRenderer
_SETS: dict[Op, Callable[[SetRenderer, Expr], Words]] = {
    Op.SET_EMPTY: _R._empty, Op.CONST: _R._empty, Op.CTX: _R._slot, Op.FIELD: _R._of_field, Op.SET_TABLE: _R._of_table,
    Op.SET_ONE: _R._one, Op.SET_RANGE: _R._range, Op.SET_SHIFT: _R._shift, Op.SELECT: _R._select_set,
    Op.SET_FLOOD: _R._flood, Op.SET_UNION: _R._union, Op.SIGHT: _R._rays, Op.RAY_ENDS: _R._rays,
    Op.ROW_SET: _R._row_set, Op.SET_WHERE: _R._where,
}  # fmt: skip
