"""Where the moves of a function can go for each of six sites in the slot `from`, worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.facts.destinations import DEEPEST, FEW, MOST, Destinations, UnknownDestinationError
from ludparse.interpreter.facts.left_changed import LeftChanged
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import COUNT, EVERY
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.queries import QueryBuilder

SIZE, N = 6, Type.INT
NEAR = [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4]]
B = QueryBuilder
Write = Callable[[B], None]
ZERO = ir.const(0)


def go(b: B, to: ir.IntLike) -> None:
    """Pushes a move."""
    b.block.append(ops.Emit(ir.const(1), b.ctx("from"), to if isinstance(to, Expr) else ir.const(to), ZERO, ZERO, []))


def here(b: B) -> Expr:
    return b.ctx("from")


def unknown(b: B) -> Expr:
    return b.get("any")


def undecided(b: B) -> Expr:
    return ir.eq(b.get("any"), 1)


def low(b: B) -> Expr:
    """Holds for some of the sites."""
    return ir.lt(here(b), 3)


def function(b: B, write: Write, *params: str) -> Function:
    """A function whose calls are followed."""
    with b.function("inner", [(name, N) for name in params]) as (fn, _):
        write(b)
    return fn


def found(write: Write, *args: int, modal: bool = True) -> list[set[int]] | None:
    """What the moves of a function may go to; None for anywhere."""
    b = QueryBuilder(Program("test", context={"from": -1, "to": -1}))
    b.field("any", FieldKind.INT)
    b.field("places", FieldKind.SET)
    with b.function("moves", [(f"p{k}", N) for k in range(len(args))]) as (fn, params):
        b.params = params  # type: ignore[attr-defined]
        write(b)
    b.program.entries["moves"] = fn
    indices = {f.index for f in b.program.functions} if modal else set()
    destinations = Destinations(b.program, indices, LeftChanged(b.program), SIZE)
    try:
        sets = [set(s) for s in destinations.pushed(fn, "from", args)]
        assert sets == [set(s) for s in destinations.pushed(fn, "from", args)], "what is remembered is the same"
        return sets
    except UnknownDestinationError:
        with pytest.raises(UnknownDestinationError):
            destinations.pushed(fn, "from", args)
        return None


def each(of: Callable[[int], set[int]]) -> list[set[int]]:
    return [of(site) for site in range(SIZE)]


def sequence(*parts: Write) -> Write:
    def write(b: B) -> None:
        for part in parts:
            part(b)

    return write


def to(x: Callable[[B], ir.IntLike]) -> Write:
    return lambda b: go(b, x(b))


def near(b: B) -> str:
    return b.table(NEAR, "ragged", "near")


def in_row(row: Callable[[B], Expr]) -> Write:
    def write(b: B) -> None:
        with b.for_row(near(b), row(b)) as site:
            go(b, site)

    return write


def flat(at: Callable[[B], Expr]) -> Write:
    return to(lambda b: b.at(b.table([7, 8, 9], stem="flat"), at(b)))


def counted(lo: int, hi: Callable[[B], ir.IntLike], *, down: bool = False) -> Write:
    def write(b: B) -> None:
        with b.for_range(lo, hi(b), down=down) as k:
            go(b, here(b) + k)

    return write


def along(lo: int, *, change: bool = False, short: bool = True) -> Write:
    """To the positions of the row from one on, one after the other."""

    def write(b: B) -> None:
        table, row = near(b), b.var(here(b), "row")
        limits = [b.get("any")] if short else []
        end = ir.min_(b.row_len(table, row), *limits) if short else b.row_len(table, row)
        with b.for_range(lo, end) if change else b.for_along(table, row, lo, *limits) as k:
            go(b, Expr(Op.ROW_AT, N, (row, k), table))
            if change:
                b.assign(row, row + 1)

    return write


def behind(b: B) -> None:
    """The same, and then to a position that the row does not have, which the loop's variable holds."""
    table, row = near(b), b.var(here(b), "row")
    with b.for_along(table, row, 0) as k:
        go(b, b.row_at(table, row, k))
    b.assign(k, 9)
    go(b, b.row_at(table, row, k))


def branches(cond: Callable[[B], Expr], then: Write, orelse: Write, after: Write = lambda b: None) -> Write:
    def write(b: B) -> None:
        with b.if_(cond(b)):
            then(b)
        with b.else_():
            orelse(b)
        after(b)

    return write


def slot(value: Callable[[B], ir.IntLike]) -> Write:
    return lambda b: b.set_ctx("to", value(b))


def leave(b: B) -> None:
    b.return_()


def of_slot(b: B) -> Expr:
    return b.ctx("to")


