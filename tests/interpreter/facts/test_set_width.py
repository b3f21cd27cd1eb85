"""Sets are as wide as the numbers that may become their members."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import LudLimitError, load
from ludparse.interpreter.facts.set_width import set_width
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.actions import ACTIONS
from ludparse.interpreter.program.operations import FIELD_READS
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Table, Type, Var
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.walk import all_expressions, all_of
from tests.interpreter.descriptions import ALL

SITES = 10


def width(write: Callable[[QueryBuilder], None], given: dict[str, int] | None = None) -> int:
    """The width that a function needs, on a board of ten sites."""
    program = Program("test", context={"to": -1, "site": -1})
    b = QueryBuilder(program)
    b.field("here", FieldKind.INT)
    b.field("what", FieldKind.ARRAY, size=SITES, bits=8)
    b.field("many", FieldKind.ARRAY, size=1)
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


@pytest.mark.parametrize(
    "write",
    [
        by_a_local, by_a_slot, by_a_field, by_a_call, by_a_list, by_a_table, by_a_whole_row, by_a_loop, by_a_set,
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


def test_a_lowering_that_computes_members_says_how_many_there_are() -> None:
    b = QueryBuilder(Program("test"))
    b.make_room(80)
    b.make_room(20)
    assert b.program.set_width == 80


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


def of(x: Callable[[QueryBuilder], Expr]) -> Callable[[QueryBuilder], None]:
    """A set of one number."""
    return lambda b: b.do(b.let(ir.set_one(x(b))))


def forty(b: QueryBuilder) -> Expr:
    return b.var(40)


def loop(kind: type[ops.ForLoop], *args: object, **more: bool) -> Callable[[QueryBuilder], Expr]:
    def write(b: QueryBuilder) -> Expr:
        v = Var("v", Type.INT)
        b.block.append(kind(v, *args, [], **more))  # type: ignore[call-arg]
        return ir.value_of(v)

    return write


def scan(lo: Expr, limit: Expr, values: int = 9) -> Callable[[QueryBuilder], Expr]:
    return lambda b: loop(ops.Scan, b.table([[0] * values], "ragged"), ir.const(0), lo, (limit,))(b)


def emitted(start: int, to: int, action: str = "", *params: int) -> Callable[[QueryBuilder], Expr]:
    """Pushes a move; gives where another one goes."""

    def write(b: QueryBuilder) -> Expr:
        actions = [ops.NewAction(action, tuple(map(ir.const, params)), ir.TRUE)] if action else []
        none = ir.const(70)
        b.block.append(ops.Emit(none, ir.const(start), ir.const(to), none, none, actions, ()))
        return b.run("move_to", 0)

    return write


def set_to(b: QueryBuilder) -> Expr:
    b.run("move_set_to", 70, 40)
    return b.run("move_from", 0)


def chosen(b: QueryBuilder) -> Expr:
    """A local that may stay as it is, which is not counting."""
    at = b.var(3)
    b.assign(at, ir.select(b.get("here") > 0, at, 40))
    return at


def pieces(b: QueryBuilder) -> Expr:
    b.put("what", 40, 0)
    first = Expr(Op.FIELD, Type.INT, (ir.const(0),), "what")
    return loop(ops.ForPieces, Expr(Op.FIELD, Type.INT, (ir.const(0),), "many"), first)(b)


def grouped(b: QueryBuilder) -> Expr:
    b.program.tables["g"] = Table("g", "groups", ((1, 40, -1),))
    return ir.const(1)


def flat(*values: int) -> Callable[[QueryBuilder], Expr]:
    return lambda b: b.at(b.table(list(values), stem="flat"), b.get("here"))


FIVE, LAST = ir.const(5), ir.const(40)
WIDTHS: dict[str, tuple[Callable[[QueryBuilder], Expr], int]] = {
    "from 40 down": (loop(ops.ForRange, LAST, FIVE, down=True), 41),
    "up to 40": (loop(ops.ForRange, FIVE, LAST), 40),  # the last one is 39
    "a scan from 40 on": (scan(LAST, FIVE), 41),
    "a scan of a row, which has no 40 values": (scan(FIVE, LAST), SITES),
    "a scan of a long row": (scan(FIVE, LAST, 60), 41),
    "a scan of a row of 35 values": (scan(FIVE, LAST, 35), 36),
    "positions of pieces": (pieces, 41),
    "where a move begins": (emitted(40, 3), 41),
    "where a move goes": (emitted(3, 40), 41),
    "a site of an action": (emitted(3, 3, "add", 0, 40, *[0] * 7), 41),
    "no site of an action": (emitted(3, 3, "add", 60, 3, *[60] * 7), SITES),
    "where a move is sent": (set_to, 41),
    "a product": (lambda b: b.var(15) * 2, SITES),
    "a product and a number": (lambda b: ir.add(ir.mul(b.var(15), 2), 10), SITES),
    "a number added to a site": (lambda b: b.var(30) + 10, SITES),
    "a site less 3": (lambda b: b.var(43) - 3, 41),
    "a site less another": (lambda b: b.var(43) - b.var(3), SITES),
    "the least": (lambda b: ir.min_(forty(b), b.var(60)), 41),
    "the greatest": (lambda b: ir.max_(forty(b), b.var(20)), 41),
    "one or the other": (lambda b: ir.select(b.get("here") > 0, b.var(20), forty(b)), 41),
    "where a value is": (lambda b: Expr(Op.FIND, Type.INT, (FIVE, LAST, FIVE), "what"), 41),
    "a range": (lambda b: ir.set_count(ir.set_range(0, forty(b))), SITES),  # no site: a number of them
    "a group of a table": (grouped, 41),
    "a value of a table": (flat(3, 40, -7, 1_000_000), 41),
    "a table without sites": (flat(-3, 1_000_000), SITES),
    "what may stay as it is": (chosen, 41),
    "whether": (lambda b: ir.as_int(ir.eq(b.get("here"), 60)), SITES),
}  # fmt: skip


@pytest.mark.parametrize("name", WIDTHS)
def test_the_greatest_number_that_reaches_a_set(name: str) -> None:
    write, expected = WIDTHS[name]
    assert width(of(write)) == max(expected, 40 if name == "a range" else 0)


def test_what_an_action_is_given_reaches_what_it_does() -> None:
    """`state` is no site by its name, but the function that applies the action makes a set of it."""

    def write(b: QueryBuilder) -> None:
        names = ACTIONS["set_state"].params
        with b.function("apply", [(name, Type.INT) for name in names]) as (fn, params):
            b.let(ir.set_one(params[names.index("state")]))
        b.program.appliers["set_state"] = fn
        action = ops.NewAction("set_state", tuple(ir.const(40 if n == "state" else 0) for n in names), ir.TRUE)
        b.block.append(ops.Emit(FIVE, FIVE, FIVE, FIVE, FIVE, [action], ()))

    assert width(write) == 41


@pytest.mark.parametrize(("number", "fits"), [(99_999, True), (100_000, False)])
def test_the_greatest_site_of_all(number: int, fits: bool) -> None:
    if fits:
        assert width(of(lambda b: b.var(number))) == 100_000
    else:
        with pytest.raises(LudLimitError):
            width(of(lambda b: b.var(number)))


@pytest.mark.parametrize("name", ALL)
def test_parameters_that_name_a_place_are_declared_as_sites(name: str) -> None:
    program = load(ALL[name], backend="python").program
    named = set()
    for kind, fn in program.appliers.items():
        written = [(s.field, s.index) for s in all_of(fn, ops.SetField)]
        read = [(x.name, x.src[0]) for x in all_expressions(fn) if x.op in FIELD_READS and x.src]
        for field, index in written + read:
            if index is not None and index.arg in fn.params and program.fields[field].site is not None:
                named.add((kind, ACTIONS[kind].params[fn.params.index(index.var)]))
    assert named and all(param in ACTIONS[kind].sites for kind, param in named)
