"""What a lowering means is found however it is written: conditions nested or joined, values in locals or not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pytest

from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.passes.sets.bound_runs import bound_runs
from ludparse.interpreter.passes.sets.find_first import find_first
from ludparse.interpreter.passes.sets.find_runs import find_runs
from ludparse.interpreter.passes.sets.flood_sets import flood_sets
from ludparse.interpreter.passes.sets.gather_sets import gather_sets
from ludparse.interpreter.passes.sets.narrow_targets import narrow_targets
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import COUNT, EVERY
from ludparse.interpreter.program.ops import Expr, FieldKind, Type
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.verifier import verify

LINE = [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4]]
"""The neighbours of six sites in a row."""

Test = Callable[[QueryBuilder, Expr], Expr]


def owned(b: QueryBuilder, site: Expr) -> Expr:
    """Whether player 1 owns a site that is not the third."""
    return ir.and_(ir.eq(b.get("who", site), 1), ir.ne(site, 2))


def owned_by_locals(b: QueryBuilder, site: Expr) -> Expr:
    who = b.let(b.get("who", site))
    other = b.let(ir.eq(site, 2))
    return ir.and_(ir.eq(who, 1), ir.not_(other))


def owned_by_branches(b: QueryBuilder, site: Expr) -> Expr:
    return b.all_of([lambda: b.let(ir.eq(b.get("who", site), 1)), lambda: b.let(ir.ne(site, 2))])


def within(b: QueryBuilder, site: Expr, test: Test, joined: bool, do: Callable[[], None]) -> None:
    """Does something if a test holds: under one condition, or under two of which the first says nothing."""
    with b.if_(ir.ge(site, 0) if joined else ir.TRUE), b.if_(test(b, site)):
        do()


def gather(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, 6) as site:
        within(b, site, test, joined, lambda: b.assign(out, ir.set_or(out, ir.set_one(site))))
    return ir.set_count(out)


def first(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    found = b.var(-1, "found")

    def take(site: Expr) -> None:
        b.assign(found, site)
        b.break_()

    with b.for_range(0, 6) as site:
        within(b, site, test, joined, lambda: take(site))
    return found


def flood(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    near = b.table(LINE, "ragged", "near")
    with b.flood(b.let(b.get("mover") + 4)) as (group, site), b.for_row(near, site) as to:
        with b.if_(ir.not_(ir.set_has(group, to))):
            within(b, to, test, joined, lambda: b.assign(group, ir.set_or(group, ir.set_one(to))))
    return ir.set_count(group)


def beside(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    near, out = b.table(LINE, "ragged", "near"), b.var(ir.EMPTY_SET, "out")
    with b.for_set(b.let(ir.set_or(ir.set_one(b.get("mover")), ir.set_one(b.get("mover") + 4)))) as site:
        with b.for_row(near, site) as to:
            within(b, to, test, joined, lambda: b.assign(out, ir.set_or(out, ir.set_one(to))))
    return ir.set_count(out)


def scan(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    rows = b.table([[0, 1, 2, 3, 4, 5]], "ragged", "rows")
    return b.scan(rows, ir.const(0), 1, (), "to", lambda: ir.not_(test(b, b.ctx("to"))))


def along(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    rows = b.table([[5, 4, 3, 2, 1, 0]], "ragged", "rows")
    n = b.var(0, "n")
    with b.for_along(rows, ir.const(0), 0) as i:
        site = b.let(b.row_at(rows, 0, i))
        if joined:
            with b.if_(ir.not_(test(b, site))):
                b.break_()
            b.assign(n, n + 1)
        else:
            with b.if_(test(b, site)):
                b.assign(n, n + 1)
            with b.else_():
                b.break_()
    return n


def push(b: QueryBuilder, test: Test, joined: bool) -> Expr:
    with b.question(COUNT, EVERY) as number, b.for_set(ir.set_range(0, 6)) as site:
        move = ops.Emit(ir.const(1), site, site, ir.const(0), ir.const(0), [])
        within(b, site, test, joined, lambda: b.write(move))
    return number


PASSES = {
    gather: gather_sets, beside: gather_sets, first: find_first, flood: flood_sets, scan: find_runs, along: bound_runs,
    push: narrow_targets,
}  # fmt: skip
LOOPS = "for ", "loop:", "flood ", "scan "
WORTH = {gather: 3, beside: 2, first: 3, flood: 3, scan: 3, along: 3, push: 3}
"""Sites 3, 4 and 5 are player 1's, and not the third: three of them; beside the sites 0 and 4 lie 1, 3 and 5, of which
two are among these; the first is 3; all three are one group; and after
the first position of the row that of site 3 is the first one to hold such a site. From the other end three follow each
other."""


def made(what: Callable[[QueryBuilder, Test, bool], Expr], test: Test, joined: bool) -> Program:
    """A program whose start writes the answer to the field `result`."""
    b = QueryBuilder(Program("spelling"))
    for name in ("rng", "over", "mover", "result"):
        b.field(name, FieldKind.INT, bits=64 if name == "rng" else 32)
    b.field("rank", FieldKind.ARRAY, size=1)
    b.field("who", FieldKind.ARRAY, size=6)
    b.context_slot("to")
    with b.function("question", result=Type.INT) as (question, _):
        b.return_(what(b, test, joined))
    with b.function("start") as (start, _):
        for site, who in enumerate((0, 2, 1, 1, 1, 1)):
            b.put("who", who, site)
        b.put("result", b.call(question))
    with b.function("moves") as (moves, _), b.function("play", [("m", Type.INT)]) as (play, _):
        pass
    b.program.entries |= {"start": start, "moves": moves, "play": play}
    return b.program


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("test", [owned, owned_by_locals, owned_by_branches])
@pytest.mark.parametrize("what", PASSES)
def test_every_spelling_becomes_an_operation_on_sets(
    what: Callable[[QueryBuilder, Test, bool], Expr], test: Test, joined: bool
) -> None:
    program = made(what, test, joined)
    assert any(word in function(program.functions[0]) for word in LOOPS)
    verify(program)
    PASSES[what](program)
    verify(program)
    text = function(program.functions[0])
    left = ("if ",) if what is push else LOOPS  # the loop stays, over the sites that fulfil the condition
    assert not any(word in text for word in left), text
    assert answer(program) == answer(made(what, test, joined)) == WORTH[what]


def answer(program: Program) -> int:
    engine = PythonEngine(program)
    return int(engine.read(engine.start(1), "result"))


AROUND = {"nothing": (2, True), "named": (1, True), "counted": (4, False), "asked": (0, False), "left": (0, False)}
"""What an iteration does around the loop within it: the answer then, and whether the loops become a set."""


@pytest.mark.parametrize("around", AROUND)
def test_a_loop_within_a_loop_is_followed_if_nothing_is_done_around_it(around: str) -> None:
    def what(b: QueryBuilder, test: Test, joined: bool) -> Expr:
        near, out, n = b.table(LINE, "ragged", "near"), b.var(ir.EMPTY_SET, "out"), b.var(0, "n")
        with b.for_set(b.let(ir.set_or(ir.set_one(b.get("mover")), ir.set_one(b.get("mover") + 4)))) as site:
            other = b.let(b.get("mover") + 5) if around == "named" else ir.const(0)
            if around == "counted":
                b.assign(n, n + 1)
            with b.if_(ir.ne(site, 4)) if around == "asked" else nullcontext(), b.for_row(near, site) as to:
                with b.if_(ir.ne(to, other) & test(b, to)):
                    b.assign(out, ir.set_or(out, ir.set_one(to)))
            if around == "left":
                b.break_()
        return ir.set_count(out) + n

    worth, a_set = AROUND[around]
    program = made(what, owned, joined=True)
    gather_sets(program)
    verify(program)
    assert (not any(word in function(program.functions[0]) for word in LOOPS)) is a_set
    assert answer(program) == worth
