"""Existence queries as generators that push some move if one exists. They only run within such queries."""

from __future__ import annotations

from ..base.prelude import Expr, Lowering, lowers
from ..lookahead.asking import AnyAfter, AnyMove
from ..lookahead.automatic import succeeds
from ..lookahead.existence import any_that, holds_after
from ..lookahead.move_after_move import any_move


@lowers(AnyAfter, to="moves")
def any_after(node: AnyAfter, lo: Lowering) -> None:
    """No move is tried after the first after which the condition holds."""
    condition = node.if_afterwards
    known = lo.let(succeeds(lo, condition), "known")
    found = any_that(node.prior, lo, lambda m: lo.any_of([lambda: known, lambda: holds_after(lo, m, condition)]))
    _one_if(lo, found)


@lowers(AnyMove, to="moves")
def any_move_of(node: AnyMove, lo: Lowering) -> None:
    """No piece and no alternative is asked after the first that has a move."""
    _one_if(lo, any_move(lo, node.moves))


def _one_if(lo: Lowering, found: Expr) -> None:
    """Pushes a move if one was found."""
    with lo.if_(found):
        lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
