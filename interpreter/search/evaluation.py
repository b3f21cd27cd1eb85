"""What a position looks worth where a search stops: scores, material and mobility."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..flags import Feature
from ..match_state import MatchState
from ..state import State

if TYPE_CHECKING:
    from ..protocols import AnyState

__all__ = ["evaluate"]

PIECE, POINT, CHOICE = 100.0, 100.0, 1.0
"""What a piece, a point of the score and a legal move of the player to move count."""


def evaluate(state: AnyState, side: frozenset[int]) -> float:
    """How good a position looks for some players, by number from 1; above 0 is good, and always within ±1,000,000.

    The average of these players is compared with that of the others. A piece counts 100 whatever it is, a point 100, a
    legal move of the player to move 1. The heuristics of the description's `(ai …)` part are not read.
    """
    if isinstance(state, MatchState):
        inner = evaluate(state.instance, side)
        return max(-1e6, min(1e6, _lead(state.score, side) * 10_000 + inner))
    if not isinstance(state, State):
        raise TypeError("only positions of games and matches are evaluated")
    players = state.game.players
    worth = [0.0] * (players + 1)
    if state.game.flags.uses(Feature.SCORE):
        for player, score in enumerate(state.game.engine.read(state.raw, "score")[1 : players + 1], 1):
            worth[player] += POINT * score
    for _, count, *levels in state.sites():
        assert isinstance(count, int)
        for level in levels:
            assert isinstance(level, list)
            if 1 <= level[1] <= players:
                worth[level[1]] += PIECE * (1 if len(levels) > 1 else max(1, count))
    mobility = CHOICE * state.count_moves() * (1 if state.mover in side else -1)
    return max(-1e6, min(1e6, _lead(worth, side) + mobility))


def _lead(values: list[float] | list[int], side: frozenset[int]) -> float:
    """The average of some players minus that of the others; index 0 is unused."""
    ours = [v for p, v in enumerate(values) if p in side]
    theirs = [v for p, v in enumerate(values) if p and p not in side]
    return sum(ours) / max(1, len(ours)) - sum(theirs) / max(1, len(theirs))
