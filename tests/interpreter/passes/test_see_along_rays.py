"""What is seen along the rays of a site, in one operation: which loops become that, and that games stay the same."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Op
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import all_expressions, reached, statements
from tests.interpreter.both_backends import same_moves

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


def test_rays_that_do_not_rise_or_fall_are_looked_along_one_by_one() -> None:
    board = "(concentric {1 6 6})"
    p = load(GAME.format(board=board, sites=LAST), backend="python").program
    assert not seeing(p)
