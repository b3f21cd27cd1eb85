"""Positions that are set up by hand: what stands there, what can be played, and what a game cannot hold."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from ludparse import Game, State, load
from ludparse.problems.errors import LudLimitError, LudRuleError, LudUnsupportedError
from tests.interpreter.lower.playing import BACKENDS

TAKING = """(game "Taking" (players 2) (equipment {(board (square 4)) (hand Each)
    (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
    (piece "Tower" Each (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""
STACKS = """(game "Stacks" (players 2) (equipment {(board (square 3)) (piece "Disc" Each
    (move Step (to if:True) stack:True))})
    (rules (start {(place "Disc1" 0) (place "Disc2" 8)})
        (play (forEach Piece)) (end (if (= 9 (count Turns)) (result Mover Win)))))"""
PLAIN = """(game "Plain" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
COUNTS = """(game "Counts" (players 2) (equipment {(mancalaBoard 2 3) (piece "Seed" Shared)})
    (rules (start (set Count 2 to:(sites Board))) (play (move Select (from (sites Board)
        if:(< 0 (count at:(from)))) (then (sow)))) (end (if (= 3 (count Turns)) (result Mover Win)))))"""


@pytest.fixture(params=BACKENDS)
def loaded(request: pytest.FixtureRequest) -> Callable[[str], Game]:
    return lambda text: load(text, backend=request.param)


def moves(state: State) -> list[str]:
    return sorted(move.text for move in state.legal_moves())


def test_named_pieces_stand_and_move(loaded: Callable[[str], Game]) -> None:
    state = loaded(TAKING).start(seed=1).with_pieces({"A1": "Tower1", "A4": "Man2", "B1": "Man1"}, mover=1)
    assert [row[0] for row in state.sites()] == ["C0", "C1", "C12"]
    assert {"A1-A4", "B1-B2"} < {str(move) for move in state.legal_moves()}
    assert "A1-B1" not in {str(move) for move in state.legal_moves()}
    state.apply("A1-A4")
    assert state.over and state.ranking[1] == 1.0


def test_pieces_beside_the_board_go_by_number(loaded: Callable[[str], Game]) -> None:
    state = loaded(TAKING).start(seed=1).with_pieces({16: "Man1", "D4": "Man2"}, mover=2)
    assert [row[0] for row in state.sites()] == ["C15", "C16"]
    assert state.mover == 2 and len(state.legal_moves()) == 3


@pytest.mark.parametrize("text", [TAKING, STACKS, COUNTS])
def test_the_rows_of_a_position_make_it_again(text: str, loaded: Callable[[str], Game]) -> None:
    state = loaded(text).start(seed=1)
    state.apply(state.random_move(random.Random(1)))
    again = loaded(text).start(seed=1).with_pieces(state.sites(), mover=state.mover)
    assert again.sites() == state.sites()
    assert moves(again) == moves(state)


def test_what_is_set_up_goes_on_like_what_was_played(loaded: Callable[[str], Game]) -> None:
    """Stacks that were made by moves, and the same ones set up: the same moves follow, ply by ply."""
    for seed in range(4):
        chance = random.Random(seed)
        state = loaded(STACKS.replace("= 9", "= 99")).start(seed=1)
        for _ in range(5):
            state.apply(state.random_move(chance))
        again = state.with_pieces(state.sites(), mover=state.mover)
        for _ in range(12):
            assert moves(state) == moves(again)
            chosen = chance.choice(moves(state))
            for one in (state, again):
                one.apply(next(move for move in one.legal_moves() if move.text == chosen))
            assert state.sites() == again.sites()


def test_a_stack_that_was_set_up_comes_down(loaded: Callable[[str], Game]) -> None:
    """Of three discs the lowest is taken away: the two above it, which are the next player's, lie at levels 0 and 1
    now, and step from there to any of three cells."""
    text = STACKS.replace("(to if:True) stack:True", "(from (from) level:(level)) (to if:(is Empty (to)))")
    text = text.replace("(forEach Piece)", "(or (forEach Piece) (move Remove (sites Occupied by:All) level:0))")
    state = loaded(text).start(seed=1).with_pieces({"A1": ["Disc2", "Disc1", "Disc1"], "C3": "Disc2"}, mover=2)
    state.apply(next(m for m in state.legal_moves() if "Remove" in m.text and m.to_site == 0))
    steps = [re.search(r"from=0,levelFrom=(\d)", m.text) for m in state.legal_moves()]
    assert [step[1] for step in steps if step] == ["0"] * 3 + ["1"] * 3


def test_nothing_that_is_set_up_is_hidden(loaded: Callable[[str], Game]) -> None:
    state = loaded(PLAIN.replace("(rules", "(rules (start (set Hidden (sites Board) to:P2))")).start(seed=1)
    state.apply("A1")
    assert state.pieces() and not state.pieces(player=2)
    again = state.with_pieces(state.sites())
    assert again.pieces(player=2) == again.pieces() == state.pieces()


def test_stacks_are_told_from_the_bottom(loaded: Callable[[str], Game]) -> None:
    state = loaded(STACKS).start(seed=1).with_pieces({"B2": ["Disc2", "Disc1", "Disc1"]})
    ((_, _, *levels),) = state.sites()
    assert [level[1] for level in levels] == [2, 1, 1]


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ({"E5": "Man1"}, "no site 'E5'"),
        ({"A1": "Pawn1"}, "no piece 'Pawn1'"),
        ({99: "Man1"}, "no site C99"),
        ({"A1": ["Man1", "Man2"]}, "room for one piece"),
        ([["C0", 3, [1, 1, 0, 0, 0]]], "a piece has a count"),
        ([["C0", 1, [1, 1, 2, 0, 0]]], "a piece has a state"),
        ([["A1", 1, [1, 1, 0, 0, 0]]], "'A1' is no site"),
    ],
)
def test_what_the_game_does_not_have_is_an_error(pieces: object, message: str, loaded: Callable[[str], Game]) -> None:
    with pytest.raises(LudRuleError, match=message):
        loaded(PLAIN).start(seed=1).with_pieces(pieces)  # type: ignore[arg-type]


def test_players_numbers_and_ended_games_are_checked(loaded: Callable[[str], Game]) -> None:
    with pytest.raises(LudRuleError, match="no player 3 in a game of 2"):
        loaded(TAKING).start(seed=1).with_pieces({}, mover=3)
    with pytest.raises(LudLimitError, match="more than this game has room for"):
        loaded(COUNTS).start(seed=1).with_pieces([["V0", 1 << 40, [1, 0, 0, 0, 0]]])
    state = loaded(TAKING).start(seed=1).with_pieces({"A1": "Man1", "A2": "Man2"}, mover=1)
    state.apply("A1-A2")
    with pytest.raises(LudRuleError, match="the game is over"):
        state.with_pieces({})


def test_large_pieces_and_matches_are_refused() -> None:
    tiles = """(game "Tiles" (players 2) (equipment {(board (square 4)) (tile "Tile" Each {F} numSides:4)})
        (rules (play (move Add (piece (id "Tile" Mover)) (to (sites Empty))))
            (end (if (is Full) (result Mover Win)))))"""
    with pytest.raises(LudRuleError, match="cover several sites"):
        load(tiles, backend="python").start(seed=1).with_pieces({})
    match = '(match "Two" (players 2) (games {(subgame "Gardens" next:0)}) (end {(if True (result P1 Win))}))'
    with pytest.raises(LudUnsupportedError, match="set up by hand"):
        load(match, backend="python").start(seed=1).with_pieces({})
