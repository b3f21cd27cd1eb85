"""Whether a move exists for which a condition holds, such as one on the position after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..base.prelude import Expr, L, Lowering, ir
from .trial import SLOTS


@contextmanager
def looked_at(lo: Lowering) -> Iterator[Expr]:
    """Statements that build moves, look at them, and forget them. Gives the number of the first."""
    mark = lo.mark()
    with lo.in_full(), lo.restoring(moves=True):
        yield mark


def any_that(moves: L.Moves, lo: Lowering, holds: Callable[[Expr], Expr]) -> Expr:
    """Whether a generator has any move for which a condition holds. No move is tried after the first that fits.

    holds: the condition on a move, which is given by its number in the buffer.
    """
    with looked_at(lo) as mark:
        with lo.filtered(holds, one=True, generator=lambda: lo.moves_function(moves)):
            pass
        return lo.let(lo.count() > mark, "can")


def holds_after(lo: Lowering, move: Expr, condition: L.Bool) -> Expr:
    """Whether a condition holds after a move of the buffer and its consequents have been applied to a copy."""

    def judge() -> Expr:
        with lo.if_(ir.eq(lo.get("mover"), lo.get("next"))):
            lo.put("next", lo.get("prev"))  # Ludii evaluates the condition as if the turn did not continue
        return lo.bool(condition)

    return lo.tried(lo.apply_stored, move, judge, SLOTS)  # Ludii tries the move in a context of its own
