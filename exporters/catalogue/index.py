"""The catalogue: entries of all games at hand, kept in the user's cache folder so that only changes are read again."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ludparse.interpreter.backends.cache_entry import packed, unpacked
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.library.library import BUNDLED, Library, find_source
from ludparse.problems.errors import LudError
from ludparse.support.cache import cache_folder
from ludparse.support.files import write_whole

from .entry import Entry, describe_game

__all__ = ["Catalogue"]

FORMAT = 1
"""Of the file in the cache; another number makes all entries be written again."""

CHUNK = 8
SAVE_EVERY = 100


class Catalogue:
    """The games of this project and, if one is given, of a library. `entries` are sorted by name.

    `report` is told after each chunk of games how many of how many have been read.
    """

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
        self._file = cache_folder() / f"catalogue-{_key(str(BUNDLED), library)}.entries"
        self._jobs = jobs or os.cpu_count() or 1
        self.entries: list[Entry] = []
        self.read = 0
        """How many games had to be read, because they were new or had changed."""
        self._fill(self._kept(), report or (lambda done, total: None))

    def _fill(self, kept: dict[str, tuple[str, Entry]], report: Callable[[int, int], None]) -> None:
        stamps = dict(self._stamps())
        found = {place: kept[place] for place, stamp in stamps.items() if place in kept and kept[place][0] == stamp}
        missing = [place for place in stamps if place not in found]
        self.read = len(missing)
        try:
            for number, (place, entry) in enumerate(self._described(missing), 1):
                found[place] = (stamps[place], entry)
                if number % SAVE_EVERY == 0:
                    self._keep(found)
                if number % CHUNK == 0 or number == len(missing):
                    report(number, len(missing))
        finally:
            if missing or len(found) != len(kept):
                self._keep(found)
        self.entries = sorted((entry for _, entry in found.values()), key=lambda e: (e.name.casefold(), e.place))

    def _stamps(self) -> Iterator[tuple[str, str]]:
        """The place of every description, and what changes when it has to be read again."""
        for file in sorted(BUNDLED.glob("*/*.lud")):
            status = file.stat()
            yield str(file), f"{status.st_size}-{status.st_mtime_ns}"
        if self.library is not None:  # a define that changes may change any game
            defines = self.library.stamp_of_defines[:16]
            for place in self.library.games:
                yield place, f"{self.library.stamp(place)}-{defines}"

    def _described(self, places: Sequence[str]) -> Iterator[tuple[str, Entry]]:
        path = None if self.library is None else str(self.library.path)
        chunks = [places[i : i + CHUNK] for i in range(0, len(places), CHUNK)]
        described = in_order(_Describing(path), chunks, Places(min(self._jobs, max(1, len(chunks)))))
        try:
            for chunk, entries in zip(chunks, described, strict=True):
                yield from zip(chunk, entries, strict=True)
        finally:
            described.close()

    # ------------------------------------------------------------------ the cache

    def _kept(self) -> dict[str, tuple[str, Entry]]:
        """The entries of the cache by place, each with its stamp; none if there is no good file."""
        try:
            found = unpacked(self._file.name, self._file.read_bytes())
        except OSError:
            return {}
        if found is None or found[0].get("made_by") != _made_by():
            return {}
        return {place: (str(stamp), Entry.from_dict(entry)) for place, (stamp, entry) in found[0]["games"].items()}

    def _keep(self, found: dict[str, tuple[str, Entry]]) -> None:
        """Write the cache: whole or not at all. A folder that cannot be written to costs time, and nothing else."""
        games = {place: [stamp, entry.as_dict()] for place, (stamp, entry) in found.items()}
        data = packed(self._file.name, {"made_by": _made_by(), "games": games}, {})
        with contextlib.suppress(OSError):
            write_whole(self._file, data)


@dataclass(frozen=True)
class _Describing:
    """Makes the entries of some games. path: of the library, which each process opens once."""

    path: str | None

    def prepare(self) -> Callable[[Sequence[str]], list[Entry]]:
        return partial(_entries, None if self.path is None else Library.open(self.path))


def _entries(library: Library | None, places: Sequence[str]) -> list[Entry]:
    """The entries of some games. What has no place in the library is bundled."""
    entries = []
    for place in places:
        bundled = not place.startswith("lud/")
        try:
            source = find_source(Path(place)) if library is None or bundled else library.read(place)
        except (LudError, OSError) as problem:
            entries.append(Entry(Path(place).stem, place, bundled, problem=str(problem).split("\n", 1)[0]))
            continue
        entries.append(describe_game(source, None if bundled else library, place, bundled=bundled))
    return entries


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _key(*parts: str | None) -> str:
    return _mark("\0".join("" if part is None else str(Path(part).resolve()) for part in parts))


def _made_by() -> str:
    """What has to be the same for entries to be used again: the format, the version, and the table of concepts."""
    table = sorted((Path(__file__).absolute().parents[2] / "interpreter" / "concepts").glob("*.py"))
    try:
        release = version("ludparse")
    except PackageNotFoundError:
        release = "?"
    return f"{FORMAT} {release} {_mark(''.join(file.read_text(encoding='utf-8') for file in table))}"
