"""Gardens by hand: the rules as a small program of their own, without the engine.

A plot is a pair of column and row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["VARIANTS", "Position", "Rules", "read_move", "read_position", "setup"]

Plot = tuple[int, int]

VARIANTS = [("Board Size/4", "Neighbours/Around", "Points/Exactly two")]


@dataclass(frozen=True)
class Rules:
    size: int = 5
    around: bool = False
    exactly_two: bool = False


@dataclass(frozen=True)
class Position:
    rules: Rules
    beds: Mapping[Plot, int]
    scores: tuple[int, int] = (0, 0)
    mover: int = 1

    @property
    def ranking(self) -> tuple[float, ...]:
        if len(self.beds) < self.rules.size**2:
            return ()
        first, second = self.scores
        return (1.5, 1.5) if first == second else (1.0, 2.0) if first > second else (2.0, 1.0)

    def shown(self) -> tuple[dict[str, int], tuple[int, ...]]:
        """Beds and scores."""
        return {name(plot): player for plot, player in self.beds.items()}, self.scores

    def notations(self) -> list[str]:
        size = range(self.rules.size)
        return [name((x, y)) for y in size for x in size if (x, y) not in self.beds]

    def after(self, notation: str) -> Position:
        x, y = ord(notation[0]) - ord("A"), int(notation[1:]) - 1
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if abs(dx) + abs(dy) in self._reach]
        own = sum(self.beds.get(plot) == self.mover for plot in near)
        points = (3 if own == 2 else 0) if self.rules.exactly_two else own
        scores = list(self.scores)
        scores[self.mover - 1] += points
        beds = {**self.beds, (x, y): self.mover}
        return replace(self, beds=beds, scores=(scores[0], scores[1]), mover=3 - self.mover)

    @property
    def _reach(self) -> tuple[int, ...]:
        return (1, 2) if self.rules.around else (1,)


def name(plot: Plot) -> str:
    return f"{chr(ord('A') + plot[0])}{plot[1] + 1}"


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    rules = Rules(
        int(options.get("Board Size", "5")),
        options.get("Neighbours") == "Around",
        options.get("Points") == "Exactly two",
    )
    return Position(rules, {})


def read_position(view: Any) -> tuple[dict[str, int], tuple[int, ...]]:
    return {site: int(piece.removeprefix("Bed")) for site, (piece,) in view.pieces.items()}, view.scores


def read_move(move: Any, view: Any) -> str:
    return str(view.site(move.to_site))
