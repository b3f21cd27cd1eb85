"""All games of an index side by side, and how far each of them is from a game: the distances of `lud similar`."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludparse.description.description import parse
from ludparse.interpreter.backends.cache_entry import packed, unpacked
from ludparse.interpreter.concepts import CONCEPTS
from ludparse.interpreter.scheduling import Places, in_order
from ludparse.reader.syntax import Call

from ..catalogue import board_kind
from .bags import Bags
from .boards import INVARIANTS
from .measured import DescribedGame, PlayedGame
from .playing import MEASURES
from .reasons import Side, digest_of, parts_of
from .trees import labelled, ludemes_of, pq_grams

__all__ = ["COMBINED", "DISTANCES", "WEIGHTS", "About", "Rules", "Space", "Traits", "crc", "side_of", "tree_of"]

DISTANCES = {
    "concepts": "cosine of Ludii's concepts, each weighted by its rarity",
    "divergence": "Jensen-Shannon distance of the same weights as distributions",
    "ludemes": "cosine of the ludemes as a bag, each weighted by its rarity",
    "trees": "pq-gram distance of the trees of ludemes",
    "boards": "Gower's distance of the invariants of the board as a graph",
    "play": "Gower's distance of statistics of random games",
}
"""The distances that all games are compared by, from 0 to 1 each, and what they are; docs/laboratory.md has sources."""

WEIGHTS = {"divergence": 0.6, "trees": 0.3, "boards": 0.1}
"""The weights in the distance that combines them, one for each thing that is looked at. docs/laboratory.md says how
they were fitted. What `concepts` and `ludemes` look at, others of these do already, and play adds nothing to them."""

COMBINED = "combined"
"""The name of that."""

_SHARES = np.array([name.startswith(("adjacent", "orthogonal")) for name in INVARIANTS])
"""Which invariants are the shares of two distributions. Half the sum of the differences of one counts as two others."""
_BOARD_TOTAL = float(np.sum(~_SHARES)) + 4
_UNPLAYED = PlayedGame()
_COLUMN = {name: column for column, name in enumerate(CONCEPTS)}


def tree_of(text: str) -> Call:
    """The syntax of a description without defines."""
    (tree,) = parse(text)
    assert isinstance(tree, Call)
    return tree


def crc(word: str) -> int:
    """A word as the number by which bags hold it."""
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


class Rules(NamedTuple):
    """What is read of a description without defines. ludemes, grams: as bags of numbers. words, parts: the ludemes and
    the digests of parts of its `Side`."""

    ludemes: Counter[int]
    grams: Counter[int]
    words: Sequence[str]
    parts: Mapping[str, str]

    @classmethod
    def of(cls, text: str) -> Rules:
        tree = tree_of(text)
        words = ludemes_of(tree)
        ludemes = Counter({crc(word): count for word, count in words.items()})
        return cls(ludemes, pq_grams(labelled(tree)), sorted(words), parts_of(tree))


class _Reading:
    """Reads descriptions, wherever they are to be read."""

    def prepare(self) -> Callable[[str], Rules]:
        return Rules.of


@dataclass(frozen=True)
class Traits:
    """What of a game is compared."""

    concepts: NDArray[np.bool_]
    ludemes: Counter[int]
    grams: Counter[int]
    board: NDArray[np.float64]
    play: NDArray[np.float64]

    @classmethod
    def of(cls, game: DescribedGame, rules: Rules, played: PlayedGame = _UNPLAYED) -> Traits:
        """rules: of the game's text."""
        held = np.zeros(len(_COLUMN), bool)
        held[[_COLUMN[name] for name in game.entry.concepts]] = True
        return cls(held, rules.ludemes, rules.grams, _row(game.board, INVARIANTS), _row(played.play, MEASURES))


def side_of(game: DescribedGame, rules: Rules) -> Side:
    """What reasons are taken from. rules: of the game's text."""
    held = frozenset(game.entry.concepts)
    return Side(frozenset(rules.words), rules.parts, held, game.entry.players, board_kind(game.entry))


def _row(values: Sequence[float | None], names: Sequence[str]) -> NDArray[np.float64]:
    """Numbers of which some are missing; all are where there are no values."""
    return np.array([np.nan if v is None else v for v in values] or [np.nan] * len(names), np.float64)


@dataclass(frozen=True)
class About:
    """What is shown of a game. place: as of its `Entry`. kind: of its board, in a few words. text: a digest of its
    description."""

    name: str
    place: str
    players: int
    kind: str
    text: str


