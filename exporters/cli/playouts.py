"""Play many random games and say how they end."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from ludparse.interpreter.game.many_games import stream
from ludparse.interpreter.play.game import Game

from ..statistics.tally import Kept, Tally
from ..terminal.output import Progress, counted
from ..terminal.screen import side_name
from .common import (
    INTERRUPTED,
    Failure,
    add_game,
    add_games,
    add_max_moves,
    add_output,
    add_places,
    add_seed,
    open_game,
    places,
    print_json,
)

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_games(parser, 1000)
    add_seed(parser)
    add_max_moves(parser)
    add_output(parser)
    parser.add_argument("--each", action="store_true", help="keep a row for each game as well (Parquet)")
    add_places(parser)


@dataclass
class _Played:
    """What was played, and how: the backend at its beginning, seconds of this run and games in it."""

    tally: Tally
    began_on: str
    seconds: float = 0.0
    now: int = 0
    interrupted: bool = False


def run(args: argparse.Namespace) -> int:
    if args.each and not args.output:
        raise Failure("--each writes its rows to the folder of --output", 2)
    game = open_game(args)
    played = _play(game, args)
    _print(args, game, played)
    return INTERRUPTED if played.interrupted else 0


def _play(game: Game, args: argparse.Namespace) -> _Played:
    """Plays in parts, which do not change what is played; Ctrl-C keeps the parts that are done."""
    kept = Kept(args.output, game, args.seed, args.max_moves, each=args.each)
    played, before = _Played(kept.tally, game.backend), kept.tally.games
    if before > args.games:
        raise Failure(f"{args.output} holds {counted(before, 'game')} already, more than {args.games:,}")
    progress = Progress("played", args.games, quiet=args.json)
    began = time.perf_counter()
    parts = stream(
        game, args.games - before, seed=args.seed, max_moves=args.max_moves, first=before, **places(args),
        seen=None if args.each else Tally.of,
    )  # fmt: skip
    try:
        for part in parts:
            kept.add(part)
            progress(kept.tally.games)
    except KeyboardInterrupt:
        played.interrupted = True
    finally:
        parts.close()
        progress.end()
    kept.write()
    played.seconds, played.now = time.perf_counter() - began, kept.tally.games - before
    return played


def _print(args: argparse.Namespace, game: Game, played: _Played) -> None:
    players, tally = game.players, played.tally
    n = tally.games
    firsts = {p: tally.first(p) for p in range(1, players + 1)}
    mean = round(tally.moves / n, 3) if n else None
    if args.json:
        print_json(
            {
                "game": game.name,
                "backend": game.backend,
                "playouts": n,
                "seed": args.seed,
                "jobs": None if args.cluster else args.jobs,
                "cluster": args.cluster,
                "moves": tally.moves,
                "moves_per_playout": mean,
                "shortest": tally.shortest,
                "longest": tally.longest if n else None,
                "wins": {str(p): firsts[p] for p in range(1, players + 1)},
                "draws": tally.drawn,
                "cut_off": tally.cut,
                "interrupted": played.interrupted,
                "seconds": round(played.seconds, 3),
                "playouts_per_s": round(played.now / played.seconds, 1),
            }
        )
        return
    if played.interrupted:
        print(f"interrupted after {n:,} of {counted(args.games, 'game')}")
    if not n:
        return
    rate = round(played.now / played.seconds, 1)
    done = counted(n, "random game")
    backend = game.backend if game.backend == played.began_on else f"{played.began_on}, then {game.backend}"
    print(f"{game.name}: {done} in {played.seconds:.2f} s, {rate:,} a second ({backend} backend)")
    print(f"  moves      {mean} on average, {tally.shortest} to {tally.longest}")
    for player in range(1, players + 1):
        print(f"  {side_name(game, player):<8}   first in {firsts[player]:,} ({firsts[player] / n:.1%})")
    if players:
        print(f"  nobody     first in {tally.drawn:,} ({tally.drawn / n:.1%})")
    if tally.cut:
        print(f"  cut off    {tally.cut:,} that were not over after {counted(tally.longest, 'move')}")
