"""Questions about one site: the C backend leaves work out and finds what the other one finds."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Op
from ludparse.interpreter.program.walk import statements, subexpressions
from tests.interpreter.both_backends import same_moves
from tests.interpreter.lower.playing import BACKENDS

# Steps that depend on where a piece faces, leaps, hops over pieces, slides, and drops from the hand.
PIECES = """(game "Pieces" (players {(player N) (player S)}) (equipment {(board (square 6)) (hand Each)
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Knight" Each (move Leap {{F F R F} {F F L F}}
            (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Bishop" Each (move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Cannon" Each (move Hop Orthogonal (between if:(is Occupied (between)))
            (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
            (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))})
    (rules (start {(place "King1" 2) (place "King2" 33) (place "Knight1" 1) (place "Knight2" 34) (place "Bishop1" 3)
            (place "Bishop2" 32) (place "Cannon1" 8) (place "Cannon2" 27)
            (place "Pawn1" {6 7 9 10}) (place "Pawn2" {25 26 28 29})
            (place "Bishop1" (handSite P1)) (place "Bishop2" (handSite P2))})
        (play (do (or (forEach Piece) (move (from (handSite Mover)) (to (sites Empty))))
            ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))"""

GROUPS = """(game "Groups" (players 2) (equipment {(board (square 5) use:Vertex) (piece "Stone" Each)})
    (rules (play (or (do (move Add (to (sites Empty))
                (then (enclose (from (last To)) Orthogonal
                    (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))
            ifAfterwards:(> (count Liberties Orthogonal) 0)) (move Pass)))
        (end (if (> (count Moves) 60) (result Mover Win)))))"""


@pytest.mark.parametrize("seed", range(4))
def test_threats_are_found_whatever_piece_makes_them(seed: int) -> None:
    same_moves(PIECES, 60, seed)


def test_generators_are_guarded_by_what_they_reach() -> None:
    program = load(PIECES).program
    (table,) = [t for name, t in program.tables.items() if name.startswith("destinations_")]
    king, knight, sites = 1, 3, 38  # numbers of components; 36 cells and two hands
    assert set(table.lists[king * sites + 7]) == {0, 1, 2, 6, 8, 12, 13, 14}  # from B2 to the cells around it
    assert set(table.lists[knight * sites + 1]) == {9, 12, 14}  # from B1 to D2, A3 and C3


DROPS = PIECES.replace("(from (handSite Mover))", '(from (sites Occupied by:Mover container:"Hand"))')
"""Which pieces are in a hand is found from the lists of pieces."""


@pytest.mark.parametrize("seed", range(2))
def test_threats_are_found_where_pieces_are_dropped(seed: int) -> None:
    same_moves(DROPS, 60, seed)


def test_no_origins_are_looked_for_where_no_move_can_go_to_the_site() -> None:
    """A drop goes to an empty site: whether one goes to a king's site is known without a look at the hand."""
    program = load(DROPS).program
    drops = [fn for fn in program.functions if fn.name.startswith("moves_move_from_to")]
    assert drops
    for fn in drops:
        guard = next(s for s in fn.body if isinstance(s, ops.If))
        asked = [x for x in subexpressions(guard.cond) if x.op is Op.SET_HAS]
        assert asked
        assert any(isinstance(s, ops.ForSet) for s in guard.then)


TRIED = PIECES.replace(
    "ifAfterwards:(not (is Threatened (id \"King\" Mover)))",
    "ifAfterwards:(and (not (is Threatened (id \"King\" Mover))) (not (is Empty 14)))",
).replace('(place "Bishop1" 3)', '(place "Bishop1" {3 14})')
"""A threat is a legal move: an answer to the question needs the enemy's moves to be tried."""


@pytest.mark.parametrize("seed", range(4))
def test_threats_are_found_where_the_moves_have_to_be_tried(seed: int) -> None:
    same_moves(TRIED, 60, seed)


def test_only_moves_to_the_site_are_made_where_they_have_to_be_tried() -> None:
    program = load(TRIED).program
    assert any(isinstance(s, ops.Filter) and s.aims for fn in program.functions for s in statements(fn.body))


WITHIN = """(define "Tried" (do (forEach Piece) ifAfterwards:(is Occupied 24)))
(game "Within" (players 2) (equipment {(board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
    (rules (start {(place "King1" 24) (place "King2" 12) (place "Rook1" {2 10 20}) (place "Rook2" {4 9})})
        (play (do "Tried" ifAfterwards:(and (is Occupied 2) (not (is Threatened (id "King" Mover) "Tried")))))
        (end {(if (is Threatened (id "King" Next)) (result Mover Win)) (if (no Moves Next) (result Mover Win))})))"""
"""Two rooks may take the king. Both moves pass the tests within, and the first of them fails those around."""


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_move_that_is_refused_later_hides_no_other_to_the_site(backend: str) -> None:
    game = load(WITHIN, backend=backend)
    state = game.start()
    state.apply(state.legal_moves()[0])
    assert state.over, "the king is threatened by the second rook"
    assert game.perft(2) == load(WITHIN, backend=backend, without=["try_what_is_asked"]).perft(2)


@pytest.mark.parametrize("seed", range(3))
def test_groups_are_the_same_on_both_backends(seed: int) -> None:
    same_moves(GROUPS, 60, seed)
