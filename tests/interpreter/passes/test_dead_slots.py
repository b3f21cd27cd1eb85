"""Slots of the context are written only where someone may see it, and the state holds only what someone asks for."""

import pytest

from ludparse import load
from ludparse.interpreter.passes.removal.drop_dead_slots import drop_dead_slots
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Block, If, SetCtx, Type
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import statements
from tests.interpreter.descriptions import ALL


def written(write: object) -> list[tuple[str, object]]:
    """The writes that are left of a function: slot, and the number where it is one."""
    return [(s.slot, s.value.arg) for s in statements(left(write)) if isinstance(s, SetCtx)]


def left(write: object) -> Block:
    """What is left of a function."""
    program = Program("test", context={"from": -1, "to": -1})
    b = Builder(program)
    with b.function("look", (), Type.INT) as (look, _):
        b.return_(b.ctx("to"))
    with b.function("main") as (main, _):
        write(b, look)  # type: ignore[operator]
    drop_dead_slots(program)
    return main.body


def test_what_is_written_again_at_once_is_not_written() -> None:
    def write(b: Builder, look: object) -> None:
        b.set_ctx("to", 1)
        b.set_ctx("to", 2)

    assert written(write) == [("to", 2)]


def test_the_caller_may_see_what_is_written_last() -> None:
    assert written(lambda b, look: b.set_ctx("to", 1)) == [("to", 1)]


def test_functions_read_slots() -> None:
    def write(b: Builder, look: object) -> None:
        b.set_ctx("to", 1)
        b.set_ctx("from", 1)
        b.let(b.call(look))  # type: ignore[arg-type]
        b.set_ctx("to", 2)
        b.set_ctx("from", 2)

    assert written(write) == [("to", 1), ("to", 2), ("from", 2)]


def test_a_branch_that_reads_is_enough() -> None:
    def write(b: Builder, look: object) -> None:
        b.set_ctx("to", 1)
        with b.if_(ir.eq(b.ctx("from"), 3)):
            b.let(b.call(look))  # type: ignore[arg-type]
        b.set_ctx("to", 2)

    assert written(write) == [("to", 1), ("to", 2)]


@pytest.mark.parametrize("draws", [True, False])
def test_a_condition_that_draws_a_number_stays_without_its_branch(draws: bool) -> None:
    """Or all later numbers would be others. One that does nothing goes."""

    def write(b: Builder, look: object) -> None:
        with b.if_(ir.eq(b.run("random_int", 2) if draws else b.ctx("from"), 1)):
            b.set_ctx("to", 1)
        b.set_ctx("to", 2)

    (first, *others), slots = left(write), written(write)
    assert slots == [("to", 2)]
    assert isinstance(first, If) is draws and len(others) == draws


def test_the_next_round_reads_too() -> None:
    def write(b: Builder, look: object) -> None:
        with b.for_range(0, 5):
            b.let(b.call(look))  # type: ignore[arg-type]
            b.set_ctx("to", 1)
        b.set_ctx("to", 2)

    assert written(write) == [("to", 1), ("to", 2)]


def test_a_round_that_begins_with_a_write_needs_none_before() -> None:
    def write(b: Builder, look: object) -> None:
        with b.for_range(0, 5):
            b.set_ctx("to", 3)
            b.let(b.call(look))  # type: ignore[arg-type]
            b.set_ctx("to", 1)
        b.set_ctx("to", 2)

    assert written(write) == [("to", 3), ("to", 2)]


def test_who_leaves_a_loop_or_the_function_shows_what_it_has_written() -> None:
    def write(b: Builder, look: object) -> None:
        with b.for_range(0, 5):
            b.set_ctx("to", 1)
            with b.if_(ir.eq(b.ctx("from"), 3)):
                b.return_()
            b.set_ctx("to", 4)
            with b.if_(ir.eq(b.ctx("from"), 4)):
                b.break_()
            b.set_ctx("to", 5)
        b.set_ctx("from", b.ctx("to"))

    assert written(write)[:3] == [("to", 1), ("to", 4), ("to", 5)]


def test_whoever_applies_moves_may_read_all() -> None:
    def write(b: Builder, look: object) -> None:
        b.set_ctx("to", 1)
        b.run("apply_thens", ir.const(0))
        b.set_ctx("to", 2)

    assert written(write) == [("to", 1), ("to", 2)]


@pytest.mark.parametrize("name", ALL)
def test_room_is_kept_for_fields_alone(name: str) -> None:
    """Where no rule asks for the places of pieces, the state has no room for them either."""
    program = load(ALL[name], backend="python").program
    assert set(program.caps) == {field.cap for field in program.fields.values()} - {None}
