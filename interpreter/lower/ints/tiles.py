"""The extent of paths on tiles: (pathExtent …)."""

from __future__ import annotations

from ..base.last_sites import last_sites
from ..base.prelude import Expr, L, Lowering, ir, lowers
from ..board.tiles import Paths, follow_paths


@lowers(L.PathExtent, to="int")
def path_extent(node: L.PathExtent, lo: Lowering) -> Expr:
    """The greatest distance in rows or columns between a tile and what its paths of a colour reach.

    Of several tiles the greatest. They are visited in order, up to the first site without a tile.
    """
    follow, paths = follow_paths(lo, "path_extent", False), Paths(lo)
    most = lo.var(0, "most")

    def look(start: Expr) -> None:
        colour = lo.opt_int(node.colour, lo.get("mover"))
        lo.assign(most, ir.max_(most, lo.call(follow, start, colour)))

    if node.start is None:
        starts = last_sites(lo, "to") if node.region_start is None else lo.region(node.region_start)
        with lo.for_set(lo.let(starts)) as site:
            with lo.if_(~paths.is_tile(site)):
                lo.break_()
            look(site)
        return most
    start = lo.let(lo.int(node.start), "start")
    with lo.if_((start >= 0) & paths.is_tile(start)):
        look(start)
    return most
