"""Caravans by hand: the rules as a small program of their own, without the engine.

Places are numbered along the road from 0. `dice` holds what is left to spend, 0 for a die that is spent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

__all__ = ["VARIANTS", "Position", "read_move", "read_position", "setup"]

VARIANTS = [("Road/Short", "Dice/One of six", "Meeting/In the way"), ("Road/Long", "Dice/Two of four")]


@dataclass(frozen=True)
class Position:
    """`closed`: a place with a camel is closed to all others. `dice`: None before the throw."""

    length: int
    closed: bool
    camels: Mapping[int, int]
    scores: tuple[int, int] = (0, 0)
    mover: int = 1
    dice: tuple[int, ...] | None = None

    @property
    def ranking(self) -> tuple[float, ...]:
        if {1, 2} <= set(self.camels.values()):
            return ()
        first, second = self.scores
        return (1.5, 1.5) if first == second else (1.0, 2.0) if first > second else (2.0, 1.0)

    def shown(self) -> tuple[dict[str, int], tuple[int, ...]]:
        """Camels and scores."""
        return {str(place + 1): player for place, player in self.camels.items()}, self.scores

    def thrown(self, dice: Sequence[int]) -> Position:
        return replace(self, dice=tuple(dice))

    def notations(self) -> list[str]:
        """`3-8a` spends the first die, `3-8b` the second; `14-offa` leaves the road; `pass`."""
        return list(self._moves)

    def after(self, notation: str) -> Position:
        if notation == "pass":
            return replace(self, mover=3 - self.mover, dice=None)
        origin, target, die = self._moves[notation]
        camels = {place: player for place, player in self.camels.items() if place != origin}
        scores = list(self.scores)
        if target < self.length:
            camels[target] = self.mover
        else:
            scores[self.mover - 1] += 1
        assert self.dice is not None
        dice = tuple(0 if k == die else value for k, value in enumerate(self.dice))
        over = not any(dice)
        return replace(
            self,
            camels=camels,
            scores=(scores[0], scores[1]),
            mover=3 - self.mover if over else self.mover,
            dice=None if over else dice,
        )

    @cached_property
    def _moves(self) -> dict[str, tuple[int, int, int]]:
        """From where, how far along the road, and the die that is spent."""
        moves = {}
        for die, value in enumerate(self.dice or ()):
            for origin in [place for place, player in self.camels.items() if player == self.mover and value]:
                target = origin + value
                there = self.camels.get(target)
                if there == self.mover or (there and self.closed):
                    continue
                end = str(target + 1) if target < self.length else "off"
                moves[f"{origin + 1}-{end}{'ab'[die]}"] = (origin, target, die)
        return moves or {"pass": (-1, -1, -1)}


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    """The camels stand in turns on the first six places."""
    length = 2 * {"Short": 6, "Usual": 8, "Long": 12}[options.get("Road", "Usual")]
    return Position(length, options.get("Meeting") == "In the way", {place: 1 + place % 2 for place in range(6)})


def read_position(view: Any) -> tuple[dict[str, int], tuple[int, ...]]:
    camels = {_place(view.sites.index(site), view): int(p.removeprefix("Camel")) for site, (p,) in view.pieces.items()}
    return camels, view.scores


def read_move(move: Any, view: Any) -> str:
    text = "".join(map(str, move.actions))
    if "[Pass" in text:
        return "pass"
    die = "ab"[int(text.split("indexDie=")[1][0])]
    off = "[Move:" not in text
    return f"{_place(move.from_site, view)}-{'off' if off else _place(move.to_site, view)}{die}"


def _place(site: int, view: Any) -> str:
    """The road goes right along the lower row and back along the upper one."""
    half = len(view.sites) // 2
    return str(site + 1 if site < half else half + 2 * half - site)
