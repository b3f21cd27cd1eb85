"""The sites of a loop, or those inside it: (sites Loop …)."""

from __future__ import annotations

from ..base.prelude import Expr, Function, L, Lowering, Needs, SiteType, Type, ir, lowers
from ..board.piece_loops import looking_for_loops, remove
from ..directions.iterate import each_step


@lowers(L.SitesLoop, to="region", needs=Needs(unseen=("directions",)))
def sites_loop(node: L.SitesLoop, lo: Lowering) -> Expr:
    """The sites that a loop of the mover's pieces encloses, or those of the loop."""
    t = lo.site_type(node.type)
    start = lo.let(lo.opt_int(node.start, lo.get("last_to")), "start")
    colour = lo.let(lo.opt_int(node.colour, lo.get("mover")), "colour")
    needed = _needed(node, lo, t)

    def found(group: Expr, ring: Expr) -> None:
        with lo.if_(lo.opt_bool(node.inside, False)):
            lo.return_(group)
        lo.do(lo.call(needed, ring))
        lo.return_(ring)

    fn, owners = looking_for_loops(node, lo, t, Type.LIST, found)
    return lo.collect(lo.for_list(lo.let(lo.call(fn, start, colour, owners), "loop"), "site"))


def _needed(node: L.SitesLoop, lo: Lowering, t: SiteType) -> Function:
    """Removes sites of a loop that are not needed: a walk over the others still returns to its beginning.

    From each visited site the walk continues to one new site only. The positions in the loop are tried from the last.
    As in Ludii, it removes not the site at that position but the site with that number.
    """
    with lo.function("needed_for_loop", [("ring", Type.LIST)]) as (fn, (ring,)):
        with lo.for_range(ir.list_len(ring) - 1, 0, "i", down=True) as i:
            left = lo.list_new()
            with lo.for_range(0, ir.list_len(ring), "j") as j, lo.if_(ir.ne(i, j)):
                lo.push(left, ir.list_at(ring, j))
            walked = lo.list_new([ir.list_at(left, 0)])
            with lo.for_list(walked, "site") as site:
                onward = lo.var(-1, "onward")
                with each_step(lo, t, site, node.directions) as to:
                    fresh = ir.list_has(left, to) & ~ir.list_has(walked, to)
                    with lo.if_(ir.eq(onward, -1) & fresh):
                        lo.assign(onward, to)
                with lo.if_(onward >= 0):
                    lo.push(walked, onward)
            with lo.if_(ir.eq(ir.list_len(walked), ir.list_len(left))):
                back = lo.var(False, "back")
                last = lo.let(ir.list_at(walked, ir.list_len(walked) - 1), "last")
                with each_step(lo, t, last, node.directions) as to:
                    with lo.if_(ir.eq(to, ir.list_at(left, 0))):
                        lo.assign(back, True)
                with lo.if_(back):
                    remove(lo, ring, i)
    return fn
