"""How deep consequents nest: those of the moves that are played, those of the moves that these push, and so on."""

from __future__ import annotations

from collections.abc import Iterable

from ..program import ops
from ..program.intrinsics import ACT_THEN, APPLY_THENS, MOVE_ATTACH
from ..program.program import Function, Program
from ..program.walk import all_calls, all_of, all_runs
from ..program.worklist import reachable
from .modes import is_run

__all__ = ["applies_thens", "called_from", "gives_thens", "level_of_each", "then_levels"]


def then_levels(program: Program) -> list[set[int]] | None:
    """The indices of the consequents of each level: first those that functions of a ply give to moves, then those that
    these consequents give to theirs. Empty if there are none, and None if consequents may lead to themselves."""
    found: list[set[int]] = []
    given = _given(program, _of_a_ply(program))
    while given:
        if given in found:  # what follows from a level depends on that level alone
            return None
        found.append(given)
        given = _given(program, given)
    return found


def level_of_each(program: Program, levels: list[set[int]]) -> dict[int, int] | None:
    """The level of the consequents that each function applies which applies any; None if one has several.

    A function that a consequent of one level calls applies those of the next level."""
    found: dict[int, int] = {}
    for level, first in enumerate([_of_a_ply(program), *levels]):
        for i in called_from(program, first):
            if applies_thens(program.functions[i]) and found.setdefault(i, level) != level:
                return None
    return found


def called_from(program: Program, first: Iterable[int]) -> set[int]:
    """The functions that are called by these, directly or not, and these themselves."""
    def called(i: int) -> list[int]:
        return [f.index for f in all_calls(program.functions[i])]

    return set(reachable(first, called))


def gives_thens(fn: Function) -> set[int]:
    """The consequents that a function itself gives to moves."""
    found = {then.index for s in all_of(fn, ops.Emit) for then in s.then}
    return found | {x.src[-1].const for x in all_runs(fn) if is_run(x, MOVE_ATTACH, ACT_THEN)}


def applies_thens(fn: Function) -> bool:
    """Whether a function itself applies the consequents of a move."""
    return any(is_run(x, APPLY_THENS) for x in all_runs(fn))


def _of_a_ply(program: Program) -> set[int]:
    return {fn.index for fn in (program.entries["moves"], program.entries["play"], *program.appliers.values())}


def _given(program: Program, first: Iterable[int]) -> set[int]:
    return set().union(*(gives_thens(program.functions[i]) for i in called_from(program, first)))
