"""Programs that look like those which a pass changes, and are none: it leaves them alone, and their answers stay.

Beside each stands one of the usual form, so that the test does not pass because nothing is changed any more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.backends.python.runtime import Runtime
from ludparse.interpreter.passes.counting.look_along_rays import look_along_rays
from ludparse.interpreter.passes.sets.bound_runs import bound_runs
from ludparse.interpreter.passes.sets.find_first import find_first
from ludparse.interpreter.passes.sets.find_runs import find_runs
from ludparse.interpreter.passes.sets.flood_sets import flood_sets
from ludparse.interpreter.passes.sets.gather_sets import gather_sets
from ludparse.interpreter.passes.sets.narrow_rows import narrow_rows
from ludparse.interpreter.passes.sets.narrow_targets import narrow_targets
from ludparse.interpreter.passes.sets.see_along_rays import see_along_rays
from ludparse.interpreter.passes.sets.skip_elsewhere import skip_elsewhere
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import PROBE
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type, Var
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Function, Program
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
    alone = any(word in function(changed.functions[0]) for word in ("for ", "flood group", "scan "))
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


@pytest.mark.parametrize("outside", [True, False])
def test_a_flood_that_meets_its_own_beginning_runs(outside: bool) -> None:
    """It begins at the first site, which nobody owns, beside one of player 2, whose sites join it. A site that nobody
    owns is met, the first one too unless that is asked of sites outside the group alone."""

    def met(b: QueryBuilder) -> Expr:
        near, found = b.table(LINE, "ragged", "near"), b.var(False, "found")
        with b.flood(b.let(b.get("mover")), found) as (group, site), b.for_row(near, site) as to:
            new = ~ir.set_has(group, to)
            with b.if_(new if outside else ir.ge(to, 0)):
                with b.if_(ir.eq(b.get("who", to), 2) if outside else new & ir.eq(b.get("who", to), 2)):
                    b.assign(group, group | ir.set_one(to))
                with b.else_(), b.if_(ir.eq(b.get("who", to), 0)):
                    b.assign(found, True)
        return ir.as_int(found)

    assert left_alone(flood_sets, met, int(not outside)) is not outside


# ---------------------------------------------------------------------------------------------------- bound_runs

ROWS = [[5, 4, 3, 2], [5, 4, 3, 2, 1, 0]]


def rows(b: QueryBuilder) -> str:
    return b.table(ROWS, "ragged", "rows")


def run_length(b: QueryBuilder, loop: AbstractContextManager[Expr], site: Callable[[Expr], Expr]) -> Expr:
    """How many sites that player 2 does not own follow each other."""
    n = b.var(0, "n")
    with loop as at:
        with b.if_(ir.eq(b.get("who", site(at)), 2)):
            b.break_()
        b.assign(n, n + 1)
    return n


@pytest.mark.parametrize(
    ("loop", "row", "number", "alone"),
    [
        (lambda b: b.for_along(rows(b), ir.const(0), 0), 0, 4, False),  # the usual form
        (lambda b: b.for_range(0, 6), 0, 6, True),  # what is read beyond the end of a row is 0, and nobody owns site 0
        (lambda b: b.for_along(rows(b), ir.const(0), 0), 1, 4, True),  # it asks about another row
        (lambda b: b.for_along(rows(b), ir.const(1), 0), 0, 6, True),
        (lambda b: b.for_along(rows(b), ir.const(0), 0, b.get("over")), 0, 0, True),  # it may end before
    ],
)
def test_a_loop_that_does_not_end_with_its_row_is_run(
    loop: Callable[[QueryBuilder], AbstractContextManager[Expr]], row: int, number: int, alone: bool
) -> None:
    """None of the four sites of the first row is player 2's, and the fifth of the second row is."""
    found = left_alone(bound_runs, lambda b: run_length(b, loop(b), lambda at: b.row_at(rows(b), row, at)), number)
    assert found is alone


def test_a_loop_that_may_go_on_past_a_site_is_run() -> None:
    """The only site of player 2 stands in the middle of a row, but a loop ends there only in its last positions."""
    row = [5, 1, 4, 1, 3, 2]

    def length(b: QueryBuilder) -> Expr:
        n, table = b.var(0, "n"), b.table([row], "ragged", "rows")
        with b.for_along(table, ir.const(0), 0) as at:
            with b.if_(ir.eq(b.get("who", b.row_at(table, 0, at)), 2) & ir.gt(at, 2)):
                b.break_()
            b.assign(n, n + 1)
        return n

    assert left_alone(bound_runs, length, 3)


