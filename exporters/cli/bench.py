"""Measure how fast games are played: one JSON line a game.

Random games are played for --time-each. Every legal move is generated at every ply and one chosen uniformly; forced
passes count as moves. Each game runs in a process of its own, so that the peak of memory is its own.

load_s: seconds from the text to the first legal moves, with the compiled game in the cache. compile_s: the extra time
with an empty cache, including the optimised code for playouts. peak_rss_mb: peak memory of the whole process, including
Python.

--profile: which ludemes take the time, with their lines in the description; one table a game.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from typing import Any

from ludparse.interpreter.scheduling.watched import EndedError, Watched
from ludparse.problems.errors import LudError

from ..terminal.output import counted
from .common import INTERRUPTED, add_game, add_most, add_seed, add_time_each, open_game

__all__ = ["configure", "measure", "run"]

MOST_COMPILATIONS = 8  # of code with larger layouts; after them, what is measured includes compiling


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, many=True)
    add_time_each(parser, 3.0, "games are played for S seconds")
    add_seed(parser)
    parser.add_argument("--profile", action="store_true", help="which ludemes take the time, line by line")
    add_most(parser, 25, "ludemes of --profile")


def run(args: argparse.Namespace) -> int:
    if args.profile:
        from .bench_profile import run_profile

        return run_profile(args)
    code = 0
    for number, name in enumerate(args.game):
        process = Watched()
        try:
            record = process.one(_measured, args, name)
        except EndedError as problem:
            record = {"game": name, "error": f"{name}: {problem}"}
        except KeyboardInterrupt:
            done = f"{number} of {counted(len(args.game), 'game')} are done"
            print(f"interrupted while {name} was measured, {done}", file=sys.stderr)
            return INTERRUPTED
        finally:
            process.close()
        if "error" in record:
            code = 1
            if not args.json:
                print(record["error"], file=sys.stderr)
                continue
        print(json.dumps(record, ensure_ascii=False), flush=True)
    return code


def _measured(args: argparse.Namespace, name: str) -> dict[str, Any]:
    import ludparse.interpreter.game.load  # noqa: F401  # what it takes to import is no part of what is measured

    try:
        return measure(args, name)
    except LudError as problem:
        return {"game": name, "error": str(problem)}
    except Exception as problem:  # a defect of one game; the others are still measured
        if args.traceback:
            raise
        return {"game": name, "error": f"{name}: lud has a defect: {type(problem).__name__}: {problem}"}


def _load(args: argparse.Namespace, name: str) -> tuple[float, Any]:
    """Seconds from the text to the first legal moves, and the game."""
    began = time.perf_counter()
    game = open_game(args, name)
    game.start(seed=args.seed).legal_moves()
    return time.perf_counter() - began, game


def measure(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Load a game and play it at random for a while."""
    from ludparse.interpreter.backends.c.compile import temporary_cache

    with temporary_cache():
        cold, game = _load(args, name)
        began = time.perf_counter()
        # the first games bring the optimised code; a game whose lists outgrow their room is compiled once more
        game.optimise()
        game.playouts(16 if game.backend == "c" else 1, seed=args.seed, max_moves=None)
        optimised = time.perf_counter() - began if game.backend == "c" else 0.0
        warm, game = _load(args, name) if game.backend == "c" else (cold, game)
        game.optimise()
        game.playouts(16 if game.backend == "c" else 1, seed=args.seed, max_moves=None)
        playouts, moves, spent = _timed(args, game)
    return {
        "game": game.name,
        "backend": game.backend,
        "playouts_per_s": round(playouts / spent, 1),
        "moves_per_s": round(moves / spent, 1),
        "moves_per_playout": round(moves / playouts, 2),
        "load_s": round(warm, 4),
        "compile_s": round(max(0.0, cold - warm) + optimised, 4),
        "peak_rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def _timed(args: argparse.Namespace, game: Any) -> tuple[int, int, float]:
    """Random games, their moves, and the seconds they took.

    The batches grow until one takes a tenth of the time. If a state outgrows its layout, the game is compiled again:
    then the measurement starts over with optimised code.
    """
    batch, seed, compiled = 1, args.seed, 0
    while True:
        playouts = moves = 0
        spent = 0.0
        began = time.perf_counter()
        while spent < args.time_each or not playouts:
            results = game.playouts(batch, seed=seed, max_moves=None)
            now = time.perf_counter() - began
            playouts += batch
            moves += results.moves
            seed += 1
            if now - spent < args.time_each / 10:
                batch *= 2
            spent = now
            if compiled < MOST_COMPILATIONS and game.optimise():
                break
        else:
            return playouts, moves, spent
        compiled += 1
