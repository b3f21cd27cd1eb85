"""Moves that are chosen by their number and played at once, without a record of their actions.

Each `plain` Emit is a *point*. Choosing a move there stores the number of the point and the values that its actions
take; a function with one case for each point applies the actions, or makes a record of them where somebody asks. The
backends that render native code do so.
"""

from __future__ import annotations

from typing import TypeAlias

from ..program.ops import Emit, Expr
from ..program.program import Program
from ..program.walk import reached_from, runs, runs_of
from .modes import inherited
from .selectable import selectable

__all__ = ["FROM", "TO", "Point", "Taken", "is_plain", "points"]

FROM, TO = -1, -2
Taken: TypeAlias = Expr | int
"""Where a parameter of an action comes from: a constant, the move's origin or destination (FROM, TO), or what is stored
under a number."""


def is_plain(s: Emit) -> bool:
    """Whether a move can be played from the values of its operands: these run nothing, so that they do not depend on
    how moves are pushed, and which of its actions are decisions is constant."""
    return all(action.decision.is_const for action in s.actions) and not runs_of([s])


class Point:
    """A plain Emit: which of its operands are stored.

    stored: the operands of actions that are neither constant nor the move's origin or destination, each once.
    values: where the parameters of each action come from.
    """

    def __init__(self, number: int, emit: Emit) -> None:
        self.number, self.emit = number, emit
        self.stored: list[Expr] = []
        known = {emit.from_site: FROM, emit.to_site: TO}
        known = {} if _runs(emit.from_site) or _runs(emit.to_site) else known
        self.values = [[self._value(p, known) for p in action.params] for action in emit.actions]

    def _value(self, x: Expr, known: dict[Expr, int]) -> Taken:
        if x.is_const:
            return x
        if x not in known or _runs(x):
            known[x] = len(self.stored)
            self.stored.append(x)
        return known[x]

    @property
    def is_pass(self) -> bool:
        """Whether the move passes: `move_is_pass` of its record."""
        decisions = [a.kind for a in self.emit.actions if a.decision.const]
        return all(k == "pass" for k in decisions) and any(a.kind == "pass" for a in self.emit.actions)


def points(program: Program) -> dict[Emit, Point]:
    """The points of a program: none if its moves are not counted and then chosen."""
    if not selectable(program):
        return {}
    reached = (program.functions[i] for i in sorted(reached_from(program, [program.entries["moves"]])))
    plain = (s for fn in reached for s in inherited(fn.body) if isinstance(s, Emit) and is_plain(s))
    return {s: Point(n, s) for n, s in enumerate(plain, 1)}


def _runs(x: Expr) -> bool:
    return bool(runs(x))
