"""(do … next:… ifAfterwards:…): moves after other moves, filtered by a condition on their result."""

from __future__ import annotations

from ...program.raw import TOLD_IN_HEADS
from ..arguments.moves import plain_head
from ..base.prelude import ORDER, Expr, L, Lowering, ir, lowers, required
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
    condition = node.if_afterwards
    with lo.function("do_and_try") as (tried, _):
        tried.filters = condition is not None
        if condition is None:
            _instead(node.prior, required(node.next), lo)
        elif node.next is None:
            with lo.filtered(lambda m: holds_after(lo, m, condition), generator=lambda: lo.moves_function(node.prior)):
                pass
        else:
            with lo.filtered(lambda m: holds_after(lo, m, condition)):
                _instead(node.prior, node.next, lo)
    lo.do(lo.call(tried))
    lo.attach(mark, node.then)


def _instead(prior: L.Moves, after: L.Moves, lo: Lowering) -> None:
    """Pushes, instead of the prior moves, those that are possible once all of them were made.

    What the prior moves do is written down in the record of applied actions: those of the k-th stand from `begins[k]`
    to before `ends[k]`. They become the first actions of each of the new moves.
    """
    first_prior = lo.mark()
    with lo.as_part():
        lo.moves(prior)
    first_next = lo.mark()
    record = lo.let(lo.run("applied_count"), "record")
    with lo.on_copy():
        begins, ends = lo.list_new(), lo.list_new()
        with lo.for_range(first_prior, first_next, "m") as m:
            lo.push(begins, lo.run("applied_count"))
            lo.run("apply_actions", m)
            lo.run("apply_thens", m)
            lo.push(ends, lo.run("applied_count"))
        lo.moves(after)
    if lo.heads_vary:
        _keep_heads(lo, first_next)
    # Ludii puts the actions of a prior move behind as many as the one before it has, not behind those of all before
    behind = lo.var(0, "at")
    with lo.for_range(0, ir.list_len(begins), "k") as k:
        begin, end = lo.let(ir.list_at(begins, k)), lo.let(ir.list_at(ends, k))
        with lo.for_range(first_next, lo.count(), "m") as m:
            lo.run("move_insert_applied", m, behind, begin, end)
        lo.assign(behind, end - begin)
    if lo.eq.dice:  # who can do nothing after a throw passes, so that the throw is made
        with lo.if_(ir.eq(lo.count(), first_next)):
            lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
            with lo.for_range(0, ir.list_len(begins), "k") as k:
                lo.run("move_insert_applied", first_next, 0, ir.list_at(begins, k), ir.list_at(ends, k))
    lo.run("move_drop", first_prior, first_next)
    lo.run("applied_truncate", record)


def _keep_heads(lo: Lowering, first: Expr) -> None:
    """Keeps what prior moves add out of the heads of the moves from `first` on that add and move nothing themselves."""
    telling = lo.table([kind in TOLD_IN_HEADS for kind in ("", *ORDER)], stem="telling")
    with lo.for_range(first, lo.count(), "m") as m:
        actions = lo.for_range(0, lo.run("move_action_count", m), "k")
        tells = lo.any_in(actions, lambda k: ir.ne(lo.at(telling, lo.run("move_action_kind", m, k)), 0), stem="tells")
        with lo.if_(~tells):
            lo.run("move_reopen", m)
            plain_head(lo)
            lo.run("move_reclose", m)
