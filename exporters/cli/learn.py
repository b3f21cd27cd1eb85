"""Let a network learn a game by playing against itself, on one core.

  lud learn "Two Shores" --time 600 --output shores.onnx
  lud play "Two Shores" --agent shores.onnx
  lud contest "Two Shores" shores.onnx "uct(iterations=200)"

Players move in turn, and nothing is hidden from them. Ctrl-C ends it early, and the network is written. Needs
ludparse[learning]; docs/learning.md says more.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..terminal.output import Progress, counted
from .common import INTERRUPTED, Failure, add_game, add_seed, add_time, new_file, open_game, print_json

if TYPE_CHECKING:
    from ..environments.learning.alpha_zero import Training

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_time(parser, 600.0)
    add_seed(parser)
    parser.add_argument("--output", type=new_file, required=True, metavar="FILE", help="write the network here (.onnx)")


def run(args: argparse.Namespace) -> int:
    output: Path = args.output
    if output.suffix != ".onnx" or not output.parent.is_dir():  # told before it learns for minutes
        raise Failure(f"--output {output}: a file that ends in .onnx, in a folder that is there", 2)
    from ..environments.learning.alpha_zero import LEAST, Training
    from ..environments.learning.network import save
    from ..environments.opening import open_game as playable

    game = playable(open_game(args))
    game.optimise()
    training = Training(game, seed=args.seed, seconds=args.time)
    progress = Progress("seconds of a processor", int(args.time), quiet=args.json, piped=True)

    def told(training: Training, loss: float) -> None:
        progress(int(training.spent), f"{counted(training.games, 'game')}, loss {loss:.3f}")

    interrupted = False
    try:
        training.run(told)
    except KeyboardInterrupt:  # what was learned so far is kept
        interrupted = True
    if not training.steps:
        why = "it was interrupted" if interrupted else f"--time {args.time:g} is too short"
        ended = f"{counted(training.games, 'game')} with {counted(training.positions, 'position')} had ended"
        message = f"{output} is not written, because nothing has been learned: {why} ({ended}; {LEAST} are needed)"
        raise Failure(message, INTERRUPTED if interrupted else 1)
    save(training.network, game, output)
    record = {"game": game.name, "games": training.games, "positions": training.positions, "file": str(output)}
    if args.json:
        print_json(record)
    else:
        told_of = f"{counted(training.games, 'game')}, {counted(training.positions, 'position')}"
        print(f"{game.name}: learned from {told_of}; {output}")
    return INTERRUPTED if interrupted else 0
