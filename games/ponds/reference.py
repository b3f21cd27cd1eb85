"""Ponds by hand: the rules as a small program of their own, without the engine.

Ponds are numbered in the order of sowing: those of player 1 from the left, then those of player 2 from the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["VARIANTS", "Position", "read_move", "read_position", "setup"]

VARIANTS = [("Ponds/3", "Seeds/2", "Catch/Even"), ("Ponds/6", "Catch/Even")]


@dataclass(frozen=True)
class Position:
    """`ponds`: seeds by pond. `even`: a last seed catches even numbers, not two or three."""

    ponds: tuple[int, ...]
    even: bool = False
    scores: tuple[int, int] = (0, 0)
    mover: int = 1

    @property
    def ranking(self) -> tuple[float, ...]:
        if self.notations():
            return ()
        first, second = self.scores
        return (1.5, 1.5) if first == second else (1.0, 2.0) if first > second else (2.0, 1.0)

    def shown(self) -> tuple[dict[str, int], tuple[int, ...]]:
        """Seeds and scores; ponds without seeds are left out."""
        seeds = {name(pond, len(self.ponds)): count for pond, count in enumerate(self.ponds) if count}
        return seeds, self.scores

    def notations(self) -> list[str]:
        """`b` sows the seeds of the mover's second pond."""
        return [name(pond, len(self.ponds))[1] for pond in self._ponds_of(self.mover) if self.ponds[pond]]

    def after(self, notation: str) -> Position:
        origin = self._ponds_of(self.mover)[ord(notation) - ord("a")]
        ponds = list(self.ponds)
        hand, ponds[origin] = ponds[origin], 0
        last = origin
        for _ in range(hand):
            last = (last + 1) % len(ponds)
            ponds[last] += 1
        caught = 0
        good = ponds[last] % 2 == 0 if self.even else ponds[last] in (2, 3)
        if last in self._ponds_of(3 - self.mover) and good:
            caught, ponds[last] = ponds[last], 0
        scores = list(self.scores)
        scores[self.mover - 1] += caught
        return replace(self, ponds=tuple(ponds), scores=(scores[0], scores[1]), mover=3 - self.mover)

    def _ponds_of(self, player: int) -> range:
        half = len(self.ponds) // 2
        return range(half) if player == 1 else range(half, 2 * half)


def name(pond: int, ponds: int) -> str:
    """The player and a letter in the order of sowing: `1a`, `2c`."""
    half = ponds // 2
    return f"{1 + pond // half}{chr(ord('a') + pond % half)}"


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    ponds = int(options.get("Ponds", "4"))
    return Position((int(options.get("Seeds", "3")),) * (2 * ponds), options.get("Catch") == "Even")


def read_position(view: Any) -> tuple[dict[str, int], tuple[int, ...]]:
    """The engine numbers both rows from the left."""
    seeds = {_pond_name(view.sites.index(site), view): len(pieces) for site, pieces in view.pieces.items()}
    return seeds, view.scores


def read_move(move: Any, view: Any) -> str:
    return _pond_name(move.from_site, view)[1]


def _pond_name(site: int, view: Any) -> str:
    ponds = len(view.sites)
    return name(site if site < ponds // 2 else ponds // 2 + ponds - 1 - site, ponds)
