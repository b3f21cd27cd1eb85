"""Let two agents play against each other until it is known which one is stronger.

  lud contest Gardens "uct(iterations=500)" "alphabeta(depth=4)" -n 200

A and B are both named. They are agents with their settings, trained networks (net.onnx), an agent of a running Ludii
such as ludii:UCT or "ludii:Alpha-Beta", or a class of your own (package.module:Class). Agents and their settings
(docs/search.md says more):

  auto       seconds, threads
  uct        seconds, iterations, exploration, playouts, max_moves, max_nodes, max_memory, reuse, threads, native,
             history, grave, worlds
  alphabeta  seconds, nodes, depth, heuristics, quiescence, draws, max_table, native
  flat       playouts, seconds, max_moves
  random     none

A sits at each seat in turn, and B at the others. A sequential test stops when the question is decided.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from itertools import chain
from math import isinf
from typing import Any

from ludparse.interpreter.scheduling.runs import Run

from ..statistics.contest.elo import Strength, Test, strength
from ..statistics.contest.game import ContestGame, ContestSetup, Timing, play_contest_games
from ..statistics.players import PlayerError
from ..terminal.output import Progress, counted
from .common import (
    INTERRUPTED,
    Failure,
    add_game,
    add_games,
    add_max_moves,
    add_output,
    add_places,
    add_seconds,
    add_seed,
    library,
    open_game,
    places,
    print_json,
)
from .ludii_arguments import add_ludii

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("first", metavar="A", help="an agent")
    parser.add_argument("second", metavar="B", help="the agent that it plays against")
    add_games(parser, 100, "games at most")
    add_seconds(parser)
    add_places(parser)
    add_output(parser, "keep every game here, as a trial, and go on with them")
    parser.add_argument(
        "--sprt", nargs=2, type=float, default=[-30.0, 30.0], metavar=("LOW", "HIGH"),
        help="stop when a difference of at most LOW or at least HIGH Elo is known (default -30 30)",
    )  # fmt: skip
    parser.add_argument("--all-games", action="store_true", help="play all games, also when the question is decided")
    add_ludii(parser)
    add_seed(parser)
    add_max_moves(parser)


def run(args: argparse.Namespace) -> int:
    if not args.sprt[0] < args.sprt[1]:
        raise Failure("--sprt LOW HIGH: LOW has to be below HIGH", 2)
    first, agents = args.first, (args.first, args.second)
    setup = ContestSetup(
        args.game, agents, tuple(args.option), args.ruleset, library(args), args.backend, args.seconds,
        args.seed, args.max_moves, args.ludii, args.output and str(args.output.resolve()),
    )  # fmt: skip
    try:
        setup.makers()
    except (PlayerError, ValueError, TypeError) as problem:
        raise Failure(str(problem), 2) from None
    game = open_game(args)
    if not game.players:
        raise Failure(f"{game.name} is a simulation without players: there is nobody who could choose")
    if game.players == 1:
        raise Failure(f"{game.name} is for one player: there is nobody to play against")
    facts = {
        "contest of": game.name, "text": hashlib.sha256(game.description.text.encode()).hexdigest(),
        "agents": [*agents], "seconds": args.seconds, "seed": args.seed, "max_moves": args.max_moves,
    }  # fmt: skip
    kept = Run(args.output, facts)
    test = Test(*args.sprt)
    progress = Progress("played", args.games, quiet=args.json)
    games: list[ContestGame] = []
    decided, interrupted, began = 0, False, time.perf_counter()
    before = [ContestGame.from_dict(found) for found in kept.found[: args.games]]
    playing = play_contest_games(setup, game, args.games, first=len(before), **places(args))
    try:
        with kept:
            for record in chain(before, playing):
                games.append(record)
                scores = _scores(games)
                if len(games) > len(before):
                    kept.add(record.as_dict())
                progress(len(games), f"{first} {sum(scores):g} of {len(scores)}")
                if record.failure and len(games) >= 3 and all(g.failure for g in games):
                    break  # nothing can be played
                if not args.all_games and game.players == 2 and (decided := test.decided(scores)):
                    break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        playing.close()
    progress.end()
    summary = _record(game, setup, games, test, decided, interrupted, time.perf_counter() - began)
    if args.json:
        print_json(summary)
    else:
        _show(summary, games, args.games)
    if interrupted:
        return INTERRUPTED
    return 1 if games and all(g.failure for g in games) else 0


def _scores(games: list[ContestGame]) -> list[float]:
    return [g.score for g in games if g.score is not None]


def _record(
    game: Any, setup: ContestSetup, games: list[ContestGame], test: Test, decided: int, interrupted: bool,
    seconds: float,
) -> dict[str, Any]:  # fmt: skip
    scores = _scores(games)
    found = strength(scores)
    played = [g for g in games if g.score is not None]
    return {
        "game": game.name,
        "backend": game.backend,
        "agents": list(setup.agents),
        "seconds_a_move": setup.seconds,
        "seed": setup.seed,
        "games": len(scores),
        "won": sum(score == 1.0 for score in scores),
        "drawn": sum(score == 0.5 for score in scores),
        "lost": sum(score == 0.0 for score in scores),
        "broken_off": sum(not g.over for g in played),
        "failed": [g.failure for g in games if g.failure],
        "score": found.score if scores else None,
        "interval": [found.low, found.high],
        "elo": _elo(found),
        "sprt": {"low": test.low, "high": test.high, "ratio": test.ratio(scores), "bound": test.bound},
        "decided": {1: setup.agents[0], -1: setup.agents[1], 0: None}[decided],
        "seats": {
            str(seat): [
                sum(g.seat == seat for g in played),
                sum(g.score for g in played if g.seat == seat and g.score is not None),
            ]
            for seat in range(1, game.players + 1)
        },
        "plies": sum(g.plies for g in played) / len(played) if played else None,
        "timing": [_timing([g.timing[which] for g in played]) for which in (0, 1)],
        "interrupted": interrupted,
        "seconds": round(seconds, 1),
    }


def _elo(found: Strength) -> list[float | None]:
    return [None if isinf(value) else round(value, 1) for value in found.elo]


def _timing(timings: list[Timing]) -> dict[str, float | None]:
    moves, seconds = sum(t.moves for t in timings), sum(t.seconds for t in timings)
    iterations = sum(t.iterations for t in timings)
    return {
        "moves": moves,
        "seconds": seconds / moves if moves else None,
        "longest": max((t.longest for t in timings), default=None),
        "iterations_per_s": iterations / seconds if seconds and iterations else None,
    }


def _show(record: dict[str, Any], games: list[ContestGame], wanted: int) -> None:
    first, second = record["agents"]
    print(f"{record['game']}: {first} against {second} ({record['backend']} backend, {record['seconds']:.0f} s)")
    if record["interrupted"]:
        print(f"interrupted after {len(games)} of {counted(wanted, 'game')}")
    if record["failed"]:
        print(f"  failed     {counted(len(record['failed']), 'game')}, the first: {record['failed'][0]}")
    if not record["games"]:
        return
    low, high = record["interval"]
    results = f"{record['won']} won, {record['drawn']} drawn, {record['lost']} lost by {first}"
    print(f"  games      {record['games']}: {results}")
    print(f"  score      {record['score']:.1%} (95 %: {low:.1%} to {high:.1%})")
    bounds = ["no bound" if value is None else f"{value:+.0f}" for value in record["elo"]]
    print(f"  Elo        {bounds[1]} (95 %: {bounds[0]} to {bounds[2]})")
    test = record["sprt"]
    if record["decided"]:
        print(f"  decided    {record['decided']} is stronger (SPRT between {test['low']:+g} and {test['high']:+g} Elo)")
    else:
        print(f"  decided    not yet: log-likelihood ratio {test['ratio']:.2f}, ±{test['bound']:.2f} decides")
    for seat, (there, points) in record["seats"].items():
        if there:
            print(f"  player {seat}   {first} scored {points:g} of {there} there ({points / there:.1%})")
    for name, timing in zip(record["agents"], record["timing"], strict=True):
        if timing["moves"]:
            speed = f", {timing['iterations_per_s']:,.0f} iterations/s" if timing["iterations_per_s"] else ""
            print(f"  {name}: {timing['seconds']:.3f} s a move, at most {timing['longest']:.3f} s{speed}")
    if record["broken_off"]:
        print(f"  broken off, and counted as drawn: {counted(record['broken_off'], 'game')}")
