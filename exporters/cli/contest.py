"""Let two agents play against each other until it is known which one is stronger.

A and B are auto, uct, alphabeta, flat, random, with settings as in "uct(iterations=500)", an agent of a running Ludii
such as ludii:UCT or "ludii:Alpha-Beta", or a class of your own (package.module:Class). A sits at each seat in turn, and
B at the others. A sequential test stops when the question is decided.

Without A and B, flat Monte Carlo search plays against random moves, or with --everybody against itself.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ..statistics.flat_monte_carlo import Contest, FlatMonteCarlo, play_contest
from ..terminal.output import Progress, counted
from .agents import add_seconds
from .common import INTERRUPTED, Failure, add_game, add_places, open_game, positive, print_json
from .contest_agents import run_agents

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("agents", nargs="*", metavar="A B", help="the agents that play")
    parser.add_argument("-n", "--number", type=positive, default=100, metavar="N", help="games at most (default 100)")
    add_seconds(parser)
    add_places(parser, 1, "games at a time")
    parser.add_argument("--output", metavar="DIR", help="keep every game there, as a trial; the same command goes on")
    parser.add_argument(
        "--sprt", nargs=2, type=float, default=[-30.0, 30.0], metavar=("LOW", "HIGH"),
        help="stop when a difference of at most LOW or at least HIGH Elo is known (default -30 30)",
    )  # fmt: skip
    parser.add_argument("--all-games", action="store_true", help="play all games, also when the question is decided")
    parser.add_argument(
        "--ludii", metavar="PATH", help="Ludii.jar or a folder of its classes (default: the variable LUD_LUDII)"
    )
    parser.add_argument(
        "-p", "--playouts", type=positive, default=20, metavar="N", help="random games for each move (default 20)"
    )
    parser.add_argument("--everybody", action="store_true", help="all players search")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default 0)")
    parser.add_argument(
        "--max-moves", type=positive, default=1000, metavar="N", help="break games off after so many moves"
    )


def run(args: argparse.Namespace) -> int:
    if args.agents:
        if len(args.agents) != 2:
            raise Failure("two agents play a contest, such as: lud contest GAME uct flat", 2)
        if not args.sprt[0] < args.sprt[1]:
            raise Failure("--sprt LOW HIGH: LOW has to be below HIGH", 2)
        return run_agents(args)
    return _against_random(args)


def _against_random(args: argparse.Namespace) -> int:
    game = open_game(args)
    if not game.players:
        raise Failure(f"{game.name} is a simulation without players: there is nobody who could search")
    search = FlatMonteCarlo(args.playouts, args.max_moves)
    progress = Progress("played", args.number, quiet=args.json)
    seats = range(1, game.players + 1)
    played: list[Contest] = []
    began = time.perf_counter()
    interrupted = False
    try:
        for number in range(args.number):
            searching = seats if args.everybody else (seats[number % game.players],)
            played.append(play_contest(game, search, searching, args.seed * 1_000_003 + number))
            progress(number + 1)
    except KeyboardInterrupt:
        interrupted = True
    progress.end()
    seconds = time.perf_counter() - began
    record = {
        "game": game.name,
        "backend": game.backend,
        "games": len(played),
        "playouts": args.playouts,
        "seed": args.seed,
        "everybody": args.everybody,
        "plies": round(statistics.fmean(contest.plies for contest in played), 1) if played else None,
        "turns": round(statistics.fmean(contest.turns for contest in played), 1) if played else None,
        "cut_off": sum(0.0 in contest.ranking for contest in played),
        "shared": sum(1.0 not in contest.ranking and 0.0 not in contest.ranking for contest in played),
        # For each seat: games with the search there, and how many of them it won.
        "seats": {
            str(seat): [
                sum(seat in contest.searching for contest in played),
                sum(seat in contest.searching and contest.ranking[seat - 1] == 1.0 for contest in played),
            ]
            for seat in seats
        },
        "interrupted": interrupted,
        "seconds": round(seconds, 1),
    }
    code = INTERRUPTED if interrupted else 0
    if args.json:
        print_json(record)
        return code
    if interrupted:
        print(f"interrupted after {len(played)} of {counted(args.number, 'game')}")
    if not played:
        return code
    who = "everybody searches" if args.everybody else "one player searches"
    each = counted(args.playouts, "random game")
    print(f"{game.name}: {who}, with {each} a move ({game.backend} backend, {seconds:.0f} s)")
    print(f"  length     {record['plies']} plies, {record['turns']} turns on average")
    games = won = 0
    for seat in seats:
        there, first = record["seats"][str(seat)]
        games, won = games + there, won + first
        if there:
            print(f"  player {seat}   searching was first in {first} of {there} ({first / there:.1%})")
    if not args.everybody:
        print(f"  search     was first in {won} of {games} ({won / games:.1%})")
    print(f"  nobody     was first alone in {record['shared']}, {record['cut_off']} were cut off")
    return code
