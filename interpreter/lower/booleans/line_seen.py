"""Lines of pieces of several kinds, and lines visible from above: (is Line … throughHowMuch:… isVisible:…)."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import AbsoluteDirection, IsLine, SiteType

from ...program import expressions as ir
from ...program.ops import Expr, Type
from ..arguments.required import required
from ..base.lowering import Lowering


def line_seen(node: IsLine, lo: Lowering, pivots: Expr, kinds: Callable[[Expr], Expr]) -> Expr:
    """Whether a line runs through one of the pivots (a LIST). kinds: the pieces that count by what stands there."""
    b, t = lo.b, lo.site_type(node.type)
    with b.function("line_seen", [("pivots", Type.LIST)], Type.BOOL) as (fn, (sites,)):
        _Seen(node, lo, t, kinds).lower(sites)
    return b.call(fn, pivots)


class _Seen:
    """From pivot to pivot and from step to step it is remembered what lies above the last site of the line.

    A site is hidden where a piece lies straight above it, a step where all that could lie on both its sites does.
    """

    def __init__(self, node: IsLine, lo: Lowering, t: SiteType, kinds: Callable[[Expr], Expr]) -> None:
        self.node, self.lo, self.b, self.t, self.kinds_of = node, lo, lo.b, t, kinds
        board, size = lo.board, lo.board.size(t)
        points = board.elements(t)
        self.above = self.b.table(
            [board.steps_to(t, i, t, AbsoluteDirection.Upward) for i in range(size)], "sets", "above"
        )
        columns: dict[tuple[float, float], list[int]] = {}
        for e in points:
            columns.setdefault((e.x, e.y), []).append(e.index)
        covers = [[i for i in columns[e.x, e.y] if i > e.index] for e in points]
        self.covers = self.b.table(covers, "sets", "covers")
        self.exact = ir.FALSE if node.exact is None else lo.bool(node.exact)

    def lower(self, pivots: Expr) -> None:
        lo, b, node = self.lo, self.b, self.node
        self.many = b.let(lo.opt_int(node.through_how_much, 1), "many")
        self.contiguous = ir.TRUE if node.contiguous is None else b.let(lo.bool(node.contiguous), "contiguous")
        self.taken = b.let(ir.set_diff(lo.sites.all_sites(self.t), lo.sites.empty(self.t)), "taken")
        # above the site before and above the next one: what lies there, and what could
        self.last, self.last_room, self.next, self.next_room = (b.var(ir.EMPTY_SET, "above") for _ in range(4))
        self.first, self.first_room = b.var(ir.EMPTY_SET, "first"), b.var(ir.EMPTY_SET, "first_room")
        with lo.saved("to"):
            outside = b.let(b.ctx("to"), "outside")

            def no() -> None:
                b.set_ctx("to", outside)
                b.return_(False)

            with b.for_list(pivots, "pivot") as pivot:
                with b.if_(ir.or_(ir.lt(pivot, 0), ir.ge(pivot, lo.sites.on_board[self.t]))):
                    no()
                b.set_ctx("to", pivot)
                if node.if_ is not None:
                    with b.if_(ir.not_(lo.bool(node.if_))):
                        no()
                self._through(pivot, outside)
        b.return_(False)

    def _seen(self) -> Expr:
        return ir.FALSE if self.node.is_visible is None else self.lo.bool(self.node.is_visible)

    def _covered(self, site: Expr) -> Expr:
        return ir.gt(ir.set_count(ir.set_and(self.b.set_at(self.covers, site), self.taken)), 0)

    def _through(self, pivot: Expr, outside: Expr) -> None:
        lo, b, node = self.lo, self.b, self.node
        with b.if_(self._seen()):
            with b.if_(self._covered(pivot)):
                b.continue_()
            room = b.set_at(self.above, pivot)
            b.assign(self.last_room, ir.set_or(self.last_room, room))
            b.assign(self.last, ir.set_or(self.last, ir.set_and(room, self.taken)))
            b.assign(self.first, self.last)
            b.assign(self.first_room, self.last_room)
        here = b.let(lo.sites.what(self.t, pivot), "here")
        self.kinds = self.kinds_of(here)
        with b.if_(ir.not_(ir.set_has(self.kinds, here))):
            b.continue_()
        self.length = b.let(lo.int(node.length), "length")
        rows, radials, opposites = lo.tables.distinct_radials(self.t, node.dirn or AbsoluteDirection.Adjacent)
        with b.for_row(rows, pivot, "radial") as radial:
            self.found = b.var(ir.set_one(here), "kinds_found")
            count = b.var(1, "count")
            self._walk(radials, radial, count, True, outside)
            alone = b.var(True, "alone")
            both = ir.TRUE if node.use_opposites is None else lo.bool(node.use_opposites)
            with b.if_(both), b.for_row(opposites, radial, "opposite") as opposite:
                b.assign(alone, False)
                total = b.var(count, "total")
                self._walk(radials, opposite, total, False, outside)
                self._yes(total, outside)
            with b.if_(alone):
                self._yes(count, outside)

    def _yes(self, count: Expr, outside: Expr) -> None:
        with self.b.if_(ir.and_(ir.eq(count, self.length), ir.le(self.many, ir.set_count(self.found)))):
            self.b.set_ctx("to", outside)
            self.b.return_(True)

    def _walk(self, radials: str, radial: Expr, count: Expr, forth: bool, outside: Expr) -> None:
        """Counts along a radial. On the way back Ludii forgets what could lie above."""
        lo, b, node = self.lo, self.b, self.node
        b.assign(self.last, self.first)
        b.assign(self.last_room, self.first_room)
        b.assign(self.next, ir.EMPTY_SET)
        b.assign(self.next_room, ir.EMPTY_SET)
        with b.for_range(1, b.row_len(radials, radial), "i") as i:
            site = b.let(b.row_at(radials, radial, i), "site")
            b.set_ctx("to", site)
            seen = b.var(True, "seen")
            with b.if_(self._seen()):
                with b.if_(self._covered(site)):
                    b.break_()
                room = b.set_at(self.above, site)
                if forth:
                    b.assign(self.next_room, ir.set_or(self.next_room, room))
                b.assign(self.next, ir.set_or(self.next, ir.set_and(room, self.taken)))
                n = b.let(ir.set_count(ir.set_and(self.last, self.next)), "n")
                rooms = ir.set_count(ir.set_and(self.last_room, self.next_room))
                b.assign(seen, ir.not_(ir.and_(ir.ne(n, 0), ir.eq(n, rooms))))
            what = b.let(lo.sites.what(self.t, site), "what")
            asked = [lambda: ir.set_has(self.kinds, what)]
            if node.if_ is not None:
                asked.append(lambda: lo.bool(required(node.if_)))
            with b.if_(b.all_of([*asked, lambda: seen])):
                b.assign(self.last, self.next)
                b.assign(self.last_room, self.next_room)
                b.assign(self.next, ir.EMPTY_SET)
                b.assign(self.next_room, ir.EMPTY_SET)
                b.assign(count, count + 1)
                b.assign(self.found, ir.set_or(self.found, ir.set_one(what)))
                with b.if_(ir.not_(self.exact)):
                    self._yes(count, outside)
            with b.else_(), b.if_(self.contiguous):
                b.break_()
