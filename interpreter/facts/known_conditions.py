"""What a block does where some conditions are known to hold, or not to."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ..program import ops
from ..program.effects import silent
from ..program.ops import Block, Expr, Op, Stmt, Var
from ..program.program import Function
from ..program.substitution import result_of
from ..program.walk import bound

__all__ = ["WhereKnown", "decide", "result_where"]

Holds = Callable[[Expr], bool | None]
"""Whether a condition that is put together of no others holds; None where that is not known."""


def decide(cond: Expr, holds: Holds) -> bool | None:
    """Whether a condition holds, if that is known."""
    if cond.is_const:
        return bool(cond.const)
    if cond.op is Op.NOT:
        value = decide(cond.src[0], holds)
        return None if value is None else not value
    if cond.op in (Op.AND, Op.OR):
        decisive = cond.op is Op.OR
        first, second = (decide(x, holds) for x in cond.src)
        if first is decisive or (second is decisive and silent(cond.src[0])):  # the first is evaluated in any case
            return decisive
        return None if None in (first, second) else not decisive
    return holds(cond)


class WhereKnown:
    """Follows blocks one after another, and the constants that locals hold meanwhile."""

    def __init__(self, holds: Holds) -> None:
        self._holds = holds
        self._known: dict[Var, bool] = {}

    def block(self, body: Block) -> Block:
        """The statements of a block that run, those of undecided branches included."""
        return [t for s in body for t in self._statement(s)]

    def _value(self, x: Expr) -> bool | None:
        return self._known.get(x.var) if x.op is Op.VAR else self._holds(x)

    def _statement(self, s: Stmt) -> Block:
        value = decide(s.cond, self._value) if isinstance(s, ops.If) else None
        if isinstance(s, ops.If) and value is not None:
            return self.block(s.then if value else s.orelse)
        before = dict(self._known)
        if isinstance(s, ops.If):
            then, self._known = self.block(s.then), before.copy()
            s = dataclasses.replace(s, then=then, orelse=self.block(s.orelse))
        elif isinstance(s, ops.Filter):
            s = dataclasses.replace(s, body=self.block(s.body))
        changed = set(bound([s]))
        self._known = {v: known for v, known in before.items() if v not in changed}
        if isinstance(s, ops.Assign) and s.var.type is ops.Type.BOOL and s.value.is_const:
            self._known[s.var] = bool(s.value.const)
        return [s]


def result_where(fn: Function, holds: Holds) -> Expr | None:
    """The result of a function where conditions are known, if before it returns it does nothing but assign locals."""
    return result_of(dataclasses.replace(fn, body=WhereKnown(holds).block(fn.body)))
