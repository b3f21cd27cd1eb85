"""Queries for a move that passes a test, which try the first moves before they build the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.facts.asked_for_one import uses_move_count
from ludparse.interpreter.facts.modes import is_run
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.copying import copy_of
from ludparse.interpreter.program.intrinsics import LIST_PUSH, PUSHES_IN, run_of
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import all_of, reached, statements
from tests.interpreter.passes.golden import found_by
from tests.interpreter.passes.golden_games import GAMES

EFFECTS = """
(game "Effects" (players 2)
    (equipment { (board (square 5))
        (piece "King" Each)
        (piece "Disc" Each (move Step (to if:(is Empty (to)))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
    (rules
        (start { (place "King1" 24) (place "Rook1" 9) (place "King2" 0) (place "Disc2" {1 7}) })
        (play (do (forEach Piece (then (forEach Piece "Disc" (remove (from)))))
            ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
"""A move removes all own discs, also the one between king and rook: none of these effects may be left out where
the move is tried."""

DROPS = """
(game "Drops" (players {(player N) (player S)})
    (equipment { (board (square 5)) (hand Each)
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Pawn" Each) })
    (rules
        (start { (place "King1" 22) (place "King2" 2) (place "Rook1" 20) (place "Rook2" 0)
            (place "Pawn1" (handSite P1) count:3) (place "Pawn2" (handSite P2) count:3) })
        (play (do (or
                (do (move (from (sites Occupied by:Mover container:"Hand")) (to (sites Empty)))
                    ifAfterwards:(not (is Threatened (id "King" Next))))
                (forEach Piece))
            ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
"""A rule that tries its moves is part of another one that does so: what is dropped must not uncover an attack."""

OTHERS = GAMES["check"].replace("(forEach Piece) ifAfter", "(or (forEach Piece) (forEach Piece Next)) ifAfter")
"""The moves of the other player's pieces are found as if it were their turn, which is taken back for each piece."""

PRIORITY = """
(game "Priority" (players 2)
    (equipment { (board (square 4))
        (piece "Guard" Each (move Step (to if:(is Empty (to)))))
        (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Guard1" {0 3}) (place "Guard2" {12 15}) (place "Disc2" {1 7}) (place "Disc1" {8 14}) })
        (play (do (priority { (do (forEach Piece "Guard") ifAfterwards:(is Empty 3)) (forEach Piece "Disc") })
            ifAfterwards:(is Empty 5)))
        (end (if (no Moves Next) (result Mover Win)))))
"""
"""Discs may move only where no guard may. Of few moves of guards the rule within may drop all, and others pass it."""


def few(program: Program) -> set[bool]:
    """Of each filter that looks for one move, whether it asks for a few moves first."""
    live = [program.functions[i] for i in sorted(reached(program))]
    return {s.few for fn in live for s in statements(fn.body) if isinstance(s, ops.Filter) and s.one}


def games(program: Program, *flags: str) -> tuple[list[int], list[float]]:
    played = CEngine(program, flags).playouts(None, 0, 30, 3, 60, 1)
    return list(played.lengths), list(played.rankings)


@pytest.mark.parametrize(
    "text", [GAMES["check"], EFFECTS, DROPS, OTHERS], ids=["check", "effects", "drops", "others"]
)
def test_the_first_moves_are_tried_first(text: str) -> None:
    assert True in few(load(text, backend="python", verify=True).program)


@cache
def as_if() -> Program:
    """The program of the last of these games before the pass."""
    return found_by("try_first", OTHERS)


def takes_nothing_back(fn: Function, s: ops.Restoring) -> None:
    s.fields = ()


def takes_too_few_back(fn: Function, s: ops.Restoring) -> None:
    s.fields = tuple(name for name in s.fields if name != "mover")


def writes_it_before(fn: Function, s: ops.Restoring) -> None:
    fn.body.insert(0, ops.SetField("mover", None, ir.const(1)))


def leaves_before(fn: Function, s: ops.Restoring) -> None:
    s.body.append(ops.If(ir.eq(Expr(Op.FIELD, Type.INT, (), "mover"), 1), [ops.Return(None)], []))


def leaves_a_slot(fn: Function, s: ops.Restoring) -> None:
    fn.body.append(ops.SetCtx("from", ir.const(0)))


@pytest.mark.parametrize(
    "change", [None, takes_nothing_back, takes_too_few_back, writes_it_before, leaves_before, leaves_a_slot]
)
def test_who_may_leave_something_behind_is_not_asked_twice(
    change: Callable[[Function, ops.Restoring], None] | None,
) -> None:
    """The few moves that are asked for first are found by the generator that finds all of them later: it has to leave
    the player to move, and the slots of the context, as they were."""
    program = copy_of(as_if())
    assert len(few(program)) == 1
    ((fn, s),) = (
        (fn, s) for fn in program.functions if fn.name.startswith("moves_for_each_piece")
        for s in statements(fn.body) if isinstance(s, ops.Restoring) and s.fields
    )  # fmt: skip
    if change is not None:
        change(fn, s)
        fn.changed()
    PASSES["try_first"].change(program)
    assert few(program) == {change is None}


@pytest.mark.parametrize("own", [True, False])
def test_a_loop_whose_list_is_looked_at_after_it_goes_to_its_end(own: bool) -> None:
    """Iterations that stand apart may be left out: here each adds to one list, or to a list of its own."""
    program = copy_of(as_if())
    (generator,) = {s.generator for fn in program.functions for s in all_of(fn, ops.Filter) if s.one}
    assert generator is not None
    values, site = Var("values", Type.LIST), Var("each", Type.INT)
    made = ops.Assign(values, Expr(Op.LIST_NEW, Type.LIST))
    added = ops.Do(Expr(Op.RUN, Type.VOID, (ir.value_of(values), ir.value_of(site)), run_of(LIST_PUSH)))
    loop = ops.ForSet(site, ir.set_range(0, 4), [made, added] if own else [added])
    generator.body[:0] = [loop] if own else [made, loop]
    generator.changed()
    PASSES["try_first"].change(program)
    assert few(program) == {True} and loop.apart is own


def test_a_rule_behind_a_wrapper_runs_as_it_is_in_a_query_for_the_first_moves() -> None:
    """The wrapper makes all moves. In a query that has its moves made anyway, it would try every drop for nothing."""
    program = load(DROPS, backend="python").program
    wrapper = next(fn for fn in program.functions if fn.name == "do_and_try_1")
    first = wrapper.body[0]
    assert isinstance(first, ops.If)
    assert is_run(first.cond, PUSHES_IN)


@pytest.mark.parametrize(
    "text",
    [GAMES["check"], GAMES["order"], EFFECTS, DROPS, PRIORITY],
    ids=["check", "order", "effects", "drops", "priority"],
)
@pytest.mark.telling("check", "drops", "priority")
def test_the_games_are_the_same_without(text: str, c_compiler: None) -> None:
    found = load(text, backend="python", verify=True)
    assert found.perft(2) == load(text, backend="c").perft(2)
    played = [games(found.program, *flags) for flags in ((), ("-DVARIANTS",))]
    whole = load(text, backend="python", verify=True, without=["try_first"]).program
    assert few(whole) == {False}
    assert played == [games(whole)] * 2


@pytest.mark.parametrize(
    ("game", "name", "compares"), [("order", "priority", True), ("check", "for_each_piece", False)]
)
def test_who_compares_numbers_of_moves(game: str, name: str, compares: bool) -> None:
    """A filter within such a generator is not asked for few moves: it may leave none of them."""
    program = load(GAMES[game], backend="python").program
    assert uses_move_count(next(fn for fn in program.functions if fn.name == f"moves_{name}_1")) is compares


def test_sites_of_moves_are_found_in_full_where_one_site_is_asked_for() -> None:
    """They go through moves, and so need more than a few; but they do not keep a rule from being asked for one site."""
    check, more = GAMES["check"], "(move Select (from (sites To (forEach Piece))))"
    text = check.replace("(forEach Piece) ifAfter", f"(or (forEach Piece) {more}) ifAfter")
    assert text != check
    program = load(text, backend="python", verify=True).program
    regions = [fn for fn in program.functions if fn.name.startswith("region_sites_move_1")]
    loops = [fn for fn in regions if any(isinstance(s, ops.ForRange) for s in statements(fn.body))]
    assert loops and all(map(uses_move_count, loops))
    assert not any(uses_move_count(fn, through=False) for fn in regions)
    asked = [s.aim for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.Question)]
    assert any(not aim.is_const for aim in asked), "no rule is asked whether it has a move to a site"
