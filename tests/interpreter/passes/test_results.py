"""Results that are kept, numbers of moves that are known without the moves, and searches that end early: which passes
find them, and where they must not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.passes.counting.count_each import count_each
from ludparse.interpreter.passes.removal.full_where_needed import full_where_needed
from ludparse.interpreter.passes.sets.flood_sets import flood_sets
from ludparse.interpreter.passes.sets.keep_results import keep_results
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import COUNT, EVERY, FULL, PROBE
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type
from ludparse.interpreter.program.printer import expression
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import all_expressions, reached, statements, subexpressions
from tests.interpreter.passes.golden import found_by
from tests.interpreter.passes.golden_games import GAMES
from tests.interpreter.passes.test_spellings import LINE, answer, made, owned


def blank() -> QueryBuilder:
    """A program with fields, two slots of the context, and no functions."""
    b = QueryBuilder(Program("test", context={"from": -1, "to": -1}))
    for name in ("rng", "over", "mover", "total"):
        b.field(name, FieldKind.INT, bits=64 if name == "rng" else 32)
    for name, size in (("rank", 1), ("who", 6)):
        b.field(name, FieldKind.ARRAY, size=size)
    b.field("places", FieldKind.SET)
    return b


def runs(b: QueryBuilder, moves: Callable[[], object], play: Callable[[], object] = lambda: None) -> Program:
    with b.function("start") as (start, _):
        pass
    with b.function("moves") as (found, _):
        moves()
    with b.function("play", [("m", Type.INT)]) as (played, _):
        play()
    b.program.entries |= {"start": start, "moves": found, "play": played}
    verify(b.program)
    return b.program


# -------------------------------------------------------------------------------------------------- keep_results

Value = Callable[[QueryBuilder], Expr]


def several(b: QueryBuilder) -> Expr:
    """Work: a loop."""
    return b.count_in(b.for_set(b.get("places")), lambda site: ir.eq(b.get("who", site), 1))


def squared(b: QueryBuilder, more: Value = lambda b: ir.const(0)) -> Expr:
    """More work: a loop in a loop, over the same six sites."""
    wanted = b.let(more(b))
    return b.sum_in(
        b.for_range(0, 6),
        lambda x: b.count_in(b.for_range(0, 6), lambda y: ir.eq(b.get("who", x) + b.get("who", y), wanted)),
    )


def between(b: QueryBuilder) -> Expr:
    """Depends on no slot: the one that it reads is written first, and restored."""
    with b.saved("to"):
        b.set_ctx("to", b.get("mover"))
        return squared(b, lambda b: b.ctx("to"))


def leaving(b: QueryBuilder) -> Expr:
    """Leaves a slot changed, which whoever asks may read afterwards."""
    result = squared(b)
    b.set_ctx("to", b.get("mover"))
    return result


def kept(value: Value) -> tuple[bool, str]:
    """Whether the result of a function is kept that `moves` calls, and the slot by which it is."""
    b = blank()
    with b.function("asked", result=Type.INT) as (fn, _):
        b.return_(value(b))
    program = runs(b, lambda: b.put("total", b.call(fn)))
    keep_results(program)
    verify(program)
    return fn.kept, fn.kept_by


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (several, (True, "")),
        (lambda b: b.get("mover") + 1, (False, "")),  # no work
        (lambda b: several(b) + b.run("random_int", 3), (False, "")),
        (lambda b: several(b) + b.run("move_count"), (False, "")),  # the moves are no part of the state
        (lambda b: several(b) + b.ctx("to"), (False, "")),  # one loop: a memo for each site costs as much
        (lambda b: squared(b, lambda b: b.ctx("to")), (False, "to")),
        (lambda b: squared(b, lambda b: b.ctx("to") + b.ctx("from")), (False, "")),
        (between, (True, "")),
        (leaving, (False, "")),  # where the result is kept, the slot would not be written
    ],
)
def test_a_result_that_takes_work_and_depends_on_the_state_is_kept(value: Value, expected: tuple[bool, str]) -> None:
    assert kept(value) == expected


@pytest.mark.parametrize(("times", "keeps"), [(1, False), (2, True)])
def test_what_is_asked_once_between_two_moves_is_not_kept(times: int, keeps: bool) -> None:
    b = blank()
    with b.function("asked", result=Type.INT) as (fn, _):
        b.return_(several(b))

    def play() -> None:
        for _ in range(times):
            b.put("total", b.call(fn))

    keep_results(runs(b, lambda: None, play))
    assert fn.kept is keeps


def test_a_function_with_a_parameter_is_not_kept() -> None:
    b = blank()
    with b.function("asked", [("n", Type.INT)], Type.INT) as (fn, (n,)):
        b.return_(several(b) + n)
    keep_results(runs(b, lambda: b.put("total", b.call(fn, 1))))
    assert not fn.kept


# ---------------------------------------------------------------------------------------------------- count_each

Body = Callable[[QueryBuilder, Expr, Function], None]
"""An iteration for a site; it may call a function that pushes two moves."""


def push(b: QueryBuilder, to: Expr) -> None:
    b.block.append(ops.Emit(b.get("mover"), to, to, ir.const(0), ir.const(0), []))


def each(body: Body, *, apart: bool = True) -> tuple[str | None, list[str]]:
    """How many moves an iteration pushes, as text, and the slots that are written after counting."""
    b = blank()
    with b.function("twice") as (twice, _):
        push(b, ir.const(1))
        push(b, ir.const(2))

    def loop() -> None:
        with b.for_range(0, 6, "site", apart=apart) as site:
            body(b, site, twice)

    program = runs(b, loop)
    count_each(program)
    verify(program)
    found = program.entries["moves"].body[0]
    assert isinstance(found, ops.ForRange)
    return None if found.each is None else expression(found.each), [s.slot for s in found.leaves]


def if_owned(b: QueryBuilder, site: Expr, twice: Function) -> None:
    with b.if_(ir.eq(b.get("who", site), 1)):
        push(b, site)


def owned_or_not(b: QueryBuilder, site: Expr, twice: Function) -> None:
    push(b, site)
    with b.if_(ir.eq(b.get("who", site), 1)):
        b.do(b.call(twice))
    with b.else_():
        push(b, site)
        push(b, site)


def to_others(b: QueryBuilder, site: Expr, twice: Function) -> None:
    with b.for_set(ir.set_diff(b.get("places"), ir.set_one(site))) as to:
        push(b, to)


def as_many(b: QueryBuilder, site: Expr, twice: Function) -> None:
    with b.for_range(0, b.get("who", site)):
        push(b, site)


def behind(b: QueryBuilder, site: Expr, twice: Function) -> None:
    b.set_ctx("to", site + 1)
    push(b, b.ctx("to"))


def restored(b: QueryBuilder, site: Expr, twice: Function) -> None:
    with b.saved("to"):
        behind(b, site, twice)


def left_by_a_call(b: QueryBuilder, site: Expr, twice: Function) -> None:
    """The called function restores a slot, and then leaves a number in another one."""
    with b.function("leaves") as (fn, _):
        with b.saved("from"):
            b.set_ctx("from", 4)
        b.set_ctx("to", 5)
    with b.saved("to"):
        b.do(b.call(fn))
        with b.if_(ir.eq(b.ctx("to"), 5)):
            push(b, site)


def drawn(b: QueryBuilder, site: Expr, twice: Function) -> None:
    with b.if_(ir.eq(b.run("random_int", 2), 1)):
        push(b, site)


def written(b: QueryBuilder, site: Expr, twice: Function) -> None:
    b.put("total", site)
    push(b, site)


@pytest.mark.parametrize(
    ("body", "number", "leaves"),
    [
        (lambda b, site, twice: push(b, site), "1", []),
        (lambda b, site, twice: b.do(b.call(twice)), "2", []),  # a call is followed
        (if_owned, "(1 if (who[site1] == 1) else 0)", []),
        (owned_or_not, "3", []),  # both branches push two, after the first one
        (to_others, "count((places ∖ {site1}))", []),  # one move for each member
        (as_many, None, []),  # a loop within the loop whose length is known in play alone
        (behind, "1", ["to"]),
        (restored, "1", []),
        (left_by_a_call, "1", []),
        (drawn, None, []),  # as many as are drawn
        (written, None, []),  # the writes would be missing
    ],
)
def test_the_number_of_moves_of_an_iteration(body: Body, number: str | None, leaves: list[str]) -> None:
    assert each(body) == (number, leaves)


def test_iterations_that_do_not_stand_apart_are_run() -> None:
    assert each(if_owned, apart=False) == (None, [])


def test_steps_to_sites_of_a_set_are_counted_in_the_set() -> None:
    """A man of `chase` steps to an empty site before it: as many moves as its row has members among these."""
    program = found_by("count_each", GAMES["chase"])
    count_each(program)
    loops = (s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForPieces))
    parts = {x.op for s in loops if s.each is not None for x in subexpressions(s.each)}
    assert {Op.SET_COUNT, Op.SET_AND, Op.SET_TABLE} <= parts


# ---------------------------------------------------------------------------------------------- full_where_needed


def test_who_looks_at_moves_gets_them_in_a_question_too() -> None:
    """In a question moves are only counted. A function that pushes some needs no more; one that looks at them has them
    built, and hands them over to the question (`exports`) unless it gives a value."""
    b = blank()
    with b.function("pushes") as (pushes, _):
        push(b, ir.const(1))
    with b.function("doubles") as (doubles, _):
        push(b, ir.const(1))
        push(b, b.run("move_to", 0) + 1)
    with b.function("last", result=Type.INT) as (last, _):
        push(b, ir.const(1))
        b.return_(b.run("move_to", 0))

    def ask() -> None:
        with b.question(COUNT, EVERY) as number:
            b.do(b.call(pushes))
            b.do(b.call(doubles))
            b.put("total", b.call(last))
        b.put("total", number)

    program = runs(b, ask)
    full_where_needed(program)
    verify(program)
    assert isinstance(pushes.body[0], ops.Emit)
    for fn in (doubles, last):
        full = fn.body[0]
        assert isinstance(full, ops.InFull) and full.exports is (fn is doubles)
    assert isinstance(last.body[-1], ops.Return)
    names = [fn.name for fn in program.functions]
    assert sorted(names[-2:]) == ["doubles_1_full", "last_1_full"], "behind the others, whose indices stay"


@pytest.mark.parametrize("mode", [PROBE, FULL])
def test_who_looks_at_moves_where_a_site_is_asked_about_gets_them_then(mode: int) -> None:
    b = blank()
    with b.function("looks") as (looks, _), b.if_(b.run("pushes_in", mode)):
        push(b, b.run("move_to", 0))

    def ask() -> None:
        with b.question(PROBE, 1):
            b.do(b.call(looks))

    full_where_needed(runs(b, ask))
    assert (looks.whole is not None) is (mode == PROBE)


# ---------------------------------------------------------------------------------------------------- flood_sets

LIBERTIES = "(> (count Liberties Orthogonal) 0)"


@pytest.mark.parametrize(
    ("question", "early"),
    [
        (LIBERTIES, True),
        ("(>= (count Liberties Orthogonal) 1)", True),
        ("(> (count Liberties Orthogonal) 1)", False),  # the first site that it meets is no answer
        ("(>= (count Liberties Orthogonal) 0)", False),
        ("(= (count Liberties Orthogonal) 1)", False),
    ],
)
def test_a_search_ends_at_the_first_site_where_one_is_enough(question: str, early: bool) -> None:
    text = GAMES["surround"].replace(LIBERTIES, question)
    program = found_by("flood_sets", text)
    flood_sets(program)
    verify(program)
    assert bool(asks(program, Op.FLOOD_MEETS)) is early
    assert bool(asks(program, Op.SET_FLOOD)) is not early


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("owner", range(3))
def test_a_search_for_a_site_beside_a_group(owner: int, exact: bool) -> None:
    """Of a row of six sites nobody owns the first, player 2 the second, player 1 the others, which are the group. Only
    the second lies beside it."""

    def asked(b: QueryBuilder, *_: object) -> Expr:
        near, met = b.table(LINE, "ragged", "near"), b.var(False, "met")
        with b.flood(b.let(b.get("mover") + 5), met) as (group, site), b.for_row(near, site) as to:
            with b.if_(ir.not_(ir.set_has(group, to))):
                with b.if_(ir.eq(b.get("who", to), 1)):
                    b.assign(group, ir.set_or(group, ir.set_one(to)))
                with b.else_(), b.if_(ir.eq(b.get("who", to if exact else ir.min_(to, site)), owner)):
                    b.assign(met, True)
        return ir.select(met, 1, 0)

    assert answer(made(asked, owned, False)) == (owner == 2)
    program = made(asked, owned, False)
    flood_sets(program)
    verify(program)
    assert bool(asks(program, Op.FLOOD_MEETS)) is exact
    assert answer(program) == (owner == 2)


def asks(program: Program, op: Op) -> list[Function]:
    """The functions that run which have an operation."""
    live = [program.functions[i] for i in sorted(reached(program))]
    return [fn for fn in live if any(x.op is op for x in all_expressions(fn))]
