"""Slides along tracks: the ways that push a move are found at once, and are those that push one when they are run."""

import random
from collections.abc import Callable

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.substitution import substituted
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import change_expressions, statements
from tests.interpreter.both_backends import listed
from tests.interpreter.passes.golden import found_by


def game(board: str, to: str, more: str = "", between: str = "(or (= (between) (from)) (is Empty (between)))") -> str:
    return f"""(game "Test" (players 2)
        (equipment {{ (surakartaBoard {board}) (piece "Man" Each (or {{
          (move Step All (to if:(is Empty (to))))
          (move Slide "AllTracks" (between if:{between}) (to {to}))
        }})) }})
        (rules (start {{ (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) {more} }}) (play (forEach Piece))
          (end (if (no Moves Next) (result Mover Win)))))"""


CAPTURE = "if:(is Enemy (who at:(to))) (apply if:False (remove (to)))"
MEN = '(place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top)))'
GAMES = {
    "small": game("(square 4)", CAPTURE),
    "usual": game("(square 6)", CAPTURE, MEN),
    "several words": game("(tri 12)", CAPTURE, MEN),
    "triangle": game("(tri 6)", CAPTURE, '(place "Man1" {0 2 4}) (place "Man2" {15 17 19})'),
    "own men are passed": game("(square 6)", CAPTURE, MEN, "(not (is Enemy (who at:(between))))"),
    "any piece": game("(square 6)", "if:(is Occupied (to)) (apply if:False (remove (to)))", MEN),
}
OTHERS = {
    "moves as it goes": game("(square 6)", "if:(is Enemy (who at:(to))) (apply (remove (to)))", MEN),
    "too long": game("(square 9)", CAPTURE),
}


def ends(program: Program) -> list[ops.WayEnds]:
    found = [s.ends for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForRow)]
    return [e for e in found if e is not None]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling("small")
def test_ways_that_push_a_move(name: str, c_compiler: None) -> None:
    made = load(GAMES[name], backend="c", verify=True)
    assert ends(made.program), "each way is run"
    engine = CEngine(made.program, ("-DVARIANTS", "-DCHECK_AT_ONCE"))
    chance, state, captures = random.Random(4), made.start(seed=4), 0
    for _ in range(150):
        moves = listed(engine, state, chance, 4)
        if not moves:
            break
        captures += any("remove" in str(move.raw).lower() for move in moves)
        state.apply(chance.choice(moves))
    assert captures > 3, "hardly anything was captured"


@pytest.mark.parametrize("name", ["usual", "several words", "own men are passed"])
def test_backends_agree(name: str, c_compiler: None) -> None:
    made, plain = load(GAMES[name], backend="c"), load(GAMES[name], backend="python")
    made.optimise()
    expected, found = (g.playouts(3, seed=2, max_moves=80) for g in (plain, made))
    assert (list(found.lengths), list(found.rankings)) == (list(expected.lengths), list(expected.rankings))


@pytest.mark.parametrize("name", OTHERS)
def test_other_ways_are_run(name: str) -> None:
    assert not ends(load(OTHERS[name], backend="python", verify=True).program)


SPELLINGS: dict[str, Callable[[Expr, Expr], Expr]] = {
    "the position is above": lambda at, first: ir.gt(at + 1, first),
    "the turn is below": lambda at, first: ir.le(first, at),
    "not before": lambda at, first: Expr(Op.NOT, Type.BOOL, (Expr(Op.LT, Type.BOOL, (at, first)),)),
    "and always": lambda at, first: Expr(Op.AND, Type.BOOL, (ir.ge(at, first), Expr(Op.EQ, Type.BOOL, (at, at)))),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_where_a_way_may_end_is_found_however_it_is_said(name: str) -> None:
    program = found_by("run_ahead", GAMES["usual"])
    said: list[Expr] = []

    def otherwise(x: Expr) -> Expr | None:
        if x.op is not Op.GE or x.src[1].op is not Op.TABLE:
            return None
        said.append(x)
        return SPELLINGS[name](*x.src)

    for fn in program.functions:
        for s in statements(fn.body):
            change_expressions(s, lambda x: substituted(x, otherwise))
        fn.changed()
    assert said, "nothing is said otherwise"
    PASSES["run_ahead"].change(program)
    verify(program)
    (found,) = {e.before: e for e in ends(program)}.values()
    lists = program.tables[found.before].lists
    assert [len(row) for row in lists] == [len(row) for row in program.tables["walk_sites_1_before_1"].lists]
    assert any(lists), "a way may end at once"


def test_a_way_that_may_end_before_it_may_not_is_run() -> None:
    program = found_by("run_ahead", GAMES["usual"])
    for fn in program.functions:
        for s in statements(fn.body):
            change_expressions(s, lambda x: substituted(x, before))
        fn.changed()
    PASSES["run_ahead"].change(program)
    assert not ends(program)


def before(x: Expr) -> Expr | None:
    """Up to where a way may end, in the place of from there on."""
    return ir.lt(*x.src) if x.op is Op.GE and x.src[1].op is Op.TABLE else None


@pytest.mark.parametrize("more", [0, 1])
def test_where_a_way_ends_is_found_with_other_locals_before_it(more: int) -> None:
    program = found_by("run_ahead", GAMES["usual"])
    for fn in program.functions:
        for s in statements(fn.body):
            last = s.then[-1] if isinstance(s, ops.If) and s.then else None
            if isinstance(s, ops.If) and isinstance(last, ops.If) and any(isinstance(t, ops.Break) for t in last.then):
                s.then[:0] = [ops.Assign(Var(f"more{k}", Type.INT), ir.const(k)) for k in range(more)]
        fn.changed()
    PASSES["run_ahead"].change(program)
    assert ends(program)
