"""The interval analysis against brute force: each operation on all numbers of two small ranges; and what every kind of
statement says of its local, worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from ludparse.interpreter.facts.intervals import ANY, bounds
from ludparse.interpreter.facts.ranges import MOST_STEPS, Ranges
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder

from ludparse.interpreter.program.intrinsics import (  # isort: skip
    APPLIED_SET_PARAM, INTRINSICS, MOVE_CLOSE, MOVE_COUNT, MOVE_FROM, MOVE_LEVEL_MAX, MOVE_LEVEL_MIN, MOVE_MOVER,
    MOVE_SET_FROM, MOVE_SET_LEVELS, MOVE_SET_MOVER, MOVE_SET_TO, MOVE_TO, run_of,
)  # fmt: skip
from ludparse.interpreter.program.modes import COUNT
from ludparse.interpreter.program.ops import Entry, Expr, FieldKind, Op, Table, Type, Var
from ludparse.interpreter.program.program import Program

N, V = Type.INT, Type.VOID
ENDS = (-5, -1, 0, 1, 2, 6)
PAIRS = [(lo, hi) for lo, hi in product(ENDS, ENDS) if lo <= hi]


def quotient(a: int, b: int) -> int:
    """Rounded towards 0, as in C."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY: dict[str, tuple[Callable[..., Expr], Callable[[int, int], int], bool]] = {
    "sum": (ir.add, lambda a, b: a + b, True),
    "difference": (ir.sub, lambda a, b: a - b, True),
    "product": (ir.mul, lambda a, b: a * b, True),
    "least": (ir.min_, min, True),
    "greatest": (ir.max_, max, True),
    "quotient": (ir.div, quotient, False),
    "remainder": (ir.mod, lambda a, b: a - b * quotient(a, b), False),
    "and": (ir.band, lambda a, b: a & b, False),
    "or": (ir.bor, lambda a, b: a | b, False),
}
"""How it is built, what it gives, and whether the range has to be the least one."""


def program(*names: str) -> tuple[Program, Builder]:
    p = Program("test", context={"to": -1})
    b = Builder(p)
    for name in names:
        b.field(name, FieldKind.INT)
    return p, b


@pytest.mark.parametrize("name", BINARY)
def test_an_operation_gives_what_its_range_says(name: str) -> None:
    build, gives, exact = BINARY[name]
    p, b = program("a", "b")
    x = build(b.get("a"), b.get("b"))
    for one, two in product(PAIRS, PAIRS):
        found = Ranges(p, [], known={"a": one, "b": two}).range_of(x)
        numbers = product(range(one[0], one[1] + 1), range(two[0], two[1] + 1))
        values = [gives(m, n) for m, n in numbers if n or name not in ("quotient", "remainder")]
        if not values:
            continue
        least, most = min(values), max(values)
        assert found[0] <= least and most <= found[1], (one, two)
        assert not exact or found == (least, most), (one, two)
        if name == "remainder":  # it has the sign of what is divided, is no more, and less than the divisor
            assert (found[0] == 0 or one[0] < 0) and (found[1] == 0 or one[1] > 0)
            assert max(map(abs, found)) == min(max(map(abs, one)), max(1, *map(abs, two)) - 1)
        if name == "quotient":  # no greater than what is divided, and without a sign if both are
            assert max(map(abs, found)) <= max(map(abs, one))
            assert found[0] == 0 or one[0] < 0 or two[0] < 0
            assert found[1] == 0 or one[1] > 0 or two[0] < 0
        if name == "and":
            tops = [n[1] for n in (one, two) if n[0] >= 0]
            assert found == ((0, min(tops)) if tops else ANY)
        if name == "or" and min(one[0], two[0]) >= 0:  # no bit above the highest of both
            assert found == (0, 2 ** max(one[1], two[1]).bit_length() - 1)


