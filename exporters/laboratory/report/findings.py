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
from .plan import ALONE, Plan

__all__ = [
    "Answer", "Opening", "Share", "answers_of", "endings", "fair_seats", "measures_of", "openings_of", "overlap",
    "site_shares", "strong_points",
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
    """The answers to what a plan asks and what has a meaning for so many players (`ALONE`). Their intervals hold all
    at once: each has a part of the uncertainty (Bonferroni)."""
    alone = {agent: [g for g in games if g.task.part == "alone" and g.task.agents[0] == agent] for agent in plan.agents}
    kept = _by(games, "restricted", lambda task: task.restriction)
    seats = len(games[0].task.agents)
    strongest = [agents[-1] for agents in plan.kinds.values()]
    asked: dict[str, list[Any]] = {
        "fair": [(agent, seat) for agent in strongest for seat in fair_seats(seats)], "shrinks": strongest,
        "deeper": plan.pairs, "restricted": list(kept),
    }  # fmt: skip
    questions = [question for question in plan.questions if seats > 1 or question not in ALONE]
    level = 1 - (1 - plan.confidence) / max(1, sum(len(asked[question]) for question in questions))
    answers = []
    for question in questions:
        for about in asked[question]:
            if question == "fair":
                agent, seat = about
                answers.append(_fair(agent, seat, alone[agent], level))
            elif question == "shrinks":
                answers.append(_shrinks(about, alone["random"], alone[about], level, plan.seed))
            elif question == "restricted":
                usual = alone.get(plan.restricted, []) if seats == 1 else None
                answers.append(_restricted(about, kept[about], usual, level, plan.seed))
            elif seats == 1:
                weak, strong = about
                answers.append(_better(about, alone[weak], alone[strong], level, plan.seed))
            else:
                answers.append(_deeper(about, games, level))
    return answers


def fair_seats(seats: int) -> Sequence[int]:
    """The seats whose points say how fair a game is: of two, those of the first say all."""
    return range(seats if seats > 2 else 1)


def strong_points(games: Sequence[Played], weak: str, strong: str) -> list[float]:
    """The points of the agent with the larger budget, in the games where it meets the other one."""
    some = (g for g in games if g.task.part == "skill" and set(g.task.agents) == {weak, strong})
    return [g.points[g.task.agents.index(strong)] for g in some]


def _by(games: Iterable[Played], part: str, key: Callable[[Any], Any]) -> dict[Any, list[Played]]:
    found: dict[Any, list[Played]] = {}
    for game in games:
        if game.task.part == part:
            found.setdefault(key(game.task), []).append(game)
    return found


def _verdict(yes: bool, no: bool) -> str:
    return "yes" if yes else "no" if no else "not known"


def _fair(agent: str, seat: int, games: Sequence[Played], level: float) -> Answer:
    share = Share.of([g.points[seat] for g in games], level)
    low, high = share.interval
    verdict = _verdict(FAIR[0] <= low and high <= FAIR[1], high < FAIR[0] or low > FAIR[1])
    two = len(games[0].points) == 2
    about, who = (agent, "the first player") if two else (f"{agent}, player {seat + 1}", f"player {seat + 1}")
    return Answer("fair", about, verdict, f"with {agent} {who} gets {share} of the points")


def _shrinks(agent: str, random: Sequence[Played], strong: Sequence[Played], level: float, seed: int) -> Answer:
    pairs = [(a.points, b.points) for a, b in zip(random, strong, strict=True)]

    def distance(points: Sequence[Sequence[float]]) -> float:
        return max(abs(fmean(p[seat] for p in points) - 0.5) for seat in fair_seats(len(points[0])))

    def shrunk(some: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
        return distance([a for a, _ in some]) - distance([b for _, b in some])

    low, high = Resampler(len(pairs), level, seed).statistic(shrunk, pairs) or (0.0, 0.0)
    verdict = _verdict(low > 0, high < 0)
    words = {
        "yes": "smaller than at random", "no": "larger than at random", "not known": "not known to differ from random",
    }[verdict]  # fmt: skip
    by = f"by {100 * low:.1f} to {100 * high:.1f} points"
    return Answer("shrinks", agent, verdict, f"with {agent} the distance from 50 % is {words} ({by})")


def _deeper(pair: tuple[str, str], games: Sequence[Played], level: float) -> Answer:
    weak, strong = pair
    share = Share.of(strong_points(games, weak, strong), level)
    verdict = _verdict(share.interval[0] > 0.5, share.interval[1] < 0.5)
    return Answer("deeper", f"{strong} against {weak}", verdict, f"{strong} gets {share} against {weak}")


def _better(
    pair: tuple[str, str], weaker: Sequence[Played], stronger: Sequence[Played], level: float, seed: int
) -> Answer:  # fmt: skip
    """Of one player: who meets nobody, and is compared with the games of the other agent."""
    weak, strong = pair
    low, high = _more(stronger, weaker, level, seed)
    words = f"{strong} gets {100 * low:+.1f} to {100 * high:+.1f} points more than {weak}"
    return Answer("deeper", f"{strong} and {weak}", _verdict(low > 0, high < 0), words)


def _more(some: Sequence[Played], others: Sequence[Played], level: float, seed: int) -> Interval:
    """How many points more the first seat gets in some games than in others, as many of each."""
    pairs = [(a.points[0], b.points[0]) for a, b in zip(some, others, strict=False)]
    found = Resampler(len(pairs), level, seed).statistic(lambda drawn: fmean(a - b for a, b in drawn), pairs)
    return found or (-1.0, 1.0)


def _restricted(
    restriction: str, games: Sequence[Played], usual: Sequence[Played] | None, level: float, seed: int
) -> Answer:  # fmt: skip
    """usual: the games of one player that is not restricted; None for several players, who play against others."""
    without = "makes no captures" if restriction == "captures" else f"moves no {restriction}"
    side = f"a side that {without} where it has another move"
    if usual is not None:
        low, high = _more(games, usual, level, seed)
        words = f"{side} gets {100 * low:+.1f} to {100 * high:+.1f} points more than without that rule"
        return Answer("restricted", restriction, _verdict(high < 0, low > 0), words)
    share = Share.of([g.points[g.task.side] for g in games], level)
    verdict = _verdict(share.interval[1] < 0.5, share.interval[0] > 0.5)
    return Answer("restricted", restriction, verdict, f"{side} gets {share}: {100 * (share.mean - 0.5):+.1f} points")


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
    "draws": ("games without a winner", lambda g: float(g.record.over and not _won(g))),
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


_OF_SEVERAL = ("drama", "lead changes", "decisive move", "late reversals")
"""What has no meaning for one player, whom nobody can be behind or ahead of."""


def _won(game: Played) -> bool:
    """Whether somebody won, or one player lost."""
    return game.record.over and any(points != 0.5 for points in game.points)


def measures_of(games: Sequence[Played], plan: Plan) -> dict[str, tuple[str, float | None, Interval | None]]:
    """By name: what it is, the mean over the games that have it, and its interval."""
    found = {}
    for name, (meaning, of) in _MEASURES.items():
        if name in _OF_SEVERAL and len(games[0].points) == 1:
            continue
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
        points.setdefault(tuple(game.moves[:plies]), []).append(game.points[0])
    ranked = sorted(points.items(), key=lambda item: (-len(item[1]), item[0]))
    return [Opening(moves, Share.of(some, confidence)) for moves, some in ranked]
