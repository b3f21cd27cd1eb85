"""Removes dead writes to the evaluation context: slots that are overwritten before anything reads them."""

from __future__ import annotations

from ...facts.live_slots import LiveSlots
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Program, Stmt
from ...program.walk import rewrite
from ..base.registry import register


@register(after=("forward_slots", "find_runs"))
def drop_dead_slots(program: Program) -> None:
    """Backward liveness analysis of each function, with all slots live at its end. Removes the dead writes, and
    conditions without any statement."""
    live, effects = LiveSlots(program), effects_of(program)
    for fn in program.functions:
        dead = live.dead(fn)
        if dead:

            def change(s: Stmt, dead: set[int] = dead) -> list[Stmt]:
                empty = isinstance(s, ops.If) and not s.then and not s.orelse and effects.expression(s.cond).pure
                return [] if id(s) in dead or empty else [s]

            fn.body[:] = rewrite(fn.body, change)
