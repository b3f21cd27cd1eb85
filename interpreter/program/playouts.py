"""The program of random games: the program of the rules without what a random game does not observe."""

from __future__ import annotations

from . import ops
from .copying import copy_of
from .expressions import as_bool
from .intrinsics import EMIT_GATE, MODE_ENTER, MOVE_ATTACH
from .modes import COUNT
from .ops import Program
from .passes.drop_unobserved import drop_unobserved
from .passes.modes import builds, is_run
from .passes.selectable import selectable
from .walk import all_runs, statements

__all__ = ["RESULTS", "playout_program"]

RESULTS = frozenset({"over", "rank", "rng"})
"""The fields that say how a random game ended, and `rng`, which each game sets."""


def playout_program(program: Program) -> Program:
    """A program with the same random games as one that all passes have run on: the same legal moves in the same order,
    the same ends and ranks, and an error where it has one (its text may differ).

    The given program stays as it is. Numbers of functions, tables and capacities are the same in both, and the fields
    are some of those of the given program. Where moves can be counted and then chosen (`selectable`), they have to be.
    """
    copy = copy_of(program)
    copy.entries = {name: fn for name, fn in copy.entries.items() if name in ("start", "moves", "play")}
    if selectable(copy):
        _never_build(copy)
    drop_unobserved(copy, RESULTS)
    return copy


def _never_build(program: Program) -> None:
    """Settles the conditions that ask whether moves are built, in a program whose every question counts."""
    live = [fn for fn in program.functions if program.live is None or fn.index in program.live]
    found = [s for fn in live for s in statements(fn.body)]
    modes = [s.value.src[0] for s in found if isinstance(s, ops.Do) and is_run(s.value, MODE_ENTER)]
    if not all(mode.is_const and mode.const == COUNT for mode in modes):
        return
    if any(isinstance(s, ops.Emit) and s.then for s in found) or any(
        is_run(x, EMIT_GATE, MOVE_ATTACH) for fn in live for x in all_runs(fn)
    ):
        return  # some are built, when they are chosen or as consequents
    for s in found:
        if isinstance(s, ops.If) and builds(s.cond):
            s.cond = as_bool(False)
