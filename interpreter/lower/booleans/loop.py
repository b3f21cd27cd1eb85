"""Loops of pieces around sites, or along the paths of tiles: (is Loop …)."""

from __future__ import annotations

from ..base.last_sites import last_sites
from ..base.prelude import Expr, L, Lowering, Needs, SiteType, Type, ir, lowers
from ..board.piece_loops import looking_for_loops
from ..board.tiles import follow_paths


@lowers(L.IsLoop, to="bool", needs=Needs(unseen=("directions",)))
def is_loop(node: L.IsLoop, lo: Lowering) -> Expr:
    """Whether the piece on a site is part of a loop of its colour around sites (of given owners), or along tiles."""
    t = lo.site_type(node.type)
    start = lo.let(lo.opt_int(node.start, lo.get("last_to")), "start")
    colour = lo.let(lo.opt_int(node.colour, lo.get("mover")), "colour")
    if not node.path or not any(c.is_tile for c in lo.eq.components):
        return _around(node, lo, t, start, colour)
    tile = ir.eq(
        lo.at(lo.table([int(c.is_tile) for c in lo.eq.components], stem="is_tile"), lo.sites.what(t, start)), 1
    )
    return lo.choose(
        (start >= 0) & tile,
        lambda: _along(node, lo, start, colour),
        lambda: _around(node, lo, t, start, colour),
    )


def _along(node: L.IsLoop, lo: Lowering, start: Expr, colour: Expr) -> Expr:
    """Whether the paths of a colour on tiles lead from a tile back to it."""
    follow = follow_paths(lo, "path_loop", True)
    if node.start is not None:
        return lo.call(follow, start, colour)
    found = lo.var(False, "found")
    starts = last_sites(lo, "to") if node.region_start is None else lo.region(node.region_start)
    with lo.for_set(lo.let(starts)) as site, lo.if_(lo.call(follow, site, colour)):
        lo.assign(found, True)
        lo.break_()
    return found


def _around(node: L.IsLoop, lo: Lowering, t: SiteType, start: Expr, colour: Expr) -> Expr:
    fn, owners = looking_for_loops(node, lo, t, Type.BOOL, lambda _group, _ring: lo.return_(True))
    return lo.call(fn, start, colour, owners)
