"""Play a game in the terminal, from the start or any other position: type moves, or let an agent play.

A move is typed by its number in the list or by its sites (a1-b2, b2). A site alone lists the moves from there. Further
words: help, moves, names, undo, redo, hint, random, save FILE, quit. With --as N you are player N, also after a change
of sides ("player 2 (side 1)"), and the others move at random, or --agent plays for them; what the rules hide from you
is shown at the end. Without --as it plays for everybody. --output FILE writes the game as a trial when it ends or is
left, which `lud trial` and Ludii replay.
"""

from __future__ import annotations

import argparse
import errno
import os
import random
import re
import secrets
import textwrap
from typing import Any

from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game
from ludparse.problems.errors import IllegalMoveError, LudError

from ..statistics.players import make_player
from ..terminal.output import Waiting, beside, coloured, columns, counted, terminal_width
from ..terminal.screen import Screen
from ..terminal.typed_moves import completing, find_move, moves_from
from ..terminal.words import players_called, say
from .common import Failure, add_agent, add_max_moves, agent_of, new_file, positive, print_json
from .position import add_position, open_position

__all__ = ["configure", "run"]

_MOST_LISTED = 40
_FEW_ORIGINS = 2
_SHORT = 1_000  # moves: the limit on turns, which ends any game, is farther away
_HINTED = 5
_SECONDS_OF_HINTS = 2.0
_WORDS = {
    "NUMBER": "make that move of the list",
    "A1-B2, B2": "make the move with these sites; Tab completes",
    "A1": "list the moves from that site (where A1 is no move itself)",
    "Enter": "make the only legal move",
    "moves": "list all legal moves",
    "board": "show the position again",
    "names": "show the board with the names of its sites",
    "undo": "take the last move back, with --as: your last one",
    "redo": "make the move again that was taken back",
    "hint": "the moves that do best in two seconds of random games",
    "random": "make a random move",
    "save FILE": "write the game so far as a trial",
    "quit": "leave (also: exit, q, Ctrl-D)",
}


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser, seed=None)
    add_agent(parser, None)
    parser.add_argument(
        "--random", dest="agent", action="store_const", const="random",
        help="short for --agent random: how a game goes can be seen at once",
    )  # fmt: skip
    parser.add_argument("--as", dest="player", type=positive, metavar="N", help="you are player N, on whichever side")
    parser.add_argument("--output", type=new_file, metavar="FILE", help="write the game as a trial, in Ludii's format")
    add_max_moves(parser)


def run(args: argparse.Namespace) -> int:
    game, state = open_position(args)
    if args.player and args.player > game.players:
        raise Failure(f"there is no player {args.player} in a game of {game.players}", 2)
    session = Session(game, state, args)
    return session.as_json() if args.json else session.run()


