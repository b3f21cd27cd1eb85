"""What a tree search knows about the moves of a position, and what follows: their order, the choice, the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..play.move import Move
from ..play.playouts import Chance
from .report import MoveReport, interval

__all__ = ["Tried", "chosen", "move_reports", "rank"]


class Tried(NamedTuple):
    """A move. total: the sum of the values of its visits for whoever moves; proof: the certain value, None without
    one; depth: plies to the end of the game then."""

    visits: int
    total: float
    proof: float | None
    depth: int

    @property
    def value(self) -> float:
        """What may be expected: the proven value, or the average, or 0 where there is none."""
        if self.proof is not None:
            return self.proof
        return self.total / self.visits if self.visits else 0.0


def rank(move: Tried) -> tuple[float, float, float]:
    """What moves are ordered by: proven wins first and proven losses last, quick wins and slow losses first; then
    visits, then the average."""
    if move.proof == 1.0:
        return (1.0, -move.depth, 0.0)
    if move.proof == 0.0:
        return (-1.0, move.depth, 0.0)
    return (0.0, move.visits, move.value)


def chosen(moves: Sequence[Tried], proven: bool, chance: Chance) -> list[int]:
    """The numbers of the moves, the chosen one first, then by rank.

    The first by rank is chosen, unless a proven move is worth more than what the first may be expected to bring. Where
    nothing was tried, or all games came out equal, chance decides: whoever has won or lost in any case would go around
    in circles otherwise.
    """
    order = sorted(range(len(moves)), key=lambda k: (*rank(moves[k]), -k), reverse=True)
    tried = [k for k in order if moves[k].visits]
    if not proven and len({moves[k].value for k in tried}) < 2:
        among = [k for k in tried or order if moves[k].proof is None] or tried or sorted(order)
        best = among[chance.below(len(among))]
    else:
        best, most = order[0], moves[order[0]].value
        for k in order:
            proof = moves[k].proof
            if proof is not None and proof > most:
                best, most = k, proof
    order.remove(best)
    return [best, *order]


def move_reports(
    moves: Sequence[Move], tried: Sequence[Tried], order: Sequence[int], line: Callable[[int], list[Move]]
) -> tuple[MoveReport, ...]:
    """The moves in an order, as a report shows them. line: the expected continuation of a move, without the move."""
    return tuple(_report(moves[k], tried[k], line(k)) for k in order)


def _report(move: Move, known: Tried, line: list[Move]) -> MoveReport:
    value = known.value if known.visits or known.proof is not None else None
    if known.proof is not None:
        return MoveReport(move, known.visits, value, (known.proof, known.proof), True, (move, *line))
    return MoveReport(move, known.visits, value, interval(known.total, known.visits), False, (move, *line))
