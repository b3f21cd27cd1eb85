"""Queries for a move that passes a test, which try the first moves before they build the others."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.backend_c.engine import CEngine
from interpreter.program import ops
from interpreter.program.intrinsics import MODE_ENTER
from interpreter.program.modes import FULL
from interpreter.program.ops import Program
from interpreter.program.passes import PASSES
from interpreter.program.passes.modes import is_run
from interpreter.program.walk import reached, statements
from tests.interpreter.program.golden_games import GAMES

EFFECTS = """
(game "Effects" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) (hand Each) })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (do
            (forEach Piece (move Step (to if:(is Empty (to)))
                (then (forEach Site (sites Around (last To) Own) (remove (site))))))
            ifAfterwards:(> (count Pieces Mover) 1)))
        (end (if (no Moves Next) (result Mover Win)))))
"""
"""A move has as many effects as there are neighbours: none may be left out where it is tried."""

FILTERED = """
(game "Filtered" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (do
            (priority {
                (do (forEach Piece (move Step Forward (to if:(is Empty (to))))) ifAfterwards:(is Even (last To)))
                (forEach Piece (move Step (to if:(is Empty (to)))))
            })
            ifAfterwards:(< (count Sites in:(sites Around (last To) Own)) 2)))
        (end (if (no Moves Next) (result Mover Win)))))
"""
"""Whether the first generator has a move depends on a filter."""


def aims(program: Program) -> set[bool]:
    """Of each query that builds moves, whether its aim varies."""
    live = [program.functions[i] for i in sorted(reached(program))]
    runs = [s.value for fn in live for s in statements(fn.body) if isinstance(s, ops.Do)]
    entered = [x.src for x in runs if is_run(x, MODE_ENTER)]
    return {not aim.is_const for mode, aim in entered if mode.is_const and mode.const == FULL}


def games(program: Program, *flags: str) -> tuple[list[int], list[float]]:
    played = CEngine(program, flags).playouts(None, 0, 30, 3, 60, 1)
    return list(played.lengths), list(played.rankings)


@pytest.mark.parametrize("text", [GAMES["check"], EFFECTS], ids=["check", "effects"])
def test_the_first_moves_are_tried_first(text: str) -> None:
    assert True in aims(load(text, backend="python", verify=True).program)


@pytest.mark.parametrize(
    "text", [GAMES["check"], GAMES["order"], EFFECTS, FILTERED], ids=["check", "order", "effects", "filtered"]
)
def test_the_games_are_the_same_without(text: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = load(text, backend="python", verify=True)
    assert found.perft(3) == load(text, backend="c").perft(3)
    played = [games(found.program, *flags) for flags in ((), ("-DVARIANTS",))]
    monkeypatch.delitem(PASSES, "try_first")
    whole = load(text, backend="python", verify=True).program
    assert True not in aims(whole)
    assert played == [games(whole)] * 2


def test_a_filter_whose_moves_are_counted_is_left_alone() -> None:
    """Of few moves a filter may leave none, where it leaves some of all."""
    live = load(FILTERED, backend="python", verify=True).program
    query = next(fn for fn in live.functions if fn.name == "moves_any_after_1")
    assert not any(isinstance(s, ops.While) for s in query.body)
