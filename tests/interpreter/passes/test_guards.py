"""Programs that look like those which a pass changes, and are none: it leaves them alone, and their answers stay.

Beside each stands one of the usual form, so that the test does not pass because nothing is changed any more.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.backends.python.runtime import Runtime
from ludparse.interpreter.passes.counting.look_along_rays import look_along_rays
from ludparse.interpreter.passes.sets.bound_runs import bound_runs
from ludparse.interpreter.passes.sets.flood_sets import flood_sets
from ludparse.interpreter.passes.sets.narrow_targets import narrow_targets
from ludparse.interpreter.passes.sets.see_along_rays import see_along_rays
from ludparse.interpreter.passes.sets.skip_elsewhere import skip_elsewhere
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import PROBE
from ludparse.interpreter.program.ops import Expr, Op, Type
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import statements
from tests.interpreter.passes.test_results import blank, push
from tests.interpreter.passes.test_spellings import LINE, answer, made, owned

Answer = Callable[[QueryBuilder], Expr]


def left_alone(change: Callable[[Program], None], asked: Answer, worth: int) -> bool:
    """Whether a pass leaves the loop of a question alone. The answer has to be the same before and after it. Nobody
    owns the first of six sites in a row, player 2 the second, player 1 the others."""

    def program() -> Program:
        return made(lambda b, *_: asked(b), owned, False)

    assert answer(program()) == worth
    changed = program()
    verify(changed)
    change(changed)
    verify(changed)
    alone = any(word in function(changed.functions[0]) for word in ("for ", "flood group"))
    assert answer(changed) == worth
    return alone


# ---------------------------------------------------------------------------------------------------- flood_sets


@pytest.mark.parametrize(
    ("cond", "size"),
    [
        (lambda site, never: ir.ge(site, 0) & ir.lt(site, 6), 6),  # every site has a row: the usual form
        (lambda site, never: ir.gt(site, 0) & ir.lt(site, 6), 1),  # all but the first, where it begins
        (lambda site, never: ir.ge(site, 0) & ir.eq(site, 6), 1),  # none
        (lambda site, never: ir.ge(site, 0) & ir.lt(site, 4), 5),  # the row of 3 names 4, whose row is not looked at
        (lambda site, never: never, 1),
    ],
)
def test_a_flood_goes_on_from_the_sites_whose_rows_are_looked_at(
    cond: Callable[[Expr, Expr], Expr], size: int
) -> None:
    """It begins at the first site, and any site joins it."""

    def group_size(b: QueryBuilder) -> Expr:
        near, never = b.table(LINE, "ragged", "near"), b.let(ir.eq(b.get("mover"), 1))
        with b.flood(b.let(b.get("mover"))) as (group, site):
            with b.for_row(near, ir.select(cond(site, never), site, -1)) as to, b.if_(~ir.set_has(group, to)):
                b.assign(group, group | ir.set_one(to))
        return ir.set_count(group)

    assert left_alone(flood_sets, group_size, size) is (size < 6)


# ---------------------------------------------------------------------------------------------------- bound_runs

ROWS = [[5, 4, 3, 2], [5, 4, 3, 2, 1, 0]]


def rows(b: QueryBuilder) -> str:
    return b.table(ROWS, "ragged", "rows")


def run_length(b: QueryBuilder, hi: Expr, site: Callable[[Expr], Expr]) -> Expr:
    """How many sites that player 2 does not own follow each other."""
    n = b.var(0, "n")
    with b.for_range(0, hi) as at:
        with b.if_(ir.eq(b.get("who", site(at)), 2)):
            b.break_()
        b.assign(n, n + 1)
    return n


@pytest.mark.parametrize(
    ("hi", "number"),
    [
        (lambda b: b.row_len(rows(b), 0), 4),  # the usual form
        (lambda b: ir.const(6), 6),  # what is read beyond the end of a row is 0, and nobody owns site 0
        (lambda b: b.row_len(rows(b), 1), 6),  # the length of another row
    ],
)
def test_a_loop_that_does_not_end_with_its_row_is_run(hi: Answer, number: int) -> None:
    """None of the four sites of the first row is player 2's."""
    alone = left_alone(bound_runs, lambda b: run_length(b, hi(b), lambda at: b.row_at(rows(b), 0, at)), number)
    assert alone is (number != 4)


def test_a_loop_along_no_row_is_run() -> None:
    assert left_alone(bound_runs, lambda b: run_length(b, ir.const(6), lambda at: at), 1)


def test_a_position_that_is_read_after_its_loop_is_that_where_the_loop_was_left() -> None:
    """The fifth site of the second row is player 2's."""

    def last(b: QueryBuilder) -> Expr:
        n, at = b.var(0, "n"), b.var(7, "at")
        with b.capture() as body:
            with b.if_(ir.eq(b.get("who", b.row_at(rows(b), 1, at)), 2)):
                b.break_()
            b.assign(n, n + 1)
        b.block.append(ops.ForRange(at.var, ir.const(0), b.row_len(rows(b), 1), body))
        return at

    assert left_alone(bound_runs, last, 4)


# ------------------------------------------------------------------------------------------------ see_along_rays

