"""Ludii's statistics of a game, in the process in which Ludii runs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

__all__ = ["statistics"]


def statistics(bridge: Any, rng: Sequence[int], plies: int, seed: int, names: Sequence[str]) -> dict[str, Any]:
    """Statistics of one random game of the game that was loaded last, by Ludii's names of them.

    rng: the state of the random numbers. seed: of the choice of moves. names: which statistics. The values are numbers,
    None where Ludii has none, or the words of the exception with which Ludii fails.
    """
    java = bridge.java
    jpype, game = java.jpype, bridge.game
    trial = java.Trial(game)
    context = java.Context(game, trial)
    state = java.RandomState(jpype.JArray(jpype.JByte)([*rng]))
    context.rng().restoreState(state)
    game.start(context)
    chance = random.Random(seed)
    for _ in range(plies):
        if trial.over():
            break
        moves = game.moves(context).moves()
        count = int(moves.size())
        forced = java.Game.createPassMove(context.state().mover(), True) if not count else None
        game.apply(context, moves.get(chance.randrange(count)) if forced is None else forced)
    evaluation = jpype.JClass("metrics.Evaluation")()
    trials, states = jpype.JArray(java.Trial)([trial]), jpype.JArray(java.RandomState)([state])
    known = {str(metric.concept().name()): metric for metric in evaluation.conceptMetrics()}
    found: dict[str, Any] = {}
    for name in names:
        if name not in known:
            found[name] = "Ludii has no statistic of this name"
            continue
        try:
            value = known[name].apply(game, evaluation, trials, states)
            found[name] = None if value is None else float(value)
        except jpype.JException as problem:
            cause: Any = problem
            found[name] = f"{cause.getClass().getSimpleName()}: {cause.getMessage()}"
    return found
