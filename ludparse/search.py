"""Agents that choose moves, and proofs of what a position is worth (docs/search.md)."""

from ludparse.interpreter.search import (
    UCT,
    Agent,
    AlphaBeta,
    Auto,
    Evaluate,
    FlatMonteCarlo,
    Guided,
    MoveReport,
    RandomAgent,
    Report,
    Seconds,
    Solution,
    solve,
)

__all__ = [
    "UCT",
    "Agent",
    "AlphaBeta",
    "Auto",
    "Evaluate",
    "FlatMonteCarlo",
    "Guided",
    "MoveReport",
    "RandomAgent",
    "Report",
    "Seconds",
    "Solution",
    "solve",
]
