"""Wishes for a game in words (`length 40..80, balance > 0.95, draws < 5%`), and how well the games of
a variant fulfil them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludparse.problems.errors import nearest
from ludparse.support.intervals import wilson

from .games import GAME_STATISTICS
from .intervals import Interval, Resampler
from .positions import POSITION_STATISTICS, summary_per_game
from .record import GameRecord
from .summaries import SUMMARIES
from .variants import Variant

__all__ = ["NAMES", "Candidate", "Fit", "Wish", "WishError", "fit", "read_wishes"]

NAMES = {
    "length": "DurationMoves", "moves": "DurationMoves", "turns": "DurationTurns", "balance": "Balance",
    "draws": "Drawishness", "unfinished": "Timeouts", "timeouts": "Timeouts", "first": "AdvantageP1",
    "decided": "Completion", "choice": "BranchingFactorAverage", "decisions": "DecisionMoves",
    "pieces": "PieceNumberAverage", "coverage": "BoardCoverageDefault", "repetition": "PositionalRepetition",
    "distance": "MoveDistanceAverage", "spread": "DurationTurnsStdDev",
}  # fmt: skip
"""Short names, beside those of the statistics themselves."""

_NUMBER = r"(-?\d+(?:\.\d+)?)\s*(%?)"
_TERM = re.compile(rf"(\w+)\s*(?:(?:is|in|=)?\s*{_NUMBER}\s*\.\.\s*{_NUMBER}|(<=|>=|<|>)\s*{_NUMBER})")


class WishError(ValueError):
    """A wish that cannot be read."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One statistic that is to lie between two bounds. text: as it was written."""

    text: str
    statistic: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Fit:
    """How well games fulfil a wish: value, interval, and how far the value is outside of the bounds, as a part of the
    bound it is past (0: inside). certain: whether the whole interval is inside. missed: whether all of it is
    outside, or there is no value."""

    wish: Wish
    value: float | None
    interval: Interval | None
    outside: float
    certain: bool
    missed: bool = False

    def needed(self, games: int) -> int | None:
        """About how many games would tell on which side of its bounds the value lies, if `games` have given this
        interval, which shrinks with their square root. None for a value on a bound."""
        if self.certain or self.missed or self.value is None or self.interval is None:
            return games
        low, high = self.interval
        below, above = self.value - low, high - self.value
        sides = [
            (below if self.value > bound else above) / abs(self.value - bound) if self.value != bound else math.inf
            for bound in (self.wish.low, self.wish.high)
            if math.isfinite(bound)
        ]
        worst = max(sides, default=0.0)
        return math.ceil(games * worst * worst) if math.isfinite(worst) else None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        interval = None if self.interval is None else list(self.interval)
        return {
            "wish": self.wish.text, "statistic": self.wish.statistic, "value": self.value, "interval": interval,
            "fulfilled": self.outside == 0, "certain": self.certain,
        }  # fmt: skip


def read_wishes(text: str) -> list[Wish]:
    """The wishes in a text, separated by commas. Raises WishError."""
    found = []
    for part in (part.strip() for part in text.split(",")):
        match = _TERM.fullmatch(part)
        if match is None:
            raise WishError(f"{part!r} is no wish; write `length 40..80`, `balance > 0.95` or `draws < 5%`")
        name = _statistic(match[1])
        if match[6]:
            bound = _number(match[7], match[8])
            low, high = (bound, math.inf) if match[6][0] == ">" else (-math.inf, bound)
        else:
            # `10..20%` means per cent at both ends
            low, high = _number(match[2], match[3] or match[5]), _number(match[4], match[5])
            if low > high:
                raise WishError(f"{part!r}: the first bound is above the second")
        found.append(Wish(part, name, low, high))
    return found


def _number(digits: str, percent: str) -> float:
    return float(digits) / 100 if percent else float(digits)


