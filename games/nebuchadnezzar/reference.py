"""Nebuchadnezzar by hand: the rules as a small program of their own, without the engine.

It is written to be read next to the rules in README.md, and to be right rather than fast. A point is a pair of column
and row, both from 0. Black is player 1 and white player 2: where players change colours, the players of the two colours
are other people, which no rule asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

__all__ = ["VARIANTS", "Position", "Rectangle", "Rules", "read_move", "read_position", "setup"]

Point = tuple[int, int]

VARIANTS = [
    ("Board Size/4", "Perimeter/Walls and corners"),
    ("Board Size/5", "Perimeter/Walls and corners", "Edge/Empty points"),
    ("Board Size/5", "Perimeter/Whole walls"),
]
"""On small boards much is decided at the edges."""


@dataclass(frozen=True)
class Rules:
    """The size of the board, and how the rules are read."""

    size: int = 8
    corners: bool = False
    """The points diagonally beyond its corners belong to a rectangle's perimeter."""
    whole_walls: bool = False
    """Not the points of the perimeter are counted but its walls, however long they are."""
    empty_beyond: bool = False
    """For placing, points beyond the edge count as empty."""

    def has(self, point: Point) -> bool:
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size


@dataclass(frozen=True, order=True)
class Rectangle:
    """All points from the lower left one to the upper right one."""

    low: Point
    high: Point

    @property
    def points(self) -> list[Point]:
        return [(x, y) for y in range(self.low[1], self.high[1] + 1) for x in range(self.low[0], self.high[0] + 1)]

    @property
    def walls(self) -> Iterator[tuple[list[Point], list[Point]]]:
        """Below and above, left and right; some may lie beyond the edge."""
        (x0, y0), (x1, y1) = self.low, self.high
        across, up = range(x0, x1 + 1), range(y0, y1 + 1)
        yield [(x, y0 - 1) for x in across], [(x, y1 + 1) for x in across]
        yield [(x0 - 1, y) for y in up], [(x1 + 1, y) for y in up]

    @property
    def corners(self) -> list[Point]:
        (x0, y0), (x1, y1) = self.low, self.high
        return [(x, y) for x in (x0 - 1, x1 + 1) for y in (y0 - 1, y1 + 1)]

    def within(self, other: Rectangle) -> bool:
        """Whether it is a part of another one."""
        return (
            self != other
            and other.low[0] <= self.low[0]
            and other.low[1] <= self.low[1]
            and self.high[0] <= other.high[0]
            and self.high[1] <= other.high[1]
        )


