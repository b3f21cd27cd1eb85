"""What the laboratory knows of one game, and of each game at hand: made once, kept in the cache."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

__all__ = ["KnownGame", "KnownGames", "PlayedGame", "PlayedGames", "known_of", "played_of"]

FORMAT = 1
"""Of what is kept; another number makes all of it be made again."""

_OWN = PACKAGES / "exporters" / "laboratory"


@dataclass(frozen=True)
class KnownGame:
    """One game as it is described. entry: what it is. text: its description without defines, options and ranges; empty
    for one that cannot be read. board: the numbers of `boards.INVARIANTS`; empty for a match, which has no board of its
    own."""

    entry: Entry
    text: str = ""
    board: tuple[float, ...] = ()


def known_of(description: Description, library: Library | None, place: str = "", *, bundled: bool = False) -> KnownGame:
    """What is to be known of a description as its options are chosen. Raises LudError for equipment that cannot be
    built."""
    board: tuple[float, ...] = ()
    if isinstance(description.game, Game):
        board = tuple(round(value, 6) for value in invariants_of(build_equipment(description.game).board))
    return KnownGame(entry_of(description, library, place, bundled=bundled), description.text, board)


class KnownGames(OfEachGame[KnownGame]):
    """Each game at hand as it is described."""

    FILE = "laboratory"
    AT_ONCE = 1

    @classmethod
    def made(cls, source: Source, library: Library | None, place: str, *, bundled: bool) -> KnownGame:
        try:
            return known_of(load_description(source, library=library), library, place, bundled=bundled)
        except LudError:
            return KnownGame(describe_game(source, library, place, bundled=bundled))
        except Exception as problem:  # a defect of one game; the others are looked at all the same
            return cls.unreadable(place, bundled, f"lud has a defect: {type(problem).__name__}: {problem}")

    @classmethod
    def unreadable(cls, place: str, bundled: bool, problem: str) -> KnownGame:
        return KnownGame(Entry(Path(place).stem, place, bundled, problem=problem))

    @classmethod
    def made_by(cls) -> str:
        """The format, the version, and how concepts and boards are measured."""
        concepts = sorted((PACKAGES / "interpreter" / "concepts").glob("*.py"))
        return made_with(FORMAT, [*concepts, _OWN / "boards.py"])

    @classmethod
    def as_dict(cls, value: KnownGame) -> dict[str, Any]:
        return {**value.__dict__, "entry": value.entry.as_dict()}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> KnownGame:
        return KnownGame(Entry.from_dict(record["entry"]), str(record["text"]), tuple(record["board"]))


@dataclass(frozen=True)
class PlayedGame:
    """What random games of one game are like: the numbers of `playing.MEASURES`; none where it cannot be played, and
    `problem` says why."""

    play: tuple[float | None, ...] = ()
    problem: str = ""


def played_of(description: Description, library: Library | None) -> PlayedGame:
    """What random games of a description are like."""
    play, why = measures_of(description, library)
    return PlayedGame(tuple(None if value is None else round(value, 6) for value in play), why)


class PlayedGames(OfEachGame[PlayedGame]):
    """Each game at hand as it is played at random."""

    FILE = "played"
    AT_ONCE = 1

    @classmethod
    def made(cls, source: Source, library: Library | None, place: str, *, bundled: bool) -> PlayedGame:
        try:
            return played_of(load_description(source, library=library), library)
        except LudError as problem:
            return PlayedGame(problem=problem.message.split("\n", 1)[0])
        except Exception as problem:  # a defect of one game; the others are played all the same
            return PlayedGame(problem=f"lud has a defect: {type(problem).__name__}: {problem}")

    @classmethod
    def unreadable(cls, place: str, bundled: bool, problem: str) -> PlayedGame:
        return PlayedGame(problem=problem)

    @classmethod
    def made_by(cls) -> str:
        """The format, the version, and how play is measured."""
        return made_with(FORMAT, [_OWN / "playing.py"])

    @classmethod
    def as_dict(cls, value: PlayedGame) -> dict[str, Any]:
        return dict(value.__dict__)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> PlayedGame:
        return PlayedGame(tuple(record["play"]), str(record["problem"]))
