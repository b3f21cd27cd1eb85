"""`lud crosscheck --ludii PATH --grafts N` or `--every-place N`: descriptions that nobody wrote, in both engines."""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Callable

from ludparse.interpreter.scheduling.runs import Run
from ludparse.library.library import Library
from ludparse.ludemes.base import REGISTRY

from ..authoring.language.pages import page_of
from ..terminal.output import Progress
from ..verification.ludii.client import Limits
from ..verification.ludii.every_place import EveryPlace, pairs_in, places_text
from ..verification.ludii.graft_run import GraftResult, counts, judge, text_of
from ..verification.ludii.grafts import Graft, Grafter
from ..verification.ludii.light import LIGHT
from ..verification.ludii.live import Setting, Workers
from ..verification.ludii.pair import Pair
from ..verification.ludii.variants import games_in
from .common import NOTHING, Failure, library, print_json
from .crosscheck_ludii import minimised
from .ludii_arguments import setting_of, version_said

__all__ = ["HEAD", "configure", "run"]

HEAD = "with a running Ludii, descriptions that nobody wrote"


def configure(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--grafts", type=int, default=0, metavar="N",
        help="N descriptions with parts of one game in the places of parts of another",
    )  # fmt: skip
    group.add_argument(
        "--every-place", type=int, default=0, metavar="N",
        help="the first N small games that have each ludeme in each argument that takes it (with --library first what "
        "none of its games has)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Make and judge grafts; those that --output has already are not made again."""
    setting = setting_of(args)
    if args.backend == "auto":  # most are played once, for some moves: not worth the time of a compiler
        setting = dataclasses.replace(setting, backend=LIGHT)
    everywhere = _every_place(args.seed, library(args)) if args.every_place else None
    if everywhere:  # small games: what takes so long hangs
        setting = dataclasses.replace(setting, limits=Limits(seconds=args.time_each or 10.0))
    graft: Callable[[int], Graft | None] = everywhere.graft if everywhere else _grafter(args, setting).graft
    asked = args.every_place or args.grafts
    grafts_of = {"grafts of": args.filter, "library": str(setting.library)}
    about = {"every place": library(args) or True} if everywhere else grafts_of
    kept = Run(args.output, {**about, "seed": args.seed, "plies": args.max_moves})
    results = [GraftResult(**found) for found in kept.found]
    known = {result.number for result in results}
    numbers = [number for number in range(asked) if number not in known]
    until = time.monotonic() + args.time if args.time else None
    progress = Progress("judged", asked, quiet=args.json)
    version = ""
    try:
        with kept, Workers(setting) as workers:

            def one(pair: Pair, graft: Graft) -> GraftResult:
                return judge(pair, graft, plies=args.max_moves or 40, seed=args.seed)

            for _, result in workers.map(one, filter(None, map(graft, numbers)), until=until):
                version = version or version_said(workers.about())
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
            if everywhere:
                print(places_text(results, everywhere))
    wrong = next((r for r in results if r.fate in ("differs", "refused here")), None)
    if args.minimise and wrong is not None:
        minimised(f"graft {wrong.number}", wrong.text, args, setting)
    found = counts(results)
    if found["differs"] or found["refused here"]:
        return 1
    return 0 if found["identical"] else NOTHING


def _grafter(args: argparse.Namespace, setting: Setting) -> Grafter:
    if setting.library is None:
        raise Failure("grafts are made of the games of a library: name it with --library")
    library = Library.open(setting.library)
    games = games_in(library, args.filter)
    if not games:
        raise Failure(f"no description with {args.filter!r} in its path")
    return Grafter(library, games, args.seed)


def _every_place(seed: int, named: str | None) -> EveryPlace:
    """All pairs; where a library is named, first those that none of its descriptions has."""
    opened = Library.open(named) if named else None
    known = pairs_in(opened, games_in(opened)) if opened else set()
    shown = {cls: page_of(cls).example for classes in REGISTRY.values() for cls in classes}
    games = {cls: (use.game, use.text) for cls, use in shown.items() if use and use.game.startswith("(game")}
    return EveryPlace(games, seed, known)
