"""Numbers of the board: rows, columns, coordinates, maps, the site ahead, steps from site to site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...program.limits import MAX_WIDTH
from ..arguments.needs import distance_needs
from ..arguments.ranges import INFINITY
from ..base.memory import site_cost, site_phase
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers, required
from ..board.walking import Spread
from ..directions.iterate import each_radial, each_radial_towards
from ..directions.spec import DirectionNode


@lowers(L.CentrePoint, to="int")
def centre_point(node: L.CentrePoint, lo: Lowering) -> Expr:
    """The first site of the board's centre, a constant."""
    return ir.const(lo.board.first("centre", lo.site_type(node.type)))


def _of(lo: Lowering, node: L.Row | L.Column | L.Layer, values: list[int]) -> Expr:
    """A numeric attribute of an element; -1 if there is no such element."""
    site = lo.let(lo.int(node.of))
    inside = ir.within(site, len(values))
    return ir.select(inside, lo.at(lo.table(values, stem="of"), site), -1)


@lowers(L.Row, to="int")
def row(node: L.Row, lo: Lowering) -> Expr:
    """The row of a site, from 0; -1 if there is no such site."""
    return _of(lo, node, [e.row for e in lo.board.elements(lo.site_type(node.type))])


@lowers(L.Column, to="int")
def column(node: L.Column, lo: Lowering) -> Expr:
    """The column of a site, from 0; -1 if there is no such site."""
    return _of(lo, node, [e.col for e in lo.board.elements(lo.site_type(node.type))])


@lowers(L.Layer, to="int", needs=Feature.LAYERS)
def layer(node: L.Layer, lo: Lowering) -> Expr:
    """The layer of a site, from 0; -1 if there is no such site."""
    return _of(lo, node, [e.layer for e in lo.board.elements(lo.site_type(node.type))])


@lowers(L.IntPhase, to="int")
def phase(node: L.IntPhase, lo: Lowering) -> Expr:
    """The colour of an element in the board's pattern, -1 where there is no element."""
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.of))
    inside = ir.within(site, lo.board.size(t))
    return ir.select(inside, lo.let(site_phase(lo, t, site)), -1)


@lowers(L.Cost, to="int")
def cost(node: L.Cost, lo: Lowering) -> Expr:
    """The cost of a site, or of all sites of a region together."""
    t = node.type or SiteType.Cell
    if node.in_ is None:
        return site_cost(lo, t, lo.int(required(node.at)))
    return lo.sum_in(lo.for_set(lo.let(lo.region(node.in_))), lambda site: site_cost(lo, t, site), stem="cost")


@lowers(L.Coord, to="int")
def coord(node: L.Coord, lo: Lowering) -> Expr:
    """The site at a coordinate, or at a row and a column."""
    t = lo.site_type(node.type)
    if node.coordinate is not None:
        found = lo.board.find(t, node.coordinate)
        return ir.const(-1 if found is None else found)
    wanted_row, wanted_column = lo.let(lo.int(required(node.row))), lo.let(lo.int(required(node.column)))
    elements = lo.board.elements(t)
    rows, columns = lo.table([e.row for e in elements], stem="rows"), lo.table([e.col for e in elements], stem="cols")
    return lo.first_in(
        lo.for_range(0, len(elements)),
        lambda i: ir.eq(lo.at(rows, i), wanted_row) & ir.eq(lo.at(columns, i), wanted_column),
        stem="at",
    )


@lowers(L.MapEntry, to="int")
def map_entry(node: L.MapEntry, lo: Lowering) -> Expr:
    """The value of a key in the first map (of a name) that holds it; else the key itself."""
    key = lo.let(lo.int(required(node.key if node.key is not None else node.key_role)))
    merged: dict[int, int] = {}
    for m in lo.eq.maps:
        if node.name is None or m.name == node.name:
            if m.unknown is not None:
                raise m.unknown
            for k, v in m.entries.items():
                if v != -1:
                    merged.setdefault(k, v)
    if not merged:
        return key
    low, high = min(merged), max(merged)
    if high - low >= MAX_WIDTH:
        keys, values = lo.table([*merged], stem="map_keys"), lo.table([*merged.values()], stem="map_values")
        pairs = lo.for_range(0, len(merged))
        return lo.found_in(pairs, lambda i: (ir.eq(lo.at(keys, i), key), lo.at(values, i)), none=key)
    table = lo.table([merged.get(k, k) for k in range(low, high + 1)], stem="map")
    inside = (key >= low) & (key <= high)
    return ir.select(inside, lo.at(table, key - low), key)


