"""Monte Carlo tree search that is guided by priors and values, such as those of a neural network.

Positions are evaluated in batches: several leaves of one search, or the leaves of many searches side by side. Selection
is PUCT (Rosin 2011, as in Silver et al., "Mastering the game of Go without human knowledge", 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudError, LudUnsupportedError

from ..play.arguments import FAR, bits_of_seed, whole
from ..play.game_state import GameState
from ..play.move import Move
from ..play.playouts import Chance
from .agent import Seconds, chance_of, legal, refuse
from .decisive import decisive
from .move_statistics import Tried, chosen, move_reports
from .report import Report
from .tree import CERTAIN, Outcome, outcome

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..play.state import State

    Floats = npt.NDArray[np.float32]

__all__ = ["Evaluate", "Guided"]

Evaluate = Callable[[Sequence[GameState]], "tuple[Sequence[Floats], Floats]"]
"""What judges positions, none of which is over: for each of them the prior of every legal move (not negative, in the
order of `state.legal_moves()`), and an array of shape (positions, players): what the game is worth to each seat, from
-1 (the last place) to 1 (the first)."""


class _Node:
    """A position. moves: none before it was judged. visits, total: of each move; total: of values from 0 to 1 for the
    seat to move. after: for each move the positions that it led to, by their keys (one, except where there is chance).
    """

    __slots__ = ("after", "moves", "priors", "seat", "state", "total", "value", "visits")

    priors: Floats
    visits: Floats
    total: Floats

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.moves: list[Move] = []
        self.after: list[dict[Outcome, _Node]] = []
        at = state.seats
        self.seat = at[state.mover - 1]
        self.value: tuple[float, ...] | None = None
        """By seat, from 0 to 1, where the game is over."""
        if state.over:
            self.value = state.by_seat(tuple(state.ranking[1 : len(at) + 1]))


class _Search:
    """One tree. `leaf` walks down to a position that has to be judged, and `judged` takes what it is worth."""

    def __init__(self, settings: Guided, state: GameState, chance: Chance) -> None:
        import numpy as np

        self._np = np
        self.settings, self.chance = settings, chance
        self.stochastic = state.game.traits.stochastic
        state = state.copy()
        if self.stochastic:
            state.reseed(chance.bits())  # what the game will draw is not to be known
        self.root = _Node(state)
        self.done = 0
        self.nodes = 1

    def leaf(self) -> tuple[_Node, list[tuple[_Node, int]]]:
        """A position at the end of the tree, and the way to it. Until it is judged the way counts as lost, so that
        other leaves are looked for."""
        node, path = self.root, []
        while node.moves and node.value is None:
            k = self._select(node)
            node.visits[k] += 1
            path.append((node, k))
            node = self._step(node, k)
        return node, path

    def _select(self, node: _Node) -> int:
        np = self._np
        visits = node.visits
        seen = visits.sum()
        mean = node.total.sum() / seen if seen else 0.5  # of moves that were not tried yet
        worth = np.where(visits > 0, node.total / np.maximum(visits, 1), mean)
        return int((worth + self.settings.exploration * node.priors * (seen + 1) ** 0.5 / (1 + visits)).argmax())

    def _step(self, node: _Node, k: int) -> _Node:
        known = node.after[k]
        if known and not self.stochastic:
            return known[CERTAIN]
        after = node.state.copy()
        if self.stochastic:
            after.reseed(self.chance.bits())
        after.apply(node.moves[k])
        key = outcome(after) if self.stochastic else CERTAIN
        if key not in known:
            known[key] = _Node(after)
            self.nodes += 1
        return known[key]

    def judged(
        self, leaf: _Node, path: list[tuple[_Node, int]], priors: Floats | None, values: Sequence[float]
    ) -> None:
        """priors: None for a position that was judged before, or is over. values: by seat, from 0 to 1."""
        if priors is not None and not leaf.moves:
            self._open(leaf, priors)
        for node, k in path:
            node.total[k] += values[node.seat]
        self.done += 1

    def _open(self, leaf: _Node, priors: Floats) -> None:
        np = self._np
        leaf.moves = leaf.state.legal_moves()
        if len(priors) != len(leaf.moves):
            raise ValueError(f"{len(priors)} priors were given for {len(leaf.moves)} legal moves")
        priors = np.asarray(priors, dtype=np.float32) + 1e-6
        priors /= priors.sum()
        if leaf is self.root and self.settings.noise:
            draws = np.random.default_rng(self.chance.bits()).dirichlet([10 / len(priors)] * len(priors))
            priors = (1 - self.settings.noise) * priors + self.settings.noise * draws
        leaf.priors = priors
        leaf.visits, leaf.total = np.zeros((2, len(priors)), dtype=np.float32)
        leaf.after = [{} for _ in leaf.moves]


class Guided:
    """A search that goes by priors and values from outside; an agent like any other.

    evaluate: what judges positions (`Evaluate`). iterations: for each move. batch: leaves of one search that are judged
    together. exploration: the weight of priors. noise: the share of Dirichlet noise among the priors of the first
    position, for training; 0 for play. The same seed, evaluations and settings give the same choice. Any number of
    players; chance as in `UCT`. Needs numpy.
    """

    def __init__(
        self,
        evaluate: Evaluate,
        *,
        iterations: int,
        batch: int = 8,
        exploration: float = 1.25,
        noise: float = 0.0,
        seed: int | None = None,
    ) -> None:
        """Raises ValueError for settings that make no sense, LudError without numpy."""
        iterations, batch = whole("iterations", iterations, 1, FAR), whole("batch", batch, 1)
        seed = None if seed is None else bits_of_seed(seed)
        if not exploration > 0 or not 0 <= noise < 1:
            raise ValueError(f"exploration={exploration}, noise={noise}: above 0, and from 0 to below 1")
        try:
            import numpy  # noqa: F401
        except ModuleNotFoundError as missing:
            raise LudError("a guided search needs numpy: pip install numpy") from missing
        self.evaluate, self.iterations, self.batch = evaluate, iterations, batch
        self.exploration, self.noise, self.seed = exploration, noise, seed
        self.report: Report | None = None
        """What the last search found."""

    def choose(self, state: State) -> Move:
        """The move that was tried most often. Raises IllegalMoveError where there is none, LudUnsupportedError for
        matches, games with hidden information, and players who move at the same time."""
        moves = legal(state)
        [search] = self._searches([state])
        while search.done < self.iterations:
            self._round([search] * min(self.batch, self.iterations - search.done))
        tried = [
            Tried(int(n), float(total), None, 0)
            for n, total in zip(search.root.visits, search.root.total, strict=True)
        ]
        first = decisive(state, moves, Seconds(None))
        tried = first.told(tried)
        order = first.best_first(chosen(tried, first.win is not None, search.chance))
        self.report = Report(
            moves=move_reports(moves, tried, order, lambda k: []), iterations=search.done, seconds=0.0,
            nodes=search.nodes, proven=False, interrupted=False,
        )  # fmt: skip
        return moves[order[0]]

    def visits(self, states: Sequence[GameState]) -> list[Floats]:
        """Search many positions side by side, one leaf of each in a batch: how often each legal move was tried."""
        searches = self._searches(states)
        for _ in range(self.iterations):
            self._round(searches)
        return [search.root.visits for search in searches]

    def _searches(self, states: Sequence[State]) -> list[_Search]:
        found = []
        for number, state in enumerate(states):
            refuse(state)
            if not isinstance(state, GameState) or state.game.flags.simultaneous or not state.mover:
                raise LudUnsupportedError("a guided search is for games whose players move in turn")
            chance = chance_of(self.seed, len(state.history))
            found.append(_Search(self, state, Chance(chance.bits() + number)))
        self._round(found)  # the first positions; that is no iteration
        for search in found:
            search.done = 0
        return found

    def _round(self, searches: Sequence[_Search]) -> None:
        """One leaf of each search, judged together."""
        reached = [search.leaf() for search in searches]
        new: dict[int, int] = {}
        states: list[GameState] = []
        for leaf, _ in reached:
            if leaf.value is None and id(leaf) not in new:
                new[id(leaf)] = len(states)
                states.append(leaf.state)
        priors, values = self.evaluate(states) if states else ((), ())
        for search, (leaf, path) in zip(searches, reached, strict=True):
            if leaf.value is not None:
                search.judged(leaf, path, None, leaf.value)
            else:
                k = new[id(leaf)]
                search.judged(leaf, path, priors[k], [(float(value) + 1) / 2 for value in values[k]])