def test_a_loop_along_no_row_is_run() -> None:
    assert left_alone(bound_runs, lambda b: run_length(b, b.for_range(0, 6), lambda at: at), 1)


def test_a_position_that_is_read_after_its_loop_is_that_where_the_loop_was_left() -> None:
    """The fifth site of the second row is player 2's."""

    def last(b: QueryBuilder) -> Expr:
        n, at = b.var(0, "n"), b.var(7, "at")
        with b.capture() as body:
            with b.if_(ir.eq(b.get("who", b.row_at(rows(b), 1, at)), 2)):
                b.break_()
            b.assign(n, n + 1)
        b.block.append(ops.ForAlong(at.var, rows(b), ir.const(1), ir.const(0), (), body))
        return at

    assert left_alone(bound_runs, last, 4)


# ----------------------------------------------------------------------------------------------------- find_runs


@pytest.mark.parametrize(("behind", "start", "worth"), [(False, 1, 31), (True, 1, 33), (False, -1, -10), (True, 0, 33)])
def test_a_scan_is_run_that_begins_before_its_row_or_notes_only_the_sites_that_fit(
    behind: bool, start: int, worth: int
) -> None:
    """Player 1 owns the sites 2 and 3 of the row, player 2 the next one. What is read before the row is 0, a site that
    nobody owns."""

    def end_and_slot(b: QueryBuilder) -> Expr:
        row, end = b.table([[4, 2, 3, 1, 5]], "ragged", "row"), Var("end", Type.INT)
        with b.capture() as body:
            site = b.let(b.row_at(row, 0, ir.value_of(end)))
            if not behind:
                b.set_ctx("to", site)
            with b.if_(ir.ne(b.get("who", site), 1)):
                b.break_()
            if behind:
                b.set_ctx("to", site)
        b.write(ops.Scan(end, row, ir.const(0), ir.const(start), (), body))
        return ir.value_of(end) * 10 + b.ctx("to")

    assert left_alone(find_runs, end_and_slot, worth) is (behind or start < 0)


# ---------------------------------------------------------------------------------------------------- find_first


@pytest.mark.parametrize("later", [False, True])
def test_a_site_that_is_read_after_its_loop_is_that_where_the_loop_was_left(later: bool) -> None:
    """Player 2 owns the second site."""

    def first(b: QueryBuilder) -> Expr:
        out, site = b.var(0, "out"), b.var(7, "site")
        with b.capture() as body, b.if_(ir.eq(b.get("who", site), 2)):
            b.assign(out, 1)
            b.break_()
        b.block.append(ops.ForRange(site.var, ir.const(0), ir.const(6), body))
        return site if later else out

    def usual(b: QueryBuilder) -> Expr:
        out = b.var(0, "out")
        with b.for_range(0, 6) as site, b.if_(ir.eq(b.get("who", site), 2)):
            b.assign(out, 1)
            b.break_()
        return out

    assert left_alone(find_first, first if later else usual, 1) is later


# --------------------------------------------------------------------------------------------------- gather_sets


def test_a_site_that_is_read_after_its_loop_is_the_last_one() -> None:
    def last(b: QueryBuilder) -> Expr:
        out, site = b.var(ir.EMPTY_SET, "out"), b.var(7, "site")
        with b.capture() as body, b.if_(ir.eq(b.get("who", site), 1)):
            b.assign(out, out | ir.set_one(site))
        b.block.append(ops.ForRange(site.var, ir.const(0), ir.const(6), body))
        return ir.set_count(out) * 10 + site

    assert left_alone(gather_sets, last, 45)


