"""Turns conditions on one site into sets: the sites for which the condition holds.

Conditions are expressions over a key (the site's index) and the state. A condition that cannot be expressed as a set is
taken to hold everywhere, and the set is marked as not exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..program import expressions as ir
from ..program.effects import EffectsOf
from ..program.entries import Failure, Resource
from ..program.ops import OPERATIONS, Expr, FieldKind, Op, Type, Var
from ..program.program import Program
from .resolver import Unknown

MOST_VALUES = 16  # entries: larger tables are not turned into one set for each value
_SWAPPED = {Op.EQ: Op.EQ, Op.NE: Op.NE, Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE}
COMPARE: dict[Op, Callable[[ir.IntLike, ir.IntLike], Expr]] = {
    Op.EQ: ir.eq, Op.NE: ir.ne, Op.LT: ir.lt, Op.LE: ir.le, Op.GT: ir.gt, Op.GE: ir.ge,
}  # fmt: skip
_STATE_ONLY = {
    op
    for op, entry in OPERATIONS.items()
    if entry.silent
    and entry.fails is Failure.NEVER
    and not entry.reads & ~(Resource.FIELDS | Resource.TABLES)
    and op not in (Op.VAR, Op.RUN)
}
"""Operations whose value depends on nothing but operands, fields and tables (a CALL is looked into)."""


@dataclass(frozen=True, slots=True)
class Sites:
    """The sites of `inside` (None: all) that are not in `outside` (None: none). exact: the condition holds for these
    and no others; otherwise it may not hold for some of them."""

    inside: Expr | None = None
    outside: Expr | None = None
    exact: bool = True

    @property
    def everywhere(self) -> bool:
        return self.inside is None and self.outside is None

    @property
    def nowhere(self) -> bool:
        return self.inside is not None and self.inside.op is Op.SET_EMPTY


ALL, NONE = Sites(), Sites(ir.EMPTY_SET)
UNKNOWN = Sites(exact=False)


class SiteSets:
    """Turns conditions on `key`, a site below `size`, into sets.

    everything: the sites that there are, all below `size` unless given.
    changing: None if sets have to depend on the state alone. Otherwise the locals that a set must not depend on; other
    locals, and the context, are invariant while the set is used.
    """

    def __init__(
        self,
        program: Program,
        effects: EffectsOf,
        key: Var,
        size: int,
        changing: tuple[Var, ...] | None = None,
        everything: Expr | None = None,
    ) -> None:
        self.program, self.effects, self.key, self.size, self.changing = program, effects, key, size, changing
        self.everything = ir.set_range(0, size) if everything is None else everything

    def written_out(self, s: Sites) -> Expr:
        """The set as one expression."""
        inside = self.everything if s.inside is None else s.inside
        return inside if s.outside is None else ir.set_diff(inside, s.outside)

    def both(self, a: Sites, b: Sites) -> Sites:
        if a.nowhere or b.nowhere:
            return NONE
        if self.written_out(a) is self.written_out(b):
            return Sites(a.inside, a.outside, a.exact and b.exact)
        inside = b.inside if a.inside is None else a.inside if b.inside is None else intersection(a.inside, b.inside)
        outside = b.outside if a.outside is None else a.outside
        if a.outside is not None and b.outside is not None:
            outside = union(a.outside, b.outside)
        if inside is not None and outside is not None and inside is outside:
            return NONE
        return Sites(inside, outside, a.exact and b.exact)

    def either(self, a: Sites, b: Sites) -> Sites:
        if a.everywhere or b.everywhere:
            return Sites(exact=(a.everywhere and a.exact) or (b.everywhere and b.exact) or (a.exact and b.exact))
        if a.nowhere or b.nowhere:
            return b if a.nowhere else a
        x, y = self.written_out(a), self.written_out(b)
        if x is y:
            return Sites(a.inside, a.outside, a.exact and b.exact)
        return Sites(union(x, y), exact=a.exact and b.exact)

    def others(self, a: Sites) -> Sites:
        if not a.exact:
            return UNKNOWN
        if a.everywhere:
            return NONE
        if a.inside is None:
            return Sites(a.outside)
        return ALL if a.nowhere else Sites(outside=self.written_out(a))

    def where(self, x: Expr) -> Sites:
        """The sites for which a BOOL expression holds."""
        if x.is_const:
            return ALL if x.const else NONE
        if x.op is Op.NOT:
            return self.others(self.where(x.src[0]))
        if x.op is Op.AND:
            return self.both(self.where(x.src[0]), self.where(x.src[1]))
        if x.op is Op.OR:
            return self.either(self.where(x.src[0]), self.where(x.src[1]))
        if x.op is Op.SELECT:
            return self._one_of(x, lambda y: y)
        if self.state_only(x):
            return Sites(ir.select(x, self.everything, ir.EMPTY_SET))
        if x.op is Op.SET_HAS and self._is_key(x.src[1]) and self.state_only(x.src[0]):
            return Sites(x.src[0])
        if x.op in COMPARE:
            return self._compared(x.op, x.src[0], x.src[1])
        return UNKNOWN

    def state_only(self, x: Expr) -> bool:
        """Whether an expression depends on the state (or what is invariant besides) alone, and has no effect."""
        if self.changing is not None and x.op in (Op.VAR, Op.CTX):
            fixed = x.arg is not self.key and not isinstance(x.arg, Unknown)
            return fixed and all(x.arg is not v for v in self.changing)
        if x.op not in _STATE_ONLY or x.type in (Type.LIST, Type.FLOAT, Type.DOUBLE):
            return False
        if x.op is Op.CALL:
            found = self.effects.expression(x)
            if not found.pure or not found.state_only or (found.slots and self.changing is None):
                return False
        return all(self.state_only(s) for s in x.src)

    def _is_key(self, x: Expr) -> bool:
        return x.op is Op.VAR and x.arg is self.key

    def _one_of(self, x: Expr, told: Callable[[Expr], Expr]) -> Sites:
        """A condition on the result of a SELECT: `told` makes it of either value."""
        cond, a, b = x.src
        where = self.where(cond)
        yes = self.both(where, self.where(told(a)))
        return self.either(yes, self.both(self.others(where), self.where(told(b))))

    def _compared(self, op: Op, a: Expr, b: Expr) -> Sites:
        if a.op is Op.SELECT:
            return self._one_of(a, lambda x: COMPARE[op](x, b))
        if b.op is Op.SELECT:
            return self._one_of(b, lambda x: COMPARE[op](a, x))
        if self.state_only(a):
            op, a, b = _SWAPPED[op], b, a
        if not self.state_only(b):
            return UNKNOWN
        if self._is_key(a):
            return self._key_compared(op, b)
        if op is Op.NE:
            return self.others(self._compared(Op.EQ, a, b))
        if op is not Op.EQ:
            return UNKNOWN
        if self._of_key(a, beyond=True):
            f, here = self.program.fields[a.name], Sites(Expr(Op.SET_WHERE, Type.SET, (b,), a.arg))
            initial = ir.select(ir.eq(b, f.init), ir.set_range(f.size, self.size), ir.EMPTY_SET)
            return here if f.size >= self.size else self.either(here, Sites(initial))
        if a.op is Op.TABLE and self._of_key(a.src[0]):
            return self._by_value(a, b)
        if a.op is Op.BAND and a.src[0].op is Op.SHR and a.src[1].is_const and a.src[1].const == 1 and b.is_const:
            return self._by_bit(*a.src[0].src) if b.const == 1 else UNKNOWN
        return UNKNOWN

    def _key_compared(self, op: Op, other: Expr) -> Sites:
        nowhere = other.is_const and not 0 <= other.const < self.size
        if op is Op.EQ:
            return NONE if nowhere else Sites(ir.set_one(other))
        if op is Op.NE:
            return ALL if nowhere else Sites(outside=ir.set_one(other))
        if not other.is_const:
            return UNKNOWN
        least = other.const + (op in (Op.GT, Op.LE))  # the keys from there on, or those below
        if op in (Op.LT, Op.LE):
            return self.others(self._key_compared(Op.GE, ir.const(least)))
        return ALL if least <= 0 else NONE if least >= self.size else Sites(ir.set_range(least, self.size))

    def _of_key(self, x: Expr, beyond: bool = False) -> bool:
        """Whether an expression reads a field at the key, with `beyond` of a field that may have too few elements."""
        if x.op not in (Op.FIELD, Op.FIELD_RAW) or not x.src or not self._is_key(x.src[0]):
            return False
        f = self.program.fields[str(x.arg)]
        return f.kind is FieldKind.ARRAY and f.cap is None and f.bits <= 32 and (beyond or f.size >= self.size)

    def _by_value(self, a: Expr, b: Expr) -> Sites:
        """The sites for which a table's entry, indexed by a field at the key, has a given value."""
        rows = self.program.tables[a.name].values
        # what is not in the table reads as 0
        if len(rows) > MOST_VALUES or not b.is_const or b.const == 0:
            return UNKNOWN
        found = NONE
        for value, entry in enumerate(rows):
            if entry == b.const:
                here = Expr(Op.SET_WHERE, Type.SET, (ir.const(value),), a.src[0].arg)
                found = self.either(found, Sites(here))
        return found

    def _by_bit(self, mask: Expr, number: Expr) -> Sites:
        """The sites for which a mask has the bit whose number is a field at the key, or a table's entry for that."""
        if self.state_only(mask) and self._of_key(number):
            most = self.program.fields[number.name].most
            if most is None or most >= min(MOST_VALUES, 32):
                return UNKNOWN
            if mask.is_const and all(mask.const >> value & 1 for value in range(most + 1)):
                return ALL
            of_value = NONE
            for value in range(most + 1):
                here = Sites(Expr(Op.SET_WHERE, Type.SET, (ir.const(value),), number.arg))
                of_value = self.either(of_value, self._if_bit(mask, value, here))
            return of_value
        if not self.state_only(mask) or number.op is not Op.TABLE or not self._of_key(number.src[0]):
            return UNKNOWN
        rows, field = self.program.tables[number.name].values, number.src[0].arg
        if len(rows) > MOST_VALUES or not all(0 <= entry < 32 for entry in rows):
            return UNKNOWN
        found, listed = NONE, NONE
        for entry in sorted({*rows} - {0}):
            these = NONE
            for value in (v for v, e in enumerate(rows) if e == entry):
                these = self.either(these, Sites(Expr(Op.SET_WHERE, Type.SET, (ir.const(value),), field)))
            listed = self.either(listed, these)
            found = self.either(found, self._if_bit(mask, entry, these))
        # what is not in the table reads as 0
        return self.either(found, self._if_bit(mask, 0, self.others(listed)))

    def _if_bit(self, mask: Expr, number: int, sites: Sites) -> Sites:
        """The sites if a mask has a bit, else none."""
        has = ir.eq(ir.band(ir.shr(mask, number), 1), 1)
        if has.is_const:
            return sites if has.const else NONE
        return Sites(ir.select(has, self.written_out(sites), ir.EMPTY_SET))



def union(a: Expr, b: Expr) -> Expr:
    """The union of two sets, each operand written once. An operand within another one is left out."""
    parts = _distinct(Op.SET_OR, a, b)
    narrower = {x for x in parts for part in _distinct(Op.SET_AND, x) if part is not x and part in parts}
    first, *others = [x for x in parts if x not in narrower]
    for x in others:
        first = ir.set_or(first, x)
    return first


def intersection(a: Expr, b: Expr) -> Expr:
    """The intersection of two sets, each operand written once."""
    first, *others = _distinct(Op.SET_AND, a, b)
    for x in others:
        first = ir.set_and(first, x)
    return first


def _distinct(op: Op, *operands: Expr) -> dict[Expr, None]:
    """The different operands of nested operations `op`, in order."""
    return {y: None for x in operands for y in (_distinct(op, *x.src) if x.op is op else (x,))}
