"""Play many random games and say how they end."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

from ludparse.interpreter.play.game import Game
from ludparse.interpreter.play.playouts import Playouts, Rankings

from ..scheduling.bulk import cluster_playouts
from ..terminal.output import Progress, counted
from ..terminal.screen import side_name
from .common import INTERRUPTED, add_game, add_places, open_game, places, positive, print_json

__all__ = ["configure", "run"]

_SLICE = 0.2  # seconds of games between two looks at what there is
_MOST = 500_000  # games of a slice: more would take a while to count, and counting cannot be interrupted


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("-n", "--number", type=positive, default=1000, metavar="N", help="games (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default 0)")
    parser.add_argument("--max-moves", type=positive, metavar="N", help="break games off after so many moves")
    add_places(parser, 1, "games at a time")


@dataclass
class _Played:
    """What is told of the games so far. No game is kept, so that there may be any number of them."""

    games: int = 0
    moves: int = 0
    shortest: int | None = None
    longest: int = 0
    rankings: Counter[tuple[float, ...]] = field(default_factory=Counter)
    cut: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def add(self, results: Playouts) -> None:
        """Count some games."""
        if not results.games:
            return
        shortest, longest = min(results.lengths), max(results.lengths)
        # counted by ranking: a list of all would take longer than to play a small game
        rankings = results.rankings
        counts = rankings.counts() if isinstance(rankings, Rankings) else Counter(rankings)
        self.games += results.games
        self.moves += results.moves
        self.shortest = shortest if self.shortest is None else min(self.shortest, shortest)
        self.longest = max(self.longest, longest)
        self.rankings.update(counts)
        self.cut += results.cut


def run(args: argparse.Namespace) -> int:
    game = open_game(args)
    played = _play(game, args)
    _print(args, game, played)
    return INTERRUPTED if played.interrupted else 0


def _play(game: Game, args: argparse.Namespace) -> _Played:
    """Plays in slices, which do not change what is played; Ctrl-C keeps the slices that are done."""
    progress = Progress("played", args.number, quiet=args.json)
    played, began = _Played(), time.perf_counter()
    where = places(args)
    if where.cluster is None:
        slices = _slices(game, args)
    else:
        slices = cluster_playouts(game, args.number, seed=args.seed, max_moves=args.max_moves, places=where)
    try:
        for results in slices:
            played.add(results)
            progress(played.games)
    except KeyboardInterrupt:
        played.interrupted = True
    finally:
        slices.close()
    progress.end()
    played.seconds = time.perf_counter() - began
    return played


def _slices(game: Game, args: argparse.Namespace) -> Generator[Playouts]:
    """The games, a part of a second's at a time."""
    done, size = 0, args.jobs
    while done < args.number:
        before = time.perf_counter()
        results = game.playouts(
            min(size, args.number - done), seed=args.seed, max_moves=args.max_moves, jobs=args.jobs, first=done
        )
        took = time.perf_counter() - before
        yield results
        done += results.games
        # plain Python and matches play in processes, which take a while to begin
        slice_ = _SLICE if args.jobs == 1 or game.backend == "c" else 20 * _SLICE
        size = min(_MOST, max(args.jobs, int(results.games * min(4.0, slice_ / max(took, 1e-6)))))


def _print(args: argparse.Namespace, game: Game, played: _Played) -> None:
    players, n = game.players, played.games
    firsts = {
        p: sum(times for ranking, times in played.rankings.items() if ranking[p - 1] == 1.0)
        for p in range(1, players + 1)
    }
    undecided = n - sum(times for ranking, times in played.rankings.items() if 1.0 in ranking)
    mean = round(played.moves / n, 3) if n else None
    if args.json:
        print_json(
            {
                "game": game.name,
                "backend": game.backend,
                "playouts": n,
                "seed": args.seed,
                "jobs": args.jobs,
                "moves": played.moves,
                "moves_per_playout": mean,
                "shortest": played.shortest,
                "longest": played.longest if n else None,
                "wins": {str(p): firsts[p] for p in range(1, players + 1)},
                "draws": undecided - played.cut,
                "cut_off": played.cut,
                "interrupted": played.interrupted,
                "seconds": round(played.seconds, 3),
                "playouts_per_s": round(n / played.seconds, 1),
            }
        )
        return
    if played.interrupted:
        print(f"interrupted after {n:,} of {counted(args.number, 'game')}")
    if not n:
        return
    rate = round(n / played.seconds, 1)
    done = counted(n, "random game")
    print(f"{game.name}: {done} in {played.seconds:.2f} s, {rate:,} a second ({game.backend} backend)")
    print(f"  moves      {mean} on average, {played.shortest} to {played.longest}")
    for player in range(1, players + 1):
        print(f"  {side_name(game, player):<8}   first in {firsts[player]:,} ({firsts[player] / n:.1%})")
    if players:
        print(f"  nobody     first in {undecided - played.cut:,} ({(undecided - played.cut) / n:.1%})")
    if played.cut:
        print(f"  cut off    {played.cut:,} that were not over after {counted(played.longest, 'move')}")
