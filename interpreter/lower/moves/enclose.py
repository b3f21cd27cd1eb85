"""Groups without a liberty: (enclose …)."""

from __future__ import annotations

from ..arguments.concepts import EMPTY, concepts
from ..arguments.moves import centre
from ..base.passed import add_list, note_last
from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, Needs, SiteType, ir, lowers
from ..directions.iterate import each_step


@lowers(
    L.Enclose, to="moves",
    needs=Needs(unseen=("directions",), parts={"from_": ("loc",), "between": ("if_", "effect")}),
)  # fmt: skip
def enclose(node: L.Enclose, lo: Lowering) -> None:
    """Applies the effect to each group of fitting sites next to a site that has no empty neighbour."""
    t = lo.site_type(node.type)
    site = centre(lo, node.from_, L.Last(kind=L.LastType.To))
    inside = ir.within(site, lo.board.size(t))
    with lo.if_(~inside):
        lo.return_()
    with lo.if_(lo.sites.what(t, site) <= 0):
        lo.return_()
    mark = lo.mark()
    with lo.saved("to", "between"):
        _Enclose(node, lo, t).lower(site)
    lo.attach(mark, node.then)


class _Enclose:
    def __init__(self, node: L.Enclose, lo: Lowering, t: SiteType) -> None:
        self.node, self.lo, self.type = node, lo, t
        between = node.between
        default = L.IsPlayer(kind=L.IsPlayerType.Enemy, index=L.IteratorBetween(), role=None)
        self.target = default if between is None or between.if_ is None else between.if_
        remove = L.MovesRemove(location_function=L.IteratorBetween(), region_function=None)
        self.effect = remove if between is None or between.effect is None else between.effect
        # if the condition is about empty sites, the sites around must be connected
        self.about_empty = EMPTY in concepts(self.target)

    def lower(self, site: Expr) -> None:
        lo = self.lo
        exceptions = lo.let(lo.opt_int(self.node.num_exception, 0))
        around, known = lo.list_new(), lo.var(ir.EMPTY_SET, "known")
        with each_step(lo, self.type, site, self.node.directions) as beside:
            with lo.if_(~ir.set_has(known, beside)):
                fits = lo.any_of(
                    [
                        lambda: self._is_target(beside),
                        lambda: (exceptions > 0) & ir.eq(lo.sites.what(self.type, beside), 0),
                    ]
                )
                with lo.if_(fits):
                    lo.include(known, beside)
                    lo.push(around, beside)
        checked = lo.var(ir.EMPTY_SET, "checked")
        with lo.for_list(around, "start") as start, lo.if_(~ir.set_has(checked, start)):
            self._group(start, exceptions, checked)

    def _is_target(self, site: Expr) -> Expr:
        self.lo.set_ctx("between", site)
        return self.lo.let(self.lo.bool(self.target))

    def _empty(self, site: Expr) -> Expr:
        return ir.eq(self.lo.sites.what(self.type, site), 0)

    def _group(self, start: Expr, exceptions: Expr, checked: Expr) -> None:
        lo = self.lo
        left = lo.var(exceptions, "left")
        with lo.if_((left > 0) & self._empty(start)):
            lo.assign(left, left - 1)
        members, group = lo.list_new([start]), lo.var(ir.set_one(start), "group")
        free = lo.var(False, "free")

        def join(site: Expr) -> None:
            lo.include(group, site)
            lo.push(members, site)

        i = lo.var(0, "i")
        with lo.while_(lambda: (i < ir.list_len(members)) & ~free):
            here = lo.let(ir.list_at(members, i))
            with each_step(lo, self.type, here, self.node.directions) as beside:
                with lo.if_(~(free | ir.set_has(group, beside))):
                    with lo.if_(self._is_target(beside)):
                        join(beside)
                    with lo.else_(), lo.if_(self._empty(beside)):
                        with lo.if_(left > 0):
                            join(beside)
                            lo.assign(left, left - 1)
                        with lo.else_():
                            lo.assign(free, True)
            with lo.if_(~free):
                lo.include(checked, here)
            lo.assign(i, i + 1)
        if self.about_empty:
            with lo.if_(~free):
                self._one_ring(members, group, free)
        with lo.if_(~free):
            mark = lo.mark()
            with lo.for_list(members, "member") as member:
                lo.set_ctx("between", member)
                lo.moves(self.effect)
            note_last(lo, mark, lambda: add_list(lo, members))

    def _one_ring(self, members: Expr, group: Expr, free: Expr) -> None:
        """The group counts as free if the sites around it cannot be visited in one walk, by Ludii's search."""
        lo = self.lo
        ring, at = lo.var(ir.EMPTY_SET, "ring"), lo.var(-1, "at")
        with lo.for_list(members, "member") as member:
            with each_step(lo, self.type, member, self.node.directions) as beside:
                with lo.if_(~ir.set_has(group, beside)):
                    with lo.if_(ir.eq(at, -1)):
                        lo.assign(at, beside)
                    lo.include(ring, beside)
        steps = lo.tables.steps(self.type, AbsoluteDirection.All)
        with lo.while_(lambda: (ir.set_count(ring) > 1) & ~free):
            onward = lo.first_in(lo.for_row(steps, at), lambda beside: ir.set_has(ring, beside), stem="onward")
            with lo.if_(ir.eq(onward, -1)):
                lo.assign(free, True)
            with lo.else_():
                lo.assign(ring, ring - ir.set_one(at))
                lo.assign(at, onward)
