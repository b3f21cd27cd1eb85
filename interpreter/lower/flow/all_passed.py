"""Whether all players have passed in turn."""

from __future__ import annotations

from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.fields import history, place_in_history
from ..base.lowering import Lowering
from ..base.once import per_game


def all_passed(lo: Lowering) -> Expr:
    """Whether the latest turns of all players were passes (read after the move, before the turn goes on)."""
    return lo.b.call(_all_passed(lo))


@per_game
def _all_passed(lo: Lowering) -> Function:
    b = lo.b
    with b.function("all_passed", (), Type.BOOL) as (fn, _):
        # most plies are far from any pass, and the question is asked at every ply
        near = ir.lt(b.get("n_moves") - b.get("latest_pass"), history(lo))
        with b.if_(ir.not_(ir.and_(ir.ne(b.get("latest_pass"), 0), near))):
            b.return_(False)
        _all_passed_body(lo)
    lo.program.counting.add(fn.index)
    return fn


def _all_passed_body(lo: Lowering) -> None:
    b, n = lo.b, lo.n_players
    if n == 1:
        b.return_(ir.ne(b.get("last_is_pass"), 0))
        return
    left = b.var(b.get("n_moves"), "left")
    last, passed, same = b.var(b.get("mover"), "last"), b.var(False, "passed"), b.var(0, "same")
    with b.for_range(0, n), b.while_(lambda: ir.TRUE):
        with b.if_(ir.le(left, 0)):
            b.return_(passed)
        with b.if_(ir.gt(same, 1)):
            b.return_(False)
        b.assign(left, left - 1)
        k = b.let(place_in_history(lo, left))
        mover, was = b.let(b.get("past_mover", k)), b.let(ir.ne(b.get("past_pass", k), 0))
        with b.if_(ir.ne(mover, last)):
            with b.if_(ir.not_(passed)):
                b.return_(False)
            b.assign(last, mover)
            b.assign(same, 0)
            b.assign(passed, was)
            b.break_()
        with b.else_():
            b.assign(same, same + 1)
            b.assign(passed, was)
    b.return_(True)
