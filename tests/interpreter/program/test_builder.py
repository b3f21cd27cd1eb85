"""What is asked of all that a loop goes through is the loop that one would write by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Expr, FieldKind, Function, Program, Type
from ludparse.interpreter.program.printer import function


def printed(write: Callable[[Builder], Expr], result: Type) -> str:
    b = Builder(Program("test"))
    b.field("what", FieldKind.ARRAY, size=9)
    with b.function("f", (), result) as (fn, _):
        b.return_(write(b))
    assert isinstance(fn, Function)
    return function(fn)


def full(b: Builder, x: Expr) -> Expr:
    return ir.ne(b.get("what", x), 0)


def any_by_hand(b: Builder) -> Expr:
    found = b.var(False, "found")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(found, True)
        b.break_()
    return found


def all_by_hand(b: Builder) -> Expr:
    good = b.var(True, "good")
    with b.for_range(0, 9) as x, b.if_(~full(b, x)):
        b.assign(good, False)
        b.break_()
    return good


def first_by_hand(b: Builder) -> Expr:
    first = b.var(-1, "first")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(first, x)
        b.break_()
    return first


def count_by_hand(b: Builder) -> Expr:
    total = b.var(0, "total")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(total, total + 1)
    return total


def sum_by_hand(b: Builder) -> Expr:
    total = b.var(0, "total")
    with b.for_range(0, 9) as x:
        b.assign(total, total + b.get("what", x))
    return total


def set_by_hand(b: Builder) -> Expr:
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, 9) as x, b.if_(full(b, x)):
        b.assign(out, out | ir.set_one(x))
    return out


def everything_by_hand(b: Builder) -> Expr:
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, 9) as x:
        b.assign(out, out | ir.set_one(x))
    return out


@pytest.mark.parametrize(
    ("asked", "by_hand", "result"),
    [
        (lambda b: b.any_in(b.for_range(0, 9), lambda x: full(b, x)), any_by_hand, Type.BOOL),
        (lambda b: b.all_in(b.for_range(0, 9), lambda x: full(b, x)), all_by_hand, Type.BOOL),
        (lambda b: b.first_in(b.for_range(0, 9), lambda x: full(b, x)), first_by_hand, Type.INT),
        (lambda b: b.count_in(b.for_range(0, 9), lambda x: full(b, x)), count_by_hand, Type.INT),
        (lambda b: b.sum_in(b.for_range(0, 9), lambda x: b.get("what", x)), sum_by_hand, Type.INT),
        (lambda b: b.collect(b.for_range(0, 9), lambda x: full(b, x)), set_by_hand, Type.SET),
        (lambda b: b.collect(b.for_range(0, 9)), everything_by_hand, Type.SET),
    ],
)
def test_one_word_is_the_loop(
    asked: Callable[[Builder], Expr], by_hand: Callable[[Builder], Expr], result: Type
) -> None:
    assert printed(asked, result) == printed(by_hand, result)
