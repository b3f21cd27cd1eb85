"""Prove what a position is worth: who wins with best play, and how.

Small games are solved by enumerating their positions, also if pieces can go around in circles. Otherwise a search
answers whether the player to move can be sure of a win, then of a draw, against any play of the others. It goes on
until that is proven or a limit is reached; Ctrl-C ends it with what is known.
"""

from __future__ import annotations

import argparse
from typing import Any

from ..terminal.output import Waiting
from ..terminal.screen import Screen
from .common import INTERRUPTED, add_time, positive, print_json
from .position import add_position, open_position

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    add_time(parser, None)
    parser.add_argument("--nodes", type=positive, metavar="N", help="stop after so many positions")
    parser.add_argument(
        "--megabytes", type=positive, default=512, metavar="M", help="memory for all tables (default 512)"
    )


def run(args: argparse.Namespace) -> int:
    from ludparse.interpreter.backends.c.engine import CEngine
    from ludparse.interpreter.search.solver import solve

    game, state = open_position(args)
    with Waiting(f"solving {game.name}", quiet=args.json):
        found = solve(state, seconds=args.time, nodes=args.nodes, max_memory=args.megabytes << 20)
    record = {
        "game": game.name,
        "backend": "c" if isinstance(game.engine, CEngine) and game.engine.compiles() else game.backend,
        "mover": state.mover,
        "value": found.value,
        "bounds": [found.low, found.high],
        "plies": found.plies,
        "line": [move.notation for move in found.line],
        "nodes": found.nodes,
        "deep": found.deep,
        "interrupted": found.interrupted,
        "seconds": round(found.seconds, 3),
    }
    if args.json:
        print_json(record)
    else:
        _show(record, game, Screen(game).who(state, state.mover))
    if found.interrupted:
        return INTERRUPTED
    return 0 if found.value is not None else 1


def _show(record: dict[str, Any], game: Any, who: str) -> None:
    print(f"{game.name}: {_words(record, game.players, who)}")
    if record["line"]:
        print(f"  line   {' '.join(record['line'])}")
    took = f"{record['seconds']:.{1 if record['seconds'] >= 1 else 2}f} s"
    print(f"  nodes  {record['nodes']:,} in {took} ({record['backend']} backend)")
    if record["deep"]:
        print("  some games are too long to be followed to their end")


def _words(record: dict[str, Any], players: int, who: str) -> str:
    value = record["value"]
    if value is None:
        low, high = record["bounds"]
        if (low, high) == (0.0, 1.0):
            return "not solved"
        return f"not solved: {who} can be sure of {low:g}, and of no more than {high:g}"
    within = "" if record["plies"] is None else f" within {record['plies']} plies"
    if value == 1.0:
        return f"{who} wins{within}" if players > 1 else f"it can be solved{within}"
    if value == 0.0:
        return f"{who} loses{within}" if players > 1 else "it cannot be solved"
    if players == 2:
        return "a draw"
    return f"{who} can be sure of {value:g} (1 is the first place, 0 the last)"
