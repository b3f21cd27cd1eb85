"""What is asked of all that a loop goes through is the loop that one would write by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.ops import Expr, FieldKind, Type
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.queries import QueryBuilder


def printed(write: Callable[[QueryBuilder], Expr], result: Type) -> str:
    b = QueryBuilder(Program("test"))
    b.field("what", FieldKind.ARRAY, size=9)
    b.context_slot("to")
    with b.function("f", (), result) as (fn, _):
        b.return_(write(b))
    assert isinstance(fn, Function)
    return function(fn)


def full(b: QueryBuilder, x: Expr) -> Expr:
    return ir.ne(b.get("what", x), 0)


def any_by_hand(b: QueryBuilder) -> Expr:
    found = b.var(False, "found")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(found, True)
        b.break_()
    return found


def all_by_hand(b: QueryBuilder) -> Expr:
    good = b.var(True, "good")
    with b.for_range(0, 9) as x, b.if_(ir.eq(b.get("what", x), 0)):
        b.assign(good, False)
        b.break_()
    return good


def besides_by_hand(b: QueryBuilder) -> Expr:
    good = b.var(ir.ne(b.get("what", 8), 0), "good")
    with b.for_range(0, 9) as x, b.if_(~ir.set_has(ir.set_one(3), x)):
        b.assign(good, False)
        b.break_()
    return good


def found_by_hand(b: QueryBuilder) -> Expr:
    found = b.var(7, "found")
    with b.for_range(0, 9) as x:
        what = b.let(b.get("what", x))
        with b.if_(what > 2):
            b.assign(found, what)
            b.break_()
    return found


def found_asked(b: QueryBuilder) -> Expr:
    def of(x: Expr) -> tuple[Expr, Expr]:
        what = b.let(b.get("what", x))
        return what > 2, what

    return b.found_in(b.for_range(0, 9), of, none=7)


def last_by_hand(b: QueryBuilder) -> Expr:
    last = b.var(0, "last")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(last, x)
    return last


def best_by_hand(b: QueryBuilder) -> Expr:
    best = b.var(-1, "best")
    with b.for_range(0, 9) as x, b.if_(ir.eq(best, -1) | (x < best)):
        b.assign(best, x)
    return best


def bits_by_hand(b: QueryBuilder) -> Expr:
    mask = b.var(0, "mask")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(mask, mask | ir.shl(1, x))
    return mask


def union_by_hand(b: QueryBuilder) -> Expr:
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, 9) as x:
        b.assign(out, out | ir.set_range(0, x))
    return out


def list_by_hand(b: QueryBuilder) -> Expr:
    values = b.list_new()
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.push(values, x + 1)
    return values


def each_by_hand(b: QueryBuilder) -> Expr:
    total = b.var(0, "total")
    with b.if_(full(b, ir.const(8))), b.saved("to"), b.for_range(0, 9) as x:
        b.set_ctx("to", x)
        b.assign(total, total + b.ctx("to"))
    return total


def first_by_hand(b: QueryBuilder) -> Expr:
    first = b.var(-1, "first")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(first, x)
        b.break_()
    return first


def count_by_hand(b: QueryBuilder) -> Expr:
    total = b.var(0, "total")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(total, total + 1)
    return total


def sum_by_hand(b: QueryBuilder) -> Expr:
    total = b.var(0, "total")
    with b.for_range(0, 9) as x:
        b.assign(total, total + b.get("what", x))
    return total


def set_by_hand(b: QueryBuilder) -> Expr:
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(out, out | ir.set_one(x))
    return out


def everything_by_hand(b: QueryBuilder) -> Expr:
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, 9) as x:
        b.assign(out, out | ir.set_one(x))
    return out


@pytest.mark.parametrize(
    ("asked", "by_hand", "result"),
    [
        (lambda b: b.any_in(b.for_range(0, 9), lambda x: full(b, x)), any_by_hand, Type.BOOL),
        (lambda b: b.all_in(b.for_range(0, 9), lambda x: full(b, x)), all_by_hand, Type.BOOL),
        (
            lambda b: b.all_in(b.for_range(0, 9), lambda x: ir.set_has(ir.set_one(3), x), besides=full(b, ir.const(8))),
            besides_by_hand, Type.BOOL,
        ),
        (found_asked, found_by_hand, Type.INT),
        (lambda b: b.last_in(b.for_range(0, 9), lambda x: full(b, x), none=0), last_by_hand, Type.INT),
        (lambda b: b.best_in(b.for_range(0, 9), lambda x, best: ir.eq(best, -1) | (x < best)), best_by_hand, Type.INT),
        (lambda b: b.bits_in(b.for_range(0, 9), lambda x: full(b, x)), bits_by_hand, Type.INT),
        (lambda b: b.union_in(b.for_range(0, 9), lambda x: ir.set_range(0, x)), union_by_hand, Type.SET),
        (lambda b: b.listed(b.for_range(0, 9), lambda x: full(b, x), lambda x: x + 1), list_by_hand, Type.LIST),
        (
            lambda b: b.sum_in(b.when(full(b, ir.const(8)), b.each("to", b.for_range(0, 9))), lambda _: b.ctx("to")),
            each_by_hand, Type.INT,
        ),
        (lambda b: b.first_in(b.for_range(0, 9), lambda x: full(b, x)), first_by_hand, Type.INT),
        (lambda b: b.count_in(b.for_range(0, 9), lambda x: full(b, x)), count_by_hand, Type.INT),
        (lambda b: b.sum_in(b.for_range(0, 9), lambda x: b.get("what", x)), sum_by_hand, Type.INT),
        (lambda b: b.collect(b.for_range(0, 9), lambda x: full(b, x)), set_by_hand, Type.SET),
        (lambda b: b.collect(b.for_range(0, 9)), everything_by_hand, Type.SET),
    ],
)
def test_one_word_is_the_loop(
    asked: Callable[[QueryBuilder], Expr], by_hand: Callable[[QueryBuilder], Expr], result: Type
) -> None:
    assert printed(asked, result) == printed(by_hand, result)
