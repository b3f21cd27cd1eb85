"""Two Shores by hand: the rules as a small program of their own, without the engine.

A cell is a pair of letter and number, both from 0. Player 1 joins the first letter to the last, player 2 the first
number to the last; a change of sides changes the people, not these numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["VARIANTS", "Position", "Rules", "read_move", "read_position", "setup"]

Cell = tuple[int, int]

VARIANTS = [("Board Size/5", "Stones/Two"), ("Board Size/5", "Stones/Two", "Opening/None", "Goal/Avoid")]

_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1))


@dataclass(frozen=True)
class Rules:
    size: int = 7
    two_stones: bool = False
    change: bool = True
    avoid: bool = False


@dataclass(frozen=True)
class Position:
    """`second`: the mover has begun this turn already."""

    rules: Rules
    stones: Mapping[Cell, int]
    mover: int = 1
    second: bool = False
    plies: int = 0
    winner: int = 0

    @property
    def ranking(self) -> tuple[float, ...]:
        if not self.winner:
            return ()
        return (1.0, 2.0) if self.winner == 1 else (2.0, 1.0)

    def shown(self) -> dict[str, int]:
        return {name(cell): player for cell, player in self.stones.items()}

    def notations(self) -> list[str]:
        """`C4` places a stone; `swap` changes sides."""
        if self.winner:
            return []
        size = range(self.rules.size)
        free = [name((a, b)) for a in size for b in size if (a, b) not in self.stones]
        return [*free, "swap"] if self.plies == 1 and self.rules.change else free

    def after(self, notation: str) -> Position:
        if notation == "swap":
            # The stone is the other one's now; who has to go on with white has one stone in this turn.
            return replace(self, plies=2, second=True)
        cell = (ord(notation[0]) - ord("A"), int(notation[1:]) - 1)
        stones = {**self.stones, cell: self.mover}
        winner = 0
        if self._joined(stones):
            winner = 3 - self.mover if self.rules.avoid else self.mover
        again = self.rules.two_stones and self.plies >= 1 and not self.second
        return replace(
            self,
            stones=stones,
            mover=self.mover if again else 3 - self.mover,
            second=again,
            plies=self.plies + 1,
            winner=winner,
        )

    def _joined(self, stones: Mapping[Cell, int]) -> bool:
        """Whether a chain of the mover's reaches from shore to shore."""
        axis = self.mover - 1
        own = {cell for cell, player in stones.items() if player == self.mover}
        reached = [cell for cell in own if cell[axis] == 0]
        seen = set(reached)
        while reached:
            a, b = reached.pop()
            if (a, b)[axis] == self.rules.size - 1:
                return True
            new = {(a + da, b + db) for da, db in _STEPS} & own - seen
            seen |= new
            reached += new
        return False


def name(cell: Cell) -> str:
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    """The empty board."""
    rules = Rules(
        int(options.get("Board Size", "7")),
        options.get("Stones") == "Two",
        options.get("Opening") != "None",
        options.get("Goal") == "Avoid",
    )
    return Position(rules, {})


def read_position(view: Any) -> dict[str, int]:
    return {site: int(piece.removeprefix("Stone")) for site, (piece,) in view.pieces.items()}


def read_move(move: Any, view: Any) -> str:
    return "swap" if str(move.actions[0]).startswith("[Swap") else str(view.site(move.to_site))