def local(*writes: Callable[[B, Expr], None]) -> Write:
    """A local that is 1 at first; then a move to it."""

    def write(b: B) -> None:
        x = b.var(1, "x")
        for one in writes:
            one(b, x)
        go(b, x)

    return write


def assigned(value: int, cond: Callable[[B], Expr], other: int | None = None) -> Callable[[B, Expr], None]:
    def write(b: B, x: Expr) -> None:
        with b.if_(cond(b)):
            b.assign(x, value)
        if other is not None:
            with b.else_():
                b.assign(x, other)

    return write


def in_loop(b: B, x: Expr) -> None:
    with b.for_range(0, 2):
        b.assign(x, x + 1)


def nested(depth: int) -> Write:
    """Calls within calls, each followed."""

    def write(b: B) -> None:
        fn = function(b, to(here))
        for _ in range(depth - 1):
            inner = fn
            fn = function(b, lambda b, inner=inner: b.do(b.call(inner)))  # type: ignore[misc]
        b.do(b.call(fn))

    return write


def recursive(b: B) -> None:
    fn = b.declare("inner", (), Type.VOID)
    with b.define(fn):
        go(b, 1)
        b.do(b.call(fn))
    b.do(b.call(fn))


def called(write: Write, *args: Callable[[B], ir.IntLike]) -> Write:
    def outer(b: B) -> None:
        with b.function("inner", [(f"q{k}", N) for k in range(len(args))]) as (fn, params):
            b.params = params  # type: ignore[attr-defined]
            write(b)
        b.do(b.call(fn, *(x(b) for x in args)))

    return outer


def param(b: B) -> Expr:
    return b.params[0]  # type: ignore[attr-defined,no-any-return]


def around(make: Callable[[B, ops.Block], ops.Stmt], inner: Write) -> Write:
    def write(b: B) -> None:
        with b.capture() as body:
            inner(b)
        b.block.append(make(b, body))

    return write


def filtered(b: B, body: ops.Block) -> ops.Stmt:
    return ops.Filter(Var("m", N), body, [ops.Assign(keep := Var("keep", Type.BOOL), ir.TRUE)], keep)


def question(b: B, body: ops.Block) -> ops.Stmt:
    return ops.Question(Var("n", N), COUNT, ir.const(EVERY), body)


def restoring(b: B, body: ops.Block) -> ops.Stmt:
    return ops.Restoring(("to",), body)


def run(name: str, *args: Callable[[B], ir.IntLike]) -> Write:
    def write(b: B) -> None:
        b.run(name, *(x(b) for x in args))

    return write


