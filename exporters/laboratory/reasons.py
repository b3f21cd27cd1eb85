"""Why two games are near: what they share and in what they differ, told of their descriptions. Only what is so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ludparse.interpreter.concepts import PARENTS
from ludparse.reader.syntax import Call, tokens

from ..authoring.rules_diff import sections_of
from .trees import without_names

__all__ = ["Reasons", "Side", "digest_of", "parts_of", "reasons_between"]

MOST = 6
"""Concepts and ludemes that are told of each kind, the rarest first."""

_PARTS = {
    "board": "board", "pieces": "pieces", "start": "start rules", "play": "rules of play", "end": "end rules",
}  # fmt: skip
"""Parts of a description that are told of where they are the same, and what they are called."""


@dataclass(frozen=True)
class Side:
    """One of two games: what the reasons are taken from. ludemes: as `ludemes_of` names them. parts: as of `parts_of`.
    kind: of its board, in a few words."""

    ludemes: frozenset[str]
    parts: Mapping[str, str]
    concepts: frozenset[str]
    players: int
    kind: str


def parts_of(tree: Call) -> dict[str, str]:
    """A digest of each part of an expanded description, without names, by what it is."""
    parts = sections_of(without_names(tree))
    return {
        name: digest_of("\n".join(" ".join(tokens(node)) for node in parts[name])) for name in _PARTS if name in parts
    }  # fmt: skip


def digest_of(text: str) -> str:
    """128 bits that are equal for the same text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Reasons:
    """What two games share and in what they differ.

    concepts, ludemes: what both have, what the first has alone, and what the second has alone, the rarest first, some
    of each. Of the concepts, none is told that a narrower one implies. A ludeme is a keyword, or a keyword with a plain
    word among its arguments. parts: the parts of the descriptions that are the same but for the names in them. players,
    boards: of both.
    """

    concepts: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    ludemes: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    parts: tuple[str, ...]
    players: tuple[int, int]
    boards: tuple[str, str]

    @property
    def shared(self) -> list[str]:
        """What both have, in lines."""
        lines = []
        if self.boards[0] and self.boards[0] == self.boards[1]:
            lines.append(f"kind of board: {self.boards[0]}")
        if self.players[0] == self.players[1]:
            lines.append("players: " + str(self.players[0]))
        if self.parts:
            lines.append("the same but for names: " + ", ".join(_PARTS[part] for part in self.parts))
        return lines + _lines("", self.concepts[0], self.ludemes[0])

    @property
    def differ(self) -> list[str]:
        """In what they differ, in lines."""
        lines = []
        if self.boards[0] != self.boards[1]:
            lines.append(f"board: {self.boards[0] or 'none'} | {self.boards[1] or 'none'}")
        if self.players[0] != self.players[1]:
            lines.append(f"players: {self.players[0]} | {self.players[1]}")
        for which, mark in ((1, "only the first has "), (2, "only the second has ")):
            lines += _lines(mark, self.concepts[which], self.ludemes[which])
        return lines

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        both, first, second = range(3)
        return {
            "shared": {
                "concepts": list(self.concepts[both]), "ludemes": list(self.ludemes[both]), "parts": list(self.parts),
            },
            "first": {"concepts": list(self.concepts[first]), "ludemes": list(self.ludemes[first])},
            "second": {"concepts": list(self.concepts[second]), "ludemes": list(self.ludemes[second])},
            "players": list(self.players), "boards": list(self.boards),
        }  # fmt: skip


def _lines(mark: str, concepts: tuple[str, ...], ludemes: tuple[str, ...]) -> list[str]:
    lines = []
    if concepts:
        lines.append(f"{mark}concepts: {', '.join(concepts)}")
    if ludemes:
        lines.append(f"{mark}ludemes: {', '.join(f'({ludeme} …)' for ludeme in ludemes)}")
    return lines


def reasons_between(
    one: Side, other: Side, concept_rarity: Callable[[str], float], ludeme_rarity: Callable[[str], float]
) -> Reasons:
    """What two games share and in what they differ. rarity: a number that is higher for what fewer games have."""
    words = one.ludemes, other.ludemes
    held = one.concepts, other.concepts

    def ludemes(which: Iterable[str]) -> tuple[str, ...]:
        found = set(which)
        # a keyword says nothing beside the same one with its word
        plain = {word.partition(" ")[0] for word in found if " " in word}
        return _rarest(found - plain, ludeme_rarity)

    def concepts(which: Iterable[str]) -> tuple[str, ...]:
        found = set(which)
        return _rarest(found - {PARENTS[name] for name in found}, concept_rarity)

    same = tuple(name for name in _PARTS if name in one.parts and one.parts[name] == other.parts.get(name))
    return Reasons(
        (concepts(held[0] & held[1]), concepts(held[0] - held[1]), concepts(held[1] - held[0])),
        (ludemes(words[0] & words[1]), ludemes(words[0] - words[1]), ludemes(words[1] - words[0])),
        same, (one.players, other.players), (one.kind, other.kind),
    )  # fmt: skip


def _rarest(words: Iterable[str], rarity: Callable[[str], float]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda word: (-rarity(word), word))[:MOST])
