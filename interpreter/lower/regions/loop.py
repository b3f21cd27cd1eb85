"""The sites of a loop, or those inside it: (sites Loop …)."""

from __future__ import annotations

from functools import partial

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
    """Leaves sites out of a loop as long as the others are still one: a walk visits all of them and ends beside its
    beginning. Positions in the loop are tried from the last to the first.

    Ludii then removes not the site at the position that was tried, but the site whose number is that position.
    """
    with lo.function("needed_for_loop", [("ring", Type.LIST)]) as (fn, (ring,)):
        with lo.for_range(ir.list_len(ring) - 1, 0, "i", down=True) as i:
            others = lo.for_range(0, ir.list_len(ring), "j")
            left = lo.listed(others, partial(ir.ne, i), partial(ir.list_at, ring))
            walked = _walked(node, lo, t, left)
            with lo.if_(ir.eq(ir.list_len(walked), ir.list_len(left))):
                last = lo.let(ir.list_at(walked, ir.list_len(walked) - 1), "last")
                with lo.if_(_are_neighbours(node, lo, t, last, ir.list_at(left, 0))):
                    remove(lo, ring, i)
    return fn


def _walked(node: L.SitesLoop, lo: Lowering, t: SiteType, sites: Expr) -> Expr:
    """The sites of a walk through some sites, from the first of them on: each time to the first new neighbour."""
    walked = lo.list_new([ir.list_at(sites, 0)])
    with lo.for_list(walked, "site") as site:

        def better(to: Expr, onward: Expr) -> Expr:
            return ir.eq(onward, -1) & ir.list_has(sites, to) & ~ir.list_has(walked, to)

        onward = lo.best_in(each_step(lo, t, site, node.directions), better, stem="onward")
        with lo.if_(onward >= 0):
            lo.push(walked, onward)
    return walked


def _are_neighbours(node: L.SitesLoop, lo: Lowering, t: SiteType, a: Expr, b: Expr) -> Expr:
    back = lo.var(False, "back")
    with each_step(lo, t, a, node.directions) as to:
        with lo.if_(ir.eq(to, b)):
            lo.assign(back, True)
    return back
