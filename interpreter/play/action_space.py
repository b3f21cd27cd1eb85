"""What can be asked of the action space of a game (`interpreter/game/actions`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from .move import Move

__all__ = ["Action", "ActionNumbers"]


class Action(NamedTuple):
    """What an action number stands for.

    seat: from 0, where the players move at the same time; else 0. kind: of the action that is the decision, "" in the
    reserve; where it may be several, joined by "/". begin, end: sites, -1 for none. told: what else tells it apart, by
    name ("what", "level", "count", …), the values that it may have.
    """

    number: int
    seat: int
    kind: str
    begin: int
    end: int
    told: tuple[tuple[str, tuple[int, ...]], ...]


class ActionNumbers(Protocol):
    """One number for each move, fixed before play."""

    @property
    def size(self) -> int:
        """How many actions there are: they are numbered from 0 to size - 1."""

    @property
    def version(self) -> int:
        """Goes up when numbers change: what was learned under another version does not fit."""

    @property
    def checksum(self) -> str:
        """The first 16 digits of the SHA-256 of all numbers' meanings: equal where the numbers are."""

    @property
    def table(self) -> tuple[Action, ...]:
        """What each number stands for."""

    @property
    def factors(self) -> dict[str, tuple[object, ...]]:
        """The different values of each part of an action, ascending, by the name of the part."""

    def of(self, moves: Sequence[Move]) -> list[int]:
        """The actions of all legal moves of a position, in order."""

    def name(self, action: int) -> str:
        """An action for people."""
