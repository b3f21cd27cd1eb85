"""Alpha-beta in native code, for games that run on the C backend: `alpha_beta_python` says what it does."""

from __future__ import annotations

import time

from ..backends.c.calls import Calls
from ..backends.c.engine import CEngine
from ..play.game_state import GameState
from ..play.state import State
from .agent import Seconds, native_now
from .alpha_beta_python import EnoughError, Sides, draws_of, remembers, searches_captures
from .alpha_beta_settings import AlphaBetaSettings
from .evaluation import chosen_evaluation
from .native.alpha_beta import GrownError, NativeAlphaBeta, Plan

__all__ = ["GrownError", "NativePositions"]

_MOST_SEATS = 32
_MARGIN = 0.0002
"""Seconds that are left for what comes after the search."""


class NativePositions:
    """Values of the positions after the moves of one position. The members are those of `PythonPositions`."""

    def __init__(self, settings: AlphaBetaSettings, state: GameState, clock: Seconds) -> None:
        game = state.game
        engine = game.engine
        assert isinstance(engine, CEngine)
        self.state = state.copy()
        self.clock = clock
        self.sides = Sides(state)
        self.calls = Calls()
        plan = Plan(
            game.players, self.sides.seat, sorted(self.sides.ours), not remembers(state) and not game.traits.stochastic,
            settings.quiescence * searches_captures(state), settings.nodes, settings.max_table,
            draws_of(settings, state),
        )  # fmt: skip
        self.native = NativeAlphaBeta(engine, chosen_evaluation(game, settings.heuristics), plan)

    @staticmethod
    def can_search(state: State, clock: Seconds) -> bool:
        """Whether native code can search it: a game on the C backend, not a match, whose code is there."""
        if not isinstance(state, GameState) or not 1 <= state.game.players <= _MOST_SEATS:
            return False
        return native_now(state.game.engine, clock)

    @property
    def visited(self) -> int:
        """Positions visited so far."""
        return self.native.visited

    @property
    def kept(self) -> int:
        """Positions in the table."""
        return self.native.kept

    def after(self, k: int, depth: int, alpha: float, beta: float) -> tuple[float, bool]:
        """The value after move k, and whether it is certain. Raises EnoughError at a limit, GrownError where the search
        has to begin again, CancelledError."""
        began = time.perf_counter()
        left = -1.0 if self.clock.seconds is None else max(0.0, self.clock.left - _MARGIN)
        found = self.native.after(self.state.fresh, k, depth, alpha, beta, left, self.calls)
        self.native.spent(time.perf_counter() - began)
        if found is None:
            raise EnoughError
        return found

    def best(self, state: State) -> int | None:
        """The number of the best move of a position, as far as the table knows it."""
        assert isinstance(state, GameState)
        return self.native.best(state.fresh)
