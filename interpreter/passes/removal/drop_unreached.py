"""Empties unreachable functions: backends do not render them, and later passes have less to look at."""

from __future__ import annotations

from ...program.program import Program
from ...program.walk import reached
from ..base.registry import register


@register(after=("forward_slots",))
def drop_unreached(program: Program) -> None:
    """Notes the reachable functions in `Program.live`. Indices stay as they are, since moves refer to them."""
    live = set(reached(program))
    program.live = live
    for fn in program.functions:
        if fn.index not in live and fn.body:
            fn.body.clear()
            fn.changed()
