"""Replaces branches on constants by the branch that is taken, and drops empty ones."""

from __future__ import annotations

from ...program import ops
from ...program.effects import silent
from ...program.ops import Stmt
from ...program.program import Program
from ...program.walk import rewrite_function
from ..base.registry import register


@register(before=("full_where_needed",))
def fold_branches(program: Program) -> None:
    """Rewrites every function. The condition of an empty `if` stays if it runs something or may fail."""

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.If) and s.cond.is_const:
            return s.then if s.cond.const else s.orelse
        if isinstance(s, ops.If) and not s.then and not s.orelse:
            return [] if silent(s.cond) else [ops.Do(s.cond, places=s.places)]
        return [s]

    for fn in program.functions:
        rewrite_function(fn, change, ops.If)