NOWHERE: list[set[int]] = each(lambda s: set())
CASES: dict[str, tuple[Write, list[set[int]] | None]] = {
    "nothing": (lambda b: None, NOWHERE),
    "the next site": (to(lambda b: here(b) + 1), each(lambda s: {s + 1})),
    "one before": (to(lambda b: here(b) - 1), each(lambda s: {s - 1})),
    "twice as far": (to(lambda b: here(b) * 2), each(lambda s: {2 * s})),
    "at most 3": (to(lambda b: ir.min_(here(b), 3)), each(lambda s: {min(s, 3)})),
    "at least 3": (to(lambda b: ir.max_(here(b), 3)), each(lambda s: {max(s, 3)})),
    "one site": (to(lambda b: 3), each(lambda s: {3})),
    "two moves": (sequence(to(here), to(lambda b: 3)), each(lambda s: {s, 3})),
    "anywhere": (to(unknown), None),
    "a quotient": (to(lambda b: ir.div(here(b), 2)), None),
    "and then anywhere": (sequence(to(here), to(lambda b: here(b) + unknown(b))), None),
    "neighbours": (in_row(here), each(lambda s: set(NEAR[s]))),
    "a row that does not exist": (in_row(lambda b: here(b) + 3), each(lambda s: set(NEAR[s + 3]) if s < 3 else set())),
    "any row": (in_row(unknown), each(lambda s: set(range(SIZE)))),
    "value of a table": (flat(here), each(lambda s: {[7, 8, 9, 0, 0, 0][s]})),
    "value below a table": (flat(lambda b: here(b) - 1), each(lambda s: {[0, 7, 8, 9, 0, 0][s]})),
    "any value of a table": (flat(unknown), each(lambda s: {7, 8, 9, 0})),
    "counted": (counted(1, lambda b: 3), each(lambda s: {s + 1, s + 2})),
    "counted, at most": (counted(1, lambda b: ir.min_(unknown(b), 3)), each(lambda s: {s + 1, s + 2})),
    "counted as far as a few": (counted(2, lambda b: FEW + 2), each(lambda s: {s + k for k in range(2, FEW + 2)})),
    "counted too far": (counted(2, lambda b: FEW + 3), None),
    "counted to anywhere": (counted(1, unknown), None),
    "counted down": (counted(3, lambda b: 1, down=True), None),
    "along a row": (along(0), each(lambda s: set(NEAR[s]))),
    "along a whole row": (along(0, short=False), each(lambda s: set(NEAR[s]))),
    "along a row from before it": (along(-1), each(lambda s: {*NEAR[s], 0})),  # out of bounds is 0
    "beyond a row, after a loop along it": (behind, each(lambda s: {*NEAR[s], 0})),
    "along rows that change": (along(0, change=True), each(lambda s: set(range(SIZE)))),
    "one position of a row": (
        to(lambda b: Expr(Op.ROW_AT, N, (here(b), ir.const(1)), near(b))),
        each(lambda s: {0, *NEAR[s][1:2]}),
    ),
    "a position of any row": (
        to(lambda b: Expr(Op.ROW_AT, N, (unknown(b), ir.const(1)), near(b))),
        each(lambda s: set(range(SIZE))),
    ),
    "a branch that is taken": (branches(lambda b: ir.ge(here(b), 0), to(here), to(unknown)), each(lambda s: {s})),
    "a branch that is not": (branches(lambda b: ir.lt(here(b), 0), to(unknown), to(here)), each(lambda s: {s})),
    "both branches": (branches(low, to(here), to(lambda b: 9)), each(lambda s: {s, 9})),
    "not": (branches(lambda b: ~ir.eq(here(b), 6), to(here), to(unknown)), each(lambda s: {s})),
    "and": (branches(lambda b: undecided(b) & ir.gt(here(b), 5), to(unknown), to(here)), each(lambda s: {s})),
    "and of what is open": (branches(lambda b: undecided(b) & ir.le(here(b), 5), to(unknown), to(here)), None),
    "or": (branches(lambda b: undecided(b) | ir.le(here(b), 5), to(here), to(unknown)), each(lambda s: {s})),
    "or of what is open": (branches(lambda b: undecided(b) | ir.gt(here(b), 5), to(here), to(unknown)), None),
    "and of both": (
        branches(lambda b: ir.ge(here(b), 0) & ir.ne(here(b), 9), to(here), to(unknown)), each(lambda s: {s}),
    ),
    "select": (to(lambda b: ir.select(low(b), here(b), 9)), each(lambda s: {s, 9})),
    "select of what holds": (to(lambda b: ir.select(ir.ge(here(b), 0), here(b), unknown(b))), each(lambda s: {s})),
    "select of what does not": (to(lambda b: ir.select(ir.lt(here(b), 0), unknown(b), 4)), each(lambda s: {4})),
    "select of anything": (to(lambda b: ir.select(low(b), here(b), unknown(b))), None),
    "behind a branch that leaves": (
        branches(undecided, leave, slot(lambda b: 4), to(of_slot)), each(lambda s: {4}),
    ),
    "behind the other that leaves": (branches(undecided, slot(lambda b: 4), leave, to(of_slot)), each(lambda s: {4})),
    "behind both": (branches(undecided, leave, leave, to(unknown)), NOWHERE),
    "behind a return": (sequence(to(here), leave, to(unknown)), each(lambda s: {s})),
    "the same in both branches": (
        branches(undecided, slot(lambda b: 4), slot(lambda b: 4), to(of_slot)), each(lambda s: {4}),
    ),
    "another in each branch": (branches(undecided, slot(lambda b: 4), slot(lambda b: 5), to(of_slot)), None),
    "written in one branch": (
        sequence(slot(lambda b: 4), branches(undecided, slot(lambda b: 5), to(here), to(of_slot))), None,
    ),
    "a slot": (sequence(slot(here), to(of_slot)), each(lambda s: {s})),
    "a slot with anything": (sequence(slot(here), slot(unknown), to(of_slot)), None),
    "a slot that was not written": (to(of_slot), None),
    "a slot that is restored": (
        sequence(slot(lambda b: 4), around(restoring, sequence(slot(unknown), to(here))), to(of_slot)),
        each(lambda s: {s, 4}),
    ),
    "another slot that is restored": (sequence(around(restoring, slot(lambda b: 4)), to(of_slot)), None),
    "left while restoring": (sequence(around(restoring, leave), to(unknown)), NOWHERE),
    "a local": (local(), each(lambda s: {1})),
    "a local that is set anew": (local(assigned(2, lambda b: ir.TRUE)), each(lambda s: {2})),
    "a local set in a branch": (local(assigned(2, undecided)), None),
    "a local set in both": (local(assigned(2, undecided, 2)), each(lambda s: {2})),
    "a local set in a loop": (local(in_loop), None),
    "a call": (called(to(here)), each(lambda s: {s})),
    "a call with its argument": (called(to(param), lambda b: here(b) + 2), each(lambda s: {s + 2})),
    "a call after a slot was written": (sequence(slot(lambda b: 4), called(to(of_slot))), each(lambda s: {4})),
    "calls within calls": (nested(DEEPEST - 1), each(lambda s: {s})),
    "too many calls within calls": (nested(DEEPEST), None),
    "a call of itself": (recursive, None),
    "a call that writes a slot": (sequence(slot(here), called(slot(lambda b: 5)), to(of_slot)), None),
    "filtered": (around(filtered, to(here)), each(lambda s: {s})),
    "a question": (sequence(around(question, to(unknown)), to(here)), each(lambda s: {s})),
    "a slot written in a question": (sequence(slot(here), around(question, slot(unknown)), to(of_slot)), None),
    "on a copy": (around(lambda b, body: ops.OnCopy(body), to(here)), each(lambda s: {s})),
    "left on a copy": (sequence(around(lambda b, body: ops.OnCopy(body), leave), to(unknown)), NOWHERE),
    "built for others": (
        around(lambda b, body: ops.InFull(ir.const(EVERY), body, True), to(here)), each(lambda s: {s}),
    ),
    "built and forgotten": (around(lambda b, body: ops.InFull(ir.const(EVERY), body), to(unknown)), NOWHERE),
    "a move that is built": (
        around(lambda b, body: ops.BuiltMove(here(b) + 1, body), to(unknown)), each(lambda s: {s + 1}),
    ),
    "what sets where a move goes": (run("move_set_to", lambda b: 0, lambda b: here(b) + 1), each(lambda s: {s + 1})),
    "functions by their numbers": (run("call_moves", unknown), None),
    "sums that might wrap": (to(lambda b: here(b) * (1 << 28)), None),
    "no sum that might": (to(lambda b: here(b) + (1 << 28)), each(lambda s: {s + (1 << 28)})),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_where_moves_can_go(name: str) -> None:
    write, expected = CASES[name]
    assert found(write) == expected


def test_arguments_are_known_at_once() -> None:
    assert found(lambda b: go(b, here(b) + param(b)), 10) == each(lambda s: {s + 10})


def test_a_call_that_pushes_no_moves_is_not_followed() -> None:
    """It only forgets what it writes."""
    assert found(sequence(called(to(unknown)), to(here)), modal=False) == each(lambda s: {s})
    assert found(sequence(slot(here), called(slot(here)), to(of_slot)), modal=False) is None


def test_the_member_of_a_set_of_one() -> None:
    def one(b: B) -> None:
        with b.for_set(ir.set_one(here(b) + 1)) as site:
            go(b, site)

    def any_of(b: B) -> None:
        with b.for_set(b.get("places")) as site:
            go(b, site)

    assert found(one) == each(lambda s: {s + 1}) and found(any_of) is None


@pytest.mark.parametrize(("values", "known"), [(MOST, True), (MOST + 1, False)])
def test_so_many_values_are_told_apart(values: int, known: bool) -> None:
    def write(b: B) -> None:
        with b.for_row(b.table([list(range(values))], "ragged", "many"), unknown(b)) as site:
            go(b, site)

    assert found(write) == (each(lambda s: set(range(values))) if known else None)


def test_two_values_of_many_are_not_combined() -> None:
    """Of 23 values and 22 there are 506 sums, of 23 and 23 more than 512."""

    def write(second: int) -> Write:
        def moves(b: B) -> None:
            one, other = (b.table([list(range(n))], "ragged", "many") for n in (23, second))
            with b.for_row(one, ZERO) as x, b.for_row(other, ZERO) as y:
                go(b, x + y)

        return moves

    assert found(write(22)) == each(lambda s: set(range(23 + 22 - 1))) and found(write(23)) is None


@pytest.mark.parametrize("inside", [False, True])
def test_moves_that_are_put_together_are_seen(inside: bool) -> None:
    """One that flips a stack goes to site 0, whatever is flipped, and is built in a function that never only counts."""
    b = QueryBuilder(Program("test", context={"from": -1, "to": -1}))

    def flip() -> None:
        with b.one_move(0, 0, 0):
            pass

    with b.function("flip") as (flips, _):
        flip()
    with b.function("moves") as (fn, _):
        go(b, here(b))
        with b.in_full(exports=True):
            if inside:
                flip()
            else:
                b.do(b.call(flips))
    destinations = Destinations(b.program, {fn.index}, LeftChanged(b.program), SIZE)
    assert [set(sites) for sites in destinations.pushed(fn, "from", ())] == each(lambda site: {0, site})