@dataclass(frozen=True)
class Space:
    """Games side by side: a row of each array for each of them, in the order of `about`. told: the ludemes and parts of
    their `Side`, as JSON. texts: reads their descriptions without defines."""

    about: Sequence[About]
    told: Sequence[str]
    concepts: NDArray[np.bool_]
    ludemes: Bags
    grams: Bags
    board: NDArray[np.float64]
    play: NDArray[np.float64]
    texts: Callable[[], Sequence[str]]

    @classmethod
    def of(
        cls, games: Sequence[DescribedGame], played: Sequence[PlayedGame] | None = None, *, jobs: int = 1,
        report: Callable[[int, int], None] | None = None,
    ) -> Space:  # fmt: skip
        """Of the games that can be read, in their order. played: what is known of the play of each. jobs: processes.
        report: is told how many games of how many have been read."""
        pairs = [pair for pair in zip(games, played or [_UNPLAYED] * len(games), strict=True) if pair[0].text]
        about: list[About] = []
        traits: list[Traits] = []
        told: list[str] = []
        reading = in_order(_Reading(), [game.text for game, _ in pairs], Places(min(jobs, max(1, len(pairs)))))
        try:
            for (game, play), rules in zip(pairs, reading, strict=True):
                entry = game.entry
                about.append(About(entry.name, entry.place, entry.players, board_kind(entry), digest_of(game.text)))
                traits.append(Traits.of(game, rules, play))
                told.append(json.dumps([rules.words, rules.parts]))
                if report is not None:
                    report(len(about), len(pairs))
        finally:
            reading.close()

        def rows(name: str, width: int) -> NDArray[Any]:
            return np.array([getattr(t, name) for t in traits]).reshape(-1, width)

        return cls(
            about, told, rows("concepts", len(CONCEPTS)), Bags.of([t.ludemes for t in traits]),
            Bags.of([t.grams for t in traits]), rows("board", len(INVARIANTS)), rows("play", len(MEASURES)),
            lambda: [game.text for game, _ in pairs],
        )  # fmt: skip

    def traits(self, row: int) -> Traits:
        """What is compared of one of the games."""
        return Traits(
            self.concepts[row], self.ludemes.bag(row), self.grams.bag(row), self.board[row], self.play[row]
        )  # fmt: skip

    def side(self, row: int) -> Side:
        """What reasons are taken from."""
        words, parts = json.loads(self.told[row])
        held = (name for name, holds in zip(CONCEPTS, self.concepts[row], strict=True) if holds)
        return Side(frozenset(words), parts, frozenset(held), self.about[row].players, self.about[row].kind)

    # ------------------------------------------------------------------ distances

    def distances(self, game: Traits) -> dict[str, NDArray[np.float64]]:
        """How far each game is from one, by the name of the distance. The distance by a board or by play that one of
        them lacks is not a number, and the combined distance leaves it out; `play` is absent where nobody has any."""
        found = {
            "concepts": self._concepts(game.concepts),
            "divergence": self._divergence(game.concepts),
            "ludemes": self.ludemes.cosine(game.ludemes),
            "trees": self.grams.overlap(game.grams),
            "boards": _gower(self.board, game.board, self._board_ranges, _BOARD_TOTAL),
        }
        if not (np.isnan(self.play).all() or np.isnan(game.play).all()):
            found["play"] = _gower(self.play, game.play, self._play_ranges, None)
        return found | {COMBINED: combined(found, WEIGHTS)}

    @cached_property
    def rarity(self) -> NDArray[np.float64]:
        """The weight of each concept: log((1 + games) / (1 + those that have it)) + 1."""
        return np.asarray(np.log((1 + len(self.about)) / (1 + self.concepts.sum(axis=0))) + 1)

    @cached_property
    def _weighted(self) -> NDArray[np.float64]:
        return np.asarray(self.concepts * self.rarity)

    def _concepts(self, held: NDArray[np.bool_]) -> NDArray[np.float64]:
        wanted = held * self.rarity
        norms = np.sqrt((self._weighted**2).sum(axis=1) * (wanted**2).sum())
        share = np.divide(self._weighted @ wanted, norms, out=np.zeros(len(norms)), where=norms > 0)
        return np.asarray(np.clip(1 - share, 0.0, 1.0))

    @cached_property
    def _distributions(self) -> NDArray[np.float64]:
        totals = self._weighted.sum(axis=1, keepdims=True)
        return np.asarray(self._weighted / np.where(totals > 0, totals, 1))

    @cached_property
    def _entropies(self) -> NDArray[np.float64]:
        return _entropy(self._distributions)

    def _divergence(self, held: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The square root of the Jensen-Shannon divergence in bits (Endres and Schindelin, 2003)."""
        wanted = held * self.rarity
        wanted = wanted / (wanted.sum() or 1)
        # where the game has nothing, half of the other's share is left: -(p/2) log(p/2) follows from -p log p
        between = _entropy((self._distributions[:, held] + wanted[held]) / 2)
        outside = self._entropies - _entropy(self._distributions[:, held])
        between += (outside + 1 - self._distributions[:, held].sum(axis=1)) / 2
        return np.asarray(np.sqrt(np.clip(between - (self._entropies + _entropy(wanted)) / 2, 0.0, 1.0)))

    @cached_property
    def _board_ranges(self) -> NDArray[np.float64]:
        return np.where(_SHARES, 1.0, _ranges(self.board))

    @cached_property
    def _play_ranges(self) -> NDArray[np.float64]:
        return _ranges(self.play)

    # ------------------------------------------------------------------ as a file

    def packed(self, name: str, key: str) -> bytes:
        """All of it but the texts as a file of the cache of this name. key: what it was made from."""
        arrays: dict[str, NDArray[Any]] = {
            "concepts": np.packbits(self.concepts, axis=1), "board": self.board, "play": self.play,
            **{f"ludemes {part}": array for part, array in self.ludemes.arrays().items()},
            **{f"grams {part}": array for part, array in self.grams.arrays().items()},
        }  # fmt: skip
        head = {
            "key": key, "about": [list(a.__dict__.values()) for a in self.about],
            "types": {part: array.dtype.str for part, array in arrays.items()},
        }  # fmt: skip
        told = "\n".join(self.told).encode()
        return packed(name, head, {"told": told} | {part: array.tobytes() for part, array in arrays.items()})

    @classmethod
    def unpacked(cls, name: str, key: str, data: bytes, texts: Callable[[], Sequence[str]]) -> Space | None:
        """The inverse of `packed`; None for data that is damaged, or made from something else."""
        found = unpacked(name, data)
        if found is None or found[0].get("key") != key:
            return None
        head, sections = found
        arrays = {part: np.frombuffer(sections[part], kind) for part, kind in head["types"].items()}
        count, width = len(head["about"]), len(CONCEPTS)
        held = np.unpackbits(arrays["concepts"].reshape(count, -1), axis=1, count=width).astype(bool)

        def bags(which: str) -> Bags:
            parts = {part.split(" ")[1]: array for part, array in arrays.items() if part.startswith(f"{which} ")}
            return Bags(count, **parts)

        return cls(
            [About(*row) for row in head["about"]], str(sections["told"], "utf-8").splitlines(), held, bags("ludemes"),
            bags("grams"), arrays["board"].reshape(count, -1), arrays["play"].reshape(count, -1), texts,
        )  # fmt: skip


def combined(found: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float]) -> NDArray[np.float64]:
    """The weighted mean of distances, of those that are numbers."""
    table = np.array([found[name] for name in weights])
    scale = np.array(list(weights.values()))[:, None] * ~np.isnan(table)
    return np.asarray((np.nan_to_num(table) * scale).sum(axis=0) / np.maximum(scale.sum(axis=0), 1e-9))


def _entropy(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    logs = np.log2(rows, out=np.zeros(rows.shape), where=rows > 0)
    return np.asarray(-(rows * logs).sum(axis=-1))


def _ranges(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the middle nine tenths of the numbers of each column reach; 1 where that is nowhere."""
    known = table[~np.isnan(table).all(axis=1)]
    if not len(known):
        return np.ones(table.shape[1])
    low, high = np.nanpercentile(known, (5, 95), axis=0)
    return np.where(high - low > 1e-9, high - low, 1.0)


def _gower(
    table: NDArray[np.float64], row: NDArray[np.float64], ranges: NDArray[np.float64], total: float | None
) -> NDArray[np.float64]:
    """Gower's distance (1971) of each row from one: the mean over the numbers that both have of their difference over
    its range, 1 at most. total: what the sum is divided by in place of how many numbers they have."""
    differences = np.minimum(np.abs(table - row) / ranges, 1.0)
    both = ~np.isnan(differences)
    number = both.sum(axis=1)
    divisor = np.full(len(table), total) if total is not None else np.maximum(number, 1)
    return np.asarray(np.where(number > 0, np.nansum(differences, axis=1) / divisor, np.nan))
