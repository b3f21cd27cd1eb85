"""Puts values in the place of locals, and other expressions in the place of parts; the result is folded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import expressions as ir
from . import ops
from .ops import Block, Expr, Op, Type, Var
from .program import Function

__all__ = ["assuming", "over", "put_in", "result_of", "substituted", "values_of"]

_OF_NUMBERS: dict[Op, Callable[..., Expr]] = {
    Op.EQ: ir.eq,
    Op.NE: ir.ne,
    Op.LT: ir.lt,
    Op.LE: ir.le,
    Op.GT: ir.gt,
    Op.GE: ir.ge,
    Op.ADD: ir.add,
    Op.SUB: ir.sub,
    Op.MUL: ir.mul,
    Op.MIN: ir.min_,
    Op.MAX: ir.max_,
}
_OF_OTHERS: dict[Op, Callable[..., Expr]] = {
    Op.AND: ir.and_,
    Op.OR: ir.or_,
    Op.NOT: ir.not_,
    Op.SELECT: ir.select,
    Op.SET_AND: ir.set_and,
    Op.SET_OR: ir.set_or,
    Op.SET_DIFF: ir.set_diff,
    Op.SET_SHIFT: ir.set_shift,
}


def over(x: Expr, src: tuple[Expr, ...]) -> Expr:
    """The node over other operands."""
    build = _OF_OTHERS.get(x.op) or (_OF_NUMBERS.get(x.op) if all(s.type is Type.INT for s in src) else None)
    return Expr(x.op, x.type, src, x.arg) if build is None else build(*src)


def substituted(x: Expr, instead: Callable[[Expr], Expr | None]) -> Expr:
    """The expression with what stands instead of its parts, outermost first; a part stays where that is None."""
    found = instead(x)
    if found is not None or not x.src:
        return x if found is None else found
    src = tuple(substituted(s, instead) for s in x.src)
    return x if all(a is b for a, b in zip(src, x.src, strict=True)) else over(x, src)


def put_in(x: Expr, values: Mapping[Var, Expr]) -> Expr:
    """The expression with values in the place of locals."""
    return substituted(x, lambda y: values.get(y.var, y) if y.op is Op.VAR else None)


def assuming(x: Expr, cond: Expr, holds: bool) -> Expr:
    """The expression where a condition holds, or does not."""

    def chosen(y: Expr) -> Expr | None:
        return assuming(y.src[1 if holds else 2], cond, holds) if y.op is Op.SELECT and y.src[0] is cond else None

    return substituted(x, chosen)


def values_of(body: Block) -> dict[Var, Expr] | None:
    """The values of locals after a block over those before it, if all that it does is to assign them."""
    values: dict[Var, Expr] = {}
    for s in body:
        if not isinstance(s, ops.Assign):
            return None
        values[s.var] = put_in(s.value, values)
    return values


def result_of(fn: Function) -> Expr | None:
    """The result of a function over its parameters, the context and the state, if all that it does before it returns is
    to assign locals; else None."""
    end = next((s for s in fn.body if isinstance(s, ops.Return)), None)
    values = None if end is None else values_of(fn.body[: fn.body.index(end)])
    return None if end is None or end.value is None or values is None else put_in(end.value, values)
