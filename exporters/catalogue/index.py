"""What is found out once for each game at hand, and kept in the user's cache folder: only changes are read again.

One of these is the catalogue: what each game is.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from ludparse.interpreter.backends.cache_entry import packed, unpacked
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.watched import EndedError, Watched
from ludparse.library.library import BUNDLED, Library, find_source
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.support.cache import cache_folder
from ludparse.support.files import write_whole
from ludparse.support.release import __version__

from .entry import Entry, describe_game

__all__ = ["PACKAGES", "Catalogue", "OfEachGame", "made_with"]

T = TypeVar("T")

FORMAT = 1
"""Of the file in the cache; another number makes all entries be written again."""

CHUNK = 8
SAVE_EVERY = 50
"""Games after which they are kept: few, since an interruption waits for the last of them to be written."""
_LENGTH = 8
"""Bytes that tell the size of an entry of the file."""


class OfEachGame(ABC, Generic[T]):
    """Something of each game of this project and, if one is given, of a library. `by_place`: by the place of the game.

    `report` is told after each chunk of games how many of how many have been read.
    """

    FILE: str
    """The beginning of the name of the file in the cache."""
    AT_ONCE: int | None = None
    """Games in a chunk; None: `CHUNK`."""

    def __init__(
        self,
        library: str | None = None,
        *,
        jobs: int | None = None,
        report: Callable[[int, int], None] | None = None,
    ) -> None:
        """library: its place. jobs: processes.

        Raises LudError for a place that holds no library. An interruption keeps in the cache what was read until then.
        """
        self.library = None if library is None else Library.open(library)
        self._file = cache_folder() / f"{self.name_of(library)}.entries"
        self._jobs = jobs or os.cpu_count() or 1
        self.stamps = dict(_stamps(self.library))
        """By place, what changes when a game has to be read again."""
        self.by_place: dict[str, T] = {}
        self.read = 0
        """How many games had to be read, because they were new or had changed."""
        self._fill(self._kept(), report or (lambda done, total: None))

    @classmethod
    def name_of(cls, library: str | None) -> str:
        """The name, without its ending, of what is kept of this project and a library."""
        return f"{cls.FILE}-{_key(str(BUNDLED), library)}"

    @classmethod
    def key(cls, library: str | None) -> str:
        """What changes when any game has to be read again, found without reading one. Raises LudError for a place that
        holds no library."""
        stamps = _stamps(None if library is None else Library.open(library))
        return _mark("\n".join([cls.made_by(), *(f"{place} {stamp}" for place, stamp in stamps)]))

    @classmethod
    @abstractmethod
    def made(cls, source: Source, library: Library | None, place: str, *, bundled: bool) -> T:
        """What is to be known of a game. Raises nothing that a description can be the cause of."""

    @classmethod
    @abstractmethod
    def unreadable(cls, place: str, bundled: bool, problem: str) -> T:
        """What stands for a game whose file cannot be read."""

    @classmethod
    @abstractmethod
    def made_by(cls) -> str:
        """What has to be the same for what is kept to be used again."""

    @classmethod
    @abstractmethod
    def as_dict(cls, value: T) -> dict[str, Any]:
        """As plain data."""

    @classmethod
    @abstractmethod
    def from_dict(cls, record: Mapping[str, Any]) -> T:
        """The inverse of `as_dict`."""

    def _fill(self, kept: dict[str, tuple[str, T]], report: Callable[[int, int], None]) -> None:
        stamps = self.stamps
        found = {place: kept[place] for place, stamp in stamps.items() if place in kept and kept[place][0] == stamp}
        missing = [place for place in stamps if place not in found]
        self.read = len(missing)
        size = self.AT_ONCE or CHUNK
        if kept.keys() - stamps.keys() or self._written > 2 * len(stamps):
            self._keep(found)
        new: dict[str, tuple[str, T]] = {}
        try:
            for number, (place, value) in enumerate(self._described(missing, size), 1):
                new[place] = found[place] = (stamps[place], value)
                if len(new) == SAVE_EVERY:
                    self._keep(new, more=True)
                    new = {}
                if number % size == 0 or number == len(missing):
                    report(number, len(missing))
        finally:
            if new:
                self._keep(new, more=True)
        self.by_place = {place: value for place, (_, value) in found.items()}

    def _described(self, places: Sequence[str], size: int) -> Iterator[tuple[str, T]]:
        path = None if self.library is None else str(self.library.path)
        chunks = [places[i : i + size] for i in range(0, len(places), size)]
        making: _Making[T] = _Making(type(self), path)
        done = 0
        while done < len(chunks):
            rest = chunks[done:]
            values_of = in_order(making, rest, Places(min(self._jobs, max(1, len(rest)))))
            try:
                for chunk, values in zip(rest, values_of, strict=True):
                    done += 1
                    yield from zip(chunk, values, strict=True)
            except LudError:  # a game ends every process that it is given to: it is one of the next
                for chunk, values, ended in self._one_by_one(making, chunks[done:]):
                    done += 1
                    yield from zip(chunk, values, strict=True)
                    if ended:
                        break
            finally:
                values_of.close()

    def _one_by_one(
        self, making: _Making[T], chunks: Sequence[Sequence[str]]
    ) -> Iterator[tuple[Sequence[str], list[T], bool]]:
        """Some chunks with what is known of their games, and whether one of them has ended the process."""
        with closing(Watched()) as process:
            for chunk in chunks:
                values, ended = list[T](), False
                for place in chunk:
                    try:
                        values += process.one(_made_in_process, making, [place])
                    except EndedError as problem:
                        ended, why = True, f"lud has a defect: {problem}"
                        values.append(self.unreadable(place, not place.startswith("lud/"), why))
                yield chunk, values, ended

    # ------------------------------------------------------------------ the cache

    def _kept(self) -> dict[str, tuple[str, T]]:
        """What the cache has by place, each with its stamp; nothing if there is no good file.

        The file has several entries one behind the other, of which later ones count.
        """
        kept: dict[str, tuple[str, T]] = {}
        self._written = 0
        try:
            data = memoryview(self._file.read_bytes())
        except OSError:
            return kept
        made_by = self.made_by()
        while data:
            size = int.from_bytes(data[:_LENGTH], "little")
            found = unpacked(self._file.name, bytes(data[_LENGTH : _LENGTH + size]))
            if found is None or found[0].get("made_by") != made_by:
                break
            games = found[0]["games"].items()
            kept |= {place: (str(stamp), self.from_dict(value)) for place, (stamp, value) in games}
            self._written += len(games)
            data = data[_LENGTH + size :]
        if data:  # what would be written behind it, nobody would read
            self._keep(kept)
        return kept

    def _keep(self, games: Mapping[str, tuple[str, T]], *, more: bool = False) -> None:
        """Write the cache, or an entry more. What is not written whole is not read again. A folder that cannot be
        written to costs time, and nothing else."""
        told = {place: [stamp, self.as_dict(value)] for place, (stamp, value) in games.items()}
        data = packed(self._file.name, {"made_by": self.made_by(), "games": told}, {})
        data = len(data).to_bytes(_LENGTH, "little") + data
        with contextlib.suppress(OSError):
            if more:
                with self._file.open("ab") as file:
                    file.write(data)
            else:
                write_whole(self._file, data)


class Catalogue(OfEachGame[Entry]):
    """The games at hand with what they are. `entries` are sorted by name."""

    FILE = "catalogue"

    @property
    def entries(self) -> list[Entry]:
        return sorted(self.by_place.values(), key=lambda e: (e.name.casefold(), e.place))

    @classmethod
    def made(cls, source: Source, library: Library | None, place: str, *, bundled: bool) -> Entry:
        return describe_game(source, library, place, bundled=bundled)

    @classmethod
    def unreadable(cls, place: str, bundled: bool, problem: str) -> Entry:
        return Entry(Path(place).stem, place, bundled, problem=problem)

    @classmethod
    def made_by(cls) -> str:
        """The format, the version, and the table of concepts."""
        return made_with(FORMAT, sorted((PACKAGES / "interpreter" / "concepts").glob("*.py")))

    @classmethod
    def as_dict(cls, value: Entry) -> dict[str, Any]:
        return value.as_dict()

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Entry:
        return Entry.from_dict(record)


@dataclass(frozen=True)
class _Making(Generic[T]):
    """Makes what is to be known of some games. path: of the library, which each process opens once."""

    kind: type[OfEachGame[T]]
    path: str | None

    def prepare(self) -> Callable[[Sequence[str]], list[T]]:
        return partial(_made, self.kind, None if self.path is None else Library.open(self.path))


def _made_in_process(making: _Making[T], places: Sequence[str]) -> list[T]:
    return making.prepare()(places)


def _made(kind: type[OfEachGame[T]], library: Library | None, places: Sequence[str]) -> list[T]:
    """For some games. What has no place in the library is bundled."""
    values = []
    for place in places:
        bundled = not place.startswith("lud/")
        try:
            source = find_source(Path(place)) if library is None or bundled else library.read(place)
        except (LudError, OSError) as problem:
            values.append(kind.unreadable(place, bundled, str(problem).split("\n", 1)[0]))
            continue
        values.append(kind.made(source, None if bundled else library, place, bundled=bundled))
    return values


def _stamps(library: Library | None) -> Iterator[tuple[str, str]]:
    """The place of every description, and what changes when it has to be read again."""
    for file in sorted(BUNDLED.glob("*/*.lud")):
        status = file.stat()
        yield str(file), f"{status.st_size}-{status.st_mtime_ns}"
    if library is not None:  # a define that changes may change any game
        defines = library.stamp_of_defines[:16]
        for place in library.games:
            yield place, f"{library.stamp(place)}-{defines}"


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _key(*parts: str | None) -> str:
    return _mark("\0".join("" if part is None else str(Path(part).resolve()) for part in parts))


PACKAGES = Path(__file__).absolute().parents[2]


def made_with(number: int, files: Iterable[Path]) -> str:
    """What changes with the number of a format, the version of this program, and the text of some of its files."""
    return f"{number} {__version__} {_mark(''.join(file.read_text(encoding='utf-8') for file in files))}"
