"""Explain why a move is legal, or why it is not: the rules that make it or refuse it, with the values they had.

MOVE need not be legal. It stands after GAME, or last behind --moves. Every value that is shown was noted while the
rules made the moves of this position; a condition is named only if the move comes, or goes, when it alone is answered
otherwise.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ludparse.library.library import looks_like_text

from ..terminal.output import Waiting
from .common import Failure, positive, print_json
from .position import add_position, open_position

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument("move", metavar="MOVE", nargs="?", help="the move, such as A1-B2")
    parser.add_argument("--end", action="store_true", help="why the game has ended there, or goes on: without MOVE")
    parser.add_argument("--at", metavar="SITE", help="why a site holds what it holds: without MOVE")
    parser.add_argument("--since", action="store_true", help="also when the move was last possible")
    parser.add_argument("--keep", action="store_true", help="write the answer to the expectations of the game")
    parser.add_argument("--seat", type=positive, metavar="N", help="what player N may know")


def run(args: argparse.Namespace) -> int:
    if args.end or args.at:
        if args.move is not None or (args.end and args.at):
            raise Failure("--end and --at are about the position: one of them, without a MOVE", 2)
        if args.at and args.keep:
            raise Failure("--keep is about moves and ends: it goes without --at", 2)
    elif args.move is None and args.moves:
        *args.moves, args.move = args.moves
    elif args.move is None and args.trial:
        args.game, args.move = None, args.game
    if args.move is None and not args.end and not args.at:
        raise Failure("which MOVE? Write it after GAME, or as the last word of --moves", 2)
    game, state = open_position(args)
    with Waiting("asking the rules", quiet=args.json):
        try:
            if args.at:
                why = state.why_here(args.at, seat=args.seat)
            else:
                why = state.why(args.move, since=args.since, seat=args.seat)
        except ValueError as problem:
            raise Failure(str(problem), 2) from None
    if args.keep:
        _keep(args, game, state, why)
    if args.json:
        print_json({"game": game.name, "move": args.move} | why.as_dict())
    else:
        print(why)
    return 0


def _keep(args: argparse.Namespace, game: Any, state: Any, why: Any) -> None:
    """Adds the answer to the expectations of the game."""
    from ludparse.interpreter.game.expectations import beside, position_text

    path = Path(args.game or "")
    if looks_like_text(str(path)) or not path.is_file():
        raise Failure("--keep writes beside a description: name its file as GAME", 2)
    if args.move is not None:
        if why.value not in (True, False):
            raise Failure("there is no answer that could be kept")
        holds: dict[str, Any] = {"legal" if why.value else "illegal": [args.move]}
    else:
        holds = {"over": bool(state.over)}
        first = [number for number, place in enumerate(state.ranking[1:], 1) if place == 1.0]
        holds |= {"wins": first[0]} if len(first) == 1 else {}
    text = position_text(state, tuple(args.option), args.ruleset, holds)
    with beside(path).open("a", encoding="utf-8") as file:
        file.write(text)
    print(f"kept in {beside(path)}", file=sys.stderr)
