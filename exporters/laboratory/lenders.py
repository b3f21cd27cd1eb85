"""The games that lend parts to a partial description, and how near each is to it in culture and in rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludparse.expansion.metadata import Metadata

from ..catalogue import Entry
from .measured import DescribedGame
from .parts import one_line

__all__ = ["Circumstances", "Lender", "culture_between", "lenders_of", "ludemes_in", "rules_between"]

CULTURE, RULES = 0.5, 0.5
"""The weights of culture and rules in the score of a game, as in Ludii's reconstructions."""

CENTURIES = 500
"""Years between two games that halve their similarity of period."""

_PLACE = re.compile(r"played in (.+?)(?:, (?:from )?around|\.?\s*$)")
_YEAR = re.compile(r"-?\b[0-9]{1,4}\b(?: BCE?\b)?")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Circumstances:
    """Where, when and as which kind a game was played, as its metadata say. region: the words of its place. period: its
    first and last year, negative before our era. kind: the folders of its classification. Empty or None: not said."""

    region: frozenset[str] = frozenset()
    period: tuple[int, int] | None = None
    kind: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Mapping[str, str]) -> Circumstances:
        """words: of the metadata's `(info …)`."""
        origin = words.get("origin", "")
        place = _PLACE.search(origin)
        region = frozenset(map(str.casefold, _WORD.findall(place[1]))) if place else frozenset()
        years = [_year(found) for found in _YEAR.findall(origin[place.end(1) :] if place else words.get("date", ""))]
        kind = tuple(part for part in words.get("classification", "").split("/") if part)
        return cls(region, (min(years), max(years)) if years else None, kind)

    @classmethod
    def of_metadata(cls, metadata: Metadata) -> Circumstances:
        return cls.of({name: metadata.text(name) for name in ("origin", "date", "classification")})


def _year(text: str) -> int:
    return -abs(int(text.split()[0])) if "BC" in text else int(text)


def culture_between(wanted: Circumstances, game: Circumstances) -> float:
    """How near a game is in region, period and kind, from 0 to 1: the mean over what is said of the partial one, and 1
    where nothing is. What is not said of the other game counts as 0."""
    values: list[float] = []
    if wanted.region:
        values.append(len(wanted.region & game.region) / len(wanted.region | game.region))
    if wanted.period is not None:
        values.append(0.0 if game.period is None else _period(wanted.period, game.period))
    if wanted.kind:
        shared = 0
        for own, other in zip(wanted.kind, game.kind, strict=False):
            if own != other:
                break
            shared += 1
        values.append(shared / max(len(wanted.kind), len(game.kind)))
    return sum(values) / len(values) if values else 1.0


def _period(a: tuple[int, int], b: tuple[int, int]) -> float:
    between = max(a[0] - b[1], b[0] - a[1], 0)
    return CENTURIES / (CENTURIES + between)


_KEYWORD = re.compile(r"\((\w+)(?: ([A-Z]\w*))?")


def ludemes_in(text: str) -> frozenset[str]:
    """The keywords of a partial text of one line, each also with a plain word after it (`is`, `is Line`), but for that
    of the whole game."""
    found = _KEYWORD.findall(text)
    pairs = {f"{keyword} {word}" for keyword, word in found if word}
    return frozenset({keyword for keyword, _ in found} | pairs) - {"game", "match"}


def rules_between(wanted: frozenset[str], game: str) -> float:
    """The share of some ludemes that a game has, whose text is one line: from 0 to 1."""
    if not wanted:
        return 0.0
    return sum(f"({ludeme} " in game or f"({ludeme})" in game for ludeme in wanted) / len(wanted)


@dataclass(frozen=True)
class Lender:
    """A game that can lend parts. text: its description without defines and options in one line. culture, rules:
    how near it is to the partial description, from 0 to 1; score: both as they are weighed."""

    name: str
    place: str
    text: str
    culture: float
    rules: float

    @property
    def score(self) -> float:
        return CULTURE * self.culture + RULES * self.rules


def lenders_of(games: Sequence[DescribedGame], wanted: Circumstances, ludemes: frozenset[str]) -> list[Lender]:
    """The games that can be read, the nearest to a partial description first."""
    found = []
    for game in games:
        if game.text:
            text = one_line(game.text)
            culture = culture_between(wanted, Circumstances.of(_words(game.entry)))
            found.append(Lender(game.entry.name, game.entry.place, text, culture, rules_between(ludemes, text)))
    return sorted(found, key=lambda lender: (-lender.score, lender.name.casefold(), lender.place))


def _words(entry: Entry) -> Mapping[str, str]:
    return entry.words or {}
