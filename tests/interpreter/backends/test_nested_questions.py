"""Moves that are tried while somebody asks about moves are built, although the question only counts them."""

from ludparse import load
from ludparse.interpreter.program.entries import Resource
from ludparse.interpreter.program.intrinsics import INTRINSICS

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
