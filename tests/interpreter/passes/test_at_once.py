"""The moves of all iterations of a loop, counted at once: the numbers are those of the iterations, one by one."""

import random
from collections import Counter
from contextlib import nullcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.passes.base.rays import MOST_GROUPS, RayTables, block_of
from ludparse.interpreter.passes.counting.count_at_once import count_at_once
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import AtOnce, Op, Table, Type, Var
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.substitution import substituted
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import statements
from tests.interpreter.both_backends import listed
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.golden import found_by
from tests.interpreter.passes.test_guards import whole
from tests.interpreter.passes.test_results import blank, push

WIDTH = 100


ROWS = '(place "Man1" (sites Bottom)) (place "Man2" (sites Top))'
DISCS = '(place "Man1" {"D4" "E5" "C6" "B2"}) (place "Man2" {"E4" "D5" "F3" "C3"})'


def game(board: str, moves: str, more: str = ROWS, play: str = "(forEach Piece)") -> str:
    return f"""(game "Test" (players {{(player N) (player S)}})
        (equipment {{ (board {board}) (piece "Man" Each {moves}) }})
        (rules (start {{ {more} }})
          (play {play}) (end (if (no Moves Next) (result Next Loss)))))"""


STEP = "(move Step (to if:(is Empty (to))))"
FORWARD = """(or (move Step Forward (to if:(is Empty (to))))
    (move Step (directions {FR FL}) (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to))))))"""
HOP = """(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to))))"""
JUMP = """(or (move Hop (between if:(is Occupied (between)))
    (to if:(and (is Empty (to)) (or (is In (from) (sites Left)) (is In (to) (sites Right))))))
    (move Step (to if:(is Empty (to)))))"""
SLIDE = "(move Slide)"
LEAP = "(move Slide (between if:(is Empty (between))) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
FLANK = """(forEach Site (sites Empty) (append (custodial (from (site))
    (between if:(is Enemy (who at:(between))) (apply (add (piece (mover)) (to (site)))))
    (to if:(is Friend (who at:(to)))))))"""
GAMES = {
    "steps": game("(square 6)", STEP),
    "steps forward, and captures": game("(square 7)", FORWARD),
    "hops": game("(square 6)", f"(or {HOP} {STEP})"),
    "hops on a large board": game("(square 9)", JUMP),
    "steps on a board of several words": game("(square 13)", STEP),
    "slides": game("(square 10)", SLIDE),
    "slides up to an enemy": game("(square 8)", f"(or {SLIDE} {LEAP})"),
    "flanking": game("(square 8)", "", DISCS, FLANK),
}  # fmt: skip

HANDS = GAMES["flanking"].replace('(piece "Man"', '(hand Each) (piece "Man"')


def loops(program: Program) -> list[AtOnce]:
    found = [s for fn in program.functions for s in statements(fn.body)]
    plans = [s.at_once for s in found if isinstance(s, ops.CountedLoop | ops.ForSet)]
    return [plan for plan in plans if plan is not None]


def played(made: SingleGame, plies: int = 60, seed: int = 4) -> int:
    """Plays at random; each count is compared with that of the iterations, and each choice with the list of moves."""
    for once in loops(made.program):
        once.least = 1
    if made.backend == "wasm":
        engine: CEngine | WasmEngine = WasmEngine(made.program)
    else:
        engine = CEngine(made.program, ("-DVARIANTS", "-DCHECK_AT_ONCE"))
    chance, compared = random.Random(seed), 0
    state = made.start(seed=seed)
    for _ in range(plies):
        moves = listed(engine, state, chance, 6)
        if not moves:
            break
        compared += min(len(moves), 6)
        state.apply(chance.choice(moves))
    return compared


