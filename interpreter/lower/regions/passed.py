"""The sites that the last move passed: (last Between)."""

from __future__ import annotations

from ..base import passed
from ..base.prelude import Expr, L, Lowering, lowers


@lowers(L.LastRegion, to="region")
def last_between(node: L.LastRegion, lo: Lowering) -> Expr:
    """The sites that the last move passed."""
    passed.noted(lo)
    return lo.collect(lo.for_range(0, lo.length(passed.LAST)), of=lambda i: lo.get(passed.LAST, i))
