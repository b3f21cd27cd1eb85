"""Jumping over pieces: (hop …) and (move Hop …)."""

from __future__ import annotations

from collections.abc import Callable

from ..arguments.moves import condition_of, move_action, origin, push_move
from ..arguments.ranges import range_of
from ..base import passed
from ..base.prelude import Act, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers, required
from ..directions.iterate import each_radial, each_step

Node = L.Hop | L.MoveHop


@lowers(
    L.Hop, L.MoveHop, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, true={"stack": Feature.STACKING}, unseen=("directions",),
        parts={
            "from_": ("type", "loc", "if_"), "between": ("before", "range", "after", "if_", "effect"), "to": ("if_",),
        },
    ),
)  # fmt: skip
def hop(node: Node, lo: Lowering) -> None:
    """Moves along each line over hurdles to a site where the condition holds."""
    _Hop(node, lo).lower()


class _Hop:
    """Along each line: up to `before` sites to pass, then consecutive hurdles, then up to `after` more sites."""

    def __init__(self, node: Node, lo: Lowering) -> None:
        self.node, self.lo = node, lo
        self.type: SiteType = lo.site_type(None if node.from_ is None else node.from_.type)
        self.between = node.between
        self.over = None if node.between is None else node.between.effect
        self.stop = None if node.to.effect is None else node.to.effect.if_
        self.landing = None if node.to.effect is None else node.to.effect.effect
        self.site: Expr = ir.const(-1)
        self.radial: Expr = ir.const(-1)
        self.radials = ""
        self.first: Expr = ir.const(0)
        self.given = False  # the rules say how many hurdles there are, and they are all that is gone over
        self.landing_at: Expr = ir.const(0)  # then: the position on a line where the hop ends
        self.low = self.high = self.most_before = self.most_after = ir.const(0)

    def lower(self) -> None:
        node, lo = self.node, self.lo
        self.site, named = origin(lo, node.from_)
        between = self.between
        self.most_before = lo.let(lo.opt_int(None if between is None else between.before, 0))
        if between is None or between.range is None:
            self.low = self.high = ir.const(1)
        else:
            low, high = range_of(lo, between.range)
            self.low = lo.let(low)
            self.high = self.low if high is low else lo.let(high)
        self.most_after = lo.let(lo.opt_int(None if between is None else between.after, 0))
        none = all(x.is_const and x.const <= 0 for x in (self.most_before, self.most_after))
        self.given = none and self.low is self.high and not (self.low.is_const and self.low.const == 1)
        with lo.saved("to", "between", *(["from"] if named else [])):

            def ready() -> None:
                if named:
                    lo.set_ctx("from", self.site)

            if not (self.low.is_const and self.low.const != 0):
                with lo.if_(ir.eq(self.low, 0)):
                    self._steps(ready)
            if between is not None and between.if_ is None:
                return  # without a condition there are no hurdles
            with lo.if_(self.high > 0):
                if self.given:
                    self.landing_at = lo.let(ir.max_(self.high, 1) + 1, "landing_at")
                # directions are evaluated while (from) is still the previous site
                with each_radial(lo, self.type, self.site, node.directions, ready=ready) as (radial, radials, _):
                    self.radial, self.radials = radial, radials
                    with lo.if_(~self._from_allowed()):
                        lo.break_()
                    self._along()

    def _from_allowed(self) -> Expr:
        cond = None if self.node.from_ is None else self.node.from_.if_
        return self.lo.opt_bool(cond, True)

    def _goes(self) -> Expr:
        """Whether the hop may end at the site of (to)."""
        return condition_of(self.lo, self.node.to, "a hop needs a condition in (to …)")

    def _action(self, to: Expr) -> Act:
        number = self.lo.type_number(self.type)
        decision = isinstance(self.node, L.MoveHop)
        return move_action(self.lo, decision, number, self.site, number, to, stack=bool(self.node.stack))

    def _passed(self, count: Expr) -> Callable[[], None] | None:
        """Notes the hurdles, including those that need not be passed."""
        if not passed.noted(self.lo):
            return None
        return lambda: passed.add_line(self.lo, self.radials, self.radial, self.first, self.first + count)

    def _levels(self) -> tuple[ir.IntLike, ir.IntLike]:
        if not self.node.stack:
            return (0, 0)
        return (0, self.lo.let(self.lo.sites.height(self.type, self.site) - 1))

    def _steps(self, ready: Callable[[], None]) -> None:
        """Single steps, if no hurdle is required."""
        node, lo = self.node, self.lo
        with each_step(lo, self.type, self.site, node.directions, ready=ready) as to:
            with lo.if_(~self._from_allowed()):
                lo.break_()
            lo.set_ctx("to", to)
            with lo.if_(self._goes()):
                over = self.over
                before = None if over is None else lambda: lo.moves(over)
                push_move(lo, self.site, to, [self._action(to)], before=before, levels=self._levels(), then=node.then)

    def _site(self, i: ir.IntLike) -> Expr:
        return self.lo.row_at(self.radials, self.radial, i)

    def _along(self) -> None:
        lo = self.lo
        length = lo.let(lo.row_len(self.radials, self.radial), "length")
        if self.given:
            self._over_given(length)
            return
        if self.most_before.is_const and self.most_before.const == 0:
            with lo.if_(length > 1):
                site = lo.let(self._site(1), "hurdle")
                lo.set_ctx("between", site)
                with lo.if_(self._is_hurdle()):
                    self._over(ir.const(1), length)
                with lo.else_():
                    lo.set_ctx("to", site)
            return
        limits = [ir.const(self.most_before.const + 2)] if self.most_before.is_const else []
        with lo.for_along(self.radials, self.radial, 1, *limits) as i:
            site = lo.let(self._site(i), "hurdle")
            lo.set_ctx("between", site)
            with lo.if_(self._is_hurdle()):
                self._over(i, length)
                lo.break_()
            lo.set_ctx("to", site)
            with lo.if_(i > self.most_before):
                lo.break_()
            with lo.if_(~self._goes()):
                lo.break_()

    def _is_hurdle(self) -> Expr:
        between = self.between
        return ir.TRUE if between is None else self.lo.bool(required(between.if_))

    def _over(self, first: Expr, length: Expr) -> None:
        """Hurdles begin at position `first` of the line: finds how many there are and where the hop may end."""
        lo = self.lo
        self.first = first
        if self.low.is_const and self.high.is_const and self.low.const == self.high.const == 1:
            self._land(lo.let(first + 1), ir.const(1), ir.const(0), length)
            return
        count = lo.var(1, "hurdles")
        end = lo.var(first + 1, "end")
        with lo.while_(lambda: (end < length) & (count < self.high)):
            lo.set_ctx("between", self._site(end))
            with lo.if_(~self._is_hurdle()):
                lo.break_()
            lo.assign(count, count + 1)
            lo.assign(end, end + 1)
        with lo.if_(count >= self.low):
            with lo.for_range(count - self.low, 0, "spare", down=True) as spare:
                self._land(end, count, spare, length)

    def _over_given(self, length: Expr) -> None:
        """The number of hurdles is given and they begin next to the origin: the hop ends at the same position of each
        line."""
        lo = self.lo
        self.first = ir.const(1)
        landing = self.landing_at
        end = lo.scan(self.radials, self.radial, 1, [landing], "between", self._is_hurdle)
        with lo.if_((end >= landing) & (landing < length)):
            self._land_at(lo.let(self._site(landing), "to"), landing - 1, ir.const(0), single=True)

    def _land(self, end: Expr, count: Expr, spare: Expr, length: Expr) -> None:
        """Sites after the hurdles; `spare` hurdles at the end need not be gone over."""
        lo = self.lo
        short = self.most_after.is_const and self.most_after.const <= 0 and spare.is_const
        if short:
            with lo.if_(end < length):
                self._land_at(lo.let(self._site(end), "to"), count, spare, single=True)
            return
        with lo.for_along(self.radials, self.radial, end - spare, stem="k") as k:
            to = lo.let(self._site(k), "to")
            self._land_at(to, count, spare, single=False)
            with lo.if_(k - end + 1 > self.most_after - spare):
                lo.break_()

    def _land_at(self, to: Expr, count: Expr, spare: Expr, *, single: bool) -> None:
        lo, node = self.lo, self.node
        lo.set_ctx("to", to)
        with lo.if_(~self._goes()):
            if self.stop is not None:
                with lo.if_(lo.bool(self.stop)):
                    landing = self.landing
                    before = None if landing is None else lambda: lo.moves(landing)
                    more = self._passed(count)
                    push_move(lo, self.site, to, [self._action(to)], before=before, more=more, then=node.then)
            if not single:
                lo.break_()
        if self.stop is None:
            if single:
                with lo.else_():
                    self._emit(to, count, spare)
            else:
                self._emit(to, count, spare)

    def _emit(self, to: Expr, count: Expr, spare: Expr) -> None:
        lo, node = self.lo, self.node
        taken = count - spare
        last = self.first + taken - 1

        def effects() -> None:
            if self.over is not None:
                # the effects of the last hurdle come first
                with lo.for_range(last, self.first, "h", down=True) as h:
                    lo.set_ctx("between", self._site(h))
                    lo.moves(self.over)
                lo.set_ctx("between", self._site(last))
            if self.landing is not None:
                lo.moves(self.landing)

        has = self.over is not None or self.landing is not None
        levels = self._levels()
        push_move(
            lo,
            self.site,
            to,
            [self._action(to)],
            before=effects if has else None,
            more=self._passed(count),
            levels=levels,
            keep_levels=True,
            then=node.then,
        )
