"""Groups without a liberty: (enclose …)."""

from __future__ import annotations

from ludparse.ludemes import (
    AbsoluteDirection,
    Enclose,
    IsPlayer,
    IsPlayerType,
    IteratorBetween,
    Last,
    LastType,
    MovesRemove,
    SiteType,
)

from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.concepts import EMPTY, concepts
from ..arguments.moves import centre
from ..base.lowering import Lowering
from ..base.passed import add_list, note_last
from ..base.registry import lowers
from ..directions.iterate import each_step


@lowers(
    Enclose, to="moves",
    needs=Needs(unseen=("directions",), parts={"from_": ("loc",), "between": ("if_", "effect")}),
)  # fmt: skip
def enclose(node: Enclose, lo: Lowering) -> None:
    """Applies the effect to each group of fitting sites next to a site that has no empty neighbour."""
    b = lo.b
    t = lo.site_type(node.type)
    site = centre(lo, node.from_, Last(kind=LastType.To))
    inside = ir.and_(ir.ge(site, 0), ir.lt(site, lo.board.size(t)))
    with b.if_(ir.not_(inside)):
        b.return_()
    with b.if_(ir.le(lo.sites.what(t, site), 0)):
        b.return_()
    mark = lo.mark()
    with lo.saved("to", "between"):
        _Enclose(node, lo, t).lower(site)
    lo.attach(mark, node.then)


class _Enclose:
    def __init__(self, node: Enclose, lo: Lowering, t: SiteType) -> None:
        self.node, self.lo, self.b, self.type = node, lo, lo.b, t
        between = node.between
        default = IsPlayer(kind=IsPlayerType.Enemy, index=IteratorBetween(), role=None)
        self.target = default if between is None or between.if_ is None else between.if_
        remove = MovesRemove(location_function=IteratorBetween(), region_function=None)
        self.effect = remove if between is None or between.effect is None else between.effect
        # if the condition is about empty sites, the sites around must be connected
        self.about_empty = EMPTY in concepts(self.target)

    def lower(self, site: Expr) -> None:
        lo, b = self.lo, self.b
        exceptions = b.let(lo.opt_int(self.node.num_exception, 0))
        around, known = b.list_new(), b.var(ir.EMPTY_SET, "known")
        with each_step(lo, self.type, site, self.node.directions) as beside:
            with b.if_(ir.not_(ir.set_has(known, beside))):
                fits = b.any_of(
                    [
                        lambda: self._is_target(beside),
                        lambda: ir.and_(ir.gt(exceptions, 0), ir.eq(lo.sites.what(self.type, beside), 0)),
                    ]
                )
                with b.if_(fits):
                    b.assign(known, ir.set_or(known, ir.set_one(beside)))
                    b.run("list_push", around, beside)
        checked = b.var(ir.EMPTY_SET, "checked")
        with b.for_list(around, "start") as start, b.if_(ir.not_(ir.set_has(checked, start))):
            self._group(start, exceptions, checked)

    def _is_target(self, site: Expr) -> Expr:
        self.b.set_ctx("between", site)
        return self.b.let(self.lo.bool(self.target))

    def _empty(self, site: Expr) -> Expr:
        return ir.eq(self.lo.sites.what(self.type, site), 0)

    def _group(self, start: Expr, exceptions: Expr, checked: Expr) -> None:
        lo, b = self.lo, self.b
        left = b.var(exceptions, "left")
        with b.if_(ir.and_(ir.gt(left, 0), self._empty(start))):
            b.assign(left, left - 1)
        members, group = b.list_new([start]), b.var(ir.set_one(start), "group")
        free = b.var(False, "free")

        def join(site: Expr) -> None:
            b.assign(group, ir.set_or(group, ir.set_one(site)))
            b.run("list_push", members, site)

        i = b.var(0, "i")
        with b.while_(lambda: ir.and_(ir.lt(i, ir.list_len(members)), ir.not_(free))):
            here = b.let(ir.list_at(members, i))
            with each_step(lo, self.type, here, self.node.directions) as beside:
                with b.if_(ir.not_(ir.or_(free, ir.set_has(group, beside)))):
                    with b.if_(self._is_target(beside)):
                        join(beside)
                    with b.else_(), b.if_(self._empty(beside)):
                        with b.if_(ir.gt(left, 0)):
                            join(beside)
                            b.assign(left, left - 1)
                        with b.else_():
                            b.assign(free, True)
            with b.if_(ir.not_(free)):
                b.assign(checked, ir.set_or(checked, ir.set_one(here)))
            b.assign(i, i + 1)
        if self.about_empty:
            with b.if_(ir.not_(free)):
                self._one_ring(members, group, free)
        with b.if_(ir.not_(free)):
            mark = lo.mark()
            with b.for_list(members, "member") as member:
                b.set_ctx("between", member)
                lo.moves(self.effect)
            note_last(lo, mark, lambda: add_list(lo, members))

    def _one_ring(self, members: Expr, group: Expr, free: Expr) -> None:
        """The group counts as free if the sites around it cannot be visited in one walk, by Ludii's search."""
        lo, b = self.lo, self.b
        ring, at = b.var(ir.EMPTY_SET, "ring"), b.var(-1, "at")
        with b.for_list(members, "member") as member:
            with each_step(lo, self.type, member, self.node.directions) as beside:
                with b.if_(ir.not_(ir.set_has(group, beside))):
                    with b.if_(ir.eq(at, -1)):
                        b.assign(at, beside)
                    b.assign(ring, ir.set_or(ring, ir.set_one(beside)))
        steps = lo.tables.steps(self.type, AbsoluteDirection.All)
        with b.while_(lambda: ir.and_(ir.gt(ir.set_count(ring), 1), ir.not_(free))):
            onward = b.var(-1, "onward")
            with b.for_row(steps, at) as beside, b.if_(ir.set_has(ring, beside)):
                b.assign(onward, beside)
                b.break_()
            with b.if_(ir.eq(onward, -1)):
                b.assign(free, True)
            with b.else_():
                b.assign(ring, ir.set_diff(ring, ir.set_one(at)))
                b.assign(at, onward)
