"""Find games by what they are: lud find "two players, hex, stacking"; without QUERY all games at hand are listed.

Games at hand are those that come with lud and those of the library. Between commas stand terms, and a game has to
satisfy all of them:

  two players, 3+ players, 2-4 players, solitaire     how many play
  hex, dice, custodial capture, LineWin, sowing       words of a concept, a kind of board, a name or a ludeme
  cells < 50, rows = 8, pieces >= 6                   numbers: players, sites, cells, vertices, edges, rows,
                                                      columns, pieces, phases, dice
  name:chess  concept:LineEnd  ludeme:sow  board:hex  one kind of thing by its name; author:, date:, path: and
  author:Thompson  text:"phoenician"                  text: (all of the metadata) as well
  not dice, no cards, without swap rule               a term turned round
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from typing import Any

from ..catalogue import Catalogue, Entry, board_kind, tags_of
from ..catalogue.query import Match, Query, QueryError
from ..terminal.output import Progress, colour, counted
from .common import Failure, add_most, library, print_json

__all__ = ["configure", "open_catalogue", "run"]

_GAP = "  "
_MOST = 40


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", nargs="*", help='terms with commas between them: "hex, no dice"')
    add_most(parser, None, "of the games found", f"{_MOST}; without QUERY, and with --names, all")
    parser.add_argument("--why", action="store_true", help="what of each game satisfies the terms")
    parser.add_argument(
        "--paths", action="store_true", help="also the place of each game: a path, or where in the library"
    )
    parser.add_argument(
        "--names", action="store_true", help="print the names of the games found, one a line, and nothing else"
    )


def run(args: argparse.Namespace) -> int:
    try:
        query = Query(" ".join(args.query)) if args.query else None
    except QueryError as wrong:
        raise Failure(str(wrong), code=2) from wrong
    catalogue = open_catalogue(args)
    entries = catalogue.entries
    if query is None:
        matches = [Match(entry, 0, ()) for entry in sorted(entries, key=lambda entry: entry.name.casefold())]
    else:
        matches = query(entries)
    shown = matches[: args.most or (_MOST if query and not args.names else None)]
    if args.json:
        games = [{**_record(match.entry), "score": match.score, "why": list(match.reasons)} for match in matches]
        print_json({"query": query.text if query else "", "games": games})
        return 0 if matches else 1
    if query is not None and not matches:
        raise Failure(_nothing(query, entries, with_library=catalogue.library is not None))
    notes = ["; ".join(match.reasons) for match in shown] if args.why else ()
    print("\n".join(_rows([match.entry for match in shown], args, notes)))
    if not args.names:
        more = f", the first {len(shown)} shown (--most {len(matches)} shows all)" if len(shown) < len(matches) else ""
        hint = "" if query or catalogue.library else _HINT
        print(f"\n{len(matches)} of {counted(len(entries), 'game')}{more}{hint}")
    return 0


_HINT = ". These come with this project; --library PLACE (a Ludii.jar, or a folder with lud/ and def/) adds others."


def open_catalogue(args: argparse.Namespace) -> Catalogue:
    """The games at hand; what has changed is read, with a line that says how far that is. Raises LudError."""
    progress: Progress | None = None

    def report(done: int, total: int) -> None:
        nonlocal progress
        progress = progress or Progress("reading games", total, quiet=args.json, piped=True)
        progress(done)

    try:
        return Catalogue(library(args), report=report)
    finally:
        if progress is not None:
            progress.end()


def _record(entry: Entry) -> dict[str, Any]:
    """An entry for machines."""
    return {**entry.as_dict(), "board": board_kind(entry), "about": tags_of(entry.concepts)}


def _rows(entries: Sequence[Entry], args: argparse.Namespace, notes: Sequence[str] = ()) -> list[str]:
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


def _nothing(query: Query, entries: Sequence[Entry], *, with_library: bool) -> str:
    """Why nothing was found: the terms that no game satisfies, or all of them together."""
    dead = query.without_games(entries)
    lines = []
    for term, near in dead:
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        lines.append(f"no game satisfies {term.text!r}{hint}")
    if not lines:
        lines = ["no game satisfies all of these; each alone is satisfied by some"]
    if not with_library:
        lines.append("Only the bundled games were looked at: --library PLACE names a Ludii.jar, or a folder with lud/.")
    return "\n  ".join(lines)
