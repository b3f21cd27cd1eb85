"""What can be asked of the action space of a game (`interpreter/game/actions`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .move import Move

__all__ = ["Action", "ActionNumbers", "Symmetry"]


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


class Symmetry(NamedTuple):
    """One symmetry. name: in words. sites: of each site number its image. actions: int32 of shape (actions,), of each
    action its image. cells: of each cell of the planes of "board" its image."""

    name: str
    sites: tuple[int, ...]
    actions: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]

    def of_planes(self, planes: Any) -> Any:
        """The image of planes, of shape (…, rows, columns)."""
        import numpy as np

        flat = planes.reshape(*planes.shape[:-2], -1)
        image = np.empty_like(flat)
        image[..., self.cells] = flat
        return image.reshape(planes.shape)

    def of_actions(self, values: Any) -> Any:
        """The image of values of all actions (masks, policies, visits), of shape (…, actions)."""
        import numpy as np

        image = np.empty_like(values)
        image[..., self.actions] = values
        return image
