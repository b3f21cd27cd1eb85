"""Values of arguments that several ludemes take: pairs, properties of a level, sites or regions as lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludparse.ludemes.base import Ludeme

from ...program import expressions as ir
from ...program.ops import Expr
from ..registry import find

if TYPE_CHECKING:
    from ..lowering import Lowering


def pair(lo: Lowering, a: Any, b: Any) -> tuple[Expr, Expr]:
    """Two values, the first pinned where the second needs statements."""
    first = lo.int(a)
    with lo.b.capture() as later:
        second = lo.int(b)
    if later:
        first = lo.b.let(first)
    lo.b.block.extend(later)
    return first, second


def at_level(lo: Lowering, name: str, node: Any) -> Expr:
    """A property of the top, or of a level (-1: the top)."""
    b, t = lo.b, lo.site_type(node.type)
    read = getattr(lo.sites, name)
    if node.level is None or not lo.flags.stacking:
        value: Expr = read(t, lo.int(node.at))
        return value
    site = b.let(lo.int(node.at))
    level = b.let(lo.int(node.level))
    result: Expr = ir.select(ir.eq(level, -1), read(t, site), read(t, site, level))
    return result


def from_region(lo: Lowering, region: Any) -> Expr:
    """The sites of a region as a list, ascending."""
    b = lo.b
    out = b.list_new()
    with b.for_set(b.let(lo.region(region), "region")) as site:
        b.run("list_push", out, site)
    return out


def sites_of(lo: Lowering, node: Any) -> Expr:
    """A list of one site, or of the sites of a region."""
    if isinstance(node, Ludeme) and find(type(node), "region") is not None and find(type(node), "int") is None:
        return from_region(lo, node)
    return lo.b.list_new([lo.b.let(lo.int(node))])
