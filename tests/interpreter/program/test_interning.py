"""Equal expressions are the same object, so that passes compare them with `is`."""

from __future__ import annotations

import gc
import math
import weakref
from concurrent.futures import ThreadPoolExecutor

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.intrinsics import MOVE_TO, run_of
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.program import Function

A, B = (Var("a", Type.INT) for _ in range(2))
TO = run_of(MOVE_TO)


def test_equal_expressions_are_the_same_object() -> None:
    pairs = [
        (ir.value_of(A) + 70_000, ir.value_of(A) + 70_000),
        (Expr(Op.RUN, Type.INT, (ir.const(1),), TO), Expr(Op.RUN, Type.INT, (ir.const(1),), TO)),
        (ir.select(ir.value_of(A) > 3, 1, 2), ir.select(ir.value_of(A) > 3, 1, 2)),
        (ir.float_const(math.nan), ir.float_const(math.nan)),
    ]
    assert all(x is y for x, y in pairs)


def test_different_expressions_are_different_objects() -> None:
    f, g = (Function("f", (), Type.INT) for _ in range(2))
    some = [
        ir.value_of(A), ir.value_of(B),  # locals by themselves, not by name
        ir.value_of(A) + 1, ir.value_of(A) - 1, ir.value_of(B) + 1, 1 + ir.value_of(A),
        Expr(Op.CALL, Type.INT, (), f), Expr(Op.CALL, Type.INT, (), g),
        ir.const(1), ir.TRUE, ir.float_const(1.0), ir.double_const(1.0),
        ir.float_const(0.0), ir.float_const(-0.0),
        Expr(Op.CTX, Type.INT, (), "to"), Expr(Op.CTX, Type.SET, (), "to"), Expr(Op.FIELD, Type.INT, (), "to"),
    ]  # fmt: skip
    assert len(set(some)) == len(some)


def test_functions_that_call_themselves_are_freed() -> None:
    fn = Function("f", (A,), Type.INT)
    fn.body = [ops.Return(Expr(Op.CALL, Type.INT, (ir.value_of(A) - 12_345,), fn) + 1)]
    gone = []
    weakref.finalize(fn.body[0].value, gone.append, True)  # type: ignore[attr-defined]
    del fn
    gc.collect()
    assert gone == [True]


def test_threads_agree_on_the_one_object() -> None:
    def some(_: int) -> list[Expr]:
        return [ir.value_of(A) + k for k in range(2000, 3000)]

    with ThreadPoolExecutor(8) as pool:
        lists = list(pool.map(some, range(8)))
    assert all(x is y for each in lists for x, y in zip(lists[0], each, strict=True))
