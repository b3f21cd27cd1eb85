"""Playouts: random games from a position to its end, as a search plays them."""

from __future__ import annotations

import time

from ludparse.ludemes import MoveSwapPlayers, SwapPlayers, walk

from ..play.game_state import GameState
from ..play.move import Move
from ..play.playouts import Chance
from ..play.state import State
from .agent import Seconds

__all__ = ["Mast", "Played", "Recorded", "Rollout", "name_of", "steps_alone"]

_FIRST_PLIES = 4
"""Plies of the first playout under a limit on time, which tells how fast playouts are."""

Played = list[tuple[int, tuple[int, int, int]]]
"""Moves: the seat of the mover, and `Mast.name` of the move."""


def steps_alone(state: State, max_moves: int) -> tuple[int, int]:
    """How many plies of a playout a search draws itself before the engine goes on: always so many, and while no more
    than so many moves of the game were made (0: this does not matter).

    The engine chooses the first move anew, and does not tell about changes of sides; so what needs the dice that lie on
    the table, or may change sides, is played move by move before.
    """
    stochastic = int(any(game.traits.stochastic for game in state.game.single_games))
    if state.game.changes_sides:
        if any(isinstance(node, MoveSwapPlayers | SwapPlayers) for node in walk(state.game.description.game)):
            return max_moves, 0
        # the rule of the pie offers the change to the last player in the first round
        return stochastic, state.game.players
    return stochastic, 0


class Rollout:
    """Uniformly random games, played by the engine.

    max_moves: plies after which a game is broken off and counts as a draw. A game is also broken off when the time is
    up; then it has no value.
    """

    def __init__(self, state: State, max_moves: int, clock: Seconds) -> None:
        self.max_moves = max_moves
        self.clock = clock
        self.stochastic = any(game.traits.stochastic for game in state.game.single_games)
        self._rate = 0.0  # plies a second, 0 until it was measured
        self._alone, self._early = steps_alone(state, max_moves)

    def values(self, state: State, chance: Chance) -> tuple[float, ...] | None:
        """What one game from a position, which stays as it is, is worth to each seat; None where the time is up."""
        state = state.copy()
        if self.stochastic:
            state.reseed(chance.bits())
        plies = 0
        while plies < self.max_moves and not state.over and (plies < self._alone or self._may_swap(state)):
            if self.clock.over:
                return None
            moves = state.legal_moves()
            if not moves:
                break
            state.apply(moves[chance.below(len(moves))])
            plies += 1
        players = state.game.players
        if state.over or plies == self.max_moves:
            return state.by_seat(tuple(state.ranking[1 : players + 1]))
        ranking = self._by_engine(state, chance, self.max_moves - plies)
        return None if ranking is None else state.by_seat(ranking)

    def _may_swap(self, state: State) -> bool:
        """Whether the rule of the pie may still be used."""
        if not self._early or not isinstance(state, GameState):
            return False
        engine = state.game.engine
        return int(engine.read(state.raw, "n_moves") - engine.read(state.raw, "n_start")) < self._early

    def _by_engine(self, state: State, chance: Chance, most: int) -> tuple[float, ...] | None:
        if self.clock.seconds is None:
            return state.playouts(1, seed=chance.bits(), max_moves=most).rankings[0]
        while (left := self.clock.left) > 0:
            # no more plies than the time allows, so that a long game does not overrun it
            now = time.perf_counter()
            plies = min(most, max(_FIRST_PLIES, int(self._rate * left)))
            played = state.playouts(1, seed=chance.bits(), max_moves=plies)
            self._rate = max(1, played.moves) / max(time.perf_counter() - now, 1e-7)
            if not played.cut or plies == most:
                return played.rankings[0]
        return None


class Recorded(Rollout):
    """Uniformly random games whose moves are remembered, and the averages of all moves: the history of the search.

    A move is known by mover, from and to.
    """

    def __init__(self, state: State, max_moves: int, clock: Seconds) -> None:
        super().__init__(state, max_moves, clock)
        self.table: dict[tuple[int, tuple[int, int, int]], list[float]] = {}
        self.played: Played = []

    def values(self, state: State, chance: Chance) -> tuple[float, ...] | None:
        """As of `Rollout`."""
        state = state.copy()
        if self.stochastic:
            state.reseed(chance.bits())
        self.played = []
        plies = 0
        while plies < self.max_moves and not state.over:
            if self.clock.over:
                return None
            moves = state.legal_moves()
            if not moves:
                chance.bits()  # as `Rollout`, which would go on with the engine
                break
            k = self._pick(state, moves, chance)
            self.played.append((state.seats[state.mover - 1], name_of(moves[k])))
            state.apply(moves[k])
            plies += 1
        players = state.game.players
        return state.by_seat(tuple(state.ranking[1 : players + 1]))

    def _pick(self, state: State, moves: list[Move], chance: Chance) -> int:
        return chance.below(len(moves))

    def learn(self, played: Played, values: tuple[float, ...]) -> None:
        """Adds the result of a game to the averages of its moves."""
        for key in played:
            row = self.table.setdefault(key, [0.0, 0.0])
            row[0] += 1
            row[1] += values[key[0]]

    def mean(self, seat: int, move: Move) -> float:
        """The average of a move; a half where it was never made."""
        row = self.table.get((seat, name_of(move)))
        return row[1] / row[0] if row else 0.5


def name_of(move: Move) -> tuple[int, int, int]:
    """What a move is known by: mover, from, to."""
    return move.mover, move.from_site, move.to_site


class Mast(Recorded):
    """Games in which moves that did well elsewhere are preferred (Finnsson and Björnsson, "Simulation-based approach to
    general game playing", AAAI 2008): mostly the move with the best average, else (with probability `epsilon`) any.
    """

    epsilon = 0.4

    def _pick(self, state: State, moves: list[Move], chance: Chance) -> int:
        """Mostly the move with the best average; one that was never played counts as good. Ties are broken at random.
        """
        if chance.below(1000) < 1000 * self.epsilon:
            return chance.below(len(moves))
        seat = state.seats[state.mover - 1]
        known = [self.table.get((seat, name_of(move))) for move in moves]
        scores = [1.0 if row is None else row[1] / row[0] for row in known]
        best = max(scores)
        ties = [k for k, score in enumerate(scores) if score == best]
        return ties[chance.below(len(ties))]
