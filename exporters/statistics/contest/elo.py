"""What scores say about strength: Elo with intervals, and a sequential test.

Games come in pairs: two of the same random numbers with the seats changed. What a pair brings is one observation, since
its games depend on each other. A score is what the result is worth: 1 for the first place, 0.5 for a draw, 0 for the
last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10

from ludparse.support.intervals import variance, wilson

__all__ = ["Strength", "Test", "elo_of", "score_of", "strength"]

def elo_of(score: float) -> float:
    """The difference in Elo that goes with an expected score between 0 and 1."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else -400 * log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The expected score of a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known after some games: the mean score with its 95 % interval, and the same as Elo."""

    games: int
    score: float
    low: float
    high: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo: low, estimate, high. Infinite where all games were won or lost."""
        return elo_of(self.low), elo_of(self.score), elo_of(self.high)


def strength(scores: Sequence[float]) -> Strength:
    """The mean of the scores of games and its interval, by Wilson's method with the variance that the pairs have."""
    n = len(scores)
    if not n:
        return Strength(0, 0.5, 0.0, 1.0)
    mean, effective = sum(scores) / n, float(n)
    bernoulli = mean * (1 - mean)
    if bernoulli > 0 and n > 2:
        # so many games without draws and pairs would tell as much; draws make it more, pairs that go alike fewer
        effective = min(4.0 * n, max(1.0, bernoulli / (_variance(scores) / len(_pairs(scores)))))
    return Strength(n, mean, *wilson(mean * effective, effective))


@dataclass(frozen=True, slots=True)
class Test:
    """A sequential probability ratio test (Wald 1945, generalised for any scores): is the difference in Elo at most
    `low`, or at least `high`? Each wrong answer has the probability `error`."""

    __test__ = False  # for pytest

    low: float = -30.0
    high: float = 30.0
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The log-likelihood ratio that decides."""
        return log((1 - self.error) / self.error)

    def ratio(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio of `high` to `low` after some games; only whole pairs count."""
        pairs = _pairs(scores[: len(scores) // 2 * 2])
        if not pairs:
            return 0.0
        low, high = score_of(self.low), score_of(self.high)
        mean = sum(pairs) / len(pairs)
        # the normal approximation of the likelihood; two more pairs, one won and one lost, keep the variance above 0
        variance = _variance([*scores[: 2 * len(pairs)], 1.0, 1.0, 0.0, 0.0])
        return len(pairs) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def decided(self, scores: Sequence[float]) -> int:
        """1: the difference is at least `high`; -1: at most `low`; 0: go on."""
        ratio = self.ratio(scores)
        return 1 if ratio >= self.bound else -1 if ratio <= -self.bound else 0


def _pairs(scores: Sequence[float]) -> list[float]:
    """The mean of each pair; a last game without a partner stands alone."""
    return [sum(scores[i : i + 2]) / len(scores[i : i + 2]) for i in range(0, len(scores), 2)]


def _variance(scores: Sequence[float]) -> float:
    """The variance of the means of pairs."""
    return max(1e-9, variance(_pairs(scores)))
