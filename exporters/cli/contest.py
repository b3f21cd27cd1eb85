"""Let two agents play against each other until it is known which one is stronger.

A and B are auto, uct, alphabeta, flat, random, with settings as in "uct(iterations=500)", an agent of a running Ludii
such as ludii:UCT or "ludii:Alpha-Beta", or a class of your own (package.module:Class). A sits at each seat in turn, and
B at the others. A sequential test stops when the question is decided.
"""

from __future__ import annotations

import argparse

from .common import Failure, add_game, add_games, add_max_moves, add_places, add_seconds, add_seed
from .contest_agents import run_agents
from .ludii_arguments import add_ludii

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("agents", nargs="*", metavar="A B", help="the agents that play")
    add_games(parser, 100, "games at most")
    add_seconds(parser)
    add_places(parser)
    parser.add_argument("--output", metavar="DIR", help="keep every game there, as a trial; the same command goes on")
    parser.add_argument(
        "--sprt", nargs=2, type=float, default=[-30.0, 30.0], metavar=("LOW", "HIGH"),
        help="stop when a difference of at most LOW or at least HIGH Elo is known (default -30 30)",
    )  # fmt: skip
    parser.add_argument("--all-games", action="store_true", help="play all games, also when the question is decided")
    add_ludii(parser)
    add_seed(parser)
    add_max_moves(parser)


def run(args: argparse.Namespace) -> int:
    if len(args.agents) != 2:
        raise Failure("two agents play a contest, such as: lud contest GAME uct flat", 2)
    if not args.sprt[0] < args.sprt[1]:
        raise Failure("--sprt LOW HIGH: LOW has to be below HIGH", 2)
    return run_agents(args)
