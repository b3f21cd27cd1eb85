"""The games that a server has at hand: their names at once, and what each is as soon as the index is read."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from ludparse.library.library import BUNDLED, Library, find_source
from ludparse.support.files import write_whole

from ..catalogue import Catalogue, Entry
from ..catalogue.entry import describe_game
from .bench import BenchError

__all__ = ["Games", "descriptions_in", "digest"]


def descriptions_in(folder: Path) -> list[Path]:
    """The descriptions in a folder and the folders below it, sorted."""
    return sorted(path for path in folder.rglob("*.lud") if path.is_file())


def digest(text: str) -> str:
    """What tells texts apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Games:
    """Games by their places: those of a folder, of this project, and of a library.

    variants: in each page. entries: at first with the names of their files alone; a thread reads what they are.
    """

    def __init__(self, library: str | None, folder: Path | None, variants: int | None, title: str = "Games") -> None:
        """Raises LudError for a place that holds no library."""
        self.variants = variants if variants is not None else 1000
        self.title = title
        self.folder = folder
        self._place, self._library = library, Library.open(library) if library else None
        files = [file for file in descriptions_in(folder) if self._lies_in(file)] if folder is not None else []
        self.own = {str(file): file for file in files}
        names = [Entry(file.stem, place, True) for place, file in self.own.items()]
        bundled = sorted(BUNDLED.glob("*/*.lud"))
        names += [Entry(file.stem.replace("_", " ").title(), str(file), True) for file in bundled]
        names += [Entry(Path(place).stem, place, False) for place in (self._library.games if self._library else ())]
        self.entries = self._listed(names)
        self.done, self.total = 0, len(self.entries)
        self._read = threading.Event()
        threading.Thread(target=self._index, daemon=True).start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the index is read, so many seconds at most. Whether it is."""
        return self._read.wait(seconds)

    def read(self, place: str) -> str:
        """The text of a game. Raises BenchError for a file that has become a link out of the folder."""
        if place in self.own and not self._lies_in(Path(place)):
            raise BenchError("This game lies outside of the folder.")
        return find_source(Path(place) if self.entries[place].bundled else place, self._library).text

    def write(self, place: str, text: str, before: str) -> None:
        """Write a file of the folder. before: the digest of the text that was opened. Raises BenchError for other
        games, for one that somebody else has changed since, and for a file that cannot be written."""
        if place not in self.own:
            raise BenchError("Only files of the folder that is served can be written.")
        if digest(self.read(place)) != before:
            raise BenchError("The file has changed since it was opened. Save the description under another name.")
        try:
            write_whole(Path(place), text)
        except OSError as problem:
            raise BenchError(f"The file cannot be written: {problem.strerror}.") from None

    def stamp(self, place: str) -> str:
        """What of the library may change a game whose text stays."""
        return "" if self._library is None else self._library.stamp_of_defines

    def _lies_in(self, file: Path) -> bool:
        """Whether a file is in the folder, links followed: nothing outside of it is served."""
        return self.folder is not None and file.resolve().is_relative_to(self.folder.resolve())

    def _index(self) -> None:
        try:
            own = []
            for place, file in self.own.items():
                own.append(describe_game(find_source(file), self._library, place, bundled=True))
                self.done += 1
            known = self.done

            def heard(done: int, total: int) -> None:
                self.done = self.total - total + done if total else known

            catalogue = Catalogue(self._place, jobs=max(1, (os.cpu_count() or 1) // 2), report=heard)
            # only the games of a match can be made into pages
            self.entries = self._listed([*own, *(e for e in catalogue.entries if "Match" not in e.concepts)])
        finally:
            self.done = self.total
            self._read.set()

    def _listed(self, entries: Iterable[Entry]) -> Mapping[str, Entry]:
        """Each file once, and of a game of this project and one of the library with the same name the first."""
        files = {file.resolve() for file in self.own.values()}
        entries = [e for e in entries if e.place in self.own or not e.bundled or Path(e.place).resolve() not in files]
        bundled = {e.name.casefold() for e in entries if e.bundled and e.place not in self.own}
        return {e.place: e for e in entries if e.bundled or e.name.casefold() not in bundled}