class Session:
    """A game in the terminal."""

    def __init__(self, game: Any, state: Any, args: argparse.Namespace) -> None:
        self.args = args
        self.chance = random.Random(args.seed)
        self.width = terminal_width()
        self.screen = Screen(game, colour=coloured(), width=self.width)
        self.state = state
        self.game = game
        # The moves of this game by their places among the legal moves; -1 for those that led to where it began.
        self.line = [-1] * len(state.history)
        self.undone: list[int] = []
        self.saved: set[str] = set()
        seed = secrets.randbits(63) if args.seed is None else args.seed
        self.agent = None if args.agent in (None, "random") else make_player(agent_of(args))(seed)

    @property
    def played(self) -> int:
        """The number of moves that led here."""
        return len(self.line)

    def save(self, file: str) -> None:
        """Write the game so far as a trial; a file that was there before this session is left alone."""
        if file not in self.saved and os.path.exists(file):
            raise OSError(errno.EEXIST, "a file of that name is there already")
        self.saved.add(file)
        self.state.trial().write(file)

    def as_json(self) -> int:
        """A game of agents as one object."""
        if self.args.player or not self.args.agent:
            raise Failure("--json goes with --random, or with --agent alone", 2)
        moves: list[str] = []
        while (legal := self.state.legal_moves()) and len(moves) < self.args.max_moves:
            moves.append(self.state.apply(legal[self.choice(legal)]).text)
        if self.args.output:
            self.save(str(self.args.output))
        ranking = [float(place) for place in self.state.ranking]
        print_json({"game": self.game.name, "moves": moves, "over": self.state.over, "ranking": ranking})
        return 0

    def run(self) -> int:
        """Play until the game ends or the player leaves."""
        try:
            return self._play()
        finally:
            if self.args.output:
                self.save(str(self.args.output))
                print(f"The game is in {self.args.output}: {counted(self.played, 'move')}.")

    def _play(self) -> int:
        called = players_called(self.screen.players)
        print(f"{self.game.name} ({self.game.backend} backend)\n" + (f"{called}\n" if called else ""))
        while True:
            moves = self.state.legal_moves()
            self.show(moves)
            if self.state.over:
                self.say_why()
                return 0
            if self.played >= self.args.max_moves:
                print(f"Stopped after {counted(self.played, 'move')} (--max-moves).")
                return 0
            if not moves:
                print("Nothing moves any more: the simulation has come to rest.")
                return 0
            if not self.turn(moves):
                return 0

    def chooses(self) -> bool:
        """Whether the person at the terminal chooses the next move."""
        if self.args.player is None:
            return self.args.agent is None
        return bool(self.state.seats[self.state.mover - 1] + 1 == self.args.player)

    def looking(self) -> int | None:
        """The player of the rules, from 1, who looks at the terminal; None where everything may be seen."""
        hides = any(game.traits.hidden for game in self.game.single_games)
        if not self.args.player or not hides or self.state.over:
            return None
        return int(self.state.seats.index(self.args.player - 1)) + 1

    def choice(self, moves: list[Any]) -> int:
        """The index of the move that the agent chooses."""
        if self.agent is None:
            return self.chance.randrange(len(moves))
        return moves.index(self.agent.choose(self.state))

    def _same_person(self) -> bool:
        """Whether the person who has just moved moves again; after a change of sides another person does."""
        last = self.state.history[-1]
        return last.mover == self.state.mover and all(action.kind != "swap" for action in last.raw.actions)

    def show(self, moves: list[Any]) -> None:
        """The position and who is to move; beside it the moves, where there is room for them. Where somebody plays, the
        moves of the others are told, and the position is shown when it is that person's turn."""
        if self.args.player and moves and not self.chooses() and self.line:
            print(self.screen.outcome(self.state))
            return
        parts = [self.screen.position(self.state, seat=self.looking()), self.screen.outcome(self.state)]
        if self.line and self.game.players > 1 and moves and not self.state.over and self._same_person():
            parts[1] = say("again", who=self.screen.who(self.state, self.state.mover))
            origins = sorted({name.partition(self.screen.sign)[0] for name in self.screen.move_names(moves)})
            if len(origins) <= _FEW_ORIGINS < len(moves):
                parts[1] += f" All moves begin at {' or '.join(origins)}."
        parts[1] += self.screen.limits(self.state, moves)
        if _forced_pass(moves):
            throw = self.throw()
            parts[1] += f" The throw is {throw}." * bool(throw) + f" {say('mustPass')}"
        drawn = "\n\n".join(parts)
        if self.chooses() and any(move.is_swap for move in moves):
            drawn += " Type 'swap' to change sides."
        if not moves or not self.chooses() or self.played >= self.args.max_moves:
            print(drawn)
            return
        names = self.screen.move_names(moves)
        if len(names) > _MOST_LISTED:
            legal = counted(len(names), "legal move")
            how = f"{legal}. Type 'moves' for all, {_a_site(names)} for those there, or 'help'."
            print(f"{drawn}\n{textwrap.fill(how, max(self.width or 120, 20))}")
        else:
            listed = _numbered(names, range(len(names)))
            print(beside(drawn, listed, self.width) or f"{drawn}\n{columns(listed)}")

    def say_why(self) -> None:
        """The rule by which the game has ended, where only one can be meant and a sentence tells it."""
        from ..authoring.description_words import why_ended  # takes long to import, and is needed once

        game = self.game.description.game
        if isinstance(game, Game) and 0 < self.played < _SHORT and "[Forfeit" not in self.state.history[-1].text:
            rule = why_ended(game, build_equipment(game), len({*map(float, list(self.state.ranking)[1:])}) == 1)
            last, at = self.state.history[-1], self.state.snapshot()
            chosen = [action.params[0] for action in last.raw.actions if action.kind == "set_next_player"]
            after = chosen[-1] if chosen else at["next"] if at["mover"] == last.mover else at["mover"]
            for words, player in (("the next player", after), ("the mover", last.mover)):
                rule = re.sub(f"(?i){words}", self.screen.who(self.state, player), rule)
            if rule:
                print(say("rule", rule=rule[:1].upper() + rule[1:]))

    def throw(self) -> str:
        """What the dice show that are thrown for this move; empty where none are."""
        return " ".join(str(die.pips) for die in self.state.dice if die.standing == "thrown")

    def turn(self, moves: list[Any]) -> bool:
        """One move; False when the player leaves."""
        names = self.screen.move_names(moves)
        if self.chooses():
            with completing([*names, *_WORDS]):
                index = self.ask(moves, names)
        else:
            index = self.choice(moves)
        if index is None:
            return False
        if index < 0:
            return True
        self.undone.clear()
        self.make(index, moves, names[index])
        return True

    def make(self, index: int, moves: list[Any], name: str) -> None:
        """Apply a legal move and say which."""
        player, at = self.screen.who(self.state, self.state.mover), self.state.snapshot()
        if throw := self.throw():
            player += f" throws {throw}" + " and has no move" * _forced_pass(moves)
        own = self.chooses()
        told = self.screen.told(self.state, at, self.state.apply(moves[index]))
        self.line.append(index)
        if not own and not self.sees(moves[index]):
            name = "a move that you do not see"
        print(f"\n{self.played}. {player}: {name}{told and f', {told}'}\n")

    def sees(self, move: Any) -> bool:
        """Whether whoever looks at the terminal sees where the last move went."""
        player, state = self.looking(), getattr(self.state, "instance", self.state)
        return player is None or state.sees_move_to(move.to_site, player)

    def ask(self, moves: list[Any], names: list[str]) -> int | None:
        """The index of the move that is typed; None to leave, -1 when the position is to be shown (again)."""
        while True:
            try:
                text = input("> ").strip()
            except EOFError:
                print()
                return None
            word, _, rest = text.partition(" ")
            if text in ("quit", "exit", "q"):
                return None
            if text == "board" or (text == "undo" and self.undo()) or (text == "redo" and self.redo()):
                return -1
            if text == "random":
                return self.chance.randrange(len(names))
            if not text and len(names) == 1:
                return 0
            if text in ("help", "?"):
                print("\n".join(f"{what:<10} {meaning}" for what, meaning in _WORDS.items()))
            elif text == "moves":
                print(columns(_numbered(names, range(len(names))), most=len(names)))
            elif text == "names":
                print(self.screen.names(self.state))
            elif text == "hint":
                self.hint(names)
            elif word == "save":
                self.save_as(rest.strip())
            elif text and text not in ("undo", "redo"):
                try:
                    return find_move(text, names)
                except IllegalMoveError as problem:
                    found = moves_from(text, names)
                    print(columns(_numbered(names, found), most=len(found)) if found else problem)

    def save_as(self, file: str) -> None:
        """Write the game so far, or say why that failed."""
        if not file:
            print("Say where: save FILE")
            return
        try:
            self.save(file)
        except (OSError, LudError) as problem:
            print(f"The game is not saved: {getattr(problem, 'strerror', None) or problem}")
        else:
            print(f"{file} has {counted(self.played, 'move')}.")

    def undo(self) -> bool:
        """Take back the last move, with --as those of the others after it too; False where there is none."""
        if not self.played:
            print("There is nothing to take back.")
            return False
        while True:
            self.state.undo()
            self.undone.append(self.line.pop())
            if not self.line or self.chooses():
                break
        if -1 in self.undone:
            self.undone.clear()  # where these stand among the legal moves is not known
        return True

    def redo(self) -> bool:
        """Make the moves again that one undo took back; False where there are none."""
        if not self.undone:
            print("There is nothing to make again.")
            return False
        while self.undone:
            moves = self.state.legal_moves()
            index = self.undone.pop()
            self.make(index, moves, self.screen.move_names(moves)[index])
            if self.chooses():
                break
        return True

    def hint(self, names: list[str]) -> None:
        """A move that wins, or the moves that do best in random games."""
        from ludparse.interpreter.search import (
            FlatMonteCarlo,
        )  # games that are loaded from then on bring their searches

        search = FlatMonteCarlo(seconds=_SECONDS_OF_HINTS, max_moves=300, seed=self.chance.getrandbits(63))
        with Waiting("playing random games", after=0.5):
            search.choose(self.state)
        assert search.report is not None
        if search.report.interrupted:
            print("\nNo hint: interrupted.")
            return
        best = search.report.moves[0]
        if best.proven and best.value == 1:
            print(f"{names[best.move.number]} wins.")
            return
        rated = [move for move in search.report.moves if move.value is not None]
        seen = counted(search.report.iterations, "random game")
        if len(rated) < len(names):
            seen += f" after {len(rated)} of {counted(len(names), 'move')}"
        if len({move.value for move in rated}) < 2:
            print(f"No move does better than another in {seen}.")
            return
        texts = [f"{names[move.move.number]} {100 * (move.value or 0):.0f} %" for move in rated[:_HINTED]]
        print(f"{', '.join(texts)}\n(share won in {seen})")


def _numbered(names: list[str], indices: Any) -> list[str]:
    return [f"{index + 1}. {names[index]}" for index in indices]


def _a_site(names: list[str]) -> str:
    """A site from which there are moves, as an example."""
    return next((found[0] for name in names if (found := re.match(r"#?[A-Za-z]*\d+", name))), "A1")


def _forced_pass(moves: list[Any]) -> bool:
    """Whether a pass is the only legal move."""
    return len(moves) == 1 and moves[0].is_pass
