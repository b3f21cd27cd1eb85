"""What is live, and which steps something reads, in small functions; slots of the context have tests of their own
(`test_dead_slots.py`). Which fields are live in small programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.facts.liveness import Liveness, slots_inherited, slots_live
from ludparse.interpreter.facts.observed import live_fields
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.intrinsics import INTRINSICS, run_of
from ludparse.interpreter.program.ops import Expr, Op, Stmt, Type, Var
from ludparse.interpreter.program.program import Program
from tests.interpreter.passes.test_results import blank, push, runs

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


def early(b: Builder) -> None:
    """Leaves its loop early, and writes the total whatever happens."""
    with b.for_range(0, 3) as k, b.if_(ir.eq(b.get("who", k), 1)):
        b.break_()
    b.put("total", 1)


def now_and_then(b: Builder) -> None:
    with b.if_(ir.eq(b.get("mover"), 1)):
        b.put("total", 1)


def in_an_iteration(b: Builder) -> None:
    with b.for_range(0, b.get("mover")):
        b.put("total", 1)


def on_a_copy(b: Builder) -> None:
    with b.on_copy():
        b.put("total", 1)


def in_both_branches(b: Builder) -> None:
    with b.if_(ir.eq(b.get("mover"), 1)):
        b.put("total", 1)
    with b.else_():
        b.put("total", 2)


def after_it_may_have_returned(b: Builder) -> None:
    with b.if_(ir.eq(b.get("mover"), 1)):
        b.return_()
    b.put("total", 1)


def and_reads_it(b: Builder) -> None:
    b.put("total", b.get("total") + 1)


def and_restores_it(b: Builder) -> None:
    with b.capture() as body:
        b.put("total", 1)
    b.write(ops.Restoring((), body, fields=("total",)))


@pytest.mark.parametrize(
    ("writes", "live"),
    [
        (early, False),
        (in_both_branches, False),
        (now_and_then, True),
        (in_an_iteration, True),
        (on_a_copy, True),
        (after_it_may_have_returned, True),
        (and_reads_it, True),
        (and_restores_it, True),
    ],
)
def test_a_field_is_live_if_it_may_be_read_before_it_is_written(
    writes: Callable[[Builder], None], live: bool
) -> None:
    """A function may write the field; then its caller asks it whether the mover may go to site 1."""
    b = blank()
    with b.function("before") as (before, _):
        writes(b)

    def moves() -> None:
        b.do(b.call(before))
        with b.if_(ir.eq(b.get("total"), 1)):
            push(b, ir.const(1))

    assert ("total" in live_fields(runs(b, moves))) is live


def calls(b: Builder, *names: str) -> None:
    """One function after the other that reads or writes a slot, as its name says, and one that calls another."""
    made = {}
    for name in ("reads from", "reads to", "writes from", "writes to"):
        with b.function(name.replace(" ", "_")) as (made[name], _):
            what, slot = name.split()
            if what == "writes":
                b.set_ctx(slot, 2)
            else:
                b.let(b.ctx(slot))
    with b.function("reads_from_by_another") as (made["reads from by another"], _):
        b.do(b.call(made["reads from"]))
    with b.function("main") as (main, _):
        for name in names:
            b.do(b.call(made[name]))
    b.program.entries["moves"] = main


@pytest.mark.parametrize(
    ("names", "inherited"),
    [
        (("reads from", "reads to"), {"from", "to"}),
        (("reads from by another", "reads to"), {"from", "to"}),
        (("reads to", "reads from by another", "reads from"), {"from", "to"}),
        (("writes from", "reads from"), {"from"}),  # a call need not write what it may write
        ((), set()),
    ],
)
def test_what_calls_inherit(names: tuple[str, ...], inherited: set[str]) -> None:
    p = program()
    calls(Builder(p), *names)
    assert slots_inherited(p).inherited(p.entries["moves"].body) == inherited


INHERITED: dict[str, tuple[Callable[[Builder], None], set[str]]] = {}


def inheriting(*slots: str) -> Callable[[Callable[[Builder], None]], Callable[[Builder], None]]:
    def kept(write: Callable[[Builder], None]) -> Callable[[Builder], None]:
        INHERITED[write.__name__] = write, set(slots)
        return write

    return kept


@inheriting("from")
def read_then_written(b: Builder) -> None:
    b.let(b.ctx("from"))
    b.set_ctx("from", 2)
    b.let(b.ctx("from"))


@inheriting()
def written_then_read(b: Builder) -> None:
    b.set_ctx("from", 2)
    b.let(b.ctx("from"))


@inheriting("from")
def written_in_one_branch(b: Builder) -> None:
    with b.if_(ir.eq(DRAWN, 2)):
        b.set_ctx("from", 2)
    b.let(b.ctx("from"))


@inheriting("from")
def written_in_a_loop_that_may_not_run(b: Builder) -> None:
    with b.for_range(0, DRAWN):
        b.set_ctx("from", 2)
    b.let(b.ctx("from"))


@inheriting("from", "to")
def restored_before_it_is_read(b: Builder) -> None:
    with b.restoring("from"):
        b.set_ctx("from", b.ctx("to"))
        b.let(b.ctx("from"))
    b.let(b.ctx("from"))


@pytest.mark.parametrize("name", INHERITED)
def test_what_a_block_inherits(name: str) -> None:
    p = program()
    b = Builder(p)
    write, inherited = INHERITED[name]
    with b.function("main") as (main, _):
        write(b)
    assert slots_inherited(p).inherited(main.body) == inherited
