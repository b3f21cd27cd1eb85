"""Removes what restores slots of the context that nothing changes."""

from __future__ import annotations

from .. import ops
from ..ops import Program, Stmt
from ..walk import rewrite, statements
from .try_what_is_asked import written_slots


def drop_idle_slots(program: Program) -> None:
    """Removes writes to a slot if every write in the program restores what was read from it: it never changes."""
    written = written_slots(program)

    def change(s: Stmt) -> list[Stmt]:
        return [] if isinstance(s, ops.SetCtx) and s.slot not in written else [s]

    for fn in program.functions:
        if any(isinstance(s, ops.SetCtx) and s.slot not in written for s in statements(fn.body)):
            fn.body[:] = rewrite(fn.body, change)
