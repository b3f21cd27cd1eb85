"""Lines of pieces in stacks: through any level, through the tops, or through levels with ascending diagonals."""

from __future__ import annotations

from collections.abc import Callable

from ...program.program import StackLines
from ..base.prelude import AbsoluteDirection, Expr, Function, L, Lowering, SiteType, Type, ir
from .line_windows import ONE_WORD, windows_in_stacks


def line_in_stacks(node: L.IsLine, lo: Lowering, kinds: Callable[[Expr], Expr]) -> Expr:
    """Whether a line runs through a site. kinds: the set of components that count, from what is on top of the site."""
    t = lo.site_type(node.type)
    pivot = lo.let(lo.opt_int(node.through, lo.get("last_to")), "pivot")
    with lo.function("line_in_stacks", [("pivot", Type.INT)], Type.BOOL) as (fn, (p,)):
        _Line(node, lo, t, p, kinds).write()
    return lo.call(fn, pivot)


class _Line:
    """Writes the body of the function of one (is Line …)."""

    def __init__(self, node: L.IsLine, lo: Lowering, t: SiteType, pivot: Expr, kinds: Callable[[Expr], Expr]) -> None:
        self.node, self.lo, self.t, self.pivot = node, lo, t, pivot
        with lo.if_((pivot < 0) | (pivot >= lo.sites.on_board[t])):
            lo.return_(False)
        self.here = lo.let(lo.sites.what(t, pivot))
        self.kinds = kinds(self.here)
        self.length = lo.let(lo.int(node.length), "length")
        self.exact = lo.let(lo.opt_bool(node.exact, False), "exact")
        with lo.if_(ir.eq(self.length, 1)):
            lo.return_(True)
        direction = node.dirn or AbsoluteDirection.Adjacent
        self.rows, self.radials, self.opposites = lo.tables.distinct_radials(t, direction)

    def write(self) -> None:
        lo = self.lo
        if self.node.by_level is None:
            self._flat()
        else:
            with lo.if_(lo.bool(self.node.by_level)):
                self._by_level()
            with lo.else_():
                self._flat()
        lo.return_(False)

    def _done(self, count: Expr) -> None:
        """Whether a line is complete: its length is reached, or met exactly if it has to be exact."""
        lo = self.lo
        with lo.if_(~self.exact & ir.eq(count, self.length)):
            lo.return_(True)

    def _full(self, count: Expr) -> None:
        lo = self.lo
        with lo.if_(ir.eq(count, self.length)):
            lo.return_(True)

    # ------------------------------------------------------------------ any level, or the top

    def _holds(self) -> Function:
        """Whether a wanted piece is on top of a site, or on any of its levels."""
        lo, t, s = self.lo, self.t, self.lo.sites
        with lo.function("stack_holds", [("site", Type.INT), ("kinds", Type.SET)], Type.BOOL) as (fn, (site, wanted)):
            top = lo.opt_bool(self.node.top, False)
            with lo.if_(top):
                lo.return_(ir.set_has(wanted, s.what(t, site)))
            with lo.for_range(0, s.height(t, site), "level") as level:
                with lo.if_(ir.set_has(wanted, s.what(t, site, level))):
                    lo.return_(True)
            lo.return_(False)
        return fn

    def _flat(self) -> None:
        lo = self.lo
        holds = self._holds()
        rule = self.node.if_
        with lo.if_(~lo.call(holds, self.pivot, self.kinds)):
            lo.return_(False)

        def along(radial: Expr, count: Expr) -> None:
            with lo.for_along(self.radials, radial, 1) as i:
                site = lo.let(lo.row_at(self.radials, radial, i), "site")
                lo.set_ctx("to", site)  # Ludii leaves (to) there
                there = lo.let(lo.call(holds, site, self.kinds))
                fits = there if rule is None else lo.all_of([lambda: there, lambda: lo.bool(rule)])
                with lo.if_(~fits):
                    lo.break_()
                lo.assign(count, count + 1)
                self._done(count)

        with lo.for_row(self.rows, self.pivot, "radial") as radial:
            count = lo.var(1, "count")
            along(radial, count)
            alone = lo.var(True, "alone")
            with lo.for_row(self.opposites, radial, "opposite") as opposite:
                lo.assign(alone, False)
                total = lo.var(count, "total")
                along(opposite, total)
                self._full(total)
            with lo.if_(alone):
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
        lo, s, t = self.lo, self.lo.sites, self.t
        # then a number of 64 bits has one for each place of the stacks, unless they grow higher
        lo.program.caps["stack"] = min(lo.program.caps["stack"], ONE_WORD // s.size[t])
        with lo.if_(ir.eq(self.here, 0)):
            lo.return_(False)
        length = self.length.const
        through, lines = windows_in_stacks(lo, (self.rows, self.radials, self.opposites), length)
        numbers = lo.table(through, "ragged", "lines_of")
        sites = lo.table([[site for site, _ in line] for line in lines], "ragged", "line_sites")
        rises = lo.table([[rise for _, rise in line] for line in lines], "ragged", "line_rises")
        params = [("site", Type.INT), ("level", Type.INT), ("here", Type.INT)]
        with lo.function("line_of_places", params, Type.BOOL) as (fn, (pivot, level, here)):
            with lo.for_row(numbers, pivot, "line") as line:
                full = lo.var(True, "full")
                with lo.for_along(sites, line, 0) as i:
                    site = lo.let(lo.row_at(sites, line, i), "site")
                    at = lo.let(level + lo.row_at(rises, line, i), "level")
                    with lo.if_(ir.ne(s.what_on_board(t, site, at), here)):
                        lo.assign(full, False)
                        lo.break_()
                with lo.if_(full):
                    lo.return_(True)
            lo.return_(False)
        fn.lines = StackLines(s.field("what", t), numbers, sites, rises)
        with lo.if_(lo.call(fn, self.pivot, s.height(t, self.pivot) - 1, self.here)):
            lo.return_(True)

    def _by_level(self) -> None:
        if self._has_windows():
            self._in_windows()
            return
        lo, s, t = self.lo, self.lo.sites, self.t
        height = lo.let(s.height(t, self.pivot), "height")
        with lo.if_(height >= self.length):
            count = lo.var(1, "count")
            with lo.for_range(0, self.length - 1, "i") as i:
                with lo.if_(~self._has(self.pivot, height - 2 - i)):
                    lo.break_()
                lo.assign(count, count + 1)
            self._full(count)
        with lo.if_(ir.eq(height, 0)):
            lo.return_(False)
        level = lo.let(height - 1, "origin")
        with lo.for_row(self.rows, self.pivot, "radial") as radial:
            for forward, backward in ((0, 0), (-1, 1), (1, -1)):
                count = lo.var(0, "count")
                self._slope(radial, 0, level, lo.var(0, "rise"), forward, count)
                alone = lo.var(True, "alone")
                rise = lo.var(backward, "rise")
                with lo.for_row(self.opposites, radial, "opposite") as opposite:
                    lo.assign(alone, False)
                    total = lo.var(count, "total")
                    self._slope(opposite, 1, level, rise, backward, total)
                    # when ascending Ludii checks the first half again
                    self._full(count if backward == 1 else total)
                with lo.if_(alone):
                    self._full(count)

    def _has(self, site: Expr, level: Expr) -> Expr:
        return ir.set_has(self.kinds, self.lo.sites.what(self.t, site, level))

    def _slope(self, radial: Expr, first: int, level: Expr, rise: Expr, change: int, count: Expr) -> None:
        """Counts along a radial. Each matching piece changes the level that is examined next."""
        lo, s, t = self.lo, self.lo.sites, self.t
        with lo.for_along(self.radials, radial, first) as i:
            site = lo.let(lo.row_at(self.radials, radial, i), "site")
            at = lo.let(level + rise, "level")
            with lo.if_((at < 0) | (s.height(t, site) <= at) | ~self._has(site, at)):
                lo.break_()
            lo.assign(count, count + 1)
            lo.assign(rise, rise + change)
            self._done(count)
