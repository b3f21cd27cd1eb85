"""Let a searching player play against random ones, and say how that ends.

The search plays random games after every legal move and takes the move with the best average (flat Monte Carlo). It
plays at each seat in turn, or with --everybody at all of them.
"""

from __future__ import annotations

import argparse
import statistics
import time

from exporters.cli.common import INTERRUPTED, Failure, Progress, add_game, open_game, positive, print_json
from exporters.flat_monte_carlo import Contest, FlatMonteCarlo, play_contest

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("-n", "--number", type=positive, default=100, metavar="N", help="games (default 100)")
    parser.add_argument(
        "-p", "--playouts", type=positive, default=20, metavar="N", help="random games for each move (default 20)"
    )
    parser.add_argument("--everybody", action="store_true", help="all players search")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default 0)")
    parser.add_argument(
        "--max-moves", type=positive, default=1000, metavar="N", help="break games off after so many moves"
    )


def run(args: argparse.Namespace) -> int:
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
        print(f"interrupted after {len(played)} of {args.number} games")
    if not played:
        return code
    who = "everybody searches" if args.everybody else "one player searches"
    print(f"{game.name}: {who}, with {args.playouts} random games a move ({game.backend} backend, {seconds:.0f} s)")
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
