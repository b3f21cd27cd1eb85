"""Tiles: the colours of their sides, and following their paths."""

from __future__ import annotations

from ludparse.ludemes import AbsoluteDirection, RelationType, RelativeDirection, SiteType

from ...board.directions import absolute_directions
from ...equipment.items import Component
from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.lowering import Lowering
from ..base.once import per_game

CELL = SiteType.Cell


@per_game
def sides_match(lo: Lowering) -> Function:
    """Whether the colours of the sides of a tile match those of the adjacent tiles (and of adjacent empty cells)."""
    b, board, s = lo.b, lo.board, lo.sites
    edges = board.num_edges
    facings = board.supported_directions(CELL, None, RelationType.Orthogonal)
    ratio = len(board.supported_directions(CELL, None, RelationType.Adjacent)) // max(len(facings), 1)
    slots = max([1, *(n for c in lo.eq.components for n in _slots(c, edges))])
    numbers = b.table([n for c in lo.eq.components for n in _padded(_slots(c, edges), edges)], stem="slots")
    colours = b.table([x for c in lo.eq.components for x in _colours(c, edges, slots)], stem="colours")
    tiles = b.table([int(c.is_tile) for c in lo.eq.components], stem="is_tile")
    beside = b.table(board.neighbours(CELL, RelationType.Orthogonal), "ragged", "beside")
    sides = b.table(_sides(lo, facings), "ragged", "sides")

    def colour(what: Expr, rotation: Expr, side: Expr, slot: Expr) -> Expr:
        # a rotation moves the ends of paths to the next side
        origin = ir.mod(side - rotation + edges, edges)
        return b.at(colours, (what * edges + origin) * slots + slot)

    def turned(site: Expr) -> Expr:
        return b.let(ir.mod(ir.div(s.rotation(CELL, site), max(ratio, 1)), edges), "turned")

    def number(what: Expr, rotation: Expr, side: Expr) -> Expr:
        return b.at(numbers, what * edges + ir.mod(side - rotation + edges, edges))

    with b.function("sides_match", [("site", Type.INT)], Type.BOOL) as (fn, (site,)):
        what = b.let(s.what(CELL, site), "what")
        with b.if_(ir.or_(ir.lt(site, 0), ir.eq(what, 0))):
            b.return_(False)
        with b.if_(ir.eq(b.at(tiles, what), 0)):
            b.return_(True)
        mine = turned(site)
        with b.for_range(0, b.row_len(beside, site), "k") as k:
            other = b.let(b.row_at(beside, site, k), "other")
            there = b.let(s.what(CELL, other), "there")
            with b.if_(ir.or_(ir.eq(there, 0), ir.eq(b.at(tiles, there), 0))):
                b.continue_()
            theirs = turned(other)
            side = b.let(b.row_at(sides, site, k), "side")
            across = b.let(ir.mod(side + edges // 2, edges), "across")
            last = b.let(number(there, theirs, across) - 1, "last")
            with b.for_range(0, number(what, mine, side), "slot") as slot:
                with b.if_(ir.ne(colour(what, mine, side, slot), colour(there, theirs, across, last - slot))):
                    b.return_(False)
        b.return_(True)
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
        b, board, edges = lo.b, lo.board, lo.board.num_edges
        paths = [
            [(c, p.colour, side) for p in component.paths for side in (p.from_, p.to)]
            for c, component in enumerate(lo.eq.components)
        ]
        self.ends = b.table([[k for _, k, _ in row] for row in paths], "ragged", "path_colours")
        self.sides = b.table([[side for _, _, side in row] for row in paths], "ragged", "path_sides")
        self.tiles = b.table([int(c.is_tile) for c in lo.eq.components], stem="is_tile")
        # (component, side) → the cell beside each cell on that side
        supported = board.supported_directions(CELL, None, RelationType.Orthogonal)
        rows = []
        for component in lo.eq.components:
            facing = component.facing or AbsoluteDirection.N
            for side in range(edges):
                (direction, *_) = absolute_directions(facing, (RelativeDirection.Forward,), supported, rotation=side)
                cells = [board.steps_to(CELL, i, CELL, direction) for i in range(board.size(CELL))]
                rows.append([to[0] if to else -1 for to in cells])
        self.onward = b.table(rows, "ragged", "onward")

    def end(self, what: Expr, site: Expr, k: Expr) -> Expr:
        """The cell at the k-th end (0 or 1) of a path of the tile on a site; -1 where the board ends."""
        b, edges = self.lo.b, self.lo.board.num_edges
        kept = self.lo.sites.keeps("rotation")  # where no rule turns a tile, the state holds no rotation
        turned = ir.div(self.lo.sites.rotation(CELL, site) * 2, edges) if kept else ir.const(0)
        side = ir.mod(b.row_at(self.sides, what, k) + turned, edges)
        return b.row_at(self.onward, what * edges + side, site)

    def is_tile(self, site: Expr) -> Expr:
        """Whether there is a tile on a cell."""
        return ir.eq(self.lo.b.at(self.tiles, self.lo.sites.what(CELL, site)), 1)


@per_game
def follow_paths(lo: Lowering, stem: str, loop: bool) -> Function:
    """Follows the paths of a colour from a tile, never straight back.

    loop: gives whether they return to the tile (BOOL); otherwise the greatest distance in rows or columns that they
    reach (INT).
    """
    b, paths = lo.b, Paths(lo)
    elements = lo.board.elements(CELL)
    rows, columns = b.table([e.row for e in elements], stem="row"), b.table([e.col for e in elements], stem="column")
    result = Type.BOOL if loop else Type.INT
    with b.function(stem, [("start", Type.INT), ("colour", Type.INT)], result) as (fn, (start, colour)):
        reach = b.var(0, "reach")
        sites, origins = b.list_new([start]), b.list_new([start])
        at = b.var(0, "at")
        with b.while_(lambda: ir.lt(at, ir.list_len(sites))):
            site, origin = b.let(ir.list_at(sites, at), "site"), b.let(ir.list_at(origins, at), "origin")
            what = b.let(lo.sites.what(CELL, site), "what")
            with b.for_range(0, b.row_len(paths.ends, what), "k") as k:
                with b.if_(ir.ne(b.row_at(paths.ends, what, k), colour)):
                    b.continue_()
                to = b.let(paths.end(what, site, k), "to")
                with b.if_(ir.lt(to, 0)):
                    b.continue_()
                if loop:
                    with b.if_(ir.and_(ir.ne(origin, to), ir.eq(to, start))):
                        b.return_(True)
                else:
                    for table in (rows, columns):
                        b.assign(reach, ir.max_(reach, ir.abs_(b.at(table, to) - b.at(table, start))))
                with b.if_(ir.and_(ir.ne(origin, to), paths.is_tile(to))):
                    _push_once(lo, sites, origins, to, site)
            b.assign(at, at + 1)
        b.return_(False if loop else reach)
    return fn


def _push_once(lo: Lowering, sites: Expr, origins: Expr, site: Expr, origin: Expr) -> None:
    """Adds a site with its predecessor unless that pair is known: it would lead to the same sites."""
    b = lo.b
    known = b.var(False, "known")
    with b.for_range(0, ir.list_len(sites), "i") as i:
        same = ir.and_(ir.eq(ir.list_at(sites, i), site), ir.eq(ir.list_at(origins, i), origin))
        with b.if_(same):
            b.assign(known, True)
            b.break_()
    with b.if_(ir.not_(known)):
        b.run("list_push", sites, site)
        b.run("list_push", origins, origin)
