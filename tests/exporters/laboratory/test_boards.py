"""Boards as graphs, in numbers."""

import math

import pytest

from ludparse import load_description
from ludparse.exporters.laboratory.boards import INVARIANTS, invariants_of
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game


def invariants(board: str) -> dict[str, float]:
    text = f"""(game "A" (players 2) (equipment {{{board} (piece "P" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if True (result Mover Win)))))"""
    game = load_description(text).game
    assert isinstance(game, Game)
    return dict(zip(INVARIANTS, invariants_of(build_equipment(game).board), strict=True))


def test_the_square_of_nine_cells() -> None:
    """16 vertices, 24 edges, 9 cells. With diagonals: 4 corners of 3 neighbours, 4 sides of 5, a centre of 8.

    Steps with diagonals: from a corner 3 cells at 1 and 5 at 2 (mean 13/8), from a side 5 and 3 (11/8), from the centre
    8 at 1. In all (4·13 + 4·11 + 8) / 72 = 104/72. Farthest: 2 from eight cells, 1 from the centre: 17/9.
    """
    found = invariants("(board (square 3))")
    sizes = [found[name] for name in ("sites", "vertices", "edges", "cells")]
    assert sizes == pytest.approx([math.log10(10), math.log10(17), math.log10(25), math.log10(10)])
    assert {k: v for k, v in found.items() if k.startswith("adj") and v} == pytest.approx(
        {"adjacent 3": 4 / 9, "adjacent 5": 4 / 9, "adjacent 8": 1 / 9}
    )
    assert {k: v for k, v in found.items() if k.startswith("orth") and v} == pytest.approx(
        {"orthogonal 2": 4 / 9, "orthogonal 3": 4 / 9, "orthogonal 4": 1 / 9}
    )
    assert found["distance"] == pytest.approx(104 / 72 / 3)
    assert found["eccentricity"] == pytest.approx(17 / 9 / 3)
    assert found["reached"] == 1
    assert (found["perimeter"], found["corners"]) == pytest.approx((8 / 9, 4 / 9))
    # corners: all 3 pairs of neighbours touch. Sides: 6 of 10 pairs. Centre: 12 of 28
    assert found["triangles"] == pytest.approx((4 * 1 + 4 * 0.6 + 12 / 28) / 9)


def test_how_a_board_is_drawn_makes_no_difference() -> None:
    straight, turned = invariants("(board (hex 4))"), invariants("(board (rotate 30 (hex 4)))")
    for name in ("sites", "adjacent 6", "adjacent 3", "distance", "triangles", "reached"):
        assert straight[name] == pytest.approx(turned[name])


def test_parts_that_no_way_joins() -> None:
    """Two rows of three: from each of six sites two of five others can be reached."""
    found = invariants("(board (merge (rectangle 1 3) (shift 10 0 (rectangle 1 3))))")
    assert found["reached"] == pytest.approx(2 / 5)
