"""(do … next:… ifAfterwards:…): moves after other moves, filtered by a condition on their result."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, ir, lowers, required
from ..lookahead.automatic import succeeds
from ..lookahead.existence import holds_after


@lowers(L.Do, to="moves")
def do(node: L.Do, lo: Lowering) -> None:
    """Generates the next moves on a copy after the prior ones, and puts the actions of those in front of each."""
    if node.next is None and node.if_afterwards is None:
        return  # Ludii does not look at the prior moves then
    mark = lo.mark()
    if node.next is None and node.if_afterwards is not None:
        # if the condition is known to hold, the moves are those of the prior generator, untried
        known = succeeds(lo, node.if_afterwards)
        if not known.is_const:
            with lo.if_(known):
                lo.moves(node.prior)
                lo.attach(mark, node.then)
                lo.return_()
    with lo.function("do_and_try") as (tried, _):
        inner = lo.mark()
        lo.moves(node.prior)
        if node.next is not None:
            _next(node, lo, inner)
        if node.if_afterwards is not None:
            condition = node.if_afterwards
            lo.keep_moves(inner, lambda m: holds_after(lo, m, condition))
    lo.do(lo.call(tried))
    lo.attach(mark, node.then)


def _next(node: L.Do, lo: Lowering, mark: Expr) -> None:
    end = lo.mark()
    record = lo.let(lo.run("applied_count"), "record")
    with lo.on_copy():
        starts, ends = lo.list_new(), lo.list_new()
        with lo.for_range(mark, end, "m") as m:
            lo.push(starts, lo.run("applied_count"))
            lo.run("apply_actions", m)
            lo.run("apply_thens", m)
            lo.push(ends, lo.run("applied_count"))
        lo.moves(required(node.next))
    at = lo.var(0, "at")
    with lo.for_range(0, ir.list_len(starts), "k") as k:
        first, last = lo.let(ir.list_at(starts, k)), lo.let(ir.list_at(ends, k))
        with lo.for_range(end, lo.count(), "m") as m:
            lo.run("move_insert_applied", m, at, first, last)
        lo.assign(at, last - first)
    if lo.eq.dice:
        with lo.if_(ir.eq(lo.count(), end)):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
            with lo.for_range(0, ir.list_len(starts), "k") as k:
                lo.run("move_insert_applied", end, 0, ir.list_at(starts, k), ir.list_at(ends, k))
    lo.run("move_drop", mark, end)
    lo.run("applied_truncate", record)
