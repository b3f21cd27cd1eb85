"""Count the games of a given length: the leaves of the tree of legal moves.

--divide prints the count for each first move. A game that ends before counts once.
"""

from __future__ import annotations

import argparse
import sys
import time

from ..terminal.output import Progress, columns, counted
from .common import INTERRUPTED, positive, print_json
from .position import add_position, open_position

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument("depth", metavar="DEPTH", type=positive, help="plies")
    parser.add_argument("--divide", action="store_true", help="for each first move")


def run(args: argparse.Namespace) -> int:
    game, state = open_position(args)
    divided: dict[str, int] = {}
    interrupted = False
    began = time.perf_counter()
    moves = state.legal_moves()
    names = [move.notation for move in moves]
    progress = Progress("counted", len(moves), quiet=args.json)
    try:  # first move by first move, so that something is there when the rest takes too long
        for number, (name, move) in enumerate(zip(names, moves, strict=True), 1):
            after = state.copy()
            after.apply(move)
            divided[name] = after.perft(args.depth - 1)
            progress(number, name)
    except KeyboardInterrupt:
        interrupted = True
    progress.end()
    leaves = sum(divided.values()) if moves else 1
    seconds = time.perf_counter() - began
    if args.json:
        record = {"game": game.name, "backend": game.backend, "depth": args.depth, "leaves": leaves}
        print_json(
            record
            | ({"divide": divided} if args.divide else {})
            | {"interrupted": interrupted, "seconds": round(seconds, 3)}
        )
        return INTERRUPTED if interrupted else 0
    if args.divide and divided:
        print(columns([f"{name}: {count:,}" for name, count in divided.items()], most=sys.maxsize))
    if interrupted:
        print(f"interrupted after {len(divided)} of {counted(len(moves), 'first move')}, {seconds:.2f} s:")
        print(f"perft({args.depth}) is at least {leaves + len(moves) - len(divided):,}")
        return INTERRUPTED
    print(f"perft({args.depth}) = {leaves:,}  ({seconds:.2f} s, {game.backend} backend)")
    return 0
