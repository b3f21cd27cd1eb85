"""What every agent has in common: the protocol, what can be searched, limits, and what a result is worth."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol, TypeVar, runtime_checkable

from ludparse.problems.errors import IllegalMoveError, LudUnsupportedError

from ..backends.c.engine import CEngine
from ..play.arguments import FAR, bits_of_seed, whole
from ..play.engine import Engine
from ..play.move import Move
from ..play.playouts import Chance, game_seed
from ..play.state import State

__all__ = [
    "Agent",
    "Seconds",
    "chance_of",
    "check_limits",
    "in_time",
    "legal",
    "native_now",
    "refuse",
]


T = TypeVar("T")


@runtime_checkable
class Agent(Protocol):
    """Whoever chooses moves. A class of one's own that has this method can play wherever an agent is asked for."""

    def choose(self, state: State) -> Move:
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


def in_time(work: Callable[[], T], seconds: float | None) -> T | None:
    """The result of some work; None where it is not ready in time. Then it goes on beside, for a later search. Raises
    what the work raises."""
    if seconds is None:
        return work()
    found: list[T] = []
    failures: list[Exception] = []

    def run() -> None:
        try:
            found.append(work())
        except Exception as problem:
            failures.append(problem)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if failures:
        raise failures[0]
    return found[0] if found else None


def native_now(engine: Engine, clock: Seconds) -> bool:
    """Whether native code can search a game. Where time is limited its compiler is not waited for."""
    return isinstance(engine, CEngine) and (engine.compiles() if clock.seconds is None else engine.can_search())


def check_limits(seconds: float | None, count: int | None, what: str, most: int = FAR) -> int | None:
    """The count as an int. Raises ValueError for limits that make no sense, or where there is none. most: of the
    count."""
    if seconds is None and count is None:
        raise ValueError(f"a search needs a limit: seconds=… or {what}=…")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds={seconds}: a search needs more than 0 seconds")
    return None if count is None else whole(what, count, 1, most)


def refuse(state: State) -> None:
    """Raises LudUnsupportedError for games that cannot be searched without seeing what is hidden from the mover."""
    if not isinstance(state, State):
        raise TypeError(f"a position is searched, such as game.start(), and this is a {type(state).__name__}")
    if any(game.traits.hidden for game in state.game.single_games):
        raise LudUnsupportedError(
            f"{state.game.name!r} hides information from players, and a search would see it",
            hint="RandomAgent plays such games.",
        )


def legal(state: State) -> list[Move]:
    """The legal moves. Raises IllegalMoveError where there is none."""
    moves = state.legal_moves()
    if not moves:
        raise IllegalMoveError("there is no legal move" + (": the game is over" if state.over else ""))
    return moves


def chance_of(seed: int | None, ply: int) -> Chance:
    """Random numbers for one search: the same for the same seed and number of moves that were played before.

    seed: None lets the system choose.
    """
    return game_seed(time.time_ns() if seed is None else bits_of_seed(seed), ply)
