"""The sites that the last move passed: (last Between)."""

from __future__ import annotations

from ..base import passed
from ..base.prelude import Expr, L, Lowering, ir, lowers


@lowers(L.LastRegion, to="region")
def last_between(node: L.LastRegion, lo: Lowering) -> Expr:
    """The sites that the last move passed."""
    passed.noted(lo)
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.for_range(0, lo.length(passed.LAST)) as i:
        lo.include(out, lo.get(passed.LAST, i))
    return out
