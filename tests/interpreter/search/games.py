"""Small games whose best moves are known."""

from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.search import UCT, AlphaBeta

LINES = """(game "Three in a Row" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules META (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
THREE = LINES.replace("META", "")
SWAPPING = LINES.replace("META", "(meta (swap))")
DICE = "Caravans"
HIDDEN = """(game "Secret" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next))))
    (end (if (is Line 3) (result Mover Win)))))"""


def position(text: str, *moves: str, backend: str = "auto") -> GameState:
    """The position after some moves in their notation."""
    game = load(text, backend=backend)
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    for move in moves:
        state.apply(state.parse_move(move))
    return state


def found(agent: UCT | AlphaBeta, state: GameState) -> dict[str, Any]:
    """The choice and everything in the report but the time that it took, and what it ran on."""
    move = agent.choose(state)
    assert agent.report is not None
    report = agent.report.as_dict()
    assert agent.report.best.move == move
    return {name: value for name, value in report.items() if name not in ("seconds", "iterations_per_s", "native")}


both_backends = pytest.mark.parametrize("backend", ["c", "python"])

HOPS = """(game "Leaps" (players 2) (equipment { (board (square 5))
    (piece "Disc" Each (or (move Step (to if:(is Empty (to))))
      (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))) })
  (rules (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""
HEURISTICS = (
    "default",
    "(heuristics {(centreProximity) (cornerProximity weight:-0.3) (material) (influence weight:2)})",
    "(heuristics {(lineCompletionHeuristic targetLength:3) (mobilityAdvanced weight:0.1 transformation:(tanh))})",
    "(heuristics {(unthreatenedMaterial) (score) (sidesProximity transformation:(divNumInitPlacement))})",
)