@pytest.mark.parametrize("one", PAIRS)
def test_an_operation_on_one_number_gives_what_its_range_says(one: tuple[int, int]) -> None:
    p, b = program("a", "b")
    ranges = Ranges(p, [], known={"a": one, "b": (0, 3)})
    a, numbers = b.get("a"), range(one[0], one[1] + 1)
    assert ranges.range_of(ir.neg(a)) == (-one[1], -one[0])
    found = ranges.range_of(ir.abs_(a))
    assert found == (0, max(map(abs, numbers)))
    assert ranges.range_of(ir.select(ir.eq(b.get("b"), 1), a, 2)) == (min(one[0], 2), max(one[1], 2))
    lo, hi = ranges.range_of(ir.shl(a, b.get("b")))
    assert (lo, hi) == (min(n << k for n in one for k in range(4)), max(n << k for n in one for k in range(4)))
    lo, hi = ranges.range_of(ir.shr(a, b.get("b")))
    assert lo <= min(n >> k for n in one for k in range(4)) and max(n >> k for n in one for k in range(4)) <= hi


def test_a_shift_by_any_number_is_one_by_at_most_31() -> None:
    p, b = program("a", "b")
    for by in ((-1, 2), (0, 32), (0, 31)):
        ranges = Ranges(p, [], known={"a": (0, 1), "b": by})
        assert ranges.unwrapped(ir.shl(b.get("a"), b.get("b"))) == (0, 1 << 31)
    assert Ranges(p, [], known={"a": (0, 1), "b": (2, 30)}).unwrapped(ir.shl(b.get("a"), b.get("b"))) == (0, 1 << 30)


BOUNDS = range(200)
"""Ends of ranges upwards are exact so far; downwards they are rounded to -1, -128 and so on."""


def found(write: Callable[[Builder], Expr], *, fields: bool = False) -> tuple[int, int]:
    """The range of what a function gives."""
    p, b = program("seven", "held")
    p.fields["seven"].init = 7
    b.field("count", FieldKind.ARRAY, size=3)
    b.field("list", FieldKind.ARRAY, size=3)
    p.tables |= {
        "rows": Table("rows", "ragged", ((3, 9), (), (4,))),
        "below": Table("below", "ragged", ((-1, -2), (-100,))),
        "long": Table("long", "ragged", ((1,) * 12,)),
        "flat": Table("flat", "flat", (5, 12)),
        "sets": Table("sets", "sets", ((1, 40), (7,))),
    }
    with b.function("main", (), N) as (fn, _):
        x = write(b)
        b.return_(x)
    p.entries["moves"] = fn
    return Ranges(p, p.functions, BOUNDS, fields).range_of(x)


def of_loop(kind: type[ops.ForLoop], *args: object, **more: object) -> Callable[[Builder], Expr]:
    def write(b: Builder) -> Expr:
        v = Var("v", N)
        b.block.append(kind(v, *args, [], **more))  # type: ignore[call-arg]
        return Expr(Op.VAR, N, (), v)

    return write


def table(op: Op, name: str) -> Callable[[Builder], Expr]:
    return lambda b: Expr(op, N, (b.get("held"),) * {Op.ROW_AT: 2}.get(op, 1), name)


def stepping(by: int) -> Callable[[Builder], Expr]:
    def write(b: Builder) -> Expr:
        n = b.var(3, "n")
        b.assign(n, n + by)
        return n

    return write


def two_steps(b: Builder) -> Expr:
    n = b.var(0, "n")
    b.assign(n, n + 1)
    b.assign(n, n - 2)
    return n


def step_of_another(b: Builder) -> Expr:
    m = b.var(3, "m")
    n = b.var(m + 1, "n")
    b.assign(m, n)  # what is added goes round: no step of a local
    return n


def argument(b: Builder) -> Expr:
    with b.function("f", [("n", N)], N) as (fn, (n,)):
        b.return_(n + 10)
    b.do(b.call(fn, 1))
    return b.call(fn, 5)


def slot(b: Builder) -> Expr:
    b.set_ctx("to", 5)
    return b.ctx("to")


def two_values(b: Builder) -> Expr:
    n = b.var(5, "n")
    b.assign(n, 60)
    return n


LIST = Expr(Op.LIST_NEW, Type.LIST)
FIVE, NINE, SEVEN = ir.const(5), ir.const(9), Expr(Op.FIELD, N, (), "seven")
SITES = Expr(Op.SET_TABLE, Type.SET, (SEVEN,), "sets")
MANY = 1 << 26

