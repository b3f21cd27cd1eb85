"""Lines of pieces in stacks: through any level, through the tops, or through levels with ascending diagonals."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import AbsoluteDirection, IsLine, SiteType

from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.lowering import Lowering
from .line_windows import ONE_WORD, windows_in_stacks


def line_in_stacks(node: IsLine, lo: Lowering, kinds: Callable[[Expr], Expr]) -> Expr:
    """Whether a line runs through a site. kinds: the set of components that count, from what is on top of the site."""
    b = lo.b
    t = lo.site_type(node.type)
    pivot = b.let(b.get("last_to") if node.through is None else lo.int(node.through), "pivot")
    with b.function("line_in_stacks", [("pivot", Type.INT)], Type.BOOL) as (fn, (p,)):
        _Line(node, lo, t, p, kinds).write()
    return b.call(fn, pivot)


class _Line:
    """Writes the body of the function of one (is Line …)."""

    def __init__(self, node: IsLine, lo: Lowering, t: SiteType, pivot: Expr, kinds: Callable[[Expr], Expr]) -> None:
        self.node, self.lo, self.t, self.pivot = node, lo, t, pivot
        b = lo.b
        with b.if_(ir.or_(ir.lt(pivot, 0), ir.ge(pivot, lo.sites.on_board[t]))):
            b.return_(False)
        self.here = b.let(lo.sites.what(t, pivot))
        self.kinds = kinds(self.here)
        self.length = b.let(lo.int(node.length), "length")
        self.exact = ir.FALSE if node.exact is None else b.let(lo.bool(node.exact), "exact")
        with b.if_(ir.eq(self.length, 1)):
            b.return_(True)
        direction = node.dirn or AbsoluteDirection.Adjacent
        self.rows, self.radials, self.opposites = lo.tables.distinct_radials(t, direction)

    def write(self) -> None:
        lo, b = self.lo, self.lo.b
        if self.node.by_level is None:
            self._flat()
        else:
            with b.if_(lo.bool(self.node.by_level)):
                self._by_level()
            with b.else_():
                self._flat()
        b.return_(False)

    def _done(self, count: Expr) -> None:
        """Whether a line is complete: its length is reached, or met exactly if it has to be exact."""
        b = self.lo.b
        with b.if_(ir.and_(ir.not_(self.exact), ir.eq(count, self.length))):
            b.return_(True)

    def _full(self, count: Expr) -> None:
        b = self.lo.b
        with b.if_(ir.eq(count, self.length)):
            b.return_(True)

    # ------------------------------------------------------------------ any level, or the top

    def _holds(self) -> Function:
        """Whether a wanted piece is on top of a site, or on any of its levels."""
        lo, b, t, s = self.lo, self.lo.b, self.t, self.lo.sites
        with b.function("stack_holds", [("site", Type.INT), ("kinds", Type.SET)], Type.BOOL) as (fn, (site, wanted)):
            top = ir.FALSE if self.node.top is None else lo.bool(self.node.top)
            with b.if_(top):
                b.return_(ir.set_has(wanted, s.what(t, site)))
            with b.for_range(0, s.height(t, site), "level") as level:
                with b.if_(ir.set_has(wanted, s.what(t, site, level))):
                    b.return_(True)
            b.return_(False)
        return fn

    def _flat(self) -> None:
        lo, b = self.lo, self.lo.b
        holds = self._holds()
        rule = self.node.if_
        with b.if_(ir.not_(b.call(holds, self.pivot, self.kinds))):
            b.return_(False)

        def along(radial: Expr, count: Expr) -> None:
            with b.for_range(1, b.row_len(self.radials, radial), "i") as i:
                site = b.let(b.row_at(self.radials, radial, i), "site")
                b.set_ctx("to", site)  # Ludii leaves (to) there
                there = b.let(b.call(holds, site, self.kinds))
                fits = there if rule is None else b.all_of([lambda: there, lambda: lo.bool(rule)])
                with b.if_(ir.not_(fits)):
                    b.break_()
                b.assign(count, count + 1)
                self._done(count)

        with b.for_row(self.rows, self.pivot, "radial") as radial:
            count = b.var(1, "count")
            along(radial, count)
            alone = b.var(True, "alone")
            with b.for_row(self.opposites, radial, "opposite") as opposite:
                b.assign(alone, False)
                total = b.var(count, "total")
                along(opposite, total)
                self._full(total)
            with b.if_(alone):
                self._full(count)

    # ------------------------------------------------------------------ one level

    def _has_windows(self) -> bool:
        """Whether all places of a line hold what is on top of the pivot, and there are few places."""
        node, (exact, length) = self.node, (self.exact, self.length)
        if any(x is not None for x in (node.what, node.whats, node.who)) or not length.is_const:
            return False
        places = self.lo.sites.size[self.t] * length.const
        return exact.is_const and not exact.const and length.const >= 2 and places <= ONE_WORD

    def _in_windows(self) -> None:
        """Looks at all lines through the top of the pivot, which are known beforehand."""
        lo, b, s, t = self.lo, self.lo.b, self.lo.sites, self.t
        # then a number of 64 bits has one for each place of the stacks, unless they grow higher
        lo.program.caps["stack"] = min(lo.program.caps["stack"], ONE_WORD // s.size[t])
        with b.if_(ir.eq(self.here, 0)):
            b.return_(False)
        length = self.length.const
        through, lines = windows_in_stacks(lo, (self.rows, self.radials, self.opposites), length)
        numbers = b.table(through, "ragged", "lines_of")
        sites = b.table([[site for site, _ in line] for line in lines], "ragged", "line_sites")
        rises = b.table([[rise for _, rise in line] for line in lines], "ragged", "line_rises")
        level = b.let(s.height(t, self.pivot) - 1, "origin")
        with b.for_row(numbers, self.pivot, "line") as line:
            full = b.var(True, "full")
            with b.for_range(0, b.row_len(sites, line), "i") as i:
                site = b.let(b.row_at(sites, line, i), "site")
                at = b.let(level + b.row_at(rises, line, i), "level")
                with b.if_(ir.ne(s.what_on_board(t, site, at), self.here)):
                    b.assign(full, False)
                    b.break_()
            with b.if_(full):
                b.return_(True)

    def _by_level(self) -> None:
        if self._has_windows():
            self._in_windows()
            return
        b, s, t = self.lo.b, self.lo.sites, self.t
        height = b.let(s.height(t, self.pivot), "height")
        with b.if_(ir.ge(height, self.length)):
            count = b.var(1, "count")
            with b.for_range(0, self.length - 1, "i") as i:
                with b.if_(ir.not_(self._has(self.pivot, height - 2 - i))):
                    b.break_()
                b.assign(count, count + 1)
            self._full(count)
        with b.if_(ir.eq(height, 0)):
            b.return_(False)
        level = b.let(height - 1, "origin")
        with b.for_row(self.rows, self.pivot, "radial") as radial:
            for forward, backward in ((0, 0), (-1, 1), (1, -1)):
                count = b.var(0, "count")
                self._slope(radial, 0, level, b.var(0, "rise"), forward, count)
                alone = b.var(True, "alone")
                rise = b.var(backward, "rise")
                with b.for_row(self.opposites, radial, "opposite") as opposite:
                    b.assign(alone, False)
                    total = b.var(count, "total")
                    self._slope(opposite, 1, level, rise, backward, total)
                    # when ascending Ludii checks the first half again
                    self._full(count if backward == 1 else total)
                with b.if_(alone):
                    self._full(count)

    def _has(self, site: Expr, level: Expr) -> Expr:
        return ir.set_has(self.kinds, self.lo.sites.what(self.t, site, level))

    def _slope(self, radial: Expr, first: int, level: Expr, rise: Expr, change: int, count: Expr) -> None:
        """Counts along a radial. Each matching piece changes the level that is examined next."""
        b, s, t = self.lo.b, self.lo.sites, self.t
        with b.for_range(first, b.row_len(self.radials, radial), "i") as i:
            site = b.let(b.row_at(self.radials, radial, i), "site")
            at = b.let(level + rise, "level")
            with b.if_(ir.or_(ir.lt(at, 0), ir.le(s.height(t, site), at), ir.not_(self._has(site, at)))):
                b.break_()
            b.assign(count, count + 1)
            b.assign(rise, rise + change)
            self._done(count)
