"""What an author must know of a game, whatever it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .coverage import Watched, watch_rules
from .intervals import wilson
from .record import GameRecord

__all__ = ["Warnings", "author_warnings", "watch_rules"]

_FEW = 20  # from so many games on something that always happens is worth a warning


@dataclass(slots=True)
class Warnings:
    """Warnings by kind: never-ends, always-drawn, one-side-wins, still-piece, absent-piece, silent-rule."""

    found: list[tuple[str, str]] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The sentences."""
        return [text for _, text in self.found]

    def as_dict(self) -> list[dict[str, str]]:
        """As plain data."""
        return [{"kind": kind, "text": text} for kind, text in self.found]


def author_warnings(game: Any, records: Sequence[GameRecord], watched: Watched | None) -> Warnings:
    """Warnings from games that were played, and from those in which it was watched what is used."""
    warnings = Warnings()
    add = warnings.found.append
    n = len(records)
    if n >= _FEW:
        endless = sum(record.timeout for record in records)
        if endless == n:
            longest = max(record.plies for record in records)
            add(
                (
                    "never-ends",
                    f"none of {n:,} games came to an end; they were broken off, the longest after {longest:,} moves",
                )
            )
        elif wilson(endless, n)[0] > 0.05:
            add(("never-ends", f"{endless:,} of {n:,} games did not come to an end"))
        ended = [record for record in records if not record.timeout]
        if game.players > 1 and len(ended) >= _FEW:
            if not any(any(record.utilities) for record in ended):
                add(("always-drawn", f"all {len(ended):,} games that ended were drawn"))
            for p in range(game.players):
                won = sum(record.utilities[p] == 1.0 for record in ended)
                if won == len(ended) or wilson(won, len(ended))[0] > 0.9:
                    always = "every one" if won == len(ended) else f"{won:,}"
                    add(("one-side-wins", f"player {p + 1} won {always} of {len(ended):,} games"))
    if watched is not None and watched.games:
        games = f"{watched.games:,} random game" + ("s" if watched.games > 1 else "")
        for name in watched.still:
            add(("still-piece", f"the piece {name} was never moved in {games}"))
        for name in watched.absent:
            add(("absent-piece", f"the piece {name} was never on the board in {games}"))
        for place in watched.silent:
            add(("silent-rule", f"a rule never did anything in {games}: {place}"))
    return warnings
