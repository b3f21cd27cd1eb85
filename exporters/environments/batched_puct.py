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
    """A tree of nodes for each root; node 0 is the root. child: (roots, nodes, actions), the node that an action leads
    to, or NONE. prior: as `child`. count: visits of each node; total: the sum of what each seat got through it; seat:
    whose turn it is; raw: what each seat expects there by the evaluation alone. all: the numbers of the trees."""

    def __init__(self, pool: Pool, roots: Any, simulations: int, evaluate: Evaluate) -> None:
        """Raises LudLimitError where the pool has less room than a position for each simulation of each root."""
        room, needed = pool.room - pool.used, len(roots) * simulations
        if room < needed:
            raise LudLimitError(f"the pool has room for {room} more positions, and {needed} are needed")
        self._pool, self._evaluate = pool, evaluate
        n, nodes, size = len(roots), simulations + 1, pool.game.actions.size
        self.all = np.arange(n)
        self.child = np.full((n, nodes, size), NONE, dtype=np.int32)
        self.prior = np.zeros((n, nodes, size), dtype=np.float32)
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
        priors = np.where(seen.masks, np.asarray(priors, dtype=np.float32), 0)
        sums = priors.sum(axis=1, keepdims=True)
        even = seen.masks / np.maximum(seen.masks.sum(axis=1, keepdims=True), 1)
        self.prior[trees, nodes] = np.where(sums > 0, priors / np.where(sums > 0, sums, 1), even)
        self._handle[trees, nodes], self.seat[trees, nodes] = handles, seen.seats
        running = seen.ended == RUNNING
        self._open[trees, nodes] = running
        values = np.asarray(values, dtype=np.float32)
        if values.ndim == 1:
            own = np.arange(seen.rewards.shape[1]) == seen.seats[:, None]
            values = np.where(own, values[:, None], -values[:, None])
        self.raw[trees, nodes] = np.where(running[:, None], values, seen.rewards)
        return self.raw[trees, nodes]

    def _back(self, trees: Any, nodes: Any, values: Any) -> None:
        """Adds values to nodes and all above them."""
        while len(trees):
            self.count[trees, nodes] += 1
            self.total[trees, nodes] += values
            nodes = self._parent[trees, nodes]
            above = nodes != NONE
            trees, nodes, values = trees[above], nodes[above], values[above]

    def simulate(self, choose: Callable[[Any, Any], Any]) -> None:
        """One simulation in each tree. choose: gives for nodes, by tree and number, the action to go down."""
        trees, nodes = self.all, np.zeros(len(self.all), dtype=np.int32)
        grown: list[tuple[Any, Any, Any]] = []
        while len(trees):
            closed = ~self._open[trees, nodes]
            if closed.any():  # the game is over there: what it brought counts once more
                values = self.total[trees[closed], nodes[closed]] / self.count[trees[closed], nodes[closed], None]
                self._back(trees[closed], nodes[closed], values)
                trees, nodes = trees[~closed], nodes[~closed]
            actions = choose(trees, nodes)
            after = self.child[trees, nodes, actions]
            new = after == NONE
            grown.append((trees[new], nodes[new], actions[new]))
            trees, nodes = trees[~new], after[~new]
        at, parents, actions = (np.concatenate(parts) for parts in zip(*grown, strict=True))
        if len(at):
            self._grow(at, parents, actions)

    def tried(self, trees: Any, nodes: Any) -> tuple[Any, Any]:
        """How often each action of some nodes was tried, and the sum of what it brought whoever is to move there."""
        children = self.child[trees, nodes]
        there, rows, at = children != NONE, trees[:, None], children.clip(0)
        sums = self.total[rows, at, self.seat[trees, nodes][:, None]]
        return np.where(there, self.count[rows, at], 0), np.where(there, sums, 0)

    def by_puct(self, trees: Any, nodes: Any, c_puct: float) -> Any:
        """The actions that PUCT chooses."""
        priors, (counts, sums) = self.prior[trees, nodes], self.tried(trees, nodes)
        own = self.total[trees, nodes, self.seat[trees, nodes]] / self.count[trees, nodes]
        worth = np.where(counts > 0, sums / np.maximum(counts, 1), own[:, None])  # not tried: as the node itself
        scores = worth + c_puct * priors * np.sqrt(self.count[trees, nodes])[:, None] / (1 + counts)
        return np.where(priors > 0, scores, -np.inf).argmax(axis=1)

    def _grow(self, trees: Any, parents: Any, actions: Any) -> None:
        handles = self._pool.expand(self._handle[trees, parents], actions)
        nodes = self._used[trees]
        self._used[trees] += 1
        self.child[trees, parents, actions] = nodes
        self._parent[trees, nodes] = parents
        self._back(trees, nodes, self._look(trees, nodes, handles))

    def add_noise(self, part: float, alpha: float, chance: np.random.Generator) -> None:
        """Mixes noise into the priors of the roots."""
        legal = self.prior[:, 0] > 0
        drawn = np.where(legal, chance.gamma(alpha, size=legal.shape), 0)
        drawn /= np.maximum(drawn.sum(axis=1, keepdims=True), 1e-9)
        self.prior[:, 0] = (1 - part) * self.prior[:, 0] + part * drawn

    def searched(self, policy: Any, preferred: Any) -> Searched:
        """What came of the search. preferred: tells apart the actions of a root that were tried most; the largest
        counts."""
        visits, _ = self.tried(self.all, np.zeros_like(self.all))
        most = (visits == visits.max(axis=1, keepdims=True)) & (self.prior[:, 0] > 0)
        actions, over = np.where(most, preferred, -np.inf).argmax(axis=1), ~most.any(axis=1)
        return Searched(
            np.where(over, NONE, actions).astype(np.int32), np.where(over[:, None], 0, policy).astype(np.float32),
            visits.astype(np.int32), (self.total[:, 0] / self.count[:, 0, None]).astype(np.float32),
        )  # fmt: skip

    def free(self) -> None:
        """Gives back all positions but the roots."""
        made = self._handle[:, 1:]
        self._pool.free(made[made != NONE])
