"""Counting within stacks and below sites: (count Stack …), (count SitesPlatformBelow …), lines on the whole board."""

from __future__ import annotations

from functools import partial

from ...equipment.walks import large_piece_sites
from ..base.prelude import AbsoluteDirection, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers, required
from ..board.groups import occupied_to


@lowers(L.CountStack, to="int", needs=Feature.STACKING)
def count_stack(node: L.CountStack, lo: Lowering) -> Expr:
    """The levels of stacks for which a condition holds, from one end until another condition holds."""
    s, t = lo.sites, lo.site_type(node.type)
    sites = lo.let(ir.set_one(lo.int(node.at)) if node.at is not None else lo.region(required(node.to)), "sites")
    up = node.stack_direction is not L.StackDirection.FromTop
    total = lo.var(0, "total")
    with lo.saved("to", "level"), lo.for_set(sites) as site:
        height = lo.let(ir.select(ir.ne(s.what(t, site), 0), s.height(t, site), 0), "height")
        with lo.for_range(0, height, "i") as i:
            lo.set_ctx("to", site)
            lo.set_ctx("level", i if up else height - 1 - i)
            if node.stop is not None:
                with lo.if_(lo.bool(node.stop)):
                    lo.break_()
            if node.if_ is None:
                lo.assign(total, total + 1)
            else:
                with lo.if_(lo.bool(node.if_)):
                    lo.assign(total, total + 1)
    return total


@lowers(L.SizeLargePiece, to="int")
def size_large_piece(node: L.SizeLargePiece, lo: Lowering) -> Expr:
    """The number of sites that the pieces on some sites cover, each measured in the middle of the board."""
    t = lo.site_type(node.type)
    centre = lo.board.sets(t).centre
    middle = centre[0] if centre else 0  # a board without sites has no centre
    sizes = [int(c.index > 0) for c in lo.eq.components]
    for c in lo.eq.components:
        if c.is_large:
            sizes[c.index] = len(large_piece_sites(c, middle, 0, lo.board))
    table = lo.table(sizes, stem="sizes")
    sites = lo.let(ir.set_one(lo.int(node.at)) if node.at is not None else lo.region(required(node.in_)), "sites")
    return lo.sum_in(lo.for_set(sites), lambda site: lo.at(table, lo.sites.what(t, site)), stem="covered")


@lowers(L.CountSitesPlatformBelow, to="int", needs=Needs(graph_only=True))
def count_platform(node: L.CountSitesPlatformBelow, lo: Lowering) -> Expr:
    """The pieces of a player, or of some kinds, right below a vertex. Empty sites belong to player 0, and hold 0."""
    t = lo.site_type(node.type)
    site = lo.let(lo.opt_int(node.at if node.site is None else node.site, lo.ctx("to")), "site")
    kinds = node.whats if node.what is None else (node.what,)
    role = node.role or node.who
    wanted = [lo.let(lo.int(what), "what") for what in kinds or ()]
    who = lo.let(lo.role(role), "who") if role is not None else ir.const(0)

    def counts(below: Expr) -> Expr:
        if role is not None:
            return ir.eq(lo.sites.who(SiteType.Vertex, below), who)
        what = lo.let(lo.sites.what(SiteType.Vertex, below), "below")
        return lo.any_of([partial(ir.eq, what, one) for one in wanted])

    grounded = lo.table([int(e.layer == 0) for e in lo.board.elements(SiteType.Vertex)], stem="ground")
    below = lo.for_row(lo.tables.steps(t, AbsoluteDirection.Downward), site)
    raised = lo.when(ir.eq(lo.at(grounded, site), 0), below)
    return lo.count_in(raised, counts, stem="below")


@lowers(L.CountLines, to="int")
def size_biggest_line(node: L.CountLines, lo: Lowering) -> Expr:
    """The length of the longest line of sites for which a condition holds."""
    t = lo.site_type(node.type)
    cond = occupied_to(t) if node.if_ is None else node.if_
    fits = lo.var(ir.EMPTY_SET, "fits")
    best = lo.var(0, "best")
    rows, radials, opposites = lo.tables.distinct_radials(t, node.directions or AbsoluteDirection.Adjacent)
    # Ludii does not restore (to) after the search, and stops at edges whose numbers no vertex has
    limit = lo.board.size(SiteType.Vertex if t is SiteType.Edge else t)
    with lo.for_range(0, lo.board.size(t), "site") as site:
        lo.set_ctx("to", site)
        with lo.if_(lo.bool(cond)):
            lo.include(fits, site)
    with lo.for_set(fits, "pivot") as pivot:
        with lo.if_(pivot >= limit):
            lo.set_ctx("to", pivot)
            lo.assign(best, -1)
            lo.break_()
        with lo.for_row(rows, pivot, "radial") as radial:
            count = lo.var(1, "count")
            _along(lo, radials, radial, fits, count)
            with lo.for_row(opposites, radial, "opposite") as opposite:
                _along(lo, radials, opposite, fits, count)
            lo.assign(best, ir.max_(best, count))
    return best


def _along(lo: Lowering, radials: str, radial: Expr, fits: Expr, count: Expr) -> None:
    with lo.for_along(radials, radial, 1) as i:
        with lo.if_(~ir.set_has(fits, lo.row_at(radials, radial, i))):
            lo.break_()
        lo.assign(count, count + 1)
