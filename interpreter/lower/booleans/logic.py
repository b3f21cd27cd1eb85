"""and, or, not, xor, if, and comparisons of numbers and regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ludparse.ludemes.base import Ludeme

from ..arguments.values import pair
from ..base.prelude import Expr, L, Lowering, all_of, ir, lowers, required
from ..board.groups import any_liberty
from ..lookahead.move_after_move import draws

_COMPARISONS: dict[type, Callable[[ir.IntLike, ir.IntLike], Expr]] = {
    L.Lt: ir.lt,
    L.Le: ir.le,
    L.Gt: ir.gt,
    L.Ge: ir.ge,
}
_FOR_ONE = {(L.Gt, 0), (L.Gt, -1), (L.Ge, 1)}
"""Comparisons that ask whether a number is at least 1, where it is looked for until there are enough."""


def _items(node: L.BoolAnd | L.BoolOr, lo: Lowering) -> Sequence[L.Bool]:
    """The conditions, each only once unless one of them draws numbers."""
    items = all_of(node.list, node.a, node.b)
    different = list(dict.fromkeys(items))
    if len(different) == len(items) or any(isinstance(x, Ludeme) and draws(lo, x) for x in different):
        return items
    return different


@lowers(L.BoolAnd, to="bool")
def bool_and(node: L.BoolAnd, lo: Lowering) -> Expr:
    """Short-circuit conjunction, in the order of the description."""
    return lo.all_of([partial(lo.bool, x) for x in _items(node, lo)])


@lowers(L.BoolOr, to="bool")
def bool_or(node: L.BoolOr, lo: Lowering) -> Expr:
    """Short-circuit disjunction, in the order of the description."""
    return lo.any_of([partial(lo.bool, x) for x in _items(node, lo)])


@lowers(L.Not, to="bool")
def bool_not(node: L.Not, lo: Lowering) -> Expr:
    """Negation."""
    return ~lo.bool(node.a)


@lowers(L.Xor, to="bool")
def xor(node: L.Xor, lo: Lowering) -> Expr:
    """Exclusive or; both operands are evaluated."""
    a = lo.let(lo.bool(node.a))
    return ir.select(a, ~lo.bool(node.b), lo.bool(node.b))


@lowers(L.BoolIf, to="bool")
def bool_if(node: L.BoolIf, lo: Lowering) -> Expr:
    """`ok` if the condition holds, else `not_ok` (false if missing). Only the chosen one is evaluated."""
    other = (lambda: ir.FALSE) if node.not_ok is None else (lambda: lo.bool(required(node.not_ok)))
    return lo.choose(lo.bool(node.cond), lambda: lo.bool(node.ok), other)


@lowers(*_COMPARISONS, to="bool")
def compare(node: L.Lt | L.Le | L.Gt | L.Ge, lo: Lowering) -> Expr:
    """Compares two numbers; in deduction puzzles the values of two sites, which match while one is open."""
    op = _COMPARISONS[type(node)]
    liberties = node.value_a if isinstance(node.value_a, L.CountLiberties) else None
    if liberties is not None and (type(node), node.value_b) in _FOR_ONE and not lo.traced:
        with lo.lowering(liberties):
            return any_liberty(liberties, lo)
    first, second = pair(lo, node.value_a, node.value_b)
    if not lo.flags.deduction_puzzle:
        if isinstance(node, L.Gt) and liberties is not None:
            least = lo.let(second)  # Ludii counts until there are enough, and for -1 looks for one all the same
            second = ir.select(least < 0, 0, least)
        return op(first, second)
    t, variables = lo.eq.default_site, lo.sites.variables
    first, second = lo.let(first), lo.let(second)
    both = variables.resolved(t, first) & variables.resolved(t, second)
    return ~both | op(variables.value(t, first), variables.value(t, second))


@lowers(L.Equals, to="bool")
def equals(node: L.Equals | L.NotEqual, lo: Lowering) -> Expr:
    """Equality of two regions or of two numbers; a role stands for its player's number."""
    if node.region_a is not None:
        a = lo.let(lo.region(node.region_a))
        return ir.set_eq(a, lo.region(required(node.region_b)))
    return ir.eq(*pair(lo, required(node.value_a), required(node.value_b if node.value_b is not None else node.role_b)))


@lowers(L.NotEqual, to="bool")
def not_equal(node: L.NotEqual, lo: Lowering) -> Expr:
    """The negation of `equals`, for the same arguments."""
    return ~equals(node, lo)