@lowers(L.RegionSite, to="int")
def region_site(node: L.RegionSite, lo: Lowering) -> Expr:
    """The index-th site of a region, -1 past its end."""
    region = lo.let(lo.region(node.region))
    return ir.set_nth(region, lo.int(node.index))


@lowers(L.Ahead, to="int")
def ahead(node: L.Ahead, lo: Lowering) -> Expr:
    """The site some steps ahead in the first direction; the site itself where there is none."""
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.site), "site")
    steps = lo.let(lo.opt_int(node.steps, 1), "steps")
    directions = L.RelativeDirection.Forward if node.directions is None else node.directions
    result = lo.var(ir.select(site < 0, -1, site), "ahead")

    def along(radial: Expr, sites: str) -> None:
        with lo.if_((steps >= 1) & (lo.row_len(sites, radial) > steps)):
            lo.assign(result, lo.row_at(sites, radial, steps))
            lo.break_()

    with lo.if_(site >= 0):
        leading = _leading(directions)
        if leading in (L.RelativeDirection.SameDirection, L.RelativeDirection.OppositeDirection):
            # here they are relative to the sites (from) and (to), and to the last move only if those are unset
            a = lo.let(ir.select(ir.eq(lo.ctx("from"), -1), lo.get("last_from"), lo.ctx("from")), "a")
            z = lo.let(ir.select(ir.eq(lo.ctx("to"), -1), lo.get("last_to"), lo.ctx("to")), "z")
            if leading is L.RelativeDirection.OppositeDirection:
                a, z = z, a
            with each_radial_towards(lo, t, site, a, z) as (radial, sites):
                along(radial, sites)
        else:
            with each_radial(lo, t, site, directions, first=True) as (radial, sites, _):
                along(radial, sites)
    return result


def _leading(directions: DirectionNode) -> L.RelativeDirection | None:
    """The first relative direction, None where directions are of another kind."""
    if isinstance(directions, L.RelativeDirection):
        return directions
    if isinstance(directions, L.Directions):
        given = directions.relative_directions or (directions.relative_direction,)
        return given[0]
    return None


@lowers(L.CountSteps, to="int", needs=Needs(more=distance_needs))
def count_steps(node: L.CountSteps, lo: Lowering) -> Expr:
    """Steps on the shortest path to a site, or to the nearest of a region."""
    t = lo.site_type(node.type)
    if node.step_move is not None:
        return _steps_of_move(node, node.step_move, lo, t)
    table = lo.tables.distances(t)
    start = lo.let(lo.int(node.site1))
    n = lo.board.size(t)
    if node.site2 is not None:
        end = lo.let(lo.int(node.site2))
        good = (start >= 0) & (end >= 0)
        return ir.select(good, lo.row_at(table, start, end), 0)
    region = lo.let(lo.region(required(node.region2)))

    @contextmanager
    def distances() -> Iterator[Expr]:
        with lo.if_(ir.within(start, n)), lo.for_set(region) as end:
            yield lo.let(lo.row_at(table, start, end))

    return ir.max_(lo.best_in(distances(), lambda d, best: ir.eq(best, -1) | (d < best)), 0)


def _steps_of_move(node: L.CountSteps, step: L.Step, lo: Lowering, t: SiteType) -> Expr:
    """The number of step moves needed to reach a site, or one of a region."""
    n = lo.board.size(t)
    start = lo.let(lo.int(node.site1), "start")
    ends = lo.let(
        ir.set_one(lo.int(node.site2)) if node.site2 is not None else lo.region(required(node.region2)), "ends"
    )
    result = lo.var(0, "steps")
    with lo.if_((start >= 0) & ir.ne(ir.set_count(ends), 0)):
        lo.assign(result, INFINITY)
        with lo.if_((start < n) & ir.set_has(ends, start)):
            lo.assign(result, 0)
        with lo.else_(), lo.if_(start < n):

            def level(todo: Expr, begin: Expr, end: Expr, distance: Expr) -> Expr:
                with lo.for_range(begin, end, "k") as k, lo.if_(ir.set_has(ends, ir.list_at(todo, k))):
                    lo.assign(result, distance)
                    lo.break_()
                return ir.eq(result, INFINITY)

            Spread(lo, t, step, node.new_rotation).run(start, level)
    return result
