"""Writes that restore a slot of the context go where nothing can have changed it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.passes.removal.drop_idle_slots import drop_idle_slots
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Function, Program, SetCtx
from ludparse.interpreter.program.walk import statements

Write = Callable[[Builder, Function], None]


def restored(write: Write, other: str = "from") -> list[str]:
    """The slots that a function still writes. It may call one that writes the slot `other`, through a third."""
    program = Program("test", context={"from": -1, "to": -1})
    b = Builder(program)
    with b.function("writer") as (writer, _):
        b.set_ctx(other, 1)
    with b.function("between") as (between, _):
        b.do(b.call(writer))
    with b.function("main") as (main, _):
        write(b, between)
    program.entries["moves"] = main
    drop_idle_slots(program)
    return [s.slot for s in statements(main.body) if isinstance(s, SetCtx)]


def plainly(b: Builder, between: Function) -> None:
    saved = b.var(b.ctx("to"))
    b.set_ctx("to", saved)


def after_a_call(b: Builder, between: Function) -> None:
    saved = b.var(b.ctx("to"))
    b.do(b.call(between))
    b.set_ctx("to", saved)


def after_a_consequent(b: Builder, between: Function) -> None:
    b.run("move_attach", 0, between.index)
    saved = b.var(b.ctx("to"))
    b.run("apply_thens", 0)
    b.set_ctx("to", saved)


def after_a_write(b: Builder, between: Function) -> None:
    saved = b.var(b.ctx("to"))
    b.set_ctx("to", 3)
    b.set_ctx("to", saved)


def from_a_local_that_counts(b: Builder, between: Function) -> None:
    saved = b.var(b.ctx("to"))
    b.assign(saved, ir.add(saved, 1))
    b.set_ctx("to", saved)


@pytest.mark.parametrize("write", [plainly, after_a_call, after_a_consequent])
def test_a_slot_that_nothing_changes_is_not_restored(write: Write) -> None:
    assert restored(write) == []


@pytest.mark.parametrize("write", [after_a_call, after_a_consequent])
def test_a_slot_that_a_callee_changes_is_restored(write: Write) -> None:
    assert restored(write, other="to") == ["to"]


def test_a_slot_that_the_function_changes_itself_is_restored() -> None:
    assert restored(after_a_write) == ["to", "to"]
    assert restored(from_a_local_that_counts) == ["to"]
