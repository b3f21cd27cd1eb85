"""Whether all players have passed in turn."""

from __future__ import annotations

from ..base.fields import history, place_in_history
from ..base.prelude import Expr, Function, Lowering, Type, ir, per_game


def all_passed(lo: Lowering) -> Expr:
    """Whether the latest turns of all players were passes (read after the move, before the turn goes on)."""
    return lo.call(_all_passed(lo))


@per_game
def _all_passed(lo: Lowering) -> Function:
    with lo.function("turns_passed", (), Type.BOOL) as (turns, _):
        _turns_passed(lo)
    with lo.function("all_passed", (), Type.BOOL) as (fn, _):
        # most plies are far from any pass, and the question is asked at every ply
        near = lo.get("n_moves") - lo.get("latest_pass") < history(lo)
        lo.return_(ir.ne(lo.get("latest_pass"), 0) & near & lo.call(turns))
    lo.program.counting.update((turns.index, fn.index))
    return fn


def _turns_passed(lo: Lowering) -> None:
    n = lo.n_players
    if n == 1:
        lo.return_(ir.ne(lo.get("last_is_pass"), 0))
        return
    turns = lo.var(0, "turns")
    last, passed, same = lo.var(lo.get("mover"), "last"), lo.var(False, "passed"), lo.var(0, "same")
    with lo.for_range(lo.get("n_moves") - 1, 0, down=True) as earlier:
        with lo.if_(same > 1):
            lo.return_(False)
        k = lo.let(place_in_history(lo, earlier))
        mover, was = lo.let(lo.get("past_mover", k)), lo.let(ir.ne(lo.get("past_pass", k), 0))
        with lo.if_(ir.ne(mover, last)):
            with lo.if_(~passed):
                lo.return_(False)
            lo.assign(last, mover)
            lo.assign(same, 0)
            lo.assign(turns, turns + 1)
            with lo.if_(ir.eq(turns, n)):
                lo.return_(True)
        with lo.else_():
            lo.assign(same, same + 1)
        lo.assign(passed, was)
    lo.return_(passed)
