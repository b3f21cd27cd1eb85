"""Sites between two sites, edges that cross an edge, hidden sites, sites drawn at random."""

from __future__ import annotations

from ..actions import hidden
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers
from ..directions.iterate import each_radial
from ..players.roles import player_mask, players_bits

_MARGIN = 0.01  # fraction of the length of an edge: crossings nearer to its ends do not count
_PARALLEL = 1e-7


@lowers(L.SitesBetween, to="region", needs=Needs(unseen=("directions",)))
def sites_between(node: L.SitesBetween, lo: Lowering) -> Expr:
    """The sites between two on the first radial that joins them, and the two themselves if wanted."""
    t = lo.site_type(node.type)
    start = lo.let(lo.int(node.from_), "start")
    end = lo.let(lo.int(node.to), "end")
    out = lo.var(ir.EMPTY_SET, "out")
    n = lo.board.size(t)
    inside = (start >= 0) & (end >= 0) & (start < n) & (end < n)
    with lo.if_(inside), lo.saved("from", "to", "between"):
        lo.set_ctx("from", start)
        lo.set_ctx("to", end)
        for site, included in ((start, node.from_included), (end, node.to_included)):
            if included is not None:
                with lo.if_(lo.bool(included)):
                    lo.include(out, site)
        joined = lo.var(False, "joined")
        with each_radial(lo, t, start, node.directions) as (radial, sites, _), lo.if_(~joined):
            with lo.for_along(sites, radial, 1) as i:
                with lo.if_(ir.eq(lo.row_at(sites, radial, i), end)):
                    lo.assign(joined, True)
                    with lo.for_range(i - 1, 1, "k", down=True) as k:
                        between = lo.let(lo.row_at(sites, radial, k), "between")
                        lo.set_ctx("between", between)
                        with lo.if_(lo.opt_bool(node.cond, True)):
                            lo.include(out, between)
                    lo.break_()
    return out


def edges_crossing(lo: Lowering) -> list[list[int]]:
    """For each edge of the board the edges that cross it away from its ends."""
    points = [(e.x, e.y) for e in lo.board.elements(SiteType.Vertex)]
    ends = [[points[v] for v in pair] for pair in lo.board.incident(SiteType.Edge, SiteType.Vertex)]

    def cross(i: int, k: int) -> bool:
        (ax, ay), (bx, by) = ends[i]
        (cx, cy), (dx, dy) = ends[k]
        ux, uy, vx, vy, wx, wy = bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay
        det = vx * uy - vy * ux
        if abs(det) < _PARALLEL:
            return False
        s, t = (vx * wy - vy * wx) / det, (ux * wy - uy * wx) / det
        return _MARGIN < s < 1 - _MARGIN and _MARGIN < t < 1 - _MARGIN

    return [[k for k in range(len(ends)) if k != i and cross(i, k)] for i in range(len(ends))]


@lowers(L.SitesCrossing, to="region")
def sites_crossing(node: L.SitesCrossing, lo: Lowering) -> Expr:
    """The edges of a player (or with any piece) that cross an edge."""
    s = lo.sites
    at = lo.let(lo.int(node.at), "edge")
    who = lo.let(lo.player(node.role, node.who), "who")
    everybody = lo.n_players + 1

    def counts(edge: Expr) -> Expr:
        taken = ir.eq(who, everybody) & ir.ne(s.what(SiteType.Edge, edge), 0)
        return taken | (who < everybody) & ir.eq(s.who(SiteType.Edge, edge), who)

    return lo.collect(lo.for_row(lo.table(edges_crossing(lo), "ragged", "crossing"), at), counts)


@lowers(L.SitesEdge, to="region", needs=Feature.GRAPH | Feature.EDGE)
def sites_edge(node: L.SitesEdge, lo: Lowering) -> Expr:
    """Edges by their orientation."""
    return lo.set_const(getattr(lo.board.sets(SiteType.Edge).orientation, node.kind.name.lower()))


@lowers(L.SitesHidden, to="region", needs=Feature.HIDDEN)
def sites_hidden(node: L.SitesHidden, lo: Lowering) -> Expr:
    """The board sites of which something is hidden from a player (or from one of several)."""
    t = lo.site_type(node.type)
    out = lo.var(ir.EMPTY_SET, "out")
    if not lo.flags.hidden or t not in lo.sites.types:
        return out
    kind = hidden.KINDS[0] if node.data_type is None else f"hidden_{node.data_type.name.lower()}"
    field = hidden.field(lo, kind, t)
    if isinstance(node.to, L.Player):
        mask = player_mask(lo, None, lo.let(lo.int(node.to.index)))
    else:
        mask = player_mask(lo, node.to)
    mask = lo.let(mask & players_bits(lo), "players")
    sites = lo.for_range(0, lo.sites.on_board[t], "site")
    return lo.include_all(out, sites, lambda site: ir.ne(lo.get(field, hidden.index(lo, site, 0)) & mask, 0))


@lowers(L.SitesRandom, to="region", needs=Feature.STOCHASTIC)
def sites_random(node: L.SitesRandom, lo: Lowering) -> Expr:
    """Different sites of a region (of the empty cells of the board), drawn one after the other."""
    empty = lo.sites.empty_on_board(SiteType.Cell)
    sites = lo.let(empty if node.region is None else lo.region(node.region), "sites")
    size = lo.let(ir.set_count(sites), "size")
    number = lo.let(ir.min_(lo.opt_int(node.num, 1), size), "number")
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.while_(lambda: ir.set_count(out) < number):
        site = ir.set_nth(sites, lo.run("random_int", size))
        lo.include(out, site)
    return out