LOCALS: dict[str, tuple[Callable[[Builder], Expr], tuple[int, int]]] = {
    "from 5 up to 9": (of_loop(ops.ForRange, FIVE, NINE), (1, 8)),  # the last is 8
    "from 9 down to 5": (of_loop(ops.ForRange, NINE, FIVE, down=True), (1, 9)),
    "scan": (of_loop(ops.Scan, "long", ir.const(0), FIVE, (NINE,)), (0, 9)),  # its limit if nothing was found
    "sites of a table": (of_loop(ops.ForSet, SITES), (0, 40)),
    "rows": (of_loop(ops.ForRow, "rows", SEVEN), (0, 9)),
    "rows below 0": (of_loop(ops.ForRow, "below", SEVEN), (-128, 0)),
    "a list": (of_loop(ops.ForList, LIST), ANY),
    "how many moves": (lambda b: question(b), (0, MANY)),
    "the number of a move": (lambda b: filtered(b), (0, MANY)),
    "value of a table": (table(Op.TABLE, "flat"), (0, 12)),  # 0 where there is none
    "value of a row": (table(Op.ROW_AT, "rows"), (0, 9)),
    "value of a row below 0": (table(Op.ROW_AT, "below"), (-100, 0)),
    "length of a row": (table(Op.ROW_LEN, "rows"), (0, 2)),
    "where a value is": (lambda b: Expr(Op.FIND, N, (FIVE, NINE, FIVE), "count"), (0, 9)),
    "size of a set": (lambda b: Expr(Op.SET_COUNT, N, (SITES,)), (-1, 127)),
    "number of bits": (lambda b: Expr(Op.BIT_COUNT, N, (b.get("held"),)), (0, 32)),
    "of steps up": (stepping(1), (1, MOST_STEPS + 3)),
    "of steps down": (stepping(-1), (-MOST_STEPS, 3)),
    "of steps both ways": (two_steps, (-2 * MOST_STEPS, MOST_STEPS)),
    "what is added round about": (step_of_another, ANY),
    "result of a call": (argument, (1, 15)),
    "slot": (slot, (-1, 5)),  # and its value at first
    "two values": (two_values, (1, 60)),
}  # fmt: skip
DIRECT = ("value of", "length of", "where", "size of", "number of")
"""What is no local, and not rounded."""


def rounded(lo: int, hi: int) -> tuple[int, int]:
    """Outwards to -1, 0 and 1, given bounds, and some powers of 2."""
    lows = (1, 0, -1, *(-(1 << k) for k in (7, 15, 23, 27, 30, 31)))
    highs = (*BOUNDS, (1 << 15) - 1, 1 << 23, 1 << 27, 1 << 30, (1 << 31) - 1)
    return next(k for k in lows if k <= lo), next(k for k in highs if k >= hi)


def question(b: Builder) -> Expr:
    v = Var("v", N)
    b.block.append(ops.Question(v, COUNT, FIVE, []))
    return Expr(Op.VAR, N, (), v)


def filtered(b: Builder) -> Expr:
    v = Var("v", N)
    b.block.append(ops.Filter(v, [], [], Var("keep", Type.BOOL)))
    return Expr(Op.VAR, N, (), v)


@pytest.mark.parametrize("name", LOCALS)
def test_what_statements_say_of_their_locals(name: str) -> None:
    write, (lo, hi) = LOCALS[name]
    assert found(write, fields=True) == ((lo, hi) if name.startswith(DIRECT) else rounded(lo, hi))


def of_fields(write: Callable[[Builder], Expr]) -> tuple[int, int]:
    return found(write, fields=True)


def put(name: str, value: Callable[[Builder], ir.IntLike]) -> Callable[[Builder], Expr]:
    def write(b: Builder) -> Expr:
        b.put(name, value(b))
        return b.get(name)

    return write


