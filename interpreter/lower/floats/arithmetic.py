"""Arithmetic on floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludparse.ludemes import (
    Cos,
    Exp,
    FloatAbs,
    FloatAdd,
    FloatDiv,
    FloatMax,
    FloatMin,
    FloatMul,
    FloatPow,
    FloatSub,
    Log,
    Log10,
    Sin,
    Sqrt,
    Tan,
    ToFloat,
)

from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import all_of, required
from ..base.lowering import Lowering
from ..base.registry import lowers

Fold: TypeAlias = FloatAdd | FloatMul | FloatMin | FloatMax
Pair: TypeAlias = FloatDiv | FloatPow
Unary: TypeAlias = Sqrt | Log | Log10 | Exp | Sin | Cos | Tan

_FOLDS: dict[type, Callable[[Expr, Expr], Expr]] = {
    FloatAdd: ir.add,
    FloatMul: ir.mul,
    FloatMin: ir.min_,
    FloatMax: ir.max_,
}
_PAIRS: dict[type, Callable[[Expr, Expr], Expr]] = {FloatDiv: ir.div, FloatPow: ir.pow_}
_FUNCTIONS: dict[type, str] = {
    Sqrt: "float_sqrt",
    Log: "float_log",
    Log10: "float_log10",
    Exp: "float_exp",
    Sin: "float_sin",
    Cos: "float_cos",
    Tan: "float_tan",
}


@lowers(*_FOLDS, to="float")
def fold(node: Fold, lo: Lowering) -> Expr:
    """The combination of two values, or of a list of at least one."""
    items = all_of(node.list, node.a, node.b)
    out = lo.float(items[0])
    for item in items[1:]:
        out = _FOLDS[type(node)](lo.let(out), lo.float(item))
    return out


@lowers(FloatSub, to="float")
def sub(node: FloatSub, lo: Lowering) -> Expr:
    """A difference of two numbers."""
    first = lo.let(lo.float(node.value_a))
    return ir.sub(first, lo.float(node.value_b))


@lowers(*_PAIRS, to="float")
def pair(node: Pair, lo: Lowering) -> Expr:
    """Functions of two numbers."""
    first = lo.let(lo.float(node.a))
    second = lo.let(lo.float(node.b))
    if isinstance(node, FloatDiv):
        with lo.if_(ir.eq(second, 0)):
            lo.run("fail", lo.string("a float is divided by zero"))
    return _PAIRS[type(node)](first, second)


@lowers(FloatAbs, to="float")
def absolute(node: FloatAbs, lo: Lowering) -> Expr:
    """The value without its sign."""
    return ir.abs_(lo.float(node.value))


@lowers(*_FUNCTIONS, to="float")
def function(node: Unary, lo: Lowering) -> Expr:
    """A function of one float. The square root of a negative number and the logarithm of 0 fail at run time."""
    value = lo.let(lo.float(node.a))
    if isinstance(node, Sqrt):
        with lo.if_(ir.lt(value, 0)):
            lo.run("fail", lo.string("a negative number has no square root"))
    if isinstance(node, Log | Log10):
        with lo.if_(ir.eq(value, 0)):
            lo.run("fail", lo.string("zero has no logarithm"))
    return lo.run(_FUNCTIONS[type(node)], value)


@lowers(ToFloat, to="float")
def to_float(node: ToFloat, lo: Lowering) -> Expr:
    """1 or 0 for a condition, or a whole number as it is."""
    return ir.to_float(ir.as_int(lo.bool(node.bool_fn)) if node.bool_fn is not None else lo.int(required(node.int_fn)))
