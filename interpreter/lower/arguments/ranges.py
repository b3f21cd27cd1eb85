"""Ranges of numbers: (range …), (min …), (max …), (exact …)."""

from __future__ import annotations

from ..base.prelude import NONE, Collector, Expr, Feature, L, Lowering, ir

INFINITY = 1_000_000_000


def range_of(lo: Lowering, node: L.RangeFunction) -> tuple[Expr, Expr]:
    """The bounds of a range, both included. A range without a lower bound begins at -1."""
    if isinstance(node, L.RangeMin):
        return lo.int(node.min), ir.const(INFINITY)
    if isinstance(node, L.RangeMax):
        return ir.const(-1), lo.int(node.max)
    if isinstance(node, L.Exact):
        value = lo.let(lo.int(node.value))
        return value, value
    if isinstance(node, L.Range):
        low = lo.let(lo.int(node.min))
        return low, low if node.max is None else lo.int(node.max)
    raise lo.unsupported(node)


def greatest_between(node: L.Custodial | L.MoveSlide | L.Slide, collector: Collector) -> Feature:
    """What the upper bound of the range of (between …) needs. Ludii does not look at the lower one."""
    bounds = None if node.between is None else node.between.range
    if isinstance(bounds, L.Range):
        return collector.of_value(bounds.min if bounds.max is None else bounds.max, L.Range)
    if isinstance(bounds, L.RangeMax):
        return collector.of_value(bounds.max, L.RangeMax)
    return collector.of_value(bounds.value, L.Exact) if isinstance(bounds, L.Exact) else NONE
