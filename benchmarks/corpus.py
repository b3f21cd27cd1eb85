"""Compare our moves a second with Ludii's, over a sample of Ludii's library.

    python -m benchmarks.corpus LOG --library Ludii.jar --ludii Ludii.jar    # every tenth game
    python -m benchmarks.corpus LOG --every 40 --seconds 1                   # a first impression
    python -m benchmarks.corpus LOG --games Hex Go                           # games by name
    python -m benchmarks.corpus LOG --show                                   # the table as far as it goes

The sample is fixed: every game whose path's SHA-256 is divisible by `--every`. Each engine plays random games in a
process of its own, first to warm up (Ludii: half the time, for its compiler; ours: until the optimised code is loaded),
then for `--seconds` of the processor time of the thread that plays. So a busy machine changes the ratio little; Java's
own threads (its compiler, its garbage collector) are not counted against Ludii. Ludii plays as `Game.playout` plays
without heuristics: in some games it then chooses a move without listing all of them, where we list all.

LOG is a file of JSON lines; started again with the same LOG, the command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ludparse import Library, LudError
from ludparse.exporters.verification.ludii.place import find_ludii

from .log import add, lines

__all__ = ["main", "sample"]

MAX_MOVES = 2000
"""Plies after which a game is cut short, in both engines."""
_PATIENCE = 180
"""Seconds on the clock for one engine and game, compiling included, beside the measured time."""

Measure = Callable[[str, str, float], dict[str, Any]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.corpus", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=Path, metavar="LOG", help="the file to which results are added")
    parser.add_argument("--every", type=int, default=10, metavar="N", help="take every N-th game (default 10)")
    parser.add_argument(
        "--games", nargs="+", metavar="GAME", help="these games, by name or path, instead of the sample"
    )
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="for each engine (default 3)")
    parser.add_argument("--library", help="Ludii.jar, or a folder (default: LUD_LIBRARY)")
    parser.add_argument("--ludii", help="Ludii.jar or a folder of its classes (default: LUD_LUDII)")
    parser.add_argument("--show", action="store_true", help="only show the table")
    args = parser.parse_args(arguments)
    if args.every < 1 or not args.seconds > 0:
        parser.error("--every and --seconds are above 0")
    code = 0
    if not args.show:
        try:
            _measure(args)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on", file=sys.stderr)
            code = 130
        except LudError as problem:
            print(problem, file=sys.stderr)
            return 2
    for line in table(list(lines(args.log))):
        print(line)
    return code


def sample(library: Library, every: int) -> list[str]:
    """The paths of every so many games of a library: the same ones on every machine."""
    return [path for path in sorted(library.games) if int(hashlib.sha256(path.encode()).hexdigest(), 16) % every == 0]


def _named(library: Library, name: str) -> str:
    """The path of a game. Raises what `Library.find` raises for a name that is not there, or that several have."""
    found = library.candidates(name)
    if len(found) != 1:
        library.find(name)
    return found[0]


def _measure(args: argparse.Namespace) -> None:
    place = args.library or os.environ.get("LUD_LIBRARY")
    if not place:
        raise LudError("no library: name Ludii.jar, or a folder with its descriptions, with --library or LUD_LIBRARY")
    ludii = str(find_ludii(args.ludii))
    library = Library.open(place)
    paths = [_named(library, name) for name in args.games] if args.games else sample(library, args.every)
    done = {line["path"] for line in lines(args.log)}
    for path in paths:
        if path in done:
            continue
        ours = _apart(_ours, path, str(place), args.seconds)
        theirs = _apart(_theirs, library.read(path).text, ludii, args.seconds)
        line = {
            "path": path, "seconds": args.seconds, "ours": ours, "ludii": theirs, "load": round(os.getloadavg()[0], 1),
            "when": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        }  # fmt: skip
        add(args.log, line)
        print(f"{path}: {_speed(ours)} against {_speed(theirs)}", file=sys.stderr, flush=True)


def _speed(outcome: dict[str, Any]) -> str:
    return str(outcome["failure"]) if "failure" in outcome else f"{outcome['moves_per_s']:,.0f} moves/s"


# ------------------------------------------------------------------ playing, each in a process of its own


def _apart(play: Measure, game: str, place: str, seconds: float) -> dict[str, Any]:
    """Moves a second, or why there are none."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_child, args=(there, play, game, place, seconds), daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(_PATIENCE + 20 * seconds):
            return {"failure": "not done in time"}
        found: dict[str, Any] = here.recv()
        return found
    except EOFError:
        return {"failure": "the process ended"}
    finally:
        process.kill()
        process.join()


