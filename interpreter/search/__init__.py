"""Agents that choose moves: they play any game on both backends.

    from ludparse.search import UCT
    agent = UCT(seconds=1)
    move = agent.choose(state)
    agent.report            # per move: visits, value, interval; principal variation; speed

Games that are loaded after this import are compiled with their searches; others are when a search begins, once, which
takes a few tenths of a second.

`Agent` is the protocol that every agent satisfies, and that a class of one's own may satisfy.
"""

from ..backends.c.compiled import expect_searches
from .agent import Agent, Seconds, refuse
from .alpha_beta import AlphaBeta
from .auto import Auto
from .flat import FlatMonteCarlo
from .guided import Evaluate, Guided
from .random_agent import RandomAgent
from .report import MoveReport, Report
from .solver import Solution, solve
from .uct import UCT

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
    "refuse",
    "solve",
]

expect_searches()
