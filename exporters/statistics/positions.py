"""Statistics of positions, under Ludii's names: a list of values for each game, and their summaries over games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from . import evaluations
from .record import GameRecord
from .summaries import SUMMARIES, summary_name

__all__ = ["POSITION_STATISTICS", "PositionStatistic", "position_summaries", "summary_per_game"]


@dataclass(frozen=True, slots=True)
class PositionStatistic:
    """values: one number for each position (or move) of a game. evaluated: needs evaluations of positions."""

    name: str
    meaning: str
    values: Callable[[GameRecord], list[float]]
    evaluated: bool = False


POSITION_STATISTICS: dict[str, PositionStatistic] = {
    s.name: s
    for s in (
        PositionStatistic("BranchingFactor", "legal moves", lambda r: r.branching),
        PositionStatistic("DecisionFactor", "legal moves where there is more than one", lambda r: r.decisions),
        PositionStatistic("MoveDistance", "steps between the two sites of a move on the board", lambda r: r.distances),
        PositionStatistic("PieceNumber", "pieces on the board", lambda r: r.pieces),
        PositionStatistic("ScoreDifference", "largest difference between two scores", lambda r: r.score_differences),
        PositionStatistic("BoardSitesOccupied", "share of the sites that are occupied", lambda r: r.occupied),
        PositionStatistic("Drama", "how far the winner is behind the best-placed player", evaluations.drama, True),
        PositionStatistic("MoveEvaluation", "value of the move for its player", evaluations.move_evaluations, True),
        PositionStatistic("StateEvaluationDifference", "largest difference between the values for two players",
                          evaluations.evaluation_differences, True),
    )
}  # fmt: skip


def summary_per_game(statistic: str, summary: str, records: Sequence[GameRecord]) -> list[float | None]:
    """A summary for each game; None for a game in which the statistic has no value (no piece was moved, say)."""
    lists = map(POSITION_STATISTICS[statistic].values, records)
    return [SUMMARIES[summary](values) if values else None for values in lists]


def position_summaries(records: Sequence[GameRecord], *, evaluated: bool = False) -> dict[str, float | None]:
    """Every summary of every statistic of positions, by Ludii's name: the mean over the games that have a value."""
    found: dict[str, float | None] = {}
    for name, statistic in POSITION_STATISTICS.items():
        if statistic.evaluated and not evaluated:
            continue
        lists = [values for values in map(statistic.values, records) if values]
        for summary, of_values in SUMMARIES.items():
            found[summary_name(name, summary)] = fmean(map(of_values, lists)) if lists else None
    return found
