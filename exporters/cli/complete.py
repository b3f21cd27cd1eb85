"""Complete a partial description from other games: lud complete game.lud.

What is left open stands in square brackets, as in Ludii:

  [#]            what another game has in the same bracket: (end [#])
  [##]           the same in two brackets, (board (square [##])), and so on
  [a | b | …]    one of these
  [2..15]        one of a range, also of sites: ["A1".."C3"]
  [… | [+ a]]    only what contains a
  [… | [- a]]    only what does not contain a

The games at hand lend the parts. The completions are told by score, the best first: how near the games are that lend
the parts, in region, period and kind, and in the ludemes of their rules. Each is checked. With --measure or --keep,
random games of each are played as well:

  lud complete game.lud --keep "length 20..80, balance > 0.4" --output completed

docs/completing.md says all of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.support.files import write_whole

from ..terminal.output import Progress, Waiting, colour, counted, terminal_width
from .common import (
    INTERRUPTED,
    Failure,
    add_backend,
    add_games,
    add_options,
    add_output,
    add_seed,
    add_time,
    library,
    positive,
    print_json,
)
from .similar import Told

if TYPE_CHECKING:
    from ..laboratory.complete import Completion, Completions

__all__ = ["configure", "run"]

WIDTH = 100


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a path, a name, or a text")
    add_options(parser)
    add_games(parser, 10, "completions to tell")
    parser.add_argument(
        "--tries", type=positive, default=1000, metavar="N", help="completions that are looked at (default 1000)"
    )
    add_time(parser, None)
    parser.add_argument(
        "--measure", type=positive, default=0, metavar="N",
        help="play N random games of each, and tell what they are like",
    )  # fmt: skip
    parser.add_argument(
        "--want", default="", metavar="WISHES",
        help='what these have to be like, such as "length 20..80, balance > 0.4"',
    )  # fmt: skip
    parser.add_argument("--keep", dest="want", default="", metavar="WISHES", help="the same as --want")
    add_output(parser, "write each completion here")
    add_seed(parser)
    add_backend(parser)


def run(args: argparse.Namespace) -> int:
    from ..laboratory.complete import complete
    from ..statistics.wishes import WishError

    reading, looking = Told("measuring games, once", args), Progress("completions", args.tries, quiet=args.json)
    if args.output is not None:
        args.output.mkdir(parents=True, exist_ok=True)
    try:
        with Waiting("completing", quiet=args.json):
            made = complete(
                args.game, library(args), n=args.games, options=tuple(args.option), ruleset=args.ruleset,
                tries=args.tries, seconds=args.time, want=args.want, games=args.measure, backend=args.backend,
                seed=args.seed, indexed=reading,
                report=lambda looked_at, right: looking(looked_at, f"{right} right"),
            )  # fmt: skip
    except WishError as problem:
        raise Failure(str(problem), 2) from None
    finally:
        reading.end()
        looking.end()
    files = [] if args.output is None else _written(made, args.output)
    if args.json:
        print_json(made.as_dict() | {"files": [str(file) for file in files]})
    else:
        _print(made, files)
    return INTERRUPTED if made.interrupted else 0 if made else 1


def _written(made: Completions, folder: Path) -> list[Path]:
    """Names of games are not ours: files have numbers."""
    width = len(str(len(made)))
    files = [folder / f"completion-{number:0{width}}.lud" for number in range(1, len(made) + 1)]
    for file, completion in zip(files, made, strict=True):
        write_whole(file, completion.text)
    return files


def _print(made: Completions, files: list[Path]) -> None:
    looked_at = "all " * made.all_made + counted(made.looked_at, "completion")
    right = f"{len(made):,} right" if made else "none is right"
    print(f"{made.name}: {looked_at} from {counted(made.lenders, 'game')} looked at, {right}")
    if not made and made.first_problem:
        print(f"  the first: {made.first_problem}")
    for name in made.unjudged:
        print(f"  not looked at: the description asks for the concept {name}, which is not known here")
    for number, completion in enumerate(made, 1):
        score = "" if completion.score is None else f"  {completion.score:.2f}"
        where = f"  {files[number - 1]}" if files else ""
        print(f"\n{number:>3}.{colour(score, '1')}{where}")
        for line in _lines(completion):
            print(f"     {line}")


def _lines(completion: Completion) -> list[str]:
    width = (terminal_width() or WIDTH) - 5
    lines = []
    for part in completion.parts:
        for text in (f"{part.place} {part.open}  {part.source}", f"    {part.text}"):
            lines.append(text if len(text) <= width else f"{text[: width - 1]}…")
    if completion.measured:
        told = {measure.wish.statistic: measure.value for measure in completion.measured}
        lines.append(", ".join(f"{name} {'-' if value is None else f'{value:.3g}'}" for name, value in told.items()))
    return lines