def test_fields_hold_what_is_written_and_their_first_value() -> None:
    assert of_fields(lambda b: b.get("seven")) == (1, 7)
    assert of_fields(put("seven", lambda b: 90)) == (1, 90)
    assert of_fields(put("held", lambda b: b.get("seven"))) == (0, 7)
    assert of_fields(put("held", lambda b: ir.eq(b.get("seven"), 1))) == (0, 1), "whether, as a number"
    assert found(put("held", lambda b: 1)) == ANY, "they may be what the game's state says"


PARTS = {MOVE_MOVER: 11, MOVE_FROM: 12, MOVE_TO: 13, MOVE_LEVEL_MIN: 14, MOVE_LEVEL_MAX: 15}


def emitted(values: list[Expr]) -> ops.Emit:
    mover, from_site, to_site, level_min, level_max = values
    return ops.Emit(mover, from_site, to_site, level_min, level_max, [], ())


@pytest.mark.parametrize("close", [False, True])
def test_parts_of_moves_are_what_moves_are_made_of(close: bool) -> None:
    """Each of the five numbers of a move is of its own part, put together in two ways."""
    values = [ir.const(n) for n in PARTS.values()]
    p, b = program()
    with b.function("main") as (fn, _):
        if close:
            b.do(Expr(Op.RUN, V, tuple(values), run_of(MOVE_CLOSE)))
        else:
            b.block.append(emitted(values))
    p.entries["moves"] = fn
    asked = {part: Expr(Op.RUN, N, (ir.const(0),), run_of(part)) for part in PARTS}
    exact, unknown = Ranges(p, [fn], BOUNDS, fields=True), Ranges(p, [fn], BOUNDS)
    for part, n in PARTS.items():
        assert exact.range_of(asked[part]) == (1, n) and unknown.range_of(asked[part]) == ANY


@pytest.mark.parametrize(
    ("entry", "operands", "changed"),
    [
        (MOVE_SET_MOVER, (0, 99), {MOVE_MOVER: 99}),
        (MOVE_SET_FROM, (0, 99), {MOVE_FROM: 99}),
        (MOVE_SET_TO, (0, 99), {MOVE_TO: 99}),
        (MOVE_SET_LEVELS, (0, 98, 99), {MOVE_LEVEL_MIN: 98, MOVE_LEVEL_MAX: 99}),
    ],
)
def test_parts_of_moves_are_changed(entry: Entry, operands: tuple[int, ...], changed: dict[Entry, int]) -> None:
    p, b = program()
    with b.function("main") as (fn, _):
        b.block.append(emitted([ir.const(n) for n in PARTS.values()]))
        b.do(Expr(Op.RUN, V, tuple(map(ir.const, operands)), run_of(entry)))
    p.entries["moves"] = fn
    ranges = Ranges(p, [fn], BOUNDS, fields=True)
    for part, n in (PARTS | changed).items():
        assert ranges.range_of(Expr(Op.RUN, N, (ir.const(0),), run_of(part))) == (1, n), part.name


def test_sizes_of_the_buffers_are_known_and_random_numbers_are_not() -> None:
    p, _ = program()
    assert Ranges(p, []).range_of(Expr(Op.RUN, N, (), run_of(MOVE_COUNT))) == (0, MANY)
    assert Ranges(p, []).range_of(Expr(Op.RUN, N, (FIVE,), run_of(INTRINSICS["random_int"]))) == ANY


def test_parameters_have_what_they_are_given() -> None:
    """Of an entry anything; of what is called the arguments; of an action the operands of the moves and what is written
    to it while it is applied."""
    p, b = program()
    applier = b.declare("apply", [("player", N), ("score", N), ("add", N)], V)
    with b.define(applier) as (_, params):
        b.do(Expr(Op.RUN, V, (ir.const(1), ir.const(77)), run_of(APPLIED_SET_PARAM)))
    p.appliers["set_score"] = applier
    with b.function("main", [("m", N)]) as (fn, (m,)):
        action = ops.NewAction("set_score", (ir.const(2), ir.const(30), ir.const(1)), ir.TRUE)
        b.block.append(ops.Emit(FIVE, FIVE, FIVE, FIVE, FIVE, [action], ()))
    with b.function("lost", [("n", N)]) as (_, (n,)):
        pass
    p.entries["play"] = fn
    ranges = Ranges(p, p.functions, BOUNDS)
    assert ranges.range_of(m) == ANY and ranges.range_of(n) == ANY, "nobody in the program says what it is"
    assert [ranges.range_of(x) for x in params] == [(0, 2), (0, 77), (0, 1)]


