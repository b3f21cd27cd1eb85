"""Plays recorded games again and computes the values of their terms."""

from collections.abc import Iterator
from typing import Any

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search.heuristics import Evaluator, Term, make_evaluation

Compared = tuple[int, int, list[float], list[float]]


def recomputed(game: SingleGame, terms: list[Term], row: dict[str, Any]) -> Iterator[Compared]:
    """For every recorded value: ply, number of the term, Ludii's values, and ours."""
    state = game.start(rng_state=row["rng"])
    evaluators = [Evaluator(make_evaluation(game, [term])) for term in terms]
    wanted: dict[int, list[list[Any]]] = {}
    for ply, *rest in row["values"]:
        wanted.setdefault(ply, []).append(rest)
    for ply in range(len(row["picks"]) + 1):
        for number, *values in wanted.get(ply, ()):
            yield ply, number, values, evaluators[number].values(state)
        if ply < len(row["picks"]):
            state.apply(state.legal_moves()[row["picks"][ply]])
