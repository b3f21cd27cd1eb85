"""Expressions of a rules program, written as functions that fold constants.

An expression is a tree that is evaluated where it stands in the finished program (`builder.py` puts it there).
"""

from __future__ import annotations

from collections.abc import Callable

from ..numbers import quotient
from .ops import Expr, Op, Type

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
    if op is Op.SUB and a.op is b.op is Op.VAR and a.arg is b.arg:
        return const(0)
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
            out = out if item.const else FALSE
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
