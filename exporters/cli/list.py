"""List the games at hand, bundled and of the library: players, board, what they are about.

With words the games whose names contain all of them; `lud find` asks for more than names.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable, Sequence
from typing import Any

from ..catalogue import Catalogue, Entry, board_kind, tags_of
from ..terminal.output import Progress, colour, counted
from .common import Failure, library, positive, print_json

__all__ = ["add_catalogue", "configure", "open_catalogue", "record", "rows", "run"]

_SORTS: dict[str, Callable[[Entry], Any]] = {
    "name": lambda entry: entry.name.casefold(),
    "players": lambda entry: (entry.players, entry.name.casefold()),
    "sites": lambda entry: ((entry.counts or {}).get("NumPlayableSitesOnBoard", 0), entry.name.casefold()),
    "path": lambda entry: entry.place,
}
_GAP = "  "


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORD", nargs="*", help="only games with these words in their names")
    parser.add_argument("--sort", choices=_SORTS, default="name", help="the order (default: name)")
    add_catalogue(parser)


def add_catalogue(parser: argparse.ArgumentParser) -> None:
    """The arguments of all commands that look through the games at hand."""
    parser.add_argument("--paths", action="store_true", help="also where each game is")
    parser.add_argument("--names", action="store_true", help="names alone, one a line")
    parser.add_argument("--refresh", action="store_true", help="read all games again, also those that are kept")
    parser.add_argument("--jobs", type=positive, help="processes that read games (default: one for each core)")


def open_catalogue(args: argparse.Namespace) -> Catalogue:
    """The games at hand; what has changed is read, with a line that says how far that is. Raises LudError."""
    progress: Progress | None = None

    def report(done: int, total: int) -> None:
        nonlocal progress
        progress = progress or Progress("reading games", total, quiet=args.json)
        progress(done)

    try:
        return Catalogue(library(args), refresh=args.refresh, jobs=args.jobs, report=report)
    finally:
        if progress is not None:
            progress.end()


def run(args: argparse.Namespace) -> int:
    catalogue = open_catalogue(args)
    words = [word.casefold() for word in args.words]
    found = [entry for entry in catalogue.entries if all(word in entry.name.casefold() for word in words)]
    found.sort(key=_SORTS[args.sort])
    if args.json:
        print_json([record(entry) for entry in found])
    elif not found:
        where = "" if catalogue.library else " among the bundled games; --library names more"
        raise Failure(f"no game has {' '.join(args.words)!r} in its name{where}. lud find looks at more than names.")
    else:
        print("\n".join(rows(found, args)))
        if not args.names:
            print(f"\n{len(found)} of {counted(len(catalogue.entries), 'game')}" + ("" if catalogue.library else _HINT))
    return 0


_HINT = ". These come with this project; --library PLACE (a Ludii.jar, or a folder with lud/ and def/) adds others."


def record(entry: Entry) -> dict[str, Any]:
    """An entry for machines."""
    return {**entry.as_dict(), "board": board_kind(entry), "about": tags_of(entry.concepts)}


def rows(entries: Sequence[Entry], args: argparse.Namespace, notes: Sequence[str] = ()) -> list[str]:
    """The table: name, players, board, what the game is about (or a note), and the path where it is wanted."""
    if args.names:
        return [entry.name for entry in entries]
    width = shutil.get_terminal_size((120, 24)).columns
    names = [entry.name for entry in entries]
    boards = [board_kind(entry) for entry in entries]
    left = min(max(map(len, names)), 34 if width >= 80 else max(width // 3, 10))
    middle = min(max(map(len, boards)), 24 if width >= 80 else max(width // 4, 8))
    lines = []
    for i, entry in enumerate(entries):
        about = notes[i] if notes else ", ".join(tags_of(entry.concepts))
        if entry.problem:
            about = f"cannot be read: {entry.problem}"
        players = f"{entry.players}p" if entry.players else "-"
        head = f"{_cut(names[i], left):<{left}}{_GAP}{players:>3}{_GAP}{_cut(boards[i], middle):<{middle}}{_GAP}"
        rest = about if args.paths else _cut(about, max(width - len(head), 8))
        line = colour(head[:left], "1") + head[left:] + rest
        lines.append(line.rstrip() + (f"\n    {entry.place}" if args.paths else ""))
    return lines


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
