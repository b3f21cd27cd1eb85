"""Lines of pieces: (is Line …)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, Needs, SiteType, ir, lowers, required
from .line_seen import line_seen
from .line_stacks import line_in_stacks
from .line_windows import Near, has_windows, is_plain, line_in_windows

Counts = Callable[[Expr], Expr]
"""Whether a site belongs to a line."""


@lowers(L.IsLine, to="bool", needs=Needs(unseen=("contiguous",), graph_only=True))
def is_line(node: L.IsLine, lo: Lowering) -> Expr:
    """Whether a line of `length` pieces of fitting kinds runs through a site (or one of several)."""
    if lo.flags.stacking:
        return line_in_stacks(node, lo, lambda here: _kinds_or_own(node, lo, here))
    if lo.flags.deduction_puzzle and node.contiguous not in (None, True):
        raise lo.unsupported(node, "lines with gaps in deduction puzzles")
    line = _Line(node, lo)
    return line.through_one() if node.through_any is None else line.through_any(node.through_any)


def _names_kinds(node: L.IsLine) -> bool:
    return node.what is not None or node.whats is not None or node.who is not None


def _kinds_or_own(node: L.IsLine, lo: Lowering, here: Expr) -> Expr:
    """The SET of components that count; if none are named, the one that stands on the site."""
    return _kinds(node, lo) if _names_kinds(node) else lo.let(ir.set_one(here), "kinds")


def _kinds(node: L.IsLine, lo: Lowering) -> Expr:
    """The SET of the components that are named: by themselves, or by their owner."""
    if node.whats is not None or node.what is not None:
        out = ir.EMPTY_SET
        for w in node.whats if node.whats is not None else (node.what,):
            out = out | ir.set_one(lo.let(lo.int(required(w))))
        return lo.let(out, "kinds")
    owners = [[c.index for c in lo.eq.components[1:] if c.owner == p] for p in range(lo.n_players + 2)]
    assert node.who is not None, "a signature asks for one of them"
    return lo.let(lo.set_at(lo.table(owners, "sets", "owned_kinds"), lo.role(node.who)), "kinds")


class _Line:
    """Looks for a line on a board without stacks, along the radials of one site after the other."""

    def __init__(self, node: L.IsLine, lo: Lowering) -> None:
        self.node, self.lo, self.t = node, lo, lo.site_type(node.type)
        self.puzzle = lo.flags.deduction_puzzle
        self.found = lo.var(False, "found")
        # Ludii ignores both in deduction puzzles
        self.seen = not self.puzzle and (node.is_visible is not None or node.through_how_much is not None)
        self.sites = lo.sites.on_board[self.t]
        if self.t is SiteType.Edge and not self.puzzle:  # Ludii looks at no more edges than there are vertices
            self.sites = min(self.sites, lo.board.size(SiteType.Vertex))

    def through_one(self) -> Expr:
        """Whether there is one through a site, by default the last that was moved to."""
        node, lo = self.node, self.lo
        pivot = lo.let(lo.opt_int(node.through, lo.get("last_to")), "pivot")
        if self.seen:
            return self._seen_through(lo.list_new([pivot]))
        with lo.if_(ir.within(pivot, self.sites)):
            if has_windows(node, lo, self.t):
                lo.assign(self.found, line_in_windows(node, lo, self.t, pivot))
            else:
                self._through(pivot, None)
        if not self.puzzle:
            with lo.if_(pivot >= self.sites):
                lo.set_ctx("to", pivot)  # Ludii leaves it there, too
        return self.found

    def through_any(self, region: L.RegionFunction) -> Expr:
        """Whether there is one through a site of a region."""
        node, lo = self.node, self.lo
        pivots = lo.let(lo.region(region), "pivots")
        if node.what is not None or node.whats is not None:
            kinds = _kinds(node, lo)
            pivots = lo.collect(lo.for_set(pivots), lambda p: ir.set_has(kinds, self._what(p)), stem="kept")
        if self.seen:
            sites = lo.list_new()
            with lo.for_set(pivots) as p:
                lo.push(sites, p)
            return self._seen_through(sites)
        stop = lo.var(False, "stop")
        with lo.for_set(pivots) as p:
            if self.t is SiteType.Edge:
                with lo.if_(p >= self.sites):
                    lo.break_()
            self._through(p, stop)
            with lo.if_(self.found | stop):
                lo.break_()
        return self.found

    def _seen_through(self, sites: Expr) -> Expr:
        return line_seen(self.node, self.lo, sites, self.sites, lambda here: _kinds_or_own(self.node, self.lo, here))

    def _what(self, site: Expr) -> Expr:
        return self.lo.sites.what(self.t, site)

    def _through(self, pivot: Expr, stop: Expr | None) -> None:
        """Finds a line through a site. Sets `stop` if the condition fails there: then Ludii looks at no other site."""
        node, lo = self.node, self.lo
        here = lo.let(self._what(pivot), "here")
        kinds = _kinds(node, lo) if _names_kinds(node) else None

        def fits(what: Expr) -> Expr:
            return ir.set_has(kinds, what) if kinds is not None else ir.eq(what, here)

        def counts(site: Expr) -> Expr:
            """Whether a site belongs to the line."""
            if node.if_ is None:
                return self._certain(site, fits(self._what(site)))
            lo.set_ctx("to", site)
            return lo.all_of([lambda: fits(self._what(site)), lambda: lo.bool(required(node.if_))])

        outside = lo.let(lo.ctx("to"), "outside")
        lo.set_ctx("to", pivot)
        with lo.if_(lo.opt_bool(node.if_, True)):
            near = Near(node, lo, self.t, here) if kinds is None and is_plain(node, lo) else None
            with lo.if_(self._certain(pivot, fits(here)) if near is None else near.around(pivot)):
                self._radials(pivot, counts, near)
                lo.set_ctx("to", outside)
            if kinds is None and not self.puzzle:
                with lo.else_():
                    lo.set_ctx("to", outside)
            # else Ludii leaves (to) at a site that holds no piece for the line
        with lo.else_():
            lo.set_ctx("to", outside)
            if stop is not None and node.if_ is not None:
                lo.assign(stop, True)

    def _certain(self, site: Expr, fits: Expr) -> Expr:
        """Whether the site certainly holds a fitting piece: in deduction puzzles a variable may be open."""
        return self.lo.sites.variables.resolved(self.t, site) & fits if self.puzzle else fits

    def _radials(self, pivot: Expr, counts: Counts, near: Near | None) -> None:
        """Follows each radial of a site, and then the radials opposite to it, which go on with its number."""
        node, lo, found = self.node, self.lo, self.found
        rows, radials, opposites = lo.tables.distinct_radials(self.t, node.dirn or AbsoluteDirection.Adjacent)
        length = lo.let(lo.int(node.length), "length")
        exact = lo.let(lo.opt_bool(node.exact, False), "exact")
        both = lo.let(lo.opt_bool(node.use_opposites, True), "both")
        limit = length if exact.is_const and not exact.const else None
        with lo.for_row(rows, pivot, "radial") as radial, nullcontext() if near is None else lo.if_(near.along(radial)):
            count = self._counted(radials, radial, counts, 1, limit)
            # a line ends the search when it is long enough, but a single piece is no line
            soon = ~exact & (length >= 2)
            with lo.if_(soon & (count >= length)):
                lo.assign(found, True)
                lo.break_()
            alone = lo.var(True, "alone")
            with lo.if_(both), lo.for_row(opposites, radial, "opposite") as opposite:
                lo.assign(alone, False)
                total = self._counted(radials, opposite, counts, count, limit)
                with lo.if_(ir.eq(total, length) | soon & (total >= length)):
                    lo.assign(found, True)
                    lo.break_()
            with lo.if_(alone & ir.eq(count, length)):
                lo.assign(found, True)
            with lo.if_(found):
                lo.break_()

    def _counted(self, radials: str, radial: Expr, counts: Counts, start: ir.IntLike, limit: Expr | None) -> Expr:
        """The sites of a radial that belong to the line, added to a number; no further than a limit."""
        lo = self.lo
        count = lo.var(start, "count")
        contiguous = lo.opt_bool(self.node.contiguous, True)
        with lo.for_along(radials, radial, 1) as i:
            site = lo.let(lo.row_at(radials, radial, i), "site")
            with lo.if_(counts(site)):
                lo.assign(count, count + 1)
                if limit is not None:
                    with lo.if_(ir.eq(count, limit)):
                        lo.break_()
            with lo.else_(), lo.if_(contiguous):
                lo.break_()
        return count
