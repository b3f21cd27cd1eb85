"""Small programs that no lowering writes, but that are valid: on every engine they do what they do in plain Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import LudRuleError
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.ops import Expr, Type
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from tests.interpreter.passes.drawn_board import CELLS, Board
from tests.interpreter.passes.random_games import OPTIMISATIONS, changed, same

Rules = Callable[[Board], None]


def game(rules: Rules) -> Program:
    """Player 1 has a man on the first of twelve cells, and moves by the rules that are given; each game has one ply."""
    board = Board("small")
    b, program = board.b, board.program
    with b.function("begins") as (program.entries["start"], _):
        b.put("mover", 1)
        b.put("empty", ir.set_range(0, CELLS))
        b.do(b.call(board.put, 0, 1))
    with b.function("moves") as (program.entries["moves"], _), b.if_(ir.eq(b.get("over"), 0)):
        rules(board)
    with b.function("played", [("m", Type.INT)]) as (program.entries["play"], (m,)):
        b.do(b.call(board.apply_stored, m))
        b.put("over", 1)
        for who in (1, 2):
            b.put("rank", who, who)
    verify(program)
    return program


@pytest.fixture(params=["c", "wasm"])
def engine(request: pytest.FixtureRequest, c_compiler: None) -> Callable[[Program], CEngine | WasmEngine]:
    """What runs a program: optimised C, or WebAssembly."""
    if request.param == "c":
        return lambda program: CEngine(program, ("-DVARIANTS",))
    pytest.importorskip("wasmtime")
    return lambda program: WasmEngine(program)


def alike(rules: Rules, engine: Callable[[Program], CEngine | WasmEngine]) -> None:
    """Fails if an engine does not play the games of plain Python, with all passes or with none."""
    program = game(rules)
    for without in (OPTIMISATIONS, ()):
        ran = changed(program, without, each=True)
        same(changed(program, OPTIMISATIONS), ran, engine(ran), games=3)  # type: ignore[arg-type]


# ------------------------------------------------------------- loops that are counted without running an iteration


def leaves_a_local(board: Board) -> None:
    """Whether there was a move is told by a local."""
    b = board.b
    found = b.var(False, "found")
    with b.for_set(b.get("empty")) as site:
        b.assign(found, True)
        board.emit(-1, site, [board.action("add", True, what=1, to=site)])
    with b.if_(~found):
        board.emit(-1, -1, [board.action("pass", True)])


def leaves_a_number(board: Board) -> None:
    b = board.b
    last = b.var(0, "last")
    with b.for_range(1, 4) as site:
        b.assign(last, site)
        board.emit(-1, site, [board.action("add", True, what=1, to=site)])
    with b.if_(ir.ne(last, 3)):
        board.emit(-1, -1, [board.action("pass", True)])


def leaves_a_slot(board: Board) -> None:
    b = board.b
    with b.for_set(b.get("empty")) as site:
        b.set_ctx("to", site)
        board.emit(-1, site, [board.action("add", True, what=1, to=site)])
    with b.if_(ir.lt(b.ctx("to"), 0)):
        board.emit(-1, -1, [board.action("pass", True)])


def leaves_a_local_of_some(board: Board) -> None:
    """The sites beside the man that nobody owns: a backend finds these without running the others."""
    b = board.b
    found = b.var(False, "found")
    with b.for_row(board.near[0], 0) as site, b.if_(ir.eq(b.get("who", site), 0)):
        b.assign(found, True)
        board.emit(-1, site, [board.action("add", True, what=1, to=site)])
    with b.if_(~found):
        board.emit(-1, -1, [board.action("pass", True)])


@pytest.mark.parametrize("rules", [leaves_a_local, leaves_a_number, leaves_a_slot, leaves_a_local_of_some])
def test_what_iterations_leave_is_there_after_a_count(
    rules: Rules, engine: Callable[[Program], CEngine | WasmEngine]
) -> None:
    alike(rules, engine)


# --------------------------------------------------------------------------------- operands, one after the other


def pushes(board: Board, to: int) -> Function:
    """Pushes a move to a site, and gives the number of moves."""
    b = board.b
    with b.function("pushes", result=Type.INT) as (fn, _):
        board.emit(-1, to, [board.action("add", True, what=1, to=to)])
        b.return_(b.run("move_count"))
    return fn


def writes(board: Board, value: int) -> Function:
    """Writes a number to a slot, and gives another."""
    b = board.b
    with b.function("writes", result=Type.INT) as (fn, _):
        b.set_ctx("to", value)
        b.return_(3)
    return fn


def first(board: Board, value: Expr) -> None:
    """A move whose parts tell a number."""
    board.emit(-1, 1, [board.action("set_counter", True, counter=value)])


def arguments_push(board: Board) -> None:
    b = board.b
    with b.function("both", [("x", Type.INT), ("y", Type.INT)], Type.INT) as (both, (x, y)):
        b.return_(10 * x + y)
    first(board, b.let(b.call(both, b.call(pushes(board, 4)), b.call(pushes(board, 5)))))


def a_count_before_a_push(board: Board) -> None:
    b = board.b
    first(board, b.let(ir.min_(b.run("move_count"), b.call(pushes(board, 4)))))


def a_length_before_it_grows(board: Board) -> None:
    b = board.b
    with b.function("grows", [("given", Type.LIST)], Type.INT) as (grows, (given,)):
        b.push(given, 7)
        b.return_(ir.list_len(given))
    values = b.list_new([])
    first(board, b.let(ir.min_(ir.list_len(values), b.call(grows, values))))


def a_list_before_its_value(board: Board) -> None:
    """Whether it has the number that is drawn second."""
    b = board.b
    with b.function("drawn", result=Type.LIST) as (drawn, _):
        b.return_(b.list_new([b.run("random_int", 2)]))
    with b.if_(ir.list_has(b.call(drawn), b.run("random_int", 5))):
        first(board, ir.const(2))
    first(board, ir.const(1))


def a_slot_before_it_is_written(board: Board) -> None:
    b = board.b
    b.set_ctx("to", 7)
    board.emit(-1, b.ctx("to"), [board.action("add", True, what=b.ctx("to"), to=b.call(writes(board, 4)))])


def a_destination_that_is_drawn(board: Board) -> None:
    b = board.b
    board.emit(-1, b.run("random_int", 11) + 1, [board.action("add", True, what=1, to=b.run("random_int", 11) + 1)])
    first(board, b.run("random_int", 50))


def a_number_before_its_decision(board: Board) -> None:
    b = board.b
    b.program.context["value"] = 5
    with b.function("decides", result=Type.BOOL) as (decides, _):
        b.set_ctx("value", 9)
        b.return_(True)
    action = board.action("set_counter", counter=b.ctx("value"))
    action.decision = b.call(decides)
    board.emit(-1, 1, [action])


def an_index_before_its_value(board: Board) -> None:
    b = board.b
    b.put("score", b.run("random_int", 9), b.run("random_int", 3))
    b.put("count", b.run("random_int", 9), b.run("random_int", 9))
    for k in range(3):
        first(board, b.get("score", k))
    with b.for_range(0, 9) as site:
        first(board, b.get("count", site))


def a_bound_before_the_other(board: Board) -> None:
    b = board.b
    b.set_ctx("to", 6)
    with b.for_range(b.call(writes(board, 5)) - 1, b.ctx("to")) as site:
        for what in (1, 3):
            board.emit(-1, site, [board.action("add", True, what=what, to=site)])


def a_move_of_each_that_writes(board: Board) -> None:
    """What the parts of the moves leave is read after them."""
    b = board.b
    with b.for_range(1, 4):
        board.emit(-1, 5, [board.action("add", True, what=1, to=b.call(writes(board, 5)))])
    with b.if_(ir.ne(b.ctx("to"), 5)):
        board.emit(-1, -1, [board.action("pass", True)])


ORDERED = (
    arguments_push, a_count_before_a_push, a_length_before_it_grows, a_list_before_its_value,
    a_slot_before_it_is_written, a_destination_that_is_drawn, a_number_before_its_decision, an_index_before_its_value,
    a_bound_before_the_other, a_move_of_each_that_writes,
)  # fmt: skip


@pytest.mark.parametrize("rules", ORDERED)
def test_operands_are_evaluated_in_their_order(rules: Rules, engine: Callable[[Program], CEngine | WasmEngine]) -> None:
    alike(rules, engine)


def test_a_decision_is_found_after_what_an_action_takes() -> None:
    """It leaves 9 in the slot, which held 5."""
    engine = PythonEngine(game(a_number_before_its_decision))
    _, moves = engine.moves(engine.start(1))
    assert [action.params for action in moves.raw(0).actions] == [(5,)]


# ----------------------------------------------------------------------- consequents that list what is to be done


def consequent(board: Board, listing: Callable[[Expr, Expr], None], done: Callable[[Expr, Expr, Expr], Expr]) -> None:
    """A move whose consequent lists sites, and then sets the counter for each. listing, done: take the list and a
    number that it knows; `done` the site besides."""
    b = board.b
    with b.function("follows") as (then, _):
        values, number = b.list_new([]), b.var(1, "number")
        with b.one_move(1, -1, -1, effects=lambda: listing(values, number), listed=True), b.for_list(values) as x:
            b.add_action("set_counter", False, [done(values, number, x)])
    board.emit(-1, 1, [board.action("add", True, what=1, to=1)], (then,))


def number_that_changes(board: Board) -> None:
    b = board.b

    def listing(values: Expr, number: Expr) -> None:
        b.push(values, 3)
        b.assign(number, 2)

    consequent(board, listing, lambda values, number, x: number * 10 + x)


def number_of_each(board: Board) -> None:
    """Of the last one, where each has another."""
    b = board.b

    def listing(values: Expr, number: Expr) -> None:
        with b.for_range(3, 6) as site:
            b.push(values, site)
            b.assign(number, number + 1)

    consequent(board, listing, lambda values, number, x: number * 10 + x)


@pytest.mark.parametrize("rules", [number_that_changes, number_of_each])
def test_what_is_listed_is_done_with_what_is_known_in_the_end(
    rules: Rules, engine: Callable[[Program], CEngine | WasmEngine]
) -> None:
    alike(rules, engine)


def test_a_value_that_fails_is_told_before_an_index_that_does_not_exist(
    engine: Callable[[Program], CEngine | WasmEngine],
) -> None:
    def rules(board: Board) -> None:
        mover = board.b.get("mover")
        board.b.put("score", ir.div(ir.const(1), mover - 1), mover + 100)

    program = game(rules)
    for made in (PythonEngine(program), engine(program)):
        with pytest.raises(LudRuleError, match="division by zero"):
            made.moves(made.start(1))
