"""The interface of a backend's engine, and the moves of a position, which are decoded on demand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from ..program.program import Program
    from ..program.raw import RawMove
    from .playouts import Playouts

__all__ = ["Engine", "MoveRecords", "PlyDigest", "RawMoves", "RawState", "RenderedProgram", "Traits"]

RawState = Any
"""The state as one backend keeps it. It never changes: what changes a state returns another one."""


class Traits(NamedTuple):
    """What states and searches ask of a game. stochastic: whether chance plays a part. scores, amounts: whether players
    have them. hidden: whether something is hidden from a player. teams: whether players form teams. large: the
    components that cover several sites."""

    stochastic: bool
    scores: bool
    amounts: bool
    hidden: bool
    teams: bool
    large: frozenset[int]


class MoveRecords(Protocol):
    """Moves in the form of one backend, decoded one by one on demand."""

    def __len__(self) -> int: ...

    def head(self, k: int) -> tuple[int, int, int, int, int]:
        """Mover, from, to, lowest and highest level of move k."""

    def raw(self, k: int) -> RawMove:
        """Move k."""

    def record(self, k: int) -> Hashable:
        """All of move k, in some form: equal for equal moves of one backend."""


class RawMoves:
    """Moves that are already decoded."""

    __slots__ = ("_moves",)

    def __init__(self, moves: Sequence[RawMove]) -> None:
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    def head(self, k: int) -> tuple[int, int, int, int, int]:
        """Mover, from, to, lowest and highest level of move k."""
        m = self._moves[k]
        return m.mover, m.from_site, m.to_site, m.level_min, m.level_max

    def raw(self, k: int) -> RawMove:
        """Move k."""
        return self._moves[k]

    def record(self, k: int) -> RawMove:
        """All of move k."""
        return self._moves[k]


class PlyDigest(NamedTuple):
    """One ply: who moved, among how many legal moves, the three digests, and whether the game is over after it.

    For the start of a game only the last two count; the others are 0.
    """

    mover: int
    moves: int
    legal: int
    applied: int
    position: int
    over: bool


class Engine(Protocol):
    """Runs one program. Any number of threads may call it at the same time.

    Raises LudRuleError and LudLimitError if the rules fail; then no state has changed.
    """

    name: str

    def start(self, rng: int) -> RawState:
        """The state at the start of a game; rng: the 64-bit state of SplitMix64."""

    def optimise(self) -> bool:
        """Prepares for many positions (optimised native code, which takes seconds to compile once).

        Returns whether the code that was in use has been replaced.
        """

    def moves(self, state: RawState) -> tuple[RawState, MoveRecords]:
        """The legal moves (none if the game is over), and the state with the random results (dice) drawn for them."""

    def count(self, state: RawState) -> int | None:
        """The number of legal moves; None if they cannot be counted without building them."""

    def choose(self, state: RawState, number: int) -> MoveRecords | None:
        """One legal move by its number; None as for `count`. Raises IndexError if there is no such move."""

    def play(self, state: RawState, moves: MoveRecords, number: int) -> tuple[RawState, MoveRecords]:
        """The state after a move, its consequents and the end rules; and the move as it was applied."""

    def consequences(self, state: RawState, moves: MoveRecords, number: int) -> MoveRecords:
        """The move as it would be applied."""

    def read(self, state: RawState, field: str) -> Any:
        """A field's value: int, list of ints, or set as a sorted list."""

    def with_rng(self, state: RawState, rng: int) -> RawState:
        """The same state with a new random number generator. rng: the 64-bit state of SplitMix64."""

    def pack(self, state: RawState) -> dict[str, bytes]:
        """The values of all fields in a backend-independent form (`position.py`)."""

    def unpack(self, fields: dict[str, bytes]) -> RawState:
        """The inverse of `pack`."""

    def perft(self, state: RawState, depth: int) -> int:
        """The number of leaves of the game tree at this depth."""

    def playouts(self, state: RawState | None, first: int, n: int, seed: int, max_moves: int, jobs: int) -> Playouts:
        """Random games with the numbers first, first + 1, … of a seed, from a state or from the start."""

    def follow(self, rng: int, picks: Sequence[int], players: int, traits: Traits) -> list[PlyDigest] | None:
        """A game digested move by move, as `digests.follow` does it; None: this backend has no quicker way."""


class RenderedProgram:
    """What the engines of both backends know of their program."""

    _make_source: Callable[[], str]
    _make_program: Callable[[], Program]
    _source: str | None = None

    @property
    def source(self) -> str:
        """The program in the backend's language."""
        # without the lock that `cached_property` has in Python 3.11: to make it may wait for the thread that writes to
        # the cache, and that thread asks other engines for theirs
        if self._source is None:
            self._source = self._make_source()
        return self._source

    @source.setter
    def source(self, text: str) -> None:
        self._source = text

    @cached_property
    def program(self) -> Program:
        """The program that the engine runs."""
        return self._make_program()
