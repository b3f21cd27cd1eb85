"""Proves what a position is worth: proof-number search in native code, alpha-beta otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludparse.errors import LudUnsupportedError

from ..backend_c.engine import CEngine
from ..backend_c.solve import Question
from ..move import Move
from ..state import State
from .agent import Seconds, by_seat, flags_of, refuse, seats, teams
from .alpha_beta import AlphaBeta

if TYPE_CHECKING:
    from ..protocols import AnyState

__all__ = ["Solution", "solve"]

_LINE_NODES = 200_000
"""Positions that are visited at most to find a move of the line that the table has lost."""

_FIRST_NODES, _ALPHA_BETA_NODES = 3_000_000, 30_000_000
"""Without limits: positions that proof-number search visits first, and then alpha-beta."""

_NOTHING = "(heuristics (nullHeuristic))"
_TABLE_ROW = 48  # bytes of a row of alpha-beta's table, with the free ones

_LONGEST = 400
"""Plies of the line that is shown at most."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven about a position.

    low, high: bounds of what the player to move can be sure of (with the own team, if there are teams), from 0 (last)
    over 0.5 (a draw) to 1 (first). line: best moves of both sides, as far as they are known; empty where the value is
    not. nodes: positions that were visited. deep: whether games were too long to be followed to their end. interrupted:
    whether Ctrl-C ended the search.
    """

    low: float
    high: float
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    deep: bool = False
    interrupted: bool = False

    @property
    def value(self) -> float | None:
        """The value; None where it is not proven."""
        return self.low if self.low == self.high else None


def solve(
    state: AnyState, *, seconds: float | None = None, nodes: int | None = None, max_memory: int = 1 << 28
) -> Solution:
    """Prove what a position is worth to the player to move against the best play of all others together.

    seconds, nodes: limits; without any it takes as long as it takes. max_memory: bytes of each table, of native code.
    Where the rules remember earlier positions, positions count as equal only if these are equal too. In native code
    proof-number search and alpha-beta are tried in turn.

    Raises LudUnsupportedError for games with chance, with hidden information, and for simulations; ValueError for
    limits below 1 (seconds: 0).
    """
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds={seconds}: proving needs more than 0 seconds")
    if nodes is not None and nodes < 1:
        raise ValueError(f"nodes={nodes}: proving needs at least 1")
    refuse(state)
    if any(flags.stochastic for flags in flags_of(state)):
        raise LudUnsupportedError("the result of a game with chance cannot be proven")
    if not state.over and not state.mover:
        raise LudUnsupportedError("nobody moves in a simulation: there is nothing to prove")
    clock = Seconds(seconds)
    if state.over:
        values = by_seat(state, tuple(state.ranking[1 : len(seats(state)) + 1]))
        value = values[seats(state)[state.mover - 1]] if state.mover else values[0]
        return Solution(value, value, (), 0, clock.spent)
    if isinstance(state, State) and isinstance(state.game.engine, CEngine):
        return _in_turn(state, clock, nodes, max_memory)
    return _by_alpha_beta(state, clock, nodes)


def _in_turn(state: State, clock: Seconds, nodes: int | None, max_memory: int) -> Solution:
    """Tries proof-number search and alpha-beta in turn, the first with a quarter of the limits and the second with half
    of them, and then goes on with proof-number search. Each of them solves games that the other does not."""
    engine = state.game.engine
    assert isinstance(engine, CEngine)
    proof = _Proof(state, clock, nodes, max_memory)
    spent = 0

    def share(part: int, usual: int) -> tuple[float | None, int]:
        """Seconds and positions of a part of the limits."""
        seconds = None if clock.seconds is None else max(1e-3, min(clock.seconds / part, clock.left))
        return seconds, usual if nodes is None else max(1, nodes // part)

    seconds, proof.nodes = share(4, _FIRST_NODES)
    proof.clock = Seconds(seconds)
    found = proof.result()
    spent += found.nodes
    if found.value is None and not found.interrupted:
        seconds, most = share(2, _ALPHA_BETA_NODES)
        agent = AlphaBeta(
            seconds=seconds, nodes=most, heuristics=_NOTHING, quiescence=0, max_table=max(1, max_memory // _TABLE_ROW)
        )
        agent.choose(state)
        report = agent.report
        assert report is not None
        spent += report.iterations
        if report.proven and report.value is not None:
            return Solution(report.value, report.value, report.line, spent, clock.spent)
        found = replace(found, interrupted=report.interrupted)
    if found.value is None and not found.interrupted:
        proof.clock = clock
        proof.nodes = None if nodes is None else max(0, nodes - spent) + proof.visited
        before = proof.visited
        found = proof.result()
        spent += proof.visited - before
    return replace(found, nodes=spent, seconds=clock.spent)


class _Proof:
    """The questions about one position: whether it is worth at least 1, at least 0.5, and so on."""

    def __init__(self, state: State, clock: Seconds, nodes: int | None, max_memory: int) -> None:
        engine = state.game.engine
        assert isinstance(engine, CEngine)
        self.state = state
        self.clock = clock
        self.nodes = nodes
        at, team = seats(state), teams(state)
        self.seat = at[state.mover - 1]
        mine = [seat for seat, of in zip(at, team, strict=True) if of == team[state.mover - 1]]
        self.side = (self.seat, *(seat for seat in mine if seat != self.seat))
        places = 2 * max(1, state.game.players - 1)  # a shared place lies halfway between two
        levels = [k / places for k in range(places, 0, -1)] if state.game.players > 1 else [1.0]
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
            ours = seats(state)[state.mover - 1] in self.side
            moves = state.legal_moves()
            number = self._move(state, moves, hold, True) if ours else self._move(state, moves, more, False)
            if number is None:
                break
            line.append(moves[number])
            state.apply(moves[number])
        return line

    def _move(self, state: State, moves: list[Move], question: Question | None, yes: bool) -> int | None:
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
            if known is not None and known.yes is yes and known.move < len(moves):
                return known.move
            for k, child in enumerate(after):
                if question.ask(child.fresh, nodes=_LINE_NODES, end=self.clock.end).yes is yes:
                    return k
            return None
        # every move is as good: the one that took the most work to refute
        work = [0 if child.over else getattr(asked.look(child.fresh), "nodes", 0) for child in after]
        return max(range(len(moves)), key=lambda k: work[k])


def _by_alpha_beta(state: AnyState, clock: Seconds, nodes: int | None) -> Solution:
    """For the Python backend and for matches."""
    agent = AlphaBeta(seconds=clock.seconds, nodes=nodes, depth=None if clock.seconds or nodes else 10_000)
    agent.choose(state)
    report = agent.report
    assert report is not None
    if report.proven and report.value is not None:
        value = report.value
        return Solution(value, value, report.line, report.iterations, clock.spent)
    return Solution(0.0, 1.0, (), report.iterations, clock.spent, interrupted=report.interrupted)
