"""Expressions are built with operators, and have no value until the game is played."""

from __future__ import annotations

import re

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.declarations import UndeclaredFieldError
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.printer import expression
from ludparse.interpreter.program.program import Program

A, B = (Expr(Op.VAR, Type.INT, (), Var(name, Type.INT)) for name in "ab")
S, T = (Expr(Op.VAR, Type.SET, (), Var(name, Type.SET)) for name in "st")
YES, NO = ir.lt(A, B), ir.gt(A, B)


@pytest.mark.parametrize(
    ("built", "same"),
    [
        (A < 3, ir.lt(A, 3)),
        (A <= B, ir.le(A, B)),
        (A > B, ir.gt(A, B)),
        (A >= 0, ir.ge(A, 0)),
        (YES & NO, ir.and_(YES, NO)),
        (YES | NO, ir.or_(YES, NO)),
        (~YES, ir.not_(YES)),
        (A & 7, ir.band(A, 7)),
        (1 | A, ir.bor(1, A)),
        (S & T, ir.set_and(S, T)),
        (S | T, ir.set_or(S, T)),
        (S - T, ir.set_diff(S, T)),
        (5 - A, ir.sub(5, A)),
    ],
)
def test_an_operator_is_the_function(built: Expr, same: Expr) -> None:
    assert expression(built) == expression(same) and built.type is same.type


def test_operators_fold_constants() -> None:
    assert (ir.const(2) < 3) is ir.TRUE
    assert (True & YES) is YES and (YES & False) is ir.FALSE and (False | YES) is YES
    assert ~ir.TRUE is ir.FALSE


@pytest.mark.parametrize("wrong", [lambda: ~A, lambda: ~S, lambda: YES - YES])
def test_operators_without_a_meaning_are_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="no meaning for"):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize("ask", [bool, lambda x: 1 if x else 0, lambda x: x and 1, lambda x: not x])
def test_an_expression_is_neither_true_nor_false(ask: object) -> None:
    """`if a < b:` would be decided when the game is compiled."""
    with pytest.raises(TypeError, match="no value until the game is played"):
        ask(YES)  # type: ignore[operator]


def test_a_slot_of_the_context_has_to_be_declared() -> None:
    b = Builder(Program("test"))
    b.context_slot("from")
    b.context_slot("region", Type.SET)
    assert b.ctx("from").type is Type.INT and b.ctx("region").type is Type.SET
    for use in (lambda: b.ctx("fron"), lambda: b.set_ctx("fron", 1)):
        with pytest.raises(UndeclaredFieldError, match=re.escape("the slot 'fron' of the context")):
            use()
