"""Sites by walks, patterns and distances: (sites Pattern …), (sites {{F F} …}), (sites Distance …)."""

from __future__ import annotations

from functools import partial

from ...board.walk import walk, walk_directions
from ..arguments.needs import distance_needs
from ..arguments.ranges import range_of
from ..base.prelude import Expr, L, Lowering, Needs, ir, lowers
from ..board.large_pieces import cover, is_large
from ..board.walking import Spread, each_match


@lowers(L.SitesPattern, to="region")
def sites_pattern(node: L.SitesPattern, lo: Lowering) -> Expr:
    """The sites of all walks from a site on which the wanted pieces stand by turns."""
    t = lo.site_type(node.type)
    start = lo.let(lo.opt_int(node.from_, lo.get("last_to")), "start")
    wanted = node.whats if node.whats is not None else None if node.what is None else (node.what,)
    whats = [lo.sites.what(t, start)] if wanted is None else [lo.int(w) for w in wanted]
    out = lo.var(ir.EMPTY_SET, "out")

    def found(table: str, row: Expr) -> None:
        lo.include_all(out, lo.for_row(table, row))

    each_match(lo, t, node.walk, start, [lo.let(w, "what") for w in whats], found)
    return out


@lowers(L.SitesWalk, to="region")
def sites_walk(node: L.SitesWalk, lo: Lowering) -> Expr:
    """The sites at the ends of walks from a site, in all directions or in the first one."""
    t = lo.site_type(node.element_type)
    start = lo.let(lo.opt_int(node.index, lo.ctx("from")), "start")

    def ends(turns: slice) -> Expr:
        rows = []
        for site in range(lo.board.size(t)):
            walks = [
                walk(lo.board, t, site, d, w) for d in walk_directions(lo.board, t)[turns] for w in node.possible_steps
            ]
            rows.append(sorted({w[-1] for w in walks if w}))
        return lo.set_at(lo.table(rows, "sets", "walk_ends"), start)

    if node.rotations is None:
        return ends(slice(None))
    return lo.choose(lo.bool(node.rotations), lambda: ends(slice(None)), lambda: ends(slice(1)))


@lowers(L.SitesDistance, to="region", needs=Needs(more=distance_needs))
def sites_distance(node: L.SitesDistance, lo: Lowering) -> Expr:
    """The sites of a range of distances from a site: counted in neighbours, or in steps of a step move."""
    t = lo.site_type(node.element_type)
    start = lo.let(lo.int(node.from_), "start")
    least, most = (lo.let(x) for x in range_of(lo, node.distance))
    out = lo.var(ir.EMPTY_SET, "out")
    n = lo.board.size(t)
    inside = ir.within(start, n) & (least >= 0)
    if node.step_move is None:
        shells = [lo.board.sites_at_distance(t, lo.flags.distances, i) for i in range(n)]
        deep = max((len(s) for s in shells), default=1)
        rows = [s[d] if d < len(s) else [] for s in shells for d in range(deep)]
        table = lo.table(rows, "ragged", "shells")
        with lo.if_(inside), lo.for_range(least, ir.min_(most + 1, deep), "d") as d:
            lo.include_all(out, lo.for_row(table, start * deep + d))
        return out

    def level(todo: Expr, begin: Expr, end: Expr, distance: Expr) -> Expr:
        reached = lo.when(distance >= least, lo.for_range(begin, end, "k"))
        lo.include_all(out, reached, of=partial(ir.list_at, todo))
        return distance < most

    with lo.if_(inside):
        Spread(lo, t, node.step_move, node.new_rotation).run(start, level)
    return out


@lowers(L.SitesLargePiece, to="region")
def sites_large_piece(node: L.SitesLargePiece, lo: Lowering) -> Expr:
    """The sites that the piece on a site covers."""
    s, t = lo.sites, lo.site_type(node.type)
    site = lo.let(lo.int(node.at), "site")
    what = lo.let(s.what(t, site), "what")
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.if_(ir.ne(what, 0) & (site < s.on_board[t])):
        lo.assign(out, ir.set_one(site))
        if lo.eq.has_large:
            with lo.if_(is_large(lo, what)):
                cells = cover(lo)
                lo.assign(out, ir.EMPTY_SET)
                lo.include_all(out, lo.for_row(cells.table, lo.let(cells.row(what, s.state(t, site), site))))
    return out