Iteration = Callable[[QueryBuilder, Expr, Callable[[], None]], None]
RAYS = [[2, 3, 4, 5], [2, 1, 0]]


def seen(body: Iteration) -> Answer:
    """The number of sites that are seen from site 2 through 0, 1 and 3, along two rays: 3 on the first, 1 and 0 on the
    second. Ten more for each unit of `mover`, and a hundred for each of the slot `to`, whose first value is -1.

    body: an iteration; it may add the sites of its ray."""

    def number(b: QueryBuilder) -> Expr:
        rays, both = b.table(RAYS, "ragged", "rays"), b.table([[0, 1]], "ragged", "both")
        through, out = b.set_const([0, 1, 3]), b.var(ir.EMPTY_SET, "out")
        with b.for_row(both, 0) as x:
            here = b.row_set(rays, x, 1, b.row_run(rays, x, 1, through))
            body(b, x, lambda: b.assign(out, out | here))
        return ir.set_count(out) + b.get("mover") * 10 + (b.ctx("to") + 1) * 100

    return number


def skips(b: QueryBuilder, x: Expr, add: Callable[[], None]) -> None:
    with b.if_(ir.eq(x, 1)):
        b.continue_()
    add()


def skips_short_rays(b: QueryBuilder, x: Expr, add: Callable[[], None]) -> None:
    with b.if_(ir.lt(b.row_len(b.table(RAYS, "ragged", "rays"), x), 4)):
        b.continue_()
    add()


def ends(b: QueryBuilder, x: Expr, add: Callable[[], None]) -> None:
    add()
    with b.if_(ir.eq(x, 0)):
        b.break_()


def writes(b: QueryBuilder, x: Expr, add: Callable[[], None]) -> None:
    add()
    b.put("mover", x)


def leaves_a_slot(b: QueryBuilder, x: Expr, add: Callable[[], None]) -> None:
    add()
    b.set_ctx("to", x)


def under_a_condition(b: QueryBuilder, x: Expr, add: Callable[[], None]) -> None:
    with b.if_(ir.eq(b.get("who", x), 2)):
        add()


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (lambda b, x, add: add(), 3),
        (skips, 1),
        (skips_short_rays, 1),
        (ends, 1),
        (writes, 13),  # the number of the last ray is 1
        (leaves_a_slot, 203),
        (under_a_condition, 2),  # player 2 owns site 1, so the second ray alone
    ],
)
def test_rays_are_looked_along_together_if_that_is_all(body: Iteration, number: int) -> None:
    assert left_alone(see_along_rays, seen(body), number) is (number != 3)


# ------------------------------------------------------------------------------------------------ programs with moves


def whole(b: QueryBuilder, places: list[int], write: Callable[[], None]) -> Program:
    """A program whose start puts the pieces, and some sites into the field `places`. write: what its moves are."""
    with b.function("start") as (start, _):
        b.put("mover", 1)
        for site, who in enumerate((0, 2, 1, 1, 1, 1)):
            b.put("who", who, site)
        b.put("places", b.set_const(places))
    with b.function("moves") as (moves, _):
        write()
    with b.function("play", [("m", Type.INT)]) as (play, _):
        pass
    b.program.entries |= {"start": start, "moves": moves, "play": play}
    verify(b.program)
    return b.program


def run(program: Program, field: str = "total") -> tuple[list[int], object]:
    """The destinations of the moves, and what a field holds after they were found."""
    engine = PythonEngine(program)
    state, moves = engine.moves(engine.start(1))
    return [moves.raw(k).to_site for k in range(len(moves))], engine.read(state, field)


# ------------------------------------------------------------------------------------------------ skip_elsewhere

Each = Callable[[QueryBuilder, Expr, Expr], None]


def to_the_site(b: QueryBuilder, site: Expr, listed: Expr) -> None:
    push(b, site)


def to_the_next(b: QueryBuilder, site: Expr, listed: Expr) -> None:
    push(b, site + 1)


def up_to_an_own_piece(b: QueryBuilder, site: Expr, listed: Expr) -> None:
    push(b, site)
    with b.if_(ir.eq(b.get("who", site), 1)):
        b.break_()


def into_a_list(b: QueryBuilder, site: Expr, listed: Expr) -> None:
    b.push(listed, site)


def to_the_site_and_into_a_list(b: QueryBuilder, site: Expr, listed: Expr) -> None:
    push(b, site)
    into_a_list(b, site, listed)


