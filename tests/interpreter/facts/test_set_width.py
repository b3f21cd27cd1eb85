"""Sets are as wide as the numbers that may become their members."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import LudLimitError
from ludparse.interpreter.facts.set_width import set_width
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.ops import FieldKind, Type
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.queries import QueryBuilder

SITES = 10


def width(write: Callable[[QueryBuilder], None], given: dict[str, int] | None = None) -> int:
    """The width that a function needs, on a board of ten sites."""
    program = Program("test", context={"to": -1, "site": -1})
    b = QueryBuilder(program)
    b.field("here", FieldKind.INT)
    b.field("what", FieldKind.ARRAY, size=SITES, bits=8)
    with b.function("moves") as (main, _):
        write(b)
    program.entries["moves"] = main
    return set_width(program, SITES, given or {})


def by_a_local(b: QueryBuilder) -> None:
    at = b.var(3)
    with b.if_(b.get("here") > 0):
        b.assign(at, 40)
    b.let(ir.set_one(at))


def by_a_slot(b: QueryBuilder) -> None:
    b.set_ctx("to", 40)
    b.let(ir.set_one(b.ctx("to")))


def by_a_field(b: QueryBuilder) -> None:
    b.put("here", 40)
    b.let(ir.set_one(ir.max_(b.get("here"), 0)))


def by_a_call(b: QueryBuilder) -> None:
    with b.function("one", [("x", Type.INT)], Type.INT) as (one, (x,)):
        b.return_(x)
    b.let(ir.set_one(b.call(one, 40)))


def by_a_list(b: QueryBuilder) -> None:
    found = b.list_new()
    b.push(found, 40)
    with b.for_list(found) as x:
        b.let(ir.set_one(x))


def by_a_table(b: QueryBuilder) -> None:
    with b.for_row(b.table([[2, 40], [5]], "ragged"), b.get("here")) as x:
        b.let(ir.set_one(x))


def by_a_whole_row(b: QueryBuilder) -> None:
    b.let(b.row_set(b.table([[2, 40], [5]], "ragged"), 0, 0, 1))


def by_a_loop(b: QueryBuilder) -> None:
    b.collect(b.for_range(0, 41), lambda x: x > b.get("here"))


def by_a_set(b: QueryBuilder) -> None:
    b.let(b.set_const([1, 40]))


def by_two_for_each(b: QueryBuilder) -> None:
    with b.for_range(0, 21) as x:
        b.let(ir.set_one(x * 2))


@pytest.mark.parametrize(
    "write",
    [
        by_a_local, by_a_slot, by_a_field, by_a_call, by_a_list, by_a_table, by_a_whole_row, by_a_loop, by_a_set,
        by_two_for_each,
    ],
)  # fmt: skip
def test_there_is_room_for_what_reaches_a_set(write: Callable[[QueryBuilder], None]) -> None:
    assert width(write) == 41


def test_what_reaches_no_set_needs_no_room() -> None:
    def write(b: QueryBuilder) -> None:
        by_a_slot(b)
        b.put("here", 70)
        b.set_ctx("site", 80)

    assert width(write) == 41


def test_what_is_counted_up_is_the_number_of_a_site() -> None:
    def write(b: QueryBuilder) -> None:
        at, other = b.var(0), b.var(0)
        with b.while_(lambda: at < 1000):
            b.assign(other, at + 1)
            b.assign(at, other)
        b.let(ir.set_one(at))

    assert width(write) == SITES


def test_what_an_engine_may_put_into_a_field_has_room() -> None:
    assert width(lambda b: b.do(b.let(ir.set_one(b.get("what", 0)))), {"what": 19}) == 20


def by_a_list_that_a_callee_fills(b: QueryBuilder) -> None:
    with b.function("fill", [("values", Type.LIST)]) as (fill, (values,)):
        b.push(values, 40)
    found = b.list_new()
    b.do(b.call(fill, found))
    b.let(ir.set_one(ir.list_at(found, 0)))


def test_a_list_is_known_by_all_its_names() -> None:
    assert width(by_a_list_that_a_callee_fills) == 41


def test_lists_are_kept_apart() -> None:
    def write(b: QueryBuilder) -> None:
        b.push(b.list_new(), 70)
        by_a_list(b)

    assert width(write) == 41


def test_a_number_that_no_site_has_needs_no_room() -> None:
    """Rules use such numbers for `none` and `without end`."""
    assert width(lambda b: b.do(b.let(ir.set_one(b.var(1_000_000_000))))) == SITES


def test_sets_have_a_greatest_width() -> None:
    with pytest.raises(LudLimitError, match="need sets of 100001 sites or values; at most 100000"):
        set_width(Program("test"), 100_001, {})
