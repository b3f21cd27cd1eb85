"""Search a position, and show what every move of it is worth.

Values go from 0 (last place) over 0.5 (a draw) to 1 (first place), for the player to move; = marks those that are
certain. Ctrl-C ends the search and shows what it has found.
"""

from __future__ import annotations

import argparse
from typing import Any

from ..statistics.players import make_player
from ..terminal.output import counted, table
from ..terminal.screen import Screen
from .common import INTERRUPTED, Failure, add_agent, add_most, agent_of, print_json
from .position import add_position, open_position

__all__ = ["configure", "run"]

_LINE = 8


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    add_agent(parser, "uct")
    add_most(parser, 10, "moves")


def run(args: argparse.Namespace) -> int:
    searching: Any = make_player(agent_of(args))(args.seed)
    game, state = open_position(args)
    if state.over:
        hint = "; --ply N searches the position after N moves" if args.trial else ""
        raise Failure(f"the game is over after {counted(len(state.history), 'move')}: there is nothing to search{hint}")
    # drawn before the search: drawing reads the description, and after Ctrl-C nobody wants to wait for that
    screen = None if args.json else Screen(game)
    drawn = "" if screen is None else f"{screen.position(state)}\n\n{screen.outcome(state)}\n"
    searching.choose(state)
    report = getattr(searching, "report", None)
    if report is None:
        raise Failure(f"{args.agent} does not say what it found; uct, alphabeta and auto do", 2)
    code = INTERRUPTED if report.interrupted else 0
    if args.json:
        backend = "c" if report.native else game.backend
        print_json({"game": game.name, "backend": backend, "mover": state.mover, **report.as_dict()})
        return code
    print(drawn)
    print(_table(report, args.most))
    depth = f", {counted(report.depth, 'ply')} deep" if report.depth else ""
    certain = "; the result is certain" if report.proven else ""
    done = counted(report.iterations, "iteration")
    print(f"\n{done} in {report.seconds:.2f} s, {report.speed:,.0f} a second{depth}{certain}")
    return code


def _table(report: Any, most: int) -> str:
    rows = [("move", "visits", "value", "95 %", "continuation")]
    for found in report.moves[:most]:
        value = "" if found.value is None else f"{'=' if found.proven else ''}{found.value:.3f}"
        bounds = f"{found.interval[0]:.3f} to {found.interval[1]:.3f}" if found.interval and not found.proven else ""
        line = " ".join(move.notation for move in found.line[1:_LINE])
        rows.append((found.move.notation, f"{found.visits:,}", value, bounds, line))
    lines = table(rows, right=(1, 2))
    left = len(report.moves) - most
    return "\n".join([*lines, f"and {counted(left, 'more move')}"] if left > 0 else lines)
