"""Sites along directions: (sites Direction …), (sites LineOfSight …), (expand …), sites of moves, incident elements."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.problems.errors import LudRuleError

from ..arguments.values import constant_sites, sites_of
from ..base import passed
from ..base.prelude import Expr, L, Lowering, Needs, RelationType, SiteType, ir, lowers, required
from ..directions.iterate import each_radial


@lowers(L.SitesDirection, to="region")
def sites_direction(node: L.SitesDirection, lo: Lowering) -> Expr:
    """The sites of the lines from a site in some directions, up to one where the stop condition holds."""
    t = lo.site_type(node.type)
    distance = lo.given(node.distance, "distance")
    out = lo.var(ir.EMPTY_SET, "out")
    origins = sites_of(lo, node.from_)
    with lo.saved("to"), origins as origin:
        if node.included is not None:
            with lo.if_(lo.bool(node.included)):
                lo.include(out, origin)
        with each_radial(lo, t, origin, node.directions) as (radial, sites, _):
            length = lo.row_len(sites, radial)
            limits = [] if distance is None else [distance + 1]
            limit = ir.min_(length, *limits) if limits else length
            end: Expr = limit
            if node.stop is not None:
                stop = node.stop
                end = lo.scan(sites, radial, 1, limits, "to", lambda: ~lo.bool(stop))
                if node.stop_included is not None:
                    with lo.if_(end < limit):  # the slot still holds the site at which the scan stopped
                        with lo.if_(lo.bool(node.stop_included)):
                            lo.include(out, lo.row_at(sites, radial, end))
            lo.assign(out, out | lo.row_set(sites, radial, 1, end))
    return out


@lowers(L.SitesLineOfSight, to="region", needs=Needs(unseen=("directions",)))
def line_of_sight(node: L.SitesLineOfSight, lo: Lowering) -> Expr:
    """Along each radial: the empty sites, the farthest of them, or the first piece."""
    s = lo.sites
    t = lo.site_type(node.type_loc)
    kind = "Piece" if node.type_los is None else node.type_los.name
    start = lo.let(lo.opt_int(node.at, lo.get("last_to")), "start")
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.if_(ir.within(start, s.on_board[t])):
        with each_radial(lo, t, start, node.directions) as (radial, sites, _):
            end = lo.let(lo.row_run(sites, radial, 1, s.empty(t)), "end")
            if kind == "Empty":
                lo.assign(out, out | lo.row_set(sites, radial, 1, end))
            elif kind == "Piece":
                lo.assign(out, out | lo.row_set(sites, radial, end, end + 1))
            else:
                with lo.if_(end > 1):
                    lo.include(out, lo.row_at(sites, radial, end - 1))
    return out


@lowers(L.Expand, to="region", needs=Needs(graph_only=True, unseen=("container_id_fn",)))
def expand(node: L.Expand, lo: Lowering) -> Expr:
    """A region with everything reachable in some steps.

    Raises LudRuleError for a constant region with sites beyond the board, which Ludii's compiler cannot expand.
    """
    if node.container_name is not None and lo.eq.container(node.container_name).index != 0:
        raise lo.unsupported(node, "expanding in a hand")
    if node.container_id_fn is not None:
        with lo.if_(ir.ne(lo.int(node.container_id_fn), 0)):
            lo.run("fail", lo.string("(expand …) knows only the board, which is container 0"))
    t = lo.site_type(node.type)
    base = ir.set_one(lo.int(required(node.origin))) if node.region is None else lo.region(node.region)
    steps = lo.opt_int(node.steps, 1)
    known = constant_sites(lo, base)
    beyond = [site for site in sorted(known or ()) if site >= lo.board.size(t)]
    if beyond and steps.is_const and steps.const > 0:
        raise LudRuleError(f"a region with site {beyond[0]}, which is not on the board, cannot be expanded", node.span)
    if node.dirn is None or t is SiteType.Edge:
        sets = lo.tables.neighbour_sets(t, RelationType.Adjacent)
    else:
        rows = [[x for k, x in lo.board.steps(t, i, node.dirn) if k is t] for i in range(lo.board.size(t))]
        sets = lo.table(rows, "sets", "spread")
    if known is not None and steps.is_const:
        return lo.set_const(_grown(known, lo.program.tables[sets].lists, steps.const))
    region = lo.var(base, "region")
    with lo.for_range(0, ir.min_(steps, lo.board.size(t)), "layer"):  # nothing is left to reach after so many
        lo.assign(region, region | lo.union_at(sets, region))
    return region


def _grown(sites: frozenset[int], beside: Sequence[Sequence[int]], steps: int) -> list[int]:
    """The sites, and those that are reached from them in some steps."""
    found = last = {*sites}
    for _ in range(min(steps, len(beside))):  # nothing is left to reach after so many
        last = {x for site in last for x in beside[site]} - found
        found = found | last
    return sorted(found)


@lowers(L.SitesMove, to="region")
def sites_move(node: L.SitesMove, lo: Lowering) -> Expr:
    """The sites from which, or to which, moves go, or which they pass."""
    which = node.kind.name
    passed.noted(lo)
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.restoring(moves=True):
        mark = lo.mark()
        lo.moves(node.moves)
        with lo.for_range(mark, lo.count(), "m") as m:
            if which == "Between":
                with lo.for_list(passed.read(lo, m), "site") as site:
                    lo.include(out, site)
            else:
                lo.include(out, lo.run("move_from" if which == "From" else "move_to", m))
    return out


@lowers(L.SitesIncident, to="region")
def incident(node: L.SitesIncident, lo: Lowering) -> Expr:
    """Elements of one type that touch an element of another."""
    board = lo.board
    if node.of is node.result_type:
        if node.of is SiteType.Edge:
            link, back = SiteType.Vertex, SiteType.Edge
        else:  # of a vertex too Ludii gives the cells at its edges
            link, back = SiteType.Edge, SiteType.Cell
        first, second = board.incident(node.of, link), board.incident(link, back)
        rows = [[y for x in first[i] for y in second[x] if y != i] for i in range(board.size(node.of))]
    else:
        rows = [list(r) for r in board.incident(node.of, node.result_type)]
    found = lo.let(lo.set_at(lo.table(rows, "sets", "incident"), lo.int(node.at)), "incident")
    if node.owner is None and node.role_owner is None:
        return found
    owner = lo.let(lo.player(node.role_owner, node.owner))

    def mine(site: Expr) -> Expr:
        who = lo.let(lo.sites.who(node.result_type, site))
        return ir.ne(who, 0) & ir.eq(owner, lo.n_players + 1) | ir.eq(who, owner)

    return lo.collect(lo.for_set(found), mine)
