"""Whether a move exists for which a condition holds, such as one on the position after it."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import Bool, Moves

from ...program import expressions as ir
from ...program.modes import EVERY, FULL
from ...program.ops import Expr
from ..base.lowering import Lowering
from .trial import SLOTS


def any_that(moves: Moves, lo: Lowering, mark: Expr, holds: Callable[[Expr], Expr]) -> Expr:
    """Whether a generator has any move for which a condition holds. No move is tried after the first that fits.

    holds: the condition on a move, which is given by its number in the buffer.
    """
    b = lo.b
    b.run("mode_enter", FULL, EVERY)
    lo.moves(moves)
    end = b.let(lo.count(), "end")
    found = b.var(False, "can")
    with b.for_range(mark, end, "m") as m:
        with b.if_(holds(m)):
            b.assign(found, True)
            b.break_()
    return found


def passes(lo: Lowering, move: Expr, condition: Bool) -> Expr:
    """Whether a condition holds after a move of the buffer and its consequents have been applied to a copy."""
    b = lo.b
    moves, acts, record = lo.mark(), b.let(b.run("act_count")), b.let(b.run("applied_count"))
    with lo.saved(*SLOTS):  # Ludii tries the move in a context of its own
        b.run("state_push")
        b.do(b.call(lo.apply_stored, move))
        with b.if_(ir.eq(b.get("mover"), b.get("next"))):
            b.put("next", b.get("prev"))  # Ludii evaluates the condition as if the turn did not continue
        good = b.let(lo.bool(condition), "good")
        b.run("state_pop")
    b.run("moves_rewind", moves, acts)
    b.run("applied_truncate", record)
    return good
