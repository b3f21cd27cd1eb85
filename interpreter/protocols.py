"""Protocols for programs that accept both games and matches, and their states."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, Self

from ludparse.expansion.metadata import Metadata
from ludparse.expansion.options import Option, Ruleset

from .board_view import BoardView
from .equipment import Component
from .move import Move
from .playouts import Playouts
from .snapshot import SiteRow, Snapshot

__all__ = ["AnyGame", "AnyState"]


class AnyState(Protocol):
    """A position of a game (`State`) or of a match (`MatchState`); see `State` for what each member does."""

    @property
    def mover(self) -> int:
        """The player to move, from 1; 0 in a simulation."""

    @property
    def over(self) -> bool:
        """Whether the game or match is over."""

    @property
    def ranking(self) -> list[float]:
        """ranking[p] for p from 1 (index 0 is unused); 0.0 while undecided; 1.0 is first, 1.5 a shared first."""

    @property
    def key(self) -> bytes:
        """A digest (16 bytes) of the position."""

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that led here, as they were applied."""

    def legal_moves(self) -> list[Move]:
        """The legal moves; none if the game or match is over."""

    def count_moves(self) -> int:
        """The number of legal moves."""

    def random_move(self, rng: random.Random | None = None) -> Move:
        """A uniformly random legal move."""

    def forced_pass(self) -> Move:
        """The forced pass in a position without legal moves."""

    def parse_move(self, text: str) -> Move:
        """The legal move that a text denotes."""

    def consequences(self, move: Move) -> Move:
        """The move with all actions that it would apply."""

    def apply(self, move: Move) -> Move:
        """Play a legal move. Returns the move as it was applied."""

    def undo(self) -> Move:
        """Take the last move back. Returns the move as it was applied."""

    def reseed(self, seed: int | None = None) -> None:
        """Reseed the random number generator."""

    def copy(self) -> Self:
        """An independent copy."""

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from here."""

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0) -> Playouts:
        """n random games from here."""

    def snapshot(self) -> Snapshot:
        """The position as plain data."""

    def sites(self) -> list[SiteRow]:
        """Every non-empty site."""


class AnyGame(Protocol):
    """A game (`Game`) or a match (`MatchGame`); see `Game` for what each member does."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def backend(self) -> str:
        """The backend that runs it: "c" or "python"."""

    @property
    def info(self) -> Metadata:
        """The metadata of the description."""

    @property
    def options(self) -> Sequence[Option]:
        """The options that the description offers."""

    @property
    def rulesets(self) -> Sequence[Ruleset]:
        """The rulesets that the description offers."""

    @property
    def board(self) -> BoardView:
        """The board; for a match, the board of its first game."""

    @property
    def pieces(self) -> tuple[Component, ...]:
        """All components; index 0 is no piece."""

    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> AnyState:
        """The position at the start."""

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0) -> Playouts:
        """n random games from the start."""

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from the start."""

    def optimise(self) -> bool:
        """Prepare for playing many positions; whether other code is in use now."""
