"""What fields may hold in any position: the abstract values that the program's assignments allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...facts.ranges import Ranges
from ...program import ops
from ...program.ops import Block, Expr, Field, FieldKind, Op, SiteData, Var
from ...program.program import Function, Program
from ...program.walk import all_blocks, bound, expressions, runs, statements, subexpressions
from .values import ANY, MOST, joined, members, number

__all__ = ["FieldDomains"]


Follow = Callable[[Function, Block, Expr], Any]
"""Follows statements of a function of which nothing is known, and gives the value of an expression after them."""


class FieldDomains:
    """The domains of a program's fields. every: the bit set of all sites. follow: as soon as there is a follower."""

    def __init__(self, program: Program, ranges: Ranges, every: int) -> None:
        self.program, self.ranges, self.every = program, ranges, every
        self.domains: dict[str, Any] = {}
        self.follow: Follow | None = None

    def domain(self, name: str) -> Any:
        """The abstract value of a field of which nothing else is known."""
        found = self.domains.get(name)
        if found is None:
            f = self.program.fields[name]
            if f.kind is FieldKind.SET:
                pieces = self.program.fields.get(f"what_{name[-1]}") if f.site is SiteData.EMPTY else None
                found = (0, self._set_domain(f) & (-1 if pieces is None else (1 << pieces.size) - 1))
            else:
                low, high = self.ranges.field(name)
                found = number(range(low, high + 1), False) if high - low < MOST else ANY
                self.domains[name] = found  # what is asked meanwhile
                if found is ANY and f.kind in (FieldKind.INT, FieldKind.ARRAY):
                    found = self._computed(f)
            self.domains[name] = found
        return found

    def _computed(self, f: Field) -> Any:
        """What a field may hold that is computed of other fields, such as a sum of dice: the statements that compute
        it are followed."""
        found: Any = f.init
        for fn in self.program.functions:
            for body in all_blocks(fn.body):
                for i, s in enumerate(body):
                    if isinstance(s, ops.SetField) and s.field == f.name:
                        given = self._given(fn, body[:i], s.value)
                        found = ANY if members(given) is None else joined(found, given, False)
                        if found is ANY:
                            return ANY
        return number(members(found) or (), False)

    def _given(self, fn: Function, before: Block, value: Expr) -> Any:
        """The value of an expression after some statements: of these, those alone that it depends on count."""
        if self.follow is None:
            return ANY
        needed = _locals(value)
        kept: Block = []
        for s in reversed(before):
            if not needed.isdisjoint(bound([s])):
                kept.insert(0, s)
                inner = list(statements([s]))
                if any(isinstance(t, ops.Emit | ops.SetField | ops.SetCtx) for t in inner):
                    return ANY
                read = [x for t in inner for x in expressions(t)]
                if any(runs(x) for x in read):
                    return ANY
                needed = needed.union(*map(_locals, read))
        return ANY if runs(value) else self.follow(fn, kept, value)

    def _set_domain(self, f: Field) -> int:
        may = 0
        for fn in self.program.functions:
            for s in statements(fn.body):
                if isinstance(s, ops.SetField) and s.field == f.name:
                    may |= self._most(s.value, f.name, 0)
        return may

    def _most(self, x: Expr, own: str, depth: int) -> int:
        """What may be in a set, whatever the state and the locals are."""
        if depth > 8:
            return self.every
        if x.op is Op.SET_EMPTY or (x.op is Op.FIELD and x.name == own):
            return 0
        if x.op is Op.SET_OR or x.op is Op.SET_XOR:
            return self._most(x.src[0], own, depth + 1) | self._most(x.src[1], own, depth + 1)
        if x.op is Op.SET_AND:
            return self._most(x.src[0], own, depth + 1) & self._most(x.src[1], own, depth + 1)
        if x.op is Op.SET_DIFF:
            return self._most(x.src[0], own, depth + 1)
        if x.op is Op.SET_TABLE:
            return sum(1 << i for i in {i for row in self.program.tables[x.name].lists for i in row})
        if x.op is Op.SET_ONE:
            low, high = self.ranges.range_of(x.src[0])
            low, high = max(low, 0), min(high, self.every.bit_length() - 1)
            return ((1 << (high + 1)) - 1) >> low << low if high >= low else 0
        if x.op is Op.SELECT:
            return self._most(x.src[1], own, depth + 1) | self._most(x.src[2], own, depth + 1)
        return self.every


def _locals(x: Expr) -> set[Var]:
    return {y.var for y in subexpressions(x) if y.op is Op.VAR}
