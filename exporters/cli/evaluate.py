"""Measure a game: how long, balanced, decisive and rich in choices it is.

Games are played at random, or by a player that is named, and the statistics of Ludii's evaluation are computed of
them, each with a confidence interval. The same seed gives the same games, with any number of jobs.

  lud evaluate "Ex Nihilo" -n 500
  lud evaluate game.lud --agent "flat(playouts=10)" --html page.html
  lud evaluate --recordings FOLDER --json          statistics of games that Ludii recorded

What each statistic means stands in docs/statistics.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludparse.problems.errors import LudError

from ..statistics.evaluation import Evaluation, evaluate
from ..statistics.play import Games, Setup, play_many
from ..statistics.record import GameRecord
from ..statistics.recordings import find_metrics, measure_recording, read_metrics
from ..statistics.words import interval_text, number_text
from ..terminal.output import Progress, counted
from .common import (
    Failure,
    add_agent,
    add_confidence,
    add_game,
    add_games,
    add_html,
    add_max_moves,
    add_output,
    add_places,
    add_seed,
    agent_of,
    library,
    places,
    positive,
    print_json,
)

__all__ = ["add_playing", "configure", "run", "write_page"]

_SHOWN_SUMMARIES = ("Average", "Median", "Minimum", "Maximum", "Variance", "ChangeAverage")


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, unnamed=True)
    add_playing(parser)
    add_games(parser, 100)
    parser.add_argument(
        "--valued", type=positive, default=0, metavar="N",
        help="value every position and every legal move by N random games, for lead changes, drama, clarity …",
    )  # fmt: skip
    add_confidence(parser, "that an interval holds the value")
    add_html(parser, "write a page with plots")
    add_output(parser)
    parser.add_argument(
        "--recordings", type=Path, metavar="PLACE", help="measure recorded games (lud-metrics/1) instead"
    )


def add_playing(parser: argparse.ArgumentParser) -> None:
    """The arguments that say how games are played."""
    add_agent(parser, "random")
    add_seed(parser)
    add_max_moves(parser)
    add_places(parser)


def run(args: argparse.Namespace) -> int:
    if args.recordings is not None:
        if args.game is not None:
            raise Failure("give either a game to play, or --recordings", 2)
        return _recordings(args)
    if args.game is None:
        raise Failure("name a game, or recorded games with --recordings", 2)
    return _play(args)


def _recordings(args: argparse.Namespace) -> int:
    """Measures recorded games. What goes wrong with one file is told, and the others are measured all the same."""
    files = find_metrics(args.recordings)
    progress = Progress("measured", len(files), quiet=args.json)
    failed = 0
    for number, file in enumerate(files, 1):
        try:
            found = measure_recording(read_metrics(file), library=library(args), backend=args.backend)
        except LudError as problem:
            failed += 1
            progress.end()
            print(f"{file}: {problem}", file=sys.stderr)
            continue
        if args.json:
            print_json(found)
        else:
            progress.end()
            print(found["path"])
            for name, value in found["metrics"].items():
                print(f"  {name:<34} {'–' if value is None else f'{value:.6g}'}")
        progress(number)
    progress.end()
    if failed:
        print(f"lud: {failed} of {counted(len(files), 'file')} could not be measured", file=sys.stderr)
    return 1 if failed else 0


def _play(args: argparse.Namespace) -> int:
    args.agent = agent_of(args)
    setup = Setup(
        args.game, tuple(args.option), args.ruleset, library(args), args.backend, args.agent, args.max_moves,
        args.seed, args.valued,
    )  # fmt: skip
    game = setup.load()
    if not game.players:
        raise Failure(f"{game.name} is a simulation without players: there are no games to measure")
    kept = Games(args.output, {game.name: setup.key(game.description.text)})
    records = {number: record for number, record in kept.games[game.name].items() if number < args.games}
    missing = [(0, number) for number in range(args.games) if number not in records]
    progress = Progress("played", args.games, quiet=args.json)
    began, resumed, interrupted = time.perf_counter(), len(records), False
    playing = play_many([setup], missing, **places(args) | {"jobs": min(args.jobs, max(1, len(missing)))})
    try:
        with kept.run:
            for _, number, record in playing:
                records[number] = record
                kept.add(game.name, record)
                progress(len(records))
    except KeyboardInterrupt:
        interrupted = True
    playing.close()
    progress.end()
    if not records:
        raise KeyboardInterrupt
    played = [records[number] for number in sorted(records)]
    found = evaluate(
        game, played, confidence=args.confidence, valued=args.valued > 0, seed=args.seed, hurry=interrupted
    )
    seconds = time.perf_counter() - began
    settings = {
        "agent": args.agent, "seed": args.seed, "max_moves": args.max_moves, "options": args.option,
        "ruleset": args.ruleset, "resumed": resumed, "interrupted": interrupted, "seconds": round(seconds, 1),
    }  # fmt: skip
    if args.html is not None:
        write_page(args.html, lambda: _page(found, played, settings))
    if args.json:
        print_json({**found.as_dict(), **settings})
    else:
        _print(found, args, seconds, interrupted)
    return 130 if interrupted else 0


def _page(found: Evaluation, played: list[GameRecord], settings: dict[str, Any]) -> str:
    from ..statistics.page import evaluation_page  # slow to import

    return evaluation_page(found, played, settings)


def write_page(file: Path, page: Callable[[], str]) -> None:
    """Writes a page. Ends the command where matplotlib is missing."""
    try:
        text = page()
    except RuntimeError as problem:
        raise Failure(str(problem)) from None
    file.write_text(text, encoding="utf-8")
    print(f"written: {file}", file=sys.stderr)


def _print(found: Evaluation, args: argparse.Namespace, seconds: float, interrupted: bool) -> None:
    who = "random games" if args.agent == "random" else f"games of {args.agent}"
    cut = ", interrupted" if interrupted else ""
    print(f"{found.game}: {found.count:,} {who}, seed {args.seed} ({seconds:.1f} s{cut})")
    print(f"In brackets: where the value lies with {found.confidence:.0%} confidence, by the chance in these games.\n")
    group = ""
    for estimate in found.games.values():
        if estimate.group != group:
            group = estimate.group
            print(f"{group.upper()}")
        line = f"  {estimate.name:<26}{number_text(estimate.value):>9}  "
        print(f"{line}{interval_text(estimate.interval):<22}{estimate.meaning}")
    print(f"{'POSITIONS':<28}" + "".join(f"{name:>15}" for name in _SHOWN_SUMMARIES))
    for name, row in found.positions.items():
        print(f"  {name:<26}" + "".join(f"{number_text(row[summary].value):>15}" for summary in _SHOWN_SUMMARIES))
