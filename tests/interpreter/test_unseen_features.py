"""What Ludii does not look at when it decides what the state holds."""

from __future__ import annotations

from interpreter import Game, load

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
