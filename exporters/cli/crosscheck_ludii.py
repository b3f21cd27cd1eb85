"""`lud crosscheck GAME… --ludii PATH`: both engines play the same random games."""

from __future__ import annotations

import argparse
import datetime
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ludparse.checks.versions import FOLLOWED, NEWER, followed_version
from ludparse.description.description import expand, load_description
from ludparse.library.library import looks_like_text
from ludparse.problems.errors import LudError

from ..terminal.output import Progress, counted
from ..verification.crosscheck import GameResult, Level, summarise
from ..verification.crosscheck.report import as_json, html, table
from ..verification.ludii.client import Ludii
from ..verification.ludii.light import LIGHT
from ..verification.ludii.live import Setting, Workers
from ..verification.ludii.minimise import Found, Minimiser, case_of, dump, text_of
from ..verification.ludii.ours import Ours
from ..verification.ludii.pair import Outcome, Pair
from ..verification.ludii.variants import Variant
from .common import NOTHING, add_time, new_file
from .ludii_arguments import add_choice, add_ludii, setting_of, version_said, wanted

__all__ = ["HEAD", "configure", "is_wanted", "minimised", "run"]

HEAD = "with a running Ludii"

_MAX_MOVES = 40


def configure(group: argparse._ArgumentGroup) -> None:
    add_ludii(group)
    add_choice(group)
    add_time(group, None)
    group.add_argument(
        "--minimise", type=int, nargs="?", const=600, metavar="S",
        help="make the first description that differs as small as can be, for at most S seconds (default 600)",
    )  # fmt: skip
    group.add_argument(
        "--case", type=new_file, metavar="FILE", help="of --minimise: what Ludii does, as a test case (JSON)"
    )


def is_wanted(args: argparse.Namespace) -> bool:
    """Whether a running Ludii is asked for: by name, or because what is named are games and not folders."""
    return bool(args.ludii) or bool(args.places and all(map(_is_game, args.places)))


def _is_game(place: str) -> bool:
    return place.endswith(".lud") or looks_like_text(place) or not ("/" in place or Path(place).exists())


def run(args: argparse.Namespace) -> int:
    setting = setting_of(args)
    run_ = _Run(args, setting)
    try:
        run_.play()
    except KeyboardInterrupt:
        run_.report(interrupted=True)
        raise
    code = run_.report()
    if args.minimise and run_.differing:
        variant = run_.differing[0]
        text = expand(variant.source, library=setting.library, options=variant.options)
        minimised(variant.label, text, args, setting)
    return code


