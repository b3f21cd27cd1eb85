"""Moves and actions as plain data."""

from __future__ import annotations

from dataclasses import dataclass

NOTES = ("THEN", "passed")
"""Kinds that stand among the actions of a move without being one."""


@dataclass(frozen=True, slots=True)
class RawAction:
    """kind: name in `actions.ACTIONS`, or "THEN" (params[0] is a function of the program)."""

    kind: str
    decision: bool
    params: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RawMove:
    """A move as the program emitted it."""

    mover: int
    from_site: int
    to_site: int
    level_min: int
    level_max: int
    actions: tuple[RawAction, ...]
    then: tuple[int, ...]
