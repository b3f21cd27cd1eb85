"""Flat Monte Carlo search, and contests between this search and random players.

The simplest search there is. It is enough to tell whether a game rewards thinking, and how it goes then.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Contest", "FlatMonteCarlo", "play_contest"]


@dataclass(frozen=True)
class FlatMonteCarlo:
    """Chooses the move with the best average result of random games after it.

    playouts: random games for each legal move. max_moves: plies of each; a game that is not over by then counts as half
    a win. The search does not know future throws of dice: every random game throws anew.
    """

    playouts: int = 20
    max_moves: int = 1000

    def choose(self, game: Any, state: Any, chance: random.Random) -> Any:
        """One of the legal moves; ties are broken at random. Raises ValueError when there is none."""
        moves = state.legal_moves()
        if not moves:
            raise ValueError("the game is over")
        if len(moves) == 1:
            return moves[0]
        values = [self._value(game, state, move, chance) for move in moves]
        best = max(values)
        return moves[chance.choice([k for k, value in enumerate(values) if value == best])]

    def _value(self, game: Any, state: Any, move: Any, chance: random.Random) -> float:
        after = state.copy()
        after.apply(move)
        player = after.seats.index(state.seats[state.mover - 1]) + 1
        results = after.playouts(self.playouts, seed=chance.getrandbits(63), max_moves=self.max_moves)
        return sum(_worth(ranking, player) for ranking in results.rankings) / self.playouts


@dataclass(frozen=True)
class Contest:
    """How one game ended.

    searching: the seats of the search, from 1. ranking: the place of the player who began at seat 1, 2, …, also after
    swaps; 0.0 where the game was broken off.
    """

    searching: tuple[int, ...]
    ranking: tuple[float, ...]
    plies: int
    turns: int


def play_contest(game: Any, search: FlatMonteCarlo, searching: Sequence[int], seed: int) -> Contest:
    """Play one game, with a search at some seats and random moves at the others; the same seed gives the same game."""
    chance = random.Random(seed)
    state = game.start(seed=chance.getrandbits(63))
    plies = turns = before = 0
    while (moves := state.legal_moves()) and plies < search.max_moves:
        mover = state.seats[state.mover - 1] + 1
        turns += mover != before
        before = mover
        move = search.choose(game, state, chance) if mover in searching else chance.choice(moves)
        state.apply(move)
        plies += 1
    places = dict(zip(state.seats, state.ranking[1:], strict=True))
    return Contest(tuple(searching), tuple(places[seat] for seat in sorted(places)), plies, turns)


def _worth(ranking: Sequence[float], player: int) -> float:
    """1 for the first place and 0 for the last."""
    place = ranking[player - 1]
    return (len(ranking) - place) / max(1, len(ranking) - 1) if place else 0.5
