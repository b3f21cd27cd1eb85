"""Arithmetic on floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..base.prelude import Expr, L, Lowering, all_of, ir, lowers, required

Fold: TypeAlias = L.FloatAdd | L.FloatMul | L.FloatMin | L.FloatMax
Pair: TypeAlias = L.FloatDiv | L.FloatPow
Unary: TypeAlias = L.Sqrt | L.Log | L.Log10 | L.Exp | L.Sin | L.Cos | L.Tan

_FOLDS: dict[type, Callable[[Expr, Expr], Expr]] = {
    L.FloatAdd: ir.add,
    L.FloatMul: ir.mul,
    L.FloatMin: ir.min_,
    L.FloatMax: ir.max_,
}
_PAIRS: dict[type, Callable[[Expr, Expr], Expr]] = {L.FloatDiv: ir.div, L.FloatPow: ir.pow_}
_FUNCTIONS: dict[type, str] = {
    L.Sqrt: "float_sqrt",
    L.Log: "float_log",
    L.Log10: "float_log10",
    L.Exp: "float_exp",
    L.Sin: "float_sin",
    L.Cos: "float_cos",
    L.Tan: "float_tan",
}


@lowers(*_FOLDS, to="float")
def fold(node: Fold, lo: Lowering) -> Expr:
    """The combination of two values, or of a list of at least one."""
    items = all_of(node.list, node.a, node.b)
    out = lo.float(items[0])
    for item in items[1:]:
        out = _FOLDS[type(node)](lo.let(out), lo.float(item))
    return out


@lowers(L.FloatSub, to="float")
def sub(node: L.FloatSub, lo: Lowering) -> Expr:
    """A difference of two numbers."""
    first = lo.let(lo.float(node.value_a))
    return first - lo.float(node.value_b)


@lowers(*_PAIRS, to="float")
def pair(node: Pair, lo: Lowering) -> Expr:
    """Functions of two numbers."""
    first = lo.let(lo.float(node.a))
    second = lo.let(lo.float(node.b))
    if isinstance(node, L.FloatDiv):
        with lo.if_(ir.eq(second, 0)):
            lo.run("fail", lo.string("a float is divided by zero"))
    return _PAIRS[type(node)](first, second)


@lowers(L.FloatAbs, to="float")
def absolute(node: L.FloatAbs, lo: Lowering) -> Expr:
    """The value without its sign."""
    return ir.abs_(lo.float(node.value))


@lowers(*_FUNCTIONS, to="float")
def function(node: Unary, lo: Lowering) -> Expr:
    """A function of one float. The square root of a negative number and the logarithm of 0 fail at run time."""
    value = lo.let(lo.float(node.a))
    if isinstance(node, L.Sqrt):
        with lo.if_(value < 0):
            lo.run("fail", lo.string("a negative number has no square root"))
    if isinstance(node, L.Log | L.Log10):
        with lo.if_(ir.eq(value, 0)):
            lo.run("fail", lo.string("zero has no logarithm"))
    return lo.run(_FUNCTIONS[type(node)], value)


@lowers(L.ToFloat, to="float")
def to_float(node: L.ToFloat, lo: Lowering) -> Expr:
    """1 or 0 for a condition, or a whole number as it is."""
    return ir.to_float(ir.as_int(lo.bool(node.bool_fn)) if node.bool_fn is not None else lo.int(required(node.int_fn)))
