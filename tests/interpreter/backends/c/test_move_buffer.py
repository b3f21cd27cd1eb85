"""Moves as native code hands them over: right at every size of the list, also where its memory grows."""

from __future__ import annotations

import pytest

from ludparse import load

PUZZLE = (
    '(game "Puzzle" (players 1) (equipment {{(board (rectangle 1 {n}) (values Cell (range 0 1)))}})'
    " (rules (play (satisfy (is Sum (sites Board) {n}))) (end (if (is Solved) (result P1 Win)))))"
)


@pytest.mark.parametrize("n", [20, 70, 75, 80, 85, 90, 160, 300])
@pytest.mark.telling("75", "80")
def test_lists_of_moves_of_all_sizes(n: int) -> None:
    """Around 80 cells the list fits into 4,096 ints, and a coarse estimate of its size does not."""
    states = [load(PUZZLE.format(n=n), backend=backend).start(seed=1) for backend in ("python", "c")]
    for _ in range(2):
        moves = [state.legal_moves() for state in states]
        assert len(moves[0]) > n and [m.text for m in moves[0]] == [m.text for m in moves[1]]
        applied = [state.apply(m[-1]).text for state, m in zip(states, moves, strict=True)]
        assert applied[0] == applied[1]