@pytest.mark.parametrize(
    ("most", "n", "alone"),
    [(6, 4, False), (2, 2, True)],  # all four sites of player 1: the usual form; the first two
)
def test_sites_are_gathered_only_where_it_does_not_matter_how_many_there_are(most: int, n: int, alone: bool) -> None:
    def asked(b: QueryBuilder) -> Expr:
        out, count = b.var(ir.EMPTY_SET, "out"), b.var(0, "n")
        with b.for_range(0, 6) as site:
            fits = ir.eq(b.get("who", site), 1) & ~ir.set_has(out, site)
            with b.if_(fits if most == 6 else fits & ir.lt(count, most)):
                b.assign(count, count + 1)
                b.assign(out, out | ir.set_one(site))
        return count * 10 + ir.set_count(out)

    assert left_alone(gather_sets, asked, 11 * n) is alone


# ------------------------------------------------------------------------------------------------ see_along_rays

Iteration = Callable[[QueryBuilder, Expr, Callable[[], None]], None]
RAYS = [[2, 3, 4, 5], [2, 1, 0]]


def seen(body: Iteration) -> Answer:
    """The number of sites that are seen from site 2 through 0, 1 and 3, along two rays: 3 on the first, 1 and 0 on the
    second. Ten more for each unit of `mover`, and a hundred for each of the slot `to`, whose first value is -1.

    body: an iteration; it may add the sites of its ray."""

    def number(b: QueryBuilder) -> Expr:
        both = b.table([[0, 1]], "ragged", "both", rows_of=(rays := b.table(RAYS, "ragged", "rays")))
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


def test_a_set_that_loses_what_is_not_on_the_ray_is_no_union() -> None:
    """Of what the first ray has added, site 3, the second one takes away what is not on it, and adds 1 and 0."""

    def number(b: QueryBuilder) -> Expr:
        both = b.table([[0, 1]], "ragged", "both", rows_of=(rays := b.table(RAYS, "ragged", "rays")))
        through, out = b.set_const([0, 1, 3]), b.var(ir.EMPTY_SET, "out")
        with b.for_row(both, 0) as x:
            here = b.row_set(rays, x, 1, b.row_run(rays, x, 1, through))
            b.assign(out, (out & b.row_set(rays, x, 0, 9)) | here)
        return ir.set_count(out)

    assert left_alone(see_along_rays, number, 2)


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


# --------------------------------------------------------------------------------------------------- narrow_rows


@pytest.mark.parametrize("changes", [False, True])
def test_a_loop_whose_iterations_change_what_they_ask_is_not_narrowed(changes: bool) -> None:
    """A move goes to each neighbour of site 2 that player 1 owns. Site 1 becomes player 1's while site 3 is looked at:
    it comes later in the row."""
    b = blank()

    def move() -> None:
        with b.for_row(b.table([[], [], [3, 1]], "ragged", "near"), 2) as to, b.if_(ir.eq(b.get("who", to), 1)):
            b.put("who" if changes else "rank", 1, *([1] if changes else [0]))
            push(b, to)

    program = whole(b, [], move)
    expected = [3, 1] if changes else [3]
    assert run(program)[0] == expected
    narrow_rows(program)
    verify(program)
    assert run(program)[0] == expected
    (loop,) = (s for s in statements(program.entries["moves"].body) if isinstance(s, ops.ForRow))
    assert (loop.narrowed is None) is changes


@pytest.mark.parametrize("acts", [False, True])
def test_an_iteration_whose_inner_loop_acts_to_know_its_end_is_not_left_out(acts: bool) -> None:
    """The function that says how far the inner loop goes writes a field, or does not: only then may a neighbour without
    a piece be left out."""
    b = blank()
    written: ops.Block = [ops.SetField("rank", ir.const(0), ir.const(1))] if acts else []
    most = b.program.add(Function("most", (), Type.INT, [*written, ops.Return(ir.const(1))]))

    def move() -> None:
        with b.for_row(b.table([[], [], [3, 1]], "ragged", "near"), 2) as to:
            with b.for_range(0, ir.min_(ir.const(1), b.call(most))), b.if_(ir.eq(b.get("who", to), 1)):
                push(b, to)

    program = whole(b, [], move)
    narrow_rows(program)
    verify(program)
    (loop,) = (s for s in statements(program.entries["moves"].body) if isinstance(s, ops.ForRow))
    assert (loop.narrowed is None) is acts


