"""Play many random games and say how they end."""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter

from exporters.cli.common import Progress, add_game, open_game, positive, print_json

__all__ = ["configure", "run"]

_CHUNKS = 20


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("-n", "--number", type=positive, default=1000, metavar="N", help="games (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default 0)")
    parser.add_argument("--max-moves", type=positive, metavar="N", help="break games off after so many moves")


def run(args: argparse.Namespace) -> int:
    game = open_game(args)
    progress = Progress("played", args.number, quiet=args.json)
    lengths: list[int] = []
    rankings: list[tuple[float, ...]] = []
    cut = 0
    began = time.perf_counter()
    chunk = max(1, -(-args.number // _CHUNKS))
    for number, done in enumerate(range(0, args.number, chunk)):
        # Chunks have seeds of their own, so that progress can be shown; how many there are depends on -n alone.
        results = game.playouts(min(chunk, args.number - done), seed=args.seed + number, max_moves=args.max_moves)
        lengths += results.lengths
        rankings += [tuple(map(float, ranking)) for ranking in results.rankings]
        cut += results.cut
        progress(len(lengths))
    seconds = time.perf_counter() - began
    progress.end()
    return _print(args, game.name, game.backend, game.players, lengths, rankings, cut, seconds)


def _print(
    args: argparse.Namespace,
    name: str,
    backend: str,
    players: int,
    lengths: list[int],
    rankings: list[tuple[float, ...]],
    cut: int,
    seconds: float,
) -> int:
    firsts = Counter(p for ranking in rankings for p, place in enumerate(ranking[-players:], 1) if place == 1.0)
    undecided = len(lengths) - sum(1.0 in ranking[-players:] for ranking in rankings)
    record = {
        "game": name,
        "backend": backend,
        "playouts": len(lengths),
        "seed": args.seed,
        "moves": sum(lengths),
        "moves_per_playout": round(statistics.fmean(lengths), 3),
        "shortest": min(lengths),
        "longest": max(lengths),
        "wins": {str(p): firsts[p] for p in range(1, players + 1)},
        "draws": undecided - cut,
        "cut_off": cut,
        "seconds": round(seconds, 3),
        "playouts_per_s": round(len(lengths) / seconds, 1),
    }
    if args.json:
        print_json(record)
        return 0
    rate = record["playouts_per_s"]
    print(f"{name}: {len(lengths):,} random games in {seconds:.2f} s, {rate:,} a second ({backend} backend)")
    print(f"  moves      {record['moves_per_playout']} on average, {min(lengths)} to {max(lengths)}")
    for player in range(1, players + 1):
        print(f"  player {player}   first in {firsts[player]:,} ({firsts[player] / len(lengths):.1%})")
    if players:
        print(f"  nobody     first in {undecided - cut:,} ({(undecided - cut) / len(lengths):.1%})")
    if cut:
        print(f"  cut off    {cut:,} that were not over after {max(lengths):,} moves")
    return 0
