"""Lines of pieces: (is Line …)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, Needs, SiteType, ir, lowers, required
from .line_seen import line_seen
from .line_stacks import line_in_stacks
from .line_windows import Near, has_windows, is_plain, line_in_windows


@lowers(L.IsLine, to="bool", needs=Needs(unseen=("contiguous",), graph_only=True))
def is_line(node: L.IsLine, lo: Lowering) -> Expr:
    """Whether a line of `length` pieces of fitting kinds runs through a site (or one of several)."""
    if lo.flags.stacking:
        return line_in_stacks(node, lo, lambda here: _kinds_or(node, lo, here))
    if lo.flags.deduction_puzzle and node.contiguous not in (None, True):
        raise lo.unsupported(node, "lines with gaps in deduction puzzles")
    t = lo.site_type(node.type)
    # Ludii ignores both in deduction puzzles
    seen = not lo.flags.deduction_puzzle and (node.is_visible is not None or node.through_how_much is not None)
    found = lo.var(False, "found")
    if node.through_any is not None:
        pivots = lo.let(lo.region(node.through_any), "pivots")
        if node.what is not None or node.whats is not None:
            fits = _kinds(node, lo)
            kept = lo.collect(lo.for_set(pivots), lambda p: ir.set_has(fits, lo.sites.what(t, p)), stem="kept")
            pivots = kept
        if seen:
            sites = lo.list_new()
            with lo.for_set(pivots) as p:
                lo.push(sites, p)
            return line_seen(node, lo, sites, lambda here: _kinds_or(node, lo, here))
        stop = lo.var(False, "stop")
        with lo.for_set(pivots) as p:
            if t is SiteType.Edge:
                with lo.if_(p >= _bound(lo, t)):
                    lo.break_()
            _through(node, lo, t, p, found, stop)
            with lo.if_(found | stop):
                lo.break_()
    else:
        pivot = lo.let(lo.opt_int(node.through, lo.get("last_to")), "pivot")
        if seen:
            return line_seen(node, lo, lo.list_new([pivot]), lambda here: _kinds_or(node, lo, here))
        with lo.if_(ir.within(pivot, _bound(lo, t))):
            if has_windows(node, lo, t):
                lo.assign(found, line_in_windows(node, lo, t, pivot))
            else:
                _through(node, lo, t, pivot, found, None)
        if not lo.flags.deduction_puzzle:
            with lo.if_(pivot >= _bound(lo, t)):
                lo.set_ctx("to", pivot)  # Ludii leaves it there, too
    return found


def _bound(lo: Lowering, t: SiteType) -> int:
    """The number of sites that lines can run through: of edges Ludii takes no more than there are vertices."""
    sites = lo.sites.on_board[t]
    if t is SiteType.Edge and not lo.flags.deduction_puzzle:
        return min(sites, lo.eq.board.size(SiteType.Vertex))
    return sites


def _kinds_or(node: L.IsLine, lo: Lowering, here: Expr) -> Expr:
    """The SET of components that count; by default the one on the site."""
    named = node.what is not None or node.whats is not None or node.who is not None
    return _kinds(node, lo) if named else lo.let(ir.set_one(here), "kinds")


def _kinds(node: L.IsLine, lo: Lowering) -> Expr:
    """The set of component indices that count."""
    if node.whats is not None or node.what is not None:
        out = ir.EMPTY_SET
        for w in node.whats if node.whats is not None else (node.what,):
            out = out | ir.set_one(lo.let(lo.int(required(w))))
        return lo.let(out, "kinds")
    owners = [[c.index for c in lo.eq.components[1:] if c.owner == p] for p in range(lo.n_players + 2)]
    assert node.who is not None, "a signature asks for one of them"
    return lo.let(lo.set_at(lo.table(owners, "sets", "owned_kinds"), lo.role(node.who)), "kinds")


def _through(node: L.IsLine, lo: Lowering, t: SiteType, pivot: Expr, found: Expr, stop: Expr | None) -> None:
    s = lo.sites
    here = lo.let(s.what(t, pivot), "here")
    several = node.what is not None or node.whats is not None or node.who is not None
    kinds = _kinds(node, lo) if several else None

    def fits(what: Expr) -> Expr:
        return ir.set_has(kinds, what) if kinds is not None else ir.eq(what, here)

    def ok(site: Expr) -> Expr:
        if node.if_ is None:
            return _filled(lo, t, site, fits(s.what(t, site)))
        lo.set_ctx("to", site)
        return lo.all_of([lambda: fits(s.what(t, site)), lambda: lo.bool(required(node.if_))])

    outside = lo.let(lo.ctx("to"), "outside")
    lo.set_ctx("to", pivot)
    begins = lo.opt_bool(node.if_, True)
    with lo.if_(begins):
        near = Near(node, lo, t, here) if kinds is None and is_plain(node, lo) else None
        with lo.if_(_filled(lo, t, pivot, fits(here)) if near is None else near.around(pivot)):
            _radials(node, lo, t, pivot, ok, found, near)
            lo.set_ctx("to", outside)
        if kinds is None and not lo.flags.deduction_puzzle:
            with lo.else_():
                lo.set_ctx("to", outside)
        # else Ludii leaves (to) at a site that holds no piece for the line
    with lo.else_():
        lo.set_ctx("to", outside)
        if stop is not None and node.if_ is not None:
            lo.assign(stop, True)


def _filled(lo: Lowering, t: SiteType, site: Expr, fits: Expr) -> Expr:
    """Whether the site certainly holds a fitting piece: in deduction puzzles a variable may be open."""
    return lo.sites.variables.resolved(t, site) & fits if lo.flags.deduction_puzzle else fits


def _walk(
    node: L.IsLine,
    lo: Lowering,
    radials: str,
    radial: Expr,
    ok: Callable[[Expr], Expr],
    start: ir.IntLike,
    stop_at: Expr | None,
) -> Expr:
    """The number of fitting pieces along a radial, added to `start`; with `stop_at` it counts no further than that."""
    count = lo.var(start, "count")
    contiguous = lo.opt_bool(node.contiguous, True)
    with lo.for_range(1, lo.row_len(radials, radial), "i") as i:
        site = lo.let(lo.row_at(radials, radial, i), "site")
        with lo.if_(ok(site)):
            lo.assign(count, count + 1)
            if stop_at is not None:
                with lo.if_(ir.eq(count, stop_at)):
                    lo.break_()
        with lo.else_(), lo.if_(contiguous):
            lo.break_()
    return count


def _radials(
    node: L.IsLine,
    lo: Lowering,
    t: SiteType,
    pivot: Expr,
    ok: Callable[[Expr], Expr],
    found: Expr,
    near: Near | None,
) -> None:
    rows, radials, opposites = lo.tables.distinct_radials(t, node.dirn or AbsoluteDirection.Adjacent)
    length = lo.let(lo.int(node.length), "length")
    exact = lo.let(lo.opt_bool(node.exact, False), "exact")
    both = lo.let(lo.opt_bool(node.use_opposites, True), "both")
    limit = length if exact.is_const and not exact.const else None
    with lo.for_row(rows, pivot, "radial") as radial, nullcontext() if near is None else lo.if_(near.along(radial)):
        count = _walk(node, lo, radials, radial, ok, 1, limit)
        # a line ends the search when it is long enough, but a single piece is no line
        soon = ~exact & (length >= 2)
        long_enough = soon & (count >= length)
        with lo.if_(long_enough):
            lo.assign(found, True)
            lo.break_()
        alone = lo.var(True, "alone")
        with lo.if_(both), lo.for_row(opposites, radial, "opposite") as opposite:
            lo.assign(alone, False)
            total = _walk(node, lo, radials, opposite, ok, count, limit)
            with lo.if_(ir.eq(total, length) | soon & (total >= length)):
                lo.assign(found, True)
                lo.break_()
        with lo.if_(alone & ir.eq(count, length)):
            lo.assign(found, True)
        with lo.if_(found):
            lo.break_()
