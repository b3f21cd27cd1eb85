"""Moves that differ by what an iteration or a statement reads: random rules, of which every legal move has a number
of its own that leads back to it."""

from __future__ import annotations

import random

import pytest

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load_once

PLIES = 200

HAND = """(game "Hand" (players 2) (equipment {(board (square 3)) (hand Each size:3) (piece "A" Each) (piece "B" Each)})
    (rules (start {(place "A1" (handSite P1 0)) (place "B1" (handSite P1 1)) (place "A2" (handSite P2 1))
            (place "B2" (handSite P2 2))})
        (play (forEach Site (sites Hand Mover)
            (if (is Occupied (site)) (move Add (piece (what at:(site))) (to (sites Empty))))))
        (end (if (is Full) (result Mover Draw)))))"""
SCORES = """(game "Scores" (players 3) (equipment {(board (square 3)) (piece "A" Each)})
    (rules (play (forEach Player (move Add (piece (mover) state:(score (player (player)))) (to (sites Empty))
            (then (addScore Mover 1)))))
        (end (if (is Full) (result Mover Draw)))))"""
FAR = """(game "Far" (players 2) (equipment {(board (square 3)) (piece "A" Each)})
    (rules (start {(place "A1" 0) (place "A2" 8)}) (play (move Swap Pieces 0 (* 5 (count Moves))))
        (end (if (= (count Moves) 10) (result Mover Draw)))))"""
SAME = """(game "Same" (players 2) (equipment {(board (square 3)) (piece "A" Each) (piece "B" Each)})
    (rules (start {(place "A1" 0) (place "B1" 2) (place "A2" 8)})
        (play (forEach Site (sites {0 1 2}) (move Add (piece (what at:8)) (to (sites Empty)))))
        (end (if (is Full) (result Mover Draw)))))"""

RULES = """(game "Values" (players 2) (equipment {{(board (square {size})) (piece "A" Each) (piece "B" Each)}})
    (rules (start {{(place "A1" 0 state:1) (place "B1" 1 state:2) (place "A2" 8 state:2) (set Score Each 3)}})
        (play {play})
        (end (if (= (count Moves) 30) (result Mover Draw)))))"""
UNBOUNDED = {
    # of one statement: up to 16 in each of 16 sites, and as many at once as there are numbers of the rules
    "iterations": (4, """(forEach Site (sites Board) (move Add (piece (if (is Occupied (site)) (what at:(site)) (mover))
        state:(* (score P1) (site))) (to (sites Empty)) (then (addScore P1 7))))"""),
    "values without end": (3, """(forEach Value min:0 max:(count Moves)
        (move Add (piece (mover) state:(* (score P1) (value))) (to (sites Board)) (then (addScore P1 7))))"""),
    "statements": (12, """(or (move Add (piece (mover) state:(score P1)) (to (sites Board)) (then (addScore P1 7)))
        (move Add (piece (mover) state:(score P2)) (to (sites Board)) (then (addScore P2 5))))"""),
    "too many values": (3, """(forEach Value min:0 max:200
        (move Add (piece (+ 1 (% (value) 4)) state:(+ (count Moves) (value))) (to (sites Board))))"""),
    # the pieces tell them apart, and not even a state that is not bounded has a number
    "statements of one player": (3, """(if (is Mover P1)
        (forEach Value min:0 max:2 (move Add (piece 1 state:(value)) (to (sites Board))))
        (or (move Add (piece 1 state:(score P1)) (to (sites Board)) (then (addScore P1 7)))
            (move Add (piece 2 state:(score P1)) (to (sites Board)))))"""),
}
"""Moves whose values are not bounded: the size of the board, and what is played. More of them may be legal at once than
a game has in reserve of which nothing of the kind is known."""
OF_PLAYERS = """(if (is Mover P1) (move Add (piece 1 state:(% (count Moves) 3)) (to (sites Board)))
    (forEach Value min:0 max:2 (move Add (piece 1 state:(value)) (to (sites Board)))))"""


