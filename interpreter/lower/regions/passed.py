"""The sites that the last move passed: (last Between)."""

from __future__ import annotations

from ludparse.ludemes import LastRegion

from ...program import expressions as ir
from ...program.ops import Expr
from ..base import passed
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(LastRegion, to="region")
def last_between(node: LastRegion, lo: Lowering) -> Expr:
    """The sites that the last move passed."""
    passed.asked(lo)
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.for_range(0, lo.length(passed.LAST)) as i:
        lo.assign(out, ir.set_or(out, ir.set_one(lo.get(passed.LAST, i))))
    return out
