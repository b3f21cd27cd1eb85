"""Build a static site of games for any web host: a list, and a page to play for each game.

lud site games --output public       every description in the folder games
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..terminal.output import Progress, counted
from .common import Failure, add_games, library, print_json
from .export import variants_argument

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the descriptions are, at any depth")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="the folder of the site")
    parser.add_argument("--title", default="Games", help="the heading of the list (default: Games)")
    parser.add_argument(
        "--address", type=_address, metavar="URL",
        help="where the site will lie: previews of links then have a picture (PNG) of each game",
    )  # fmt: skip
    add_games(parser, 200, "random games for the statistics of each game")
    variants_argument(parser, 4)


def _address(text: str) -> str:
    """For argparse: the address of a site."""
    if not text.startswith(("https://", "http://")) or any(letter.isspace() for letter in text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as https://example.org/games")
    return text


def run(args: argparse.Namespace) -> int:
    from ..pictures import PictureError
    from ..web.at_hand import descriptions_in
    from ..web.site import build_site  # slow to import

    if not args.folder.is_dir():
        raise Failure(f"there is no folder {str(args.folder)!r}")
    files = descriptions_in(args.folder)
    if not files:
        raise Failure(f"there is no description (*.lud) in {str(args.folder)!r}")
    progress = Progress("built", len(files), quiet=args.json)
    try:
        built = build_site(
            files, args.output, title=args.title, library=library(args), variants=args.variants, games=args.games,
            address=args.address or "", report=lambda done, total, name: progress(done, name),
        )  # fmt: skip
    except PictureError as error:
        raise Failure(str(error)) from error
    progress.end()
    problems = {str(file): text for file, text in built.problems.items()}
    if args.json:
        print_json({"output": str(args.output), "games": list(built.games), "problems": problems})
    else:
        print(f"{args.output / 'index.html'}: {counted(len(built.games), 'game')}")
        for file, text in problems.items():
            print(f"{file}: {text}", file=sys.stderr)
    return 1 if problems else 0
