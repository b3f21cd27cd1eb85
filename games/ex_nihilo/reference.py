"""Ex Nihilo by hand: the rules as a small program of their own, without the engine.

It is written to be read next to the rules in README.md, and to be right rather than fast.

Cells are numbered by rows from the bottom and from the left within a row, for both of which `cells` gives the axial
coordinates. A stack is a tuple of players from the bottom to the top; an empty cell holds the stack `()`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

__all__ = ["VARIANTS", "Board", "Move", "Position", "read_move", "read_position", "setup", "start"]

VARIANTS = [("Board Size/4", "Capturing/Free", "Stuck/Wins")]

Stack = tuple[int, ...]

_COUNT = re.compile(r"numLevel=(\d+)")

_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Board:
    """A hexagon of hexagons with `size` cells on each side."""

    def __init__(self, size: int) -> None:
        if size < 2:
            raise ValueError(f"a board of size {size} has no room to move")
        reach = size - 1
        self.size = size
        self.cells = [
            (q, r) for r in range(-reach, reach + 1) for q in range(max(-reach, -reach - r), min(reach, reach - r) + 1)
        ]
        index = {cell: i for i, cell in enumerate(self.cells)}
        self.steps = [max(abs(q), abs(r), abs(q + r)) for q, r in self.cells]
        """Steps from each cell to the centre."""
        self.lines = [
            [
                [index[q + dq * k, r + dr * k] for k in range(1, 2 * size) if (q + dq * k, r + dr * k) in index]
                for dq, dr in _DIRECTIONS
            ]
            for q, r in self.cells
        ]
        """For each cell the six straight lines that leave it, without the cell itself."""
        self.names = [f"{chr(ord('a') + q + r + reach)}{r + reach + 1}" for q, r in self.cells]
        """`a1` is the leftmost cell of the lowest row; letters go up to the right, numbers are rows."""


@lru_cache
def _board(size: int) -> Board:
    return Board(size)


class Move(NamedTuple):
    """Move the top `height` pieces of the stack on `origin` to `target`; 0 of them where the cell is empty."""

    origin: int
    target: int
    height: int


@dataclass(frozen=True)
class Position:
    """A position with a player to move (1 or 2). `last` is the cell of the stack that took hostages, if any.

    free: nobody has to capture. stuck_wins: who cannot move wins.
    """

    board: Board
    stacks: tuple[Stack, ...]
    mover: int = 1
    last: int | None = None
    free: bool = False
    stuck_wins: bool = False

    @property
    def enemy(self) -> int:
        return 3 - self.mover

    @cached_property
    def hostages(self) -> frozenset[int]:
        """The enemy stacks of which one must be moved at once; empty where it is an ordinary turn."""
        return frozenset() if self.last is None else frozenset(self._flanked(self.stacks, self.last))

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in order; none when the mover has lost."""
        moves = tuple(sorted(self._moves()))
        if self.free:
            return moves
        capturing = tuple(move for move in moves if self._captures(move))
        return capturing or moves

    @property
    def winner(self) -> int:
        """0 while the game goes on."""
        if self.moves:
            return 0
        return self.mover if self.stuck_wins else self.enemy

    def play(self, move: Move) -> Position:
        """The position after a legal move; ValueError for any other."""
        if move not in self.moves:
            raise ValueError(f"{self.text(move)} is not legal here")
        return self._played(move)

    @property
    def ranking(self) -> tuple[float, ...]:
        """The places of both players; empty while the game goes on."""
        return {0: (), 1: (1.0, 2.0), 2: (2.0, 1.0)}[self.winner]

    def notations(self) -> list[str]:
        """The legal moves by name."""
        return list(self._named)

    def after(self, notation: str) -> Position:
        """The position after the legal move of that name."""
        return self._played(self._named[notation])

    def shown(self) -> dict[str, Stack]:
        """The stacks by the name of their cell; empty cells are left out."""
        return {self.board.names[cell]: stack for cell, stack in enumerate(self.stacks) if stack}

    def text(self, move: Move) -> str:
        """`c3-e5` moves a whole stack or a 0-stack, `c3:2-e5` its two top pieces."""
        part = f":{move.height}" if move.height < len(self.stacks[move.origin]) else ""
        return f"{self.board.names[move.origin]}{part}-{self.board.names[move.target]}"

    @cached_property
    def _named(self) -> dict[str, Move]:
        """The legal moves by name."""
        return {self.text(move): move for move in self.moves}

    def _played(self, move: Move) -> Position:
        """The position after a move that is known to be legal."""
        stacks = tuple(self._moved(move))
        if self._flanked(stacks, move.target):
            return replace(self, stacks=stacks, last=move.target)
        return replace(self, stacks=stacks, mover=self.enemy, last=None)

    def _moves(self) -> Iterator[Move]:
        """Moves by the rules of movement; what has to capture is not looked at."""
        for origin, stack in enumerate(self.stacks):
            if not self._may_move(origin):
                continue
            for line in self.board.lines[origin]:
                for target in line:
                    if self.stacks[target]:
                        break
                    if self.board.steps[target] > self.board.steps[origin]:
                        yield Move(origin, target, len(stack))
                    for count in range(1, len(stack)):
                        yield Move(origin, target, count)

    def _may_move(self, cell: int) -> bool:
        if self.last is not None:
            return cell in self.hostages
        stack = self.stacks[cell]
        return not stack or stack[-1] == self.mover

    def _moved(self, move: Move) -> list[Stack]:
        """All stacks after a move: the pieces go in their order, and the stack grows by a piece for each step out."""
        stack = self.stacks[move.origin]
        split = len(stack) - move.height
        after = list(self.stacks)
        after[move.origin] = stack[:split]
        after[move.target] = stack[split:] + (self.mover,) * self._growth(move)
        return after

    def _growth(self, move: Move) -> int:
        return max(0, self.board.steps[move.target] - self.board.steps[move.origin])

    def _captures(self, move: Move) -> bool:
        size = move.height + self._growth(move)
        left = self.stacks[move.origin][: len(self.stacks[move.origin]) - move.height]
        if size not in self._enemy_sizes and not (len(left) == size and left[-1] == self.enemy):
            return False  # there is no enemy stack of that size to flank
        return bool(self._flanked(self._moved(move), move.target))

    @cached_property
    def _enemy_sizes(self) -> set[int]:
        return {len(stack) for stack in self.stacks if stack and stack[-1] == self.enemy}

    def _flanked(self, stacks: Sequence[Stack], cell: int) -> list[int]:
        """The enemy stacks exactly in the middle between the mover's stack on a cell and another, all of one size."""
        size = len(stacks[cell])
        if not size or stacks[cell][-1] != self.mover:
            return []
        flanked = []
        for line in self.board.lines[cell]:
            near = _first(stacks, line, 0)
            if near == len(line):
                continue
            middle = line[near]
            if len(stacks[middle]) != size or stacks[middle][-1] != self.enemy:
                continue
            far = _first(stacks, line, near + 1)
            if far == 2 * near + 1 and far < len(line):  # the first cell of the line, number 0, is a step away
                end = line[far]
                if len(stacks[end]) == size and stacks[end][-1] == self.mover:
                    flanked.append(middle)
        return flanked


