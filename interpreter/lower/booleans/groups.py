"""Whether something holds for every group: (all Groups …)."""

from __future__ import annotations

from ..base.prelude import Expr, L, Lowering, Needs, Type, ir, lowers
from ..board.groups import flood, owned_list


@lowers(L.AllGroups, to="bool", needs=Needs(unseen=("directions",)))
def all_groups(node: L.AllGroups, lo: Lowering) -> Expr:
    """Whether a condition holds for each group of the mover's pieces, or of the sites that meet another condition."""
    s, t = lo.sites, lo.site_type(node.type)
    lo.context_slot("region", Type.SET)
    mover = lo.let(lo.get("mover"), "who")
    everybody = ir.const((1 << (lo.n_players + 2)) - 1)
    starts = owned_list(lo, everybody if node.of is not None else ir.shl(1, mover))

    def member(site: Expr) -> Expr:
        return ir.eq(s.who(t, site), mover) if node.of is None else lo.bool(node.of)

    good = lo.var(True, "good")
    olds = {slot: lo.let(lo.ctx(slot), slot) for slot in ("from", "to", "region")}
    seen = lo.var(ir.EMPTY_SET, "seen")
    with lo.for_list(starts, "start") as start:
        with lo.if_((start < s.on_board[t]) & ~ir.set_has(seen, start)):
            lo.set_ctx("from", start)
            lo.set_ctx("to", start)
            with lo.if_(member(start)):
                group = lo.let(flood(lo, t, start, node.directions, member), "group")
                lo.set_ctx("region", group)
                with lo.if_(~lo.bool(node.if_)):
                    lo.assign(good, False)
                    lo.break_()
                lo.assign(seen, seen | group)
    with lo.if_(good):  # if it fails Ludii does not restore the context
        for slot, old in olds.items():
            lo.set_ctx(slot, old)
    return good
