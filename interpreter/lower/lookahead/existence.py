"""Whether a move exists that the rules about all moves allow, or after which a condition holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludparse.ludemes import Bool, Moves

from ...program import expressions as ir
from ...program.intrinsics import EVERY, FULL
from ...program.ops import Expr
from ..flow import meta

if TYPE_CHECKING:
    from ..lowering import Lowering


def any_allowed(moves: Moves, lo: Lowering, mark: Expr, holds: Callable[[Expr], Expr] | None = None) -> Expr:
    """Whether a generator has any move that the rules against repetition and suicide allow.

    holds: a further condition on a move, given by its number in the buffer. No move is tried after the first that fits.
    """
    b = lo.b
    b.run("mode_enter", FULL, EVERY)
    lo.moves(moves)
    end = b.let(lo.count(), "end")
    found = b.var(False, "can")
    with b.for_range(mark, end, "m") as m:
        good = meta.is_allowed(lo, m) if holds is None else b.all_of([lambda: holds(m), lambda: meta.is_allowed(lo, m)])
        with b.if_(good):
            b.assign(found, True)
            b.break_()
    return found


def passes(lo: Lowering, move: Expr, condition: Bool) -> Expr:
    """Whether a condition holds after a move of the buffer and its consequents have been applied to a copy."""
    b = lo.b
    moves, acts, record = lo.mark(), b.let(b.run("act_count")), b.let(b.run("applied_count"))
    b.run("state_push")
    b.do(b.call(lo.apply_stored, move))
    with b.if_(ir.eq(b.get("mover"), b.get("next"))):
        b.put("next", b.get("prev"))  # Ludii evaluates the condition as if the turn did not continue
    good = b.let(lo.bool(condition), "good")
    b.run("state_pop")
    b.run("moves_rewind", moves, acts)
    b.run("applied_truncate", record)
    return good
