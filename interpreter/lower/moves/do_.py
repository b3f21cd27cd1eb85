"""(do … next:… ifAfterwards:…): moves after other moves, filtered by a condition on their result."""

from __future__ import annotations

from ludparse.ludemes import Bool, Do

from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..lookahead.automatic import succeeds
from ..lookahead.existence import passes


@lowers(Do, to="moves")
def do(node: Do, lo: Lowering) -> None:
    """Generates the next moves on a copy after the prior ones, and puts the actions of those in front of each."""
    b = lo.b
    if node.next is None and node.if_afterwards is None:
        return  # Ludii does not look at the prior moves then
    mark = lo.mark()
    if node.next is None and node.if_afterwards is not None:
        # if the condition is known to hold, the moves are those of the prior generator, untried
        known = succeeds(lo, node.if_afterwards)
        if not known.is_const:
            with b.if_(known):
                lo.moves(node.prior)
                lo.attach(mark, node.then)
                b.return_()
    with b.function("do_and_try") as (tried, _):
        inner = lo.mark()
        lo.moves(node.prior)
        if node.next is not None:
            _next(node, lo, inner)
        if node.if_afterwards is not None:
            _keep(lo, inner, node.if_afterwards)
    b.do(b.call(tried))
    lo.attach(mark, node.then)


def _next(node: Do, lo: Lowering, mark: Expr) -> None:
    b = lo.b
    end = lo.mark()
    record = b.let(b.run("applied_count"), "record")
    b.run("state_push")
    starts, ends = b.list_new(), b.list_new()
    with b.for_range(mark, end, "m") as m:
        b.run("list_push", starts, b.run("applied_count"))
        b.run("apply_actions", m)
        b.run("apply_thens", m)
        b.run("list_push", ends, b.run("applied_count"))
    lo.moves(required(node.next))
    b.run("state_pop")
    at = b.var(0, "at")
    with b.for_range(0, ir.list_len(starts), "k") as k:
        first, last = b.let(ir.list_at(starts, k)), b.let(ir.list_at(ends, k))
        with b.for_range(end, lo.count(), "m") as m:
            b.run("move_insert_applied", m, at, first, last)
        b.assign(at, last - first)
    if lo.eq.dice:
        with b.if_(ir.eq(lo.count(), end)):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
            with b.for_range(0, ir.list_len(starts), "k") as k:
                b.run("move_insert_applied", end, 0, ir.list_at(starts, k), ir.list_at(ends, k))
    b.run("move_drop", mark, end)
    b.run("applied_truncate", record)


def _keep(lo: Lowering, mark: Expr, condition: Bool) -> None:
    """Keeps the moves after which the condition holds, in order."""
    b = lo.b
    i = b.var(mark, "i")
    with b.while_(lambda: ir.lt(i, lo.count())):
        with b.if_(passes(lo, i, condition)):
            b.assign(i, i + 1)
        with b.else_():
            b.run("move_drop", i, i + 1)
