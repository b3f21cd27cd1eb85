"""Bags of many games (ludemes, pq-grams), laid out so that one bag is compared with all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bags"]


@dataclass(frozen=True)
class Bags:
    """The bags of `number` games. keys: the kinds of things, as numbers of 32 bits, in order. starts: where the games
    that hold each kind begin in `games` and `counts`, and one place more. totals: the things in each bag.
    """

    number: int
    keys: NDArray[np.uint32]
    starts: NDArray[np.uint32]
    games: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    totals: NDArray[np.float64]
    norms: NDArray[np.float64]

    @classmethod
    def of(cls, bags: Sequence[Counter[int]]) -> Bags:
        """Of the games in their order, fewer than 65,536."""
        sizes = [len(bag) for bag in bags]
        held = np.fromiter((key for bag in bags for key in bag), np.uint64, sum(sizes))
        counts = np.fromiter((min(count, 65535) for bag in bags for count in bag.values()), np.uint16, sum(sizes))
        games = np.repeat(np.arange(len(bags), dtype=np.uint64), sizes)
        order = np.argsort(held << np.uint64(16) | games)
        keys, starts = np.unique(held[order], return_index=True)
        made = cls(
            len(bags), keys.astype(np.uint32), np.append(starts, len(held)).astype(np.uint32),
            games[order].astype(np.uint16), counts[order],
            np.array([bag.total() for bag in bags], np.float64), np.zeros(len(bags)),
        )  # fmt: skip
        weights = np.repeat(made.rarity(np.diff(made.starts)), np.diff(made.starts)) * np.log1p(made.counts)
        norms = np.sqrt(np.bincount(made.games, weights**2, made.number))
        return cls(**{**made.__dict__, "norms": norms})

    def bag(self, game: int) -> Counter[int]:
        """The bag of a game."""
        at = np.flatnonzero(self.games == game)
        keys = self.keys[np.searchsorted(self.starts, at, side="right") - 1]
        return Counter(dict(zip(keys.tolist(), self.counts[at].tolist(), strict=True)))

    def rarity(self, games: Any) -> Any:
        """The weight of a kind that so many games have: log((1 + all) / (1 + those)) + 1."""
        return np.log((1 + self.number) / (1 + games)) + 1

    def holders(self, key: int) -> int:
        """How many games have a kind."""
        at = int(np.searchsorted(self.keys, key))
        return int(self.starts[at + 1] - self.starts[at]) if at < len(self.keys) and self.keys[at] == key else 0

    def _shared(self, bag: Mapping[int, int]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Of all that a bag has in common with those: the games, their counts, the bag's counts, and the rarity."""
        wanted = np.array(sorted(bag), np.uint32)
        at = np.searchsorted(self.keys, wanted)
        at[at == len(self.keys)] = 0
        there = self.keys[at] == wanted if len(self.keys) else np.zeros(len(wanted), bool)
        at, wanted = at[there], wanted[there]
        sizes = (self.starts[at + 1] - self.starts[at]).astype(np.int64)
        ends = np.cumsum(sizes)
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(self.starts[at] - (ends - sizes), sizes)
        own = np.repeat(np.array([bag[int(key)] for key in wanted], np.float64), sizes)
        return self.games[places], self.counts[places], own, np.repeat(self.rarity(sizes), sizes)

    def cosine(self, bag: Mapping[int, int]) -> NDArray[np.float64]:
        """1 less the cosine of the angle between the bag and each other one, with log(1 + count) times rarity for the
        weight of each kind (tf-idf, Salton and Buckley, 1988): from 0 to 1."""
        games, counts, own, rarity = self._shared(bag)
        dot = np.bincount(games, np.log1p(counts) * np.log1p(own) * rarity**2, self.number)
        norm = np.sqrt(sum((np.log1p(count) * self.rarity(self.holders(key))) ** 2 for key, count in bag.items()))
        return _less(dot, self.norms * norm)

    def overlap(self, bag: Mapping[int, int]) -> NDArray[np.float64]:
        """1 less twice the size of the intersection over the sizes of both bags: from 0 to 1. Of pq-grams, this is the
        pq-gram distance (Augsten, Böhlen and Gamper, 2005)."""
        games, counts, own, _ = self._shared(bag)
        both = np.bincount(games, np.minimum(counts, own), self.number)
        return _less(2 * both, self.totals + sum(bag.values()))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays by name; `Bags(number, **arrays)` is the same again."""
        return {name: value for name, value in self.__dict__.items() if name != "number"}


def _less(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.float64]:
    """1 - part / whole, within 0 and 1; 1 where there is nothing."""
    share = np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)
    return np.asarray(np.clip(1 - share, 0.0, 1.0), np.float64)
