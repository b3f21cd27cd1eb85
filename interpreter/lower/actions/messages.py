"""Actions between the players: proposals, votes, giving up."""

from __future__ import annotations

from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.memory import propositions, votes
from ..flow.end import forfeit
from .registry import applies


@applies("propose")
def apply_propose(lo: Lowering, p: dict[str, Expr]) -> None:
    lo.b.list_field("push", propositions(lo), p["number"])


@applies("vote")
def apply_vote(lo: Lowering, p: dict[str, Expr]) -> None:
    """Counts a vote. When all have voted, a proposal with more than half of the votes is decided."""
    b = lo.b
    field = votes(lo)
    b.list_field("push", field, p["number"])
    with b.if_(ir.ne(b.length(field), lo.n_players)):
        b.return_()
    best, most = b.var(-1, "best"), b.var(0, "most")
    with b.for_range(0, b.length(field)) as i:
        n = b.var(0, "n")
        with b.for_range(i, b.length(field)) as j, b.if_(ir.eq(b.get(field, i), b.get(field, j))):
            b.assign(n, n + 1)
        with b.if_(ir.gt(n, most)):
            b.assign(most, n)
            b.assign(best, b.get(field, i))
    with b.if_(ir.gt(most, lo.n_players // 2)):
        b.put("decided", best)
    b.list_field("clear", field)
    b.list_field("clear", propositions(lo))


@applies("forfeit")
def apply_forfeit(lo: Lowering, p: dict[str, Expr]) -> None:
    """The player loses immediately."""
    forfeit(lo, p["player"])


@applies("passed")
def apply_passed(lo: Lowering, p: dict[str, Expr]) -> None:
    """A note within a move has no effect."""
