"""Arithmetic on whole numbers."""

from __future__ import annotations

from collections.abc import Callable

from ..arguments.values import pair
from ..base.prelude import Expr, L, Lowering, ir, lowers, required

# how two values become one, and the value of an empty array
_FOLDS: dict[type, tuple[Callable[[ir.IntLike, ir.IntLike], Expr], int]] = {
    L.IntAdd: (ir.add, 0),
    L.IntMul: (ir.mul, 0),
    L.IntMin: (ir.min_, -1),
    L.IntMax: (ir.max_, -1),
}


@lowers(*_FOLDS, to="int")
def fold(node: L.IntAdd | L.IntMul | L.IntMin | L.IntMax, lo: Lowering) -> Expr:
    """Combines two values, a list, or an array."""
    op, empty = _FOLDS[type(node)]
    items = node.list if isinstance(node, L.IntAdd | L.IntMul) else None
    if node.array is not None:
        values = lo.let(lo.ints(node.array), "values")
        total = lo.var(empty, "total")
        with lo.if_(ir.list_len(values) > 0):
            lo.assign(total, ir.list_at(values, 0))
        with lo.for_range(1, ir.list_len(values)) as i:
            lo.assign(total, op(total, ir.list_at(values, i)))
        return total
    if items is not None:
        out = lo.int(items[0]) if items else ir.const(empty)
        for item in items[1:]:
            out = lo.let(out)
            out = op(out, lo.int(item))
        return out
    two = (node.a, node.b) if isinstance(node, L.IntAdd | L.IntMul) else (node.value_a, node.value_b)
    return op(*pair(lo, required(two[0]), required(two[1])))


@lowers(L.IntSub, to="int")
def sub(node: L.IntSub, lo: Lowering) -> Expr:
    """Difference, or negation if there is only one operand."""
    if node.value_a is None:
        return ir.neg(lo.int(node.value_b))
    return ir.sub(*pair(lo, node.value_a, node.value_b))


@lowers(L.IntDiv, to="int")
def div(node: L.IntDiv, lo: Lowering) -> Expr:
    """Rounded towards zero."""
    return ir.div(*pair(lo, node.a, node.b))


@lowers(L.Mod, to="int")
def modulo(node: L.Mod, lo: Lowering) -> Expr:
    """Remainder with the sign of the dividend; a rule error for divisor 0."""
    return ir.mod(*pair(lo, node.value, node.modulo))


@lowers(L.IntPow, to="int")
def power(node: L.IntPow, lo: Lowering) -> Expr:
    """Power, computed in doubles and clamped to 32 bits."""
    return ir.pow_(*pair(lo, node.a, node.b))


@lowers(L.IntAbs, to="int")
def absolute(node: L.IntAbs, lo: Lowering) -> Expr:
    """Absolute value; that of -2**31 is -2**31."""
    return ir.abs_(lo.int(node.value))


@lowers(L.IntIf, to="int")
def int_if(node: L.IntIf, lo: Lowering) -> Expr:
    """One of two numbers, chosen by a condition. Only the chosen one is evaluated."""
    return lo.choose(lo.bool(node.cond), lambda: lo.int(node.value_a), lambda: lo.int(node.value_b))
