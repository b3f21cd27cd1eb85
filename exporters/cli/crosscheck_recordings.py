"""`lud crosscheck FOLDER`: games that Ludii recorded."""

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
from ..verification.crosscheck.report import as_json, html, table
from ..verification.crosscheck.result import LEVELS
from ..verification.crosscheck.runner import run_on_cluster
from ..verification.crosscheck.worker import Engine
from ..verification.recordings import find_recordings
from .common import INTERRUPTED, NOTHING, Failure, library, places, positive

__all__ = ["HEAD", "configure", "run"]

HEAD = "with recorded games"

_BASELINE = Path("tests/baseline")
_LIMIT = 120  # seconds for a recorded game


def configure(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--games-from", metavar="FILE", help="only the games that FILE lists, one path a line")
    group.add_argument(
        "--megabytes", type=positive, default=4096, metavar="M", help="memory of each recorded game (default 4096)"
    )
    group.add_argument("--no-trials", action="store_true", help="leave whole games out")
    group.add_argument("--baseline", metavar="FOLDER", help=f"lists of identical games (default {_BASELINE})")
    group.add_argument(
        "--update-baseline", action="store_true", help="add the games that are identical now; never takes one out"
    )


def run(args: argparse.Namespace) -> int:
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
