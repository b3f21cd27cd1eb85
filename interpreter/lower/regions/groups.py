"""Sites of groups: (sites Group …)."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, Needs, ir, lowers, required
from ..board.groups import group_around, seen_from_above


@lowers(L.SitesGroup, to="region", needs=Needs(unseen=("directions",)))
def sites_group(node: L.SitesGroup, lo: Lowering) -> Expr:
    """The sites of the groups of one or several sites."""
    t = lo.site_type(node.type)
    starts = lo.let(ir.set_one(lo.int(node.at)) if node.at is not None else lo.region(required(node.from_)), "starts")
    joined = seen_from_above(lo, t, node.is_visible)
    out = lo.var(ir.EMPTY_SET, "out")

    def found(group: Expr) -> None:
        lo.assign(out, out | group)

    with lo.for_set(starts, "start") as start:
        group_around(lo, t, start, node.directions, node.if_, found, joined)
    return out
