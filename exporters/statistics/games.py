"""Statistics of whole games, under Ludii's names. Each is computed of several games of one description together.

What they mean, and where Ludii's way of computing them is peculiar, stands in `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ludparse.ludemes import Match
from ludparse.support.intervals import sample_variance

from . import evaluations
from .observe import TURN_LIMIT
from .record import GameRecord

__all__ = ["GAME_STATISTICS", "GameStatistic", "game_statistics", "per_game", "state_space"]

Records = Sequence[GameRecord]
STACK_HEIGHT = 32
HIDDEN_STATES = 2**7


@dataclass(frozen=True, slots=True)
class GameStatistic:
    """A statistic of whole games.

    of_game: its value for one game, where the statistic is the mean of these (None: it is not). of_games: its value for
    all games together. share: whether it lies between 0 and 1 by its nature. group: a heading for tables.
    evaluated: whether it needs evaluations of positions.
    """

    name: str
    group: str
    meaning: str
    of_games: Callable[[Any, Records], float | None]
    of_game: Callable[[GameRecord], float] | None = None
    share: bool = False
    evaluated: bool = False


def _mean(name: str, group: str, meaning: str, of_game: Callable[[GameRecord], float], **more: bool) -> GameStatistic:
    return GameStatistic(name, group, meaning, lambda game, records: _average(of_game, records), of_game, **more)


def _average(of_game: Callable[[GameRecord], float], records: Records) -> float | None:
    return fmean(of_game(record) for record in records) if records else None


def _several(of_games: Callable[[Any, Records], float | None]) -> Callable[[Any, Records], float | None]:
    """None for solitaires and simulations, in which nobody can be ahead of anybody."""
    return lambda game, records: of_games(game, records) if game.players > 1 and records else None


# ---------------------------------------------------------------------------------------------------- single games


def _advantage(record: GameRecord) -> float:
    return (record.utilities[0] + 1) / 2


def _draw(record: GameRecord) -> float:
    return float(not any(record.utilities))


def _game_tree(record: GameRecord) -> float:
    """log10 of (mean number of legal moves) to the power of the number of moves."""
    mean = sum(record.branching) / record.plies if record.plies else 0.0
    return record.plies * math.log10(mean) if mean > 0 else 0.0


def _decision_moves(record: GameRecord) -> float:
    return len(record.decisions) / record.plies if record.plies else 0.0


# ---------------------------------------------------------------------------------------------------- all games


def _balance(game: Any, records: Records) -> float:
    rates = [fmean((r.utilities[p] + 1) / 2 for r in records) for p in range(game.players)]
    return 1.0 - (max(rates) - min(rates))


def _uniformity(game: Any, records: Records) -> float | None:
    if game.players < 1 or not records:
        return None
    variances = [sample_variance([r.utilities[p] for r in records]) for p in range(game.players)]
    return 1.0 - fmean(variances)


def _turns_deviation(game: Any, records: Records) -> float | None:
    if not records:
        return None
    mean = fmean(r.turns for r in records)
    return math.sqrt(fmean((r.turns - mean) ** 2 for r in records))


def _turns_in_time(game: Any, records: Records) -> float | None:
    finished = [r.turns for r in records if not r.timeout]
    if finished:
        return fmean(finished)
    if not records:
        return None
    return 1.0 if game.players <= 1 else float(TURN_LIMIT * game.players)


def state_space(game: Any) -> float | None:
    """log10 of a bound on the number of positions; None for matches and games with simultaneous moves.

    Each site in use holds any one of the components or none, with any count, state, rotation and value for which it has
    room, independent of all others.
    """
    from ludparse.interpreter.equipment import site_limits as capacity

    from .sites import BoardSites

    flags = game.flags
    if isinstance(game.description.game, Match) or flags.simultaneous:
        return None
    sites = BoardSites(game)
    states = max(1, len(game.equipment.components))  # a puzzle may have no pieces at all
    if flags.stacking:
        states *= STACK_HEIGHT
    elif flags.counts:
        states *= sites.max_count()
    if flags.states:
        states *= capacity.max_state(game.description.game, flags, sites.number)
    if flags.rotations:
        states *= capacity.max_rotations(flags)
    if flags.values:
        states *= capacity.max_value(flags)
    if flags.hidden:
        states *= HIDDEN_STATES
    return float(sum(sites.sizes[letter] for letter in sites.used) * math.log10(states))


_OUTCOME, _LENGTH, _CHOICE, _BOARD, _REPEAT, _LEAD = "outcome", "length", "choice", "board", "repetition", "lead"

GAME_STATISTICS: dict[str, GameStatistic] = {
    s.name: s
    for s in (
        GameStatistic("AdvantageP1", _OUTCOME, "how often the first player wins; a draw is half a win",
                      _several(lambda game, records: _average(_advantage, records)), _advantage, share=True),
        GameStatistic("Balance", _OUTCOME, "1 less the largest difference between two players' shares of the wins",
                      _several(_balance), share=True),
        _mean("Completion", _OUTCOME, "share of the games that somebody won", lambda r: float(r.winner), share=True),
        GameStatistic("Drawishness", _OUTCOME, "share of the games in which nobody is ahead of anybody",
                      _several(lambda game, records: _average(_draw, records)), _draw, share=True),
        _mean("Timeouts", _OUTCOME, "share of the games that a limit of moves or turns ended",
              lambda r: float(r.timeout), share=True),
        GameStatistic("OutcomeUniformity", _OUTCOME, "1 less the variance of what the players get", _uniformity),
        _mean("DurationActions", _LENGTH, "actions in a game", lambda r: float(r.actions)),
        _mean("DurationMoves", _LENGTH, "moves in a game", lambda r: float(r.plies)),
        _mean("DurationTurns", _LENGTH, "turns in a game (moves in a row by one player are one)",
              lambda r: float(r.turns)),
        GameStatistic("DurationTurnsStdDev", _LENGTH, "standard deviation of the turns", _turns_deviation),
        GameStatistic("DurationTurnsNotTimeouts", _LENGTH, "turns in a game that no limit ended", _turns_in_time),
        _mean("DecisionMoves", _CHOICE, "share of the moves that were made by choice", _decision_moves, share=True),
        _mean("GameTreeComplexity", _CHOICE, "log10 of the number of games, by the mean number of legal moves",
              _game_tree),
        GameStatistic("StateTreeComplexity", _CHOICE, "log10 of a bound on the number of positions",
                      lambda game, records: state_space(game)),
        _mean("BoardCoverageDefault", _BOARD, "share of the sites of the kind played on that were ever occupied",
              lambda r: r.covered_default, share=True),
        _mean("BoardCoverageFull", _BOARD, "share of all cells, vertices and edges that were ever occupied",
              lambda r: r.covered_full, share=True),
        _mean("BoardCoverageUsed", _BOARD, "share of the sites of the kinds in use that were ever occupied",
              lambda r: r.covered_used, share=True),
        _mean("PositionalRepetition", _REPEAT, "share of the games in which a position came up twice",
              lambda r: float(r.positions_repeat), share=True),
        _mean("SituationalRepetition", _REPEAT, "share of the games in which a position came up twice with the same "
              "player to move", lambda r: float(r.situations_repeat), share=True),
        _mean("DecisivenessMoves", _LEAD, "part of the game after which a winner is ahead of all that losers ever were",
              evaluations.decisive_move, evaluated=True),
        _mean("DecisivenessThreshold", _LEAD, "the best that a loser's position was ever valued",
              evaluations.threshold, evaluated=True),
        _mean("LeadChange", _LEAD, "share of the moves before which other players lead than before the move before",
              evaluations.lead_change, share=True, evaluated=True),
        _mean("Stability", _LEAD, "variance of the players' values over a game", evaluations.stability, evaluated=True),
        _mean("Variance", _LEAD, "clarity: variance of the values of the legal moves", evaluations.clarity_variance,
              evaluated=True),
        _mean("Narrowness", _LEAD, "clarity: share of the legal moves that are nearly best",
              evaluations.clarity_narrowness, evaluated=True),
    )
}  # fmt: skip
"""By name, in the order of tables."""


def game_statistics(game: Any, records: Records, *, evaluated: bool = False) -> dict[str, float | None]:
    """The value of every statistic of whole games; None where a game has none.

    evaluated: also those that need evaluations of positions, which the records then hold.
    """
    return {
        name: statistic.of_games(game, records)
        for name, statistic in GAME_STATISTICS.items()
        if evaluated or not statistic.evaluated
    }


def per_game(name: str, records: Records) -> list[float] | None:
    """The value for each game of a statistic that is their mean; None for another."""
    of_game = GAME_STATISTICS[name].of_game
    return None if of_game is None else [of_game(record) for record in records]
