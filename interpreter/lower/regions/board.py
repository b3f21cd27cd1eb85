"""Regions of the board alone: named sets, rows, columns, phases, sides, coordinates."""

from __future__ import annotations

from ludparse.problems.errors import LudRuleError

from ..base.last_sites import last_sites
from ..base.prelude import AbsoluteDirection, Expr, Feature, L, Lowering, Needs, RoleType, SiteType, ir, lowers
from ..board import dominoes
from .playable import playable

_NAMED = {
    L.SitesSimpleType.Top: "top",
    L.SitesSimpleType.Bottom: "bottom",
    L.SitesSimpleType.Left: "left",
    L.SitesSimpleType.Right: "right",
    L.SitesSimpleType.Inner: "inner",
    L.SitesSimpleType.Outer: "outer",
    L.SitesSimpleType.Perimeter: "perimeter",
    L.SitesSimpleType.Corners: "corners",
    L.SitesSimpleType.ConcaveCorners: "concave_corners",
    L.SitesSimpleType.ConvexCorners: "convex_corners",
    L.SitesSimpleType.Major: "major",
    L.SitesSimpleType.Minor: "minor",
    L.SitesSimpleType.Centre: "centre",
}

_NUMBERED = {
    L.SitesIndexType.Row: "rows",
    L.SitesIndexType.Column: "columns",
    L.SitesIndexType.Phase: "phases",
    L.SitesIndexType.Layer: "layers",
}


@lowers(L.SitesSimple, to="region")
def simple(node: L.SitesSimple, lo: Lowering) -> Expr:
    """Named sets: of the board, such as corners, or of the state, such as pending sites."""
    t = lo.site_type(node.element_type)
    if node.kind is L.SitesSimpleType.Board:
        return lo.sites.all_sites(t)
    if node.kind in _NAMED:
        return lo.set_const(getattr(lo.board.sets(t), _NAMED[node.kind]))
    if node.kind in (L.SitesSimpleType.LastTo, L.SitesSimpleType.LastFrom):
        return last_sites(lo, "to" if node.kind is L.SitesSimpleType.LastTo else "from")
    if node.kind in (L.SitesSimpleType.Pending, L.SitesSimpleType.ToClear):
        field = "pending" if node.kind is L.SitesSimpleType.Pending else "to_remove"
        return lo.collect(lo.for_range(0, lo.length(field)), of=lambda i: lo.get(field, i))
    if node.kind is L.SitesSimpleType.LineOfPlay and dominoes.keeps_lines(lo):
        return dominoes.line_of_play(lo)
    if node.kind in (L.SitesSimpleType.Playable, L.SitesSimpleType.LineOfPlay):
        return playable(lo)
    if node.kind is L.SitesSimpleType.Hint:
        hinted = lo.table(lo.eq.hints[lo.eq.default_site].regions, "sets", "hinted")
        return lo.set_at(hinted, lo.ctx(lo.context_slot("hint_region")))
    raise lo.unsupported(node)


@lowers(L.SitesIndex, to="region", needs=Needs(unseen=("element_type",)))
def index(node: L.SitesIndex, lo: Lowering) -> Expr:
    """The sites of a row, column, phase, layer, cell or edge by its number, with a state, or empty.

    Raises LudRuleError for a constant number of a column, layer or phase that is too large, as Ludii's compiler fails.
    There may be fewer rows.
    """
    t = lo.site_type(node.element_type)
    if node.kind is L.SitesIndexType.Empty:
        return _empty(lo, t, node)
    if node.kind is L.SitesIndexType.Support:
        return _support(lo, t, node.index)
    if node.index is None:
        return ir.EMPTY_SET
    i = lo.int(node.index)
    if node.kind is L.SitesIndexType.State:
        wanted = lo.let(i)
        if not lo.flags.uses(Feature.STATE):  # all states are 0
            return ir.select(ir.eq(wanted, 0), lo.sites.all_sites(t), ir.EMPTY_SET)
        sites = lo.for_range(0, lo.sites.on_board[t], "site")
        return lo.collect(sites, lambda site: ir.eq(lo.sites.state(t, site), wanted))
    if node.kind in (L.SitesIndexType.Cell, L.SitesIndexType.Edge):  # the vertices of the one with that number
        of = SiteType.Cell if node.kind is L.SitesIndexType.Cell else SiteType.Edge
        ends = lo.board.incident(of, SiteType.Vertex)
        at = lo.let(i, "index")
        known = lo.set_at(lo.table(ends, "sets", "ends"), ir.max_(at, 0))
        return ir.select(ir.within(at, len(ends)), known, ir.EMPTY_SET)
    sets = lo.board.sets(t)
    rows = _NUMBERED.get(node.kind)
    if rows is None:
        raise lo.unsupported(node)
    members = getattr(sets, rows)
    if not i.is_const:
        return lo.set_at(lo.table([list(r) for r in members], "sets", rows), i)
    if 0 <= i.const < len(members):
        return lo.set_const(members[i.const])
    there = len(members)
    if i.const >= there and node.kind is not L.SitesIndexType.Row:
        what = f"there is no {node.kind.name.lower()} {i.const}: "
        raise LudRuleError(what + (f"they are 0 to {there - 1}" if there else "the board has none"), node.span)
    return ir.EMPTY_SET


