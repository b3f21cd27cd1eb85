"""Numbers, conditions and regions, each asked in a small position; both backends agree."""

import re
from functools import cache

import pytest

from tests.interpreter.lower.playing import moves

GAME = """(game "Asked" (players 2)
  (equipment {{ (board (square 5)) (piece "Ball" Each) }})
  (rules
    (start {{ (place "Ball1" {{ 0 1 6 12 24 }}) (place "Ball2" {{ 7 8 13 }}) }})
    (play (or {{ {} }}))
    (end (if (no Pieces Next) (result Mover Win)))))"""
MOVE = "(move Add (to (sites {{ 20 }})) (then (set Var {})))"


@cache
def answers() -> list[int]:
    """What every question gives; each is asked after a move of the first player, all in one game."""
    text = GAME.format(" ".join(MOVE.format(number) for number, _ in QUESTIONS))
    return [int(re.findall(r"SetTemp:temp=(-?\d+)", m)[0]) for m in moves(text)]


QUESTIONS = [
    ("(toInt (sqrt 16.0))", 4),
    ("(toInt (+ 1.5 (* 2.0 3.25)))", 8),
    ("(toInt (- (/ 7.0 2.0) (abs -1.0)))", 2),
    ("(toInt (max (^ 2.0 3.0) (exp 0.0)))", 8),
    ("(toInt (toFloat 3))", 3),
    ("(count Groups Orthogonal)", 3),
    ("(count Groups if:(is Mover (who at:(to))))", 3),
    ("(size Group at:7 Orthogonal)", 3),
    ("(size Array (sizes Group P1))", 3),
    ("(count Liberties at:24 Orthogonal)", 2),
    ("(size Territory P2)", 0),
    ("(count Value 1 in:(results from:(sites {0 1 7}) to:2 (who at:(from))))", 2),
    ("(arrayValue (array {5 6 7}) index:1)", 6),
    ("(arrayValue (array {5 6 7}) index:3)", -1),
    ("(count Steps Orthogonal 0 24)", 8),
    ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 2 15)", 9),
    ("(count Sites in:(sites Distance Orthogonal from:0 (range 1 2)))", 5),
    ("(count Sites in:(sites Between from:0 to:24))", 3),
    ("(count Sites in:(sites Pattern {F R F} from:6))", 3),
    ("(count Sites in:(sites 0 {{F F} {F R F}} rotations:True))", 3),
    ("(count Sites in:(sites Group at:7 Orthogonal))", 3),
    ("(count Sites in:(forEach of:(sites {0 4}) (sites Around (site))))", 6),
    ("(toInt (is Pattern {F R F} from:6))", 1),
    ("(toInt (is Related Adjacent 0 6))", 1),
    ("(toInt (is Related Orthogonal 0 (sites {6 24})))", 0),
    ("(toInt (all Values (array {2 4}) if:(is Even (value))))", 1),
    ("(toInt (all Groups Orthogonal if:(<= (count Sites in:(sites)) 3)))", 1),
    ("(toInt (was Pass))", 0),
    ("(phase of:1)", 1),
    ("(layer of:3)", 0),
]


@pytest.mark.parametrize("k", range(len(QUESTIONS)), ids=[number for number, _ in QUESTIONS])
def test_numbers(k: int) -> None:
    assert answers()[k] == QUESTIONS[k][1]
