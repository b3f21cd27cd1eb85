"""Values of arguments that several ludemes take: pairs, properties of a level, loops over sites or regions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import reduce
from operator import and_, or_, sub
from typing import Protocol

from ..base.prelude import Expr, IntNode, L, Lowering, Op, SiteType, ir

_OF_SETS = {Op.SET_OR: or_, Op.SET_AND: and_, Op.SET_DIFF: sub}


def pair(lo: Lowering, a: IntNode, b: IntNode) -> tuple[Expr, Expr]:
    """Two values. The first is pinned if the second needs statements."""
    first = lo.int(a)
    with lo.capture() as later:
        second = lo.int(b)
    if later:
        first = lo.let(first)
    lo.block.extend(later)
    return first, second


class Read(Protocol):
    """A reader of `lo.sites` for a property that every level has."""

    def __call__(self, t: SiteType, site: ir.IntLike, level: ir.IntLike | None = None) -> Expr: ...


def at_level(lo: Lowering, read: Read, node: L.What | L.Who | L.State | L.Rotation | L.ValueComponent) -> Expr:
    """A property of the top, or of the level that the node names (-1: the top)."""
    t = lo.site_type(node.type)
    if node.level is None or not lo.flags.stacking:
        return read(t, lo.int(node.at))
    site = lo.let(lo.int(node.at))
    level = lo.let(lo.int(node.level))
    return ir.select(ir.eq(level, -1), read(t, site), read(t, site, level))


def from_region(lo: Lowering, region: L.RegionFunction) -> Expr:
    """The sites of a region as a list, ascending."""
    out = lo.list_new()
    return lo.push_all(out, lo.for_set(lo.let(lo.region(region), "region")))


def constant_sites(lo: Lowering, region: Expr) -> frozenset[int] | None:
    """The sites of a SET that is known when the game is compiled; None of one that is not."""
    if region.op is Op.SET_EMPTY:
        return frozenset()
    if region.op is Op.SET_TABLE and region.src[0].is_const:
        rows = lo.program.tables[region.name].lists
        return frozenset(rows[region.src[0].const]) if 0 <= region.src[0].const < len(rows) else frozenset()
    if region.op is Op.SET_ONE and region.src[0].is_const:
        return frozenset(site for site in (region.src[0].const,) if site >= 0)
    if region.op not in _OF_SETS:
        return None
    parts = [constant_sites(lo, part) for part in region.src]
    known = [part for part in parts if part is not None]
    return reduce(_OF_SETS[region.op], known) if len(known) == len(parts) else None


def sites_of(lo: Lowering, node: IntNode | L.RegionFunction) -> AbstractContextManager[Expr]:
    """A loop over the sites of a region, or a block for one site; a negative number is no site."""
    if isinstance(node, L.RegionFunction):
        return lo.for_set(lo.let(lo.region(node), "region"))
    return _if_there(lo, lo.let(lo.int(node)))


@contextmanager
def _if_there(lo: Lowering, site: Expr) -> Iterator[Expr]:
    with lo.if_(site >= 0):
        yield site
