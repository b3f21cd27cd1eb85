"""Which position is meant, in every command that takes one: --moves, or --trial with --ply."""

from __future__ import annotations

import argparse
from pathlib import Path, PurePosixPath
from typing import Any

from ludparse.interpreter.play.trial_text import Trial
from ludparse.library.library import Library

from ..terminal.output import counted
from .common import Failure, add_game, add_seed, library, open_game

__all__ = ["add_position", "is_named", "open_position", "source_of"]


def add_position(parser: argparse.ArgumentParser, *, seed: int | None = 0, backend: bool = True) -> None:
    """The arguments that say which game and which position of it. seed: the usual one (None: another each time).
    backend: whether the backend can be chosen."""
    add_game(parser, unnamed=True, backend=backend)
    parser.add_argument(
        "--moves", metavar="MOVE", nargs="+",
        help="the position after these moves (A1-B2 …): all words up to the next option; all else stands before",
    )  # fmt: skip
    parser.add_argument(
        "--trial",
        metavar="FILE",
        help="the position at the end of a saved game, which may name GAME and its options",
    )
    parser.add_argument("--ply", type=_ply, metavar="N", help="of --trial: the position after N moves (0: the start)")
    add_seed(parser, seed)


def _ply(text: str) -> int:
    """For argparse: a whole number from 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)


def is_named(args: argparse.Namespace) -> bool:
    """Whether a position is asked for, and not only a game. Raises Failure for arguments that do not go together."""
    if args.ply is not None and not args.trial:
        raise Failure("--ply goes with --trial", 2)
    if args.moves and args.trial:
        raise Failure("--moves and --trial are two ways to say the moves: give one", 2)
    if not (args.game or args.trial):
        if args.moves:
            raise Failure("name the GAME before --moves, which takes all words up to the next option", 2)
        raise Failure("name a GAME, or a saved game with --trial", 2)
    return bool(args.moves or args.trial)


def open_position(args: argparse.Namespace) -> tuple[Any, Any]:
    """The game that is meant, and its state in the position that is. Raises Failure, LudError."""
    is_named(args)
    if not args.trial:
        game = open_game(args)
        state = game.start(seed=args.seed)
        for text in args.moves or ():
            state.apply(state.parse_move(text))
        return game, state
    from ludparse.interpreter.game.trial import fitted, replay  # imports the engine, and the board alone needs none

    trial = Trial.read(args.trial)
    args.option = args.option or list(trial.options)
    game = open_game(args, source_of(trial, args))
    trial = fitted(game, trial)
    if args.ply is not None and args.ply > len(trial.moves):
        raise Failure(f"the trial has {counted(len(trial.moves), 'move')}: --ply is from 0 to that", 2)
    return game, replay(game, trial, args.ply)


def source_of(trial: Trial, args: argparse.Namespace) -> str:
    """The description: GAME, else by the path that the trial names, of which the part after `lud/` counts.

    Where the library has no such file, the name of the file counts: games were moved between folders.
    """
    if args.game:
        return str(args.game)
    name = trial.path.replace("\\", "/")
    path = name.rpartition("/lud/")[2] or name
    place = library(args)
    if place is not None and not Path(path).is_file():
        games, stem = Library.open(place), PurePosixPath(path).stem
        named = () if games.candidates(path) else games.candidates(stem)
        if named:
            return named[0] if len(named) == 1 else stem  # the path, as a game of ours may have the same name
    return path
