"""Play a game in the terminal: type moves, or let --random play.

A move is typed by its number in the list or by its sites (a1-b2, b2). Further words: moves (the list), undo, random
(one random move), save FILE, quit. With --as N the other players move at random. --save FILE writes the game as a trial
when it ends or is left, which `lud trial` and Ludii replay.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

from exporters.cli.common import Failure, add_game, open_game, positive, print_json
from exporters.cli.listing import columns
from exporters.notation import find_move
from exporters.screen import Screen
from interpreter.trial import Trial, replayed
from ludparse.errors import IllegalMoveError

__all__ = ["Session", "configure", "run"]

_MOST_LISTED = 40


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--random", action="store_true", help="every move at random")
    parser.add_argument("--as", dest="player", type=positive, metavar="N", help="play for player N only")
    parser.add_argument("--seed", type=int, help="makes chance and random moves repeatable")
    parser.add_argument("--save", metavar="FILE", help="write the game as a trial, in Ludii's format")
    parser.add_argument("--max-moves", type=positive, default=2000, metavar="N", help="stop there (default 2000)")


def run(args: argparse.Namespace) -> int:
    game = open_game(args)
    if args.player and args.player > game.players:
        raise Failure(f"there is no player {args.player} in a game of {game.players}", 2)
    session = Session(game, args)
    return session.as_json() if args.json else session.run()


class Session:
    """A game in the terminal."""

    def __init__(self, game: Any, args: argparse.Namespace) -> None:
        self.args = args
        self.chance = random.Random(args.seed)
        self.screen = Screen(game, colour=sys.stdout.isatty())
        self.state = game.start(seed=args.seed)
        self.game = game
        self.played = 0

    def go_on(self, trial: Trial, ply: int | None) -> None:
        """Begin after the first `ply` moves of a trial, or after all of them. Raises TrialError."""
        self.state = self.game.start(rng_state=trial.rng)
        self.played = sum(1 for _ in replayed(self.state, trial, ply))

    def save(self, file: str) -> None:
        """Write the game so far as a trial."""
        self.state.trial().write(file)

    def as_json(self) -> int:
        """A random game as one object."""
        if not self.args.random:
            raise Failure("--json goes with --random", 2)
        moves: list[str] = []
        while (legal := self.state.legal_moves()) and len(moves) < self.args.max_moves:
            moves.append(str(self.state.apply(self.chance.choice(legal))))
        if self.args.save:
            self.save(self.args.save)
        ranking = [float(place) for place in self.state.ranking]
        print_json({"game": self.game.name, "moves": moves, "over": self.state.over, "ranking": ranking})
        return 0

    def run(self) -> int:
        """Play until the game ends or the player leaves."""
        try:
            return self._play()
        finally:
            if self.args.save:
                self.save(self.args.save)
                print(f"The game is in {self.args.save}: {self.played} moves.")

    def _play(self) -> int:
        print(f"{self.game.name} ({self.game.backend} backend)\n")
        while True:
            print(self.screen.position(self.state))
            print(f"\n{self.screen.outcome(self.state)}")
            if self.state.over:
                return 0
            if self.played >= self.args.max_moves:
                print(f"Stopped after {self.played} moves (--max-moves).")
                return 0
            if not self.state.legal_moves():
                print("Nothing moves any more: the simulation has come to rest.")
                return 0
            if not self.turn():
                return 0

    def turn(self) -> bool:
        """One move; False when the player leaves."""
        moves = self.state.legal_moves()
        names = self.screen.names(moves, self.state)
        by_chance = self.args.random or (self.args.player and self.args.player != self.state.mover)
        index = self.chance.randrange(len(moves)) if by_chance else self.ask(names)
        if index is None:
            return False
        if index < 0:
            return True
        mover = self.state.mover
        self.state.apply(moves[index])
        self.played += 1
        print(f"\n{self.played}. player {mover}: {names[index]}\n")
        return True

    def ask(self, names: list[str]) -> int | None:
        """The index of the move that is typed; None to leave, -1 when the position has changed otherwise."""
        if len(names) <= _MOST_LISTED:
            print(columns([f"{i}. {name}" for i, name in enumerate(names, 1)]))
        else:
            print(f"{len(names)} legal moves; type 'moves' to see them.")
        while True:
            try:
                text = input("> ").strip()
            except EOFError:
                print()
                return None
            if text in ("quit", "exit", "q"):
                return None
            if text == "moves":
                print(columns([f"{i}. {name}" for i, name in enumerate(names, 1)], most=len(names)))
            elif text == "random":
                return self.chance.randrange(len(names))
            elif text.startswith("save "):
                self.save(text[5:].strip())
                print(f"{self.played} moves are in {text[5:].strip()}.")
            elif text == "undo":
                if not self.played:
                    print("There is nothing to take back.")
                    continue
                self.state.undo()
                self.played -= 1
                return -1
            elif text:
                try:
                    return find_move(text, names)
                except IllegalMoveError as problem:
                    print(problem)
