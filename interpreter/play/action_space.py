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
    def seats(self) -> int:
        """Players with numbers of their own: 1 where they move in turn."""

    @property
    def declared(self) -> Sequence[int]:
        """For each component the number of the first one that the same item of the equipment declares: what `told` says
        of pieces."""

    @property
    def first_reserve(self) -> int:
        """The first number of the reserve, for moves that the rules do not tell apart."""

    @property
    def reason(self) -> str:
        """Why moves may get numbers of the reserve, which follow from their content; "" where none do."""

    @property
    def begin_where_they_end(self) -> bool:
        """Whether all moves that the rules may make begin where they end."""

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
    """One symmetry: of a position and its image, one is played as the other is.

    name: in words. players, pieces, states: the image of each player, component and local state, by number; 0 is its
    own, and so are those that are not there. sites: of each site number its image. actions, cells, planes, numbers:
    int32, the image of each action, and of each cell, plane and number of "board". Numbers of the reserve are their own
    images: which moves they are differs from position to position.

    Where players are exchanged, what is said of one of them (whose turn it is, what the result is worth) is said of
    `players[k]` in the image.
    """

    name: str
    players: tuple[int, ...]
    pieces: tuple[int, ...]
    states: tuple[int, ...]
    sites: tuple[int, ...]
    actions: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]
    planes: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.int32]

    def of_planes(self, planes: Any) -> Any:
        """The image of planes, of shape (…, history × planes, rows, columns)."""
        import numpy as np

        flat = planes.reshape(*planes.shape[:-3], -1, len(self.planes), len(self.cells))
        image = np.empty_like(flat)
        image[..., self.planes[:, None], self.cells] = flat
        return image.reshape(planes.shape)

    def of_numbers(self, numbers: Any) -> Any:
        """The image of the numbers of observations, of shape (…, numbers)."""
        return _moved(numbers, self.numbers)

    def of_actions(self, values: Any) -> Any:
        """The image of values of all actions (masks, policies, visits), of shape (…, actions)."""
        return _moved(values, self.actions)

    def of_seats(self, values: Any) -> Any:
        """The image of values of all players (rewards), of shape (…, players)."""
        import numpy as np

        return _moved(values, np.array(self.players[1:]) - 1)

    def actions_before(self, actions: Any) -> Any:
        """The actions of which these are the images: what to play where an action was chosen for the image."""
        import numpy as np

        return np.argsort(self.actions)[actions]


def _moved(values: Any, to: Any) -> Any:
    import numpy as np

    image = np.empty_like(values)
    image[..., to] = values
    return image
