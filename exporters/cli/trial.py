"""Replay trials, games that Ludii or `lud play --output` wrote, and say where they depart from our rules.

FILE is a trial; its game is found by the path that it names, in the library (or name it with --game). Said is whether
the trial replays to its end by our rules, or where it departs from them and how. Several files or folders give a count,
and a line for each trial that departs. With --ludii such a trial is given to a running Ludii too, which says whether it
replays there. Any position of a trial is shown by `lud show --trial FILE --ply N`, and played on from by `lud play`.
Exit code 1 when a trial departs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from ludparse.interpreter.game.trial import Trial, fitted, replayed
from ludparse.library.library import Library, find_source
from ludparse.problems.errors import LudError

from ..terminal.output import Progress, counted
from ..verification.crosscheck.replay import check_trial
from ..verification.crosscheck.result import Difference
from ..verification.ludii.client import Ludii
from ..verification.ludii.errors import LudiiError
from ..verification.ludii.place import find_ludii
from .common import Failure, add_backend, library, print_json
from .ludii_arguments import add_ludii, version_said
from .position import source_of

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="trials, or folders of them")
    parser.add_argument("--game", metavar="GAME", help="the description, where the trial does not say it")
    add_backend(parser)
    add_ludii(parser)


def run(args: argparse.Namespace) -> int:
    files = [found for place in args.files for found in _files(Path(place))]
    if len(files) != 1 or Path(args.files[0]).is_dir():
        return _many(files, args)
    trial = Trial.read(files[0])
    game = _load(trial, args)
    trial = fitted(game, trial)
    plies, difference = check_trial(game, trial, files[0].name)
    verdict = _by_ludii(trial, args) if difference is not None else ""
    older = _older(game, trial) if difference is None else None
    if args.json:
        words = {"older_words": {"trial": older[0], "today": older[1]}} if older else {}
        print_json(_record(files[0], trial, plies, difference, verdict) | words)
    else:
        print(f"{trial.path}, {counted(len(trial.moves), 'move')}, Ludii {trial.version}")
        print(_told(trial, plies, difference, verdict))
        if older:
            print(f"warning: moves are told in older words, such as\n  trial  {older[0]}\n  today  {older[1]}")
    return 1 if difference else 0


def _files(place: Path) -> list[Path]:
    if not place.exists():
        raise Failure(f"there is no file or folder {str(place)!r}")
    found = sorted(place.rglob("*.txt")) if place.is_dir() else [place]
    if not found:
        raise Failure(f"no trial (*.txt) below {str(place)!r}")
    return found


def _load(trial: Trial, args: argparse.Namespace) -> Any:
    from ludparse.interpreter.game.load import load

    return load(source_of(trial, args), options=trial.options, library=library(args), backend=args.backend)


def _told(trial: Trial, plies: int, difference: Difference | None, verdict: str) -> str:
    """What came of a trial, in some lines."""
    if difference is None:
        end = "is not over there" if trial.winner is None else f"ranking {list(trial.rankings[1:])}"
        return f"replays to its end: {end}"
    lines = [f"departs before move {plies + 1}: {difference.message}"]
    lines += [f"  ours   {difference.ours}"] * bool(difference.ours)
    lines += [f"  trial  {difference.recorded}"] * bool(difference.recorded)
    return "\n".join([*lines, *([f"  {verdict}"] if verdict else [])])


def _older(game: Any, trial: Trial) -> tuple[str, str] | None:
    """The first move that the trial tells in other words than those of today, and these; None if there is none."""
    moves = zip(trial.moves, replayed(game.start(rng_state=trial.rng), trial), strict=True)
    return next(((said, move.text) for said, move in moves if said != move.text), None)


def _record(file: Path, trial: Trial | None, plies: int, difference: Difference | None, verdict: str) -> dict[str, Any]:
    found: dict[str, Any] = {"file": str(file), "plies": plies, "departs": None}
    if trial is not None:
        found |= {"path": trial.path, "moves": len(trial.moves), "version": trial.version}
    if difference is not None:
        found["departs"] = {"cause": difference.cause, "message": difference.message}
    return found | ({"in_ludii": verdict} if verdict else {})


def _by_ludii(trial: Trial, args: argparse.Namespace, ludii: Ludii | None = None) -> str:
    """What a running Ludii makes of a trial; empty where none was named."""
    if not args.ludii and ludii is None:
        return ""
    named = library(args)
    try:
        source = find_source(source_of(trial, args), Library.open(named) if named else None)
    except LudError:
        return ""  # without a description Ludii cannot be asked; the trial is reported with the same error
    there = ludii or Ludii(find_ludii(args.ludii))
    try:
        there.load(source.text, path=trial.path, options=trial.options)
        outcome = there.replay(str(trial))
        version = version_said(there.about())
        if "departs" in outcome:
            return f"Ludii {version} departs from it too, before move {outcome['moves'] + 1}: {outcome['departs']}"
        if outcome["over"] == (trial.winner is not None) and list(trial.rankings) == outcome["ranking"]:
            return f"Ludii {version} replays it to its end"
        return f"Ludii {version} replays it to another end: {outcome['ranking']}"
    except LudiiError as problem:
        return f"Ludii cannot say: {problem.message}"
    finally:
        if ludii is None:
            there.close()


def _many(files: list[Path], args: argparse.Namespace) -> int:
    """A line for each trial, and a count."""
    progress = Progress("replayed", len(files), quiet=args.json)
    counts: Counter[str] = Counter()
    records: list[dict[str, Any]] = []
    ludii = Ludii(find_ludii(args.ludii)) if args.ludii else None
    try:
        for number, file in enumerate(files, 1):
            record = _one(file, args, ludii)
            records.append(record)
            departs = record["departs"]
            kind = "replays" if departs is None else record.get("in_ludii", "") or "departs"
            counts["replays" if departs is None else "departs"] += 1
            if departs is not None and not args.json:
                progress.end()
                print(f"{file}: move {record['plies'] + 1}: {departs['cause']}" + f"; {kind}" * (kind != "departs"))
            progress(number, f"{counts['replays']} replay")
    finally:
        if ludii is not None:
            ludii.close()
        progress.end()
        if args.json:
            print_json({"counts": counts, "trials": records})
        else:
            print(f"{counts['replays']} of {counted(len(records), 'trial')} replay to their end")
    return 1 if counts["departs"] else 0


def _one(file: Path, args: argparse.Namespace, ludii: Ludii | None) -> dict[str, Any]:
    trial: Trial | None = None
    plies, difference = 0, None
    try:
        trial = Trial.read(file)
        game = _load(trial, args)
        trial = fitted(game, trial)
        plies, difference = check_trial(game, trial, file.name)
    except LudError as problem:
        difference = Difference("error", problem.message, problem.message)
    verdict = ""
    if difference is not None and trial is not None and ludii is not None:
        verdict = _by_ludii(trial, args, ludii)
    return _record(file, trial, plies, difference, verdict)
