"""Statistics that need positions to be valued: who leads, when a game is decided, how clear the choice of a move is.

A value lies between -1 (lost) and 1 (won). `GameRecord.evaluations` has the values for all players before each move and
at the end, `GameRecord.move_values` those of each legal move for the player who moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

from ludparse.support.intervals import sample_variance, variance

from .record import GameRecord

__all__ = [
    "clarity_narrowness",
    "clarity_variance",
    "decisive_move",
    "drama",
    "evaluation_differences",
    "lead_change",
    "move_evaluations",
    "stability",
    "threshold",
]

_NARROW = 0.75  # so far from the mean to the best value a move has to be to count as nearly best


def _before_moves(record: GameRecord) -> Sequence[Sequence[float]]:
    return record.evaluations[: record.plies]


def threshold(record: GameRecord) -> float:
    """The highest value that a position had for a player who did not win; -1 where all share the first place."""
    best = record.best
    values = [v for values in _before_moves(record) for p, v in enumerate(values) if p not in best]
    return max(values, default=-1.0)


def decisive_move(record: GameRecord) -> float:
    """The part of the game, from 0 to 1, after which a winner is valued above `threshold` for the first time."""
    limit, best, positions = threshold(record), record.best, _before_moves(record)
    for number, values in enumerate(positions):
        if any(values[p] > limit for p in best):
            return number / record.plies
    return 1.0


def lead_change(record: GameRecord) -> float:
    """How often the set of players with the highest value changes, a move; that somebody leads first is a change."""
    leaders = [{p for p, v in enumerate(values) if v == max(values)} for values in _before_moves(record)]
    changes = bool(leaders) + sum(a != b for a, b in pairwise(leaders))
    return changes / record.plies if record.plies else 0.0


def stability(record: GameRecord) -> float:
    """The variance of a player's values over the game, all players together."""
    positions = _before_moves(record)
    return sum(variance([values[p] for values in positions]) for p in range(len(positions[0]))) if positions else 0.0


def clarity_variance(record: GameRecord) -> float:
    """The sample variance of the values of the legal moves, on average over the positions."""
    return fmean(sample_variance(values) for values in record.move_values) if record.move_values else 0.0


def clarity_narrowness(record: GameRecord) -> float:
    """The share of the legal moves that are nearly as good as the best, on average over the positions."""
    shares = []
    for values in record.move_values:
        mean = fmean(values)
        limit = mean + _NARROW * (max(values) - mean)
        shares.append(sum(v > limit for v in values) / len(values))
    return fmean(shares) if shares else 0.0


def drama(record: GameRecord) -> list[float]:
    """For each position before a move, how far the winners are behind the highest value."""
    best = record.best
    return [max(values) - fmean(values[p] for p in best) for values in _before_moves(record)]


def move_evaluations(record: GameRecord) -> list[float]:
    """The value of each move that was made, for the player who made it."""
    return [values[pick] for values, pick in zip(record.move_values, record.picks, strict=True)]


def evaluation_differences(record: GameRecord) -> list[float]:
    """For each position, the largest difference between the values for two players."""
    return [max(values) - min(values) for values in record.evaluations]
