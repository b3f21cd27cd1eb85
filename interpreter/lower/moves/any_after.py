"""Whether a move exists after which a condition holds. No move is tried after the first one found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lookahead.asking import AnyAfter
from ..lookahead.automatic import succeeds
from ..lookahead.existence import any_allowed, passes
from ..registry import lowers

if TYPE_CHECKING:
    from ..lowering import Lowering


@lowers(AnyAfter, to="moves")
def any_after(node: AnyAfter, lo: Lowering) -> None:
    """Pushes some move if one exists. This only runs in existence queries."""
    b = lo.b
    mark, acts = lo.mark(), b.let(b.run("act_count"))
    condition = node.if_afterwards
    known = b.let(succeeds(lo, condition), "known")
    found = any_allowed(node.prior, lo, mark, lambda m: b.any_of([lambda: known, lambda: passes(lo, m, condition)]))
    b.run("moves_rewind", mark, acts)
    b.run("mode_leave")
    with b.if_(found):
        lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
