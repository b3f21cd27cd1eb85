"""Ranges of numbers: (range …), (min …), (max …), (exact …)."""

from __future__ import annotations

from ludparse.ludemes import Custodial, Exact, MoveSlide, Range, RangeFunction, RangeMax, RangeMin, Slide

from ...equipment.needs import NONE, Collector, Feature
from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering

INFINITY = 1_000_000_000


def range_of(lo: Lowering, node: RangeFunction) -> tuple[Expr, Expr]:
    """The bounds of a range, both included. A range without a lower bound begins at -1."""
    if isinstance(node, RangeMin):
        return lo.int(node.min), ir.const(INFINITY)
    if isinstance(node, RangeMax):
        return ir.const(-1), lo.int(node.max)
    if isinstance(node, Exact):
        value = lo.let(lo.int(node.value))
        return value, value
    if isinstance(node, Range):
        low = lo.let(lo.int(node.min))
        return low, low if node.max is None else lo.int(node.max)
    raise lo.unsupported(node)


def greatest_between(node: Custodial | MoveSlide | Slide, collector: Collector) -> Feature:
    """What the upper bound of the range of (between …) needs. Ludii does not look at the lower one."""
    bounds = None if node.between is None else node.between.range
    if isinstance(bounds, Range):
        return collector.of_value(bounds.min if bounds.max is None else bounds.max, Range)
    if isinstance(bounds, RangeMax):
        return collector.of_value(bounds.max, RangeMax)
    return collector.of_value(bounds.value, Exact) if isinstance(bounds, Exact) else NONE
