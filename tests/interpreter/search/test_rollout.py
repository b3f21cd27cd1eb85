"""Playouts of a search: what a random game is worth to each seat."""

import pytest

from ludparse.interpreter.play.playouts import Chance
from ludparse.interpreter.search.agent import Seconds
from ludparse.interpreter.search.rollout import Rollout
from tests.interpreter.search.games import LINES, both_backends, position

SMALL = LINES.replace("META", "(meta (swap))").replace("square 3", "square 2").replace("Line 3", "Line 2")
"""Any two of the four cells are a line, so whoever has the first colour at the third move wins."""


class Same(Chance):
    """Takes the move with this number, or the last where there are not so many."""

    def __init__(self, number: int) -> None:
        super().__init__(1)
        self.number = number

    def below(self, n: int) -> int:
        return min(self.number, n - 1)


@both_backends
@pytest.mark.parametrize("placed", [(), ("A1",)])
@pytest.mark.parametrize(("number", "values"), [(0, (1.0, 0.0)), (2, (1.0, 0.0)), (3, (0.0, 1.0))])
def test_whoever_has_taken_over_the_first_colour_wins(
    backend: str, placed: tuple[str, ...], number: int, values: tuple[float, float]
) -> None:
    """The second player may place one of three discs (moves 0 to 2) or change sides (move 3). The first colour's next
    disc wins, whoever has that colour and wherever it is placed."""
    rollout = Rollout(state := position(SMALL, *placed, backend=backend), 60, Seconds(None))
    assert rollout.values(state, Same(number)) == values
