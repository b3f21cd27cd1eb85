"""Sums up the values that a statistic has at the positions of one game, in the eleven ways of Ludii's evaluation.

Ludii 1.3.13 fails before it comes to these, so there are no values of its own to agree with. Where its way would say
nothing (a minimum that is never above 0, a count that is rounded to 0), what its names promise is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

from ludparse.support.intervals import variance

__all__ = ["SUMMARIES", "summary_name"]

Values = Sequence[float]


def _median(values: Values) -> float:
    return sorted(values)[len(values) // 2]


def _change_average(values: Values) -> float:
    return (values[-1] - values[0]) / (len(values) - 1) if len(values) > 1 else 0.0


def _change_sign(values: Values) -> float:
    return fmean((b > a) - (b < a) for a, b in pairwise(values)) if len(values) > 1 else 0.0


def _slope(values: Values) -> float:
    """The slope of the line of best fit over 0, 1, 2, …"""
    n = len(values)
    if n < 2:
        return 0.0
    middle, mean = (n - 1) / 2, fmean(values)
    return sum((x - middle) * (y - mean) for x, y in enumerate(values)) / sum((x - middle) ** 2 for x in range(n))


def _change_times(values: Values) -> float:
    """How often values begin to rise or to fall, a step."""
    if len(values) < 2:
        return 0.0
    times, before = 0, 0
    for a, b in pairwise(values):
        direction = (b > a) - (b < a)
        times += direction not in (0, before)
        before = direction
    return times / (len(values) - 1)


def _rise(values: Values) -> float:
    return max([0.0, *(b - a for a, b in pairwise(values))])


def _fall(values: Values) -> float:
    return min([0.0, *(b - a for a, b in pairwise(values))])


SUMMARIES: dict[str, Callable[[Values], float]] = {
    "Average": fmean,
    "Median": _median,
    "Maximum": max,
    "Minimum": min,
    "Variance": variance,
    "ChangeAverage": _change_average,
    "ChangeSign": _change_sign,
    "ChangeLineBestFit": _slope,
    "ChangeNumTimes": _change_times,
    "MaxIncrease": _rise,
    "MaxDecrease": _fall,
}
"""By the ending of their names: `BranchingFactorAverage` is the `Average` of BranchingFactor. All need at least one
value."""

_ODD_NAMES = {
    "BranchingFactorChangeNumTimes": "BranchingFactorChangeNumTimesn",
    "BranchingFactorMaxIncrease": "BranchingFactorChangeMaxIncrease",
    "BranchingFactorMaxDecrease": "BranchingFactorChangeMaxDecrease",
}


def summary_name(statistic: str, summary: str) -> str:
    """Ludii's name of a summary, which is odd for three of BranchingFactor."""
    name = statistic + summary
    return _ODD_NAMES.get(name, name)