@pytest.mark.parametrize("long", [False, True])
def test_an_iteration_that_reads_beyond_its_ray_goes_to_the_first_site(long: bool) -> None:
    """From site 2 two steps away lie 4 and, where the second ray is long enough, 3. What is read beyond it is 0. Where
    moves to one site are asked for, no iteration is left out that pushes one there."""
    b, lengths = blank(), [[2, 3, 4], [2, 5, 3] if long else [2, 5]]

    def move() -> None:
        both = b.table([[0, 1]], "ragged", "both", rows_of=(rays := b.table(lengths, "ragged", "rays")))
        with b.for_row(both, 0) as x, b.if_(ir.eq(b.get("who", b.row_at(rays, x, 1)), 1)):
            push(b, b.row_at(rays, x, 2))

    program = whole(b, [], move)
    narrow_rows(program)
    verify(program)
    assert run(program)[0] == [4, 3 if long else 0]
    (loop,) = (s for s in statements(program.entries["moves"].body) if isinstance(s, ops.ForRow))
    reached = program.tables[loop.reaches].lists
    assert 4 in reached[0]
    assert run(program)[0][1] in reached[1]


def test_a_site_that_stands_in_the_same_table_is_not_the_iteration() -> None:
    """Sites 3 and 1 lie beside 2. Player 1 owns 3, and a move goes to 4, which lies beside that."""
    b = blank()

    def move() -> None:
        near = b.table([[], [2, 0], [3, 1], [2, 4]], "ragged", "near")
        with b.for_row(near, 2) as x, b.if_(ir.eq(b.get("who", x), 1)):
            push(b, b.row_at(near, x, 1))

    program = whole(b, [], move)
    narrow_rows(program)
    verify(program)
    assert run(program)[0] == [4]
    (loop,) = (s for s in statements(program.entries["moves"].body) if isinstance(s, ops.ForRow))
    assert not loop.reaches or {4} <= {*program.tables[loop.reaches].lists[3]}


# ----------------------------------------------------------------------------------------------- look_along_rays

Asked = Callable[[QueryBuilder, str, Expr], Expr]
OTHER = [[2, 4, 1], [2, 1, 3, 4]]
LANDINGS: dict[str, tuple[Asked, list[int]]] = {
    "a site seen through a set": (lambda b, rays, x: ir.ge(run_in(b, rays, x), 2), [4, 0]),
    "a site seen, said otherwise": (
        lambda b, rays, x: ir.eq(ir.max_(run_in(b, rays, x), 2), run_in(b, rays, x)), [4, 0]
    ),
    "a site not seen": (lambda b, rays, x: ir.eq(ir.min_(run_in(b, rays, x), 2), 1), []),
    "the length, said otherwise": (lambda b, rays, x: ir.ne(ir.min_(b.row_len(rays, x), 2), 1), [4, 0]),
    "a longer ray": (lambda b, rays, x: ir.ge(b.row_len(rays, x), 4), [4]),
    "another table": (lambda b, rays, x: ir.eq(b.row_at(other(b), x, 2), 3), [0]),
    "the length of another row": (lambda b, rays, x: ir.lt(3, b.row_len(other(b), x)), [0]),
    "another length": (lambda b, rays, x: ir.lt(2, b.row_len(b.table([[1], OTHER[0]], "ragged"), x)), [0]),
    "a run along another row": (lambda b, rays, x: ir.ge(run_in(b, other(b), x), 2), [0]),
}
"""What is asked before a leap, and where it goes from site 2 then: the two rays have 4 and 0 two steps away."""
UNKNOWN = "a longer ray", "another table", "the length of another row", "another length", "a run along another row"


def other(b: QueryBuilder) -> str:
    return b.table(OTHER, "ragged", "other")


def run_in(b: QueryBuilder, rows: str, x: Expr) -> Expr:
    return b.row_run(rows, x, 1, b.set_const([1, 3]))


def leaps(rays: list[list[int]], leap: Callable[[QueryBuilder, str, Expr], None]) -> tuple[list[int], object]:
    """The destinations of the moves along each of two rays, and the sites that the pass says they go to; None if it
    does not."""
    b = blank()

    def move() -> None:
        name = b.table(rays, "ragged", "rays")
        with b.for_row(b.table([[0, 1]], "ragged", "both", rows_of=name), 0) as x:
            leap(b, name, x)

    program = whole(b, [], move)
    loop = next(s for s in statements(program.entries["moves"].body) if isinstance(s, ops.ForRow))
    loop.apart = True
    look_along_rays(program)
    verify(program)
    if loop.goes is not None:
        program.entries["moves"].body.append(ops.SetField("places", None, loop.goes.to))
    moves, places = run(program, "places")
    return moves, None if loop.goes is None else places


