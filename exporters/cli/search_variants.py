"""Search the options and marked numbers of a description for variants that fit a wish.

  lud search-variants "Ex Nihilo" --want "length 15..40, balance > 0.9, draws < 5%"
  lud search-variants game.lud --want "length 40..80, first 45..55%" --output found

Every variant plays some games; the better half plays twice as many, and so on. Those that are left play on until it is
certain whether they fulfil the wish (--confidence), or --time is up. They are ranked, with intervals; --output writes
each as a description that can be played, and keeps the games, with which another run goes on. A number is marked in the
text by a comment at the end of its line: `(rectangle 8 6)  // vary 4..10` varies the 6. The same seed finds the same
variants, if there is time enough.
"""

from __future__ import annotations

import argparse
import re
import time
from functools import partial
from pathlib import Path
from typing import Any

from ludparse.description.description import load_description

from ..statistics.play import Games, Setup, play_many
from ..statistics.variant_search import Search, missing
from ..statistics.wishes import Candidate, WishError
from ..statistics.words import interval_text, number_text
from ..terminal.output import Progress, counted
from .common import (
    Failure,
    add_backend,
    add_confidence,
    add_games,
    add_output,
    add_time,
    agent_of,
    library,
    places,
    positive,
    print_json,
)
from .evaluate import add_playing

__all__ = ["configure", "run"]

_MOST_TOLD = 1_000_000
"""Games of which it is said that they would tell: of more, nobody waits for the end."""


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
    add_time(parser, 60.0)
    add_backend(parser)
    add_playing(parser)
    add_confidence(parser, "that an interval holds the value")


def run(args: argparse.Namespace) -> int:
    args.agent = agent_of(args)
    description = load_description(args.game, library=library(args))
    base = Setup("", (), None, library(args), args.backend, args.agent, args.max_moves, args.seed)
    progress: Progress | None = None

    def compiled(done: int, total: int) -> None:
        nonlocal progress
        progress = progress or Progress("compiled", total, quiet=args.json)
        progress(done)

    try:
        search = Search.of(description, args.want, base, args.candidates, args.confidence, compiled)
    except ValueError as problem:
        raise Failure(str(problem), 2 if isinstance(problem, WishError) else 1) from None
    if progress is not None:
        progress.end()
    tried = len(search.left) + len(search.failed)
    if not search.left:
        raise Failure(f"none of the {counted(tried, 'variant')} can be played; the first: {search.failed[0][1]}")
    kept = Games(args.output, {c.name: search.setups[c.name].key(c.game.description.text) for c in search.left})
    for candidate in search.left:
        candidate.records = kept.games[candidate.name]
    began, interrupted = time.perf_counter(), False
    try:
        search.run(partial(_round, search, args, kept), args.games, args.keep, args.time)
    except KeyboardInterrupt:
        interrupted = True
        search.interrupted(args.keep)
    kept.run.write()
    if not search.left:
        raise KeyboardInterrupt
    files = _write(search.left, args.output, description.name) if args.output is not None else {}
    seconds = time.perf_counter() - began
    if args.json:
        found = [_record(rank, candidate, files) for rank, candidate in enumerate(search.left, 1)]
        print_json(
            {
                "game": description.name, "wishes": [wish.text for wish in search.wishes], "variants": tried,
                "rounds": search.rounds, "seed": args.seed, "agent": args.agent, "interrupted": interrupted,
                "failed": [{"variant": name, "problem": text} for name, text in search.failed], "found": found,
                "seconds": round(seconds, 1),
            }
        )  # fmt: skip
    else:
        head = f"{counted(tried, 'variant')}, {counted(search.rounds, 'round')}, seed {args.seed} ({seconds:.0f} s)"
        _print(search.left, files, f"{description.name}: {head}")
        for name, text in search.failed:
            print(f"\n{name} cannot be played: {text.splitlines()[0]}")
    return 130 if interrupted else 0


def _record(rank: int, candidate: Candidate, files: dict[str, Path]) -> dict[str, Any]:
    name = candidate.variant.name
    return {
        "rank": rank, "name": name, "settings": dict(candidate.variant.settings), "games": candidate.games,
        "answered": candidate.answered, "needed": candidate.needed, "outside": candidate.outside,
        "file": str(files[name]) if files else None,
        "wishes": [fit.as_dict() for fit in candidate.fits],
    }  # fmt: skip


def _round(search: Search, args: argparse.Namespace, kept: Games, left: list[Candidate], games: int) -> None:
    """Every candidate plays until it has so many games."""
    tasks = missing(left, games)
    progress = Progress(f"{counted(len(left), 'variant')}, games", len(tasks), quiet=args.json)
    playing = play_many([search.setups[c.name] for c in left], tasks, **places(args))
    try:
        for done, (which, _, record) in enumerate(playing, 1):
            kept.add(left[which].name, record)
            progress(done)
    finally:
        playing.close()
        progress.end()


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
    print(f"{head}; * fulfilled with certainty, + by the value alone, - not, x with certainty not")
    for rank, candidate in enumerate(left, 1):
        where = f"   {files[candidate.variant.name]}" if files else ""
        print(f"\n{rank}. {candidate.variant.name}   ({counted(candidate.games, 'game')}){where}")
        for f in candidate.fits:
            mark = "*" if f.certain else "x" if f.missed else "+" if f.outside == 0 else "-"
            print(f"   {mark} {f.wish.text:<28}{number_text(f.value):>9}  {interval_text(f.interval)}")
        if not candidate.answered:
            needed = candidate.needed
            told = needed is not None and needed <= _MOST_TOLD
            more = f"some {needed:,} games would tell (--time)" if told else "a value lies on a bound, or nearly so"
            print(f"   not certain yet: {more}")
