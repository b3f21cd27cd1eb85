"""Show a game: the position at the start, and the legal moves. This is what `lud GAME` does."""

from __future__ import annotations

import argparse

from ..terminal.output import coloured, counted, terminal_width
from ..terminal.screen import Screen
from .common import add_game, open_game, print_json
from .listing import columns

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--seed", type=int, help="for games that begin with chance")


def run(args: argparse.Namespace) -> int:
    game = open_game(args)
    state = game.start(seed=args.seed)
    moves = state.legal_moves()
    screen = Screen(game, colour=coloured(), width=terminal_width())
    if args.json:
        print_json(
            {
                "game": game.name,
                "backend": game.backend,
                "state": state.snapshot(),
                "moves": [{"name": move.notation, "move": move.text} for move in moves],
            }
        )
        return 0
    print(f"{game.name}, {counted(game.players, 'player')} ({game.backend} backend)\n")
    print(screen.position(state, moves))
    print(f"\n{screen.outcome(state)} {counted(len(moves), 'legal move')}:")
    print(columns([move.notation for move in moves]))
    return 0
