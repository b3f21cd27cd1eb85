"""The program of random games: the program of the rules without what a random game does not observe."""

from __future__ import annotations

from ..facts.selectable import selectable
from ..program.copying import copy_of
from ..program.modes import CHOOSE, COUNT
from ..program.program import Program
from ..program.state_layout import GENERATORS
from .removal.drop_empty_lists import drop_empty_lists
from .removal.drop_unobserved import drop_unobserved
from .removal.settle_modes import settle_modes
from .removal.thens_by_level import thens_by_level

__all__ = ["RESULTS", "playout_program"]

RESULTS = frozenset({"over", "rank", *GENERATORS})
"""The fields that say how a random game ended, and the states of the random numbers, which intrinsics read."""


def playout_program(program: Program) -> Program:
    """A program with the same random games as one that all passes have run on: the same legal moves in the same order,
    the same ends and ranks, and an error where it has one (its text may differ).

    The given program stays as it is. Numbers of functions, tables and capacities are the same in both, and the fields
    are some of those of the given program. Where moves can be counted and then chosen (`selectable`), they have to be.
    """
    copy = copy_of(program)
    drop_empty_lists(copy)
    copy.entries = {name: fn for name, fn in copy.entries.items() if name in ("start", "moves", "play")}
    if selectable(copy):
        settle_modes(copy, (COUNT, CHOOSE))
        thens_by_level(copy)
    drop_unobserved(copy, RESULTS)
    return copy
