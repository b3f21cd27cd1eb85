"""Arrangements of pieces: patterns, targets, neighbours, crossing edges."""

from __future__ import annotations

from ..base.prelude import Expr, Feature, L, Lowering, Needs, RelationType, SiteType, ir, lowers, required
from ..board.walking import each_match


@lowers(L.IsPattern, to="bool")
def is_pattern(node: L.IsPattern, lo: Lowering) -> Expr:
    """Whether the given pieces alternate along a walk from a site, in any direction."""
    t = lo.site_type(node.type)
    start = lo.let(lo.opt_int(node.from_, lo.get("last_to")), "start")
    wanted = node.whats if node.whats is not None else None if node.what is None else (node.what,)
    whats = [lo.let(w, "what") for w in ([lo.sites.what(t, start)] if wanted is None else map(lo.int, wanted))]
    result = lo.var(False, "pattern")

    def found(_table: str, _row: Expr) -> None:
        lo.assign(result, True)
        lo.break_()

    with lo.if_(ir.TRUE if wanted is not None else ir.ne(whats[0], 0)):
        each_match(lo, t, node.walk, start, whats, found)
    return result


@lowers(L.IsRelation, to="bool")
def is_related(node: L.IsRelation, lo: Lowering) -> Expr:
    """Whether a site is a neighbour of another one, or of one of a region."""
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.site_a), "site")
    if t is SiteType.Edge:
        if node.relation_type in (RelationType.Diagonal, RelationType.OffDiagonal):
            return ir.FALSE
        ends, edges = lo.board.incident(t, SiteType.Vertex), lo.board.incident(SiteType.Vertex, t)
        # for Ludii an edge is its own neighbour
        table = lo.table([[e for v in pair for e in edges[v]] for pair in ends], "sets", "touching")
    else:
        table = lo.tables.neighbour_sets(t, node.relation_type)
    others = ir.set_one(lo.int(node.site_b)) if node.site_b is not None else lo.region(required(node.region))
    region = lo.let(others, "region")
    return ~ir.set_eq(lo.set_at(table, site) & region, ir.EMPTY_SET)


@lowers(L.IsEdge, to="bool", needs=Feature.GRAPH | Feature.EDGE)
def is_crossing(node: L.IsEdge, lo: Lowering) -> Expr:
    """Whether two edges cross."""
    first = lo.let(lo.int(node.edge1))
    rows = [lo.board.crossing(i) for i in range(lo.board.size(SiteType.Edge))]
    return ir.set_has(lo.set_at(lo.table(rows, "sets", "crossing"), first), lo.int(node.edge2))


@lowers(L.IsTarget, to="bool", needs=Needs(unseen=("container_id_fn",)))
def is_target(node: L.IsTarget, lo: Lowering) -> Expr:
    """Whether the board (or some sites) holds exactly the listed pieces; in stacking games, whether one stack does."""
    s, t = lo.sites, lo.eq.default_site
    wanted = node.configuration
    sites = node.specific_sites if node.specific_sites is not None else None
    if node.specific_site is not None:
        sites = (node.specific_site,)
    if node.container_name is not None:
        named = [c.index for c in lo.eq.containers if c.name == node.container_name]
        if named != [0] and (not named or sites is None or lo.flags.stacking):
            what = "a whole hand, or a stack in it, and knows only boards" if named else "a container that is not there"
            lo.run("fail", lo.string(f"(is Target …) asks for {what}"))
            return ir.FALSE
    if lo.flags.stacking:
        return _stack_target(lo, wanted, sites)
    if sites is None:
        if lo.board.size(SiteType.Cell) != len(wanted):
            return ir.FALSE
        sites = tuple(range(min(len(wanted), lo.board.size(t))))
    if len(sites) != len(wanted):
        return ir.FALSE
    site_table, what_table = lo.table(sites, stem="target_site"), lo.table(wanted, stem="target")
    places = lo.for_range(0, len(sites), "i")
    return lo.all_in(places, lambda i: ir.eq(s.what(t, lo.at(site_table, i)), lo.at(what_table, i)), stem="target")


def _stack_target(lo: Lowering, wanted: tuple[int, ...], sites: tuple[int, ...] | None) -> Expr:
    s, t = lo.sites, SiteType.Cell
    where = lo.table(range(lo.board.size(t)) if sites is None else sites, stem="target_site")
    what_table = lo.table(wanted, stem="target")
    result = lo.var(False, "target")
    with lo.for_range(0, lo.board.size(t) if sites is None else len(sites), "k") as k:
        site = lo.let(lo.at(where, k), "site")
        fits = lo.var(ir.eq(s.height(t, site), len(wanted)), "fits")
        if sites is None:  # Ludii stops at the first stack of another height
            with lo.if_(~fits):
                lo.break_()
        with lo.if_(fits), lo.for_range(0, len(wanted), "i") as i:
            with lo.if_(ir.ne(s.what(t, site, i), lo.at(what_table, i))):
                lo.assign(fits, False)
                lo.break_()
        with lo.if_(fits):
            lo.assign(result, True)
            lo.break_()
    return result
