"""What a state refers to: the content of its position, and the moves that led there. Neither changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine import RawState
    from .move import Move, MoveTable


class Past:
    """The moves that led to a position, as a list linked from the last: the move as it was applied, and the position
    before.
    """

    __slots__ = ("__weakref__", "before", "earlier", "move", "together")

    def __init__(
        self,
        before: tuple[RawState, RawState],
        move: Move,
        earlier: Past | None,
        together: tuple[int, ...] | None = None,
    ) -> None:
        """together: the places among the legal moves of the moves that were joined in this one."""
        self.before = before
        self.move = move
        self.earlier = earlier
        self.together = together


class Position:
    """The immutable content of a state.

    Copies share it; a move replaces it, so that threads never see half of a change.

    fresh: as the last move left it, from which the legal moves are found; finding them again draws the same. drawn:
    the same with what chance has drawn for the legal moves, None until they are found.
    """

    __slots__ = ("actions", "drawn", "fresh", "moves", "past", "places", "table")

    def __init__(self, fresh: RawState, past: Past | None, drawn: RawState | None = None) -> None:
        self.fresh = fresh
        self.drawn = drawn
        self.past = past
        self.table: MoveTable | None = None
        self.moves: list[Move] | None = None
        self.actions: list[int] | None = None
        """The action number of each legal move, in order; None until somebody asks."""
        self.places: dict[int, int] | None = None
        """The place of each action in `actions`."""

    @property
    def raw(self) -> RawState:
        """The state as users see it, with random results drawn if they have been."""
        return self.fresh if self.drawn is None else self.drawn