@pytest.mark.parametrize(
    ("each", "places", "found"),
    [
        (to_the_site, [0, 3], 1),  # the usual form: of all iterations that of site 3 is of interest
        (to_the_site, [0, 2], 0),
        (to_the_next, [0, 2], 1),  # from 2 to 3
        (up_to_an_own_piece, [0, 2, 3], 0),  # it is left at 2
        (into_a_list, [0, 2, 4], 1),  # three sites, and so a move to 3
        (to_the_site_and_into_a_list, [0, 2, 4], 1),
    ],
)
def test_only_a_site_that_is_asked_about_is_gone_to(
    each: Each, places: list[int], found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a move to site 3 exists. A backend that knows what is asked about runs less; the Python backend, which
    builds all moves, is told."""

    def program() -> Program:
        b = blank()
        with b.function("generator") as (generator, _):
            listed = b.list_new()
            with b.for_set(b.get("places")) as site:
                each(b, site, listed)
            with b.if_(ir.eq(ir.list_len(listed), 3)):
                push(b, ir.const(3))

        def ask() -> None:
            with b.question(PROBE, 3) as answered:
                b.do(b.call(generator))
            b.put("total", ir.select(answered, 1, 0))

        return whole(b, places, ask)

    assert run(program()) == ([], found)
    changed = program()
    skip_elsewhere(changed)
    verify(changed)
    monkeypatch.setattr(Runtime, "wanted_site", staticmethod(lambda: 3))
    assert run(changed) == ([], found)
    assert ("wanted" in function(changed.functions[0])) is (each is to_the_site)


# ------------------------------------------------------------------------------------------------ narrow_targets

@pytest.mark.parametrize(
    ("does", "moves"),
    [
        ("nothing", [2, 3]),
        ("restores a slot", [2, 3]),
        ("pushes a move", [1, 1, 1, 2, 1, 3]),  # to 1 for each site, before that to the site
        ("lengthens a list", [2, 3, 1, 1, 1, 1]),  # to 1 for each item of the list
        ("lengthens a list itself", [2, 3, 1, 1, 1, 1]),
    ],
)
def test_a_question_that_does_more_than_to_answer_is_asked_at_each_site(does: str, moves: list[int]) -> None:
    """Moves go to 2 and 3, of four sites, if a question says yes. What it does, mostly by way of another function, it
    does at the other sites too, which must not be left out for it."""

    def program() -> Program:
        b = blank()
        given = [("given", Type.LIST)] if does.startswith("lengthens a list") else []
        with b.function("does", given) as (does_it, params):
            if does == "pushes a move":
                push(b, ir.const(1))
            elif does == "restores a slot":
                with b.saved("to"):
                    b.set_ctx("to", 3)
            elif given:
                b.push(params[0], 1)
        with b.function("asks", given, Type.BOOL) as (question, params):
            with b.saved("from"):
                b.set_ctx("from", 3)
                if does == "lengthens a list itself":
                    b.push(params[0], 1)
                elif does != "nothing":
                    b.do(b.call(does_it, *params))
            b.return_(ir.eq(b.get("mover"), 1))

        def move() -> None:
            listed = b.list_new()
            with b.for_set(b.get("places")) as site:
                with b.if_(b.call(question, *[listed] * len(given))), b.if_(ir.set_has(b.set_const([2, 3]), site)):
                    push(b, site)
            with b.for_list(listed) as site:
                push(b, site)

        return whole(b, [0, 1, 2, 3], move)

    assert run(program())[0] == moves
    changed = program()
    narrow_targets(changed)
    verify(changed)
    assert run(changed)[0] == moves
    loop = next(s for s in changed.entries["moves"].body if isinstance(s, ops.ForSet))
    assert (loop.set.op is Op.SET_AND) is (moves == [2, 3])


def test_a_question_about_a_slot_is_asked_at_each_site_though_its_parameter_is_the_same() -> None:
    """Of four sites, each of which stands in the slot, a move goes to the one that the parameter names."""
    b = blank()
    with b.function("asks", [("given", Type.INT)], Type.BOOL) as (question, (given,)):
        b.return_(ir.eq(b.ctx("to"), given))

    def move() -> None:
        with b.saved("to"), b.for_set(b.get("places")) as site:
            b.set_ctx("to", site)
            with b.if_(b.call(question, 3)):
                push(b, site)

    program = whole(b, [0, 1, 2, 3], move)
    assert run(program)[0] == [3]
    narrow_targets(program)
    verify(program)
    assert run(program)[0] == [3]


# ----------------------------------------------------------------------------------------------- look_along_rays


@pytest.mark.parametrize("other", [False, True])
def test_where_a_leap_lands_is_known_though_it_asks_about_another_ray(other: bool) -> None:
    """From site 2 two steps away lie 4 and 0; player 1 owns the first of them. The first site of the other ray is that
    of player 2, whichever way the leap goes."""
    b = blank()

    def move() -> None:
        rays, both = b.table(RAYS, "ragged", "rays"), b.table([[0, 1]], "ragged", "both")
        with b.for_row(both, 0) as x, b.if_(ir.lt(2, b.row_len(rays, x))):
            to = b.let(b.row_at(rays, x, 2))
            asked = ir.eq(b.get("who", b.row_at(rays, 1, 1)), 2) if other else ir.TRUE
            with b.if_(asked), b.if_(ir.eq(b.get("who", to), 1)):
                push(b, to)

    program = whole(b, [], move)
    moves = program.entries["moves"]
    loop = next(s for s in statements(moves.body) if isinstance(s, ops.ForRow))
    loop.apart = True
    look_along_rays(program)
    verify(program)
    assert loop.goes is not None
    moves.body.append(ops.SetField("places", None, loop.goes.to))
    assert run(program, "places") == ([4], [4])
