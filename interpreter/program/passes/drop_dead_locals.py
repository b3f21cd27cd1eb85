"""Removes assignments to locals that are never read."""

from __future__ import annotations

from .. import ops
from ..effects import silent
from ..ops import Op, Program, Stmt
from ..walk import all_expressions, rewrite, statements


def drop_dead_locals(program: Program) -> None:
    """Repeats until there are none. Values with an effect, and those that may fail, stay."""
    for fn in program.functions:
        while True:
            assigned = [s for s in statements(fn.body) if isinstance(s, ops.Assign)]
            read = {id(x.arg) for x in all_expressions(fn) if x.op is Op.VAR} if assigned else ()
            dead = {id(s) for s in assigned if id(s.var) not in read and silent(s.value)}
            if not dead:
                break

            def change(s: Stmt, dead: set[int] = dead) -> list[Stmt]:
                return [] if id(s) in dead else [s]

            fn.body[:] = rewrite(fn.body, change)
