"""Puts plain statements in the place of the floods that are left."""

from __future__ import annotations

from ...program.expansion import expand
from ...program.program import Program
from ..base.registry import register


@register(legalises=True, after=("find_runs", "flood_sets"))
def expand_nodes(program: Program) -> None:
    """Expands every flood (`program/expansion.py` says what they mean)."""
    expand(program)
