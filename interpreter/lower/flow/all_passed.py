"""Whether all players have passed in turn."""

from __future__ import annotations

from ..base.fields import history, place_in_history
from ..base.prelude import Expr, Function, Lowering, Type, ir, per_game


def all_passed(lo: Lowering) -> Expr:
    """Whether the latest turns of all players were passes (read after the move, before the turn goes on)."""
    return lo.call(_all_passed(lo))


@per_game
def _all_passed(lo: Lowering) -> Function:
    with lo.function("all_passed", (), Type.BOOL) as (fn, _):
        # most plies are far from any pass, and the question is asked at every ply
        near = lo.get("n_moves") - lo.get("latest_pass") < history(lo)
        with lo.if_(~(ir.ne(lo.get("latest_pass"), 0) & near)):
            lo.return_(False)
        _all_passed_body(lo)
    lo.program.counting.add(fn.index)
    return fn


def _all_passed_body(lo: Lowering) -> None:
    n = lo.n_players
    if n == 1:
        lo.return_(ir.ne(lo.get("last_is_pass"), 0))
        return
    left = lo.var(lo.get("n_moves"), "left")
    last, passed, same = lo.var(lo.get("mover"), "last"), lo.var(False, "passed"), lo.var(0, "same")
    with lo.for_range(0, n), lo.while_(lambda: ir.TRUE):
        with lo.if_(left <= 0):
            lo.return_(passed)
        with lo.if_(same > 1):
            lo.return_(False)
        lo.assign(left, left - 1)
        k = lo.let(place_in_history(lo, left))
        mover, was = lo.let(lo.get("past_mover", k)), lo.let(ir.ne(lo.get("past_pass", k), 0))
        with lo.if_(ir.ne(mover, last)):
            with lo.if_(~passed):
                lo.return_(False)
            lo.assign(last, mover)
            lo.assign(same, 0)
            lo.assign(passed, was)
            lo.break_()
        with lo.else_():
            lo.assign(same, same + 1)
            lo.assign(passed, was)
    lo.return_(True)
