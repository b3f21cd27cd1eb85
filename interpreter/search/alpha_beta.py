"""Alpha-beta: the agent, and the search of the position that it is asked about.

`alpha_beta_python` has the values of the positions after a move, and is the readable specification of
`alpha_beta_native`, the same in native code.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from math import inf

from ludparse.problems.errors import LudUnsupportedError

from ..backends.c.calls import CancelledError
from ..play.arguments import FAR, bits_of_seed, whole
from ..play.game_state import GameState
from ..play.move import Move
from ..play.playouts import Chance
from ..play.state import State
from .agent import Seconds, check_limits, in_time, legal, refuse
from .alpha_beta_native import GrownError, NativePositions
from .alpha_beta_python import MOST_PLIES, WIN, EnoughError, PythonPositions, is_result, later
from .decisive import First, decisive
from .evaluation import chosen_evaluation
from .heuristics import Evaluation
from .report import MoveReport, Report

__all__ = ["AlphaBeta"]

_MOST_DRAWS = 16
_FAR = 1000
"""More plies than any search has."""


class AlphaBeta:
    """Alpha-beta (Knuth and Moore 1975), deepened ply by ply until a limit is reached or the result is certain.

    seconds, nodes (positions that are visited), depth (plies): limits, of which at least one is needed. max_table:
    positions that the transposition table keeps; a full table is emptied. quiescence: after the last ply captures are
    searched for so many plies more. draws: outcomes of chance that are looked at after each move; their mean counts.
    heuristics: how positions are judged where the search stops: None for what the description's `(ai …)` says (else
    material, score and mobility), "default" for the latter, "none", or a text such as "(heuristics {(material)})".
    seed: draws the outcomes of chance, and shuffles the moves of the position, so that of equal moves another one is
    found; None: they stay in the order of the game. native: whether native code searches where the game runs as native
    code.

    The seat to move maximises its result; all that are not of its team minimise it (Sturtevant and Korf 2000 call this
    paranoid). Players who move twice in a row, teams and changes of sides are followed.

    Without a limit on time the choice is the same on both backends, and in native code the same as in Python. The table
    is not used where rules against repetition remember positions, since the same position may then have different
    values, nor in games with chance.

    The report shows an evaluation e as 1 / (1 + 10 ** (-e / 4)), and results as other agents do: 1, 0.5, 0. The value
    of a move that is not the best one is an upper bound. Visits are the positions that were searched after it.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        seed: int | None = None,
        heuristics: str | None = None,
        quiescence: int = 4,
        draws: int = 6,
        max_table: int = 1_000_000,
        native: bool = True,
    ) -> None:
        """Raises ValueError for settings that make no sense."""
        nodes = None if nodes is None else whole("nodes", nodes, 1, FAR)
        depth = None if depth is None else whole("depth", depth, 1)
        check_limits(seconds, nodes if depth is None else depth, "nodes" if depth is None else "depth")
        seed = None if seed is None else bits_of_seed(seed)
        quiescence, draws = whole("quiescence", quiescence, 0, 16), whole("draws", draws, 1, _MOST_DRAWS)
        max_table = whole("max_table", max_table, 1, FAR)
        self.seconds, self.nodes, self.depth, self.seed = seconds, nodes, depth, seed
        self.heuristics, self.quiescence, self.draws = heuristics, quiescence, draws
        self.max_table, self.native = max_table, native
        self._report: Report | None = None
        self._make_report: Callable[[], Report] | None = None
        self._done = 0
        self._proven = self._interrupted = False

    def __getstate__(self) -> dict[str, object]:
        """Copies and pickles have the last search's report, not its table."""
        return {**self.__dict__, "_report": self.report, "_make_report": None}

    @property
    def report(self) -> Report | None:
        """What the last search found; None before the first. It is made when it is first asked for."""
        if self._make_report is not None:
            self._report, self._make_report = self._make_report(), None
        return self._report

    @property
    def done(self) -> int:
        """Positions that the last search visited."""
        return self._done

    @property
    def proven(self) -> bool:
        """Whether the result of the last search is certain. This is known before the report is made."""
        return self._proven

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last search."""
        return self._interrupted

    def prepare(self, state: State) -> None:
        """Read the heuristics of a game and make their tables, so that this does not count as time for a move. Without
        it, moves are chosen without heuristics as long as these are not ready in time."""
        _evaluations(self, state)

    def choose(self, state: State) -> Move:
        """The best move of the deepest search that was completed, or of the one that was begun where that has found a
        better one already. Ctrl-C ends the search, not the program.

        Raises IllegalMoveError where there is no move, LudUnsupportedError for games with hidden information and for
        simulations, LudError for heuristics that cannot be read.
        """
        clock = Seconds(self.seconds)
        refuse(state)
        moves = legal(state)
        if not state.mover:
            raise LudUnsupportedError("nobody moves in a simulation: there is nothing to choose")
        self._make_report = None
        search = _Search(self, state, moves, clock)
        search.run()
        self._done, self._proven, self._interrupted = search.positions.visited, search.proven, search.interrupted
        self._make_report = search.report
        return moves[search.order[0]]


def _evaluations(settings: AlphaBeta, state: State) -> list[Evaluation]:
    """The heuristics of each game."""
    return [chosen_evaluation(game, settings.heuristics) for game in state.game.single_games]


class _Found:
    """What is known of a move of the position that is searched."""

    __slots__ = ("certain", "depth", "value", "visits")

    def __init__(self) -> None:
        self.value: float | None = None
        self.certain = False
        self.depth = 0
        """The depth at which the value was found."""
        self.visits = 0


class _Search:
    """One search from one position."""

    def __init__(self, settings: AlphaBeta, state: State, moves: list[Move], clock: Seconds) -> None:
        self.interrupted = False
        try:
            # what is not ready in half of the time keeps Python busy, and the rest is needed for a search without it
            ready = in_time(lambda: _evaluations(settings, state), None if clock.seconds is None else clock.left / 2)
        except KeyboardInterrupt:
            ready, self.interrupted = None, True
        if ready is None:
            settings = copy.copy(settings)
            settings.heuristics = "none"
        self.settings = settings
        self.state = state.copy()
        self.moves = moves
        self.clock = clock
        self.stochastic = any(game.traits.stochastic for game in state.game.single_games)
        self.native = settings.native and NativePositions.can_search(state, clock)
        self.spent = 0.0
        self._begin()

    def _begin(self) -> None:
        """Nothing is known."""
        self.positions: PythonPositions | NativePositions
        if self.native:
            assert isinstance(self.state, GameState)
            self.positions = NativePositions(self.settings, self.state, self.clock)
        else:
            self.positions = PythonPositions(self.settings, self.state, self.moves, self.clock)
        self.found = [_Found() for _ in self.moves]
        self.order = list(range(len(self.moves)))
        if self.settings.seed is not None:
            chance = Chance(self.settings.seed)
            for i in range(len(self.order) - 1, 0, -1):
                j = chance.below(i + 1)
                self.order[i], self.order[j] = self.order[j], self.order[i]
        self.depth = 0
        self.proven = self.decided = False
        self._look()

    def _look(self) -> None:
        """Moves that win, and moves that the next player answers with a win, are known before anything is searched."""
        native = self.positions.native.places if isinstance(self.positions, NativePositions) else None
        self.first = decisive(self.state, self.moves, self.clock, native)
        for k, row in enumerate(self.first.rows):
            found = self.found[k]
            if row is First.WINS:
                found.value, found.certain, found.depth = later(WIN, 1), not self.stochastic, 1
                self.depth, self.decided, self.proven = 1, True, not self.stochastic
            elif self.first.loses(k):
                plies = 2 if row is First.IS_ANSWERED else 1
                found.value, found.certain = later(-WIN, plies), self.first.certain
        self.order = self.first.best_first(self.order)

    def run(self) -> None:
        """Searches until a limit is reached, the result is certain, or Ctrl-C is pressed."""
        timed = self.settings.seconds is not None
        if not self.interrupted and not (timed and self.first.settled(timed)):
            try:
                if self.native and threading.current_thread() is threading.main_thread():
                    self._beside()
                else:
                    self._deepen()
            except KeyboardInterrupt:
                self.interrupted = True
            self._sort(self.depth + 1)
        self.spent = self.clock.spent

    def _beside(self) -> None:
        """Searches in another thread: native code does not notice Ctrl-C, which Python sees in the main thread."""
        failures: list[BaseException] = []

        def work() -> None:
            try:
                self._deepen()
            except CancelledError:
                pass
            except BaseException as problem:
                failures.append(problem)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.2 if self.clock.seconds is None else max(0.0, min(self.clock.left, 0.2)) + 0.001)
                if self.clock.over and thread.is_alive():
                    break  # a position that takes long
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            while thread.is_alive():
                assert isinstance(self.positions, NativePositions)
                self.positions.calls.cancel()
                thread.join(0.01)
        if failures:
            raise failures[0]

    def _deepen(self) -> None:
        """Searches deeper and deeper."""
        most = MOST_PLIES if self.settings.depth is None else min(MOST_PLIES, self.settings.depth)
        while self.depth < most and not self.proven and not self.decided:
            try:
                self._root(self.depth + 1)
            except EnoughError:
                return
            except GrownError:
                self._begin()
                continue
            self.depth += 1
            self._sort(self.depth)

    def _root(self, depth: int) -> None:
        """Searches every move to a depth. Raises EnoughError, GrownError."""
        alpha = -inf
        for k in self.order:
            found, before = self.found[k], self.positions.visited
            if self.first.loses(k):
                found.depth = depth
                continue
            try:
                value, certain = self.positions.after(k, depth - 1, alpha, inf)
            finally:
                found.visits += self.positions.visited - before
            found.value, found.certain, found.depth = value, certain, depth
            alpha = max(alpha, value)
            if value >= later(WIN, depth):
                break  # nothing wins sooner

    def _sort(self, depth: int) -> None:
        """Puts the best move first, as far as this depth has come, and notes whether the result is certain."""
        reached = [f for f in self.found if f.depth == depth]
        if not reached:
            return
        place = {k: i for i, k in enumerate(self.order)}

        def rank(k: int) -> tuple[bool, bool, float, int]:
            # lost moves stand behind those that this depth has not come to
            f = self.found[k]
            value = f.value or 0.0
            lost = value <= later(-WIN, _FAR)
            return lost, not lost and f.depth != depth, -value, place[k]

        self.order.sort(key=rank)
        best = self.found[self.order[0]].value or 0.0
        all_lost = len(reached) == len(self.found) and best <= later(-WIN, depth)
        self.decided = best >= later(WIN, depth) or all_lost
        certain = self.decided or (len(reached) == len(self.found) and all(f.certain for f in reached))
        self.proven = certain and not self.stochastic

    # ------------------------------------------------------------------ the result

    def report(self) -> Report:
        """What was found, the best move first."""
        return Report(
            moves=tuple(self._of_move(k) for k in self.order),
            iterations=self.positions.visited,
            seconds=self.spent,
            nodes=self.positions.kept,
            depth=self.depth,
            proven=self.proven,
            interrupted=self.interrupted,
            native=self.native,
        )

    def _of_move(self, k: int) -> MoveReport:
        found = self.found[k]
        value = None if found.value is None else _shown(found.value)
        certain = found.certain and (abs(found.value or 0.0) >= later(WIN, _FAR) or k == self.order[0])
        line = (self.moves[k], *self._line(k, found.depth))
        return MoveReport(self.moves[k], found.visits, value, None, certain, line)

    def _line(self, k: int, depth: int) -> list[Move]:
        """The best moves after a move, as far as the table knows them."""
        state = self.state.copy()
        state.apply(self.moves[k])
        line: list[Move] = []
        while not self.stochastic and not state.over and len(line) + 1 < depth:
            best = self.positions.best(state)
            if best is None or best < 0:
                break
            move = state.legal_moves()[best]
            line.append(move)
            state.apply(move)
        return line


def _shown(value: float) -> float:
    """A value between 0 and 1, whenever the result comes."""
    if is_result(value):
        return round((value / WIN + 1) / 2, 6)
    return 1 / (1 + 10 ** (-max(-40.0, min(40.0, value)) / 4))
