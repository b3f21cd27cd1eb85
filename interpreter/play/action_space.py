"""What states ask of the action space of their game (`interpreter/game/actions`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .move import Move

__all__ = ["ActionNumbers"]


class ActionNumbers(Protocol):
    """One number for each move, fixed before play."""

    @property
    def size(self) -> int:
        """How many actions there are: they are numbered from 0 to size - 1."""

    def of(self, moves: Sequence[Move]) -> list[int]:
        """The actions of all legal moves of a position, in order."""

    def name(self, action: int) -> str:
        """An action for people."""
