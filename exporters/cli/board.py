"""Show the board of a game: as text, as SVG, or with --json all that is known of its sites.

Works for every description that can be read, whether or not the game can be played.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exporters.board_text import Spot, draw
from exporters.cli.common import Failure, add_game, games_of, print_json
from interpreter.board_view import BoardView
from interpreter.equipment import build_equipment
from ludparse import load_description
from ludparse.ludemes import Game

__all__ = ["configure", "run"]

_LAYERS = ("cells", "vertices", "edges", "indices", "coordinates", "axes", "tracks")


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    parser.add_argument("--svg", action="store_true", help="a picture")
    parser.add_argument("--output", metavar="FILE", help="write it to a file")
    parser.add_argument("--show", metavar="WHAT", default="", help=f"in the picture: some of {', '.join(_LAYERS)}")


def run(args: argparse.Namespace) -> int:
    description = load_description(args.game, **games_of(args))
    if not isinstance(description.game, Game):
        raise Failure(f"{description.name!r} is a match of several games, which has no board of its own")
    board = BoardView(description.name, build_equipment(description.game), description)
    if args.json:
        print_json(board.describe())
        return 0
    if args.svg:
        from exporters.pictures import board_svg

        show = args.show.replace(",", " ").split()
        unknown = [word for word in show if word not in _LAYERS]
        if unknown:
            raise Failure(f"a board cannot show {unknown[0]!r}, only {', '.join(_LAYERS)}")
        text = board_svg(board, show=show)
    else:
        elements = board.elements(board.default_site)
        spots = [Spot(str(e.index), e.label, e.x, e.y) for e in elements]
        text = draw(spots, {str(e.index): e.label for e in elements}) + "\n"
    if args.output:
        Path(args.output).write_text(text, encoding="utf-8")
    else:
        print(text.rstrip("\n"))
    return 0
