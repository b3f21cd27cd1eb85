"""Sites along directions: (sites Direction …), (sites LineOfSight …), (expand …), sites of moves, incident elements."""

from __future__ import annotations

from ludparse.ludemes import Expand, RelationType, SitesDirection, SitesIncident, SitesLineOfSight, SitesMove, SiteType
from ludparse.problems.errors import LudRuleError

from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import required
from ..arguments.values import constant_sites, sites_of
from ..base import passed
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..directions.iterate import each_radial


@lowers(SitesDirection, to="region")
def sites_direction(node: SitesDirection, lo: Lowering) -> Expr:
    """The sites of the lines from a site in some directions, up to one where the stop condition holds."""
    b = lo.b
    t = lo.site_type(node.type)
    distance = None if node.distance is None else b.let(lo.int(node.distance), "distance")
    out = b.var(ir.EMPTY_SET, "out")
    origins = sites_of(lo, node.from_)
    with lo.saved("to"), b.for_list(origins, "origin") as origin:
        with b.if_(ir.lt(origin, 0)):
            b.break_()
        if node.included is not None:
            with b.if_(lo.bool(node.included)):
                b.assign(out, ir.set_or(out, ir.set_one(origin)))
        with each_radial(lo, t, origin, node.directions) as (radial, sites, _):
            length = b.row_len(sites, radial)
            limit = length if distance is None else ir.min_(length, distance + 1)
            end: Expr = limit
            if node.stop is not None:
                stop = node.stop
                end = b.scan(sites, radial, 1, limit, "to", lambda: ir.not_(lo.bool(stop)))
                if node.stop_included is not None:
                    with b.if_(ir.lt(end, limit)):  # the slot still holds the site at which the scan stopped
                        with b.if_(lo.bool(node.stop_included)):
                            b.assign(out, ir.set_or(out, ir.set_one(b.row_at(sites, radial, end))))
            b.assign(out, ir.set_or(out, b.row_set(sites, radial, 1, end)))
    return out


@lowers(SitesLineOfSight, to="region", needs=Needs(unseen=("directions",)))
def line_of_sight(node: SitesLineOfSight, lo: Lowering) -> Expr:
    """Along each radial: the empty sites, the farthest of them, or the first piece."""
    b, s = lo.b, lo.sites
    t = lo.site_type(node.type_loc)
    kind = "Piece" if node.type_los is None else node.type_los.name
    start = b.let(b.get("last_to") if node.at is None else lo.int(node.at), "start")
    out = b.var(ir.EMPTY_SET, "out")
    with b.if_(ir.and_(ir.ge(start, 0), ir.lt(start, s.on_board[t]))):
        with each_radial(lo, t, start, node.directions) as (radial, sites, _):
            end = b.let(b.row_run(sites, radial, 1, s.empty(t)), "end")
            if kind == "Empty":
                b.assign(out, ir.set_or(out, b.row_set(sites, radial, 1, end)))
            elif kind == "Piece":
                b.assign(out, ir.set_or(out, b.row_set(sites, radial, end, end + 1)))
            else:
                with b.if_(ir.gt(end, 1)):
                    b.assign(out, ir.set_or(out, ir.set_one(b.row_at(sites, radial, end - 1))))
    return out


@lowers(Expand, to="region", needs=Needs(graph_only=True))
def expand(node: Expand, lo: Lowering) -> Expr:
    """A region with everything reachable in some steps.

    Raises LudRuleError for a constant region with sites beyond the board, which Ludii's compiler cannot expand.
    """
    b = lo.b
    if node.container_name is not None and lo.eq.container(node.container_name).index != 0:
        raise lo.unsupported(node, "expanding in a hand")
    if node.container_id_fn is not None and lo.static_int(node.container_id_fn) != 0:
        raise lo.unsupported(node, "expanding in a hand")
    t = lo.site_type(node.type)
    base = ir.set_one(lo.int(required(node.origin))) if node.region is None else lo.region(node.region)
    steps = lo.opt_int(node.steps, 1)
    beyond = [site for site in constant_sites(lo, base) if site >= lo.board.size(t)]
    if beyond and steps.is_const and steps.const > 0:
        raise LudRuleError(f"a region with site {beyond[0]}, which is not on the board, cannot be expanded", node.span)
    if node.dirn is None or t is SiteType.Edge:
        sets = lo.tables.neighbour_sets(t, RelationType.Adjacent)
    else:
        rows = [[x for k, x in lo.board.steps(t, i, node.dirn) if k is t] for i in range(lo.board.size(t))]
        sets = b.table(rows, "sets", "spread")
    region = b.var(base, "region")
    with b.for_range(0, ir.min_(steps, lo.board.size(t)), "layer"):  # nothing is left to reach after so many
        grown = b.var(region, "grown")
        with b.for_set(region) as site:
            b.assign(grown, ir.set_or(grown, b.set_at(sets, site)))
        b.assign(region, grown)
    return region


@lowers(SitesMove, to="region")
def sites_move(node: SitesMove, lo: Lowering) -> Expr:
    """The sites from which, or to which, moves go, or which they pass."""
    b = lo.b
    which = node.kind.name
    passed.asked(lo)
    mark, acts = lo.mark(), b.let(b.run("act_count"))
    lo.moves(node.moves)
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_range(mark, lo.count(), "m") as m:
        if which == "Between":
            with b.for_list(passed.read(lo, m), "site") as site:
                b.assign(out, ir.set_or(out, ir.set_one(site)))
        else:
            b.assign(out, ir.set_or(out, ir.set_one(b.run("move_from" if which == "From" else "move_to", m))))
    b.run("moves_rewind", mark, acts)
    return out


@lowers(SitesIncident, to="region")
def incident(node: SitesIncident, lo: Lowering) -> Expr:
    """Elements of one type that touch an element of another."""
    b = lo.b
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
    found = b.let(b.set_at(b.table(rows, "sets", "incident"), lo.int(node.at)), "incident")
    if node.owner is None and node.role_owner is None:
        return found
    owner = b.let(lo.player(node.role_owner, node.owner))
    out = b.var(ir.EMPTY_SET, "out")
    with b.for_set(found) as site:
        who = b.let(lo.sites.who(node.result_type, site))
        mine = ir.or_(ir.and_(ir.ne(who, 0), ir.eq(owner, lo.n_players + 1)), ir.eq(who, owner))
        with b.if_(mine):
            b.assign(out, ir.set_or(out, ir.set_one(site)))
    return out
