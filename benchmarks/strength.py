"""Measure how strong our agents are, and how fast: games of different families, each against several opponents.

    python -m benchmarks.strength LOG --library Ludii.jar --ludii Ludii.jar            # the full measure: many hours
    python -m benchmarks.strength LOG --matches 2 --opponents ludii:Alpha-Beta         # a first impression
    python -m benchmarks.strength LOG --opponents flat --agent uct                     # against our flat Monte Carlo
    python -m benchmarks.strength LOG --speed                                          # iterations a second, in turn
    python -m benchmarks.strength LOG --show                                           # the tables as far as they go

LOG is a file of JSON lines, one for each match that was played. Started again with the same LOG, the command goes on
where it stopped (Ctrl-C, or a power cut); so a night's worth may be added to another's. The tables are made from it:
one line for each game and opponent, with 95 % intervals. Sides alternate, and both agents get the same time for a move,
one thread each. Wall-clock budgets suffer on a busy machine; the log holds the load at the beginning of each match.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from exporters.contest.elo import strength
from exporters.contest.run import ContestSetup, play_contest_games
from exporters.statistics.players import PlayerError
from ludparse import LudError

__all__ = ["FAMILIES", "SPEED", "main"]

FAMILIES = {
    "Breakthrough": "race", "Halma": "race", "Dodgem": "race",
    "Hex": "connection", "Havannah": "connection",
    "Yavalath": "line", "Gomoku": "line", "Connect Four": "line", "Nine Men's Morris": "line", "Pente": "line",
    "Reversi": "territory", "Ataxx": "territory",
    "English Draughts": "leaping", "Konane": "leaping",
    "Chess": "chess", "Minishogi": "chess",
    "Tablut": "custodial", "Fox and Geese": "hunt",
    "Oware": "sowing", "Kalah": "sowing",
    "Amazons": "blocking", "Mu Torere": "blocking", "Domineering": "blocking",
    "Lines of Action": "group", "Surakarta": "elimination",
}  # fmt: skip
"""Games by their names in Ludii's library, and what family they belong to."""

OPPONENTS = ("ludii:UCT", "ludii:MC-GRAVE", "ludii:Alpha-Beta")

SPEED = (
    *FAMILIES, "Lasca", "Camelot", "Xiangqi", "Shogi", "Backgammon",
)  # fmt: skip
"""The games of which iterations a second are compared."""

