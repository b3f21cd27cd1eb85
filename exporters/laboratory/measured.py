"""What the laboratory measures of one game, and of each game at hand: made once, kept in the cache."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from ludparse.description.description import Description, load_description
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.library.library import Library
from ludparse.ludemes import Game
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source

from ..catalogue import PACKAGES, Entry, OfEachGame, made_with
from ..catalogue.entry import describe_game, entry_of
from .boards import invariants_of
from .playing import measures_of

__all__ = ["DescribedGame", "DescribedGames", "PlayedGame", "PlayedGames"]

FORMAT = 1
"""Of what is kept; another number makes all of it be made again."""

_OWN = PACKAGES / "exporters" / "laboratory"


class _Measures(Protocol):
    """What is measured of one game."""

    @classmethod
    def of(cls, description: Description, library: Library | None, place: str = "", *, bundled: bool = False) -> Self:
        """Of a description as its options are chosen. Raises LudError."""

    @classmethod
    def without(cls, entry: Entry) -> Self:
        """Of one that cannot be measured, as the entry's `problem` says."""

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """The inverse of `as_dict`."""


M = TypeVar("M", bound=_Measures)


class _MeasuredGames(OfEachGame[M]):
    """What is measured of each game at hand."""

    AT_ONCE = 1
    MEASURES: type[M]

    @classmethod
    @abstractmethod
    def measured_by(cls) -> Sequence[Path]:
        """The files that say how it is measured."""

    @classmethod
    def made(cls, source: Source, library: Library | None, place: str, *, bundled: bool) -> M:
        try:
            return cls.MEASURES.of(load_description(source, library=library), library, place, bundled=bundled)
        except LudError:
            return cls.MEASURES.without(describe_game(source, library, place, bundled=bundled))
        except Exception as problem:  # a defect of one game; the others are measured all the same
            return cls.unreadable(place, bundled, f"lud has a defect: {type(problem).__name__}: {problem}")

    @classmethod
    def unreadable(cls, place: str, bundled: bool, problem: str) -> M:
        return cls.MEASURES.without(Entry(Path(place).stem, place, bundled, problem=problem))

    @classmethod
    def made_by(cls) -> str:
        """The format, the version, and how it is measured."""
        return made_with(FORMAT, cls.measured_by())

    @classmethod
    def as_dict(cls, value: M) -> dict[str, Any]:
        return value.as_dict()

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> M:
        return cls.MEASURES.from_dict(record)


@dataclass(frozen=True)
class DescribedGame:
    """One game as it is described. entry: what it is. text: its description without defines, options and ranges; empty
    for one that cannot be read. board: the numbers of `boards.INVARIANTS`; empty for a match, which has no board of its
    own."""

    entry: Entry
    text: str = ""
    board: tuple[float, ...] = ()

    @classmethod
    def of(cls, description: Description, library: Library | None, place: str = "", *, bundled: bool = False) -> Self:
        """Of a description as its options are chosen. Raises LudError for equipment that cannot be built."""
        board: tuple[float, ...] = ()
        if isinstance(description.game, Game):
            board = tuple(round(value, 6) for value in invariants_of(build_equipment(description.game).board))
        return cls(entry_of(description, library, place, bundled=bundled), description.text, board)

    @classmethod
    def without(cls, entry: Entry) -> Self:
        return cls(entry)

    def as_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "entry": self.entry.as_dict()}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        return cls(Entry.from_dict(record["entry"]), str(record["text"]), tuple(record["board"]))


class DescribedGames(_MeasuredGames[DescribedGame]):
    """Each game at hand as it is described."""

    FILE = "laboratory"
    MEASURES = DescribedGame

    @classmethod
    def measured_by(cls) -> Sequence[Path]:
        return [*sorted((PACKAGES / "interpreter" / "concepts").glob("*.py")), _OWN / "boards.py"]


@dataclass(frozen=True)
class PlayedGame:
    """What random games of one game are like: the numbers of `playing.MEASURES`; none where it cannot be played, and
    `problem` says why."""

    play: tuple[float | None, ...] = ()
    problem: str = ""

    @classmethod
    def of(cls, description: Description, library: Library | None, place: str = "", *, bundled: bool = False) -> Self:
        """Of a description as its options are chosen."""
        play, why = measures_of(description, library)
        return cls(tuple(None if value is None else round(value, 6) for value in play), why)

    @classmethod
    def without(cls, entry: Entry) -> Self:
        return cls(problem=entry.problem)

    def as_dict(self) -> dict[str, Any]:
        return dict(self.__dict__)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        return cls(tuple(record["play"]), str(record["problem"]))


class PlayedGames(_MeasuredGames[PlayedGame]):
    """Each game at hand as it is played at random."""

    FILE = "played"
    MEASURES = PlayedGame

    @classmethod
    def measured_by(cls) -> Sequence[Path]:
        return [_OWN / "playing.py"]
