"""Counting within stacks and below sites: (count Stack …), (count SitesPlatformBelow …), lines on the whole board."""

from __future__ import annotations

from ludparse.ludemes import (
    AbsoluteDirection,
    CountLines,
    CountSitesPlatformBelow,
    CountStack,
    SiteType,
    SizeLargePiece,
    StackDirection,
)

from ...equipment.needs import Feature as F
from ...equipment.needs import Needs
from ...equipment.walks import large_piece_sites
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..board.groups import occupied_to


@lowers(CountStack, to="int", needs=F.STACKING)
def count_stack(node: CountStack, lo: Lowering) -> Expr:
    """The levels of stacks for which a condition holds, from one end until another condition holds."""
    b, s, t = lo.b, lo.sites, lo.site_type(node.type)
    sites = b.let(ir.set_one(lo.int(node.at)) if node.at is not None else lo.region(required(node.to)), "sites")
    up = node.stack_direction is not StackDirection.FromTop
    total = b.var(0, "total")
    with lo.saved("to", "level"), b.for_set(sites) as site:
        height = b.let(ir.select(ir.ne(s.what(t, site), 0), s.height(t, site), 0), "height")
        with b.for_range(0, height, "i") as i:
            b.set_ctx("to", site)
            b.set_ctx("level", i if up else height - 1 - i)
            if node.stop is not None:
                with b.if_(lo.bool(node.stop)):
                    b.break_()
            if node.if_ is None:
                b.assign(total, total + 1)
            else:
                with b.if_(lo.bool(node.if_)):
                    b.assign(total, total + 1)
    return total


@lowers(SizeLargePiece, to="int")
def size_large_piece(node: SizeLargePiece, lo: Lowering) -> Expr:
    """The number of sites that the pieces on some sites cover, each measured in the middle of the board."""
    b, t = lo.b, lo.site_type(node.type)
    middle = next(iter(lo.board.sets(t).centre), 0)
    sizes = [int(c.index > 0) for c in lo.eq.components]
    for c in lo.eq.components:
        if c.is_large:
            sizes[c.index] = len(large_piece_sites(c, middle, 0, lo.board))
    table = b.table(sizes, stem="sizes")
    sites = b.let(ir.set_one(lo.int(node.at)) if node.at is not None else lo.region(required(node.in_)), "sites")
    total = b.var(0, "covered")
    with b.for_set(sites) as site:
        b.assign(total, total + b.at(table, lo.sites.what(t, site)))
    return total


@lowers(CountSitesPlatformBelow, to="int", needs=Needs(graph_only=True))
def count_platform(node: CountSitesPlatformBelow, lo: Lowering) -> Expr:
    """The pieces of a player right below a vertex."""
    b, t = lo.b, lo.site_type(node.type)
    site = b.let(b.ctx("to") if node.site is None else lo.int(node.site), "site")
    who = b.let(lo.role(node.who), "who")
    total = b.var(0, "below")
    grounded = [int(e.layer == 0) for e in lo.board.elements(SiteType.Vertex)]
    with b.if_(ir.eq(b.at(b.table(grounded, stem="ground"), site), 0)):
        with b.for_row(lo.tables.steps(t, AbsoluteDirection.Downward), site) as below:
            with b.if_(ir.eq(lo.sites.who(SiteType.Vertex, below), who)):
                b.assign(total, total + 1)
    return total


@lowers(CountLines, to="int")
def size_biggest_line(node: CountLines, lo: Lowering) -> Expr:
    """The length of the longest line of sites for which a condition holds."""
    b, t = lo.b, lo.site_type(node.type)
    cond = occupied_to(t) if node.if_ is None else node.if_
    fits = b.var(ir.EMPTY_SET, "fits")
    best = b.var(0, "best")
    rows, radials, opposites = lo.tables.distinct_radials(t, node.directions or AbsoluteDirection.Adjacent)
    # Ludii does not restore (to) after the search, and stops at edges whose numbers no vertex has
    limit = lo.board.size(SiteType.Vertex if t is SiteType.Edge else t)
    with b.for_range(0, lo.board.size(t), "site") as site:
        b.set_ctx("to", site)
        with b.if_(lo.bool(cond)):
            b.assign(fits, ir.set_or(fits, ir.set_one(site)))
    with b.for_set(fits, "pivot") as pivot:
        with b.if_(ir.ge(pivot, limit)):
            b.set_ctx("to", pivot)
            b.assign(best, -1)
            b.break_()
        with b.for_row(rows, pivot, "radial") as radial:
            count = b.var(1, "count")
            _along(lo, radials, radial, fits, count)
            with b.for_row(opposites, radial, "opposite") as opposite:
                _along(lo, radials, opposite, fits, count)
            b.assign(best, ir.max_(best, count))
    return best


def _along(lo: Lowering, radials: str, radial: Expr, fits: Expr, count: Expr) -> None:
    b = lo.b
    with b.for_range(1, b.row_len(radials, radial), "i") as i:
        with b.if_(ir.not_(ir.set_has(fits, b.row_at(radials, radial, i)))):
            b.break_()
        b.assign(count, count + 1)
