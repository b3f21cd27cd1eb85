"""Removes what restores slots of the context that nothing has changed."""

from __future__ import annotations

from ...facts.context_kept import ContextKept
from ...program import ops
from ...program.ops import Stmt
from ...program.program import Program
from ...program.walk import rewrite, statements
from ..base.registry import register


@register(after=("drop_positions",))
def drop_idle_slots(program: Program) -> None:
    """Restores only the slots that what runs in between may leave changed, callees included."""
    kept = ContextKept(program)

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.Restoring):
            return [s]
        changed = kept.block(s.body)
        return restoring_less(s, tuple(slot for slot in s.slots if slot in changed))

    for fn in program.functions:
        if any(isinstance(s, ops.Restoring) for s in statements(fn.body)):
            fn.body[:] = rewrite(fn.body, change)


def restoring_less(s: ops.Restoring, slots: tuple[str, ...]) -> list[Stmt]:
    """The statement with these slots alone; its body, if that leaves nothing to restore."""
    s.slots = slots
    return [s] if s.body and (slots or s.moves or s.record) else s.body
