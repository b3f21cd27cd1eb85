"""Trains networks, lets them play, and writes a table of what they made of it (docs/learning.md).

    python examples/learning/measure.py --output table.tsv                         # everything, some hours
    python examples/learning/measure.py --only "Small Breakthrough" --seeds 1 --games 60 --output table.tsv

Each network plays as each seat in turn, against UCT alone and by itself against random moves. Times are of a processor.
An interrupted run goes on after the rows that are in the output.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

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


SMALL = ("Small Breakthrough", (str(HERE / "small_breakthrough.lud"),))
GUIDED, ALONE = "(iterations=200)", "(iterations=0)"
RUNS = (
    Run(*SMALL, "learn", 180, GUIDED, "uct(iterations=200)"),
    Run(*SMALL, "learn", 180, GUIDED, "uct(iterations=1000)"),
    Run(*SMALL, "learn", 180, ALONE, "random"),
    Run(*SMALL, "ppo", 90, ALONE, "random"),
    Run("Breakthrough", ("Breakthrough",), "ppo", 90, ALONE, "random"),
    Run("Breakthrough", ("Breakthrough",), "learn", 90, ALONE, "random"),
    Run("Ex Nihilo", ("Ex Nihilo",), "ppo", 600, ALONE, "random"),
    Run("Ex Nihilo", ("Ex Nihilo",), "learn", 600, ALONE, "random"),
    *(
        Run(game, (game,), "learn", 180, GUIDED, against)
        for game in ("Tic-Tac-Toe", "Connect Four", "Two Shores", "Backgammon")
        for against in ("random", "uct(iterations=100)", "uct(iterations=1000)")
    ),
)
TITLES = "game", "learned by", "seconds", "plays", "against", "seeds", "points", "median"


def train(run: Run, seed: int, file: Path) -> None:
    """Write the network."""
    if run.by == "learn":
        command = [sys.executable, "-m", "ludparse.exporters.cli", "learn", *run.source, "--time", str(run.seconds)]
    else:
        command = [sys.executable, str(HERE / "ppo.py"), *run.source, "--seconds", str(run.seconds)]
    subprocess.run([*command, "--seed", str(seed), "--output", str(file)], check=True)


def points(run: Run, seed: int, games: int, file: Path) -> float:
    """The share of the points that the network made."""
    command = [sys.executable, "-m", "ludparse.exporters.cli", "contest", *run.source]
    command += [f"{file}{run.agent}", run.against, "-n", str(games), "--seed", str(seed), "--all-games", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    score: float = json.loads(done.stdout)["score"]
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="the rows of this game alone")
    parser.add_argument("--by", choices=("learn", "ppo"), help="the rows that were learned so alone")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=int, help="of learning, in place of those of the row")
    parser.add_argument("--output", type=Path, required=True)
    args = parser.parse_args()
    runs = [run for run in RUNS if args.only in (None, run.game) and args.by in (None, run.by)]
    if args.seconds:
        runs = [run._replace(seconds=args.seconds) for run in runs]
    there = args.output.read_text(encoding="utf-8").splitlines() if args.output.exists() else ["\t".join(TITLES)]
    with tempfile.TemporaryDirectory() as folder:
        for run in runs:
            row = run.game, run.by, str(run.seconds), run.agent[1:-1], run.against, str(args.seeds)
            if any(line.split("\t")[: len(row)] == list(row) for line in there):
                continue
            scores = []
            for seed in range(args.seeds):
                file = Path(folder) / f"{run.game.replace(' ', '_')}-{run.by}-{run.seconds}-{seed}.onnx"
                if not file.exists():
                    train(run, seed, file)
                scores.append(points(run, seed, args.games, file))
            told = " ".join(f"{score:.3f}" for score in scores)
            there.append("\t".join((*row, told, f"{statistics.median(scores):.3f}")))
            args.output.write_text("".join(f"{line}\n" for line in there), encoding="utf-8")
            print(there[-1], flush=True)


if __name__ == "__main__":
    main()
