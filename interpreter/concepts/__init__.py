"""Ludii's concepts of a game: what it is like, as some five hundred yes or no answers and thirty numbers.

The table stands in the files by subject (`booleans`, `numbers`, `regions`, `boards`, `moves`, `effects`, `start`,
`end`, `style`); `rules` says how it is written, `collector` reads it, `game` puts the parts of a game together.
"""

from . import boards, booleans, effects, end, moves, numbers, regions, start, style  # noqa: F401 (the table)
from .counts import concept_counts
from .game import concepts_of, game_concepts, match_concepts
from .rules import RULES
from .taxonomy import BRANCHES, CONCEPTS, PARENTS, in_order

__all__ = [
    "BRANCHES",
    "CONCEPTS",
    "PARENTS",
    "RULES",
    "concept_counts",
    "concepts_of",
    "game_concepts",
    "in_order",
    "match_concepts",
]
