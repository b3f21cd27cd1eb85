"""The engine as the exporters see it: its public interface and nothing more.

`ludparse.load` satisfies `Loader`. The protocols let a cross-check run against anything that offers the
same, such
as the small hand-written engine of the tests.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from ludparse.interpreter.play.snapshot import Snapshot

__all__ = ["Board", "Game", "Loader", "Move", "State"]


class Move(Protocol):
    """A move."""

    @property
    def mover(self) -> int:
        """The player who makes it, from 1."""

    @property
    def from_site(self) -> int:
        """-1 where the move has none."""

    @property
    def to_site(self) -> int:
        """-1 where the move has none."""

    @property
    def record(self) -> Hashable:
        """All of the move in some form: equal for equal moves of a game."""

    @property
    def notation(self) -> str:
        """Readable, and different for different legal moves of a position."""

    @property
    def text(self) -> str:
        """Its text in Ludii's trials."""

    @property
    def actions(self) -> Sequence[object]:
        """What the move does, in order; `str(action)` is the action's text, with its brackets."""


class State(Protocol):
    """A position in a game that is being played."""

    @property
    def mover(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def ranking(self) -> Sequence[float]:
        """Place of each player, from index 1; 0.0 while it is undecided."""

    def legal_moves(self) -> Sequence[Move]: ...

    def forced_pass(self) -> Move: ...

    def consequences(self, move: Any) -> Move: ...

    def apply(self, move: Any) -> Move: ...

    def snapshot(self) -> Snapshot: ...


class Board(Protocol):
    def describe(self) -> Mapping[str, object]: ...


class Game(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def backend(self) -> str:
        """`c` or `python`, whichever runs the game."""

    @property
    def board(self) -> Board: ...

    def opening(self) -> Any:
        """The game itself; for a match, its first game."""

    def start(self, seed: int | None = None, rng_state: Sequence[int] | None = None) -> State: ...


class Loader(Protocol):
    """Reads a description and compiles it."""

    def __call__(
        self,
        source: str,
        *,
        ruleset: str | None = None,
        options: Sequence[str] = (),
        library: str | None = None,
        backend: str = "auto",
    ) -> Game: ...
