"""Alpha-beta search with iterative deepening and a transposition table."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ludparse.errors import LudUnsupportedError

from ..match_state import MatchState
from ..move import Move
from ..state import State
from .agent import Seconds, by_seat, check_limits, flags_of, legal, refuse, seats, teams
from .evaluation import evaluate
from .report import MoveReport, Report

if TYPE_CHECKING:
    from ..protocols import AnyState

__all__ = ["AlphaBeta"]

WIN = 1e9
"""The value of the first place; the last is worth its negative. Evaluations stay far below."""

_KILLERS = 2

Name = tuple[int, int, int]
"""A move for ordering: mover, from, to."""


class AlphaBeta:
    """Alpha-beta (Knuth and Moore 1975), deepened ply by ply until a limit is reached or the result is certain.

    seconds, nodes (positions that are visited), depth (plies): limits, of which at least one is needed. max_table:
    positions that the transposition table keeps at most. The seat to move maximises its result; all that are not of its
    team minimise it (Sturtevant and Korf 2000 call this paranoid). Players who move twice in a row, teams and
    changes of sides are followed.

    Positions where the search stops are judged by `evaluation.evaluate`; captures are not searched to their end.
    Without a limit on time the choice is the same on both backends. The table is not used where rules against
    repetition remember positions, since the same position may then have different values.

    The report shows an evaluation e as 1 / (1 + 10 ** (-e / 400)), and results as other agents do: 1, 0.5, 0. The value
    of a move that is not the best one is an upper bound. Visits are the positions that were searched after it.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        max_table: int = 200_000,
    ) -> None:
        """Raises ValueError for settings that make no sense."""
        check_limits(seconds, nodes if depth is None else depth, "nodes" if depth is None else "depth")
        self.seconds, self.nodes, self.depth, self.max_table = seconds, nodes, depth, max_table
        self._report: Report | None = None
        self._search: _Search | None = None

    @property
    def report(self) -> Report | None:
        """What the last search found; None before the first. It is made when it is first asked for."""
        if self._search is not None:
            self._report, self._search = self._search.report(), None
        return self._report

    def choose(self, state: AnyState) -> Move:
        """The best move of the deepest search that was completed, or of the one that was begun where that has found a
        better one already. Ctrl-C ends the search, not the program.

        Raises IllegalMoveError where there is no move, LudUnsupportedError for games with hidden information, with
        chance, and for simulations.
        """
        clock = Seconds(self.seconds)
        refuse(state)
        if any(flags.stochastic for flags in flags_of(state)):
            raise LudUnsupportedError(
                "alpha-beta does not search games with chance", hint="UCT and FlatMonteCarlo play them."
            )
        moves = legal(state)
        if not state.mover:
            raise LudUnsupportedError("nobody moves in a simulation: there is nothing to choose")
        self._search = search = _Search(self, state, moves, clock)
        search.deepen()
        return moves[search.order[0]]


class _Stop(Exception):
    """A limit is reached."""


class _Entry(NamedTuple):
    """A position in the table. plies: how deep it was searched. bound: 0 for an exact value, 1 where it is at least
    this, -1 where it is at most this. best: the number of the best move. certain: whether no evaluation was needed."""

    plies: int
    value: float
    bound: int
    best: int
    certain: bool


class _Found:
    """What is known of a move of the position that is searched."""

    __slots__ = ("certain", "depth", "lost_at", "value", "visits")

    def __init__(self) -> None:
        self.value: float | None = None
        self.certain = False
        self.depth = 0
        """The depth at which the value was found."""
        self.lost_at = 0
        """The depth at which it was first known to lose, 0 where it is not."""
        self.visits = 0


