"""Compare the engine with recorded games of Ludii, with a running Ludii, or a game with its rules by hand.

With --ludii (or games in the place of folders, and LUD_LUDII set) both engines play the same random games, and after
each move everything that a recording holds is compared. Without any GAME: every game of the library.

FOLDER with a reference.py and a description: random games and perft of both against each other, for every option and
ruleset and on both backends: seconds for a game, or minutes for each variant with --thorough.

Any other FOLDER holds traces (*.jsonl.gz), trials (*.txt), or traces/ and trials/ side by side. Levels, each implying
the one before: parses, expands (token by token), board (every site, neighbour and line), legal (from and to of the
legal moves, the moves that were played, the ranking), identical (every action, every recorded state).

Each game runs in a process of its own: one that crashes or runs over --time-each is reported as such.
Games that fall below the baseline are named (a folder of lists; default tests/baseline where it exists).
Exit code 1 for any difference, 2 where nothing could be compared.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from pathlib import Path
from typing import Any

from ludparse.interpreter.scheduling.runs import Run

from ..terminal.output import Progress, counted
from ..verification.crosscheck import GameResult, Level, Settings, TrialStatus, summarise
from ..verification.crosscheck import baseline as baselines
from ..verification.crosscheck import run as run_games
from ..verification.crosscheck.cluster import run_on_cluster
from ..verification.crosscheck.report import as_json, html, table
from ..verification.crosscheck.result import LEVELS
from ..verification.crosscheck.worker import Engine
from ..verification.recordings import find_recordings
from ..verification.reference.protocol import is_game_folder
from . import crosscheck_ludii, crosscheck_reference
from .common import (
    INTERRUPTED,
    NOTHING,
    Failure,
    add_backend,
    add_html,
    add_most,
    add_output,
    add_places,
    add_seed,
    add_time_each,
    library,
    places,
    positive,
)

__all__ = ["configure", "run"]

_BASELINE = Path("tests/baseline")
_LIMIT = 120  # seconds for a recorded game


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(problem_code=NOTHING)
    parser.add_argument(
        "places", metavar="FOLDER", nargs="*", help="recordings (also single files), or games/NAME; with --ludii: games"
    )
    add_backend(parser)
    add_output(parser)
    add_places(parser)
    parser.add_argument("--filter", metavar="TEXT", help="only games whose path contains TEXT")
    add_time_each(parser, None, "give it up after S seconds (default 120; with a reference.py 3 in all or 600)")
    parser.add_argument(
        "--megabytes", type=positive, default=4096, metavar="M", help="memory of each recorded game (default 4096)"
    )
    parser.add_argument("--games-from", metavar="FILE", help="only the games that FILE lists, one path a line")
    add_html(parser, "write a page with a sortable table")
    add_most(parser, 20, "causes")
    parser.add_argument("--lines", action="store_true", help="print a line for every game")
    parser.add_argument(
        "--plies",
        type=positive,
        metavar="N",
        help="leave a random game after N moves (default 40 with --ludii, 400 with a reference.py)",
    )
    add_seed(parser)
    parser.add_argument("--no-trials", action="store_true", help="leave whole games out")
    parser.add_argument("--baseline", metavar="FOLDER", help=f"lists of identical games (default {_BASELINE})")
    parser.add_argument(
        "--update-baseline", action="store_true", help="add the games that are identical now; never takes one out"
    )
    crosscheck_reference.configure(parser)
    crosscheck_ludii.configure(parser)


def run(args: argparse.Namespace) -> int:
    if args.cluster and (crosscheck_ludii.is_wanted(args) or any(map(is_game_folder, args.places))):
        raise Failure("--cluster is for recorded games: a running Ludii and a reference.py are compared with here", 2)
    if args.case and args.minimise is None:
        raise Failure("--case goes with --minimise", 2)
    if args.output and not args.grafts and (crosscheck_ludii.is_wanted(args) or any(map(is_game_folder, args.places))):
        raise Failure("--output is for recorded games and --grafts", 2)
    if crosscheck_ludii.is_wanted(args):
        return crosscheck_ludii.run(args)
    if not args.places:
        raise Failure("name a folder of recordings, a folder with a reference.py, or a Ludii (--ludii)", 2)
    by_hand = [is_game_folder(place) for place in args.places]
    if all(by_hand):
        return crosscheck_reference.run(args)
    if any(by_hand):
        raise Failure("recordings and games with a reference.py are checked one kind at a time")

    from ludparse.description.description import expand
    from ludparse.interpreter.game.load import load

    recordings = find_recordings(args.places, filter=args.filter)
    if args.games_from:
        wanted = {*baselines.read(_existing(args.games_from))}
        recordings = [r for r in recordings if r.path in wanted]
    if not recordings:
        which = f" with {args.filter!r} in its path" if args.filter else ""
        raise Failure(f"no recorded game is left to check{which}")
    if args.no_trials:
        for recording in recordings:
            recording.trials.clear()

    place = library(args) or _library_beside(recordings[0].root)
    if place is None:
        raise Failure("the recordings do not hold the rules of the games: name the descriptions with --library")
    limit = args.time_each or _LIMIT
    settings = Settings(Engine(load, expand), place, args.backend, args.jobs, limit, args.megabytes)
    progress = Progress("checked", len(recordings), quiet=args.json)
    reached = dict.fromkeys(Level, 0)
    results: list[GameResult] = []

    def heard(result: GameResult, done: int, total: int) -> None:
        results.append(result)
        reached[result.level] += 1
        if args.lines and not args.json:
            progress.end()
            print(_line(result), flush=True)
        progress(done, f"identical {reached[Level.identical]}  {result.path.rsplit('/', 1)[-1]}")

    def keep(result: GameResult, done: int, total: int) -> None:
        heard(result, len(results) + 1, len(recordings))
        kept.add(result.as_dict())

    began = time.monotonic()
    cluster = places(args)["on"]
    interrupted = False
    facts = {"cross-check": args.places, "library": place, "backend": args.backend, "trials": not args.no_trials}
    kept = Run(args.output, facts)
    order = {recording.path: n for n, recording in enumerate(recordings)}
    for found in map(GameResult.from_dict, kept.found):
        if found.path in order:
            heard(found, len(results) + 1, len(recordings))
    known = {result.path for result in results}
    left = [recording for recording in recordings if recording.path not in known]
    try:
        with kept:
            if cluster is None:
                run_games(left, settings, keep)
            else:
                run_on_cluster(left, settings, cluster, keep)
    except KeyboardInterrupt:
        if not results:
            raise
        interrupted = True  # what was heard until now is reported
    results.sort(key=lambda result: order[result.path])
    progress.end()
    seconds = time.monotonic() - began

    summary = summarise(results)
    backend = next((r.backend for r in results if r.backend), args.backend)
    folder = Path(args.baseline) if args.baseline else _BASELINE
    fallen = baselines.compare(folder, backend, results)
    about: dict[str, Any] = {
        "date": datetime.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
        "backend": backend,
        "seconds": round(seconds, 1),
        "filter": args.filter or "",
        "jobs": None if cluster else args.jobs,
        "cluster": cluster,
        "limit_seconds": limit,
        "interrupted": interrupted,
    }
    if args.html:
        args.html.write_text(html(summary, results, fallen, about), encoding="utf-8")
    if args.json:
        print(as_json(summary, results, fallen, about))
    else:
        print(table(summary, fallen, causes=args.most))
        print(f"\n{seconds:.1f} s, backend {backend}" + (f"; page in {args.html}" if args.html else ""))
    if interrupted:
        print(f"interrupted after {len(results)} of {counted(len(recordings), 'game')}", file=sys.stderr)
    if args.update_baseline:
        added = baselines.update(folder, backend, results)
        print(f"baseline: {', '.join(f'{n} {what} added' for what, n in added.items())}", file=sys.stderr)
    if interrupted:
        return INTERRUPTED
    if not any(map(_was_compared, results)):
        print("lud: nothing was compared: the recordings hold no moves, boards or expansions", file=sys.stderr)
        return NOTHING
    return 1 if fallen or any(result.differs for result in results) else 0


def _was_compared(result: GameResult) -> bool:
    """Whether anything of a game was held against a recording, or could not be because of an error."""
    told = {level.name for level in LEVELS[1:]} - {*result.unrecorded}
    return bool(told) or result.trial is not TrialStatus.absent or result.differs


def _line(result: GameResult) -> str:
    difference = result.difference or result.trial_difference
    ply = f" ply {difference.ply}" if difference and difference.ply is not None else ""
    why = f"  {difference.cause}{ply}" if difference else ""
    return f"{result.level.name:<9} {result.seconds:6.2f} s  {result.path}{why}"


def _existing(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise Failure(f"there is no file {name!r}")
    return path


def _library_beside(root: Path | None) -> str | None:
    """The library that lies beside the recordings, as in a corpus folder."""
    place = root / "res" if root else None
    return str(place) if place and (place / "lud").is_dir() else None
