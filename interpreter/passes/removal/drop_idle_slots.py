"""Removes what restores slots of the context that nothing has changed."""

from __future__ import annotations

import dataclasses

from ...facts.left_changed import slots_left_changed
from ...program import ops
from ...program.ops import Stmt
from ...program.program import Program
from ...program.walk import rewrite_function
from ..base.registry import register


@register(after=("drop_positions",))
def drop_idle_slots(program: Program) -> None:
    """Restores only the slots that what runs in between may leave changed, callees included."""
    left_changed = slots_left_changed(program)

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.Restoring):
            return [s]
        changed = left_changed.block(s.inside)
        return restoring_less(s, tuple(slot for slot in s.slots if slot in changed))

    for fn in program.functions:
        rewrite_function(fn, change, ops.Restoring)


def restoring_less(s: ops.Restoring, slots: tuple[str, ...]) -> list[Stmt]:
    """The statement with these slots alone; its body, if that leaves nothing to restore."""
    if not s.inside or not (slots or s.moves or s.record or s.fields):
        return s.body
    return [s if slots == s.slots else dataclasses.replace(s, slots=slots)]