@pytest.mark.parametrize("name", LANDINGS)
def test_where_a_leap_goes_is_known_from_its_own_rays(name: str) -> None:
    asked, moves = LANDINGS[name]

    def leap(b: QueryBuilder, rays: str, x: Expr) -> None:
        with b.if_(ir.lt(2, b.row_len(rays, x)) & asked(b, rays, x)):
            push(b, b.row_at(rays, x, 2))

    assert leaps(RAYS, leap) == (moves, None if name in UNKNOWN else sorted(moves))


@pytest.mark.parametrize("long", [False, True])
def test_a_leap_along_a_ray_that_may_be_too_short_is_run(long: bool) -> None:
    """On the second ray the run through its only site ends where the leap goes; beyond it 0 is read, which is empty."""

    def leap(b: QueryBuilder, rays: str, x: Expr) -> None:
        with b.if_(ir.lt(2, b.row_len(rays, x)) if long else ir.TRUE), b.if_(ir.ge(run_in(b, rays, x), 2)):
            with b.if_(ir.set_has(b.set_const([0, 4]), b.row_at(rays, x, 2))):
                push(b, b.row_at(rays, x, 2))

    assert leaps([[2, 3, 4, 5], [2, 1]], leap) == (([4], [4]) if long else ([4, 0], None))


@pytest.mark.parametrize("at", ["the leap", "the state"])
def test_leaps_that_end_with_the_first_of_a_kind_are_run(at: str) -> None:
    """Player 1 owns site 4, to which the first ray leads: that is where the others are left."""

    def leap(b: QueryBuilder, rays: str, x: Expr) -> None:
        owner = b.get("who", b.row_at(rays, x, 2)) if at == "the leap" else b.get("mover") + 1
        with b.if_(ir.eq(owner, 1)):
            b.break_()
        with b.if_(ir.lt(2, b.row_len(rays, x))):
            push(b, b.row_at(rays, x, 2))

    assert leaps(RAYS, leap) == (([], None) if at == "the leap" else ([4, 0], [0, 4]))


def test_a_leap_after_which_the_others_are_left_is_run() -> None:
    def leap(b: QueryBuilder, rays: str, x: Expr) -> None:
        with b.if_(ir.lt(2, b.row_len(rays, x))):
            push(b, b.row_at(rays, x, 2))
        with b.if_(ir.eq(b.get("total"), 0)):
            b.break_()

    assert leaps(RAYS, leap) == ([4], None)


@pytest.mark.parametrize("other", [False, True])
def test_where_a_leap_lands_is_known_though_it_asks_about_another_ray(other: bool) -> None:
    """From site 2 two steps away lie 4 and 0; player 1 owns the first of them. The first site of the other ray is that
    of player 2, whichever way the leap goes."""
    b = blank()

    def move() -> None:
        both = b.table([[0, 1]], "ragged", "both", rows_of=(rays := b.table(RAYS, "ragged", "rays")))
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


# ------------------------------------------------------------------------------------- loops over what is found once


@pytest.mark.parametrize("change", [gather_sets, find_first])
def test_a_set_that_is_found_by_counting_is_found_once(change: Callable[[Program], None]) -> None:
    def counted(b: QueryBuilder) -> Expr:
        b.field("total", FieldKind.INT)
        with b.function("counts", result=Type.SET) as (counts, _):
            b.put("total", b.get("total") + 1)
            b.return_(ir.set_range(0, 4))
        b.put("total", 0)
        out, first = b.var(ir.EMPTY_SET, "out"), b.var(-1, "first")
        turn = b.let(ir.eq(b.get("mover"), 0))
        with b.for_set(b.call(counts)) as site, b.if_(turn):
            if change is gather_sets:
                b.assign(out, out | ir.set_one(site))
            else:
                b.assign(first, site)
                b.break_()
        return b.get("total") + 10 * ir.set_count(out) + 100 * first

    assert left_alone(change, counted, 1 + 40 - 100 if change is gather_sets else 1)
