"""All statistics of the games of one description, each with its confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludparse.support.intervals import wilson
from ludparse.support.tables import html_table, text_table

from .games import GAME_STATISTICS
from .intervals import RESAMPLES, Interval, Resampler
from .positions import POSITION_STATISTICS, summary_per_game
from .record import GameRecord
from .summaries import SUMMARIES, summary_name

__all__ = ["Estimate", "Evaluation", "evaluate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic of some games. value: None where these have none. interval: None where there is no chance in it, or
    too few games for one."""

    name: str
    group: str
    meaning: str
    value: float | None
    interval: Interval | None = None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"value": self.value, "interval": None if self.interval is None else list(self.interval)}


@dataclass(slots=True)
class Evaluation:
    """What was measured of a game: `games` by name, `positions` by statistic and summary."""

    game: str
    players: int
    count: int
    confidence: float
    games: dict[str, Estimate] = field(default_factory=dict)
    positions: dict[str, dict[str, Estimate]] = field(default_factory=dict)

    def _rows(self) -> list[tuple[str, str, str]]:
        rows = []
        for name, e in self.games.items():
            interval = "" if e.interval is None else f"{e.interval[0]:.4g} to {e.interval[1]:.4g}"
            rows.append((name, "-" if e.value is None else f"{e.value:.4g}", interval))
        return rows

    def __str__(self) -> str:
        """The statistics of whole games, with their intervals."""
        return text_table(("statistic", "value", f"{self.confidence:.0%} interval"), self._rows())

    def _repr_html_(self) -> str:
        return html_table(("statistic", "value", f"{self.confidence:.0%} interval"), self._rows())

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "game": self.game,
            "players": self.players,
            "games": self.count,
            "confidence": self.confidence,
            "metrics": {name: estimate.as_dict() for name, estimate in self.games.items()},
            "positions": {
                summary_name(name, summary): estimate.as_dict()
                for name, row in self.positions.items()
                for summary, estimate in row.items()
            },
        }


def evaluate(
    game: Any,
    records: Sequence[GameRecord],
    *,
    confidence: float = 0.95,
    valued: bool = False,
    seed: int = 0,
    hurry: bool = False,
) -> Evaluation:
    """Computes every statistic of the games with an interval that holds the true value with a probability of
    `confidence`, for each statistic by itself. valued: also those of the values of positions. hurry: with rougher
    intervals, for somebody who has interrupted the run."""
    resampler = Resampler(len(records), confidence, seed, resamples=50 if hurry else RESAMPLES)
    found = Evaluation(game.name, game.players, len(records), confidence)
    for name, statistic in GAME_STATISTICS.items():
        if statistic.evaluated and not valued:
            continue
        value = statistic.of_games(game, records)
        interval: Interval | None = None
        if value is None or name == "StateTreeComplexity":
            pass  # no chance in it
        elif statistic.of_game is None:
            interval = resampler.statistic(lambda some, of=statistic.of_games: of(game, some), records)  # type: ignore[misc]
        else:
            values = [statistic.of_game(record) for record in records]
            if set(values) <= {0.0, 0.5, 1.0}:
                interval = wilson(sum(values), len(values), confidence)
            else:
                interval = resampler.mean(values)
        found.games[name] = Estimate(name, statistic.group, statistic.meaning, value, interval)
    for name, of_positions in POSITION_STATISTICS.items():
        if of_positions.evaluated and not valued:
            continue
        found.positions[name] = row = {}
        for summary in SUMMARIES:
            known = [v for v in summary_per_game(name, summary, records) if v is not None]
            mean = sum(known) / len(known) if known else None
            of_known = resampler if len(known) == len(records) else replace(resampler, games=len(known), _draws=None)
            interval = of_known.mean(known) if known else None
            row[summary] = Estimate(summary_name(name, summary), name, of_positions.meaning, mean, interval)
    return found
