"""The pass that goes on with a game in which nothing is legal."""

import pytest

from ludparse import IllegalMoveError
from tests.interpreter.lower.playing import after

RULES = '(rules (start (place "Bug" 0)) (play (forEach Site (sites Occupied by:All) (remove (site)))) {end})'
GAME = '(game "Rest" (players 0) (equipment {{ (board (square 2)) (piece "Bug" Shared) }}) ' + RULES + ")"
END = "(end (if (= (count Moves) 2) (result All Draw)))"


def test_a_simulation_at_rest_goes_on_with_a_pass() -> None:
    state = after(GAME.format(end=END), [0])
    assert state.legal_moves() == []
    assert state.apply(state.forced_pass()).text == "[Move:mover=0,actions=[Pass:decision=true,forced=true]]"
    assert state.over


def test_no_pass_is_forced_where_there_are_moves() -> None:
    with pytest.raises(IllegalMoveError, match="no pass is forced"):
        after(GAME.format(end=END)).forced_pass()


def test_a_move_of_another_position_is_named_where_it_is_refused() -> None:
    """Whether it is a pass or not: that one could be forced is not what is wrong with it."""
    rest, busy = after(GAME.format(end=END), [0]), after(GAME.format(end=END))
    with pytest.raises(IllegalMoveError, match="is not legal"):
        busy.apply(rest.forced_pass())
