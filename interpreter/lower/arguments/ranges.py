"""Ranges of numbers: (range …), (min …), (max …), (exact …)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import Exact, Range, RangeFunction, RangeMax, RangeMin

from ...program import expressions as ir
from ...program.ops import Expr

if TYPE_CHECKING:
    from ..lowering import Lowering

INFINITY = 1_000_000_000


def range_of(lo: Lowering, node: RangeFunction) -> tuple[Expr, Expr]:
    """The bounds of a range, both included. A range without a lower bound begins at -1."""
    if isinstance(node, RangeMin):
        return lo.int(node.min), ir.const(INFINITY)
    if isinstance(node, RangeMax):
        return ir.const(-1), lo.int(node.max)
    if isinstance(node, Exact):
        value = lo.b.let(lo.int(node.value))
        return value, value
    if isinstance(node, Range):
        low = lo.b.let(lo.int(node.min))
        return low, low if node.max is None else lo.int(node.max)
    raise lo.unsupported(node)
