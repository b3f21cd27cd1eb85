"""Simultaneous moves: applied one after the other, looked at together, and not at all where one is wrong."""

from __future__ import annotations

import pytest

from ludparse import IllegalMoveError, LudError, Move, State, load
from ludparse.interpreter.play.game_state import GameState
from tests.interpreter.lower.playing import BACKENDS

# each player has two sites; whoever moves to the larger of them gets its number as points
PICK = """(game "Pick" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 4)) (hand Each) (piece "Stone" Each)})
    (rules (start {(place "Stone1" (handSite P1)) (place "Stone2" (handSite P2))})
        (play (or
            (move (from (handSite P1)) (to (intersection (sites Empty) (sites {0 1}))) P1
                (then (set Score P1 (last To))))
            (move (from (handSite P2)) (to (intersection (sites Empty) (sites {2 3}))) P2
                (then (set Score P2 (last To))))))
        (end (if (and (no Moves P1) (no Moves P2)) (byScore)))))"""


def of(state: State, player: int, site: int) -> Move:
    (found,) = (move for move in state.legal_moves() if (move.mover, move.to_site) == (player, site))
    return found


@pytest.mark.parametrize("backend", BACKENDS)
def test_moves_of_both_are_one_ply(backend: str) -> None:
    state = load(PICK, backend=backend).start(seed=1)
    assert {(m.mover, m.to_site) for m in state.legal_moves()} == {(1, 0), (1, 1), (2, 2), (2, 3)}
    state.apply_together([of(state, 2, 3), of(state, 1, 0)])
    assert {row[0] for row in state.snapshot()["sites"] if row[2][0]} == {"C0", "C3"}
    assert len(state.history) == 1
    state.undo()
    assert {row[0] for row in state.snapshot()["sites"] if row[2][0]} == {"C4", "C5"}  # in the hands


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_wrong_changes_nothing(backend: str) -> None:
    state = load(PICK, backend=backend).start(seed=1)
    before = state.snapshot(), state.key, state.history
    later = state.copy()
    gone = of(later, 1, 1)
    later.apply_together([of(later, 1, 1), of(later, 2, 2)])
    with pytest.raises(IllegalMoveError, match=r"moves of \[1, 1\]"):
        state.apply_together([of(state, 1, 0), of(state, 1, 1)])
    with pytest.raises(IllegalMoveError, match="one move of each"):
        state.apply_together([])
    with pytest.raises(IllegalMoveError):
        later.apply_together([gone])
    assert (state.snapshot(), state.key, state.history) == before


def test_a_failure_afterwards_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where dice are thrown at once for the next moves, and the rules fail there."""
    dice = PICK.replace("(hand Each)", "(hand Each) (dice d:4 num:1)")
    dice = dice.replace("(play (or", "(play (do (roll) next:(or").replace("(end", ") (end")
    state = load(dice, backend="python").start(seed=1)
    moves = [of(state, 1, 0), of(state, 2, 2)]
    before = state.snapshot(), state.key, state.history

    def fails(*_: object) -> None:
        raise LudError("the rules fail")

    with monkeypatch.context() as patch:
        patch.setattr(GameState, "_find", fails)
        with pytest.raises(LudError, match="the rules fail"):
            state.apply_together(moves)
    assert (state.snapshot(), state.key, state.history) == before
    state.apply_together(moves)
    assert len(state.history) == 1


def test_where_the_latest_moves_began_and_ended() -> None:
    line = """(game "Walk" (players 2) (equipment {(board (rectangle 1 6)) (piece "Man" Each)})
        (rules (start {(place "Man1" 0) (place "Man2" 5)})
            (play (or (forEach Piece (move Step (to if:(is Empty (to))))) (move Pass)))
            (end (if (no Moves Next) (result Mover Win)))))"""
    state = load(line, backend="python").start(seed=1)
    for sites in ((0, 1), (5, 4), (-1, -1), (4, 3)):
        state.apply(next(m for m in state.legal_moves() if (m.from_site, m.to_site) == sites))
    assert state.last_sites(2) == [(4, 3), (-1, -1)]
    assert state.last_sites(9) == [(4, 3), (-1, -1), (5, 4), (0, 1)]
    assert state.last_sites(0) == []
