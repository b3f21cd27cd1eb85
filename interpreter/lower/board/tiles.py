"""Tiles: the colours of their sides, and following their paths."""

from __future__ import annotations

from ...board.directions import absolute_directions
from ...equipment.items import Component
from ..base.prelude import AbsoluteDirection, Expr, Function, L, Lowering, RelationType, SiteType, Type, ir, per_game

CELL = SiteType.Cell


@per_game
def sides_match(lo: Lowering) -> Function:
    """Whether the colours of the sides of a tile match those of the adjacent tiles (and of adjacent empty cells)."""
    board, s = lo.board, lo.sites
    edges = board.num_edges
    facings = board.supported_directions(CELL, None, RelationType.Orthogonal)
    ratio = len(board.supported_directions(CELL, None, RelationType.Adjacent)) // max(len(facings), 1)
    slots = max([1, *(n for c in lo.eq.components for n in _slots(c, edges))])
    numbers = lo.table([n for c in lo.eq.components for n in _padded(_slots(c, edges), edges)], stem="slots")
    colours = lo.table([x for c in lo.eq.components for x in _colours(c, edges, slots)], stem="colours")
    tiles = lo.table([int(c.is_tile) for c in lo.eq.components], stem="is_tile")
    beside = lo.table(board.neighbours(CELL, RelationType.Orthogonal), "ragged", "beside")
    sides = lo.table(_sides(lo, facings), "ragged", "sides")

    def colour(what: Expr, rotation: Expr, side: Expr, slot: Expr) -> Expr:
        # a rotation moves the ends of paths to the next side
        origin = ir.mod(side - rotation + edges, edges)
        return lo.at(colours, (what * edges + origin) * slots + slot)

    def turned(site: Expr) -> Expr:
        if not s.keeps("rotation"):  # no rule turns a tile
            return ir.const(0)
        return lo.let(ir.mod(ir.div(s.rotation(CELL, site), max(ratio, 1)), edges), "turned")

    def number(what: Expr, rotation: Expr, side: Expr) -> Expr:
        return lo.at(numbers, what * edges + ir.mod(side - rotation + edges, edges))

    with lo.function("sides_match", [("site", Type.INT)], Type.BOOL) as (fn, (site,)):
        what = lo.let(s.what(CELL, site), "what")
        with lo.if_((site < 0) | ir.eq(what, 0)):
            lo.return_(False)
        with lo.if_(ir.eq(lo.at(tiles, what), 0)):
            lo.return_(True)
        mine = turned(site)
        with lo.for_range(0, lo.row_len(beside, site), "k") as k:
            other = lo.let(lo.row_at(beside, site, k), "other")
            there = lo.let(s.what(CELL, other), "there")
            with lo.if_(ir.eq(there, 0) | ir.eq(lo.at(tiles, there), 0)):
                lo.continue_()
            theirs = turned(other)
            side = lo.let(lo.row_at(sides, site, k), "side")
            across = lo.let(ir.mod(side + edges // 2, edges), "across")
            last = lo.let(number(there, theirs, across) - 1, "last")
            with lo.for_range(0, number(what, mine, side), "slot") as slot:
                with lo.if_(ir.ne(colour(what, mine, side, slot), colour(there, theirs, across, last - slot))):
                    lo.return_(False)
        lo.return_(True)
    return fn


def _slots(component: Component, edges: int) -> list[int]:
    """The number of path ends on each side."""
    if component.slots_per_side is not None:
        return [component.slots_per_side] * edges
    return list(component.slots or [0] * edges)


def _padded(values: list[int], size: int) -> list[int]:
    return [*values, *[0] * size][:size]


def _colours(component: Component, edges: int, slots: int) -> list[int]:
    """The colour of each slot of each side, 0 where no path ends."""
    found = [0] * (edges * slots)
    for path in component.paths:
        for side, slot in ((path.from_, path.slots_from), (path.to, path.slots_to)):
            found[side * slots + (slot or 0)] = path.colour
    return found


def _sides(lo: Lowering, facings: tuple[AbsoluteDirection, ...]) -> list[list[int]]:
    """For each cell and each adjacent cell the number of the side between them."""
    board, rows = lo.board, []
    for cell, around in enumerate(board.neighbours(CELL, RelationType.Orthogonal)):
        steps = [board.steps_to(CELL, cell, CELL, facing) for facing in facings]
        rows.append([next((i for i, to in enumerate(steps) if other in to), -1) for other in around])
    return rows


class Paths:
    """The cells that the paths of a tile lead to, by colour."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        board, edges = lo.board, lo.board.num_edges
        paths = [
            [(c, p.colour, side) for p in component.paths for side in (p.from_, p.to)]
            for c, component in enumerate(lo.eq.components)
        ]
        self.ends = lo.table([[k for _, k, _ in row] for row in paths], "ragged", "path_colours")
        self.sides = lo.table([[side for _, _, side in row] for row in paths], "ragged", "path_sides")
        self.tiles = lo.table([int(c.is_tile) for c in lo.eq.components], stem="is_tile")
        # (component, side) → the cell beside each cell on that side
        supported = board.supported_directions(CELL, None, RelationType.Orthogonal)
        rows = []
        for component in lo.eq.components:
            facing = component.facing or AbsoluteDirection.N
            for side in range(edges):
                ahead = absolute_directions(facing, (L.RelativeDirection.Forward,), supported, rotation=side)
                cells = [board.steps_to(CELL, i, CELL, ahead[0]) if ahead else () for i in range(board.size(CELL))]
                rows.append([to[0] if to else -1 for to in cells])
        self.onward = lo.table(rows, "ragged", "onward")

    def end(self, what: Expr, site: Expr, k: Expr) -> Expr:
        """The cell at the k-th end (0 or 1) of a path of the tile on a site; -1 where the board ends."""
        lo, edges = self.lo, self.lo.board.num_edges
        kept = self.lo.sites.keeps("rotation")  # where no rule turns a tile, the state holds no rotation
        turned = ir.div(self.lo.sites.rotation(CELL, site) * 2, edges) if kept else ir.const(0)
        side = ir.mod(lo.row_at(self.sides, what, k) + turned, edges)
        return lo.row_at(self.onward, what * edges + side, site)

    def is_tile(self, site: Expr) -> Expr:
        """Whether there is a tile on a cell."""
        return ir.eq(self.lo.at(self.tiles, self.lo.sites.what(CELL, site)), 1)


@per_game
def follow_paths(lo: Lowering, stem: str, loop: bool) -> Function:
    """Follows the paths of a colour from a tile, never straight back.

    loop: gives whether they return to the tile (BOOL); otherwise the greatest distance in rows or columns that they
    reach (INT).
    """
    paths = Paths(lo)
    elements = lo.board.elements(CELL)
    rows, columns = lo.table([e.row for e in elements], stem="row"), lo.table([e.col for e in elements], stem="column")
    result = Type.BOOL if loop else Type.INT
    with lo.function(stem, [("start", Type.INT), ("colour", Type.INT)], result) as (fn, (start, colour)):
        reach = lo.var(0, "reach")
        sites, origins = lo.list_new([start]), lo.list_new([start])
        at = lo.var(0, "at")
        with lo.while_(lambda: at < ir.list_len(sites)):
            site, origin = lo.let(ir.list_at(sites, at), "site"), lo.let(ir.list_at(origins, at), "origin")
            what = lo.let(lo.sites.what(CELL, site), "what")
            with lo.for_range(0, lo.row_len(paths.ends, what), "k") as k:
                with lo.if_(ir.ne(lo.row_at(paths.ends, what, k), colour)):
                    lo.continue_()
                to = lo.let(paths.end(what, site, k), "to")
                with lo.if_(to < 0):
                    lo.continue_()
                if loop:
                    with lo.if_(ir.ne(origin, to) & ir.eq(to, start)):
                        lo.return_(True)
                else:
                    for table in (rows, columns):
                        lo.assign(reach, ir.max_(reach, ir.abs_(lo.at(table, to) - lo.at(table, start))))
                with lo.if_(ir.ne(origin, to) & paths.is_tile(to)):
                    _push_once(lo, sites, origins, to, site)
            lo.assign(at, at + 1)
        lo.return_(False if loop else reach)
    return fn


def _push_once(lo: Lowering, sites: Expr, origins: Expr, site: Expr, origin: Expr) -> None:
    """Adds a site with its predecessor unless that pair is known: it would lead to the same sites."""

    def same(i: Expr) -> Expr:
        return ir.eq(ir.list_at(sites, i), site) & ir.eq(ir.list_at(origins, i), origin)

    known = lo.any_in(lo.for_range(0, ir.list_len(sites), "i"), same, stem="known")
    with lo.if_(~known):
        lo.push(sites, site)
        lo.push(origins, origin)
