"""What Ludii does not look at when it decides what the state holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludparse import Game, load, load_description
from ludparse import ludemes as L
from ludparse.interpreter.lower.equipment import build_equipment, game_flags

HOP = """(game "Hop" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Man" Each (move Hop
        (between if:(is Enemy (who at:(between))) APPLY1) (to if:(is Empty (to)) APPLY2)))})
    (rules (play (or (forEach Piece) (move Pass))) (end (if False))))"""
SCORES = "(apply (addScore Mover 1))"


def scores(between: str, to: str) -> bool:
    game = load(HOP.replace("APPLY1", between).replace("APPLY2", to), backend="python")
    assert isinstance(game, Game)
    return "score" in game.start(seed=1).snapshot()


def test_of_where_a_hop_ends_only_the_condition_counts() -> None:
    assert scores(SCORES, "")
    assert not scores("", SCORES)


PARTS = json.loads((Path(__file__).parent / "parts_of_moves.json").read_text(encoding="utf-8"))
"""Moves with a question about stacks in one of their parts: those for which Ludii holds stacks (seen), and others."""
MOVES = """(game "N" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (or (move Add (to (sites Empty))) (if (is Full) MOVES))) (end (if (is Full) (result Mover Win)))))"""


@pytest.mark.parametrize("moves", [*PARTS["seen"], *PARTS["unseen"]])
def test_what_counts_of_from_to_and_between(moves: str) -> None:
    game = load_description(MOVES.replace("MOVES", moves)).game
    assert isinstance(game, L.Game)
    assert game_flags(game, build_equipment(game)).stacking == (moves in PARTS["seen"])


def test_a_question_about_stacks_where_it_does_not_count_is_answered_without_stacks() -> None:
    for moves in PARTS["unseen"]:
        load(MOVES.replace("MOVES", moves), backend="python")
