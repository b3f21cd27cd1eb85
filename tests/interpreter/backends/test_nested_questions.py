"""Moves that are tried while somebody asks about moves are built, although the question only counts them."""

import pytest

from ludparse import Source, load
from ludparse.interpreter.program.entries import Resource
from ludparse.interpreter.program.intrinsics import INTRINSICS
from tests.interpreter.lower.playing import BACKENDS

# Whether a king is threatened is asked after every move that is tried; the question looks at the legal moves of the
# opponent, which are tried in the same way.
KINGS = """(game "Kings" (players 2) (equipment {(board (square 4))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
    (rules (start {(place "King1" 0) (place "Rook1" 1) (place "King2" 15) (place "Rook2" 14)})
        (play (if (is Even (count Moves))
            (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))
            (or (do (forEach Piece "King") ifAfterwards:(not (is Threatened (id "King" Mover))))
                (do (forEach Piece "Rook") ifAfterwards:(not (is Threatened (id "King" Mover)))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_both_backends_play_the_same() -> None:
    native, plain = (load(KINGS, backend=b) for b in ("auto", "python"))
    for seed in range(3):
        ours, theirs = native.start(seed=seed), plain.start(seed=seed)
        for ply in range(30):
            if theirs.over:
                break
            wanted = theirs.legal_moves()
            assert [m.text for m in ours.legal_moves()] == [m.text for m in wanted], (seed, ply)
            k = (7 * ply + seed) % len(wanted)
            theirs.apply(wanted[k])
            ours.apply(ours.legal_moves()[k])


def test_whoever_reads_the_record_needs_the_moves() -> None:
    record = [i for i in INTRINSICS.values() if i.reads & (Resource.RECORD | Resource.RECORD_SIZE)]
    assert record
    assert all(i.needs_moves for i in record)


@pytest.mark.parametrize("backend", BACKENDS)
def test_as_many_questions_within_one_another_as_brackets_allow(backend: str) -> None:
    """Each asks whether the next has a move, and the innermost whether there is a piece to remove: as in Ludii, eight
    moves where there is, and a pass where there is none."""
    asked = "(move Remove (sites Occupied by:Next))"
    for _ in range(70):
        asked = f"(if (can Move {asked}) (move Add (to (sites Empty))))"
    for start, legal in (('(start (place "Disc2" 4))', 8), ("", 1)):
        text = f"""(game "Asked" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}}) (rules {start}
            (play (if (can Move {asked}) {asked} (move Pass))) (end (if (is Line 3) (result Mover Win)))))"""
        moves = load(Source("<test>", text), backend=backend).start(seed=1).legal_moves()
        assert (len(moves), all(move.is_pass for move in moves)) == (legal, legal == 1)
