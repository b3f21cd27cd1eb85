"""Values: of pieces, drawn at random, limits of a game, conversions, items of arrays."""

from __future__ import annotations

from ..arguments.ranges import range_of
from ..arguments.values import at_level
from ..base.fields import MOVE_LIMIT, TURN_LIMIT
from ..base.prelude import Expr, Feature, L, Lowering, ir, lowers, required


@lowers(L.ValueSimple, to="int")
def value_simple(node: L.ValueSimple, lo: Lowering) -> Expr:
    """The one pending value (0 unless there is exactly one), or a limit of the game."""
    if node.kind is L.ValueSimpleType.MoveLimit:
        return ir.const(MOVE_LIMIT)
    if node.kind is L.ValueSimpleType.TurnLimit:
        return ir.const(TURN_LIMIT)
    return ir.select(ir.eq(lo.length("pending"), 1), lo.get("pending", 0), 0)


@lowers(L.ValueComponent, to="int", needs=Feature.VALUE)
def value_component(node: L.ValueComponent, lo: Lowering) -> Expr:
    """The value of the piece on a site, at a level or at the top."""
    return at_level(lo, lo.sites.value, node)


@lowers(L.ValueRandom, to="int", needs=Feature.STOCHASTIC)
def value_random(node: L.ValueRandom, lo: Lowering) -> Expr:
    """A number of a range, drawn now; -1 (and no draw) for an empty range."""
    low, high = (lo.let(x) for x in range_of(lo, node.range))
    result = lo.var(-1, "drawn")
    with lo.if_(low <= high):
        lo.assign(result, lo.run("random_int", high - low + 1))
        lo.assign(result, result + low)
    return result


@lowers(L.ToInt, to="int")
def to_int(node: L.ToInt, lo: Lowering) -> Expr:
    """1 or 0 for a condition; a float without its fraction."""
    if node.bool_fn is not None:
        return ir.as_int(lo.bool(node.bool_fn))
    return ir.to_int(lo.float(required(node.float_fn)))


@lowers(L.CountValue, to="int")
def count_value(node: L.CountValue, lo: Lowering) -> Expr:
    """The number of occurrences of a value in an array."""
    wanted = lo.let(lo.int(node.of))
    return lo.count_in(lo.for_list(lo.ints(node.in_)), lambda v: ir.eq(v, wanted))


@lowers(L.ArrayValue, to="int")
def array_value(node: L.ArrayValue, lo: Lowering) -> Expr:
    """An item of an array, -1 if the index is out of bounds."""
    values = lo.let(lo.ints(node.array))
    index = lo.let(lo.int(node.index))
    inside = ir.within(index, ir.list_len(values))
    return lo.choose(inside, lambda: ir.list_at(values, index), lambda: ir.const(-1))
