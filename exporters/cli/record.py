"""Let a running Ludii play random games, and write them down.

Writes traces (lud-trace/1) to OUTPUT/traces and Ludii's own trial files to OUTPUT/trials, both with the paths of the
descriptions below them, and expanded descriptions and boards beside them. `lud crosscheck OUTPUT` compares with them.
A game whose files are there already is not played again, so that a run that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

from ..terminal.output import Progress, counted
from ..verification.ludii.errors import LudiiError
from ..verification.ludii.live import Workers
from ..verification.ludii.pair import Pair, rng_of
from ..verification.ludii.variants import Variant
from ..verification.recordings import EVERY
from .common import add_jobs, add_max_moves, add_seed, print_json
from .ludii_arguments import add_choice, add_ludii, setting_of, version_said, wanted

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="*", help="descriptions; without any: all of the library")
    parser.add_argument("--output", metavar="DIR", default="recordings", help="their folder (default recordings)")
    parser.add_argument("--filter", metavar="TEXT", help="only games whose path contains TEXT")
    add_jobs(parser)
    add_max_moves(parser, 80)
    add_seed(parser)
    parser.add_argument("--lines", action="store_true", help="print a line for every game")
    add_ludii(parser)
    add_choice(parser)


def run(args: argparse.Namespace) -> int:
    setting = setting_of(args)
    folder = Path(args.output)
    variants: list[Variant] = []
    unread: list[LudError] = []
    for found in wanted(args.game, args, setting):
        unread.append(found) if isinstance(found, LudError) else variants.append(found)
    if unread and not variants:
        raise unread[0]
    progress = Progress("recorded", len(variants), quiet=args.json)
    counts: Counter[str] = Counter()
    failures: list[str] = [problem.message for problem in unread]
    version = ""
    with Workers(setting) as workers:

        def one(pair: Pair, variant: Variant) -> tuple[int, int, str]:
            return _record(pair, variant, folder, args)

        for number, (variant, (written, kept, failure)) in enumerate(workers.map(one, variants), 1):
            version = version or version_said(workers.about())
            counts["written"] += written
            counts["kept"] += kept
            if failure:
                failures.append(f"{variant.label}: {failure}")
            if args.lines and not args.json:
                progress.end()
                print(f"{variant.label}: {failure or f'{written} written, {kept} there already'}", flush=True)
            progress(number, f"{counted(counts['written'], 'game')} written  {variant.label}")
    progress.end()
    if args.json:
        print_json({"ludii": version, "output": str(folder), **counts, "failures": failures})
    else:
        by = f" by Ludii {version}" if version else ""
        print(f"{counted(counts['written'], 'game')}{by} written to {folder}, {counts['kept']} were there already")
        for failure in failures:
            print(f"  not recorded: {failure}")
    return 1 if failures else 0


def _record(pair: Pair, variant: Variant, folder: Path, args: argparse.Namespace) -> tuple[int, int, str]:
    """Record a variant: games written, games that were there, and what went wrong."""
    prefix = f"{variant.slug}-" if variant.slug else ""
    names = [f"{prefix}seed{args.seed + i}" for i in range(args.games)]
    wanted_files = [(name, _trace(folder, variant, name), _trial(folder, variant, name)) for name in names]
    todo = [row for row in wanted_files if not (row[1].exists() and row[2].exists())]
    written = 0
    try:
        header = pair.load(variant) if todo else {}
        if todo and not variant.slug:
            _write(folder / "expanded" / f"{_place(variant)}.txt.gz", pair.ludii.expanded())
            _write(folder / "boards" / f"{_place(variant)}.json.gz", json.dumps(pair.ludii.board()))
        for name, trace, trial in todo:
            seed = args.seed + names.index(name)
            played = pair.play(header, rng=rng_of(seed, 0), plies=args.max_moves, seed=seed, every=EVERY)
            if played.error is not None:
                raise played.error
            _write(trial, played.trial)
            _write(trace, "".join(json.dumps(r, separators=(",", ":")) + "\n" for r in played.records))
            written += 1
    except LudiiError as problem:
        return written, len(names) - len(todo), problem.message
    return written, len(names) - len(todo), ""


def _place(variant: Variant) -> Path:
    """Where a variant is below a folder: a file that lies elsewhere keeps its whole path, without the root."""
    path = Path(variant.path)
    if path.is_absolute() or ".." in path.parts:
        path = path.resolve()
    return path.relative_to(path.anchor)


def _trace(folder: Path, variant: Variant, name: str) -> Path:
    return folder / "traces" / _place(variant) / f"{name}.jsonl.gz"


def _trial(folder: Path, variant: Variant, name: str) -> Path:
    return folder / "trials" / _place(variant) / f"{name}.txt"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, gzip.compress(text.encode(), mtime=0) if file.suffix == ".gz" else text)
