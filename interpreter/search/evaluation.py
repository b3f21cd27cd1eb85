"""What a position looks worth where a search stops."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudUnsupportedError
from ludparse.problems.spans import Source
from ludparse.reader import read_source

from ..game.match_state import MatchState
from ..play.game_state import GameState
from ..play.state import worth
from .heuristics import DEFAULT, Evaluation, Evaluator, evaluation_of, make_evaluation
from .heuristics.reading import terms_of

if TYPE_CHECKING:
    from ludparse.problems.errors import LudError

    from ..play.game import Playable
    from ..play.state import State

__all__ = ["OUT_OF_GAME", "Evaluations", "chosen_evaluation"]

OUT_OF_GAME = 10_000.0
"""What the first place counts for a player who has left the game while others go on; the last place: its negative."""

_MOST = 1e6
_MATCH_POINT = 10_000.0


def chosen_evaluation(game: Playable, heuristics: str | None) -> Evaluation:
    """The heuristics of the description (None), the default ones ("default"), none at all ("none": every position is
    worth 0), or those of a text such as `(heuristics {(material) (mobilitySimple weight:0.01)})`. Raises LudError for a
    text that is no heuristics."""
    if heuristics is None:
        return evaluation_of(game)
    return _given(game, heuristics)


@lru_cache(maxsize=64)
def _given(game: Playable, heuristics: str) -> Evaluation:
    if heuristics == "default":
        return make_evaluation(game, DEFAULT, described=False)
    if heuristics == "none":
        return make_evaluation(game, (), described=False)
    problems: list[LudError] = []
    nodes = read_source(Source("<heuristics>", heuristics), problems)
    if problems:
        raise problems[0]
    return make_evaluation(game, terms_of(nodes))


class Evaluations:
    """Evaluates positions for a side. heuristics: see `chosen_evaluation`."""

    def __init__(self, heuristics: str | None) -> None:
        self.heuristics = heuristics
        self._evaluators: dict[Playable, Evaluator] = {}

    def lead(self, state: State, ours: frozenset[int], moves: int | None = None) -> float:
        """How much better a position looks for some seats than for the others: the mean of their values, minus the mean
        of the others', within ±1,000,000. moves: the number of legal moves, if it is known."""
        if isinstance(state, MatchState):
            mine = frozenset(seat for seat in range(state.game.players) if seat in ours)
            points = _lead([float(score) for score in state.score[1:]], tuple(range(state.game.players)), mine)
            return max(-_MOST, min(_MOST, points * _MATCH_POINT + self.lead(state.instance, ours)))
        if not isinstance(state, GameState):
            raise LudUnsupportedError("only positions of games and matches are evaluated")
        evaluator = self._evaluators.get(state.game)
        if evaluator is None:
            evaluator = self._evaluators[state.game] = Evaluator(chosen_evaluation(state.game, self.heuristics))
        values = evaluator.values(state, moves)
        places = state.ranking[1:]
        worths = worth(places)
        for player, place in enumerate(places):
            if place:
                values[player] = OUT_OF_GAME * (2.0 * worths[player] - 1.0)
        return max(-_MOST, min(_MOST, _lead(values, state.seats, ours)))


def _lead(values: list[float], at: tuple[int, ...], ours: frozenset[int]) -> float:
    """The mean of the values of some seats minus that of the others."""
    mine = theirs = 0.0  # added one by one as in native code; sum() may round otherwise
    for value, seat in zip(values, at, strict=True):
        if seat in ours:
            mine += value
        else:
            theirs += value
    n = sum(seat in ours for seat in at)
    return mine / max(1, n) - theirs / max(1, len(at) - n)
