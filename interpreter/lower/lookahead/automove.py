"""(automove): forced moves are made at once."""

from __future__ import annotations

from ...program import expressions as ir
from ...program.ops import Function
from ..base.lowering import Lowering


def forced_moves(lo: Lowering) -> Function:
    """A consequent that makes every legal move whose target no other move shares, and after these the next forced
    moves.

    The turn has not passed on yet, so they are moves of the same player.
    """
    b = lo.b
    with b.function("forced_moves") as (fn, _):
        first = lo.mark()
        b.do(b.call(lo.phase_moves))
        last = b.let(lo.count(), "last")
        alone = b.list_new()
        with b.for_range(first, last, "m") as m:
            others = b.var(0, "others")
            with b.for_range(first, last, "k") as k, b.if_(ir.eq(b.run("move_to", k), b.run("move_to", m))):
                b.assign(others, others + 1)
            b.run("list_push", alone, ir.select(ir.eq(others, 1), 1, 0))
        m = b.var(first, "m")
        with b.for_list(alone, "keep") as keep:
            with b.if_(ir.eq(keep, 1)):
                b.assign(m, m + 1)
            with b.else_():
                b.run("move_drop", m, m + 1)
        with b.if_(ir.gt(lo.count(), first)):
            b.run("move_attach", lo.count() - 1, fn.index)
    return fn
