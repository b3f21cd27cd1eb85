"""`lud crosscheck games/NAME`: a game of ours against its `reference.py`."""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from dataclasses import replace
from typing import Any

from ..terminal.output import Progress
from ..verification.reference import Outcome, Settings, compare, load_reference, variants_of
from ..verification.reference.protocol import ReferenceProblem
from ..verification.reference.report import as_json, describe, html, line
from .common import Failure

__all__ = ["HEAD", "configure", "run"]

HEAD = "with the rules by hand (reference.py)"

_QUICK = 3.0
"""Seconds for comparing all variants of a game without --thorough; compiling them comes on top."""

_LEAST = Settings(positions=1_000, perft_seconds=1.0)
_MOST = Settings(positions=10_000, perft_seconds=60.0)
"""What is checked of each variant, without and with --thorough."""


def configure(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--thorough", action="store_true", help="minutes for each variant, not seconds for all")
    group.add_argument(
        "--positions", type=int, metavar="N", help="for each variant (default 1000, and 10000 with --thorough)"
    )
    group.add_argument(
        "--perft-time", type=float, metavar="S",
        help="for each variant (default 1, and 60 with --thorough); 0: no perft",
    )  # fmt: skip
    group.add_argument("--variant", metavar="TEXT", help="only variants whose options contain TEXT")


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
    settings = _settings(args)
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
    if args.html:
        args.html.write_text(html(results, about), encoding="utf-8")
    if args.json:
        print(as_json(results, about))
    elif not args.thorough:
        print("a quick look; --thorough compares more")
    if any(outcome.interrupted for outcomes in results.values() for outcome in outcomes):
        raise KeyboardInterrupt  # what was found until then is already printed
    return 1 if any(outcome.mismatch for outcomes in results.values() for outcome in outcomes) else 0


def _settings(args: argparse.Namespace) -> Settings:
    """How much is checked: what the arguments say, for the rest what is usual with or without --thorough."""
    usual = _MOST if args.thorough else _LEAST
    given = {
        "positions": args.positions,
        "plies": args.max_moves,
        "perft_seconds": args.perft_time,
        "seconds": args.time_each,
    }
    return replace(usual, seed=args.seed, **{name: value for name, value in given.items() if value is not None})


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
    variants = variants_of(description.options, description.rulesets, folder.variants)
    if args.variant:
        variants = [v for v in variants if args.variant.casefold() in str(v).casefold()]
    if not variants:
        raise Failure(f"no variant of {description.name} has {args.variant!r} in its options")
    outcomes = results.setdefault(description.name, [])
    if not args.json:
        print(description.name, flush=True)
    bounded = not args.thorough and args.time_each is None
    shared = _QUICK
    for left, variant in zip(range(len(variants), 0, -1), variants, strict=True):
        if bounded:  # the time that is left is shared by the variants that are left
            settings = replace(settings, seconds=max(0.0, shared) / left)
        progress = Progress(str(variant), settings.positions, quiet=args.json)
        outcome = compare(folder, variant, load, backends, settings, progress)
        progress.end()
        shared -= outcome.seconds
        outcomes.append(outcome)
        if not args.json:
            print("  " + line(outcome), flush=True)
            if outcome.mismatch:
                print(describe(outcome.mismatch), flush=True)
        if outcome.interrupted:
            return False
    return True
