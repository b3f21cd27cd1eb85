"""Lines of pieces: (is Line …)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from ludparse.ludemes import AbsoluteDirection, IsLine, SiteType

from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.registry import lowers
from .line_seen import line_seen
from .line_stacks import line_in_stacks
from .line_windows import Near, has_windows, is_plain, line_in_windows


@lowers(IsLine, to="bool", needs=Needs(unseen=("contiguous",), graph_only=True))
def is_line(node: IsLine, lo: Lowering) -> Expr:
    """Whether a line of `length` pieces of fitting kinds runs through a site (or one of several)."""
    b = lo.b
    if lo.flags.stacking:
        return line_in_stacks(node, lo, lambda here: _kinds_or(node, lo, here))
    if lo.flags.deduction_puzzle and node.contiguous not in (None, True):
        raise lo.unsupported(node, "lines with gaps in deduction puzzles")
    t = lo.site_type(node.type)
    # Ludii ignores both in deduction puzzles
    seen = not lo.flags.deduction_puzzle and (node.is_visible is not None or node.through_how_much is not None)
    found = b.var(False, "found")
    if node.through_any is not None:
        pivots = b.let(lo.region(node.through_any), "pivots")
        if node.what is not None or node.whats is not None:
            fits = _kinds(node, lo)
            kept = b.var(ir.EMPTY_SET, "kept")
            with b.for_set(pivots) as p, b.if_(ir.set_has(fits, lo.sites.what(t, p))):
                b.assign(kept, ir.set_or(kept, ir.set_one(p)))
            pivots = kept
        if seen:
            sites = b.list_new()
            with b.for_set(pivots) as p:
                b.run("list_push", sites, p)
            return line_seen(node, lo, sites, lambda here: _kinds_or(node, lo, here))
        stop = b.var(False, "stop")
        with b.for_set(pivots) as p:
            if t is SiteType.Edge:
                with b.if_(ir.ge(p, _bound(lo, t))):
                    b.break_()
            _through(node, lo, t, p, found, stop)
            with b.if_(ir.or_(found, stop)):
                b.break_()
    else:
        pivot = b.let(b.get("last_to") if node.through is None else lo.int(node.through), "pivot")
        if seen:
            return line_seen(node, lo, b.list_new([pivot]), lambda here: _kinds_or(node, lo, here))
        with b.if_(ir.and_(ir.ge(pivot, 0), ir.lt(pivot, _bound(lo, t)))):
            if has_windows(node, lo, t):
                b.assign(found, line_in_windows(node, lo, t, pivot))
            else:
                _through(node, lo, t, pivot, found, None)
        if not lo.flags.deduction_puzzle:
            with b.if_(ir.ge(pivot, _bound(lo, t))):
                b.set_ctx("to", pivot)  # Ludii leaves it there, too
    return found


def _bound(lo: Lowering, t: SiteType) -> int:
    """The number of sites that lines can run through: of edges Ludii takes no more than there are vertices."""
    sites = lo.sites.on_board[t]
    if t is SiteType.Edge and not lo.flags.deduction_puzzle:
        return min(sites, lo.eq.board.size(SiteType.Vertex))
    return sites


def _kinds_or(node: IsLine, lo: Lowering, here: Expr) -> Expr:
    """The SET of components that count; by default the one on the site."""
    lo.program.set_width = max(lo.program.set_width, len(lo.eq.components))
    named = node.what is not None or node.whats is not None or node.who is not None
    return _kinds(node, lo) if named else lo.b.let(ir.set_one(here), "kinds")


def _kinds(node: IsLine, lo: Lowering) -> Expr:
    """The set of component indices that count."""
    b = lo.b
    if node.whats is not None or node.what is not None:
        out = ir.EMPTY_SET
        for w in node.whats if node.whats is not None else (node.what,):
            out = ir.set_or(out, ir.set_one(b.let(lo.int(required(w)))))
        return b.let(out, "kinds")
    owners = [[c.index for c in lo.eq.components[1:] if c.owner == p] for p in range(lo.n_players + 2)]
    lo.program.set_width = max(lo.program.set_width, len(lo.eq.components))
    assert node.who is not None, "a signature asks for one of them"
    return b.let(b.set_at(b.table(owners, "sets", "owned_kinds"), lo.role(node.who)), "kinds")


def _through(node: IsLine, lo: Lowering, t: SiteType, pivot: Expr, found: Expr, stop: Expr | None) -> None:
    b, s = lo.b, lo.sites
    here = b.let(s.what(t, pivot), "here")
    several = node.what is not None or node.whats is not None or node.who is not None
    if several:
        lo.program.set_width = max(lo.program.set_width, len(lo.eq.components))
    kinds = _kinds(node, lo) if several else None

    def fits(what: Expr) -> Expr:
        return ir.set_has(kinds, what) if kinds is not None else ir.eq(what, here)

    def ok(site: Expr) -> Expr:
        if node.if_ is None:
            return _filled(lo, t, site, fits(s.what(t, site)))
        b.set_ctx("to", site)
        return b.all_of([lambda: fits(s.what(t, site)), lambda: lo.bool(required(node.if_))])

    outside = b.let(b.ctx("to"), "outside")
    b.set_ctx("to", pivot)
    begins = ir.TRUE if node.if_ is None else lo.bool(node.if_)
    with b.if_(begins):
        near = Near(node, lo, t, here) if kinds is None and is_plain(node, lo) else None
        with b.if_(_filled(lo, t, pivot, fits(here)) if near is None else near.around(pivot)):
            _radials(node, lo, t, pivot, ok, found, near)
            b.set_ctx("to", outside)
        if kinds is None and not lo.flags.deduction_puzzle:
            with b.else_():
                b.set_ctx("to", outside)
        # else Ludii leaves (to) at a site that holds no piece for the line
    with b.else_():
        b.set_ctx("to", outside)
        if stop is not None and node.if_ is not None:
            b.assign(stop, True)


def _filled(lo: Lowering, t: SiteType, site: Expr, fits: Expr) -> Expr:
    """Whether the site certainly holds a fitting piece: in deduction puzzles a variable may be open."""
    return ir.and_(lo.sites.variables.resolved(t, site), fits) if lo.flags.deduction_puzzle else fits


def _walk(
    node: IsLine,
    lo: Lowering,
    radials: str,
    radial: Expr,
    ok: Callable[[Expr], Expr],
    start: ir.IntLike,
    stop_at: Expr | None,
) -> Expr:
    """The number of fitting pieces along a radial, added to `start`; with `stop_at` it counts no further than that."""
    b = lo.b
    count = b.var(start, "count")
    contiguous = ir.TRUE if node.contiguous is None else lo.bool(node.contiguous)
    with b.for_range(1, b.row_len(radials, radial), "i") as i:
        site = b.let(b.row_at(radials, radial, i), "site")
        with b.if_(ok(site)):
            b.assign(count, count + 1)
            if stop_at is not None:
                with b.if_(ir.eq(count, stop_at)):
                    b.break_()
        with b.else_(), b.if_(contiguous):
            b.break_()
    return count


def _radials(
    node: IsLine,
    lo: Lowering,
    t: SiteType,
    pivot: Expr,
    ok: Callable[[Expr], Expr],
    found: Expr,
    near: Near | None,
) -> None:
    b = lo.b
    rows, radials, opposites = lo.tables.distinct_radials(t, node.dirn or AbsoluteDirection.Adjacent)
    length = b.let(lo.int(node.length), "length")
    exact = ir.FALSE if node.exact is None else b.let(lo.bool(node.exact), "exact")
    both = ir.TRUE if node.use_opposites is None else b.let(lo.bool(node.use_opposites), "both")
    limit = length if exact.is_const and not exact.const else None
    with b.for_row(rows, pivot, "radial") as radial, nullcontext() if near is None else b.if_(near.along(radial)):
        count = _walk(node, lo, radials, radial, ok, 1, limit)
        # a line ends the search when it is long enough, but a single piece is no line
        soon = ir.and_(ir.not_(exact), ir.ge(length, 2))
        long_enough = ir.and_(soon, ir.ge(count, length))
        with b.if_(long_enough):
            b.assign(found, True)
            b.break_()
        alone = b.var(True, "alone")
        with b.if_(both), b.for_row(opposites, radial, "opposite") as opposite:
            b.assign(alone, False)
            total = _walk(node, lo, radials, opposite, ok, count, limit)
            with b.if_(ir.or_(ir.eq(total, length), ir.and_(soon, ir.ge(total, length)))):
                b.assign(found, True)
                b.break_()
        with b.if_(ir.and_(alone, ir.eq(count, length))):
            b.assign(found, True)
        with b.if_(found):
            b.break_()
