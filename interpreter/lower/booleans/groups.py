"""Whether something holds for every group: (all Groups …)."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, Needs, Type, ir, lowers
from ..board.groups import each_group_of_pieces


@lowers(L.AllGroups, to="bool", needs=Needs(unseen=("directions",)))
def all_groups(node: L.AllGroups, lo: Lowering) -> Expr:
    """Whether a condition holds for each group of the mover's pieces, or of the sites that meet another condition."""
    lo.context_slot("region", Type.SET)
    good = lo.var(True, "good")
    slots = ("from", "to", "region")
    left = {slot: lo.var(ir.EMPTY_SET if slot == "region" else -1, slot) for slot in slots}
    with lo.saved(*slots):
        with each_group_of_pieces(lo, lo.site_type(node.type), node.directions, node.of), lo.if_(~lo.bool(node.if_)):
            lo.assign(good, False)
            for slot, value in left.items():
                lo.assign(value, lo.ctx(slot))
            lo.break_()
    with lo.if_(~good):  # Ludii restores the context only where the condition holds for all
        for slot, value in left.items():
            lo.set_ctx(slot, value)
    return good
