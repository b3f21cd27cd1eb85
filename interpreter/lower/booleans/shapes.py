"""What the pieces look like on the board: patterns, targets, neighbours, crossing edges, regular graphs and trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import (
    IsEdge,
    IsPattern,
    IsRegularGraph,
    IsRelation,
    IsTarget,
    IsTree,
    IsTreeType,
    RelationType,
    SiteType,
)

from ...program import builder as ir
from ...program.ops import Expr
from ..registry import lowers
from ..walking import each_match

if TYPE_CHECKING:
    from ..lowering import Lowering


@lowers(IsPattern, to="bool")
def is_pattern(node: IsPattern, lo: Lowering) -> Expr:
    """Whether the wanted pieces stand by turns along a walk from a site, in any direction."""
    b, t = lo.b, lo.site_type(node.type)
    start = b.let(b.get("last_to") if node.from_ is None else lo.int(node.from_), "start")
    wanted = node.whats if node.whats is not None else None if node.what is None else (node.what,)
    whats = [b.let(w, "what") for w in ([lo.sites.what(t, start)] if wanted is None else map(lo.int, wanted))]
    result = b.var(False, "pattern")

    def found(_table: str, _row: Expr) -> None:
        b.assign(result, True)
        b.break_()

    with b.if_(ir.TRUE if wanted is not None else ir.ne(whats[0], 0)):
        each_match(lo, t, node.walk, start, whats, found)
    return result


@lowers(IsRelation, to="bool")
def is_related(node: IsRelation, lo: Lowering) -> Expr:
    """Whether a site is a neighbour of another one, or of one of a region."""
    b, t = lo.b, lo.site_type(node.type)
    site = b.let(lo.int(node.site_a), "site")
    if t is SiteType.Edge:
        if node.relation_type in (RelationType.Diagonal, RelationType.OffDiagonal):
            return ir.FALSE
        ends, edges = lo.board.incident(t, SiteType.Vertex), lo.board.incident(SiteType.Vertex, t)
        # for Ludii an edge is its own neighbour
        table = b.table([[e for v in pair for e in edges[v]] for pair in ends], "sets", "touching")
    else:
        table = lo.tables.neighbour_sets(t, node.relation_type)
    others = ir.set_one(lo.int(node.site_b)) if node.site_b is not None else lo.region(node.region)
    region = b.let(others, "region")
    return ir.not_(ir.set_eq(ir.set_and(b.set_at(table, site), region), ir.EMPTY_SET))


@lowers(IsEdge, to="bool")
def is_crossing(node: IsEdge, lo: Lowering) -> Expr:
    """Whether two edges cross."""
    b = lo.b
    first = b.let(lo.int(node.edge1))
    rows = [lo.board.crossing(i) for i in range(lo.board.size(SiteType.Edge))]
    return ir.set_has(b.set_at(b.table(rows, "sets", "crossing"), first), lo.int(node.edge2))


@lowers(IsTarget, to="bool")
def is_target(node: IsTarget, lo: Lowering) -> Expr:
    """Whether the board (or some sites of it) holds just what is listed; for stacks, whether one stack does."""
    b, s, t = lo.b, lo.sites, lo.eq.default_site
    wanted = node.configuration
    sites = node.specific_sites if node.specific_sites is not None else None
    if node.specific_site is not None:
        sites = (node.specific_site,)
    if node.container_name is not None and lo.eq.container(node.container_name).index != 0:
        raise lo.unsupported(node, "the target of a hand")
    if lo.flags.stacking:
        return _stack_target(lo, wanted, sites)
    if sites is None:
        if lo.board.size(SiteType.Cell) != len(wanted):
            return ir.FALSE
        sites = tuple(range(min(len(wanted), lo.board.size(t))))
    if len(sites) != len(wanted):
        return ir.FALSE
    site_table, what_table = b.table(sites, stem="target_site"), b.table(wanted, stem="target")
    good = b.var(True, "target")
    with b.for_range(0, len(sites), "i") as i:
        with b.if_(ir.ne(s.what(t, b.at(site_table, i)), b.at(what_table, i))):
            b.assign(good, False)
            b.break_()
    return good


def _stack_target(lo: Lowering, wanted: tuple[int, ...], sites: tuple[int, ...] | None) -> Expr:
    b, s, t = lo.b, lo.sites, SiteType.Cell
    where = b.table(range(lo.board.size(t)) if sites is None else sites, stem="target_site")
    what_table = b.table(wanted, stem="target")
    result = b.var(False, "target")
    with b.for_range(0, lo.board.size(t) if sites is None else len(sites), "k") as k:
        site = b.let(b.at(where, k), "site")
        fits = b.var(ir.eq(s.height(t, site), len(wanted)), "fits")
        if sites is None:  # Ludii looks no further than the first stack of another height
            with b.if_(ir.not_(fits)):
                b.break_()
        with b.if_(fits), b.for_range(0, len(wanted), "i") as i:
            with b.if_(ir.ne(s.what(t, site, i), b.at(what_table, i))):
                b.assign(fits, False)
                b.break_()
        with b.if_(fits):
            b.assign(result, True)
            b.break_()
    return result


@lowers(IsRegularGraph, to="bool")
def is_regular_graph(node: IsRegularGraph, lo: Lowering) -> Expr:
    """Whether the edges with a piece of a number give every vertex of the board the same degree."""
    b, s = lo.b, lo.sites
    last = b.get("last_to")
    kind = _edge_kind(lo, node)
    odd = ir.FALSE if node.odd is None else b.let(lo.bool(node.odd))
    even = ir.FALSE if node.even is None else b.let(lo.bool(node.even))
    degree = b.var(lo.opt_int(node.k, 0), "degree")
    touching = b.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    regular = b.var(ir.ne(last, -1), "regular")
    counts = b.list_new()
    n = lo.board.size(SiteType.Vertex)
    with b.if_(regular):
        with b.for_range(0, n, "v") as v:
            count = b.var(0, "count")
            with b.for_row(touching, v) as e, b.if_(ir.eq(s.what(SiteType.Edge, e), kind)):
                b.assign(count, count + 1)
            b.run("list_push", counts, count)
            with b.if_(ir.eq(degree, 0)):
                b.assign(degree, count)
        with b.for_range(0, n, "v") as v, b.if_(ir.ne(ir.list_at(counts, v), degree)):
            b.assign(regular, False)
            b.break_()
    parity = ir.ne(ir.mod(degree, 2), 0)
    fits = ir.select(odd, parity, ir.select(even, ir.not_(parity), ir.TRUE))
    return ir.and_(regular, fits)


def _edge_kind(lo: Lowering, node: IsRegularGraph | IsTree) -> Expr:
    """The component whose edges count: the player's number; for nobody what stands on the last edge (1: nothing)."""
    b = lo.b
    who = b.let(lo.role(node.role) if node.role is not None else lo.int(node.who.index), "who")  # type: ignore[union-attr]
    there = lo.sites.what(SiteType.Edge, b.get("last_to"))
    return b.let(ir.select(ir.ne(who, 0), who, ir.max_(1, there)), "kind")


