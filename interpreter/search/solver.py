"""Proves what a position is worth: three methods in native code, alpha-beta otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludparse.problems.errors import LudUnsupportedError

from ..backends.c.engine import CEngine
from ..lower.base.fields import MOVE_LIMIT, TURN_LIMIT
from ..play.arguments import FAR, whole
from ..play.game_state import GameState
from ..play.move import Move
from ..play.state import State
from .agent import Seconds, refuse
from .alpha_beta import AlphaBeta
from .native.proof_number import Question
from .native.retrograde import Circles

__all__ = ["Solution", "solve"]

_LINE_NODES = 200_000
"""Positions that are visited at most to find a move of the line that the table has lost."""

_FIRST_NODES, _ALPHA_BETA_NODES = 3_000_000, 30_000_000
"""Without limits: positions that proof-number search visits first, and then alpha-beta."""

_AT_ONCE = 20_000
"""Positions of a game that is so small that all of them are enumerated at once."""

_TABLE_ROW = 48  # bytes of a row of alpha-beta's table, with the free ones

_TABLE_SECOND = 1 << 26
"""Bytes of a table of proof-number search that a second can fill. A larger one would only take time to give back."""

_MARGIN, _MARGIN_SHARE = 0.001, 0.005
"""Seconds, and the share of the time, that are left for giving memory back after a search, on a slow machine."""

_LEAST_TIME = 0.002
"""Seconds that alpha-beta needs to begin and to end: with less it is left out."""

_LONGEST = 400
"""Plies of the line that is shown at most."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven about a position.

    low, high: bounds of what the player to move can be sure of (with the own team, if there are teams), from 0 (last)
    over 0.5 (a draw) to 1 (first). line: best moves of both sides, as far as they are known; empty where the value is
    not. nodes: positions that were visited. plies: the number of plies in which a win or a loss can be forced, where
    all positions were enumerated; None otherwise, and for draws. deep: whether games were too long to be followed to
    their end. interrupted: whether Ctrl-C ended the search.
    """

    low: float
    high: float
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    deep: bool = False
    interrupted: bool = False
    plies: int | None = None

    @property
    def value(self) -> float | None:
        """The value; None where it is not proven."""
        return self.low if self.low == self.high else None


def solve(
    state: State, *, seconds: float | None = None, nodes: int | None = None, max_memory: int = 1 << 29
) -> Solution:
    """Prove what a position is worth to the player to move against the best play of all others together.

    seconds, nodes: limits; without any it takes as long as it takes. max_memory: bytes of all tables together, of
    native code. Where the rules remember earlier positions, positions count as equal only if these are equal too. In
    native code retrograde analysis, proof-number search and alpha-beta are tried in turn.

    Raises LudUnsupportedError for games with chance, with hidden information, and for simulations; ValueError for
    limits that are not from 1 to 2**62 (seconds: above 0), LudLimitError where there is too little memory.
    """
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds={seconds}: proving needs more than 0 seconds")
    nodes = None if nodes is None else whole("nodes", nodes, 1, FAR)
    max_memory = whole("max_memory", max_memory, 1, FAR)
    refuse(state)
    if any(game.traits.stochastic for game in state.game.single_games):
        raise LudUnsupportedError("the result of a game with chance cannot be proven")
    if not state.over and not state.mover:
        raise LudUnsupportedError("nobody moves in a simulation: there is nothing to prove")
    clock = Seconds(seconds)
    if state.over:
        values = state.by_seat(tuple(state.ranking[1 : len(state.seats) + 1]))
        value = values[state.seats[state.mover - 1]] if state.mover else values[0]
        return Solution(value, value, (), 0, clock.spent)
    engine = state.game.engine
    if isinstance(state, GameState) and isinstance(engine, CEngine) and engine.compiles():
        if seconds is not None:
            clock.end -= min(_MARGIN + _MARGIN_SHARE * seconds, seconds / 10)
        return _in_turn(state, clock, nodes, max_memory)
    return _by_alpha_beta(state, clock, nodes)


def _in_turn(state: GameState, clock: Seconds, nodes: int | None, max_memory: int) -> Solution:
    """Tries what is quick for small games, then proof-number search, retrograde analysis and alpha-beta with a quarter
    of the limits each, and then goes on with proof-number search. Each of them solves games that the others do not."""
    engine = state.game.engine
    assert isinstance(engine, CEngine)
    # tables of proof-number search are kept while the other methods have their turn, one after another
    proof = _Proof(state, clock, nodes, max_memory // 2)
    max_memory //= 2
    spent = 0

    def share() -> Seconds:
        """A quarter of the time."""
        return Seconds(None if clock.seconds is None else max(1e-6, min(clock.seconds / 4, clock.left)))

    def ended(found: Solution) -> Solution | None:
        """What is returned, if this is it."""
        if found.value is None and not found.interrupted:
            return None
        return replace(found, nodes=spent, seconds=clock.spent)

    def spent_all() -> bool:
        """Whether a limit is reached."""
        return clock.over or (nodes is not None and spent >= nodes)

    quarter = None if nodes is None else max(1, nodes // 4)
    found = _enumerated(state, share(), _AT_ONCE if quarter is None else min(quarter, _AT_ONCE), max_memory)
    spent += found.nodes
    if (end := ended(found)) is not None or spent_all():
        return end or replace(found, nodes=spent, seconds=clock.spent)
    proof.nodes, proof.clock = quarter or _FIRST_NODES, share()
    bounds = proof.result()
    spent += bounds.nodes
    if (end := ended(bounds)) is not None:
        return end
    if not spent_all():
        found = _enumerated(state, share(), quarter, max_memory)
        spent += found.nodes
        if (end := ended(found)) is not None:
            return end if found.value is not None else replace(end, low=bounds.low, high=bounds.high)
    if spent_all():
        return replace(bounds, nodes=spent, seconds=clock.spent)
    if clock.left >= _LEAST_TIME:
        agent = AlphaBeta(
            seconds=share().seconds, nodes=quarter or _ALPHA_BETA_NODES, heuristics="none", quiescence=0,
            max_table=max(1, max_memory // _TABLE_ROW),
        )  # fmt: skip
        agent.choose(state)
        spent += agent.done
        if agent.proven and (report := agent.report) is not None and report.value is not None:  # a report takes time
            return Solution(report.value, report.value, report.line, spent, clock.spent)
        if agent.interrupted:
            return replace(bounds, nodes=spent, seconds=clock.spent, interrupted=True)
    proof.nodes = None if nodes is None else max(0, nodes - spent) + proof.visited
    proof.clock = clock
    before = proof.visited
    found = proof.result()
    spent += proof.visited - before
    return replace(found, nodes=spent, seconds=clock.spent)


def _enumerated(state: GameState, clock: Seconds, nodes: int | None, max_memory: int) -> Solution:
    """What all positions that can be reached say.

    A position stands for all games that lead to it, however long they are. If games can go on without end, then they
    end at the limit of turns, as a draw. So nobody wins who could not win without the limit; and who can force a win
    without it does so within the plies that are counted here, which have to be fewer than those that are left to the
    limit.
    """
    unknown = Solution(0.0, 1.0, (), 0, 0.0)
    if state.game.players > 2:
        return unknown  # who shares a draw depends on who has left the game
    engine = state.game.engine
    assert isinstance(engine, CEngine)
    at, team = state.seats, state.teams
    mine = [seat for seat, of in zip(at, team, strict=True) if of == team[state.mover - 1]]
    ours = sorted(mine, key=lambda seat: seat != at[state.mover - 1])
    circles = Circles(engine, state.game.players)
    try:
        found = circles.enumerate(state.fresh, ours, nodes=nodes, end=clock.end, max_memory=max_memory)
    except KeyboardInterrupt:
        return replace(unknown, interrupted=True)
    longest = 1 + max(found.depth, found.wins or 0, found.loses or 0)
    if found.open or found.stuck or longest >= _plies_left(state):
        return replace(unknown, nodes=found.nodes)
    plies = found.wins if found.wins is not None else found.loses
    value = 1.0 if found.wins is not None else 0.5 if plies is None and state.game.players > 1 else 0.0
    return Solution(value, value, _moves(state, circles, found.line), found.nodes, clock.spent, plies=plies)


def _plies_left(state: GameState) -> int:
    """After how many plies a game may reach its limit of turns, or of moves."""
    turns = TURN_LIMIT * state.game.players - int(state.game.engine.read(state.raw, "turn"))
    return min(turns, MOVE_LIMIT - len(state.history))


def _moves(state: GameState, circles: Circles, keys: tuple[int, ...]) -> tuple[Move, ...]:
    """The moves of a line, given by the keys of the positions after them."""
    line: list[Move] = []
    at, seat = state, state.seats[state.mover - 1]
    for key in keys:
        for move in at.legal_moves():
            after = at.copy()
            after.apply(move)
            if after.over:
                worth = after.by_seat(tuple(after.ranking[1 : len(after.seats) + 1]))[seat]
                found = key == (2 if worth >= 1.0 else 0 if worth < 0.5 else 1)
            else:
                found = circles.key(after.fresh) == key
            if found:
                line.append(move)
                at = after
                break
    return tuple(line)


class _Proof:
    """The questions about one position: whether it is worth at least 1, at least 0.5, and so on."""

    def __init__(self, state: GameState, clock: Seconds, nodes: int | None, max_memory: int) -> None:
        engine = state.game.engine
        assert isinstance(engine, CEngine)
        self.state = state
        self.clock = clock
        self.nodes = nodes
        at, team = state.seats, state.teams
        self.seat = at[state.mover - 1]
        mine = [seat for seat, of in zip(at, team, strict=True) if of == team[state.mover - 1]]
        self.side = (self.seat, *(seat for seat in mine if seat != self.seat))
        places = 2 * max(1, state.game.players - 1)  # a shared place lies halfway between two
        levels = [k / places for k in range(places, 0, -1)] if state.game.players > 1 else [1.0]
        max_memory //= len(levels)
        if clock.seconds is not None:
            max_memory = min(max_memory, max(1 << 18, int(_TABLE_SECOND * min(clock.seconds, 1e6))))
        self.questions = [Question(engine, state.game.players, self.side, level, max_memory) for level in levels]
        self.visited = 0
        self.deep = False

    def result(self) -> Solution:
        """Ask from the best result down."""
        low, high, interrupted = 0.0, 1.0, False
        try:
            for question in self.questions:
                yes = self._ask(question)
                if yes is None:
                    break
                if yes:
                    low = question.wanted
                    break
                high = self._below(question.wanted)
        except KeyboardInterrupt:
            interrupted = True
        line = () if low != high or interrupted else tuple(self._line(low))
        return Solution(low, high, line, self.visited, self.clock.spent, self.deep, interrupted)

    def _below(self, level: float) -> float:
        lower = [question.wanted for question in self.questions if question.wanted < level]
        return max(lower, default=0.0)

    def _ask(self, question: Question) -> bool | None:
        left = None if self.nodes is None else self.nodes - self.visited
        if (left is not None and left < 1) or self.clock.over:
            return None
        answer = question.ask(self.state.fresh, nodes=left, end=self.clock.end)
        self.visited += answer.nodes
        self.deep |= answer.deep
        return answer.yes

    # ------------------------------------------------------------------ the line

    def _line(self, value: float) -> list[Move]:
        """Moves that keep the value: of the side, that hold what is proven, of the others, that allow no more."""
        hold = next((q for q in self.questions if q.wanted == value), None)
        more = next((q for q in reversed(self.questions) if q.wanted > value), None)
        line: list[Move] = []
        state = self.state.copy()
        while not state.over and len(line) < _LONGEST:
            ours = state.seats[state.mover - 1] in self.side
            moves = state.legal_moves()
            number = self._move(state, moves, hold, True) if ours else self._move(state, moves, more, False)
            if number is None:
                break
            line.append(moves[number])
            state.apply(moves[number])
        return line

    def _move(self, state: GameState, moves: list[Move], question: Question | None, yes: bool) -> int | None:
        """The number of a move after which the answer is still yes, or still no; of all where there is no question."""
        if not moves:
            return None
        after = []
        for move in moves:
            child = state.copy()
            child.apply(move)
            after.append(child)
        asked = question or self.questions[0 if not yes else -1]
        if question is not None:
            known = question.look(state.fresh)
            first = None if known is None else known.move  # of another position that is equal, perhaps: it is checked
            for k in sorted(range(len(moves)), key=lambda k: k != first):
                if question.ask(after[k].fresh, nodes=_LINE_NODES, end=self.clock.end).yes is yes:
                    return k
            return None
        # every move is as good: the one that took the most work to refute
        work = [0 if child.over else getattr(asked.look(child.fresh), "nodes", 0) for child in after]
        return max(range(len(moves)), key=lambda k: work[k])


def _by_alpha_beta(state: State, clock: Seconds, nodes: int | None) -> Solution:
    """For the Python backend and for matches."""
    agent = AlphaBeta(seconds=clock.seconds, nodes=nodes, depth=None if clock.seconds or nodes else 10_000)
    agent.choose(state)
    report = agent.report
    assert report is not None
    if report.proven and report.value is not None:
        value = report.value
        return Solution(value, value, report.line, report.iterations, clock.spent)
    return Solution(0.0, 1.0, (), report.iterations, clock.spent, interrupted=report.interrupted)
