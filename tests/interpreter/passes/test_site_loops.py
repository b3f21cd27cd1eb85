"""Loops over sites: the C backend may leave iterations out, and games stay the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from tests.interpreter.backends.c.test_choosing import check
from tests.interpreter.both_backends import same_moves

GAME = """(game "Sites" (players 2)
  (equipment {{ (board (square {size})) (piece "Disc" Each) (piece "Block" Neutral) }})
  (rules
    (start {{
      (place "Disc1" (sites {{0 1 5 9 11}})) (place "Disc2" (sites {{2 6 7 12}})) (place "Block0" (sites {{3}}))
    }})
    (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""

FLANK = """(custodial (from (site)) (between if:(is Enemy (who at:(between))) (apply (remove (between))))
  (to if:(is Friend (who at:(to)))))"""
ADD = "(move Add (piece (mover)) (to (site)))"


_conditions = st.sampled_from(
    [
        *("(is Empty ({s}))", "(is Enemy (who at:({s})))", "(is Friend (who at:({s})))", "(not (is Empty ({s})))"),
        *('(= (what at:({s})) (id "Block0"))', "(!= ({s}) (last To))", "(is Mover P1)", "(is In ({s}) (sites Centre))"),
    ]
)
_moves = st.sampled_from(
    [
        *(FLANK, f"(append {FLANK})", "(move Step (from (site)) (to if:TO))", f"(if IF {FLANK})"),
        "(move Hop (from (site)) (between if:BETWEEN) (to if:TO))",
        "(move Slide (from (site)) (between if:BETWEEN) (to if:TO))",
        f"(priority {{ {FLANK} (move Step (from (site)) (to if:TO)) }})",
        f"(do {FLANK} ifAfterwards:(not (is Empty (last To))))",
    ]
)
_regions = st.sampled_from(["(sites Empty)", "(sites Board)", "(sites Occupied by:Mover)", "(sites Centre)"])


@pytest.mark.usefixtures("c_compiler")
@given(
    region=_regions,
    moves=st.lists(_moves, min_size=1, max_size=2),
    conditions=st.tuples(_conditions, _conditions, _conditions),
    size=st.sampled_from([5, 9]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=10, deadline=None)
def test_iterations_that_are_left_out_would_have_had_no_moves(
    region: str, moves: list[str], conditions: tuple[str, str, str], size: int, seed: int
) -> None:
    """The Python backend runs every iteration; a move chosen by its number is that of the list."""
    body = moves[0] if len(moves) == 1 else f"(or {' '.join(moves)})"
    for slot, condition in zip(("to", "between", "site"), conditions, strict=True):
        body = body.replace("IF" if slot == "site" else slot.upper(), condition.replace("{s}", slot))
    text = GAME.format(size=size, play=f"(forEach Site {region} {body})")
    same_moves(text, 8, seed)
    check(load(text, backend="c"), 8, seed)


def test_a_condition_that_says_more_than_where_the_loop_ends_is_asked() -> None:
    """A slide ends where it is not empty. A condition of its moves that begins with the same is not left out for it:
    from 0 on 4 by 4 cells the empty ones are 4, 8, 12 and 1, 2, 3, and 1 and 3 are odd."""
    piece = '(piece "Rook" Each (move Slide Orthogonal (to (apply if:(and (is Empty (to)) (= 1 (% (to) 2)))))))'
    text = f"""(game "Odd" (players 2) (equipment {{ (board (square 4)) {piece} }})
      (rules (start {{ (place "Rook1" 0) (place "Rook2" 15) }}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
    assert sorted(m.to_site for m in load(text, backend="python").start().legal_moves()) == [1, 3]
