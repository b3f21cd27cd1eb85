"""Search the options and marked numbers of a description for variants that fit a wish.

  lud search-variants "Ex Nihilo" --want "length 15..40, balance > 0.9, draws < 5%"
  lud search-variants game.lud --want "length 40..80, first 45..55%" --output found

Every variant plays some games; the better half plays twice as many, and so on. Those that are left are ranked, with
intervals; --output writes each as a description that can be played, and keeps the games, with which another run goes
on. A number is marked in the text by a comment at the
end of its line: `(rectangle 8 6)  // vary 4..10` varies the 6. The same seed finds the same variants.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludparse.description.description import load_description
from ludparse.problems.errors import LudError

from ..statistics.play import Games, Setup, play_many
from ..statistics.record import GameRecord
from ..statistics.variants import MarkError, Variant, knobs_of, variants_of
from ..statistics.wishes import Fit, Wish, WishError, fit, read_wishes
from ..statistics.words import interval_text, number_text
from ..terminal.output import Progress, counted
from .common import (
    Failure,
    add_backend,
    add_confidence,
    add_games,
    add_output,
    agent_of,
    library,
    places,
    positive,
    print_json,
)
from .evaluate import add_playing

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a path, a name, or a text")
    parser.add_argument(
        "--want", required=True, metavar="WISHES", help='such as "length 40..80, balance > 0.95, draws < 5%%"'
    )
    add_output(parser, "keep the games here and go on with them, and write the variants that are found")
    parser.add_argument(
        "--candidates", type=positive, default=64, metavar="N", help="variants that are tried at most (default 64)"
    )
    add_games(parser, 32, "games of each in the first round")
    parser.add_argument("--keep", type=positive, default=4, metavar="N", help="variants left at the end (default 4)")
    add_backend(parser)
    add_playing(parser)
    add_confidence(parser, "that an interval holds the value")


@dataclass(slots=True)
class Candidate:
    """A variant with the games that are known, how many of them count, and how well these fulfil each wish."""

    variant: Variant
    setup: Setup
    game: Any
    known: dict[int, GameRecord]
    games: int
    fits: list[Fit]

    @property
    def outside(self) -> float:
        """How far it is from the wishes: 0 where its values fulfil all of them."""
        return sum(fit.outside for fit in self.fits)

    def judge(self, wishes: list[Wish], level: float) -> None:
        """Computes how well the wishes are fulfilled."""
        records = [self.known[number] for number in sorted(self.known) if number < self.games]
        self.fits = [fit(self.game, records, wish, level, self.setup.seed) for wish in wishes]


def run(args: argparse.Namespace) -> int:
    args.agent = agent_of(args)
    try:
        wishes = read_wishes(args.want)
    except WishError as problem:
        raise Failure(str(problem), 2) from None
    description = load_description(args.game, library=library(args))
    try:
        knobs = knobs_of(description)
    except MarkError as problem:
        raise Failure(str(problem)) from None
    if not knobs:
        raise Failure(
            f"{description.name} has no options, and no number marked with `// vary 3..9`: nothing can be varied"
        )
    variants = variants_of(description, knobs, args.candidates, args.seed)
    candidates, failed = _load(variants, args)
    if not candidates:
        raise Failure(f"none of the {counted(len(variants), 'variant')} can be played; the first: {failed[0][1]}")
    keys = {c.variant.name: c.setup.key(c.game.description.text) for c in candidates}
    kept = Games(args.output, keys)
    for candidate in candidates:
        candidate.known = kept.games[candidate.variant.name]
    began, interrupted = time.perf_counter(), False
    left, games = candidates, args.games
    rounds = 0
    try:
        while True:
            _round(left, games, args, kept)
            rounds += 1
            for candidate in left:
                candidate.judge(wishes, args.confidence)
            left = sorted(left, key=lambda c: (c.outside, candidates.index(c)))
            if len(left) <= args.keep:
                break
            left, games = left[: max(args.keep, -(-len(left) // 2))], 2 * games
    except KeyboardInterrupt:
        interrupted = True
        for candidate in left:
            candidate.games = max(candidate.known, default=-1) + 1
            if candidate.known:
                candidate.judge(wishes, args.confidence)
        left = sorted((c for c in left if c.known), key=lambda c: (c.outside, candidates.index(c)))[: args.keep]
    kept.run.write()
    if not left:
        raise KeyboardInterrupt
    files = _write(left, args.output, description.name) if args.output is not None else {}
    seconds = time.perf_counter() - began
    if args.json:
        found = [_record(rank, candidate, files) for rank, candidate in enumerate(left, 1)]
        print_json(
            {
                "game": description.name, "wishes": [wish.text for wish in wishes], "variants": len(variants),
                "rounds": rounds, "seed": args.seed, "agent": args.agent, "interrupted": interrupted,
                "failed": [{"variant": name, "problem": text} for name, text in failed], "found": found,
                "seconds": round(seconds, 1),
            }
        )  # fmt: skip
    else:
        tried = f"{counted(len(variants), 'variant')}, {counted(rounds, 'round')}"
        head = f"{description.name}: {tried}, seed {args.seed} ({seconds:.0f} s)"
        _print(left, files, head)
        for name, text in failed:
            print(f"\n{name} cannot be played: {text.splitlines()[0]}")
    return 130 if interrupted else 0


def _record(rank: int, candidate: Candidate, files: dict[str, Path]) -> dict[str, Any]:
    name = candidate.variant.name
    return {
        "rank": rank, "name": name, "settings": dict(candidate.variant.settings), "games": candidate.games,
        "outside": candidate.outside, "file": str(files[name]) if files else None,
        "wishes": [fit.as_dict() for fit in candidate.fits],
    }  # fmt: skip


def _load(variants: list[Variant], args: argparse.Namespace) -> tuple[list[Candidate], list[tuple[str, str]]]:
    base = Setup("", (), None, library(args), args.backend, args.agent, args.max_moves, args.seed)
    found, failed = [], []
    progress = Progress("compiled", len(variants), quiet=args.json)
    for number, variant in enumerate(variants, 1):
        setup = replace(base, source=variant.source, options=variant.options)
        try:
            found.append(Candidate(variant, setup, setup.load(), {}, 0, []))
        except LudError as problem:
            failed.append((variant.name, str(problem)))
        progress(number)
    progress.end()
    return found, failed


def _round(left: list[Candidate], games: int, args: argparse.Namespace, kept: Games) -> None:
    """Every candidate plays until it has so many games."""
    tasks = [(k, n) for n in range(games) for k, c in enumerate(left) if n not in c.known]
    progress = Progress(f"{counted(len(left), 'variant')}, games", len(tasks), quiet=args.json)
    playing = play_many([c.setup for c in left], tasks, **places(args))
    try:
        for done, (which, _, record) in enumerate(playing, 1):
            kept.add(left[which].variant.name, record)
            progress(done)
    finally:
        playing.close()
        progress.end()
    for candidate in left:
        candidate.games = games


def _write(left: list[Candidate], folder: Path, name: str) -> dict[str, Path]:
    """A description for each candidate, without options, so that it is the variant wherever it is played."""
    stem = re.sub(r"\W+", "-", name).strip("-").lower() or "game"
    files = {}
    for rank, candidate in enumerate(left, 1):
        file = folder / f"{stem}-{rank}.lud"
        lines = [f"// {name}: {candidate.variant.name}", "// found by lud search-variants"]
        lines += [f"// {f.wish.text}: {number_text(f.value)} {interval_text(f.interval)}" for f in candidate.fits]
        file.write_text("\n".join(lines) + "\n\n" + candidate.game.description.text.strip() + "\n", encoding="utf-8")
        files[candidate.variant.name] = file
    return files


def _print(left: list[Candidate], files: dict[str, Path], head: str) -> None:
    print(f"{head}; * fulfilled with certainty, + by the value alone, - not")
    for rank, candidate in enumerate(left, 1):
        where = f"   {files[candidate.variant.name]}" if files else ""
        print(f"\n{rank}. {candidate.variant.name}   ({counted(candidate.games, 'game')}){where}")
        for f in candidate.fits:
            mark = "*" if f.certain else "+" if f.outside == 0 else "-"
            print(f"   {mark} {f.wish.text:<28}{number_text(f.value):>9}  {interval_text(f.interval)}")
