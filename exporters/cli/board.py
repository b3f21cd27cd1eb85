"""Show the board of a game, or a position: as text, as SVG or PNG, or with --json all that is known of its sites.

Without --moves, --start and --trial it is the board alone, which works for every description that can be read, whether
or not the game can be played. --output chooses the format by its ending: .svg, .png, and for --animate .svg or .gif.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludparse.description.description import load_description
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.ludemes import Game

from ..terminal.board_text import Spot, draw
from ..terminal.output import coloured, counted, terminal_width
from ..terminal.writer import write_data
from .common import Failure, above_zero, games_of, open_game, positive, print_json
from .position import add_position, is_named, open_position

__all__ = ["configure", "run"]

_LAYERS = ("cells", "vertices", "edges", "indices", "coordinates", "axes", "tracks", "connections", "regions")
_FORMATS = ("svg", "png", "gif")


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument("--start", action="store_true", help="the position at the start")
    parser.add_argument("--svg", action="store_true", help="a picture")
    parser.add_argument("--png", action="store_true", help="a picture as PNG (needs --output)")
    parser.add_argument("--width", type=positive, metavar="PIXELS", help="of a PNG or GIF")
    parser.add_argument("--animate", action="store_true", help="all positions from the start, as an animation")
    parser.add_argument(
        "--pause",
        type=above_zero,
        default=1.0,
        metavar="S",
        help="of an animation: seconds of each position (default 1)",
    )
    parser.add_argument("--legal", action="store_true", help="mark the legal moves")
    parser.add_argument("--seat", type=positive, metavar="N", help="what player N may see")
    parser.add_argument("--players", action="store_true", help="in the picture: each player, the turn and the scores")
    themes = ("light", "dark", "auto")
    parser.add_argument("--theme", choices=themes, default="light", help="colours; auto: as who looks at an SVG likes")
    parser.add_argument("--kit", action="store_true", help="the picture kit as JSON (docs/pictures.md)")
    parser.add_argument("--output", metavar="FILE", help="write it to a file")
    parser.add_argument("--show", metavar="WHAT", default="", help=f"in the picture: some of {', '.join(_LAYERS)}")


def run(args: argparse.Namespace) -> int:
    form = _format(args)
    named = is_named(args)
    if args.kit:
        from ..pictures import kit_of

        print_json(kit_of(_single(open_game(args))).json())
    elif named or args.start or args.animate or args.legal or args.seat or args.players:
        _position(args, form)
    else:
        _board(args, form)
    return 0


def _format(args: argparse.Namespace) -> str:
    """What is written: "text", "svg", "png" or "gif"."""
    ending = Path(args.output).suffix[1:].lower() if args.output else ""
    form = "png" if args.png else "svg" if args.svg else ending if ending in _FORMATS else "text"
    if form in ("png", "gif") and not args.output:
        raise Failure(f"a {form.upper()} is written to a file: --output FILE.{form}", 2)
    if args.animate and form not in ("svg", "gif"):
        raise Failure("an animation is SVG or GIF: --animate --output FILE.svg, or FILE.gif", 2)
    if form == "gif" and not args.animate:
        raise Failure("a GIF is an animation: --animate", 2)
    if args.theme == "auto" and form in ("png", "gif"):
        raise Failure(f"a {form.upper()} is light or dark: --theme auto is for SVG", 2)
    return form


def _board(args: argparse.Namespace, form: str) -> None:
    """The board alone."""
    description = load_description(args.game, **games_of(args))
    if not isinstance(description.game, Game):
        raise Failure(f"{description.name!r} is a match of several games, which has no board of its own")
    board = BoardView(description.name, build_equipment(description.game), description)
    if args.json:
        print_json(board.describe())
        return
    if form != "text":
        from ..pictures import THEMES, board_svg

        _write(args, form, board_svg(board, show=_shown(args), theme=THEMES[args.theme]))
        return
    elements = board.elements(board.default_site)
    spots = [Spot(str(e.index), e.label, e.x, e.y) for e in elements]
    _write(args, form, draw(spots, {str(e.index): e.label for e in elements}) + "\n")


def _position(args: argparse.Namespace, form: str) -> None:
    """A position, or all up to it."""
    game, state = open_position(args)
    if args.seat and args.seat > game.players:
        raise Failure(f"{game.name} has {counted(game.players, 'player')}: --seat is from 1 to that", 2)
    if args.json:
        print_json(state.snapshot(player=args.seat))
    elif form == "text":
        from ..terminal.screen import Screen

        screen = Screen(game, colour=coloured(), width=terminal_width())
        known = args.seat in (None, state.mover) or not any(g.traits.hidden for g in game.single_games)
        names = "\n\nLegal moves: " + ", ".join(m.notation for m in state.legal_moves()) if args.legal and known else ""
        _write(args, form, f"{screen.position(state, seat=args.seat)}\n\n{screen.outcome(state)}{names}\n")
    elif args.animate:
        from ..pictures import THEMES, animation_gif, animation_svg, positions_of

        if args.players:
            raise Failure("--players is for pictures of one position, not for animations", 2)
        positions = positions_of(_single(state))
        told: dict[str, Any] = {"seconds": args.pause, "seat": args.seat, "theme": THEMES[args.theme]}
        if form == "svg":
            _write(args, form, animation_svg(positions, **told))
        else:
            _write(args, form, animation_gif(positions, width=args.width or 480, **told))
    else:
        from ..pictures import THEMES, position_svg

        told = {"moves": args.legal, "seat": args.seat, "players": args.players, "theme": THEMES[args.theme]}
        _write(args, form, position_svg(state, show=_shown(args), **told))


def _single(thing: Any) -> Any:
    """A game, or the position of one. A match has several, with boards of their own."""
    if hasattr(thing, "games") or hasattr(thing, "instance"):
        raise Failure("this is a match of several games: ask for one of its games")
    return thing


def _shown(args: argparse.Namespace) -> list[str]:
    found: list[str] = args.show.replace(",", " ").split()
    unknown = [word for word in found if word not in _LAYERS]
    if unknown:
        raise Failure(f"a board cannot show {unknown[0]!r}, only {', '.join(_LAYERS)}")
    return found


def _write(args: argparse.Namespace, form: str, content: str | bytes) -> None:
    if form == "png":
        from ..pictures import THEMES, PictureError, png_of

        assert isinstance(content, str)
        try:
            content = png_of(content, width=args.width, paper=THEMES[args.theme].paper)
        except PictureError as error:
            raise Failure(str(error)) from None
    if isinstance(content, bytes):
        Path(args.output).write_bytes(content)
    elif args.output:
        Path(args.output).write_text(content, encoding="utf-8")
    else:
        write = print if form == "text" else write_data
        write(content.rstrip("\n") + "\n" * (form != "text"))
