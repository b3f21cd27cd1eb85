"""Expressions of a rules program, written as functions that fold constants.

An expression is a tree that is evaluated where it stands in the finished program (`builder.py` puts it there). Folding
uses the table of operations, so that a folded value is what both backends would compute.
"""

from __future__ import annotations

from collections.abc import Callable

from . import arithmetic as num
from .effects import silent
from .operations import OPERATIONS
from .ops import Expr, Op, Type, Var, define_operators

IntLike = Expr | int
BoolLike = Expr | bool

TRUE = Expr(Op.CONST, Type.BOOL, (), 1)
FALSE = Expr(Op.CONST, Type.BOOL, (), 0)
_SMALL = {i: Expr(Op.CONST, Type.INT, (), i) for i in range(-2, 1025)}
EMPTY_SET = Expr(Op.SET_EMPTY, Type.SET)


def value_of(v: Var) -> Expr:
    """The value of a local."""
    return Expr(Op.VAR, v.type, (), v)


def const(value: int) -> Expr:
    """An INT constant: the low 32 bits of the value."""
    return _SMALL[value] if value in _SMALL else Expr(Op.CONST, Type.INT, (), num.wrap(value))


def float_const(value: float) -> Expr:
    """A FLOAT constant: the nearest one."""
    return Expr(Op.CONST, Type.FLOAT, (), num.float32(value))


def double_const(value: float) -> Expr:
    """A DOUBLE constant."""
    return Expr(Op.CONST, Type.DOUBLE, (), float(value))


def constant(value: float, typ: Type) -> Expr:
    """A constant of a type."""
    if typ is Type.BOOL:
        return TRUE if value else FALSE
    if typ is Type.INT:
        return const(int(value))
    return float_const(value) if typ is Type.FLOAT else double_const(value)


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


_FOLDS = {op: entry.folds for op, entry in OPERATIONS.items() if entry.folds}
_BOOLEAN = {op for op, entry in OPERATIONS.items() if {s.result for s in entry.signatures} == {Type.BOOL}}


def folded(x: Expr) -> Expr:
    """The constant that an operation on constants gives; the same expression if it has none."""
    if not x.src or not all(s.is_const for s in x.src):
        return x
    folds = x.run.intrinsic.folds if x.op is Op.RUN else _FOLDS.get(x.op, {})
    fold = folds.get(x.src[0].type)
    value = None if fold is None else fold(*(s.arg for s in x.src))
    return x if value is None else constant(value, x.type)


def _unary(op: Op, a: Expr, result: Type) -> Expr:
    return folded(Expr(op, result, (a,)))


def _binary(op: Op, a: Expr, b: Expr) -> Expr:
    boolean = op in _BOOLEAN
    if a.type is not Type.INT or b.type is not Type.INT:
        a, b = _same_type(a, b)
        return folded(Expr(op, Type.BOOL if boolean else a.type, (a, b)))
    if a.op is Op.CONST and b.op is Op.CONST:
        value = _FOLDS[op][Type.INT](a.arg, b.arg)
        if value is not None:
            return (TRUE if value else FALSE) if boolean else const(value)  # type: ignore[arg-type]
    if a is b and silent(a):
        if boolean:
            return TRUE if op in (Op.EQ, Op.LE, Op.GE) else FALSE
        if op is Op.SUB:
            return const(0)
    if boolean and b.is_const and a.op is Op.SELECT and a.src[1].is_const and a.src[2].is_const:
        return select(a.src[0], _binary(op, a.src[1], b), _binary(op, a.src[2], b))
    if b.op is Op.CONST:
        if b.arg == 0 and op in (Op.ADD, Op.SUB):
            return a
        if b.arg == 1 and op is Op.MUL:
            return a
    if a.op is Op.CONST and ((a.arg == 0 and op is Op.ADD) or (a.arg == 1 and op is Op.MUL)):
        return b
    return Expr(op, Type.BOOL if boolean else Type.INT, (a, b))


def _same_type(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """Both as DOUBLE if one is, else both as FLOAT."""
    widen = to_double if Type.DOUBLE in (a.type, b.type) else to_float
    return widen(a), widen(b)


def _int_op(op: Op) -> Callable[[IntLike, IntLike], Expr]:
    def build(a: IntLike, b: IntLike) -> Expr:
        return _binary(op, as_int(a), as_int(b))

    return build


add, sub, mul, div, mod = (_int_op(o) for o in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD))
min_, max_, pow_ = (_int_op(o) for o in (Op.MIN, Op.MAX, Op.POW))
eq, ne, lt, le, gt, ge = (_int_op(o) for o in (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE))
shl, shr, band, bor = (_int_op(o) for o in (Op.SHL, Op.SHR, Op.BAND, Op.BOR))


