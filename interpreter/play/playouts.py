"""Random games in bulk: their results, and the seed of each game."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

from ludparse.problems.errors import LudError

__all__ = ["Chance", "Lengths", "Playouts", "Rankings", "game_seed", "ranges"]

if TYPE_CHECKING:
    import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
    import polars  # type: ignore[import-not-found,unused-ignore]

    _Ints = array[int]
else:
    _Ints = array

MASK64 = (1 << 64) - 1


class Rankings(Sequence[tuple[float, ...]]):
    """A compact sequence of rankings: a tuple per game with each player's place (0.0 if undecided)."""

    def __init__(self, places: array[float], players: int, games: int) -> None:
        self._places = places
        self._players = players
        self._games = games

    def __len__(self) -> int:
        return self._games

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

    def counts(self) -> Counter[tuple[float, ...]]:
        """How often each ranking occurs: much faster than to go through all of them."""
        if not self._players:
            return Counter({(): self._games})
        return Counter(zip(*map(self.of, range(1, self._players + 1)), strict=True))

    def of(self, player: int) -> array[float]:
        """The place of one player, from 1, in each game."""
        return self._places[player - 1 :: self._players]


class Lengths(_Ints):
    """The plies of each game."""

    def mean(self) -> float:
        """Plies of a game, on average. Raises ValueError where there is no game."""
        if not self:
            raise ValueError("no game was played: there is no mean of their lengths")
        return sum(self) / len(self)


@dataclass(slots=True)
class Playouts:
    """Results of random games, in the order of their numbers.

    games: how many. moves: plies of all together. cut: how many were broken off after `max_moves` plies. lengths: plies
    of each game. rankings: for each game the place of each player, from player 1 (index 0) on; 1.0 is first, 1.5 a
    shared first, 0.0 undecided.
    """

    games: int
    moves: int
    cut: int
    lengths: Lengths = field(repr=False)  # a number for each game: too many to print
    rankings: Sequence[tuple[float, ...]] = field(repr=False)

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each player has won, from player 1 (index 0) on: those in which the player is first, and
        nobody shares that place but members of a team."""
        players = len(self.rankings[0]) if self.games else 0
        return tuple(sum(places[player] == 1.0 for places in self.rankings) for player in range(players))

    def columns(self) -> dict[str, list[int] | list[float]]:
        """A row for each game: its length in plies, and the place of each player (`place 1`, …)."""
        players = len(self.rankings[0]) if self.games else 0
        places = {f"place {player + 1}": [row[player] for row in self.rankings] for player in range(players)}
        return {"length": list(self.lengths), **places}

    def to_pandas(self) -> pandas.DataFrame:
        """The rows of `columns` as a `pandas.DataFrame`. Raises LudError where pandas is missing."""
        return _frame("pandas", self.columns())

    def to_polars(self) -> polars.DataFrame:
        """The rows of `columns` as a `polars.DataFrame`. Raises LudError where polars is missing."""
        return _frame("polars", self.columns())

    @classmethod
    def joined(cls, parts: Iterable[Playouts]) -> Playouts:
        """All parts together."""
        all_of = cls(0, 0, 0, lengths := Lengths("i"), ())
        places: array[float] = array("f")
        players = 0
        for part in parts:
            all_of.games, all_of.moves, all_of.cut = (
                all_of.games + part.games, all_of.moves + part.moves, all_of.cut + part.cut
            )  # fmt: skip
            lengths.extend(part.lengths)
            places.extend(chain.from_iterable(part.rankings))
            players = len(part.rankings[0]) if part.games else players
        all_of.rankings = Rankings(places, players, all_of.games)
        return all_of


def _frame(library: str, columns: dict[str, list[int] | list[float]]) -> Any:
    try:
        return import_module(library).DataFrame(columns)
    except ModuleNotFoundError:
        raise LudError(f"{library} is missing: pip install 'ludparse[frames]'") from None


class Chance:
    """SplitMix64, the generator of random games. It gives the same numbers as core/random.h."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & MASK64

    def copy(self) -> Chance:
        """One that gives the same numbers from here on."""
        return Chance(self.state)

    def bits(self) -> int:
        """64 random bits."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & MASK64
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return (self.bits() >> 32) * n >> 32


def game_seed(seed: int, game: int) -> Chance:
    """The generator of random game number `game` of a seed.

    It depends on nothing else, so games can be played in any order.
    """
    other = Chance(game ^ 0xD1B54A32D192ED03).bits() * 0x2545F4914F6CDD1D & MASK64
    return Chance(Chance(seed).bits() ^ other)


def ranges(first: int, n: int, jobs: int) -> list[tuple[int, int]]:
    """n games from number `first` on, divided into chunks (first, count) that keep all workers busy to the end.

    A worker waits for the others for the time of one chunk at most, hence 32 for each.
    """
    piece = max(1, n // (32 * jobs))
    return [(at, min(piece, first + n - at)) for at in range(first, first + n, piece)]
