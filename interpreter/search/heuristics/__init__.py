"""Heuristics: what a position looks worth to each player, by the description's `(ai …)` part.

    evaluation = evaluation_of(game)                    # tables, made once for a game
    Evaluator(evaluation).values(state)                 # for each player what Ludii's heuristics give

`terms` has the terms of the language, `reading` finds those of a description, `tables` turns them into tables for one
game, and `values` computes values from these. Native code reads the same tables
(`backends/c/runtime/search/evaluate.h`).
"""

from .reading import described_terms
from .tables import Evaluation, Group, evaluation_of, make_evaluation
from .terms import DEFAULT, Term, TermKind, Transformation
from .values import Evaluator

__all__ = [
    "DEFAULT",
    "Evaluation",
    "Evaluator",
    "Group",
    "Term",
    "TermKind",
    "Transformation",
    "described_terms",
    "evaluation_of",
    "make_evaluation",
]
