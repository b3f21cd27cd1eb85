"""What the games of a report say: answers to the questions of its plan, and the numbers of its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ludparse.support.intervals import wilson

from ...statistics import evaluations
from ...statistics.intervals import Interval, Resampler
from ...statistics.record import GameRecord
from .games import Played
from .plan import Plan

__all__ = [
    "Answer", "Opening", "Share", "answers_of", "endings", "measures_of", "openings_of", "overlap", "site_shares",
]  # fmt: skip

FAIR = 0.45, 0.55


@dataclass(frozen=True)
class Share:
    """Points of some games, from 0 to 1 each: how many games, the mean, and its interval."""

    games: int
    mean: float
    interval: Interval

    @classmethod
    def of(cls, points: Sequence[float], confidence: float) -> Share:
        return cls(len(points), fmean(points), wilson(sum(points), len(points), confidence))

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.interval[0]:.1%} to {self.interval[1]:.1%})"


@dataclass(frozen=True)
class Answer:
    """The answer to a question about something: yes, no, or not known, and the numbers in words."""

    question: str
    about: str
    verdict: str
    words: str


def answers_of(plan: Plan, games: Sequence[Played]) -> list[Answer]:
    """The answers to what a plan asks. Their intervals hold all at once: each has a part of the uncertainty
    (Bonferroni)."""
    alone = {agent: [g for g in games if g.task.part == "alone" and g.task.agents[0] == agent] for agent in plan.agents}
    kept = _by(games, "restricted", lambda task: task.restriction)
    asked: dict[str, list[Any]] = {
        "fair": [agents[-1] for agents in plan.kinds.values()], "shrinks": [a[-1] for a in plan.kinds.values()],
        "deeper": plan.pairs, "restricted": list(kept),
    }  # fmt: skip
    number = sum(len(asked[question]) for question in plan.questions)
    level = 1 - (1 - plan.confidence) / max(1, number)
    answers = []
    for question in plan.questions:
        for about in asked[question]:
            if question == "fair":
                answers.append(_fair(about, [g.points for g in alone[about]], level))
            elif question == "shrinks":
                random = [g.points for g in alone["random"]]
                answers.append(_shrinks(about, random, [g.points for g in alone[about]], level, plan.seed))
            elif question == "deeper":
                answers.append(_deeper(about, games, level))
            else:
                answers.append(_restricted(about, kept[about], level))
    return answers


def _by(games: Iterable[Played], part: str, key: Callable[[Any], Any]) -> dict[Any, list[Played]]:
    found: dict[Any, list[Played]] = {}
    for game in games:
        if game.task.part == part:
            found.setdefault(key(game.task), []).append(game)
    return found


def _verdict(yes: bool, no: bool) -> str:
    return "yes" if yes else "no" if no else "not known"


def _fair(agent: str, points: Sequence[float], level: float) -> Answer:
    share = Share.of(points, level)
    low, high = share.interval
    verdict = _verdict(FAIR[0] <= low and high <= FAIR[1], high < FAIR[0] or low > FAIR[1])
    return Answer("fair", agent, verdict, f"with {agent} the first player gets {share} of the points")


def _shrinks(agent: str, random: Sequence[float], strong: Sequence[float], level: float, seed: int) -> Answer:
    pairs = list(zip(random, strong, strict=True))

    def shrunk(some: Sequence[tuple[float, float]]) -> float:
        return abs(fmean(a for a, _ in some) - 0.5) - abs(fmean(b for _, b in some) - 0.5)

    interval = Resampler(len(pairs), level, seed).statistic(shrunk, pairs) or (0.0, 0.0)
    low, high = interval
    verdict = _verdict(low > 0, high < 0)
    words = {
        "yes": "smaller than at random", "no": "larger than at random", "not known": "not known to differ from random",
    }[verdict]  # fmt: skip
    by = f"by {100 * low:.1f} to {100 * high:.1f} points"
    return Answer("shrinks", agent, verdict, f"with {agent} the distance from 50 % is {words} ({by})")


def _deeper(pair: tuple[str, str], games: Sequence[Played], level: float) -> Answer:
    weak, strong = pair
    some = [g for g in games if g.task.part == "skill" and set(g.task.agents) == {weak, strong}]
    points = [g.points if g.task.agents[0] == strong else 1 - g.points for g in some]
    share = Share.of(points, level)
    verdict = _verdict(share.interval[0] > 0.5, share.interval[1] < 0.5)
    return Answer("deeper", f"{strong} against {weak}", verdict, f"{strong} gets {share} against {weak}")


def _restricted(restriction: str, games: Sequence[Played], level: float) -> Answer:
    points = [g.points if g.task.side == 0 else 1 - g.points for g in games]
    share = Share.of(points, level)
    without = "makes no captures" if restriction == "captures" else f"moves no {restriction}"
    verdict = _verdict(share.interval[1] < 0.5, share.interval[0] > 0.5)
    words = f"a side that {without} where it has another move gets {share}: {100 * (share.mean - 0.5):+.1f} points"
    return Answer("restricted", restriction, verdict, words)


# ---------------------------------------------------------------------------------------------------- numbers


LEAD = 0.5
"""The value, from -1 to 1, from which on somebody leads: three quarters of the random games from there are won. A
smaller one may be chance."""


def _late_reversal(record: GameRecord) -> float:
    """Whether somebody who did not win led in the last quarter of the game."""
    late = record.evaluations[3 * record.plies // 4 : record.plies]
    others = [p for p in range(len(record.utilities)) if p not in record.best]
    return float(any(values[p] >= LEAD for values in late for p in others))


_MEASURES: dict[str, tuple[str, Callable[[Played], float | None]]] = {
    "length": ("moves in a game", lambda g: float(g.record.plies)),
    "choice": ("legal moves, on average over the positions", lambda g: fmean(g.record.branching or [0.0])),
    "draws": ("games without a winner", lambda g: float(g.record.over and g.points == 0.5)),
    "unfinished": ("games that were broken off", lambda g: float(not g.record.over)),
    "drama": (
        "how far the winner was behind in value, from 0 to 2, on average over the positions",
        lambda g: fmean(evaluations.drama(g.record) or [0.0]) if _won(g) else None,
    ),
    "lead changes": ("how often the lead changes, a move", lambda g: evaluations.lead_change(g.record)),
    "decisive move": (
        "the part of the game after which the winner leads by more than anybody before",
        lambda g: evaluations.decisive_move(g.record) if _won(g) else None,
    ),
    "late reversals": (
        f"games in whose last quarter somebody who did not win had a value of {LEAD} or more, from -1 to 1",
        lambda g: _late_reversal(g.record) if _won(g) else None,
    ),
    "board used": ("sites that ever had a piece", lambda g: g.record.covered_default),
}


def _won(game: Played) -> bool:
    return game.record.over and game.points != 0.5


def measures_of(games: Sequence[Played], plan: Plan) -> dict[str, tuple[str, float | None, Interval | None]]:
    """By name: what it is, the mean over the games that have it, and its interval."""
    found = {}
    for name, (meaning, of) in _MEASURES.items():
        values = [value for value in map(of, games) if value is not None]
        mean = fmean(values) if values else None
        interval = Resampler(len(values), plan.confidence, plan.seed).mean(values) if values else None
        found[name] = meaning, mean, interval
    return found


def endings(games: Sequence[Played]) -> Counter[str]:
    """How often each condition of end rules decided a game; several may decide one."""
    return Counter(condition for game in games for condition in game.ended)


def site_shares(games: Sequence[Played], sites: int) -> list[float]:
    """For each site of the board, the share of the moves that went to it."""
    counts = Counter(site for game in games for site in game.sites if 0 <= site < sites)
    total = sum(counts.values()) or 1
    return [counts[site] / total for site in range(sites)]


def overlap(a: Sequence[float], b: Sequence[float]) -> float:
    """What two distributions have in common, from 0 to 1."""
    return sum(min(x, y) for x, y in zip(a, b, strict=True))


@dataclass(frozen=True)
class Opening:
    """The first moves of some games, how many these are, and the points of the first player in them."""

    moves: tuple[str, ...]
    share: Share


def openings_of(games: Sequence[Played], plies: int, confidence: float) -> list[Opening]:
    """The openings of so many plies, the most frequent first."""
    points: dict[tuple[str, ...], list[float]] = {}
    for game in games:
        points.setdefault(tuple(game.moves[:plies]), []).append(game.points)
    ranked = sorted(points.items(), key=lambda item: (-len(item[1]), item[0]))
    return [Opening(moves, Share.of(some, confidence)) for moves, some in ranked]
