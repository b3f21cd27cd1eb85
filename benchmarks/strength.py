"""Measure how strong our agents are, and how fast: games of different families, each against several opponents.

    python -m benchmarks.strength LOG --library Ludii.jar --ludii Ludii.jar            # the full measure: many hours
    python -m benchmarks.strength LOG --matches 2 --opponents ludii:Alpha-Beta         # a first impression
    python -m benchmarks.strength LOG --opponents flat --agent uct                     # against our flat Monte Carlo
    python -m benchmarks.strength LOG --speed                                          # iterations a second, in turn
    python -m benchmarks.strength LOG --show                                           # the tables as far as they go

Matches are played round by round: one of each game against each opponent, then the next of each.

LOG is a file of JSON lines, one for each match that was played. Started again with the same LOG, the command goes on
where it stopped (Ctrl-C, or a power cut); so a night's worth may be added to another's. The tables are made from it,
with 95 % intervals. Sides alternate, and both agents get the same time for a move,
one thread each. Wall-clock budgets suffer on a busy machine; the log holds the load at the beginning of each match.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ludparse import LudError
from ludparse.exporters.statistics.contest.elo import strength
from ludparse.exporters.statistics.contest.game import ContestGame, ContestSetup, play_contest_game
from ludparse.exporters.statistics.players import PlayerError
from ludparse.exporters.verification.ludii.agent import close_all
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState

from .log import add, lines

__all__ = ["FAMILIES", "SPEED", "main", "schedule"]

FAMILIES = {
    "Breakthrough": "race", "Halma": "race",
    "Hex": "connection", "Havannah": "connection",
    "Yavalath": "line", "Gomoku": "line", "Connect Four": "line", "Nine Men's Morris": "line", "Pente": "line",
    "Reversi": "territory", "Ataxx": "territory",
    "English Draughts": "leaping", "Konane": "leaping",
    "Chess": "chess", "Minishogi": "chess",
    "Tablut": "custodial", "Fox and Geese": "hunt",
    "Oware": "sowing", "Kalah": "sowing",
    "Amazons": "blocking", "Domineering": "blocking",
    "Lines of Action": "group", "Surakarta": "elimination",
}  # fmt: skip
"""Games by their names in Ludii's library, and what family they belong to. None is so small that both sides play it
perfectly (`lud solve`): then a result would tell about the game alone."""

OPPONENTS = ("ludii:UCT", "ludii:MC-GRAVE", "ludii:Alpha-Beta")

_LUDII_UCT = "ludii:UCT(warm_up=12)"
"""As an opponent in speed: Java compiles what is used often while it runs."""

_UCT = "uct(max_moves=200)"
"""Ours in speed. Ludii's UCT breaks its playouts off after 200 moves."""

SPEED = (
    *FAMILIES, "Dodgem", "Mu Torere", "Lasca", "Camelot", "Xiangqi", "Shogi", "Backgammon",
)  # fmt: skip
"""The games of which iterations a second of processor time are compared."""

