"""Numbers of the board: rows, columns, coordinates, maps, the site ahead, steps from site to site."""

from __future__ import annotations

from ludparse.ludemes import (
    Ahead,
    CentrePoint,
    Column,
    Coord,
    Cost,
    CountSteps,
    Directions,
    IntPhase,
    Layer,
    MapEntry,
    RegionSite,
    RelativeDirection,
    Row,
    SiteType,
    Step,
)

from ...equipment.needs import Feature as F
from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.limits import MAX_WIDTH
from ...program.ops import Expr
from ..arguments.needs import distance_needs
from ..arguments.ranges import INFINITY
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.memory import site_cost, site_phase
from ..base.registry import lowers
from ..board.walking import Spread
from ..directions.iterate import each_radial, each_radial_towards
from ..directions.spec import DirectionNode


@lowers(CentrePoint, to="int")
def centre_point(node: CentrePoint, lo: Lowering) -> Expr:
    """The first site of the board's centre, a constant."""
    return ir.const(lo.board.sets(lo.site_type(node.type)).centre[0])


def _of(lo: Lowering, node: Row | Column | Layer, values: list[int]) -> Expr:
    """A numeric attribute of an element; -1 if there is no such element."""
    site = lo.b.let(lo.int(node.of))
    inside = ir.and_(ir.ge(site, 0), ir.lt(site, len(values)))
    return ir.select(inside, lo.b.at(lo.b.table(values, stem="of"), site), -1)


@lowers(Row, to="int")
def row(node: Row, lo: Lowering) -> Expr:
    """The row of a site, from 0; -1 if there is no such site."""
    return _of(lo, node, [e.row for e in lo.board.elements(lo.site_type(node.type))])


@lowers(Column, to="int")
def column(node: Column, lo: Lowering) -> Expr:
    """The column of a site, from 0; -1 if there is no such site."""
    return _of(lo, node, [e.col for e in lo.board.elements(lo.site_type(node.type))])


@lowers(Layer, to="int", needs=F.LAYERS)
def layer(node: Layer, lo: Lowering) -> Expr:
    """The layer of a site, from 0; -1 if there is no such site."""
    return _of(lo, node, [e.layer for e in lo.board.elements(lo.site_type(node.type))])


@lowers(IntPhase, to="int")
def phase(node: IntPhase, lo: Lowering) -> Expr:
    """The colour of an element in the board's pattern, -1 where there is no element."""
    t = lo.site_type(node.type)
    site = lo.b.let(lo.int(node.of))
    inside = ir.and_(ir.ge(site, 0), ir.lt(site, lo.board.size(t)))
    return ir.select(inside, lo.b.let(site_phase(lo, t, site)), -1)


@lowers(Cost, to="int")
def cost(node: Cost, lo: Lowering) -> Expr:
    """The cost of a site, or of all sites of a region together."""
    b, t = lo.b, node.type or SiteType.Cell
    if node.in_ is None:
        return site_cost(lo, t, lo.int(required(node.at)))
    total = b.var(0, "cost")
    with b.for_set(b.let(lo.region(node.in_))) as site:
        b.assign(total, total + site_cost(lo, t, site))
    return total


@lowers(Coord, to="int")
def coord(node: Coord, lo: Lowering) -> Expr:
    """The site at a coordinate, or at a row and a column."""
    t = lo.site_type(node.type)
    if node.coordinate is not None:
        found = lo.board.find(t, node.coordinate)
        return ir.const(-1 if found is None else found)
    b = lo.b
    wanted_row, wanted_column = b.let(lo.int(required(node.row))), b.let(lo.int(required(node.column)))
    elements = lo.board.elements(t)
    rows, columns = b.table([e.row for e in elements], stem="rows"), b.table([e.col for e in elements], stem="cols")
    found_at = b.var(-1, "at")
    with b.for_range(0, len(elements)) as i:
        with b.if_(ir.and_(ir.eq(b.at(rows, i), wanted_row), ir.eq(b.at(columns, i), wanted_column))):
            b.assign(found_at, i)
            b.break_()
    return found_at


@lowers(MapEntry, to="int")
def map_entry(node: MapEntry, lo: Lowering) -> Expr:
    """The value of a key in the first map (of a name) that holds it; else the key itself."""
    b = lo.b
    key = b.let(lo.int(required(node.key if node.key is not None else node.key_role)))
    merged: dict[int, int] = {}
    for m in lo.eq.maps:
        if node.name is None or m.name == node.name:
            for k, v in m.entries.items():
                if v != -1:
                    merged.setdefault(k, v)
    if not merged:
        return key
    low, high = min(merged), max(merged)
    if high - low >= MAX_WIDTH:
        keys, values = b.table([*merged], stem="map_keys"), b.table([*merged.values()], stem="map_values")
        found = b.var(key, "found")
        with b.for_range(0, len(merged)) as i, b.if_(ir.eq(b.at(keys, i), key)):
            b.assign(found, b.at(values, i))
            b.break_()
        return found
    table = b.table([merged.get(k, k) for k in range(low, high + 1)], stem="map")
    inside = ir.and_(ir.ge(key, low), ir.le(key, high))
    return ir.select(inside, b.at(table, key - low), key)


