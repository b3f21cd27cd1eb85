"""Arrangements of pieces: patterns, targets, neighbours, crossing edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...board.topology import Topology
from ..base.prelude import (
    AbsoluteDirection,
    Expr,
    Feature,
    L,
    Lowering,
    Needs,
    RelationType,
    SiteType,
    ir,
    lowers,
    required,
)
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


_DOWN = (AbsoluteDirection.DNW, AbsoluteDirection.DNE, AbsoluteDirection.DSW, AbsoluteDirection.DSE)
_UP = (AbsoluteDirection.UNW, AbsoluteDirection.UNE, AbsoluteDirection.USW, AbsoluteDirection.USE)


@lowers(L.IsPyramidCorners, to="bool")
def is_pyramid_corners(node: L.IsPyramidCorners, lo: Lowering) -> Expr:
    """Whether four sites, as far from a site in four directions down, or up, hold what it holds, or all five are empty.

    Sites are looked at in order. The first whose number no vertex has ends the search, as in Ludii.
    """
    t, vertices = lo.site_type(node.type), lo.board.size(SiteType.Vertex)
    squares: list[tuple[int, ...]] = []
    rows: list[list[int]] = []
    for site in range(lo.board.size(t)):
        made = [*_corners_of(lo.board, t, site, _DOWN), *_corners_of(lo.board, t, site, _UP)]
        rows.append(list(range(len(squares), len(squares) + len(made))))
        squares += made
    corners, tips = lo.table(squares or [()], "sets", "corners"), lo.table(rows, "ragged", "tips")
    froms = ir.set_one(lo.opt_int(node.from_, lo.get("last_to"))) if node.froms is None else lo.region(node.froms)
    result = lo.var(False, "pyramid")
    with lo.for_set(froms, "tip") as tip:
        with lo.if_(tip >= vertices):
            lo.break_()
        if lo.board.size(t) < vertices:
            with lo.if_(tip >= lo.board.size(t)):
                lo.run("fail", lo.string("a pyramid is looked for at a site that is not on the board"))
        what = lo.let(lo.sites.what(t, tip), "what")
        with lo.for_row(tips, tip, "square") as square:
            around = lo.for_set(lo.set_at(corners, square))
            with lo.if_(lo.all_in(around, lambda x: ir.eq(lo.sites.what(t, x), what), stem="same")):
                lo.assign(result, True)
                lo.break_()
        with lo.if_(result):
            lo.break_()
    return result


def _corners_of(
    board: Topology, t: SiteType, tip: int, directions: Sequence[AbsoluteDirection]
) -> Iterator[tuple[int, ...]]:
    """The sites one step away in each direction, two steps, and so on, while there is just one step in each."""
    sites = [tip] * len(directions)
    while True:
        steps = [board.steps_to(t, site, t, direction) for site, direction in zip(sites, directions, strict=True)]
        if any(len(targets) != 1 for targets in steps):
            return
        sites = [targets[0] for targets in steps]
        yield tuple(sites)


@lowers(L.IsFreedom, to="bool")
def is_freedom(node: L.IsFreedom, lo: Lowering) -> Expr:
    """Whether a site of a region has an empty neighbour in the north, south, west or east, on the lowest layer and
    other than the given site."""
    t, vertices = lo.site_type(node.type), lo.board.elements(SiteType.Vertex)
    if lo.board.size(t) > len(vertices):
        raise lo.unsupported(node, "more sites than vertices, whose layers Ludii looks up by the numbers of sites")
    towards = (AbsoluteDirection.N, AbsoluteDirection.S, AbsoluteDirection.W, AbsoluteDirection.E)
    rows = [
        sorted({to for d in towards for to in lo.board.steps_to(t, site, t, d) if vertices[to].layer == 0})
        for site in range(lo.board.size(t))
    ]
    beside = lo.table(rows, "ragged", "beside")
    taken = lo.let(lo.opt_int(node.site, -1), "taken")
    region = lo.let(lo.region(node.region), "region")

    def free(site: Expr) -> Expr:
        return lo.any_in(
            lo.for_row(beside, site), lambda to: ir.ne(to, taken) & ir.eq(lo.sites.what(t, to), 0), stem="free"
        )

    return lo.any_in(lo.for_set(region), free, stem="freedom")


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
