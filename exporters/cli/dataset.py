"""Let agents play games, and write them as a data set for machine learning (Parquet).

Each game has a folder of its own in the output: what it is made from (dataset.json), and chunks of games and of
positions. docs/dataset.md has the columns. The same command goes on where an interrupted run stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ludparse.interpreter.scheduling.runs import open_folder

from ..terminal.output import Progress, counted
from .common import (
    INTERRUPTED,
    Failure,
    add_agent,
    add_game,
    add_games,
    add_max_moves,
    add_places,
    add_seed,
    agent_of,
    games_of,
    places,
    positive,
    print_json,
)

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, many=True)
    add_games(parser, 100, "games of each description")
    add_agent(parser, "random")
    parser.add_argument("--output", required=True, metavar="DIR", help="the folder of the data set")
    add_seed(parser)
    add_max_moves(parser)
    parser.add_argument("--chunk", type=positive, default=100, metavar="N", help="games in a file (default 100)")
    add_places(parser)


def run(args: argparse.Namespace) -> int:
    args.agent = agent_of(args)
    folders = []
    for source in args.game:
        folder, done = _one(args, source)
        folders.append(folder)
        if not done:
            return INTERRUPTED
    if args.json:
        print_json({"folders": [str(folder) for folder in folders], "games": args.games, "seed": args.seed})
    return 0


def _one(args: argparse.Namespace, source: str) -> tuple[Path, bool]:
    """Plays the games of one description; its folder, and whether all are there."""
    try:
        from ..dataset.files import ABOUT, about, chunks, folder_name, play_chunks, write_chunk, written
        from ..dataset.playing import playable
    except ModuleNotFoundError as missing:
        raise Failure(f"{missing.name} is not installed: pip install 'ludparse[dataset]'") from None
    from ..environments.opening import open_game

    game = playable(open_game(source, backend=args.backend, **games_of(args)))
    folder = Path(args.output) / folder_name(game)
    open_folder(folder, ABOUT, about(game, args.agent, args.seed, args.max_moves, args.chunk))
    tasks = [numbers for numbers in chunks(args.games, args.chunk) if not written(folder, numbers)]
    progress = Progress("games", args.games, quiet=args.json)
    done = args.games - sum(map(len, tasks))
    playing = play_chunks(game, args.agent, args.seed, args.max_moves, tasks, **places(args))
    try:
        for numbers, contents in zip(tasks, playing, strict=True):
            write_chunk(folder, numbers, contents)
            progress(done := done + len(numbers))
    except KeyboardInterrupt:
        progress.end()
        if not args.json:
            wanted = counted(args.games, "game")
            print(f"interrupted after {done:,} of {wanted} of {game.name}; the same command goes on")
        return folder, False
    finally:
        playing.close()
    progress.end()
    if not args.json:
        print(f"{game.name}: {counted(args.games, 'game')} in {folder}")
    return folder, True
