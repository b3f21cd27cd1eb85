"""Which legal moves do well in random games: the hint for a player in a terminal."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Rating", "rate_moves"]

_MOST_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Rating:
    """A legal move: its place in the list (from 0), the random games played after it, and their average worth for the
    mover, from 0 (the last place) to 1 (the first)."""

    index: int
    games: int
    value: float


def rate_moves(
    state: Any,
    chance: random.Random,
    *,
    seconds: float = 2.0,
    max_moves: int = 300,
    clock: Callable[[], float] = time.monotonic,
) -> list[Rating]:
    """The legal moves by their average result in random games, best first (flat Monte Carlo).

    The moves are taken in random order. Where the time is too short for a game after each of them, those without one
    are left out; at least one is rated. A game that is not over after `max_moves` plies counts as half a win. Puzzles
    are rated by how many random games solve them.
    """
    end = clock() + seconds
    moves, seat = state.legal_moves(), state.seats[state.mover - 1]
    order = chance.sample(range(len(moves)), len(moves))
    afters: dict[int, tuple[Any, int]] = {}
    games, worth = [0] * len(moves), [0.0] * len(moves)
    at_once = 1
    while moves and (not any(games) or clock() < end):
        for k in order:
            if any(games) and clock() >= end:
                break
            if k not in afters:
                after = state.copy()
                after.apply(moves[k])
                afters[k] = after, after.seats.index(seat) + 1
            after, player = afters[k]
            results = after.playouts(at_once, seed=chance.getrandbits(63), max_moves=max_moves)
            worth[k] += sum(_worth(ranking, player) for ranking in results.rankings)
            games[k] += at_once
        at_once = min(2 * at_once, _MOST_AT_ONCE)
    rated = [Rating(k, n, worth[k] / n) for k, n in enumerate(games) if n]
    return sorted(rated, key=lambda rating: (-rating.value, rating.index))


def _worth(ranking: Any, player: int) -> float:
    """1 for the first place and 0 for the last; of a puzzle whether it is solved."""
    place = ranking[player - 1]
    if len(ranking) == 1:
        return float(place == 1.0)
    return float((len(ranking) - place) / (len(ranking) - 1)) if place else 0.5
