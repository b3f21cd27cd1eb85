"""Removes dead writes to the evaluation context: slots that are overwritten before anything reads them."""

from __future__ import annotations

from ...facts.liveness import Liveness, Write
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Stmt
from ...program.program import Program
from ...program.walk import rewrite_function
from ..base.registry import register
from .drop_idle_slots import drop_idle_slots, restoring_less


@register(after=("forward_slots", "find_runs"))
def drop_dead_slots(program: Program) -> None:
    """Backward liveness analysis of each function, with all slots live at its end. Removes the dead writes, and
    conditions without any statement; then what restores slots that nothing changes any more."""
    live, effects = Liveness(program), effects_of(program)
    for fn in program.functions:
        dead = live.dead(fn)
        if dead:

            def change(s: Stmt, dead: set[Write] = dead) -> list[Stmt]:
                if isinstance(s, ops.Restoring):
                    return restoring_less(s, tuple(slot for slot in s.slots if (s, slot) not in dead))
                empty = isinstance(s, ops.If) and not s.then and not s.orelse and effects.expression(s.cond).pure
                return [] if s in dead or empty else [s]

            rewrite_function(fn, change)
    drop_idle_slots(program)
