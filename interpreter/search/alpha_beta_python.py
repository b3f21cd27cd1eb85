"""Alpha-beta: the value of a position.

This is the readable specification; `backends/c/runtime/search/alpha_beta.h` does the same in native code, and a test
compares
both.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from ..game.match_state import MatchState
from ..play.game_state import GameState
from ..play.move import Move
from ..play.playouts import Chance
from ..play.state import State
from .agent import Seconds
from .alpha_beta_settings import AlphaBetaSettings
from .evaluation import Evaluations
from .tree import Outcome, outcome

__all__ = [
    "MOST_PLIES", "WIN", "EnoughError", "PythonPositions", "Sides", "draws_of", "is_result", "later",
    "remembers", "searches_captures",
]  # fmt: skip

WIN = 1e9
"""The value of the first place; the last is worth its negative. Each ply until then takes 1 off, so that quick wins are
worth more than slow ones, and slow losses more than quick ones. Evaluations stay far below."""

MOST_PLIES = 300
"""The deepest search."""

REMOVES = frozenset(("remove", "remove_level", "remove_later"))
"""The actions that make a move a capture."""

_KILLERS = 2
_MOST_HISTORY = (1 << 38) - 1

Name = tuple[int, int, int]
"""A move for ordering: mover, from, to."""


class EnoughError(Exception):
    """A limit is reached."""


class Sides:
    """Who plays for what: the seat of the player to move, and the seats of its team, which maximise."""

    def __init__(self, state: State) -> None:
        at, team = state.seats, state.teams
        mine = team[state.mover - 1]
        self.seat = at[state.mover - 1]
        self.ours = frozenset(seat for seat, of in zip(at, team, strict=True) if of == mine)


class _Entry(NamedTuple):
    """A position in the table. plies: how deep it was searched. bound: 0 for an exact value, 1 where it is at least
    this, -1 where it is at most this. best: the number of the best move. certain: whether no evaluation was needed."""

    plies: int
    value: float
    bound: int
    best: int
    certain: bool


class PythonPositions:
    """Values of the positions after the moves of one position."""

    def __init__(self, settings: AlphaBetaSettings, state: State, moves: list[Move], clock: Seconds) -> None:
        self.settings = settings
        self.state = state.copy()
        self.moves = moves
        self.clock = clock
        self.sides = Sides(state)
        self.evaluations = Evaluations(settings.heuristics)
        self.quiet = settings.quiescence if searches_captures(state) else 0
        self.keeps = not remembers(state) and not any(game.traits.stochastic for game in state.game.single_games)
        self.draws = draws_of(settings, state)
        self.visited = 0
        self.table: dict[tuple[bytes, tuple[int, ...]], _Entry] = {}
        self.killers: dict[int, list[Name]] = {}
        self.history: dict[Name, int] = {}
        self.asked = clock.spent
        self.longest = 0.0
        """Seconds between two looks at the clock at most, of late."""

    @property
    def kept(self) -> int:
        """Positions in the table."""
        return len(self.table)

    def after(self, k: int, depth: int, alpha: float, beta: float) -> tuple[float, bool]:
        """The value after move k, and whether it is certain. Raises EnoughError at a limit."""
        return self._after(self.state, self.moves[k], depth, (alpha, beta), 1)

    def best(self, state: State) -> int | None:
        """The number of the best move of a position, as far as the table knows it."""
        entry = self.table.get((state.key, state.seats))
        return None if entry is None else entry.best

    def _late(self) -> bool:
        """Whether the time is up, or would be before it is asked about again."""
        spent = self.clock.spent
        # a pause of the machine is soon forgotten
        self.longest = max(0.95 * self.longest, spent - self.asked)
        self.asked = spent
        return self.clock.left < self.longest

    def _after(
        self, state: State, move: Move, depth: int, window: tuple[float, float], ply: int
    ) -> tuple[float, bool]:
        """The value after a move: where chance plays a part, the mean over the outcomes of some draws."""
        if not self.draws:
            after = state.copy()
            after.apply(move)
            return self._value(after, depth, window, ply)
        outcomes: dict[Outcome, State] = {}
        weights: dict[Outcome, int] = {}
        for bits in self.draws:
            after = state.copy()
            after.reseed(bits)
            after.apply(move)
            key = outcome(after)
            outcomes.setdefault(key, after)
            weights[key] = weights.get(key, 0) + 1
        if len(outcomes) == 1:
            return self._value(outcomes.popitem()[1], depth, window, ply)
        total = 0.0
        for key, after in outcomes.items():
            total += weights[key] * self._value(after, depth, (-inf, inf), ply)[0]
        return total / len(self.draws), False

    def _value(self, state: State, depth: int, window: tuple[float, float], ply: int) -> tuple[float, bool]:
        """The value of a position for the seats that maximise (fail-soft), and whether it is certain.

        depth: plies to search; from 0 down only captures are searched. Raises EnoughError.
        """
        if self.visited == self.settings.nodes or self._late():
            raise EnoughError
        self.visited += 1
        at = state.seats
        if state.over:
            values = state.by_seat(tuple(state.ranking[1 : len(at) + 1]))
            return later(WIN * (2 * values[self.sides.seat] - 1), ply), not self.draws
        most = later(WIN, ply + 1)
        if window[0] >= most or window[1] <= -most:  # no result can come soon enough to matter
            return (most if window[0] >= most else -most), False
        window = alpha, beta = max(window[0], -most), min(window[1], most)
        if depth <= 0:
            return self._quiet(state, depth, window, ply), False
        key = (state.key, at) if self.keeps else None
        entry = self.table.get(key) if key else None
        if entry is not None and (entry.plies >= depth or entry.certain):
            value = later(entry.value, ply)
            if entry.bound == 0 or (value >= beta if entry.bound > 0 else value <= alpha):
                return value, entry.certain
        moves = state.legal_moves()
        if not moves:
            return self._evaluation(state, 0), False
        order = self._ordered(moves, range(len(moves)), -1 if entry is None else entry.best, ply)
        worst = -2 * WIN * self._sign(state)
        value, certain, best = self._best(state, moves, order, worst, depth, window, ply)
        if key:
            if key not in self.table and len(self.table) >= self.settings.max_table:
                self.table.clear()
            bound = 1 if value >= beta else -1 if value <= alpha else 0
            self.table[key] = _Entry(depth, later(value, -ply), bound, best, certain)
        return value, certain

    def _quiet(self, state: State, depth: int, window: tuple[float, float], ply: int) -> float:
        """The value of a position in which only captures are searched, unless nothing else is possible."""
        if self.quiet + depth <= 0:
            return self._evaluation(state, None)
        moves = state.legal_moves()
        value = self._evaluation(state, len(moves))
        captures = [k for k, move in enumerate(moves) if any(a.kind in REMOVES for a in move.raw.actions)]
        if not captures:
            return value
        alpha, beta = window
        sign = self._sign(state)
        if len(captures) < len(moves):  # nobody has to capture
            if sign > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                return value
        else:
            value = -2 * WIN * sign
        order = self._ordered(moves, captures, -1, ply)
        return self._best(state, moves, order, value, depth, (alpha, beta), ply)[0]

    def _sign(self, state: State) -> int:
        return 1 if state.seats[state.mover - 1] in self.sides.ours else -1

    def _ordered(self, moves: list[Move], numbers: range | list[int], first: int, ply: int) -> list[int]:
        """Moves in the order in which they are tried: the best one of the table, captures, killers, then by history."""
        killers = self.killers.get(ply, ())

        def rank(k: int) -> tuple[int, int, int]:
            move = moves[k]
            name = _name(move)
            capture = any(a.kind in REMOVES for a in move.raw.actions)
            group = 0 if k == first else 1 if capture else 2 if name in killers else 3
            return group, -min(self.history.get(name, 0), _MOST_HISTORY), k

        return sorted(numbers, key=rank)

    def _best(
        self, state: State, moves: list[Move], order: list[int], value: float, depth: int,
        window: tuple[float, float], ply: int,
    ) -> tuple[float, bool, int]:  # fmt: skip
        """The value of the best move, whether it is certain, and the number of the move. value: the one that a move has
        to surpass."""
        alpha, beta = window
        sign = self._sign(state)
        best, all_certain, soon = -1, True, False
        for k in order:
            child, certain = self._after(state, moves[k], depth - 1, (alpha, beta), ply + 1)
            all_certain = all_certain and certain
            if child * sign > value * sign:
                value, best = child, k
                # no move that was searched as deep wins sooner
                soon = certain and value * sign >= later(WIN, ply + depth)
            if sign > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                if depth > 0:
                    self._remember(_name(moves[k]), depth, ply)
                return value, certain, best
        return value, all_certain or soon, best

    def _remember(self, name: Name, depth: int, ply: int) -> None:
        """Notes a move that made others superfluous."""
        self.history[name] = self.history.get(name, 0) + depth * depth
        killers = self.killers.setdefault(ply, [])
        if name not in killers:
            killers.insert(0, name)
            del killers[_KILLERS:]

    def _evaluation(self, state: State, moves: int | None) -> float:
        return self.evaluations.lead(state, self.sides.ours, moves)


def is_result(value: float) -> bool:
    """Whether a value is that of a place, other than the middle one, and no evaluation."""
    return abs(value) > 1e7


def later(value: float, plies: int) -> float:
    """A value as it is seen so many plies before: results count the less the later they come."""
    return value - plies * (1 if value > 0 else -1) if is_result(value) else value


def _name(move: Move) -> Name:
    return move.mover, move.from_site, move.to_site


def searches_captures(state: State) -> bool:
    """Whether captures are searched beyond the last ply: pieces can be removed, in a game without chance."""
    if isinstance(state, MatchState):
        return False
    assert isinstance(state, GameState)
    return not state.game.traits.stochastic and any(kind in REMOVES for kind in state.game.data.appliers)


def draws_of(settings: AlphaBetaSettings, state: State) -> list[int]:
    """The random numbers that stand for what chance may do; none in games without chance. They are the same at every
    position of a search, so that moves are compared under equal luck."""
    if not any(game.traits.stochastic for game in state.game.single_games):
        return []
    chance = Chance(settings.seed or 0)
    return [chance.bits() for _ in range(settings.draws)]


def remembers(state: State) -> bool:
    """Whether rules against repetition make what happened before part of a position."""
    if isinstance(state, MatchState):
        return any(game.data.hash_lists for game in state.game.games)
    return isinstance(state, GameState) and bool(state.game.data.hash_lists)
