"""Actions between the players: proposals, votes, giving up."""

from __future__ import annotations

from ..base.memory import propositions, votes
from ..base.prelude import Expr, Lowering, ir
from ..flow.end import forfeit
from .registry import applies


@applies("propose")
def apply_propose(lo: Lowering, p: dict[str, Expr]) -> None:
    lo.list_field("push", propositions(lo), p["number"])


@applies("vote")
def apply_vote(lo: Lowering, p: dict[str, Expr]) -> None:
    """Counts a vote. When all have voted, a proposal with more than half of the votes is decided."""
    field = votes(lo)
    lo.list_field("push", field, p["number"])
    with lo.if_(ir.ne(lo.length(field), lo.n_players)):
        lo.return_()
    best, most = lo.var(-1, "best"), lo.var(0, "most")
    with lo.for_range(0, lo.length(field)) as i:
        n = lo.count_in(
            lo.for_range(i, lo.length(field)), lambda j: ir.eq(lo.get(field, i), lo.get(field, j)), stem="n"
        )
        with lo.if_(n > most):
            lo.assign(most, n)
            lo.assign(best, lo.get(field, i))
    with lo.if_(most > lo.n_players // 2):
        lo.put("decided", best)
    lo.list_field("clear", field)
    lo.list_field("clear", propositions(lo))


@applies("forfeit")
def apply_forfeit(lo: Lowering, p: dict[str, Expr]) -> None:
    """The player loses immediately."""
    forfeit(lo, p["player"])


@applies("passed")
def apply_passed(lo: Lowering, p: dict[str, Expr]) -> None:
    """A note within a move has no effect."""
