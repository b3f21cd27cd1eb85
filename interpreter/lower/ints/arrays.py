"""Arrays of numbers: listed ones, sites of a region, results of a function, remembered values."""

from __future__ import annotations

from ..arguments.values import from_region, sites_of
from ..base.memory import remembered
from ..base.prelude import Expr, Feature, L, Lowering, Type, all_of, ir, lowers, required


@lowers(L.IntArrayArray, to="ints")
def array(node: L.IntArrayArray, lo: Lowering) -> Expr:
    """An array of the given numbers, or of the sites of a region in ascending order."""
    if node.ints is not None:
        out = lo.list_new()
        for x in node.ints:
            lo.push(out, lo.int(x))
        return out
    return from_region(lo, required(node.region))


@lowers(L.Results, to="ints")
def results(node: L.Results, lo: Lowering) -> Expr:
    """The function's value for every pair of a from and a to."""
    out = lo.list_new()
    origins = sites_of(lo, node.from_)
    with lo.saved("from", "to"), origins as a:
        lo.set_ctx("from", a)
        with sites_of(lo, node.to) as z:
            lo.set_ctx("to", z)
            lo.push(out, lo.int(node.function))
    return out


@lowers(L.ValuesString, to="ints", needs=Feature.REMEMBERING)
def values(node: L.ValuesString, lo: Lowering) -> Expr:
    """The values remembered under a name, in their stored order."""
    field = remembered(lo, node.name)
    return lo.listed(lo.for_range(0, lo.length(field)), of=lambda i: lo.get(field, i))


@lowers(L.IntArrayIf, to="ints")
def array_if(node: L.IntArrayIf, lo: Lowering) -> Expr:
    """One of two arrays, chosen by a condition; empty if the chosen one is missing."""
    out = lo.list_new()
    assert out.type is Type.LIST
    with lo.if_(lo.bool(node.cond)):
        lo.push_all(out, lo.for_list(lo.ints(node.ok)))
    if node.not_ok is not None:
        with lo.else_():
            lo.push_all(out, lo.for_list(lo.ints(node.not_ok)))
    return out


@lowers(L.IntArrayUnion, to="ints")
def array_union(node: L.IntArrayUnion, lo: Lowering) -> Expr:
    """The items of the first array, with its duplicates; of the others those that are new, in their order."""
    out = lo.list_new()
    first, *others = node.arrays if node.arrays is not None else (node.array1, node.array2)
    lo.push_all(out, lo.for_list(lo.ints(required(first))))
    for part in others:
        lo.push_all(out, lo.for_list(lo.ints(required(part))), lambda v: ~ir.list_has(out, v))
    return out


@lowers(L.IntArrayIntersection, to="ints")
def array_intersection(node: L.IntArrayIntersection, lo: Lowering) -> Expr:
    """The items of the first array of a list that all others contain, in its order and with its duplicates; without a
    list those of the second array."""
    parts = [lo.let(lo.ints(p)) for p in all_of(node.arrays, node.array1, node.array2)]
    chosen = parts.pop(0 if node.arrays is not None else 1)
    return lo.listed(lo.for_list(chosen), lambda v: ir.and_(*(ir.list_has(p, v) for p in parts)))


@lowers(L.IntArrayDifference, to="ints")
def array_difference(node: L.IntArrayDifference, lo: Lowering) -> Expr:
    """Each number to be removed removes its first occurrence."""
    source = lo.let(lo.ints(node.source))
    out = lo.listed(lo.for_list(source))

    def take(value: Expr) -> None:
        with lo.for_range(0, ir.list_len(out), "k") as k, lo.if_(ir.eq(ir.list_at(out, k), value)):
            lo.run("list_remove_at", out, k)
            lo.break_()

    if node.subtraction is not None:
        with lo.for_list(lo.let(lo.ints(node.subtraction))) as v:
            take(v)
    else:
        take(lo.let(lo.int(required(node.int_to_remove))))
    return out


@lowers(L.SizeArray, to="int")
def size_array(node: L.SizeArray, lo: Lowering) -> Expr:
    """The number of items of an array."""
    return ir.list_len(lo.ints(node.array))


@lowers(L.SizeSite, to="int", needs=Feature.STACKING)
def size_site(node: L.SizeSite, lo: Lowering) -> Expr:
    """Height of the stack on a site, or of all stacks of a region together."""
    t = lo.site_type(node.type)
    if node.in_ is not None:
        return lo.sum_in(lo.for_set(lo.let(lo.region(node.in_))), lambda site: lo.sites.height(t, site))
    return lo.sites.height(t, lo.opt_int(node.at, lo.get("last_to")))
