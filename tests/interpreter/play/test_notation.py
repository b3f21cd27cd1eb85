"""Moves as people write them: unique, readable, and read back; malformed, illegal and ambiguous texts."""

import pickle
import random

import pytest

import ludparse
from ludparse import AmbiguousMoveError, IllegalMoveError, LudError, MoveSyntaxError, load
from tests.interpreter.descriptions import ALL
from tests.interpreter.lower.playing import BACKENDS

CHOICE = """(game "Choice" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) (piece "Ring" Each) })
  (rules (play (or {
      (move Add (piece "Disc1") (to (sites Empty)))
      (move Add (piece "Ring1") (to (sites Empty)))
      (move Add (piece "Ring1") (to (sites Empty)) (then (addScore Mover 1)))
      (move Pass) (move Bet P1 (range 1 3)) }))
    (end (if (is Full) (result Mover Win)))))"""


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", [*ALL, "Leapfrogs", "Ex Nihilo", "Caravans", "choice"])
def test_every_legal_move_is_named_differently_and_read_back(name: str, backend: str) -> None:
    game = load(CHOICE if name == "choice" else ALL.get(name, name), backend=backend)
    state, chance = game.start(seed=3), random.Random(3)
    for _ in range(12):
        moves = state.legal_moves()
        if not moves:
            break
        names = [move.notation for move in moves]
        assert len({*names}) == len(names)
        for move in chance.sample(moves, min(6, len(moves))):
            name = move.notation
            assert state.parse_move(name) == move and state.parse_move(f"  {name} ") == move
            assert state.parse_move(move.text) == move or move.text in [m.text for m in moves if m != move]
            applied = state.consequences(move).text
            assert state.consequences(state.parse_move(applied)).text == applied
            assert state.parse_move(f"Move={applied}").mover == move.mover
        if len({*map(str.casefold, names)}) == len(names):
            assert [state.parse_move(name.swapcase()) for name in names[:8]] == moves[:8]
        applied_move = state.apply(moves[0])
        assert applied_move.notation == names[0] == state.history[-1].notation
        assert pickle.loads(pickle.dumps(applied_move)).notation == names[0]


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_tells_moves_apart(backend: str) -> None:
    names = {move.notation for move in load(CHOICE, backend=backend).start(seed=1).legal_moves()}
    assert {"A1=Disc1", "A1=Ring1/1", "A1=Ring1/2", "pass", "bet 1 1", "bet 1 3"} <= names


@pytest.mark.parametrize(
    "text", ["Move=[Move:from=1,to=1,actions=[Pass:decision=true]]", "Move=[Move:mover=1,from=1,to=1]"]
)
def test_a_trial_line_that_is_not_whole(text: str) -> None:
    """Who moves, and what the move does, have to stand there."""
    with pytest.raises(MoveSyntaxError, match="is not the whole text of a move"):
        load(CHOICE, backend="python").start(seed=1).parse_move(text)


def test_texts_that_name_no_move() -> None:
    state = load(CHOICE, backend="python").start(seed=1)
    with pytest.raises(AmbiguousMoveError) as caught:
        state.parse_move("b2")
    assert caught.value.expected == ("B2=Disc1", "B2=Ring1/1", "B2=Ring1/2")
    assert [move.notation for move in caught.value.candidates] == list(caught.value.expected)  # type: ignore[attr-defined]
    assert "may be 3 different moves" in str(caught.value) and "in full" in str(caught.value)
    assert state.parse_move("b2=disc1").notation == "B2=Disc1"
    for text, told in (
        ("", "empty"),
        ("(!)", "not a move"),
        ("Z9", "no site 'Z9'"),
        ("A1-Z9", "no site 'Z9'"),
        ("[Move:mover=1", "whole text"),
        ("hello there my friend", "not a move"),
    ):
        with pytest.raises(MoveSyntaxError, match=told):
            state.parse_move(text)
    for text in ("A1-B2", "a1b2", "swap 1 2", "[Move:mover=2,from=0,to=0,actions=[Pass:decision=true]]"):
        with pytest.raises(IllegalMoveError, match="not legal here"):
            state.parse_move(text)
    assert issubclass(MoveSyntaxError, LudError) and not issubclass(MoveSyntaxError, IllegalMoveError)
    assert not issubclass(AmbiguousMoveError, IllegalMoveError)
    assert ludparse.AmbiguousMoveError is AmbiguousMoveError


@pytest.mark.parametrize("backend", BACKENDS)
def test_captures_at_the_end_of_a_turn_tell_moves_apart(backend: str) -> None:
    take = "(move Step (from 0) E (to if:(is Empty (to)) (apply (remove {} at:EndOfTurn))))"
    text = f"""(game "Later" (players 2) (equipment {{(board (square 3)) (piece "Man" Each)}})
      (rules (start {{(place "Man1" 0) (place "Man2" {{4 8}})}}) (play (or {take.format(4)} {take.format(8)}))
        (end (if (no Pieces Next) (result Mover Win)))))"""
    assert [move.notation for move in load(text, backend=backend).start().legal_moves()] == ["A1-B1xB2", "A1-B1xC3"]


def test_one_site_alone_is_where_a_move_ends() -> None:
    text = """(game "Steps" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
      (rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (move Step (from 0) Orthogonal (to if:(is Empty (to)))))
        (end (if (no Moves Next) (result Mover Win)))))"""
    state = load(text, backend="python").start()
    assert state.parse_move("b1").notation == "A1-B1" and state.parse_move("A2").notation == "A1-A2"
    with pytest.raises(IllegalMoveError):
        state.parse_move("A1")


def test_sites_in_several_ways() -> None:
    state = load("Leapfrogs", backend="python").start(seed=1)
    move = next(m for m in state.legal_moves() if m.from_site >= 0)
    first, last = move.notation.split("-")[:2]
    for form in ("{}-{}", "{} {}", "{}{}", "{}->{}", "{} → {}"):
        text = form.format(first, last).lower()
        assert state.parse_move(text) == move, text


def test_a_move_that_only_throws_dice() -> None:
    text = """(game "Dice" (players 2) (equipment {(board (square 2)) (dice d:6 num:2) (piece "Disc" Each)})
      (rules (start (place "Disc1" 0)) (play (do (roll) next:MOVES))
        (end (if (= 5 (count Moves)) (result Mover Win)))))"""
    alone = load(text.replace("MOVES", "(move Select (from 0))")).start(seed=1)
    assert [move.notation for move in alone.legal_moves()] == ["throw"]
    assert alone.parse_move("throw") == alone.parse_move("A1") == alone.legal_moves()[0]
    chosen = load(text.replace("MOVES", "(move Select (from (sites Empty)))")).start(seed=1)
    assert [move.notation for move in chosen.legal_moves()] == ["B1", "A2", "B2"]
    moved = load(text.replace("MOVES", "(move Add (to 1))")).start(seed=1)
    assert [move.notation for move in moved.legal_moves()] == ["B1"]