def _summary(name: str) -> tuple[str, str] | None:
    """The statistic of positions and the summary that a name is made of."""
    for statistic, of in POSITION_STATISTICS.items():
        summary = name.removeprefix(statistic)
        if name.startswith(statistic) and summary in SUMMARIES and not of.evaluated:
            return statistic, summary
    return None


def _statistic(word: str) -> str:
    known = {
        name.lower(): name for name, s in GAME_STATISTICS.items() if not s.evaluated and name != "StateTreeComplexity"
    }
    known |= {
        f"{name}{summary}".lower(): f"{name}{summary}"
        for name, s in POSITION_STATISTICS.items() if not s.evaluated for summary in SUMMARIES
    }  # fmt: skip
    known |= NAMES
    if word.lower() in known:
        return known[word.lower()]
    like = nearest(word.lower(), known)
    meant = (
        f"; did you mean {' or '.join(like)}?"
        if like
        else f"; there are {', '.join(sorted(NAMES))}, and all statistics"
    )
    raise WishError(f"there is no statistic {word!r}{meant}")


def fit(game: Any, records: Sequence[GameRecord], wish: Wish, confidence: float, seed: int = 0) -> Fit:
    """How well games fulfil a wish; the interval has the confidence by itself."""
    summary = _summary(wish.statistic)
    if summary is not None:
        values = [v for v in summary_per_game(*summary, records) if v is not None]
    else:
        statistic = GAME_STATISTICS[wish.statistic]
        if statistic.of_game is None:
            value = statistic.of_games(game, records)
            interval = Resampler(len(records), confidence, seed).statistic(
                lambda some: statistic.of_games(game, some), records
            )
            return _judged(wish, value, interval)
        values = [statistic.of_game(record) for record in records] if game.players > 1 or not statistic.share else []
    if not values:
        return _judged(wish, None, None)
    value = sum(values) / len(values)
    if set(values) <= {0.0, 0.5, 1.0}:
        return _judged(wish, value, wilson(sum(values), len(values), confidence))
    return _judged(wish, value, Resampler(len(values), confidence, seed).mean(values))


def _judged(wish: Wish, value: float | None, interval: Interval | None) -> Fit:
    if value is None:
        return Fit(wish, None, None, math.inf, False, missed=True)
    past = max(wish.low - value, value - wish.high, 0.0)
    bound = wish.low if value < wish.low else wish.high
    outside = past / max(abs(bound), 0.1) if past else 0.0
    certain = interval is not None and wish.low <= interval[0] and interval[1] <= wish.high
    missed = interval is not None and (interval[1] < wish.low or wish.high < interval[0])
    return Fit(wish, value, interval, outside, certain, missed)


@dataclass(slots=True)
class Candidate:
    """A variant that can be played, how many of its games count, and how well these fulfil each wish."""

    variant: Variant
    game: Any
    records: dict[int, GameRecord] = field(default_factory=dict, repr=False)
    games: int = 0
    fits: list[Fit] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What differs from the usual rules."""
        return self.variant.name

    @property
    def outside(self) -> float:
        """How far it is from the wishes: 0 where its values fulfil all of them."""
        return sum(fit.outside for fit in self.fits)

    @property
    def answered(self) -> bool:
        """Whether it is certain that it fulfils all wishes, or that it misses one."""
        return all(fit.certain or fit.interval is None for fit in self.fits) or any(fit.missed for fit in self.fits)

    @property
    def needed(self) -> int | None:
        """About how many games would answer whether it fulfils the wishes; None if a value lies on a bound."""
        if self.answered:
            return self.games
        needs = [fit.needed(self.games) for fit in self.fits]
        known = [games for games in needs if games is not None]
        return max(known, default=self.games) if len(known) == len(needs) else None

    def judge(self, wishes: Sequence[Wish], confidence: float, seed: int) -> None:
        """Computes how well the wishes are fulfilled."""
        counted = [self.records[number] for number in sorted(self.records) if number < self.games]
        self.fits = [fit(self.game, counted, wish, confidence, seed) for wish in wishes]
