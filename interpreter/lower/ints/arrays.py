"""Arrays of numbers: listed ones, sites of a region, results of a function, remembered values."""

from __future__ import annotations

from ludparse.ludemes import (
    IntArrayArray,
    IntArrayDifference,
    IntArrayIf,
    IntArrayIntersection,
    IntArrayUnion,
    Results,
    SizeArray,
    SizeSite,
    ValuesString,
)

from ...equipment.needs import Feature as F
from ...program import expressions as ir
from ...program.ops import Expr, Type
from ..arguments.required import all_of, required
from ..arguments.values import from_region, sites_of
from ..base.lowering import Lowering
from ..base.memory import remembered
from ..base.registry import lowers


@lowers(IntArrayArray, to="ints")
def array(node: IntArrayArray, lo: Lowering) -> Expr:
    """An array of the given numbers, or of the sites of a region in ascending order."""
    b = lo.b
    if node.ints is not None:
        out = b.list_new()
        for x in node.ints:
            b.run("list_push", out, lo.int(x))
        return out
    return from_region(lo, required(node.region))


@lowers(Results, to="ints")
def results(node: Results, lo: Lowering) -> Expr:
    """The function's value for every pair of a from and a to."""
    b = lo.b
    out = b.list_new()
    origins = sites_of(lo, node.from_)
    with lo.saved("from", "to"), b.for_list(origins, "origin") as a:
        b.set_ctx("from", a)
        targets = sites_of(lo, node.to)
        with b.for_list(targets, "target") as z:
            b.set_ctx("to", z)
            b.run("list_push", out, lo.int(node.function))
    return out


@lowers(ValuesString, to="ints", needs=F.REMEMBERING)
def values(node: ValuesString, lo: Lowering) -> Expr:
    """The values remembered under a name, in their stored order."""
    b = lo.b
    field = remembered(lo, node.name)
    out = b.list_new()
    with b.for_range(0, b.length(field)) as i:
        b.run("list_push", out, b.get(field, i))
    return out


@lowers(IntArrayIf, to="ints")
def array_if(node: IntArrayIf, lo: Lowering) -> Expr:
    """One of two arrays, chosen by a condition; empty if the chosen one is missing."""
    b = lo.b
    out = b.list_new()
    assert out.type is Type.LIST
    with b.if_(lo.bool(node.cond)):
        with b.for_list(lo.ints(node.ok)) as v:
            b.run("list_push", out, v)
    if node.not_ok is not None:
        with b.else_(), b.for_list(lo.ints(node.not_ok)) as v:
            b.run("list_push", out, v)
    return out


@lowers(IntArrayUnion, to="ints")
def array_union(node: IntArrayUnion, lo: Lowering) -> Expr:
    """The items of the first array, with its duplicates; of the others those that are new, in their order."""
    b = lo.b
    out = b.list_new()
    for k, part in enumerate(node.arrays if node.arrays is not None else (node.array1, node.array2)):
        with b.for_list(lo.ints(required(part))) as v:
            with b.if_(ir.TRUE if k == 0 else ir.not_(ir.list_has(out, v))):
                b.run("list_push", out, v)
    return out


@lowers(IntArrayIntersection, to="ints")
def array_intersection(node: IntArrayIntersection, lo: Lowering) -> Expr:
    """The items of the first array of a list that all others contain, in its order and with its duplicates; without a
    list those of the second array."""
    b = lo.b
    parts = [b.let(lo.ints(p)) for p in all_of(node.arrays, node.array1, node.array2)]
    chosen = parts.pop(0 if node.arrays is not None else 1)
    out = b.list_new()
    with b.for_list(chosen) as v:
        with b.if_(ir.and_(*(ir.list_has(p, v) for p in parts))):
            b.run("list_push", out, v)
    return out


@lowers(IntArrayDifference, to="ints")
def array_difference(node: IntArrayDifference, lo: Lowering) -> Expr:
    """Each number to be removed removes its first occurrence."""
    b = lo.b
    source = b.let(lo.ints(node.source))
    out = b.list_new()
    with b.for_list(source) as v:
        b.run("list_push", out, v)

    def take(value: Expr) -> None:
        with b.for_range(0, ir.list_len(out), "k") as k, b.if_(ir.eq(ir.list_at(out, k), value)):
            b.run("list_remove_at", out, k)
            b.break_()

    if node.subtraction is not None:
        with b.for_list(b.let(lo.ints(node.subtraction))) as v:
            take(v)
    else:
        take(b.let(lo.int(required(node.int_to_remove))))
    return out


@lowers(SizeArray, to="int")
def size_array(node: SizeArray, lo: Lowering) -> Expr:
    """The number of items of an array."""
    return ir.list_len(lo.ints(node.array))


@lowers(SizeSite, to="int", needs=F.STACKING)
def size_site(node: SizeSite, lo: Lowering) -> Expr:
    """Height of the stack on a site, or of all stacks of a region together."""
    b = lo.b
    t = lo.site_type(node.type)
    if node.in_ is not None:
        total = b.var(0, "total")
        with b.for_set(b.let(lo.region(node.in_))) as site:
            b.assign(total, total + lo.sites.height(t, site))
        return total
    return lo.sites.height(t, b.get("last_to") if node.at is None else lo.int(node.at))
