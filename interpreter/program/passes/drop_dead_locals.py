"""Locals that nothing reads are not computed."""

from __future__ import annotations

from .. import ops
from ..intrinsics import INTRINSICS
from ..ops import Expr, Op, Program, Stmt
from ..walk import all_expressions, rewrite, statements

_READS = {"move_count", "act_count", "applied_count", "applied_base", "move_from", "move_to", "move_mover"}


def _droppable(x: Expr) -> bool:
    """Whether leaving out the expression changes nothing."""
    if x.op is Op.CALL or x.type is ops.Type.LIST or x.op in (Op.DIV, Op.MOD, Op.LIST_AT):
        return False
    if x.op is Op.RUN and x.arg not in _READS:
        decl = INTRINSICS.get(str(x.arg))
        if decl is None or not decl.pure:
            return False
    return all(_droppable(s) for s in x.src)


def drop_dead_locals(program: Program) -> None:
    """Removes assignments to locals that are never read, until there are none."""
    for fn in program.functions:
        while True:
            assigned = [s for s in statements(fn.body) if isinstance(s, ops.Assign)]
            read = {id(x.arg) for x in all_expressions(fn) if x.op is Op.VAR} if assigned else ()
            dead = {id(s) for s in assigned if id(s.var) not in read and _droppable(s.value)}
            if not dead:
                break

            def change(s: Stmt, dead: set[int] = dead) -> list[Stmt]:
                return [] if id(s) in dead else [s]

            fn.body[:] = rewrite(fn.body, change)