def test_what_no_member_of_a_set_is_greater_than() -> None:
    p, b = program()
    p.set_width = 65
    b.field("bytes", FieldKind.ARRAY, size=300)
    p.caps["room"] = 2
    b.field("grows", FieldKind.ARRAY, size=3, cap="room")
    sets = Table("sets", "sets", ((), (1, 40), (7,)))
    p.tables |= {"sets": sets, "none": Table("none", "sets", ((),))}
    ranges = Ranges(p, [])

    def most(op: Op, *src: Expr, about: str | None = None) -> int:
        return ranges.range_of(Expr(op, Type.SET, src, about))[1]

    some = Expr(Op.SET_TABLE, Type.SET, (FIVE,), "sets")
    assert ranges.range_of(some) == (0, 40) and most(Op.SET_TABLE, FIVE, about="none") == 0
    assert most(Op.SET_RANGE, FIVE, NINE) == 8 and most(Op.SET_RANGE, FIVE, ir.const(0)) == 0
    assert most(Op.SET_RANGE, FIVE, ir.const(500)) == 127 == most(Op.SET_ONE, FIVE)
    assert most(Op.SET_RANGE, FIVE, SEVEN) == 127, "where it ends is not known"
    assert most(Op.SET_WHERE, FIVE, about="bytes") == 127 == most(Op.SET_WHERE, FIVE, about="grows")
    assert most(Op.SET_EMPTY) == 0
    assert most(Op.SET_XOR, some, Expr(Op.SET_RANGE, Type.SET, (FIVE, NINE))) == 40


@pytest.mark.parametrize(("width", "last"), [(1, 63), (64, 63), (65, 127), (128, 127)])
def test_sets_are_as_wide_as_their_words(width: int, last: int) -> None:
    p, _ = program()
    p.set_width = width
    assert Ranges(p, []).range_of(Expr(Op.SET_ONE, Type.SET, (FIVE,))) == (0, last)


def test_a_run_of_values_ends_behind_where_it_starts() -> None:
    p, b = program("a")
    p.tables["rows"] = Table("rows", "ragged", ((3, 9),))
    ranges = Ranges(p, [], known={"a": (5, MANY + 7)})
    assert ranges.range_of(Expr(Op.ROW_RUN, N, (FIVE, b.get("a"), FIVE), "rows")) == (0, MANY + 7)


def test_steps_begin_at_values_that_are_found_later() -> None:
    """n steps from m, whose value is that of a function which is read last."""
    p, b = program()
    first, second = b.declare("first", (), N), b.declare("second", (), N)
    with b.define(first):
        n = b.var(b.call(second), "n")
        b.assign(n, n + 1)
        b.return_(n)
    with b.define(second):
        b.return_(90)
    p.entries["moves"] = first
    assert Ranges(p, p.functions, BOUNDS, fields=True).range_of(n) == rounded(90, 90 + MOST_STEPS)


@pytest.mark.parametrize(
    ("made", "found"),
    [
        (lambda a, n: a, ANY),
        (lambda a, n: n * 2 + 1, (-3, 7)),
        (lambda a, n: ir.max_(a, 1) + 1, (2, (1 << 31))),  # exact: it may not fit into 32 bits
        (lambda a, n: ir.max_(a, 1) + 1 + n, (-(1 << 31) - 2, (1 << 31) + 2)),
        (lambda a, n: ir.select(a > 0, n, 9), (-2, 9)),
        (lambda a, n: ir.band(a, 7), (0, 7)),
    ],
)
def test_bounds_of_what_is_computed_of_numbers_with_given_bounds(
    made: Callable[[Expr, Expr], Expr], found: tuple[int, int]
) -> None:
    """a is unknown, and n between -2 and 3."""
    a, n = (ir.value_of(Var(name, N)) for name in "an")
    assert bounds(made(a, n), lambda x: (-2, 3) if x is n else ANY) == found
