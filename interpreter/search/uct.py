"""UCT: the agent. The search itself is `uct_python`, the readable specification, or `uct_native`, the same in C."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.problems.errors import LudUnsupportedError
from ludparse.support.process import grown_old, no_collection

from ..play.arguments import FAR, MOST_THREADS, bits_of_seed, whole
from ..play.game_state import GameState
from ..play.move import Move
from ..play.state import State
from .agent import Seconds, check_limits, legal, refuse
from .decisive import decisive
from .move_statistics import chosen, move_reports
from .report import Report
from .tree import Node
from .uct_hidden import search_worlds
from .uct_native import NativeSearch
from .uct_python import PythonSearch, kept_node

__all__ = ["UCT", "USUAL_HISTORY"]

_PLAYOUTS = ("uniform", "mast")

USUAL_HISTORY = 3.0
"""The usual weight of the history of moves."""


class UCT:
    """UCT (Kocsis and Szepesvári 2006; the solver after Winands, Björnsson and Saito 2008).

    seconds, iterations: limits, of which at least one is needed; with iterations alone, one thread and a seed the
    choice is the same on both backends. exploration: the factor of the bound's width, for values between 0 and 1.
    playouts: "uniform" (by the engine) or "mast" (moves that did well elsewhere; slower). max_moves: plies after which
    a playout counts as a draw. max_nodes: positions that are kept at most; then the tree stops growing and the search
    goes on. max_memory: bytes of the tree at most, of native code. reuse: whether what was found about a position is
    kept for those that follow in the same game. threads: how many work on the tree at a time. native: whether native
    code searches where the game runs as native code; if not, and for matches, the search is in Python.
    history: how much a move's average in all games of the search adds to its bound (progressive history); None: 3, and
    0 in matches, whose playouts the engine plays without telling their moves.

    grave: from how many visits on the averages of all moves in the games through a position count for the positions
    below it (GRAVE); 0: not at all.

    worlds: in games that hide something from the player to move, the number of positions that are searched instead,
    each for an equal share of the limits; they look the same to the player (`determinise`). The move with most visits
    in all of them together is chosen. Where none is found in which the player has the same moves, any move is made.

    A move that wins is made before anything is searched, and moves that the next player answers with a win are left
    aside (`decisive`), which counts as no iteration.

    Any number of players: each maximises the own result. Chance: an edge has a node for each outcome that was drawn;
    the search does not know what the game will draw. Proven results are propagated in games without chance. A change of
    sides goes with whoever changes. Simultaneous moves are searched as the engine lists them.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        seed: int | None = None,
        exploration: float = 0.4,
        playouts: str = "uniform",
        max_moves: int = 1000,
        max_nodes: int = 1_000_000,
        max_memory: int = 1 << 29,
        reuse: bool = True,
        threads: int = 1,
        native: bool = True,
        history: float | None = None,
        grave: int = 0,
        worlds: int = 8,
    ) -> None:
        """Raises ValueError for settings that make no sense."""
        iterations = check_limits(seconds, iterations, "iterations")
        seed = None if seed is None else bits_of_seed(seed)
        if playouts not in _PLAYOUTS:
            raise ValueError(f"playouts={playouts!r}: one of {', '.join(map(repr, _PLAYOUTS))}")
        max_moves, max_nodes = whole("max_moves", max_moves, 1), whole("max_nodes", max_nodes, 1, FAR)
        max_memory = whole("max_memory", max_memory, 1 << 18, FAR)
        threads, worlds = whole("threads", threads, 1, MOST_THREADS), whole("worlds", worlds, 1, 1000)
        self.grave = whole("grave", grave)
        self.seconds, self.iterations, self.seed, self.worlds = seconds, iterations, seed, worlds
        self.exploration, self.max_moves = exploration, max_moves
        self.max_nodes, self.max_memory = max_nodes, max_memory
        if history is not None and not history >= 0:
            raise ValueError(f"history={history}: a weight is not negative")
        self.weight, self.history = history, 0.0
        self.playouts, self.reuse, self.threads, self.native = playouts, reuse, threads, native
        self._done = 0
        self.interrupted = False
        """Whether Ctrl-C ended the last search."""
        self._report: Report | None = None
        self._make_report: Callable[[], Report] | None = None
        self._root: Node | None = None
        self._native: NativeSearch | None = None
        self._history: tuple[Move, ...] = ()

    def __getstate__(self) -> dict[str, object]:
        """Copies and pickles begin a tree of their own: the tree of native code stays where it is."""
        own = {"_native": None, "_root": None, "_history": (), "_report": self.report, "_make_report": None}
        return {**self.__dict__, **own}

    @property
    def report(self) -> Report | None:
        """What the last search found; None before the first. It is made when it is first asked for."""
        if self._make_report is not None:
            self._report, self._make_report = self._make_report(), None
        return self._report

    @property
    def done(self) -> int:
        """Iterations of the last search."""
        return self._done

    def choose(self, state: State) -> Move:
        """The move that was tried most often, or a proven one that is better. Ctrl-C ends the search, not the program.

        Raises IllegalMoveError where there is no move, LudUnsupportedError for matches with hidden information.
        """
        clock = Seconds(self.seconds)
        if isinstance(state, GameState) and state.game.traits.hidden:
            return self._choose_hidden(state, clock)
        refuse(state)
        moves = legal(state)
        if not state.mover:
            raise LudUnsupportedError("nobody moves in a simulation: there is nothing to choose")
        self._make_report = None
        self.history = USUAL_HISTORY * isinstance(state, GameState) if self.weight is None else self.weight
        if self.native and NativeSearch.can_search(state, clock):
            return self._choose_native(state, moves, clock)
        return self._choose_python(state, moves, clock)

    def _choose_hidden(self, state: GameState, clock: Seconds) -> Move:
        moves = legal(state)
        if not state.mover:
            raise LudUnsupportedError("nobody moves in a simulation: there is nothing to choose")
        found = search_worlds(self, state, moves, clock)
        self._done, self._make_report, self.interrupted = found.iterations, found.report, found.interrupted
        return moves[found.order[0]]

    def within(self, seconds: float | None, iterations: int | None, seed: int) -> UCT:
        """The same search with other limits, for one position that might be."""
        return UCT(
            seconds=seconds, iterations=iterations, seed=seed, exploration=self.exploration, playouts=self.playouts,
            max_moves=self.max_moves, max_nodes=self.max_nodes, max_memory=self.max_memory, reuse=False,
            threads=self.threads, native=self.native, history=self.weight, grave=self.grave,
        )  # fmt: skip

    def choose_seeing(self, state: GameState, clock: Seconds) -> Move:
        """As `choose`, with everything seen that the position holds, whatever is hidden from the player to move."""
        moves = legal(state)
        self._make_report = None
        self.history = USUAL_HISTORY if self.weight is None else self.weight
        if self.native and NativeSearch.can_search(state, clock):
            return self._choose_native(state, moves, clock)
        return self._choose_python(state, moves, clock)

    def _choose_native(self, state: State, moves: list[Move], clock: Seconds) -> Move:
        search = self._native if self._native is not None and self._native.fits(state, self) else None
        if search is None:
            search = self._native = NativeSearch(state, self)
            self._root = None  # of a search in Python, before native code was there
        first = decisive(state, moves, clock, search.tree)
        iterations = 0 if first.settled(self.seconds is not None) else self.iterations
        interrupted = self.interrupted = search.run(state, iterations, clock, first)
        self._done = search.done
        tried, numbers = first.told(search.tried(len(moves))), search.numbers
        proven = numbers.proven or (first.win is not None and not first.draws)
        order = first.best_first(chosen(tried, proven, search.chance))
        spent = clock.spent
        before = state.copy()

        def make() -> Report:
            return Report(
                moves=move_reports(moves, tried, order, lambda k: search.line(before, moves, k)),
                iterations=search.done,
                seconds=spent,
                nodes=numbers.nodes,
                proven=proven,
                interrupted=interrupted,
                native=True,
            )

        self._make_report = make
        if not self.reuse:
            search.forget()
        return moves[order[0]]

    def _choose_python(self, state: State, moves: list[Move], clock: Seconds) -> Move:
        first = decisive(state, moves, clock)
        search = PythonSearch(self, state, clock, kept_node(self._root, self._history, state), first)
        self._root = None  # what is not needed of the old tree is freed within the time
        interrupted = False
        # the collector would visit the whole tree, which has no cycles, for longer than a limit on time allows
        with no_collection():
            try:
                search.run(0 if first.settled(self.seconds is not None) else self.iterations)
            except KeyboardInterrupt:
                interrupted = True
            tried = first.told(search.tried())
            proven = search.root.proof is not None or (first.win is not None and not first.draws)
            order = first.best_first(chosen(tried, proven, search.chance))
            self._report = Report(
                moves=move_reports(moves, tried, order, search.line),
                iterations=search.done,
                seconds=clock.spent,
                nodes=search.nodes,
                proven=proven,
                interrupted=interrupted,
            )
            self._done, self.interrupted = search.done, interrupted
            grown_old()
        # an interrupted iteration may have left half of its result in the tree
        self._root = search.root if self.reuse and not interrupted else None
        self._history = state.history
        return moves[order[0]]
