"""What the functions of a traced program do in random games, counted while they run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ..program.program import Function, Program
from .playouts import Playouts

__all__ = ["NOTHING", "REMOVALS", "CountingEngine", "Counts", "counted_functions"]

REMOVALS = ("remove", "remove_level", "remove_later")
"""The kinds of actions that remove a piece."""


class Counts(NamedTuple):
    """What one function did, moves that were only tried included.

    asked: how often it was called. held: how often it gave true, or a set with members. made: moves that were in the
    buffer when it ended and not when it began, those of what it called included. offered: legal moves that it has
    pushed itself, and played: those of them that were played. removed: actions that it has made and that took a piece
    off, in play alone. least, most: of the numbers that it gave.
    """

    asked: int = 0
    held: int = 0
    made: int = 0
    offered: int = 0
    played: int = 0
    removed: int = 0
    least: int = 0
    most: int = 0

    def plus(self, more: Counts) -> Counts:
        """Those of other games added."""
        numbers = [(x.least, x.most) for x in (self, more) if x.asked] or [(0, 0)]
        sums = (a + b for a, b in zip(self, more, strict=True))
        least, most = min(least for least, _ in numbers), max(most for _, most in numbers)
        return Counts(*sums)._replace(least=least, most=most)


NOTHING = Counts()


class CountingEngine(Protocol):
    """Plays random games of a traced program and counts. name: of the backend."""

    name: str

    def count_random(self, first: int, n: int, seed: int, max_moves: int) -> Playouts:
        """Random games as `Game.playouts` plays them: with the same moves."""

    def count_game(self, rng: int, picks: Sequence[int]) -> None:
        """A game that begins with this state of the generator, and in which the legal moves with these numbers are
        played."""

    def counts(self) -> Mapping[int, Counts]:
        """What has been counted since the last call, by the number of the function."""


def counted_functions(program: Program) -> Sequence[Function]:
    """The functions that are counted: each is what one ludeme means."""
    return [fn for fn in program.functions if fn.place is not None and not fn.params]
