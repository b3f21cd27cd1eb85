"""What is live, and which steps something reads, in small functions; slots of the context have tests of their own
(`test_dead_slots.py`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.facts.liveness import Liveness, slots_live
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.intrinsics import INTRINSICS, run_of
from ludparse.interpreter.program.ops import Expr, Op, Stmt, Type, Var
from ludparse.interpreter.program.program import Program

A, C = (Var(name, Type.INT) for name in "ac")
DRAWN = Expr(Op.RUN, Type.INT, (ir.const(6),), run_of(INTRINSICS["random_int"]))
FROM, TO = (Expr(Op.CTX, Type.INT, (), name) for name in ("from", "to"))


def program() -> Program:
    return Program("test", context={"from": -1, "to": -1})


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ([ops.Assign(A, FROM), ops.Assign(C, ir.const(2))], [1]),
        ([ops.Assign(A, FROM), ops.Assign(C, ir.value_of(A))], [0, 1]),
        ([ops.Assign(C, FROM), ops.Assign(C, ir.const(2))], [1]),  # written again before it is read
        ([ops.Assign(C, ir.value_of(A)), ops.Assign(A, FROM)], [0]),  # read before it is written
        ([ops.SetCtx("to", FROM), ops.SetCtx("from", ir.const(2))], [0]),
        ([ops.SetCtx("from", ir.const(2)), ops.SetCtx("to", FROM)], [0, 1]),
        ([ops.Assign(A, FROM), ops.SetCtx("from", ir.value_of(A))], []),
    ],
)
def test_steps_whose_value_is_read(steps: list[Stmt], wanted: list[int]) -> None:
    """The last statement reads the local c and the slot `to`."""
    last = ops.Do(ir.value_of(C) + TO)
    assert Liveness(program(), of_locals=True).needed(steps, [last]) == [*(steps[k] for k in wanted), last]


def test_what_a_write_reads_that_nobody_reads_is_not_live() -> None:
    p = program()
    b = Builder(p)
    with b.function("main") as (main, _):
        with b.for_range(0, 3):
            pass
        b.set_ctx("from", TO)
        b.set_ctx("from", 1)
        b.set_ctx("to", 2)
    (loop,) = (s for s in main.body if isinstance(s, ops.ForRange))
    assert slots_live(p).after(main, loop) == set()


@pytest.mark.parametrize(
    ("behind", "live"),
    [
        (lambda b: None, {"from", "to"}),  # the caller may read all
        (lambda b: b.set_ctx("to", 1), {"from"}),
        (lambda b: [b.set_ctx("to", FROM), b.set_ctx("from", 1)], {"from"}),
        (lambda b: [b.set_ctx("to", DRAWN + FROM), b.set_ctx("to", 1), b.set_ctx("from", 1)], {"from"}),  # it draws
    ],
)
def test_slots_that_are_live_after_a_loop(behind: Callable[[Builder], object], live: set[str]) -> None:
    p = program()
    b = Builder(p)
    with b.function("main") as (main, _):
        with b.for_range(0, 3):
            pass
        behind(b)
    (loop,) = (s for s in main.body if isinstance(s, ops.ForRange))
    assert slots_live(p).after(main, loop) == live