_PLIES = 12
"""Plies of the two games in which speed is measured."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=Path, metavar="LOG", help="the file to which matches are added")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="games by name (default: those of all families)")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS, metavar="AGENT", help="see `lud contest`")
    parser.add_argument("--agent", default="alphabeta", metavar="AGENT", help="ours (default: alphabeta)")
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="of each game and opponent (default 20)")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="time for a move (default 0.3)")
    parser.add_argument("--max-moves", type=int, default=250, metavar="N", help="then a match is a draw (default 250)")
    parser.add_argument("--library", help="Ludii.jar, or a folder (default: LUD_LIBRARY)")
    parser.add_argument("--ludii", help="Ludii.jar or a folder of its classes (default: LUD_LUDII)")
    parser.add_argument("--speed", action="store_true", help="measure iterations a second of uct and ludii:UCT")
    parser.add_argument("--show", action="store_true", help="only show the tables")
    args = parser.parse_args(arguments)
    if args.matches < 1 or not args.seconds > 0 or args.max_moves < 1:
        parser.error("--matches, --seconds and --max-moves are above 0")
    code = 0
    if not args.show:
        try:
            _measure(args)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on", file=sys.stderr)
            code = 130
        except (PlayerError, LudError) as problem:
            print(problem, file=sys.stderr)
            return 2
    for line in _tables(list(_lines(args.log))):
        print(line)
    return code


def _measure(args: argparse.Namespace) -> None:
    """Plays what the log does not have."""
    if args.speed:
        work = [(game, "uct", "ludii:UCT", 2) for game in args.games or SPEED]
    else:
        # match by match through all games, so that an early end leaves something of each
        work = [
            (game, args.agent, opponent, n)
            for n in range(2, args.matches + 2, 2)
            for opponent in args.opponents
            for game in args.games or FAMILIES
        ]
    for game, agent, opponent, wanted in work:
        key = {"game": game, "agent": agent, "opponent": opponent, "seconds": args.seconds, "speed": args.speed}
        played = sum(all(line[k] == v for k, v in key.items()) for line in _lines(args.log))
        wanted = min(wanted, args.matches) if not args.speed else wanted
        if played < wanted:
            _play(args, key, played, wanted)


def _play(args: argparse.Namespace, key: dict[str, Any], played: int, wanted: int) -> None:
    """Plays the matches of one game and opponent from a number on, and adds them to the log."""
    setup = ContestSetup(
        key["game"], (key["agent"], key["opponent"]), library=args.library or os.environ.get("LUD_LIBRARY"),
        seconds=args.seconds, seed=1, max_moves=_PLIES if args.speed else args.max_moves,
        ludii=args.ludii or os.environ.get("LUD_LUDII"),
    )  # fmt: skip
    setup.makers()
    load, began = os.getloadavg()[0], time.time()
    for record in play_contest_games(setup, setup.load(), wanted, 1, first=played):
        row = record.as_dict()
        line = {
            **key, "family": FAMILIES.get(key["game"], ""), "number": record.number, "seat": record.seat,
            "score": record.score, "plies": record.plies, "over": record.over, "failure": record.failure,
            "timing": row["timing"], "load": round(load, 2), "took": round(time.time() - began, 1),
            "when": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        }  # fmt: skip
        with args.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        said = record.failure or f"{record.score:g} as player {record.seat}, {record.plies} plies"
        print(f"{key['game']}, {key['agent']} against {key['opponent']}: {said}", file=sys.stderr, flush=True)
        load, began = os.getloadavg()[0], time.time()


def _lines(log: Path) -> Iterator[dict[str, Any]]:
    """What the log has. A line that a crash has cut short is left out."""
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


# ------------------------------------------------------------------ tables


def _tables(lines: list[dict[str, Any]]) -> Iterator[str]:
    matches = [line for line in lines if not line["speed"]]
    if matches:
        yield "| game | family | agent | opponent | matches | score (95 %) | our s a move | theirs | load |"
        yield "|---|---|---|---|---|---|---|---|---|"
        yield from _contests(matches)
    speed = [line for line in lines if line["speed"]]
    if speed:
        yield ""
        yield "| game | ludparse | Ludii | ratio |"
        yield "|---|---|---|---|"
        yield from _speeds(speed)


def _contests(lines: list[dict[str, Any]]) -> Iterator[str]:
    pairs: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for line in lines:
        pairs.setdefault((line["agent"], line["opponent"], line["game"]), []).append(line)
    totals: dict[tuple[str, str], list[float]] = {}
    for (agent, opponent, game), rows in sorted(pairs.items()):
        scores = [row["score"] for row in sorted(rows, key=lambda row: row["number"]) if row["score"] is not None]
        load = statistics.fmean(row["load"] for row in rows)
        if not scores:
            why = rows[0]["failure"][:60]
            yield f"| {game} | {rows[0]['family']} | {agent} | {opponent} | 0 | failed: {why} | | | |"
            continue
        totals.setdefault((agent, opponent), []).extend(scores)
        times = " | ".join(f"{_per_move(rows, which):.2f}" for which in (0, 1))
        yield (
            f"| {game} | {rows[0]['family']} | {agent} | {opponent} | {len(scores)} | {_score(scores)} | {times} "
            f"| {load:.0f} |"
        )
    for (agent, opponent), scores in totals.items():
        yield f"| all | | {agent} | {opponent} | {len(scores)} | {_score(scores)} | | | |"


def _score(scores: list[float]) -> str:
    found = strength(scores)
    return f"{found.score:.0%} ({found.low:.0%} to {found.high:.0%})"


def _per_move(rows: list[dict[str, Any]], which: int) -> float:
    """Seconds a move of one of the agents."""
    moves = sum(row["timing"][which]["moves"] for row in rows)
    seconds = sum(row["timing"][which]["seconds"] for row in rows)
    return float(seconds / max(1, moves))


def _speeds(lines: list[dict[str, Any]]) -> Iterator[str]:
    ratios: list[float] = []
    for game in dict.fromkeys(line["game"] for line in lines):
        rows = [line for line in lines if line["game"] == game and line["score"] is not None]
        speeds: list[float] = []
        for which in (0, 1):
            seconds = sum(row["timing"][which]["seconds"] for row in rows)
            done = sum(row["timing"][which]["iterations"] for row in rows)
            speeds.append(done / seconds if seconds else 0.0)
        if not all(speeds):
            yield f"| {game} | not measured | | |"
            continue
        ratios.append(speeds[0] / speeds[1])
        yield f"| {game} | {speeds[0]:,.0f} | {speeds[1]:,.0f} | {ratios[-1]:.0f} |"
    if ratios:
        yield f"| median of {len(ratios)} | | | {statistics.median(ratios):.0f} (least {min(ratios):.1f}) |"


if __name__ == "__main__":
    sys.exit(main())