@lowers(IsTree, to="bool")
def is_tree(node: IsTree, lo: Lowering) -> Expr:
    """Whether the edges of a player have no cycle; a spanning tree joins all vertices."""
    if node.kind not in (IsTreeType.Tree, IsTreeType.SpanningTree):
        raise lo.unsupported(node)
    b, s, n = lo.b, lo.sites, lo.board.size(SiteType.Vertex)
    kind = _edge_kind(lo, node)
    ends = b.table(lo.board.incident(SiteType.Edge, SiteType.Vertex), "ragged", "ends")
    good = b.var(ir.ne(b.get("last_to"), -1), "tree")
    edges = b.var(0, "edges")
    root = b.list_new()
    with b.for_range(0, n, "v") as v:
        b.run("list_push", root, v)

    def find(vertex: Expr) -> Expr:
        at = b.var(vertex, "at")
        with b.while_(lambda: ir.ne(ir.list_at(root, at), at)):
            b.assign(at, ir.list_at(root, at))
        return at

    with b.if_(good), b.for_range(0, lo.board.size(SiteType.Edge), "e") as e:
        with b.if_(ir.eq(s.what(SiteType.Edge, e), kind)):
            first, second = find(b.row_at(ends, e, 0)), find(b.row_at(ends, e, 1))
            with b.if_(ir.eq(first, second)):
                b.assign(good, False)
                b.break_()
            b.run("list_set", root, first, second)
            b.assign(edges, edges + 1)
    return good if node.kind is IsTreeType.Tree else ir.and_(good, ir.eq(edges, n - 1))
