"""Leapfrogs by hand: the rules as a small program of their own, without the engine.

A point is a pair of column and row, both from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

__all__ = ["VARIANTS", "Position", "Rules", "read_move", "read_position", "setup"]

Point = tuple[int, int]

VARIANTS = [("Board Size/5", "Leaps/Anywhere", "Duty/May leap"), ("Board Size/5", "Leaps/Anywhere")]

_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True)
class Rules:
    size: int = 6
    anywhere: bool = False
    may_leap: bool = False


@dataclass(frozen=True)
class Position:
    """`leaper`: the frog that has to go on, or None at the beginning of a turn."""

    rules: Rules
    frogs: Mapping[Point, int]
    mover: int = 1
    leaper: Point | None = None

    @property
    def ranking(self) -> tuple[float, ...]:
        if self._moves:
            return ()
        return (2.0, 1.0) if self.mover == 1 else (1.0, 2.0)

    def shown(self) -> dict[str, int]:
        return {name(point): player for point, player in self.frogs.items()}

    def notations(self) -> list[str]:
        """`B2-B3` steps, `B2xB4` leaps."""
        return list(self._moves)

    def after(self, notation: str) -> Position:
        origin, target = self._moves[notation]
        frogs = dict(self.frogs)
        frogs[target] = frogs.pop(origin)
        if "x" in notation:
            del frogs[(origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2]
            after = replace(self, frogs=frogs, leaper=target)
            if after._moves:
                return after
        return replace(self, frogs=frogs, mover=3 - self.mover, leaper=None)

    @cached_property
    def _moves(self) -> dict[str, tuple[Point, Point]]:
        if self.leaper is not None:
            return dict(self._leaps(self.leaper))
        own = [point for point, player in self.frogs.items() if player == self.mover]
        leaps = {text: move for point in own for text, move in self._leaps(point)}
        if leaps and not self.rules.may_leap:
            return leaps
        return leaps | {text: move for point in own for text, move in self._steps(point)}

    def _leaps(self, origin: Point) -> Iterator[tuple[str, tuple[Point, Point]]]:
        x, y = origin
        for dx, dy in _STRAIGHT + (_DIAGONAL if self.rules.anywhere else ()):
            target = (x + 2 * dx, y + 2 * dy)
            if self.frogs.get((x + dx, y + dy)) == 3 - self.mover and self._is_free(target):
                yield f"{name(origin)}x{name(target)}", (origin, target)

    def _steps(self, origin: Point) -> Iterator[tuple[str, tuple[Point, Point]]]:
        forward = 1 if self.mover == 1 else -1
        for dx in (-1, 0, 1):
            target = (origin[0] + dx, origin[1] + forward)
            if self._is_free(target):
                yield f"{name(origin)}-{name(target)}", (origin, target)

    def _is_free(self, point: Point) -> bool:
        return all(0 <= c < self.rules.size for c in point) and point not in self.frogs


def name(point: Point) -> str:
    return f"{chr(ord('A') + point[0])}{point[1] + 1}"


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    """Two rows of frogs on each side."""
    size = int(options.get("Board Size", "6"))
    rules = Rules(size, options.get("Leaps") == "Anywhere", options.get("Duty") == "May leap")
    rows = {0: 1, 1: 1, size - 2: 2, size - 1: 2}
    return Position(rules, {(x, y): player for y, player in rows.items() for x in range(size)})


def read_position(view: Any) -> dict[str, int]:
    return {site: int(piece.removeprefix("Frog")) for site, (piece,) in view.pieces.items()}


def read_move(move: Any, view: Any) -> str:
    leaps = any(str(action).startswith("[Remove") for action in move.actions)
    return f"{view.site(move.from_site)}{'x' if leaps else '-'}{view.site(move.to_site)}"
