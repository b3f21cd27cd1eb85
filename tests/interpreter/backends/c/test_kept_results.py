"""Results that the C backend memoises are found anew when a field changes that they depend on, and after going back."""

from __future__ import annotations

import pytest

from ludparse import load
from tests.interpreter.both_backends import same_moves

# Moves are tried; the question about the sites next to own pieces is asked before, during and after each trial.
NEIGHBOURS = """(game "Neighbours" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites {0 1 7})) (place "Disc2" (sites {24 23 17}))})
        (play (if (< 3 (count Sites in:(sites Around (sites Occupied by:Mover) Empty)))
            (do (forEach Piece (move Step (to if:(is Empty (to)))))
                ifAfterwards:(< 3 (count Sites in:(sites Around (sites Occupied by:Mover) Empty))))
            (move Add (to (sites Around (sites Occupied by:Mover) Empty)))))
        (end (if (> (count Moves) 40) (result Mover Win)))))"""

# Nothing is tried here: results become invalid by moves alone.
PLAIN = """(game "Plain" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites {0})) (place "Disc2" (sites {24}))})
        (play (move Add (to (difference (sites Around (sites Occupied by:Mover) Empty) (sites Corners)))))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize("text", [NEIGHBOURS, PLAIN])
@pytest.mark.telling(every=2)
def test_both_backends_list_the_same_moves(text: str) -> None:
    assert any(fn.kept for fn in load(text).program.functions)
    for seed in range(3):
        same_moves(text, 30, seed)


@pytest.mark.parametrize("text", [NEIGHBOURS, PLAIN])
def test_both_backends_count_the_same_games(text: str) -> None:
    assert load(text, backend="c").perft(3) == load(text, backend="python").perft(3)


@pytest.mark.parametrize("text", [NEIGHBOURS, PLAIN])
def test_both_backends_play_the_same_games(text: str) -> None:
    ours, theirs = (load(text, backend=b).playouts(20, seed=3) for b in ("c", "python"))
    assert list(ours.lengths) == list(theirs.lengths)
    assert list(ours.rankings) == list(theirs.rankings)