def _first(stacks: Sequence[Stack], line: Sequence[int], begin: int) -> int:
    """Where on a line, from that place on, the first stack is; the length of the line where there is none."""
    for place in range(begin, len(line)):
        if stacks[line[place]]:
            return place
    return len(line)


def start(size: int = 5) -> Position:
    """The empty board; player 1 moves."""
    board = _board(size)
    return Position(board, ((),) * len(board.cells))


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    """The start of a game with these options."""
    first = start(int(options["Board Size"]))
    return replace(first, free=options.get("Capturing") == "Free", stuck_wins=options.get("Stuck") == "Wins")


def read_position(view: Any) -> dict[str, Stack]:
    """What the engine shows, as `Position.shown` does."""
    board = _board_of(len(view.sites))
    cells = {name: cell for cell, name in enumerate(view.sites)}
    return {
        board.names[cells[site]]: tuple(int(piece.removeprefix("Disc")) for piece in pieces)
        for site, pieces in view.pieces.items()
    }


def read_move(move: Any, view: Any) -> str:
    """A move of the engine as `Position.text` writes it: the number of pieces stands in the action that moves them."""
    board = _board_of(len(view.sites))
    count = _COUNT.search("".join(move.actions))
    size = len(view.pieces.get(view.sites[move.from_site], ()))
    part = f":{count[1]}" if count and int(count[1]) < size else ""
    return f"{board.names[move.from_site]}{part}-{board.names[move.to_site]}"


@lru_cache
def _board_of(cells: int) -> Board:
    """The board with so many cells."""
    return next(board for board in map(_board, range(2, 30)) if len(board.cells) == cells)
