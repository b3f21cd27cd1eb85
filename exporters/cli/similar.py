"""Find the games that are most like a game, and say why: lud similar "Ex Nihilo".

All games at hand are measured once, which takes minutes; then they are asked in an instant. Names say nothing: what is
compared are the concepts, the ludemes, the board and the play. --by puts the games in order by one distance alone:

  combined     0.6 divergence, 0.3 trees and 0.1 boards, which is the default
  concepts     Ludii's concepts, by the angle between them; the rarer one is, the more it counts
  divergence   the same concepts, by the Jensen-Shannon distance
  ludemes      how often each ludeme occurs
  trees        the rules as trees, by their pq-grams
  boards       the boards as graphs: sizes, neighbours, distances
  play         statistics of random games, which all games play once (tens of minutes)
  edits        the tree edit distance, of the 50 games that are nearest by their pq-grams; takes a minute

docs/laboratory.md says how each is defined. Needs `pip install 'ludparse[laboratory]'`.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from typing import TYPE_CHECKING

from ludparse.description.description import load_description
from ludparse.library.library import open_library

from ..terminal.output import Progress, Waiting, colour, counted
from .common import Failure, add_games, add_options, games_of, library, page_file, print_json

if TYPE_CHECKING:
    from ..laboratory.similar import Neighbours
    from ..laboratory.space import Space

__all__ = ["Told", "configure", "run"]

ORDERS = ("combined", "concepts", "divergence", "ludemes", "trees", "boards", "play", "edits")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="a path, a name, or a text")
    add_options(parser)
    add_games(parser, 10, "the nearest games to tell")
    parser.add_argument("--by", choices=ORDERS, default="combined", help="the distance (default combined)")
    parser.add_argument("--no-why", action="store_true", help="only the distances, without what is shared and differs")
    parser.add_argument(
        "--matrix", type=page_file, metavar="FILE", help="write the distances between all games: .csv, or .npz of numpy"
    )
    parser.add_argument("--map", type=page_file, metavar="FILE", help="write a page with a map of all games (.html)")


def run(args: argparse.Namespace) -> int:
    if args.game is None and not (args.matrix or args.map):
        raise Failure("name a GAME, or write a --matrix or a --map of all games", 2)
    if args.matrix and args.matrix.suffix not in (".csv", ".npz"):
        raise Failure(f"{args.matrix.name!r} ends neither in .csv nor in .npz", 2)
    try:
        from ..laboratory.similar import neighbours
    except ModuleNotFoundError as missing:
        raise _missing(missing) from None
    if args.map and importlib.util.find_spec("sklearn") is None:  # told before the minutes that the distances take
        raise _missing(ModuleNotFoundError(name="scikit-learn"))
    opened = open_library(library(args))
    description = None if args.game is None else load_description(args.game, **games_of(args))
    space = _space(args)
    if not space.about:
        raise Failure("there are no games to choose from: --library PLACE names some")
    if description is not None:
        progress = Told("edit distances", args)
        with Waiting("measuring", quiet=args.json or args.by == "edits"):
            near = neighbours(space, description, opened, n=args.games, by=args.by, report=progress)
        progress.end()
        if args.json:
            print_json(near.as_dict() | {"of": len(space.about)})
        else:
            _print(near, space, args)
    if args.matrix or args.map:
        _write(space, args)
    return 0


def _missing(missing: ModuleNotFoundError) -> Failure:
    return Failure(f"{missing.name} is not installed: pip install 'ludparse[laboratory]'")


class Told:
    """Progress whose total is known when the first of it is done."""

    def __init__(self, what: str, args: argparse.Namespace) -> None:
        self.what, self.quiet = what, args.json
        self.progress: Progress | None = None

    def __call__(self, done: int, total: int) -> None:
        self.progress = self.progress or Progress(self.what, total, quiet=self.quiet)
        self.progress(done)

    def end(self) -> None:
        if self.progress is not None:
            self.progress.end()


def _space(args: argparse.Namespace) -> Space:
    from ..laboratory.similar import space_at

    measured, read = Told("measuring games, once", args), Told("laying out their rules", args)
    try:
        return space_at(library(args), play=args.by == "play", report=measured, reading=read)
    finally:
        measured.end()
        read.end()


def _print(near: Neighbours, space: Space, args: argparse.Namespace) -> None:
    games = counted(len(space.about), "game")
    print(f"{near.name}: the nearest of {games} by {near.by} (0 the same, 1 nothing shared)")
    if args.no_why:
        print()
        print(near)
        return
    for number, game in enumerate(near, 1):
        value = game.distances[near.by]
        print(f"\n{number:>3}. {colour(game.name, '1')}  {value:.3f}")
        rows = [("both", line) for line in game.why.shared] + [("differ", line) for line in game.why.differ]
        for head, line in rows:
            print(f"     {head:<7}{line}")


def _write(space: Space, args: argparse.Namespace) -> None:
    try:
        from ..laboratory.atlas import all_distances, map_page, write_matrix
    except ModuleNotFoundError as missing:
        raise _missing(missing) from None
    told = Told("distances", args)
    distances = all_distances(space, report=told, by=args.by)
    told.end()
    if args.matrix:
        write_matrix(args.matrix, space, distances)
    if args.map:
        told = Told("boards", args)
        try:
            page = map_page(space, distances, report=told)
        except ModuleNotFoundError as missing:
            raise _missing(missing) from None
        finally:
            told.end()
        args.map.write_text(page, encoding="utf-8")
    for file in filter(None, (args.matrix, args.map)):
        print(f"written: {file}", file=sys.stderr)
