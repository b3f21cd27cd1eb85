"""Count the games of a given length: the leaves of the tree of legal moves.

--divide counts them for each first move. A game that ends earlier counts once.
"""

from __future__ import annotations

import argparse
import sys
import time

from exporters.cli.common import Progress, add_game, open_game, positive, print_json
from exporters.cli.listing import columns
from exporters.screen import Screen

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", type=positive, help="plies")
    parser.add_argument("--divide", action="store_true", help="for each first move")


def run(args: argparse.Namespace) -> int:
    game = open_game(args)
    divided: dict[str, int] = {}
    began = time.perf_counter()
    if not args.divide:
        leaves = game.perft(args.depth)
    else:
        state = game.start()
        moves = state.legal_moves()
        names = Screen(game).names(moves, state)
        progress = Progress("counted", len(moves), quiet=args.json)
        for number, (name, move) in enumerate(zip(names, moves, strict=True), 1):
            after = state.copy()
            after.apply(move)
            divided[name] = after.perft(args.depth - 1)
            progress(number, name)
        progress.end()
        leaves = sum(divided.values())
    seconds = time.perf_counter() - began
    if args.json:
        record = {"game": game.name, "backend": game.backend, "depth": args.depth, "leaves": leaves}
        print_json(record | ({"divide": divided} if args.divide else {}) | {"seconds": round(seconds, 3)})
        return 0
    if divided:
        print(columns([f"{name}: {count:,}" for name, count in divided.items()], most=sys.maxsize))
    print(f"perft({args.depth}) = {leaves:,}  ({seconds:.2f} s, {game.backend} backend)")
    return 0
