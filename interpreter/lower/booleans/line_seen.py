"""Lines of pieces of several kinds, and lines visible from above: (is Line … throughHowMuch:… isVisible:…)."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, SiteType, Type, ir, required


def line_seen(node: L.IsLine, lo: Lowering, pivots: Expr, size: int, kinds: Callable[[Expr], Expr]) -> Expr:
    """Whether a line runs through one of the pivots (a LIST) before the first that is none of `size` sites. kinds: the
    pieces that count by what stands there."""
    t = lo.site_type(node.type)
    with lo.function("line_seen", [("pivots", Type.LIST)], Type.BOOL) as (fn, (sites,)):
        _Seen(node, lo, t, kinds).lower(sites, size)
    return lo.call(fn, pivots)


class _Seen:
    """From pivot to pivot and from step to step it is remembered what lies above the last site of the line.

    A site is hidden where a piece lies straight above it, a step where all that could lie on both its sites does.
    """

    def __init__(self, node: L.IsLine, lo: Lowering, t: SiteType, kinds: Callable[[Expr], Expr]) -> None:
        self.node, self.lo, self.t, self.kinds_of = node, lo, t, kinds
        board, size = lo.board, lo.board.size(t)
        points = board.elements(t)
        self.above = self.lo.table(
            [board.steps_to(t, i, t, AbsoluteDirection.Upward) for i in range(size)], "sets", "above"
        )
        columns: dict[tuple[float, float], list[int]] = {}
        for e in points:
            columns.setdefault((e.x, e.y), []).append(e.index)
        covers = [[i for i in columns[e.x, e.y] if i > e.index] for e in points]
        self.covers = self.lo.table(covers, "sets", "covers")
        self.exact = lo.opt_bool(node.exact, False)

    def lower(self, pivots: Expr, size: int) -> None:
        lo, node = self.lo, self.node
        self.many = lo.let(lo.opt_int(node.through_how_much, 1), "many")
        self.contiguous = lo.let(lo.opt_bool(node.contiguous, True), "contiguous")
        self.taken = lo.let(lo.sites.all_sites(self.t) - lo.sites.empty(self.t), "taken")
        # above the site before and above the next one: what lies there, and what could
        self.last, self.last_room, self.next, self.next_room = (lo.var(ir.EMPTY_SET, "above") for _ in range(4))
        self.first, self.first_room = lo.var(ir.EMPTY_SET, "first"), lo.var(ir.EMPTY_SET, "first_room")
        with lo.saved("to"):
            outside = lo.let(lo.ctx("to"), "outside")

            def no() -> None:
                lo.set_ctx("to", outside)
                lo.return_(False)

            with lo.for_list(pivots, "pivot") as pivot:
                with lo.if_(~ir.within(pivot, size)):
                    no()
                lo.set_ctx("to", pivot)
                if node.if_ is not None:
                    with lo.if_(~lo.bool(node.if_)):
                        no()
                self._through(pivot, outside)
        lo.return_(False)

    def _seen(self) -> Expr:
        return self.lo.opt_bool(self.node.is_visible, False)

    def _covered(self, site: Expr) -> Expr:
        return ir.set_count(self.lo.set_at(self.covers, site) & self.taken) > 0

    def _through(self, pivot: Expr, outside: Expr) -> None:
        lo, node = self.lo, self.node
        with lo.if_(self._seen()):
            with lo.if_(self._covered(pivot)):
                lo.continue_()
            room = lo.set_at(self.above, pivot)
            lo.assign(self.last_room, self.last_room | room)
            lo.assign(self.last, self.last | room & self.taken)
            lo.assign(self.first, self.last)
            lo.assign(self.first_room, self.last_room)
        here = lo.let(lo.sites.what(self.t, pivot), "here")
        self.kinds = self.kinds_of(here)
        with lo.if_(~ir.set_has(self.kinds, here)):
            lo.continue_()
        self.length = lo.let(lo.int(node.length), "length")
        rows, radials, opposites = lo.tables.distinct_radials(self.t, node.dirn or AbsoluteDirection.Adjacent)
        with lo.for_row(rows, pivot, "radial") as radial:
            self.found = lo.var(ir.set_one(here), "kinds_found")
            count = lo.var(1, "count")
            self._walk(radials, radial, count, True, outside)
            alone = lo.var(True, "alone")
            both = lo.opt_bool(node.use_opposites, True)
            with lo.if_(both), lo.for_row(opposites, radial, "opposite") as opposite:
                lo.assign(alone, False)
                total = lo.var(count, "total")
                self._walk(radials, opposite, total, False, outside)
                self._yes(total, outside)
            with lo.if_(alone):
                self._yes(count, outside)

    def _yes(self, count: Expr, outside: Expr) -> None:
        with self.lo.if_(ir.eq(count, self.length) & (self.many <= ir.set_count(self.found))):
            self.lo.set_ctx("to", outside)
            self.lo.return_(True)

    def _walk(self, radials: str, radial: Expr, count: Expr, forth: bool, outside: Expr) -> None:
        """Counts along a radial. On the way back Ludii forgets what could lie above."""
        lo, node = self.lo, self.node
        lo.assign(self.last, self.first)
        lo.assign(self.last_room, self.first_room)
        lo.assign(self.next, ir.EMPTY_SET)
        lo.assign(self.next_room, ir.EMPTY_SET)
        with lo.for_along(radials, radial, 1) as i:
            site = lo.let(lo.row_at(radials, radial, i), "site")
            lo.set_ctx("to", site)
            seen = lo.var(True, "seen")
            with lo.if_(self._seen()):
                with lo.if_(self._covered(site)):
                    lo.break_()
                room = lo.set_at(self.above, site)
                if forth:
                    lo.assign(self.next_room, self.next_room | room)
                lo.assign(self.next, self.next | room & self.taken)
                n = lo.let(ir.set_count(self.last & self.next), "n")
                rooms = ir.set_count(self.last_room & self.next_room)
                lo.assign(seen, ~(ir.ne(n, 0) & ir.eq(n, rooms)))
            what = lo.let(lo.sites.what(self.t, site), "what")
            asked = [lambda: ir.set_has(self.kinds, what)]
            if node.if_ is not None:
                asked.append(lambda: lo.bool(required(node.if_)))
            with lo.if_(lo.all_of([*asked, lambda: seen])):
                lo.assign(self.last, self.next)
                lo.assign(self.last_room, self.next_room)
                lo.assign(self.next, ir.EMPTY_SET)
                lo.assign(self.next_room, ir.EMPTY_SET)
                lo.assign(count, count + 1)
                lo.include(self.found, what)
                with lo.if_(~self.exact):
                    self._yes(count, outside)
            with lo.else_(), lo.if_(self.contiguous):
                lo.break_()