def _empty(lo: Lowering, t: SiteType, node: L.SitesIndex) -> Expr:
    if node.index is None:
        return lo.sites.empty_on_board(t)
    containers = lo.let(lo.int(node.index))
    spans = [lo.sites.all_sites(t), *(lo.set_const(c.sites) for c in lo.eq.containers[1:])]
    out = lo.var(ir.EMPTY_SET, "out")
    for k, span in enumerate(spans):
        with lo.if_(ir.eq(containers, k)):
            lo.assign(out, lo.sites.empty(t if k == 0 else SiteType.Cell) & span)
    return out


_ABOVE = (AbsoluteDirection.UNW, AbsoluteDirection.USW, AbsoluteDirection.UNE, AbsoluteDirection.USE)


def _support(lo: Lowering, t: SiteType, what: L.Int | None) -> Expr:
    """The sites with a piece, or with a component, one step up in one of four directions. In each the first step
    counts. -1 stands for any piece, and numbers below it for none."""
    wanted = None if what is None else lo.let(lo.int(what), "wanted")
    steps = [[lo.board.steps_to(t, site, t, d) for d in _ABOVE] for site in range(lo.board.size(t))]
    above = lo.table([[targets[0] for targets in around if targets] for around in steps], "ragged", "above")

    def rests(site: Expr) -> Expr:
        there = lo.let(lo.sites.what(t, site), "there")
        if wanted is None:
            return ir.ne(there, 0)
        return ir.select(ir.eq(wanted, -1), ir.ne(there, 0), ir.eq(there, wanted))

    sites = lo.for_range(0, lo.board.size(t), "site")
    return lo.collect(sites, lambda site: lo.any_in(lo.for_row(above, site), rests, stem="supports"))


@lowers(L.SitesSide, to="region")
def side(node: L.SitesSide, lo: Lowering) -> Expr:
    """The sites of a side; a player's number stands for the directions of that player."""
    t = SiteType.Cell if lo.site_type(node.element_type) is SiteType.Cell else SiteType.Vertex
    sets = lo.board.sets(t)
    if node.direction is not None:
        return lo.set_const(sets.sides.get(L.CompassDirection[node.direction.name], ()))
    who = lo.int(node.player.index) if node.player is not None else lo.role(node.role or RoleType.Mover)
    if who.is_const:
        raise lo.unsupported(node, "the side of a constant player: name the direction instead")
    looks = [lo.players.facing(p) for p in range(1, lo.n_players + 1)]
    compass = [None if f is None else L.CompassDirection.__members__.get(f.name) for f in looks]
    rows = [(), *(() if c is None else sets.sides.get(c, ()) for c in compass)]
    return lo.set_at(lo.table([list(r) for r in rows], "sets", "sides"), who)


@lowers(L.SitesCoords, to="region")
def coords(node: L.SitesCoords, lo: Lowering) -> Expr:
    """The sites with these labels. Unknown labels are ignored."""
    t = lo.site_type(node.element_type)
    found = [lo.board.find(t, label) for label in node.coords]
    return lo.set_const([s for s in found if s is not None])
