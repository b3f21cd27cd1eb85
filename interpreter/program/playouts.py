"""The program that random games run: the program of the rules without what only other uses of it observe."""

from __future__ import annotations

from .copying import copy_of
from .ops import Program
from .passes.drop_unobserved import drop_unobserved

RESULTS = frozenset({"over", "rank", "rng"})
"""The fields that tell how a random game ended, and `rng`, which each game sets."""


def playout_program(program: Program) -> Program:
    """A program with the same random games, move by move: legal moves, their order, ends and ranks."""
    copy = copy_of(program)
    copy.entries = {name: fn for name, fn in copy.entries.items() if name in ("start", "moves", "play")}
    drop_unobserved(copy, RESULTS)
    return copy
