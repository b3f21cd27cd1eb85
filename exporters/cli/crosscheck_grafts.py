"""`lud crosscheck --ludii PATH --grafts N`: descriptions made of parts of others, in both engines."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import time

from ludparse.interpreter.scheduling.runs import Run
from ludparse.library.library import Library

from ..terminal.output import Progress
from ..verification.ludii.graft_run import GraftResult, counts, judge, text_of
from ..verification.ludii.grafts import Graft, Grafter
from ..verification.ludii.light import LIGHT
from ..verification.ludii.live import Workers
from ..verification.ludii.pair import Pair
from ..verification.ludii.variants import games_in
from .common import NOTHING, Failure, print_json
from .crosscheck_ludii import minimised
from .ludii_arguments import setting_of

__all__ = ["HEAD", "configure", "run"]

HEAD = "with a running Ludii, descriptions that nobody wrote"


def configure(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--grafts", type=int, default=0, metavar="N",
        help="N descriptions with parts of one game in the places of parts of another",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Make and judge grafts; those that --output has already are not made again."""
    setting = setting_of(args)
    place = setting.library
    if place is None:
        raise Failure("grafts are made of the games of a library: name it with --library")
    if args.backend == "auto":  # most are played once, for some moves: not worth the time of a compiler
        setting = dataclasses.replace(setting, backend=LIGHT)
    library = Library.open(place)
    games = games_in(library, args.filter)
    if not games:
        raise Failure(f"no description with {args.filter!r} in its path")
    grafter = Grafter(library, games, args.seed)
    kept = Run(args.output, {"grafts of": args.filter, "library": str(place), "seed": args.seed, "plies": args.plies})
    results = [GraftResult(**found) for found in kept.found]
    known = {result.number for result in results}
    wanted = (number for number in itertools.count() if number not in known)
    numbers = list(itertools.islice(wanted, max(0, args.grafts - len(known))))
    until = time.monotonic() + args.time if args.time else None
    progress = Progress("judged", args.grafts, quiet=args.json)
    version = ""
    try:
        with kept, Workers(setting) as workers:

            def one(pair: Pair, graft: Graft) -> GraftResult:
                return judge(pair, graft, plies=args.plies or 40, seed=args.seed)

            for _, result in workers.map(one, map(grafter.graft, numbers), until=until):
                version = version or workers.version()
                results.append(result)
                kept.add(dataclasses.asdict(result))
                if args.lines and not args.json:
                    progress.end()
                    print(f"{result.number}: {result.fate}  {result.why[:200]}", flush=True)
                progress(len(results), result.fate)
    finally:
        progress.end()
        if args.json:
            failing = [dataclasses.asdict(r) for r in results if r.fate in ("differs", "refused here", "accepted here")]
            print_json({"ludii": version, "seed": args.seed, "counts": counts(results), "failing": failing})
        else:
            print(text_of(results, version or "?"))
    wrong = next((r for r in results if r.fate in ("differs", "refused here")), None)
    if args.minimise and wrong is not None:
        minimised(f"graft {wrong.number}", wrong.text, args, setting)
    found = counts(results)
    if found["differs"] or found["refused here"]:
        return 1
    return 0 if found["identical"] else NOTHING
