"""Trains networks, lets them play, and writes a table of what they made of it (docs/learning.md).

    python examples/learning/measure.py --output table.tsv                         # everything, some hours
    python examples/learning/measure.py --only "Small Breakthrough" --seeds 1 --games 60 --output table.tsv

Each network plays as each seat in turn: without a search (iterations=0) and with one. Times are of a processor. An
interrupted run goes on after the rows that are in the output, with the networks beside it (table.networks).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from ludparse.exporters.cli.main import main as lud

HERE = Path(__file__).parent


class Run(NamedTuple):
    """game: as it is named in the table; source: as commands name it; by: "learn" or "ppo"; seconds of a processor;
    agent: how the network plays; against: whom."""

    game: str
    source: tuple[str, ...]
    by: str
    seconds: int
    agent: str
    against: str


GUIDED, ALONE = "(iterations=100)", "(iterations=0)"
GAMES: tuple[tuple[str, tuple[str, ...], str, int], ...] = (
    ("Tic-Tac-Toe", ("Tic-Tac-Toe",), "learn", 30),
    ("Connect Four", ("Connect Four",), "learn", 60),
    ("Hex 5", ("Hex", "-o", "Board Size/5x5"), "learn", 60),
    ("Small Breakthrough", (str(HERE / "small_breakthrough.lud"),), "learn", 60),
    ("Breakthrough", ("Breakthrough",), "learn", 90),
    ("Backgammon", ("Backgammon",), "learn", 60),
    ("Ex Nihilo", ("Ex Nihilo",), "learn", 600),
    ("Small Breakthrough", (str(HERE / "small_breakthrough.lud"),), "ppo", 90),
    ("Breakthrough", ("Breakthrough",), "ppo", 90),
    ("Ex Nihilo", ("Ex Nihilo",), "ppo", 600),
)
RUNS = tuple(
    Run(*one, agent, against)
    for one in GAMES
    for agent, against in (
        (ALONE, "random"), (GUIDED, "random"), (GUIDED, "uct(iterations=100)"), (GUIDED, "uct(iterations=1000)"),
    )
    if agent == ALONE or one[2] == "learn"  # what learned without a search plays without one
)  # fmt: skip
TITLES = "game", "learned by", "seconds", "plays", "against", "games", "seeds", "points", "median"


def train(run: Run, seed: int, file: Path) -> None:
    """Write the network. Here, and not in a process of its own, which would have to begin anew each time."""
    rest = ["--seed", str(seed), "--output", str(file)]
    if run.by == "learn":
        if lud(["learn", *run.source, "--time", str(run.seconds), *rest]):
            raise SystemExit(f"{run.game}: nothing was learned")
    else:
        command = [sys.executable, str(HERE / "ppo.py"), *run.source, "--seconds", str(run.seconds)]
        subprocess.run([*command, *rest], check=True)


def points(run: Run, seed: int, games: int, file: Path) -> float:
    """The share of the points that the network made."""
    command = ["contest", *run.source, f"{file}{run.agent}", run.against]
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        failed = lud([*command, "-n", str(games), "--seed", str(seed), "--all-games", "--json"])
    if failed:
        raise SystemExit(f"{run.game}: no game could be played")
    score: float = json.loads(told.getvalue())["score"]
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="the rows of this game alone; may be given several times")
    parser.add_argument("--by", choices=("learn", "ppo"), help="the rows that were learned so alone")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--searched", type=int, help="games of rows with a search, which take much longer (--games)")
    parser.add_argument("--seconds", type=int, help="of learning, in place of those of the row")
    parser.add_argument("--output", type=Path, required=True)
    args = parser.parse_args()
    runs = [run for run in RUNS if (not args.only or run.game in args.only) and args.by in (None, run.by)]
    if args.seconds:
        runs = [run._replace(seconds=args.seconds) for run in runs]
    there = args.output.read_text(encoding="utf-8").splitlines() if args.output.exists() else ["\t".join(TITLES)]
    folder = args.output.with_suffix(".networks")
    folder.mkdir(exist_ok=True)
    for run in runs:
        games = args.searched or args.games if run.agent == GUIDED else args.games
        row = run.game, run.by, str(run.seconds), run.agent[1:-1], run.against, str(games), str(args.seeds)
        if any(line.split("\t")[: len(row)] == list(row) for line in there):
            continue
        scores = []
        for seed in range(args.seeds):
            file = folder / f"{run.game.replace(' ', '_')}-{run.by}-{run.seconds}-{seed}.onnx"
            if not file.exists():
                train(run, seed, file)
            scores.append(points(run, seed, games, file))
        told = " ".join(f"{score:.3f}" for score in scores)
        there.append("\t".join((*row, told, f"{statistics.median(scores):.3f}")))
        args.output.write_text("".join(f"{line}\n" for line in there), encoding="utf-8")
        print(f"{there[-1]}\t{time.process_time():.0f} s so far", flush=True)


if __name__ == "__main__":
    main()