@lowers(RegionSite, to="int")
def region_site(node: RegionSite, lo: Lowering) -> Expr:
    """The index-th site of a region, -1 past its end."""
    region = lo.b.let(lo.region(node.region))
    return ir.set_nth(region, lo.int(node.index))


@lowers(Ahead, to="int")
def ahead(node: Ahead, lo: Lowering) -> Expr:
    """The site some steps ahead in the first direction, nearer if the board ends, itself without a direction."""
    b = lo.b
    t = lo.site_type(node.type)
    site = b.let(lo.int(node.site), "site")
    steps = b.let(lo.opt_int(node.steps, 1), "steps")
    directions = RelativeDirection.Forward if node.directions is None else node.directions
    result = b.var(ir.select(ir.lt(site, 0), -1, site), "ahead")

    def along(radial: Expr, sites: str) -> None:
        with b.if_(ir.and_(ir.ge(steps, 1), ir.gt(b.row_len(sites, radial), steps))):
            b.assign(result, b.row_at(sites, radial, steps))
            b.break_()

    with b.if_(ir.ge(site, 0)):
        leading = _leading(directions)
        if leading in (RelativeDirection.SameDirection, RelativeDirection.OppositeDirection):
            # here they are relative to the sites (from) and (to), and to the last move only if those are unset
            a = b.let(ir.select(ir.eq(b.ctx("from"), -1), b.get("last_from"), b.ctx("from")), "a")
            z = b.let(ir.select(ir.eq(b.ctx("to"), -1), b.get("last_to"), b.ctx("to")), "z")
            if leading is RelativeDirection.OppositeDirection:
                a, z = z, a
            with each_radial_towards(lo, t, site, a, z) as (radial, sites):
                along(radial, sites)
        else:
            with each_radial(lo, t, site, directions, first=True) as (radial, sites, _):
                along(radial, sites)
    return result


def _leading(directions: DirectionNode) -> RelativeDirection | None:
    """The first relative direction, None where directions are of another kind."""
    if isinstance(directions, RelativeDirection):
        return directions
    if isinstance(directions, Directions):
        given = directions.relative_directions or (directions.relative_direction,)
        return given[0]
    return None


@lowers(CountSteps, to="int", needs=Needs(more=distance_needs))
def count_steps(node: CountSteps, lo: Lowering) -> Expr:
    """Steps on the shortest path to a site, or to the nearest of a region."""
    b = lo.b
    t = lo.site_type(node.type)
    if node.step_move is not None:
        return _steps_of_move(node, node.step_move, lo, t)
    table = lo.tables.distances(t)
    start = b.let(lo.int(node.site1))
    n = lo.board.size(t)
    if node.site2 is not None:
        end = b.let(lo.int(node.site2))
        good = ir.and_(ir.ge(start, 0), ir.ge(end, 0))
        return ir.select(good, b.row_at(table, start, end), 0)
    region = b.let(lo.region(required(node.region2)))
    best = b.var(-1, "best")
    with b.if_(ir.and_(ir.ge(start, 0), ir.lt(start, n))), b.for_set(region) as end:
        d = b.let(b.row_at(table, start, end))
        with b.if_(ir.or_(ir.eq(best, -1), ir.lt(d, best))):
            b.assign(best, d)
    return ir.max_(best, 0)


def _steps_of_move(node: CountSteps, step: Step, lo: Lowering, t: SiteType) -> Expr:
    """The number of step moves needed to reach a site, or one of a region."""
    b, n = lo.b, lo.board.size(t)
    start = b.let(lo.int(node.site1), "start")
    ends = b.let(
        ir.set_one(lo.int(node.site2)) if node.site2 is not None else lo.region(required(node.region2)), "ends"
    )
    result = b.var(0, "steps")
    with b.if_(ir.and_(ir.ge(start, 0), ir.ne(ir.set_count(ends), 0))):
        b.assign(result, INFINITY)
        with b.if_(ir.and_(ir.lt(start, n), ir.set_has(ends, start))):
            b.assign(result, 0)
        with b.else_(), b.if_(ir.lt(start, n)):

            def level(todo: Expr, begin: Expr, end: Expr, distance: Expr) -> Expr:
                with b.for_range(begin, end, "k") as k, b.if_(ir.set_has(ends, ir.list_at(todo, k))):
                    b.assign(result, distance)
                    b.break_()
                return ir.eq(result, INFINITY)

            Spread(lo, t, step, node.new_rotation).run(start, level)
    return result
