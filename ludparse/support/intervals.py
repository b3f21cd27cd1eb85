"""How certain a share or a mean is, and how far values are spread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt

__all__ = ["sample_variance", "variance", "wilson", "z_of"]


@cache
def z_of(confidence: float) -> float:
    """How many standard deviations on both sides hold that much of a normal distribution."""
    from statistics import NormalDist  # slow to import

    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: float, games: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for a share, or for a mean of values between 0 and 1 (then it is a little too wide).

    Raises ValueError for no games.
    """
    if games <= 0:
        raise ValueError("an interval needs at least one game")
    z, share = z_of(confidence), successes / games
    middle = share + z * z / (2 * games)
    half = z * sqrt(max(0.0, share * (1 - share)) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    low, high = (middle - half) / scale, (middle + half) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding aside, the share is within


def variance(values: Sequence[float]) -> float:
    """The mean of the squared distances from the mean."""
    mean = sum(values) / len(values)
    return sum((v - mean) ** 2 for v in values) / len(values)


def sample_variance(values: Sequence[float]) -> float:
    """The variance that is expected of what the values were drawn from; 0 for fewer than two."""
    return variance(values) * len(values) / (len(values) - 1) if len(values) > 1 else 0.0
