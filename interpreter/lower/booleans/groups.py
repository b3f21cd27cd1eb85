"""Whether something holds for every group: (all Groups …)."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, Needs, Type, lowers
from ..board.groups import each_group_of_pieces


@lowers(L.AllGroups, to="bool", needs=Needs(unseen=("directions",)))
def all_groups(node: L.AllGroups, lo: Lowering) -> Expr:
    """Whether a condition holds for each group of the mover's pieces, or of the sites that meet another condition."""
    lo.context_slot("region", Type.SET)
    good = lo.var(True, "good")
    olds = {slot: lo.let(lo.ctx(slot), slot) for slot in ("from", "to", "region")}
    with each_group_of_pieces(lo, lo.site_type(node.type), node.directions, node.of), lo.if_(~lo.bool(node.if_)):
        lo.assign(good, False)
        lo.break_()
    with lo.if_(good):  # if it fails Ludii does not restore the context
        for slot, old in olds.items():
            lo.set_ctx(slot, old)
    return good
