"""Confidence intervals for statistics of games that were drawn at random.

Shares of games (how often somebody wins, how often a draw) get Wilson's interval. Everything else is bootstrapped:
games are drawn from those that were played, as many as there are and each as often as it comes, and the statistic is
computed of them; the interval holds the middle part of the values that this gives (Efron's percentile method). Above
`MANY` games means get the normal approximation, which is as good then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ludparse.support.intervals import z_of

__all__ = ["MANY", "RESAMPLES", "Interval", "Resampler"]

MANY = 1000
RESAMPLES = 500

Interval = tuple[float, float]


@dataclass(slots=True)
class Resampler:
    """Bootstraps statistics of the same games with the same draws, so that all of them take the drawing once."""

    games: int
    confidence: float = 0.95
    seed: int = 0
    resamples: int = RESAMPLES
    _draws: list[list[int]] | None = None

    def _drawn(self) -> list[list[int]]:
        if self._draws is None:
            chance = random.Random(self.seed)
            everything = range(self.games)
            self._draws = [chance.choices(everything, k=self.games) for _ in range(self.resamples)]
        return self._draws

    def mean(self, values: Sequence[float]) -> Interval | None:
        """An interval for a mean; None for fewer than two games."""
        if self.games < 2:
            return None
        if self.games > MANY:
            half = z_of(self.confidence) * stdev(values) / sqrt(self.games)
            return fmean(values) - half, fmean(values) + half
        if min(values) == max(values):
            return values[0], values[0]
        return self._middle([sum(map(values.__getitem__, drawn)) / self.games for drawn in self._drawn()])

    def statistic(self, of: Callable[[list[Any]], float | None], items: Sequence[Any]) -> Interval | None:
        """An interval for any statistic of the games; None for fewer than two games, or where a draw has no value."""
        if self.games < 2:
            return None
        draws = self._drawn() if self.games <= MANY else self._drawn()[: self.resamples // 5]
        values = [of([items[i] for i in drawn]) for drawn in draws]
        known = [value for value in values if value is not None]
        return self._middle(known) if len(known) == len(values) else None

    def _middle(self, values: list[float]) -> Interval:
        values.sort()
        outside = (1 - self.confidence) / 2 * (len(values) - 1)
        low, high = int(outside), len(values) - 1 - int(outside)
        return values[low], values[high]
