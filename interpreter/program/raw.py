"""Moves and actions as plain data, and what every backend's engine offers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, overload

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


class Rankings(Sequence[tuple[float, ...]]):
    """The places of the players, a tuple a game (0.0 where undecided), in little memory."""

    def __init__(self, places: array[float], players: int) -> None:
        self._places = places
        self._players = players

    def __len__(self) -> int:
        return len(self._places) // self._players if self._players else 0

    @overload
    def __getitem__(self, index: int) -> tuple[float, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[float, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[float, ...] | list[tuple[float, ...]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self)} games, and none of number {index}")
        first = index % len(self) * self._players
        return tuple(self._places[first : first + self._players])


@dataclass(slots=True)
class Playouts:
    """Results of random games: lengths in plies, rankings (games × players, 0.0 where undecided), games cut off."""

    games: int
    moves: int
    cut: int
    lengths: Sequence[int]
    rankings: Sequence[tuple[float, ...]]


class Engine(Protocol):
    """Runs one program. A state is an opaque value that `copy` copies."""

    name: str

    def start(self, rng: int) -> Any:
        """A state at the start of a game; rng: the 64-bit state of SplitMix64."""

    def optimise(self) -> None:
        """Prepares for many positions (optimised native code, which takes seconds to compile once)."""

    def copy(self, state: Any) -> Any:
        """An independent copy."""

    def stir(self, state: Any, number: int) -> None:
        """Mixes 64 bits into what chance has not decided yet."""

    def moves(self, state: Any) -> list[RawMove]:
        """Legal moves; may draw random numbers of the state (dice)."""

    def play(self, state: Any, move: RawMove, keep: bool = True) -> list[RawAction]:
        """Applies a move with its consequents and all that follows a move; returns the actions applied."""

    def read(self, state: Any, field: str) -> Any:
        """A field's value: int, list of ints, or set as a sorted list."""

    def perft(self, state: Any, depth: int) -> int:
        """Number of leaves."""

    def playouts(self, state: Any, n: int, seed: int, max_moves: int, restart: bool) -> Playouts:
        """Random games, moves chosen uniformly."""
