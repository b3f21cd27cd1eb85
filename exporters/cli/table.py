"""Write all that is known of each game as one table: lud table -o games.parquet.

A row for each game at hand, or for those that QUERY finds (as of `lud find`): names, metadata, board, Ludii's concepts,
statistics of random games with intervals, size of the program, speed, and the agent that suits. docs/table.md has the
columns. Parquet, CSV or JSON, by the ending of the file.

The same command goes on where an interrupted one stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludparse.interpreter.scheduling.runs import Run

from ..catalogue.query import Query, QueryError
from ..terminal.output import Progress, counted
from .common import (
    INTERRUPTED,
    Failure,
    add_backend,
    add_games,
    add_jobs,
    add_max_moves,
    add_seed,
    add_time_each,
    library,
    page_file,
    print_json,
)
from .find import open_catalogue

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", nargs="*", help='terms with commas between them: "hex, no dice"')
    parser.add_argument(
        "-o", "--output", type=page_file, required=True, metavar="FILE", help="the table: .parquet, .csv or .json"
    )
    add_games(parser, 20, "random games of each")
    parser.add_argument("--no-play", action="store_true", help="leave out what needs play, which takes longest")
    add_time_each(parser, 30.0, "begin no further random game after S seconds")
    parser.add_argument(
        "--contest", action="store_true",
        help="find the agent that suits also where the description does not say it: five seconds of games more",
    )  # fmt: skip
    add_backend(parser)
    add_seed(parser)
    add_max_moves(parser)
    add_jobs(parser)


def run(args: argparse.Namespace) -> int:
    from ..laboratory.table import ENDINGS, Measuring, measured, write_table

    file: Path = args.output
    if file.suffix not in ENDINGS:
        raise Failure(f"{file.name!r} ends in none of {', '.join(ENDINGS)}", 2)
    if file.suffix == ".parquet":
        try:
            import pyarrow.parquet  # noqa: F401  # asked before hours of play
        except ModuleNotFoundError:
            raise Failure("pyarrow is not installed: pip install 'ludparse[laboratory]'") from None
    folder = file.with_name(f"{file.name}.run")
    if file.exists() and not folder.exists():
        raise Failure(f"{str(file)!r} is there already, and is not overwritten")
    entries = open_catalogue(args).entries
    if args.query:
        try:
            entries = [match.entry for match in Query(" ".join(args.query))(entries)]
        except QueryError as wrong:
            raise Failure(str(wrong), 2) from wrong
    if not entries:
        raise Failure("no game is found: --library PLACE names some, and lud find tells what a QUERY finds")
    games = 0 if args.no_play else args.games
    how = Measuring(library(args), games, args.time_each, args.backend, args.seed, args.max_moves, args.contest)
    kept = Run(folder, {"table of": [entry.place for entry in entries], **how.facts()})
    rows: list[dict[str, Any]] = list(kept.found)
    progress = Progress("measured", len(entries), quiet=args.json)
    making, interrupted = measured(entries[len(rows) :], how, args.jobs), False
    try:
        with kept:
            for row in making:
                rows.append(row)
                kept.add(row)
                progress(len(rows), row["name"])
    except KeyboardInterrupt:
        interrupted = True
    making.close()
    progress.end()
    write_table(file, rows)
    if not interrupted:
        _clear(folder)
    record = {"file": str(file), "games": len(rows), "of": len(entries), "interrupted": interrupted}
    if args.json:
        print_json(record)
    elif interrupted:
        print(f"interrupted: {len(rows):,} of {counted(len(entries), 'game')} in {file}; the same command goes on")
    else:
        played = sum(1 for row in rows if row["played"])
        print(f"{counted(len(rows), 'game')} in {file}, {played:,} of them played")
    return INTERRUPTED if interrupted else 0


def _clear(folder: Path) -> None:
    """Remove what an interrupted run would have gone on from."""
    for part in (folder / "run.json", *folder.glob("results-*.jsonl")):
        part.unlink(missing_ok=True)
    folder.rmdir()