@pytest.mark.parametrize("backend", [backend for backend in BACKENDS if backend != "python"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling("steps forward, and captures-c", "flanking-c", "hops-wasm", "flanking-wasm")
def test_numbers_are_those_of_the_iterations(name: str, backend: str) -> None:
    made = load(GAMES[name], backend=backend, verify=True)
    assert loops(made.program), "no loop of this game is counted at once"
    assert played(made) > 20


@pytest.mark.parametrize("name", ["hops", "slides", "flanking"])
def test_in_any_order_each_move_is_chosen_once(name: str, c_compiler: None) -> None:
    made = load(GAMES[name], backend="c")
    for once in loops(made.program):
        once.least = 1
    engine = CEngine(made.program, ("-DVARIANTS", "-DANY_ORDER=1"))
    chance, state = random.Random(3), made.start(seed=3)
    for _ in range(25):
        moves = state.legal_moves()
        chosen = [engine.choose(state.raw, k) for k in range(len(moves))]
        assert Counter(str(m.raw(0)) for m in chosen if m) == Counter(str(m.raw) for m in moves)
        if not moves:
            break
        state.apply(chance.choice(moves))


def test_irregular_boards_run_the_iterations(c_compiler: None) -> None:
    made = load(game("(hex 4)", SLIDE), backend="c")
    assert not loops(made.program)
    assert played(made) > 20


@pytest.mark.parametrize(("bound", "at_once"), [(60, True), (64, True), (66, False)])
def test_sites_that_have_no_row_are_left_out_or_hinder(bound: int, at_once: bool) -> None:
    """There are 64 cells with a row each, and beyond them two hands without. A condition keeps the loop from the sites
    beyond a bound; if that is above 64 it lets sites without a row through."""
    program = found_by("count_at_once", HANDS)
    for s in [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForRow)]:
        s.row = substituted(s.row, lambda x: ir.const(bound) if x.op is Op.CONST and x.const == 64 else None)
    PASSES["count_at_once"].change(program)
    verify(program)
    assert bool(loops(program)) is at_once


@pytest.mark.parametrize(("writes", "moves"), [("nothing", 5), ("the slot", 6), ("the slot before it returns", 1)])
def test_what_a_function_leaves_in_a_slot_is_not_what_was_there(
    writes: str, moves: int, c_compiler: None
) -> None:
    """Each of five sites in a row asks a function about the next one: a move goes there. Another move goes to the site
    itself if the slot then names the last site: that is where the function has left it."""
    b = blank()
    with b.function("next", [("x", Type.INT)]) as (next_, (x,)):
        with b.if_(ir.ge(x, 1)) if writes == "the slot before it returns" else nullcontext():
            if writes != "nothing":
                b.set_ctx("to", x)
            if writes == "the slot before it returns":
                b.return_()
        push(b, x)

    def move() -> None:
        with b.for_set(b.get("places")) as site, b.saved("to"):
            with b.for_row(b.table([[1], [2], [3], [4], [5], []], "ragged", "next"), site) as x:
                b.do(b.call(next_, x))
            with b.if_(ir.eq(b.ctx("to"), 5)):
                push(b, site)

    program = whole(b, [0, 1, 2, 3, 4], move)
    (loop,) = (s for s in statements(program.entries["moves"].body) if isinstance(s, ops.ForSet))
    loop.apart, program.set_width = True, 6
    count_at_once(program)
    verify(program)
    assert (loop.at_once is None) is (writes != "nothing")
    engine = CEngine(program, ("-DVARIANTS", "-DCHECK_AT_ONCE"))
    state = engine.start(1)
    assert engine.count(state) == len(engine.moves(state)[1]) == moves


def test_lists_of_pieces_are_the_sites_where_they_stand(c_compiler: None) -> None:
    made = load(GAMES["steps forward, and captures"], backend="c")
    assert made.program.listed == "what_c"
    chance = random.Random(2)
    state = made.start(seed=1)
    for _ in range(60):
        moves = state.legal_moves()
        if not moves:
            break
        state.apply(chance.choice(moves))
        data = {name: list(made.engine.read(state.raw, name)) for name in ("what_c", "owned", "owned_n")}
        room = len(data["owned"]) // len(data["owned_n"])
        for piece in (1, 2):
            listed = data["owned"][piece * room :][: data["owned_n"][piece]]
            assert sorted(listed) == [site for site, what in enumerate(data["what_c"]) if what == piece]


def test_counts_make_lists_unreliable() -> None:
    counted = game("(square 4)", STEP, '(place "Man1" 5 count:3)')
    assert load(counted, backend="python").program.listed == ""


sites = st.sets(st.integers(0, WIDTH - 1))
rows_of_sites = st.lists(st.lists(st.integers(0, WIDTH - 1), max_size=4), min_size=1, max_size=WIDTH)
near = st.builds(
    lambda size, steps: [[s + d for d in steps if 0 <= s + d < size] for s in range(size)],
    st.integers(1, WIDTH),
    st.lists(st.integers(-12, 12), max_size=9),
)


@settings(deadline=None, max_examples=60)
@given(
    rows=st.one_of(rows_of_sites, near),
    own=sites,
    there=sites,
)
def test_rows_by_difference_count_as_rows_do(rows: list[list[int]], own: set[int], there: set[int]) -> None:
    program = Program("rows", set_width=WIDTH)
    program.tables["rows"] = Table("rows", "ragged", rows)
    rays = RayTables(program).rays("rows")
    if rays is None:  # too many differences
        steps = {(t - s, row[:k].count(t)) for s, row in enumerate(rows) for k, t in enumerate(row)}
        assert not 0 < len(steps) <= MOST_GROUPS
        return
    found = dict.fromkeys(own, 0)
    for k, step in enumerate(program.tables[rays.steps].lists[0]):
        place = rays.place(ir.const(0), ir.const(k)).const
        origins = set(program.tables[rays.origins].lists[place + 1])
        for s in own & origins & {t - step for t in there}:
            found[s] += 1
    assert found == {s: sum(t in there for t in rows[s]) if s < len(rows) else 0 for s in own}


def test_rays_of_the_same_rows_through_other_radials_are_other_rays() -> None:
    program = Program("rows", set_width=WIDTH)
    b = QueryBuilder(program)
    radials = [b.table([[0, step], [1, 1 + step]], "ragged") for step in (1, 2)]
    tables = RayTables(program)
    near, far = (tables.rays(b.table([[0], [1]], "ragged", rows_of=of)) for of in radials)
    assert near is not None and far is not None
    assert [list(map(list, program.tables[rays.steps].lists)) for rays in (near, far)] == [[[1]], [[2]]]


def test_forms_of_row_numbers() -> None:
    site, facing = Var("site", Type.INT), Var("facing", Type.INT)
    at, turned = (ops.Expr(Op.VAR, Type.INT, (), v) for v in (site, facing))
    rows = Table("rows", "ragged", [[]] * 256)
    assert block_of(rows, at, site) is ir.const(0)
    assert block_of(rows, turned * 64 + at, site) is None
    rows.block = 64
    assert block_of(rows, at, site) is ir.const(0)
    assert block_of(rows, turned * 64 + at, site) is turned
    assert block_of(rows, at + 64 * turned, site) is turned
    assert block_of(rows, at + 128, site) is ir.const(2)
    assert block_of(rows, at + 96, site) is None
    assert block_of(rows, at * 2 + turned * 64, site) is None
    assert block_of(rows, at + turned * turned, site) is None
    assert block_of(rows, turned, site) is None