class _Run:
    def __init__(self, args: argparse.Namespace, setting: Setting) -> None:
        self.args = args
        self.setting = setting
        self.results: list[GameResult] = []
        self.verdicts: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.unread: list[LudError] = []
        self.differing: list[Variant] = []
        self.version = ""
        self.replaced = 0
        self.began = time.monotonic()

    def play(self) -> None:
        args = self.args
        variants: list[Variant] = []
        for found in wanted(args.places, args, self.setting):
            if isinstance(found, LudError):
                self.unread.append(found)
            else:
                variants.append(found)
        if self.unread and not variants:
            raise self.unread[0]
        progress = Progress("compared", len(variants), quiet=args.json)
        until = self.began + args.time if args.time else None
        with Workers(self.setting) as workers:
            for _, outcome in workers.map(self.one, variants, until=until):
                self.version = self.version or version_said(workers.about())
                self.note(outcome)
                identical = sum(r.level is Level.identical for r in self.results)
                progress(sum(self.verdicts.values()), f"identical {identical}  {outcome.variant.label}")
                if args.lines and not args.json:
                    progress.end()
                    print(line(outcome), flush=True)
            self.replaced = workers.replaced()
        progress.end()

    def one(self, pair: Pair, variant: Variant) -> Outcome:
        args = self.args
        return pair.compare(variant, games=args.games, plies=args.max_moves or _MAX_MOVES, seed=args.seed)

    def note(self, outcome: Outcome) -> None:
        self.verdicts[outcome.verdict] += 1
        if outcome.verdict == "plays" and outcome.result.difference is not None:
            self.differing.append(outcome.variant)
        if outcome.verdict == "plays":
            self.results.append(outcome.result)
        else:
            self.said[outcome.result.ludii] += 1

    def whose(self) -> str:
        """Which of the games that differ from Ludii 1.3.14 follow it, and which follow 1.3.13."""
        library = self.setting.library
        read = [load_description(v.source, library=library, options=v.options) for v in self.differing]
        ours = sum(followed_version(description.metadata) is not None for description in read)
        others = len(read) - ours
        return (
            f"Of those that differ {counted(ours, 'game')} by the rules of {NEWER}: ours to defend.\n"
            f"{counted(others, 'game')} by the rules of {FOLLOWED}, whose lines on some boards are others: "
            f'with (version "{NEWER}") in the metadata those of {NEWER} are followed.'
        )

    def report(self, *, interrupted: bool = False) -> int:
        """Say what was found; the exit code."""
        args, results = self.args, sorted(self.results, key=lambda r: r.path)
        summary = summarise(results)
        about: dict[str, Any] = {
            "date": datetime.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
            "ludii": self.version,
            "backend": next((r.backend for r in results if r.backend), args.backend),
            "seconds": round(time.monotonic() - self.began, 1),
            "filter": args.filter or "",
            "jobs": args.jobs,
            "games": args.games,
            "plies": args.max_moves or _MAX_MOVES,
            "seed": args.seed,
            "verdicts": dict(self.verdicts),
            "not_played": dict(self.said),
            "workers_replaced": self.replaced,
            "unread": [problem.message for problem in self.unread],
            "interrupted": interrupted,
        }
        if args.html:
            args.html.write_text(html(summary, results, (), about), encoding="utf-8")
        if args.json:
            print(as_json(summary, results, (), about))
        else:
            print(f"Ludii {self.version}: {_words(self.verdicts)}")
            shown = self.said.most_common(args.most)
            print("".join(f"  {count:>5}  {why}\n" for why, count in shown))
            print(table(summary, (), causes=args.most))
            if self.version == NEWER and self.differing:
                print(f"\n{self.whose()}")
            if len(results) <= _SHOWN_WHOLE:
                print("".join(f"\n{first_difference(r)}" for r in results if r.difference))
            print(f"\n{about['seconds']} s, backend {about['backend']}")
        if not results:
            return NOTHING
        return 0 if summary.reached[Level.identical.name] == len(results) and not self.unread else 1


_SHOWN_WHOLE = 5
_WORDS = {
    "plays": "{} played",
    "refused": "{} refused by its compiler",
    "crash": "{} on which it fails",
    "hang": "{} on which it hangs",
    "died": "{} on which its process dies",
}


def _words(verdicts: Counter[str]) -> str:
    return ", ".join(text.format(verdicts[name]) for name, text in _WORDS.items() if verdicts[name]) or "no game"


def line(outcome: Outcome) -> str:
    """One variant in one line."""
    result = outcome.result
    difference = result.difference
    ply = f" ply {difference.ply}" if difference and difference.ply is not None else ""
    why = f"  {difference.cause}{ply}" if difference else ""
    level = result.level.name if outcome.verdict == "plays" else outcome.verdict
    note = f"  Ludii: {result.ludii}" if result.ludii else ""
    return f"{level:<9} {outcome.variant.label}{why}{note}"


def first_difference(result: GameResult) -> str:
    """The first difference with both sides, in some lines."""
    d = result.difference
    assert d is not None
    head = f"{result.path}: {d.message}" + (f", at ply {d.ply}" if d.ply is not None else "")
    return "\n".join([head, *d.sides()])


def minimised(name: str, text: str, args: argparse.Namespace, setting: Setting) -> Found | None:
    """Make a description (without defines) small, print it, and save it where that is asked for."""
    ours = Ours(library=setting.library, backend=LIGHT, seconds=setting.seconds)
    pair = Pair(Ludii(setting.ludii, setting.limits), ours)
    progress = Progress("words left", 0, quiet=args.json)

    def heard(found: Found) -> None:
        progress(found.words)

    try:
        found = Minimiser(pair, seed=args.seed, seconds=args.minimise, heard=heard).minimise(
            text, args.max_moves or _MAX_MOVES
        )
        progress.end()
        if found is None:
            print(f"{name}: the difference did not show again")
            return None
        if not args.json:
            print(f"\n{name}, made small by {found.tried} attempts:\n\n{text_of(found)}")
        if args.case:
            args.case.write_text(dump(case_of(pair, found, name)), encoding="utf-8")
        return found
    finally:
        pair.close()
