"""What every agent has in common: the protocol, what can be searched, limits, and what a result is worth."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ludparse.errors import IllegalMoveError, LudUnsupportedError

from ..match_state import MatchState
from ..move import Move
from ..players import changes_sides, seats
from ..playouts import Chance, game_seed
from ..state import State

if TYPE_CHECKING:
    from ..protocols import AnyState
    from ..traits import Traits

__all__ = [
    "Agent",
    "Seconds",
    "by_seat",
    "chance_of",
    "changes_sides",
    "check_limits",
    "legal",
    "refuse",
    "seats",
    "teams",
    "traits_of",
    "worth",
]


@runtime_checkable
class Agent(Protocol):
    """Whoever chooses moves. A class of one's own that has this method can play wherever an agent is asked for."""

    def choose(self, state: AnyState) -> Move:
        """One of the legal moves of a position, which stays as it is. Raises IllegalMoveError where there is none."""


class Seconds:
    """A limit on time. It begins when it is made; seconds: None for no limit."""

    __slots__ = ("began", "end", "seconds")

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.began = time.perf_counter()
        self.end = float("inf") if seconds is None else self.began + seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() >= self.end

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.end - time.perf_counter()

    @property
    def spent(self) -> float:
        """Seconds since it was made."""
        return time.perf_counter() - self.began


def check_limits(seconds: float | None, count: int | None, what: str) -> None:
    """Raises ValueError for limits that make no sense, or where there is none."""
    if seconds is None and count is None:
        raise ValueError(f"a search needs a limit: seconds=… or {what}=…")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds={seconds}: a search needs more than 0 seconds")
    if count is not None and count < 1:
        raise ValueError(f"{what}={count}: a search needs at least 1")


def traits_of(state: AnyState) -> list[Traits]:
    """What a search asks of the game, or of each game of a match."""
    if isinstance(state, MatchState):
        return [game.traits for game in state.game.games]
    return [state.game.traits] if isinstance(state, State) else []


def refuse(state: AnyState) -> None:
    """Raises LudUnsupportedError for games that cannot be searched without seeing what is hidden from the mover."""
    if any(traits.hidden for traits in traits_of(state)):
        raise LudUnsupportedError(
            f"{state.game.name!r} hides information from players, and a search would see it",  # type: ignore[attr-defined]
            hint="RandomAgent plays such games.",
        )


def legal(state: AnyState) -> list[Move]:
    """The legal moves. Raises IllegalMoveError where there is none."""
    moves = state.legal_moves()
    if not moves:
        raise IllegalMoveError("there is no legal move" + (": the game is over" if state.over else ""))
    return moves


def chance_of(seed: int | None, ply: int) -> Chance:
    """Random numbers for one search: the same for the same seed and number of moves that were played before.

    seed: None lets the system choose.
    """
    if seed is None:
        seed = time.time_ns()
    return game_seed(seed, ply)


def worth(ranking: Sequence[float]) -> tuple[float, ...]:
    """What a result is worth to each player, from player 1 (index 0) on: 1 for the first place, 0 for the last, 0.5
    where it is undecided. ranking: a place for each player, from player 1 on. Alone, a player has won or not."""
    last = len(ranking)
    if last == 1:
        return (1.0 if ranking[0] == 1.0 else 0.0,) if ranking[0] else (0.5,)
    return tuple((last - place) / (last - 1) if place else 0.5 for place in ranking)


def teams(state: AnyState) -> tuple[int, ...]:
    """The team of each player, from player 1 (index 0) on; each player is a team where the game has none."""
    if isinstance(state, State) and state.game.traits.teams:
        return tuple(state.game.engine.read(state.raw, "team")[1 : state.game.players + 1])
    return tuple(range(1, state.game.players + 1))  # type: ignore[attr-defined]


def by_seat(state: AnyState, ranking: tuple[float, ...]) -> tuple[float, ...]:
    """What a ranking of the players of a position is worth to each seat."""
    values = worth(ranking)
    at = seats(state)
    if at == tuple(range(len(at))):
        return values
    return tuple(values[at.index(seat)] for seat in range(len(at)))
