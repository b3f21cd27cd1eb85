"""`lud crosscheck games/NAME`: a game of ours against its `reference.py`."""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from pathlib import Path
from typing import Any

from ..terminal.output import Progress
from ..verification.reference import Outcome, Settings, compare, load_reference, variants_of
from ..verification.reference.protocol import ReferenceProblem
from ..verification.reference.report import as_json, describe, html, line
from .common import Failure

__all__ = ["configure", "run"]

_LIMIT = 600  # seconds for a variant


def configure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("for folders with a reference.py")
    group.add_argument("--positions", type=int, default=10_000, metavar="N", help="for each variant (default 10000)")
    group.add_argument("--perft-seconds", type=float, default=60.0, metavar="S", help="for each variant; 0: no perft")
    group.add_argument("--variant", metavar="TEXT", help="only variants whose options contain TEXT")
    group.add_argument("--combinations", action="store_true", help="every combination of options, not one at a time")


def run(args: argparse.Namespace) -> int:
    from ludparse.interpreter.backends.c.compile import NoCompilerError, find_compiler

    backends = [args.backend]
    if args.backend == "auto":
        try:
            find_compiler()
            backends = ["c", "python"]
        except NoCompilerError:
            print("no C compiler is found: only the Python backend is checked", file=sys.stderr)
            backends = ["python"]
    limit = float(args.limit_seconds or _LIMIT)
    settings = Settings(args.positions, args.plies or 400, args.perft_seconds, limit, args.seed)
    results: dict[str, list[Outcome]] = {}
    began = time.monotonic()
    for place in args.places:
        if not _check(place, args, backends, settings, results):
            break
    about: dict[str, Any] = {
        "date": datetime.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
        "seconds": round(time.monotonic() - began, 1),
        "seed": args.seed,
    }
    if args.report:
        write = as_json if args.report.endswith(".json") else html
        Path(args.report).write_text(write(results, about), encoding="utf-8")
    if args.json:
        print(as_json(results, about))
    if any(outcome.interrupted for outcomes in results.values() for outcome in outcomes):
        raise KeyboardInterrupt  # what was found until then is already printed
    return 1 if any(outcome.mismatch for outcomes in results.values() for outcome in outcomes) else 0


def _check(
    place: str, args: argparse.Namespace, backends: list[str], settings: Settings, results: dict[str, list[Outcome]]
) -> bool:
    """Adds the outcomes of a folder's variants to the results; whether that was not interrupted."""
    from ludparse.description.description import load_description
    from ludparse.interpreter.game.load import load

    try:
        folder = load_reference(place)
    except ReferenceProblem as problem:
        raise Failure(str(problem)) from problem
    description = load_description(str(folder.description))
    variants = variants_of(description.options, description.rulesets, folder.variants, all_of_them=args.combinations)
    if args.variant:
        variants = [v for v in variants if args.variant.casefold() in str(v).casefold()]
    if not variants:
        raise Failure(f"no variant of {description.name} has {args.variant!r} in its options")
    outcomes = results.setdefault(description.name, [])
    if not args.json:
        print(description.name, flush=True)
    for variant in variants:
        progress = Progress(str(variant), settings.positions, quiet=args.json)
        outcome = compare(folder, variant, load, backends, settings, progress)
        progress.end()
        outcomes.append(outcome)
        if not args.json:
            print("  " + line(outcome), flush=True)
            if outcome.mismatch:
                print(describe(outcome.mismatch), flush=True)
        if outcome.interrupted:
            return False
    return True
