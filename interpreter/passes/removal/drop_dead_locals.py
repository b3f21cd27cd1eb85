"""Removes assignments to locals that are never read, and statements of which nothing remains then."""

from __future__ import annotations

from ...program import ops
from ...program.effects import silent
from ...program.ops import Op, Stmt, Var
from ...program.program import Program
from ...program.walk import all_expressions, all_of, expressions, rewrite_function
from ..base.registry import register


@register(after=("drop_idle_slots",))
def drop_dead_locals(program: Program) -> None:
    """Repeats until there are none. Values with an effect, and those that may fail, stay."""
    for fn in program.functions:
        while True:
            assigned = all_of(fn, ops.Assign)
            read = {x.var for x in all_expressions(fn) if x.op is Op.VAR} if assigned else set[Var]()
            dead = {s for s in assigned if s.var not in read and silent(s.value)}
            if not dead:
                break

            def change(s: Stmt, dead: set[ops.Assign] = dead, read: set[Var] = read) -> list[Stmt]:
                return [] if s in dead or _empty(s, read) else [s]

            rewrite_function(fn, change)


def _empty(s: Stmt, read: set[Var]) -> bool:
    """Whether a statement holds none and evaluates nothing that has an effect. read: the locals that are read."""
    if isinstance(s, ops.If):
        return not s.then and not s.orelse and silent(s.cond)
    if isinstance(s, ops.ForRow | ops.ForSet):
        return not s.body and s.var not in read and all(map(silent, expressions(s)))
    return False
