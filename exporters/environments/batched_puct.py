"""Tree search over many positions at once, with an evaluation of the caller's: PUCT on a `Pool`, in numpy.

    pool = Pool(game, 64 * 101)
    roots = pool.start(range(64))
    found = batched_puct(pool, roots, evaluate, simulations=100)
    children = pool.expand(roots, found.actions)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.pool import Gathered, Pool
from ludparse.interpreter.game.vector import RUNNING
from ludparse.interpreter.play.arguments import whole
from ludparse.problems.errors import LudLimitError

__all__ = ["NONE", "Evaluate", "Searched", "Trees", "batched_puct", "uniform"]

Evaluate = Callable[[Gathered], tuple[Any, Any]]
"""What positions are worth: from what the pool tells of n of them (observations are of whose turn it is) to priors, of
shape (n, actions), of which those of illegal actions do not count, and to values, of shape (n, players): what each seat
expects, from -1 to 1. For two players values of shape (n,) are those of whose turn it is."""
NONE = -1


class Searched(NamedTuple):
    """What a search has learned of n roots. actions: the best one of each, int32 of shape (n,), -1 where the game is
    over. policy: what a network should learn, float32 of shape (n, actions); the sum of a row is 1, and 0 where the
    game is over. visits: how often each action was tried, int32 of shape (n, actions). values: what each seat expects,
    float32 of shape (n, players)."""

    actions: npt.NDArray[np.int32]
    policy: npt.NDArray[np.float32]
    visits: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]


def uniform(positions: Gathered) -> tuple[Any, Any]:
    """An evaluation that knows nothing: all actions alike, and nobody expects to win."""
    return positions.masks.astype(np.float32), np.zeros(positions.rewards.shape, dtype=np.float32)


def batched_puct(
    pool: Pool,
    roots: npt.ArrayLike,
    evaluate: Evaluate = uniform,
    *,
    simulations: int,
    c_puct: float = 1.25,
    noise: float = 0.0,
    alpha: float = 0.3,
    seed: int = 0,
) -> Searched:
    """Search from some positions, all in step: each simulation goes down in every tree to an action that was not tried,
    plays it, and evaluates all new positions in one call. The policy to learn is the share of the visits.

    roots: handles, which stay; the others are freed at the end. simulations: from 1. c_puct: how much priors count.
    noise: the part of the roots' priors, from 0 to 1, that is drawn from a Dirichlet distribution with `alpha`. In
    games of chance each action has one outcome for each root. Raises LudLimitError where the pool has less room than a
    position for each simulation of each root.
    """
    trees = Trees(pool, np.asarray(roots), whole("simulations", simulations, 1), evaluate)
    if noise:
        trees.add_noise(noise, alpha, np.random.default_rng(seed))
    try:
        for _ in range(simulations):
            trees.simulate(lambda at, nodes: trees.by_puct(at, nodes, c_puct))
    finally:
        trees.free()
    visits, _ = trees.tried(trees.all, np.zeros_like(trees.all))
    return trees.searched(visits / np.maximum(visits.sum(axis=1, keepdims=True), 1), trees.prior[:, 0])


class Trees:
    """A tree of nodes for each root; node 0 is the root. The legal actions of a node have *places*, in the order of
    their numbers, as many as the node with most has: action: (roots, nodes, places), the number of each, or NONE;
    child: the node that it leads to, or NONE; prior. An action is legal also where its prior is 0. count: visits of
    each node; total: the sum of what each seat got through it; seat: whose turn it is; raw: what each seat expects
    there by the evaluation alone. all: the numbers of the trees."""

    def __init__(self, pool: Pool, roots: Any, simulations: int, evaluate: Evaluate) -> None:
        """Raises LudLimitError where the pool has less room than a position for each simulation of each root."""
        room, needed = pool.room - pool.used, len(roots) * simulations
        if room < needed:
            raise LudLimitError(f"the pool has room for {room} more positions, and {needed} are needed")
        self._pool, self._evaluate = pool, evaluate
        n, nodes = len(roots), simulations + 1
        self.all = np.arange(n)
        self.action = np.full((n, nodes, 1), NONE, dtype=np.int32)
        self.child = np.full((n, nodes, 1), NONE, dtype=np.int32)
        self.prior = np.zeros((n, nodes, 1), dtype=np.float32)
        self.count = np.zeros((n, nodes), dtype=np.int32)
        self.total = np.zeros((n, nodes, pool.game.players), dtype=np.float32)
        self.raw = np.zeros((n, nodes, pool.game.players), dtype=np.float32)
        self._handle = np.full((n, nodes), NONE, dtype=np.int32)
        self.seat = np.zeros((n, nodes), dtype=np.int32)
        self._open = np.zeros((n, nodes), dtype=np.bool_)
        self._parent = np.full((n, nodes), NONE, dtype=np.int32)
        self._used = np.ones(n, dtype=np.int32)
        self._back(self.all, np.zeros(n, dtype=np.int32), self._look(self.all, np.zeros(n, dtype=np.int32), roots))

    def _look(self, trees: Any, nodes: Any, handles: Any) -> Any:
        """Evaluates new nodes; what each seat expects there."""
        seen = self._pool.gather(handles)
        priors, values = self._evaluate(seen)
        rows, numbers = np.nonzero(seen.masks)
        legal = np.bincount(rows, minlength=len(handles))
        places = np.arange(len(rows)) - np.repeat(np.cumsum(legal) - legal, legal)
        self._widen(int(legal.max(initial=1)))
        own = np.zeros((len(handles), self.action.shape[2]), dtype=np.float32)
        own[rows, places] = np.asarray(priors)[rows, numbers]
        sums = own.sum(axis=1, keepdims=True)
        even = (np.arange(own.shape[1]) < legal[:, None]) / np.maximum(legal, 1)[:, None]
        self.prior[trees, nodes] = np.where(sums > 0, own / np.where(sums > 0, sums, 1), even)
        self.action[trees[rows], nodes[rows], places] = numbers
        self._handle[trees, nodes], self.seat[trees, nodes] = handles, seen.seats
        running = seen.ended == RUNNING
        self._open[trees, nodes] = running
        values = np.asarray(values, dtype=np.float32)
        if values.ndim == 1:
            mine = np.arange(seen.rewards.shape[1]) == seen.seats[:, None]
            values = np.where(mine, values[:, None], -values[:, None])
        self.raw[trees, nodes] = np.where(running[:, None], values, seen.rewards)
        return self.raw[trees, nodes]

    def _widen(self, places: int) -> None:
        """Makes room for so many legal actions of a node."""
        more = places - self.action.shape[2]
        if more > 0:
            spread = ((0, 0), (0, 0), (0, more))
            self.action, self.child = (np.pad(one, spread, constant_values=NONE) for one in (self.action, self.child))
            self.prior = np.pad(self.prior, spread)

    def _back(self, trees: Any, nodes: Any, values: Any) -> None:
        """Adds values to nodes and all above them."""
        while len(trees):
            self.count[trees, nodes] += 1
            self.total[trees, nodes] += values
            nodes = self._parent[trees, nodes]
            above = nodes != NONE
            trees, nodes, values = trees[above], nodes[above], values[above]

    def simulate(self, choose: Callable[[Any, Any], Any]) -> None:
        """One simulation in each tree. choose: gives for nodes, by tree and number, the place of the action to go
        down."""
        trees, nodes = self.all, np.zeros(len(self.all), dtype=np.int32)
        grown: list[tuple[Any, Any, Any]] = []
        while len(trees):
            closed = ~self._open[trees, nodes]
            if closed.any():  # the game is over there: what it brought counts once more
                values = self.total[trees[closed], nodes[closed]] / self.count[trees[closed], nodes[closed], None]
                self._back(trees[closed], nodes[closed], values)
                trees, nodes = trees[~closed], nodes[~closed]
            places = choose(trees, nodes)
            after = self.child[trees, nodes, places]
            new = after == NONE
            grown.append((trees[new], nodes[new], places[new]))
            trees, nodes = trees[~new], after[~new]
        at, parents, places = (np.concatenate(parts) for parts in zip(*grown, strict=True))
        if len(at):
            self._grow(at, parents, places)

    def legal(self, trees: Any, nodes: Any) -> Any:
        """Which places of some nodes hold an action."""
        return self.action[trees, nodes] != NONE

    def tried(self, trees: Any, nodes: Any) -> tuple[Any, Any]:
        """How often each action of some nodes was tried, and the sum of what it brought whoever is to move there."""
        children = self.child[trees, nodes]
        there, rows, at = children != NONE, trees[:, None], children.clip(0)
        sums = self.total[rows, at, self.seat[trees, nodes][:, None]]
        return np.where(there, self.count[rows, at], 0), np.where(there, sums, 0)

    def by_puct(self, trees: Any, nodes: Any, c_puct: float) -> Any:
        """The places of the actions that PUCT chooses."""
        priors, (counts, sums) = self.prior[trees, nodes], self.tried(trees, nodes)
        own = self.total[trees, nodes, self.seat[trees, nodes]] / self.count[trees, nodes]
        worth = np.where(counts > 0, sums / np.maximum(counts, 1), own[:, None])  # not tried: as the node itself
        scores = worth + c_puct * priors * np.sqrt(self.count[trees, nodes])[:, None] / (1 + counts)
        return np.where(self.legal(trees, nodes), scores, -np.inf).argmax(axis=1)

    def _grow(self, trees: Any, parents: Any, places: Any) -> None:
        handles = self._pool.expand(self._handle[trees, parents], self.action[trees, parents, places])
        nodes = self._used[trees]
        self._used[trees] += 1
        self.child[trees, parents, places] = nodes
        self._parent[trees, nodes] = parents
        self._back(trees, nodes, self._look(trees, nodes, handles))

    def add_noise(self, part: float, alpha: float, chance: np.random.Generator) -> None:
        """Mixes noise into the priors of the roots."""
        legal = self.legal(self.all, 0)
        drawn = np.where(legal, chance.gamma(alpha, size=legal.shape), 0)
        drawn /= np.maximum(drawn.sum(axis=1, keepdims=True), 1e-9)
        self.prior[:, 0] = (1 - part) * self.prior[:, 0] + part * drawn

    def searched(self, policy: Any, preferred: Any) -> Searched:
        """What came of the search. policy: of the places of each root. preferred: tells apart the actions of a root
        that were tried most; the largest counts."""
        visits, _ = self.tried(self.all, np.zeros_like(self.all))
        legal, numbers = self.legal(self.all, 0), self.action[:, 0]
        most = (visits == visits.max(axis=1, keepdims=True)) & legal
        best, over = np.where(most, preferred, -np.inf).argmax(axis=1), ~most.any(axis=1)
        rows, places = np.nonzero(legal)
        of_actions = np.zeros((2, len(numbers), self._pool.game.actions.size), dtype=np.float32)
        for one, own in zip(of_actions, (policy, visits), strict=True):
            one[rows, numbers[rows, places]] = own[rows, places]
        return Searched(
            np.where(over, NONE, numbers[self.all, best]), of_actions[0], of_actions[1].astype(np.int32),
            (self.total[:, 0] / self.count[:, 0, None]).astype(np.float32),
        )  # fmt: skip

    def free(self) -> None:
        """Gives back all positions but the roots."""
        made = self._handle[:, 1:]
        self._pool.free(made[made != NONE])
