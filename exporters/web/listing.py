"""The games that a server has at hand: bundled ones, those of the library, and those of a folder."""

from __future__ import annotations

from pathlib import Path

from ludparse.library.library import Library, find_source

from ..catalogue import Catalogue
from ..catalogue.entry import describe_game
from .bench import BenchError
from .server import Games
from .site import descriptions_in

__all__ = ["games_at_hand"]


def games_at_hand(library: str | None, folder: Path | None, variants: int | None) -> Games:
    """The games to serve. Where a folder is given, its games come first. Raises LudError for a place that holds no
    library."""
    opened = Library.open(library) if library else None
    entries = {}
    for file in descriptions_in(folder) if folder is not None else ():
        if not _lies_in(file, folder):
            continue
        entry = describe_game(find_source(file), opened, str(file), bundled=True)
        entries[str(file)] = entry
    own = {*entries}
    for entry in Catalogue(library).entries:
        if "Match" not in entry.concepts:  # only the games of a match can be made into pages
            entries.setdefault(entry.place, entry)

    def read(place: str) -> str:
        if place in own and not _lies_in(Path(place), folder):  # by now a link to something else
            raise BenchError("This game lies outside of the folder.")
        return find_source(Path(place) if entries[place].bundled else place, opened).text

    return Games(entries, read, variants if variants is not None else 1000)


def _lies_in(file: Path, folder: Path | None) -> bool:
    """Whether a file is in a folder, links followed: nothing outside of the folder is served."""
    return folder is not None and file.resolve().is_relative_to(folder.resolve())