class _Search:
    """One search from one position."""

    def __init__(self, settings: AlphaBeta, state: AnyState, moves: list[Move], clock: Seconds) -> None:
        self.settings = settings
        self.state = state.copy()
        self.moves = moves
        self.clock = clock
        self.visited = 0
        self.table: dict[tuple[bytes, tuple[int, ...]], _Entry] = {}
        self.keeps = not _remembers(state)
        self.killers: dict[int, list[Name]] = {}
        self.history: dict[Name, int] = {}
        at, team = seats(state), teams(state)
        mine = team[state.mover - 1]
        self.ours = frozenset(seat for seat, of in zip(at, team, strict=True) if of == mine)
        """The seats that maximise."""
        self.seat = at[state.mover - 1]
        self.found = [_Found() for _ in moves]
        self.order = list(range(len(moves)))
        self.depth = 0
        self.interrupted = self.proven = False
        self.spent = 0.0
        self.asked = clock.spent
        self.longest = 0.0
        """Seconds between two looks at the clock at most, of late."""

    def deepen(self) -> None:
        """Searches deeper and deeper, until a limit is reached or the result is certain."""
        try:
            while self.depth != self.settings.depth and not self.proven:
                self._root(self.depth + 1)
                self.depth += 1
                self.proven = self._sort(self.depth)
        except _Stop:
            self._sort(self.depth + 1)
        except KeyboardInterrupt:
            self.interrupted = True
            self._sort(self.depth + 1)
        self.spent = self.clock.spent

    def _late(self) -> bool:
        """Whether the time is up, or would be before it is asked about again."""
        spent = self.clock.spent
        # a pause of the machine is soon forgotten
        self.longest = max(0.95 * self.longest, spent - self.asked)
        self.asked = spent
        return self.clock.left < self.longest

    def _root(self, depth: int) -> None:
        """Searches every move to a depth. Raises _Stop."""
        alpha = -inf
        for k in self.order:
            found, before = self.found[k], self.visited
            try:
                value, certain = self._value(self._after(self.state, self.moves[k]), depth - 1, alpha, inf, 1)
            finally:
                found.visits += self.visited - before
            found.value, found.certain, found.depth = value, certain, depth
            if value == -WIN and not found.lost_at:
                found.lost_at = depth
            alpha = max(alpha, value)
            if value == WIN:
                break  # nothing is better

    def _sort(self, depth: int) -> bool:
        """Puts the best move first, as far as this depth has come; whether the result is certain."""
        reached = [f for f in self.found if f.depth == depth]
        if not reached:
            return False
        place = {k: i for i, k in enumerate(self.order)}

        def rank(k: int) -> tuple[bool, float, int, int]:
            # those that this depth has not come to stand behind; of lost moves the one that resists longest is first
            f = self.found[k]
            return f.depth != depth, -(f.value if f.value is not None else 0.0), -f.lost_at, place[k]

        self.order.sort(key=rank)
        best = self.found[self.order[0]]
        return best.value == WIN or (len(reached) == len(self.found) and all(f.certain for f in reached))

    def _after(self, state: AnyState, move: Move) -> AnyState:
        after = state.copy()
        after.apply(move)
        return after

    def _value(self, state: AnyState, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, bool]:
        """The value of a position for the seats that maximise (fail-soft), and whether it is certain. Raises _Stop."""
        if self.visited == self.settings.nodes or self._late():
            raise _Stop
        self.visited += 1
        at = seats(state)
        if state.over:
            values = by_seat(state, tuple(state.ranking[1 : len(at) + 1]))
            return WIN * (2 * values[self.seat] - 1), True
        if depth == 0:
            return self._evaluation(state, at), False
        key = (state.key, at) if self.keeps else None
        entry = self.table.get(key) if key else None
        if entry is not None and (entry.plies >= depth or entry.certain):
            exact = entry.bound == 0 or (entry.value >= beta if entry.bound > 0 else entry.value <= alpha)
            if exact:
                return entry.value, entry.certain
        moves = state.legal_moves()
        if not moves:
            return self._evaluation(state, at), False
        value, certain, best = self._best(state, moves, entry, depth, (alpha, beta), ply, at)
        if key and (len(self.table) < self.settings.max_table or key in self.table):
            bound = 1 if value >= beta else -1 if value <= alpha else 0
            self.table[key] = _Entry(depth, value, bound, best, certain)
        return value, certain

    def _best(
        self, state: AnyState, moves: list[Move], entry: _Entry | None, depth: int, window: tuple[float, float],
        ply: int, at: tuple[int, ...],
    ) -> tuple[float, bool, int]:  # fmt: skip
        """The value of the best move, whether it is certain, and the number of the move."""
        alpha, beta = window
        sign = 1 if at[state.mover - 1] in self.ours else -1
        names = [(m.mover, m.from_site, m.to_site) for m in moves]
        killers = self.killers.setdefault(ply, [])
        first = -1 if entry is None else entry.best
        order = sorted(
            range(len(moves)),
            key=lambda k: (k != first, names[k] not in killers, -self.history.get(names[k], 0), k),
        )
        value, best, all_certain = -inf * sign, -1, True
        for k in order:
            child, certain = self._value(self._after(state, moves[k]), depth - 1, alpha, beta, ply + 1)
            all_certain = all_certain and certain
            if best < 0 or child * sign > value * sign:
                value, best = child, k
            if sign > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta or value == WIN * sign:
                self.history[names[k]] = self.history.get(names[k], 0) + depth * depth
                if names[k] not in killers:
                    killers.insert(0, names[k])
                    del killers[_KILLERS:]
                return value, certain, best
        return value, all_certain, best

    def _evaluation(self, state: AnyState, at: tuple[int, ...]) -> float:
        return evaluate(state, frozenset(p for p, seat in enumerate(at, 1) if seat in self.ours))

    # ------------------------------------------------------------------ the result

    def report(self) -> Report:
        """What was found, the best move first."""
        return Report(
            moves=tuple(self._of_move(k) for k in self.order),
            iterations=self.visited,
            seconds=self.spent,
            nodes=len(self.table),
            depth=self.depth,
            proven=self.proven,
            interrupted=self.interrupted,
        )

    def _of_move(self, k: int) -> MoveReport:
        found = self.found[k]
        value = None if found.value is None else _shown(found.value)
        certain = found.certain and (found.value in (WIN, -WIN) or k == self.order[0])
        line = (self.moves[k], *self._line(k, found.depth))
        return MoveReport(self.moves[k], found.visits, value, None, certain, line)

    def _line(self, k: int, depth: int) -> list[Move]:
        """The best moves after a move, as far as the table knows them."""
        state = self._after(self.state, self.moves[k])
        line: list[Move] = []
        while not state.over and len(line) + 1 < depth:
            entry = self.table.get((state.key, seats(state)))
            if entry is None or entry.best < 0:
                break
            move = state.legal_moves()[entry.best]
            line.append(move)
            state = self._after(state, move)
        return line


def _shown(value: float) -> float:
    """A value between 0 and 1."""
    if abs(value) > 1e7:
        return (value / WIN + 1) / 2
    return 1 / (1 + 10 ** (-max(-4000.0, min(4000.0, value)) / 400))


def _remembers(state: AnyState) -> bool:
    """Whether rules against repetition make what happened before part of a position."""
    if isinstance(state, MatchState):
        return any(game.program.hash_lists for game in state.game.games)
    return isinstance(state, State) and bool(state.game.program.hash_lists)
