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
    b = lo.b
    passed.asked(lo)
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(0, b.length(passed.LAST)) as i:
        b.assign(out, ir.set_or(out, ir.set_one(b.get(passed.LAST, i))))
    return out
