"""A few random games of a game, and what they are like in numbers: for the distance between games by their play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import log10
from statistics import fmean
from typing import Any

from ludparse.description.description import Description
from ludparse.interpreter.game.load import load_once
from ludparse.library.library import Library
from ludparse.problems.errors import LudError

from ..statistics.games import game_statistics
from ..statistics.play import Setup, play_game
from ..statistics.players import Player, make_player
from ..statistics.record import GameRecord

__all__ = ["GAMES", "MEASURES", "measures_of"]

GAMES = 4
"""Games that are played, with the numbers from 0 on."""
PLIES = 120
"""After so many plies they are broken off."""
PATIENCE = 10.0
"""Seconds of a processor that the games of one description may take in plain Python, and then again as native code."""

_SHARES = (
    "AdvantageP1", "Completion", "Drawishness", "Timeouts", "OutcomeUniformity", "DecisionMoves",
    "BoardCoverageDefault", "PositionalRepetition", "SituationalRepetition",
)  # fmt: skip
_AMOUNTS = ("DurationMoves", "DurationTurns", "DurationActions")

MEASURES = (*_SHARES, *_AMOUNTS, "GameTreeComplexity", "BranchingFactor", "MoveDistance", "Pieces", "Occupied")
"""Names of the numbers, in their order: Ludii's statistics, and the means over all positions of the legal moves, the
steps of a move, the pieces, and the share of sites that are occupied. Amounts are log10 of 1 and the amount."""


class _TooSlowError(Exception):
    """The games take too long."""


class _Hurried:
    """Plays at random, until the time is over."""

    def __init__(self, player: Player, end: float) -> None:
        self.player, self.end = player, end

    def choose(self, state: Any) -> Any:
        if time.process_time() > self.end:
            raise _TooSlowError
        return self.player.choose(state)


def measures_of(description: Description, library: Library | None) -> tuple[list[float | None], str]:
    """The numbers of `MEASURES` (None: a game has none), and why there are none at all (empty: there are).

    The games depend on the description alone. library: where the games of a match are found.
    """
    for backend in ("python", "auto"):
        try:
            return _measures(description, library, backend), ""
        except _TooSlowError:
            continue
        except LudError as problem:
            return [], problem.message.split("\n", 1)[0]
    return [], "its random games take too long"


def _measures(description: Description, library: Library | None, backend: str) -> list[float | None]:
    request = description.request
    end = time.process_time() + PATIENCE
    game = load_once(
        description.source, options=request.options, ruleset=request.ruleset, library=library, backend=backend
    )
    make, setup = make_player("random"), Setup("", max_moves=PLIES)
    records = [play_game(game, setup, number, lambda seed: _Hurried(make(seed), end)) for number in range(GAMES)]
    return _numbers(game, records)


def _numbers(game: Any, records: Sequence[GameRecord]) -> list[float | None]:
    found = game_statistics(game, records)

    def amount(values: Sequence[float]) -> float | None:
        return log10(1 + fmean(values)) if values else None

    def of_positions(name: str) -> list[float]:
        return [value for record in records for value in getattr(record, name)]

    lengths = [found[name] for name in _AMOUNTS]
    occupied = of_positions("occupied")
    return [
        *(found[name] for name in _SHARES),
        *(None if value is None else log10(1 + value) for value in lengths),
        amount([found["GameTreeComplexity"] or 0.0]),
        amount(of_positions("branching")),
        amount(of_positions("distances")),
        amount(of_positions("pieces")),
        fmean(occupied) if occupied else None,
    ]
