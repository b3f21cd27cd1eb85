"""Empties functions that no entry comes to, so that backends need not render them and later passes not look at them."""

from __future__ import annotations

from ..ops import Program
from ..walk import reached


def drop_unreached(program: Program) -> None:
    """Removes the bodies of unreached functions; indices stay as they are, since moves refer to them."""
    live = reached(program)
    program.live = live
    for fn in program.functions:
        if fn.index not in live:
            fn.body.clear()
