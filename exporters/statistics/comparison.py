"""Compares variants of a game: what differs, by how much, and how certainly.

Games of two variants with the same number begin with the same random numbers, and their differences are tested in
pairs. The run looks at the results after fixed numbers of games (`LOOKS`); look k may spend 6/(π²k²) of the error that
is allowed in all, which adds up to all of it however many looks there are, so that stopping when the question is
answered is valid. At every look the tests of all statistics and variants together are corrected by Holm's method, and
the intervals hold all at once (Bonferroni's correction) with the confidence that is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from .games import GAME_STATISTICS
from .positions import summary_per_game
from .record import GameRecord

__all__ = ["COMPARED", "LOOKS", "Comparison", "Difference", "Measure", "compare_at", "holm", "look_error"]

LOOKS = (20, 50, 100, 200, 400, 700, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 10000)
"""Numbers of games of each variant after which the results are looked at."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measure:
    """What is compared. unit: what a number counts. enough: differences smaller than this part of the value (of 1,
    where the statistic is a share) are of no interest, and the question is answered once they are ruled out."""

    name: str
    label: str
    unit: str = ""
    share: bool = False
    enough: float = 0.1

    def values(self, records: Sequence[GameRecord]) -> list[float | None]:
        """The value for each game; None where it has none."""
        statistic = GAME_STATISTICS.get(self.name)
        if statistic is not None:
            assert statistic.of_game is not None
            return [statistic.of_game(record) for record in records]
        summary = "Average"
        return summary_per_game(self.name.removesuffix(summary), summary, records)


COMPARED = (
    Measure("DurationMoves", "length", "moves"),
    Measure("AdvantageP1", "the first player's share of the points", share=True, enough=0.05),
    Measure("Drawishness", "draws", share=True, enough=0.05),
    Measure("Timeouts", "games without an end", share=True, enough=0.05),
    Measure("DecisionMoves", "moves by choice", share=True, enough=0.05),
    Measure("BranchingFactorAverage", "choice", "legal moves"),
    Measure("PieceNumberAverage", "pieces on the board", "pieces"),
    Measure("MoveDistanceAverage", "distance of a move", "steps"),
    Measure("ScoreDifferenceAverage", "difference of the scores", "points"),
    Measure("BoardCoverageDefault", "sites that are ever used", share=True, enough=0.05),
    Measure("PositionalRepetition", "games with a repetition", share=True, enough=0.05),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One statistic of two variants. a, b: the means; difference: b less a; interval: of the difference; p: adjusted;
    effect: the difference in standard deviations (Cohen's d, of both variants together). verdict: "differs", "same"
    (what is of interest is ruled out) or "open"."""

    measure: Measure
    a: float
    b: float
    difference: float
    interval: Interval
    p: float
    effect: float
    games: int
    verdict: str

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "statistic": self.measure.name, "a": self.a, "b": self.b, "difference": self.difference,
            "interval": list(self.interval), "p_adjusted": self.p, "effect_size": self.effect, "games": self.games,
            "verdict": self.verdict,
        }  # fmt: skip


@dataclass(slots=True)
class Comparison:
    """The variants of one look: the first against each other one. differences: by the name of the other one."""

    first: str
    games: int
    look: int
    confidence: float
    differences: dict[str, list[Difference]]

    @property
    def answered(self) -> bool:
        """Whether of every statistic it is known that it differs, or that it does not by anything of interest."""
        return all(d.verdict != "open" for row in self.differences.values() for d in row)


def look_error(look: int, confidence: float) -> float:
    """The probability of an error that look number `look` (from 1) may spend."""
    return (1 - confidence) * 6 / (math.pi * look) ** 2


def holm(values: Sequence[float]) -> list[float]:
    """P-values adjusted by Holm's method: in ascending order the k-th of n is multiplied by n - k + 1, and none is less
    than one before it."""
    adjusted = [0.0] * len(values)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, values[index] * (len(values) - rank)))
        adjusted[index] = highest
    return adjusted


def compare_at(look: int, variants: Mapping[str, Sequence[GameRecord]], confidence: float = 0.95) -> Comparison:
    """Compares the first variant with each other one. variants: by name, all with the same numbers of games, in order.

    Needs scipy.
    """
    error = look_error(look, confidence)
    names = list(variants)
    first, others = names[0], names[1:]
    found: dict[str, list[tuple[Measure, list[float], list[float]]]] = {other: [] for other in others}
    for other in others:
        for measure in COMPARED:
            values = zip(measure.values(variants[first]), measure.values(variants[other]), strict=True)
            pairs = [(a, b) for a, b in values if a is not None and b is not None]
            if len(pairs) < 2 or not any(a or b for a, b in pairs):
                continue  # neither has it: no scores, no draws, no piece that moves
            found[other].append((measure, [a for a, _ in pairs], [b for _, b in pairs]))
    tests = [(other, row) for other in others for row in found[other]]
    adjusted = holm([_p_value(a, b) for _, (_, a, b) in tests])
    differences: dict[str, list[Difference]] = {other: [] for other in others}
    for (other, (measure, a, b)), p in zip(tests, adjusted, strict=True):
        differences[other].append(_difference(measure, a, b, p, error, len(tests)))
    return Comparison(first, len(variants[first]), look, confidence, differences)


def _p_value(a: Sequence[float], b: Sequence[float]) -> float:
    """Of Student's test of the paired differences; 1 where there is none, 0 where all are the same."""
    from scipy import stats

    apart = [y - x for x, y in zip(a, b, strict=True)]
    mean, spread = fmean(apart), stdev(apart)
    if spread == 0:
        return 1.0 if mean == 0 else 0.0
    t = mean / (spread / math.sqrt(len(apart)))
    return float(2 * stats.t.sf(abs(t), len(apart) - 1))


def _difference(
    measure: Measure, a: Sequence[float], b: Sequence[float], p: float, error: float, tests: int
) -> Difference:
    from scipy import stats

    apart = [y - x for x, y in zip(a, b, strict=True)]
    n, mean, spread = len(apart), fmean(apart), stdev(apart)
    if spread == 0:
        # nothing was seen to vary: a share of games that was never seen may still be up to this (the rule of three)
        half = 1 - (error / tests / 2) ** (1 / n) if measure.share and set(a) | set(b) <= {0.0, 0.5, 1.0} else 0.0
    else:
        half = float(stats.t.ppf(1 - error / tests / 2, n - 1)) * spread / math.sqrt(n)
    low, high = mean - half, mean + half
    pooled = math.sqrt((stdev(a) ** 2 + stdev(b) ** 2) / 2)
    effect = mean / pooled if pooled else 0.0 if mean == 0 else math.copysign(math.inf, mean)
    margin = measure.enough if measure.share else measure.enough * max(abs(fmean(a)), 1e-12)
    verdict = (
        "differs" if p <= error and not low <= 0 <= high else "same" if -margin <= low and high <= margin else "open"
    )
    if p <= error and verdict == "open":
        verdict = "differs"
    return Difference(measure, fmean(a), fmean(b), mean, (low, high), p, effect, n, verdict)
