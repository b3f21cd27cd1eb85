"""Slots of the context that nothing can have changed are not restored."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.passes.removal.drop_idle_slots import drop_idle_slots
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Restoring
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import statements

Write = Callable[[Builder, Function], None]


def restored(write: Write, other: str = "from") -> list[str]:
    """The slots that a function still restores. It may call one that writes the slot `other`, through a third."""
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
    return [slot for s in statements(main.body) if isinstance(s, Restoring) for slot in s.slots]


def plainly(b: Builder, between: Function) -> None:
    with b.saved("to"):
        b.let(b.ctx("to"))


def after_a_call(b: Builder, between: Function) -> None:
    with b.saved("to"):
        b.do(b.call(between))


def after_a_consequent(b: Builder, between: Function) -> None:
    b.run("move_attach", 0, between.index)
    with b.saved("to"):
        b.run("apply_thens", 0)


def after_a_write(b: Builder, between: Function) -> None:
    with b.saved("from", "to"):
        b.set_ctx("to", 3)


def after_a_write_that_is_restored(b: Builder, between: Function) -> None:
    with b.saved("to"), b.saved("to"):
        b.set_ctx("to", 3)


def after_a_call_that_returns_in_between(b: Builder, between: Function) -> None:
    with b.function("returning") as (returning, _), b.saved("to"):
        b.set_ctx("to", 3)
        with b.if_(b.ctx("from") < 0):
            b.return_()
    with b.saved("to"):
        b.do(b.call(returning))


@pytest.mark.parametrize("write", [plainly, after_a_call, after_a_consequent])
def test_a_slot_that_nothing_changes_is_not_restored(write: Write) -> None:
    assert restored(write) == []


@pytest.mark.parametrize("write", [after_a_call, after_a_consequent])
def test_a_slot_that_a_callee_changes_is_restored(write: Write) -> None:
    assert restored(write, other="to") == ["to"]


def test_a_slot_that_the_function_changes_itself_is_restored_once() -> None:
    assert restored(after_a_write) == ["to"]
    assert restored(after_a_write_that_is_restored) == ["to"]


@pytest.mark.parametrize("what", ["moves", "record"])
def test_moves_and_the_record_are_restored_where_no_slot_is(what: str) -> None:
    program = Program("test", context={"to": -1})
    b = Builder(program)
    with b.function("main") as (main, _), b.restoring("to", **{what: True}):
        b.let(b.ctx("to"))
    drop_idle_slots(program)
    (kept,) = main.body
    assert isinstance(kept, Restoring)
    assert (kept.slots, kept.moves, kept.record) == ((), what == "moves", what == "record")


def test_what_a_return_leaves_changed_is_restored() -> None:
    assert restored(after_a_call_that_returns_in_between) == ["to"]
