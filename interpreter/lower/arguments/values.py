"""Values of arguments that several ludemes take: pairs, properties of a level, sites or regions as lists."""

from __future__ import annotations

from typing import Protocol

from ludparse.ludemes import RegionFunction, Rotation, SiteType, State, ValueComponent, What, Who

from ...program import expressions as ir
from ...program.ops import Expr, Op
from ..base.lowering import IntNode, Lowering


def pair(lo: Lowering, a: IntNode, b: IntNode) -> tuple[Expr, Expr]:
    """Two values. The first is pinned if the second needs statements."""
    first = lo.int(a)
    with lo.b.capture() as later:
        second = lo.int(b)
    if later:
        first = lo.b.let(first)
    lo.b.block.extend(later)
    return first, second


class Read(Protocol):
    """A reader of `lo.sites` for a property that every level has."""

    def __call__(self, t: SiteType, site: ir.IntLike, level: ir.IntLike | None = None) -> Expr: ...


def at_level(lo: Lowering, read: Read, node: What | Who | State | Rotation | ValueComponent) -> Expr:
    """A property of the top, or of the level that the node names (-1: the top)."""
    b, t = lo.b, lo.site_type(node.type)
    if node.level is None or not lo.flags.stacking:
        return read(t, lo.int(node.at))
    site = b.let(lo.int(node.at))
    level = b.let(lo.int(node.level))
    return ir.select(ir.eq(level, -1), read(t, site), read(t, site, level))


def from_region(lo: Lowering, region: RegionFunction) -> Expr:
    """The sites of a region as a list, ascending."""
    b = lo.b
    out = b.list_new()
    with b.for_set(b.let(lo.region(region), "region")) as site:
        b.run("list_push", out, site)
    return out


def constant_sites(lo: Lowering, region: Expr) -> list[int]:
    """The sites of a SET that is known when the game is compiled; none of one that is not."""
    if region.op is Op.SET_TABLE and isinstance(region.arg, str) and region.src[0].is_const:
        rows = lo.program.tables[region.arg].lists
        return list(rows[region.src[0].const]) if 0 <= region.src[0].const < len(rows) else []
    if region.op is Op.SET_ONE and region.src[0].is_const:
        return [region.src[0].const]
    if region.op is Op.SET_OR:
        return [site for part in region.src for site in constant_sites(lo, part)]
    return []


def sites_of(lo: Lowering, node: IntNode | RegionFunction) -> Expr:
    """A list of one site, or of the sites of a region. A negative number is no site."""
    if isinstance(node, RegionFunction):
        return from_region(lo, node)
    b, site = lo.b, lo.b.let(lo.int(node))
    if site.is_const and site.const >= 0:
        return b.list_new([site])
    out = b.list_new()
    with b.if_(ir.ge(site, 0)):
        b.run("list_push", out, site)
    return out
