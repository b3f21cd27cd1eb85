"""The summary of many results: how many games reach each level, and why the others fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .result import LEVELS, GameResult, Level, TrialStatus

__all__ = ["Cause", "Summary", "summarise"]


@dataclass(frozen=True, slots=True)
class Cause:
    """A group of games with the same cause. `blocked`: the level that they would reach next."""

    cause: str
    blocked: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """`reached`: games that reach at least a level. `holds`: games for which it holds, whatever the levels before.
    `compared`: games for which there was something to compare with; of the others a level holds for want of it."""

    total: int
    reached: dict[str, int]
    holds: dict[str, int]
    compared: dict[str, int]
    trials: dict[str, int]
    causes: tuple[Cause, ...]
    trial_causes: tuple[Cause, ...]
    out_of_order: int
    plies: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""

        def listed(causes: Sequence[Cause]) -> list[dict[str, Any]]:
            return [{"cause": c.cause, "blocked": c.blocked, "count": len(c.games), "games": c.games} for c in causes]

        return {
            "total": self.total,
            "reached": self.reached,
            "holds": self.holds,
            "compared": self.compared,
            "trials": self.trials,
            "plies": self.plies,
            "out_of_order": self.out_of_order,
            "causes": listed(self.causes),
            "trial_causes": listed(self.trial_causes),
        }


def summarise(results: Iterable[GameResult]) -> Summary:
    """Count and group; the commonest cause comes first."""
    results = list(results)
    return Summary(
        total=len(results),
        reached={level.name: sum(r.level >= level for r in results) for level in LEVELS},
        holds={level.name: sum(r.checks.get(level.name, False) for r in results) for level in LEVELS},
        compared={level.name: sum(level.name not in r.unrecorded for r in results) for level in LEVELS},
        trials=dict(Counter(r.trial.value for r in results)),
        causes=_grouped((r.difference.cause, _next(r), r.path) for r in results if r.difference),
        trial_causes=_grouped(
            (r.trial_difference.cause, "trial", r.path)
            for r in results
            if r.trial is TrialStatus.differs and r.trial_difference
        ),
        out_of_order=sum(r.out_of_order > 0 for r in results),
        plies=sum(r.plies for r in results),
    )


def _next(result: GameResult) -> str:
    return Level(min(result.level + 1, Level.identical)).name


def _grouped(rows: Iterable[tuple[str, str, str]]) -> tuple[Cause, ...]:
    groups: dict[tuple[str, str], list[str]] = {}
    for cause, blocked, path in rows:
        groups.setdefault((cause, blocked), []).append(path)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return tuple(Cause(cause, blocked, tuple(games)) for (cause, blocked), games in ordered)