@dataclass(frozen=True)
class Position:
    """`discs`: colours by point. `plies` and `passes` (in succession) are counted."""

    rules: Rules
    discs: Mapping[Point, int]
    mover: int = 1
    plies: int = 0
    passes: int = 0
    winner: int | None = None
    """The colour that has won; 0 for a draw, None while the game goes on."""

    @property
    def enemy(self) -> int:
        return 3 - self.mover

    @property
    def ranking(self) -> tuple[float, ...]:
        """The places of black and of white; empty while the game goes on."""
        if self.winner is None:
            return ()
        return {0: (1.5, 1.5), 1: (1.0, 2.0), 2: (2.0, 1.0)}[self.winner]

    def shown(self) -> dict[str, int]:
        return {name(point): colour for point, colour in self.discs.items()}

    def notations(self) -> list[str]:
        """`C4` places, `C4:E5` flips the rectangle between two corners; `swap` and `pass`."""
        return list(self._moves)

    def after(self, notation: str) -> Position:
        """The position after the legal move of that name."""
        move = self._moves[notation]
        if move == "swap":
            return replace(self, plies=self.plies + 1, passes=0)
        discs = dict(self.discs)
        if isinstance(move, Rectangle):
            discs.update(dict.fromkeys(move.points, self.mover))
        elif move != "pass":
            assert not isinstance(move, str)
            discs[move] = self.mover
        passes = self.passes + 1 if move == "pass" else 0
        winner = None
        if self.plies + 1 > 2 and self.enemy not in discs.values():
            winner = self.mover
        elif passes == 2:
            winner = 0
        return replace(self, discs=discs, mover=self.enemy, plies=self.plies + 1, passes=passes, winner=winner)

    @cached_property
    def _moves(self) -> dict[str, Point | Rectangle | str]:
        """The legal moves by name."""
        if self.winner is not None:
            return {}
        moves: dict[str, Point | Rectangle | str] = {
            name(point): point for point in points(self.rules.size) if self._may_place(point)
        }
        moves |= {f"{name(r.low)}:{name(r.high)}": r for r in self.flips()}
        if self.plies == 1:
            moves["swap"] = "swap"
        return moves or {"pass": "pass"}

    def _may_place(self, point: Point) -> bool:
        if point in self.discs:
            return False
        around = beside(self.rules.size, point)
        found = [self.discs.get(p) for p in around]
        beyond = 4 - len(around) if self.rules.empty_beyond else 0
        return not (found.count(self.enemy) == 1 and found.count(None) + beyond == 3)

    def flips(self) -> list[Rectangle]:
        """The rectangles that may be flipped: the bounded ones that are not part of a larger one."""
        bounded = [rectangle for rectangle in self._of_enemies() if self._is_bounded(rectangle)]
        return [r for r in bounded if not any(r.within(other) for other in bounded)]

    def _of_enemies(self) -> Iterator[Rectangle]:
        """All rectangles that consist of enemy discs."""
        for x0, y0 in [point for point, colour in self.discs.items() if colour == self.enemy]:
            width = self.rules.size
            for y1 in range(y0, self.rules.size):
                reach = 0
                while reach < width and self.discs.get((x0 + reach, y1)) == self.enemy:
                    reach += 1
                width = reach
                for x1 in range(x0, x0 + width):
                    yield Rectangle((x0, y0), (x1, y1))

    def _is_bounded(self, rectangle: Rectangle) -> bool:
        """Whether each wall has a single colour, and the mover owns more than half of the perimeter."""
        owned = total = 0
        for pair in rectangle.walls:
            colours = []
            for wall in pair:
                colour = self._colour(wall)
                if colour is None:
                    return False
                colours.append(colour)
            if self.rules.whole_walls and colours == [0, 0]:
                continue  # both are neutral
            for colour, opposite, wall in zip(colours, reversed(colours), pair, strict=True):
                weight = 1 if self.rules.whole_walls else len(wall)
                total += weight
                owned += weight * ((colour or opposite) == self.mover)  # an edge is 0, and so takes the other's
        if self.rules.corners:
            total += sum(self.rules.has(corner) for corner in rectangle.corners)
            owned += sum(self.discs.get(corner) == self.mover for corner in rectangle.corners)
        return 2 * owned > total

    def _colour(self, wall: list[Point]) -> int | None:
        """The one colour of a wall; 0 for an edge of the board, None where it is no wall."""
        if not self.rules.has(wall[0]):
            return 0
        first = self.discs.get(wall[0])
        return first if all(self.discs.get(point) == first for point in wall) else None


@cache
def points(size: int) -> list[Point]:
    """All points of a board, by rows."""
    return [(x, y) for y in range(size) for x in range(size)]


@cache
def beside(size: int, point: Point) -> list[Point]:
    """The points of a board that are orthogonally adjacent to one."""
    x, y = point
    return [(a, b) for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= a < size and 0 <= b < size]


@cache
def name(point: Point) -> str:
    """Letters are columns from the left, numbers rows from below."""
    return f"{chr(ord('A') + point[0])}{point[1] + 1}"


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    """The empty board; black moves."""
    rules = Rules(
        int(options.get("Board Size", "8")),
        options.get("Perimeter") == "Walls and corners",
        options.get("Perimeter") == "Whole walls",
        options.get("Edge") == "Empty points",
    )
    return Position(rules, {})


def read_position(view: Any) -> dict[str, int]:
    """What the engine shows, as `Position.shown` does."""
    return {site: {"Disc1": 1, "Disc2": 2}[piece] for site, (piece,) in view.pieces.items()}


def read_move(move: Any, view: Any) -> str:
    """A move of the engine as `Position.notations` writes it."""
    action = str(move.actions[0])
    if action.startswith("[Swap"):
        return "swap"
    if action.startswith("[Pass"):
        return "pass"
    if action.startswith("[Select"):
        return f"{view.site(move.from_site)}:{view.site(move.to_site)}"
    return str(view.site(move.to_site))
