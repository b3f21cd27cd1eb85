"""What is seen along the rays of a site, in one operation: which loops become that, and that games stay the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import load
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Expr, Op, Type
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.substitution import substituted
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import all_expressions, change_expressions, reached, statements
from tests.interpreter.both_backends import same_moves
from tests.interpreter.passes.golden import found_by

GAME = """(game "Sight" (players 2) (equipment {{ (board {board}) (piece "Disc" Each) }})
  (rules (start {{ (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) }})
    (play (forEach Piece (move (from (from)) (to {sites}))))
    (end (if (no Moves Next) (result Mover Win)))))"""
LAST = "(sites LineOfSight Farthest at:(from))"
FIRST = "(sites LineOfSight Piece at:(from) Orthogonal)"
FREE = "(sites LineOfSight Empty at:(from))"
UP_TO = "(sites Direction from:(from) stop:(is Occupied (to)))"
BOARDS = "(square 5)", "(hex 4)", "(square 12)", "(rectangle 3 9)"


def seeing(p: Program) -> set[Op]:
    found = (x.op for i in reached(p) for x in all_expressions(p.functions[i]))
    return {op for op in found if op in (Op.SIGHT, Op.RAY_ENDS)}


def rows(p: Program) -> list[ops.ForRow]:
    found = (s for i in sorted(reached(p)) for s in statements(p.functions[i].body) if isinstance(s, ops.ForRow))
    return [s for s in found if not s.table.startswith("pieces")]


@pytest.mark.parametrize(
    ("sites", "op"), [(LAST, Op.RAY_ENDS), (FIRST, Op.SIGHT), (FREE, Op.SIGHT), (UP_TO, Op.SIGHT)]
)
def test_no_loop_is_left(sites: str, op: Op) -> None:
    p = load(GAME.format(board="(square 5)", sites=sites), backend="python", verify=True).program
    assert seeing(p) == {op}
    assert not rows(p)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("sites", [LAST, FIRST, f"(union {FREE} {LAST})", UP_TO])
@pytest.mark.telling(every=7)
def test_both_backends_see_the_same(board: str, sites: str, c_compiler: None) -> None:
    same_moves(GAME.format(board=board, sites=sites), plies=25, seed=2)


@pytest.mark.parametrize(
    "sites",
    [
        "(sites Direction from:(from) stop:(is Occupied (to)) distance:2)",  # ends for another reason too
        "(sites Direction from:(from) stop:(= (who at:(to)) (count Steps (from) (to))))",  # no set of sites
        "(sites Direction from:(from) stop:(is Occupied (to)) stopIncluded:True)",
    ],
)
def test_other_loops_stay(sites: str) -> None:
    p = load(GAME.format(board="(square 5)", sites=sites), backend="python").program
    assert not seeing(p)
    assert rows(p)


SPELLINGS: dict[str, Callable[[Expr, Expr, Expr], Expr]] = {
    "without the first": lambda radial, end, table: ir.set_diff(row(radial, 0, end, table), row(radial, 0, 1, table)),
    "two parts": lambda radial, end, table: ir.set_or(
        row(radial, 1, ir.min_(end, 2), table), row(radial, 2, end, table)
    ),
    "beyond the first": lambda radial, end, table: ir.select(end > 1, row(radial, 1, end, table), ir.EMPTY_SET),
}
OTHER_SITES: dict[str, Callable[[Expr, Expr, Expr], Expr]] = {
    "from the second on": lambda radial, end, table: row(radial, 2, end, table),
    "a long ray's": lambda radial, end, table: ir.select(end > 2, row(radial, 1, end, table), ir.EMPTY_SET),
}


def row(radial: Expr, lo: ir.IntLike, hi: ir.IntLike, table: Expr) -> Expr:
    return Expr(Op.ROW_SET, Type.SET, (radial, ir.as_int(lo), ir.as_int(hi)), table.arg)


@pytest.mark.parametrize("name", [*SPELLINGS, *OTHER_SITES])
def test_what_is_collected_is_found_however_it_is_said(name: str) -> None:
    program = found_by("see_along_rays", GAME.format(board="(square 5)", sites=FREE))
    said: list[Expr] = []

    def otherwise(x: Expr) -> Expr | None:
        if x.op is not Op.ROW_SET:
            return None
        said.append(x)
        return (SPELLINGS | OTHER_SITES)[name](x.src[0], x.src[2], x)

    for fn in program.functions:
        for s in statements(fn.body):
            change_expressions(s, lambda x: substituted(x, otherwise))
        fn.changed()
    assert said, "nothing is said otherwise"
    PASSES["see_along_rays"].change(program)
    verify(program)
    assert seeing(program) == ({Op.SIGHT} if name in SPELLINGS else set())


def test_rays_that_do_not_rise_or_fall_are_looked_along_one_by_one() -> None:
    board = "(concentric {1 6 6})"
    p = load(GAME.format(board=board, sites=LAST), backend="python").program
    assert not seeing(p)