def _child(pipe: Connection, play: Measure, game: str, place: str, seconds: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    try:
        pipe.send(play(game, place, seconds))
    except LudError as problem:
        pipe.send({"failure": str(problem)})
    except Exception as problem:  # of Java's too; one game takes only itself down
        pipe.send({"failure": f"{type(problem).__name__}: {problem}"[:300]})


def _ours(path: str, place: str, seconds: float) -> dict[str, Any]:
    from ludparse import load

    game = load(path, library=place, backend="c")
    game.optimise()
    game.playouts(1, seed=1, max_moves=MAX_MOVES)  # the states grow to their size
    game.optimise()
    batch, seed, moves, spent = 1, 2, 0, 0.0
    while spent < seconds:
        began = time.process_time()
        moves += game.playouts(batch, seed=seed, max_moves=MAX_MOVES).moves
        took = time.process_time() - began
        seed, spent = seed + batch, spent + took
        if game.optimise():  # a state has outgrown its layout, and quick code took over: begin again
            batch, moves, spent = 1, 0, 0.0
            continue
        if took < seconds / 20:
            batch *= 2
    return {"moves_per_s": moves / spent, "moves": moves}


def _theirs(text: str, place: str, seconds: float) -> dict[str, Any]:
    from ludparse.exporters.verification.ludii.jvm import Java

    java = Java(Path(place), 2048)
    chosen = java.UserSelections(java.jpype.java.util.ArrayList())
    game = java.jpype.JObject(java.Compiler.compile(java.Description(text), chosen, java.Report(), False), java.Game)
    if game.hasSubgames():
        for instance in game.instances():
            java.GameLoader.compileInstance(instance)
    chance = java.jpype.JClass("java.util.concurrent.ThreadLocalRandom").current()
    clock = java.jpype.JClass("java.lang.management.ManagementFactory").getThreadMXBean()

    def play_for(time_: float) -> tuple[int, float]:
        moves, began, spent = 0, clock.getCurrentThreadCpuTime(), 0.0
        while spent < time_:
            trial = java.Trial(game)
            context = java.Context(game, trial)
            game.start(context)
            before = int(trial.numMoves())
            game.playout(context, None, 1.0, None, 0, MAX_MOVES, chance)
            moves += int(trial.numMoves()) - before
            spent = (clock.getCurrentThreadCpuTime() - began) / 1e9
        return moves, spent

    play_for(seconds / 2)
    moves, spent = play_for(seconds)
    return {"moves_per_s": moves / spent, "moves": moves}


# ------------------------------------------------------------------ the table


def table(results: list[dict[str, Any]]) -> Iterator[str]:
    """The results as a table in Markdown, slowest first, and what they come to."""
    rows, failed = [], []
    for line in results:
        ours, theirs = line["ours"], line["ludii"]
        if "failure" in ours or "failure" in theirs:
            failed.append(f"| {line['path']} | {_speed(ours)} | {_speed(theirs)} | |")
        elif ours["moves_per_s"] and theirs["moves_per_s"]:
            rows.append((ours["moves_per_s"] / theirs["moves_per_s"], line["path"], ours, theirs))
    yield "| game | ludparse, moves/s | Ludii, moves/s | ratio |"
    yield "|---|---|---|---|"
    for ratio, path, ours, theirs in sorted(rows, key=lambda row: row[0]):
        yield f"| {path} | {ours['moves_per_s']:,.0f} | {theirs['moves_per_s']:,.0f} | {ratio:.1f} |"
    yield from failed
    if len(rows) >= 10:
        ratios = sorted(row[0] for row in rows)
        decile = statistics.quantiles(ratios, n=10)[0]
        slow = sum(ratio < 2 for ratio in ratios)
        yield (
            f"\n{len(rows)} games: median {statistics.median(ratios):.1f}, lowest decile {decile:.1f}, "
            f"least {ratios[0]:.1f}; below 2: {slow}"
        )


if __name__ == "__main__":
    sys.exit(main())
