"""(automove): forced moves are made at once."""

from __future__ import annotations

from ..base.prelude import Expr, Function, Lowering, ir
from .trial import keep_listed


def forced_moves(lo: Lowering) -> Function:
    """A consequent that makes every legal move whose target no other move shares, and after these the next forced
    moves.

    The turn has not passed on yet, so they are moves of the same player.
    """
    with lo.function("forced_moves") as (fn, _):
        first = lo.mark()

        def alone() -> tuple[Expr, Expr]:
            lo.do(lo.call(lo.phase_moves))
            last = lo.let(lo.count(), "last")

            def is_alone(m: Expr) -> Expr:
                others = lo.count_in(
                    lo.for_range(first, last, "k"),
                    lambda k: ir.eq(lo.run("move_to", k), lo.run("move_to", m)),
                    stem="others",
                )
                return ir.select(ir.eq(others, 1), 1, 0)

            return lo.listed(lo.for_range(first, last, "m"), of=is_alone), ir.const(1)

        keep_listed(lo, alone)
        with lo.if_(lo.count() > first):
            lo.run("move_attach", lo.count() - 1, fn.index)
    return fn
