"""Whether something holds for every group: (all Groups …)."""

from __future__ import annotations

from ludparse.ludemes import AllGroups

from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr, Type
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..board.groups import flood, owned_list


@lowers(AllGroups, to="bool", needs=Needs(unseen=("directions",)))
def all_groups(node: AllGroups, lo: Lowering) -> Expr:
    """Whether a condition holds for each group of the mover's pieces, or of the sites that meet another condition."""
    b, s, t = lo.b, lo.sites, lo.site_type(node.type)
    lo.b.context_slot("region", Type.SET)
    mover = b.let(b.get("mover"), "who")
    everybody = ir.const((1 << (lo.n_players + 2)) - 1)
    starts = owned_list(lo, everybody if node.of is not None else ir.shl(1, mover))

    def member(site: Expr) -> Expr:
        return ir.eq(s.who(t, site), mover) if node.of is None else lo.bool(node.of)

    good = b.var(True, "good")
    olds = {slot: b.let(b.ctx(slot), slot) for slot in ("from", "to", "region")}
    seen = b.var(ir.EMPTY_SET, "seen")
    with b.for_list(starts, "start") as start:
        with b.if_(ir.and_(ir.lt(start, s.on_board[t]), ir.not_(ir.set_has(seen, start)))):
            b.set_ctx("from", start)
            b.set_ctx("to", start)
            with b.if_(member(start)):
                group = b.let(flood(lo, t, start, node.directions, member), "group")
                b.set_ctx("region", group)
                with b.if_(ir.not_(lo.bool(node.if_))):
                    b.assign(good, False)
                    b.break_()
                b.assign(seen, ir.set_or(seen, group))
    with b.if_(good):  # if it fails Ludii does not restore the context
        for slot, old in olds.items():
            b.set_ctx(slot, old)
    return good
