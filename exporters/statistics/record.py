"""What is kept of one game that was played: enough for every statistic, and small enough to keep thousands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["GameRecord"]


@dataclass(slots=True)
class GameRecord:
    """One game.

    seed: what it was played with (-1: it was recorded elsewhere). plies: the moves that were made, without those that
    set the board up. over: whether it came to an end; `winner`: whether that end names somebody who won (or lost
    alone). timeout: it was ended by a limit of moves or turns, or broken off. utilities: for each player from 1, where
    the player sat at the start, 1 for the first place to -1 for the last. Lists have one value for each move or
    position of the game, as the statistics of positions are defined in `docs/statistics.md`.
    """

    seed: int
    plies: int = 0
    turns: int = 0
    actions: int = 0
    over: bool = False
    winner: bool = False
    timeout: bool = False
    utilities: list[float] = field(default_factory=list)
    positions_repeat: bool = False
    situations_repeat: bool = False
    covered_default: float = 0.0
    covered_used: float = 0.0
    covered_full: float = 0.0
    branching: list[float] = field(default_factory=list)
    distances: list[float] = field(default_factory=list)
    pieces: list[float] = field(default_factory=list)
    score_differences: list[float] = field(default_factory=list)
    occupied: list[float] = field(default_factory=list)
    # only where positions were evaluated: the value for each player before each move and at the end, and of each
    # legal move for the player who could make it
    evaluations: list[list[float]] = field(default_factory=list)
    move_values: list[list[float]] = field(default_factory=list)
    picks: list[int] = field(default_factory=list)

    @property
    def decisions(self) -> list[float]:
        """The numbers of legal moves where there was a choice."""
        return [count for count in self.branching if count > 1]

    @property
    def best(self) -> list[int]:
        """The players (from 0) with the highest utility at the end."""
        top = max(self.utilities, default=0.0)
        return [p for p, value in enumerate(self.utilities) if value == top]

    def as_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> GameRecord:
        """The record from `as_dict`. Raises TypeError for fields that a record does not have."""
        return cls(**data)