_PLIES = 12
"""Plies of the random game of which every third position is searched to measure speed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=Path, metavar="LOG", help="the file to which matches are added")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="games by name (default: those of all families)")
    parser.add_argument("--opponents", nargs="+", metavar="AGENT", help="see `lud contest`; default: Ludii's agents")
    parser.add_argument("--agent", metavar="AGENT", help=f"ours (default: auto; with --speed {_UCT})")
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="of each game and opponent (default 20)")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="time for a move (default 0.3)")
    parser.add_argument("--max-moves", type=int, default=250, metavar="N", help="then a match is a draw (default 250)")
    parser.add_argument("--library", help="Ludii.jar, or a folder (default: LUD_LIBRARY)")
    parser.add_argument("--ludii", help="Ludii.jar or a folder of its classes (default: LUD_LUDII)")
    parser.add_argument("--speed", action="store_true", help="measure iterations a second beside ludii:UCT")
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
    for line in _tables(list(lines(args.log))):
        print(line)
    return code


def _measure(args: argparse.Namespace) -> None:
    """Plays what the log does not have."""
    rounds = 1 if args.speed else args.matches
    opponents = list(args.opponents or ([_LUDII_UCT] if args.speed else OPPONENTS))
    games = list(args.games or (SPEED if args.speed else FAMILIES))
    played = {(*(line[k] for k in _KEY), line["number"]) for line in lines(args.log)}
    try:
        for game, opponent, number in schedule(games, opponents, rounds):
            key = {
                "game": game, "agent": args.agent or (_UCT if args.speed else "auto"), "opponent": opponent,
                "seconds": args.seconds, "speed": args.speed,
            }  # fmt: skip
            if (*(key[k] for k in _KEY), number) not in played:
                _play(args, key, number)
    finally:
        close_all()


_KEY = ("game", "agent", "opponent", "seconds", "speed")


def schedule(games: Sequence[str], opponents: Sequence[str], rounds: int) -> Iterator[tuple[str, str, int]]:
    """The matches in the order in which they are played: game, opponent, number of the match.

    Each round has one match of each game and opponent, so that an early end leaves something of each. Our agent sits at
    seat 1 in half the matches of a round: of two neighbours one begins with match 1 instead of match 0.
    """
    for n in range(rounds):
        for i, game in enumerate(games):
            for j, opponent in enumerate(opponents):
                other = n + 1 - 2 * (n % 2)  # the other match of the pair
                yield game, opponent, other if (i + j) % 2 and max(n, other) < rounds else n


def _play(args: argparse.Namespace, key: dict[str, Any], number: int) -> None:
    """Plays one match, and adds it to the log."""
    setup = ContestSetup(
        key["game"], (key["agent"], key["opponent"]), library=args.library or os.environ.get("LUD_LIBRARY"),
        seconds=args.seconds, seed=1, max_moves=_PLIES if args.speed else args.max_moves,
        ludii=args.ludii or os.environ.get("LUD_LUDII"),
    )  # fmt: skip
    makers, game = setup.makers(), setup.load()
    game.optimise()
    load, began = os.getloadavg()[0], time.time()
    play = _search_positions if args.speed else play_contest_game
    try:
        record = play(game, makers, number, setup.seed, setup.max_moves)
    except LudError as problem:
        record = ContestGame(number, number % game.players + 1, failure=str(problem))
    row = record.as_dict()
    line = {
        **key, "family": FAMILIES.get(key["game"], ""), "number": record.number, "seat": record.seat,
        "score": record.score, "plies": record.plies, "over": record.over, "failure": record.failure,
        "timing": row["timing"], "load": round(load, 2), "took": round(time.time() - began, 1),
        "when": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
    }  # fmt: skip
    add(args.log, line)
    said = record.failure or f"{record.plies} plies"
    if record.score is not None:
        said = f"{record.score:g} as player {record.seat}, {said}"
    print(f"{key['game']}, {key['agent']} against {key['opponent']}: {said}", file=sys.stderr, flush=True)


def _search_positions(
    game: SingleGame, makers: tuple[Any, Any], number: int, seed: int, plies: int
) -> ContestGame:
    """Lets both agents search every third position of a random game, and counts their iterations and the seconds of
    processor time (of all threads), which do not depend on what else the machine does. A position whose result is
    proven before the time is up is left out: the search ends there, so it says nothing about speed."""
    agents = [make(seed) for make in makers]
    chance = random.Random(seed)
    state = game.start(seed=seed)
    record = ContestGame(number, 1)
    while not state.over and record.plies < plies:
        if not state.count_moves():
            state.apply(state.forced_pass())
        else:
            if record.plies % 3 == 0 and state.count_moves() > 1:
                _search_position(agents, state, record)
            state.apply(state.random_move(chance))
        record.plies += 1
    for agent in agents:
        getattr(agent, "close", int)()
    return record


def _search_position(agents: list[Any], state: GameState, record: ContestGame) -> None:
    found = []
    for agent in agents:
        getattr(agent, "prepare", id)(state)
        began = time.process_time()
        agent.choose(state)
        spent = time.process_time() - began
        found.append((getattr(agent, "processor", None) or spent, getattr(agent, "done", None) or 0))
        if getattr(getattr(agent, "report", None), "proven", False):
            return
    for timing, (seconds, done) in zip(record.timing, found, strict=True):
        timing.add(seconds, done)


# ------------------------------------------------------------------ tables


def _tables(lines: list[dict[str, Any]]) -> Iterator[str]:
    matches = [line for line in lines if not line["speed"]]
    for agent in dict.fromkeys(line["agent"] for line in matches):
        yield from _contests(agent, [line for line in matches if line["agent"] == agent])
        yield ""
    speed = [line for line in lines if line["speed"]]
    for agent in dict.fromkeys(line["agent"] for line in speed):
        yield f"| game | {agent} | Ludii | ratio |"
        yield "|---|---|---|---|"
        yield from _speeds([line for line in speed if line["agent"] == agent])
        yield ""


def _contests(agent: str, lines: list[dict[str, Any]]) -> Iterator[str]:
    """One line for each game, each family and all together: the points of each opponent, and of all."""
    opponents = list(dict.fromkeys(line["opponent"] for line in lines))
    yield f"| {agent} against | family | {' | '.join(opponents)} | together (95 %) | our s a move | theirs | load |"
    yield "|---" * (len(opponents) + 6) + "|"
    for game in dict.fromkeys(line["game"] for line in lines):
        rows = [line for line in lines if line["game"] == game]
        yield f"| {game} | {rows[0]['family']} | {_row(rows, opponents)} |"
    for family in sorted({line["family"] for line in lines} - {""}):
        yield f"| all of a family | {family} | {_row([x for x in lines if x['family'] == family], opponents)} |"
    each = [_score(scores) for scores in (_scores(lines, opponent) for opponent in opponents)]
    yield f"| all | | {' | '.join(each)} | {_score(_scores(lines))} | | | |"


def _row(rows: list[dict[str, Any]], opponents: list[str]) -> str:
    """The cells of a line: points of so many matches, their interval, times, load."""
    cells = []
    for opponent in opponents:
        scores = _scores(rows, opponent)
        failed = [row["failure"] for row in rows if row["opponent"] == opponent and row["score"] is None]
        cells.append(f"{sum(scores):g} of {len(scores)}" if scores else f"failed: {failed[0][:60]}" if failed else "")
    times = [f"{_per_move(rows, which):.2f}" for which in (0, 1)]
    load = statistics.fmean(row["load"] for row in rows)
    return " | ".join([*cells, _score(_scores(rows)), *times, f"{load:.0f}"])


def _scores(rows: list[dict[str, Any]], opponent: str | None = None) -> list[float]:
    """The scores of the matches that were played, pairs of the same random numbers beside each other."""
    rows = [row for row in rows if row["score"] is not None and opponent in (None, row["opponent"])]
    return [row["score"] for row in sorted(rows, key=lambda row: (row["opponent"], row["game"], row["number"]))]


def _score(scores: list[float]) -> str:
    if not scores:
        return ""
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
        rows = [line for line in lines if line["game"] == game and not line["failure"]]
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
