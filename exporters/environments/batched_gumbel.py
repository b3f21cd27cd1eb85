"""Tree search over many positions at once that improves a policy also with few simulations: Gumbel MuZero's search
(Danihelka, Guez, Schrittwieser, Silver: "Policy improvement by planning with Gumbel", ICLR 2022) on a `Pool`, in numpy.

At the roots some actions are drawn without replacement, by noise from a Gumbel distribution, and halved again and again
(sequential halving); below, actions are tried so that visits come to what the improved policy says.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.pool import Pool
from ludparse.interpreter.play.arguments import whole

from .batched_puct import Evaluate, Searched, Trees, uniform

__all__ = ["batched_gumbel", "considered_visits"]

VALUE_SCALE, LEAST_VISITS = 0.1, 50
"""How much values count against priors: VALUE_SCALE × (LEAST_VISITS + the visits of the action that was tried most), as
in the authors' mctx."""
LEAST_PRIOR = np.finfo(np.float32).tiny
"""A smaller prior, such as 0, counts as this one: the action stays legal."""


def considered_visits(actions: int, simulations: int) -> list[int]:
    """For each simulation how often the actions among which it chooses have been tried before: sequential halving of so
    many actions."""
    if actions <= 1:
        return list(range(simulations))
    rounds, left, done = math.ceil(math.log2(actions)), actions, 0
    found: list[int] = []
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += [done] * left
            done += 1
        left = max(2, left // 2)
    return found[:simulations]


def batched_gumbel(
    pool: Pool,
    roots: npt.ArrayLike,
    evaluate: Evaluate = uniform,
    *,
    simulations: int,
    considered: int = 16,
    noise: float = 1.0,
    seed: int = 0,
) -> Searched:
    """Search from some positions, all in step. The policy to learn is the improved one. considered: most actions of a
    root that are tried, from 1. noise: how much the Gumbel noise counts; 0 for play without chance. Other arguments,
    and errors, are those of `batched_puct`."""
    simulations, considered = whole("simulations", simulations, 1), whole("considered", considered, 1)
    trees = Trees(pool, np.asarray(roots), simulations, evaluate)
    drawn = noise * np.random.default_rng(seed).gumbel(size=trees.prior[:, 0].shape)
    legal = np.minimum(trees.legal(trees.all, 0).sum(axis=1), considered)
    tables = {m: considered_visits(m, simulations) for m in set(legal.tolist())}
    wanted = np.array([tables[m] for m in legal.tolist()], dtype=np.int64).reshape(-1, simulations)

    def choose(k: int, at: Any, nodes: Any) -> Any:
        counts, logits = trees.tried(at, nodes)[0], _improved(trees, at, nodes)
        policy = _softmax(logits)
        below = policy - counts / (1 + counts.sum(axis=1, keepdims=True))
        root = np.where(counts == wanted[at, k][:, None], _with(logits, drawn[at]), -np.inf)
        scores = np.where((nodes == 0)[:, None], root, below)
        return np.where(trees.legal(at, nodes), scores, -np.inf).argmax(axis=1)

    try:
        for k in range(simulations):
            trees.simulate(lambda at, nodes, k=k: choose(k, at, nodes))  # type: ignore[misc]
    finally:
        trees.free()
    logits = _improved(trees, trees.all, np.zeros_like(trees.all))
    return trees.searched(_softmax(logits), _with(logits, drawn))


def _with(logits: Any, drawn: Any) -> Any:
    """Logits with the noise of the roots, for as many places as the roots had at first."""
    noisy = logits.copy()
    noisy[:, : drawn.shape[1]] += drawn
    return noisy


def _improved(trees: Trees, at: Any, nodes: Any) -> Any:
    """The logits of the improved policy of some nodes: those of the priors, and what actions are worth. An action that
    was not tried is worth what the node is: the mean of its evaluation and of what was tried, by priors and visits."""
    priors, (counts, sums) = trees.prior[at, nodes], trees.tried(at, nodes)
    legal, tried = trees.legal(at, nodes), counts > 0
    worth = sums / np.maximum(counts, 1)
    visits, of_tried = counts.sum(axis=1), np.where(tried, priors, 0).sum(axis=1)
    mean = np.where(tried, priors * worth, 0).sum(axis=1) / np.maximum(of_tried, 1e-9)
    mixed = (trees.raw[at, nodes, trees.seat[at, nodes]] + visits * mean) / (1 + visits)
    worth = np.where(tried, worth, mixed[:, None])
    low = np.where(legal, worth, np.inf).min(axis=1, keepdims=True)
    spread = np.where(legal, worth, -np.inf).max(axis=1, keepdims=True) - low
    worth = np.where(legal & (spread > 0), (worth - low) / np.where(spread > 0, spread, 1), 0)
    scale = VALUE_SCALE * (LEAST_VISITS + counts.max(axis=1, keepdims=True))
    return np.where(legal, np.log(np.maximum(priors, LEAST_PRIOR)) + scale * worth, -np.inf)


def _softmax(logits: Any) -> Any:
    top = logits.max(axis=1, keepdims=True)
    odds = np.exp(logits - np.where(np.isfinite(top), top, 0))
    return odds / np.maximum(odds.sum(axis=1, keepdims=True), 1e-30)
