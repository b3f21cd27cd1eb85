"""Show a position of a game and its legal moves: at the start, or any other. This is what `lud GAME` does.

`lud board` draws the same positions, and the board alone; here the moves are listed.
"""

from __future__ import annotations

import argparse

from ..terminal.output import coloured, columns, counted, terminal_width
from ..terminal.screen import Screen
from .common import print_json
from .position import add_position, open_position

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser)


def run(args: argparse.Namespace) -> int:
    game, state = open_position(args)
    moves = state.legal_moves()
    screen = Screen(game, colour=coloured(), width=terminal_width())
    if args.json:
        print_json(
            {
                "game": game.name,
                "backend": game.backend,
                "state": state.snapshot(),
                "dice": [die._asdict() for die in state.dice],
                "moves": [{"name": move.notation, "move": move.text} for move in moves],
            }
        )
        return 0
    print(f"{game.name}, {counted(game.players, 'player')} ({game.backend} backend)\n")
    print(screen.position(state))
    print(f"\n{screen.outcome(state)} {counted(len(moves), 'legal move')}:")
    print(columns([move.notation for move in moves]))
    return 0