def to_float(value: Expr) -> Expr:
    """The value, INT or BOOL, as FLOAT."""
    return value if value.type is Type.FLOAT else _unary(Op.TO_FLOAT, as_int(value), Type.FLOAT)


def to_double(value: Expr) -> Expr:
    """The value, of any type of numbers or BOOL, as DOUBLE."""
    return value if value.type is Type.DOUBLE else _unary(Op.TO_DOUBLE, as_int(value), Type.DOUBLE)


def to_int(value: Expr) -> Expr:
    """A FLOAT or DOUBLE without its fraction."""
    return _unary(Op.TO_INT, value, Type.INT)


def neg(a: IntLike) -> Expr:
    a = as_int(a)
    return _unary(Op.NEG, a, a.type)


def abs_(a: IntLike) -> Expr:
    a = as_int(a)
    return _unary(Op.ABS, a, a.type)


def bit_count(a: IntLike) -> Expr:
    return _unary(Op.BIT_COUNT, as_int(a), Type.INT)


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
            out = out if item.const else FALSE if silent(out) else Expr(Op.AND, Type.BOOL, (out, item))
        elif out is not item or not silent(item):
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
            out = out if not item.const else TRUE if silent(out) else Expr(Op.OR, Type.BOOL, (out, item))
        elif out is not item or not silent(item):
            out = Expr(Op.OR, Type.BOOL, (out, item))
    return out


def has_bit(mask: IntLike, number: IntLike) -> Expr:
    """Whether a bit of a number is set, counted from 0."""
    return eq(band(shr(mask, number), 1), 1)


def within(x: Expr, bound: IntLike) -> Expr:
    """Whether a number is from 0 to below a bound."""
    return and_(ge(x, 0), lt(x, bound))


def select(cond: BoolLike, a: IntLike, b: IntLike) -> Expr:
    """a where cond holds, else b. Both INT, or both SET or BOOL expressions."""
    cond = as_bool(cond)
    x, y = (const(v) if isinstance(v, int) else v for v in (a, b))
    if cond.is_const:
        return x if cond.const else y
    if silent(cond):
        x, y = _where(cond, True, x), _where(cond, False, y)
        if x is y:
            return x
    if x.type is Type.BOOL and x.is_const and y.is_const and x is not y:
        return cond if x.const else not_(cond)
    return Expr(Op.SELECT, x.type, (cond, x, y))


def _where(cond: Expr, holds: bool, x: Expr) -> Expr:
    """An expression where a condition holds, or does not."""
    if x.op is not Op.SELECT or x.src[0] not in (cond, not_(cond)):
        return x
    return x.src[1 if (x.src[0] is cond) == holds else 2]


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
    if b.op is Op.SET_EMPTY or (a is b and silent(a)):
        return a
    return Expr(Op.SET_OR, Type.SET, (a, b))


def set_and(a: Expr, b: Expr) -> Expr:
    if Op.SET_EMPTY in (a.op, b.op):
        return EMPTY_SET
    return a if a is b and silent(a) else Expr(Op.SET_AND, Type.SET, (a, b))


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


def set_shift(s: Expr, by: IntLike) -> Expr:
    """The set with a number added to each member."""
    by = as_int(by)
    if s.op is Op.SET_EMPTY or (by.is_const and by.const == 0):
        return s
    return Expr(Op.SET_SHIFT, Type.SET, (s, by))


def set_nth(s: Expr, k: IntLike) -> Expr:
    return Expr(Op.SET_NTH, Type.INT, (s, as_int(k)))


def list_len(x: Expr) -> Expr:
    return Expr(Op.LIST_LEN, Type.INT, (x,))


def list_at(x: Expr, i: IntLike) -> Expr:
    return Expr(Op.LIST_AT, Type.INT, (x, as_int(i)))


def list_has(x: Expr, v: IntLike) -> Expr:
    return Expr(Op.LIST_HAS, Type.BOOL, (x, as_int(v)))


def _by_type(**builds: Callable[..., Expr]) -> Callable[..., Expr]:
    """The function for the type of the operands, of which one at least is an expression."""

    def build(*operands: IntLike) -> Expr:
        typ = next(x.type for x in operands if isinstance(x, Expr))
        if typ.value not in builds:
            raise TypeError(f"this operator has no meaning for {typ.value}")
        return builds[typ.value](*operands)

    return build


define_operators(
    add=add, mul=mul, lt=lt, le=le, gt=gt, ge=ge, sub=_by_type(int=sub, float=sub, double=sub, set=set_diff),
    and_=_by_type(bool=and_, int=band, set=set_and), or_=_by_type(bool=or_, int=bor, set=set_or),
    not_=_by_type(bool=not_),
)  # fmt: skip