def _rules(seed: int) -> str:
    """Rules whose loops make moves with pieces and states that they read, of sites, players, dice or chance."""
    draw = random.Random(seed)
    loop, item = draw.choice((
        ("forEach Site (sites Occupied by:Mover)", "(site)"),
        ("forEach Site (sites Occupied by:All)", "(site)"),
        ("forEach Site (sites Board)", "(site)"),
        ("forEach Site (sites {0 2 4 6})", "(site)"),
        ("forEach Site (sites Around (last To))", "(site)"),
        ("forEach Value min:0 max:3", "(value)"),
        ("forEach Value min:1 max:(+ 1 (% (count Moves) 3))", "(value)"),
    ))  # fmt: skip
    reads = [
        f"(state at:{item})", f"(size Stack at:{item})", f"(% (+ (count Moves) {item}) 3)",
        "(value Random (range 0 2))", f"(if (is Occupied {item}) 2 1)",
        f"(count Pieces Next in:(sites Around {item}))", f"(% {item} 2)",
        "(state at:4)",
    ]  # fmt: skip
    place = draw.choice(("(sites Empty)", "(sites {1 3 5 7})", f"(sites Around {item})", f"{item}"))
    where = f"(to {place}" + draw.choice((")", " if:(is Empty (to)))"))
    piece = draw.choice((
        f"(piece (what at:{item}) state:{draw.choice(reads)})",
        f"(piece (if (is Occupied {item}) (what at:{item}) (mover)))",
        f"(piece (mover) state:{draw.choice(reads)})",
        f"(piece (what at:4) state:{draw.choice(reads)})",
    ))  # fmt: skip
    move = f"(move Add {piece} {where}" + draw.choice((")", ")", " count:2)"))
    if "what" in piece and draw.random() < 0.8:
        move = f"(if (is Occupied {'4' if 'at:4)' in piece else item}) {move})"
    if draw.random() < 0.3:
        move = f"(if (= {draw.choice(reads)} 1) {move} (move Remove {item}))"
    inner = f"({loop} {move})"
    if draw.random() < 0.3:
        other = "(move Add (piece (mover) state:(state at:(site))) (to (sites Empty)))"
        inner = f"(or {inner} (forEach Site (sites {{3 5}}) {other}))"
    return f"""(game "Random" (players 2) (equipment {{(board (square 3)) (piece "A" Each) (piece "B" Each)}})
        (rules (start {{(place "A1" 0 state:1) (place "B1" 1) (place "A2" 8 state:2) (place "B2" 7) (place "B1" 4)}})
            (play {inner}) (end (if (or (is Full) (= (count Moves) 30)) (result Mover Draw)))))"""


def _play(game: SingleGame, seed: int, plies: int = PLIES) -> int:
    """Random games; returns in how many positions two legal moves begin and end at the same sites."""
    space, chance = game.actions, random.Random(seed)
    alike = 0
    state = game.start(seed=seed)
    for ply in range(plies):
        if state.over:
            state = game.start(seed=1000 * seed + ply)
        moves = state.legal_moves()
        numbers = space.of(moves)
        first = {number: move for move, number in zip(moves[::-1], numbers[::-1], strict=True)}
        assert len(first) == len(set(moves))
        assert all(0 <= number < space.size and state.move(number) == move for number, move in first.items())
        alike += len({move.ends for move in first.values()}) < len(first)
        state.apply(moves[chance.randrange(len(moves))])
    return alike


@pytest.mark.parametrize("source", [HAND, SCORES, FAR])
def test_what_iterations_read(source: str) -> None:
    game = load_once(source, backend="python")
    assert isinstance(game, SingleGame)
    assert _play(game, 1) or source is FAR


@pytest.mark.parametrize("name", UNBOUNDED)
def test_moves_whose_values_are_not_bounded(name: str) -> None:
    size, play = UNBOUNDED[name]
    game = load_once(RULES.format(size=size, play=play), backend="python")
    assert isinstance(game, SingleGame)
    _play(game, 1, 20)
    assert game.actions.reserve and game.actions.reason


def test_values_that_one_player_can_only_have_in_different_positions() -> None:
    """They do not share a number where another player may have several of them at once."""
    game = load_once(RULES.format(size=3, play=OF_PLAYERS), backend="python")
    assert isinstance(game, SingleGame)
    assert _play(game, 1, 20) and game.actions.reserve == 0


def test_moves_that_are_told_apart_have_numbers_outside_the_reserve() -> None:
    game = load_once(HAND, backend="python")
    assert isinstance(game, SingleGame)
    assert (game.actions.reserve, game.actions.reason) == (0, "")


def test_what_is_the_same_in_all_iterations_tells_nothing() -> None:
    game = load_once(SAME, backend="python")
    assert isinstance(game, SingleGame)
    assert game.actions.size == 10  # pass, and each site
    _play(game, 1)


def test_random_rules() -> None:
    """Some of them also make moves in one position that begin and end alike."""
    alike = 0
    for seed in range(12):
        game = load_once(_rules(seed), backend="python")
        assert isinstance(game, SingleGame)
        alike += _play(game, seed) > 0
    assert alike > 3
