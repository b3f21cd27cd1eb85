"""Regions made of regions: union, intersection, difference, if, forEach; regions of listed sites."""

from __future__ import annotations

from ..arguments.values import constant_sites
from ..base.prelude import Expr, L, Lowering, Needs, all_of, ir, lowers, required
from ..players.teams import each_team


def _parts(node: L.RegionUnion | L.RegionIntersection) -> tuple[L.RegionFunction, ...]:
    return all_of(node.regions, node.region1, node.region2)


def _pinned(lo: Lowering, node: L.RegionFunction) -> Expr:
    region = lo.region(node)
    return region if constant_sites(lo, region) is not None else lo.let(region, "region")


def _folded(lo: Lowering, region: Expr) -> Expr:
    """The region as one constant, if it is known when the game is compiled."""
    known = constant_sites(lo, region)
    return region if known is None or max(known, default=0) >= lo.program.set_width else lo.set_const(sorted(known))


@lowers(L.RegionUnion, to="region")
def union(node: L.RegionUnion, lo: Lowering) -> Expr:
    """The union of all parts."""
    out = ir.EMPTY_SET
    for part in _parts(node):
        out = out | _pinned(lo, part)
    return _folded(lo, out)


@lowers(L.RegionIntersection, to="region")
def intersection(node: L.RegionIntersection, lo: Lowering) -> Expr:
    """The intersection of all parts; empty without parts."""
    parts = _parts(node)
    out = _pinned(lo, parts[0]) if parts else ir.EMPTY_SET
    for part in parts[1:]:
        out = out & _pinned(lo, part)
    return _folded(lo, out)


@lowers(L.RegionDifference, to="region")
def difference(node: L.RegionDifference, lo: Lowering) -> Expr:
    """The first region without the sites of the second, or without one site."""
    source = _pinned(lo, node.source)
    if node.subtraction is not None:
        return _folded(lo, source - lo.region(node.subtraction))
    return _folded(lo, source - ir.set_one(lo.int(required(node.site_to_remove))))


@lowers(L.RegionIf, to="region")
def region_if(node: L.RegionIf, lo: Lowering) -> Expr:
    """One of two regions, chosen by a condition; empty if the chosen one is missing.

    Only the chosen one is evaluated.
    """
    other = (lambda: ir.EMPTY_SET) if node.not_ok is None else (lambda: lo.region(required(node.not_ok)))
    return lo.choose(lo.bool(node.cond), lambda: lo.region(node.ok), other)


@lowers(L.RegionForEachSite, to="region")
def for_each_site(node: L.RegionForEachSite, lo: Lowering) -> Expr:
    """The sites of a region for which the condition holds."""
    sites = _pinned(lo, node.region)
    return lo.collect(lo.each("site", lo.for_set(sites)), lambda _: lo.bool(node.if_), stem="kept")


@lowers(L.RegionForEachSiteInRegion, to="region")
def for_each_site_in_region(node: L.RegionForEachSiteInRegion, lo: Lowering) -> Expr:
    """The union of a region evaluated for each site of another one."""
    sites = _pinned(lo, node.of)
    return lo.union_in(lo.each("site", lo.for_set(sites)), lambda _: lo.region(node.region))


@lowers(L.RegionForEachPlayers, to="region")
def for_each_players(node: L.RegionForEachPlayers, lo: Lowering) -> Expr:
    """The regions of several players, together."""
    players = lo.ints(node.players)
    out = lo.var(ir.EMPTY_SET, "out")
    with lo.saved("player"), lo.for_list(players, "player") as who:
        with lo.if_((who >= 0) & (who <= lo.n_players + 1)):
            lo.set_ctx("player", who)
            lo.assign(out, out | lo.region(node.region))
    return out


@lowers(L.RegionForEachTeam, to="region")
def for_each_team(node: L.RegionForEachTeam, lo: Lowering) -> Expr:
    """The regions of all teams, together."""
    return lo.union_in(each_team(lo), lambda _: lo.region(node.region))


@lowers(L.RegionForEachLevel, to="region", needs=Needs(unseen=("start_at",)))
def for_each_level(node: L.RegionForEachLevel, lo: Lowering) -> Expr:
    """The levels of a stack for which the condition holds, as if they were sites."""
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.at), "site")
    height = lo.let(lo.sites.height(t, site), "height")
    start = lo.let(lo.opt_int(node.start_at, -1), "start")
    if node.stack_direction is L.StackDirection.FromBottom:
        first, end = ir.max_(start, 0), height
    else:
        inside = ir.within(start, height)
        first, end = ir.const(0), ir.select(inside, start + 1, height)
    levels = lo.each("level", lo.for_range(first, end, "level"))
    return lo.collect(levels, lambda _: lo.opt_bool(node.if_, True), stem="kept")


@lowers(L.SitesCustom, to="region")
def custom(node: L.SitesCustom, lo: Lowering) -> Expr:
    """Listed sites; what is no site (below 0) is left out."""
    if node.array is not None:
        return lo.collect(lo.for_list(lo.ints(node.array)), stem="kept")
    values = [lo.int(s) for s in node.sites or ()]
    if all(v.is_const for v in values):
        return lo.set_const([v.const for v in values])
    out = ir.EMPTY_SET
    for v in values:
        out = out | ir.set_one(v)
    return out


@lowers(L.SitesContext, to="region")
def context(node: L.SitesContext, lo: Lowering) -> Expr:
    """The region that the ludeme around goes through."""
    if "region" not in lo.program.context_sets:
        # Ludii fails too, once the region is asked for
        lo.run("fail", lo.string("(sites) stands outside a ludeme that goes through regions"))
        return ir.EMPTY_SET
    return lo.ctx("region")
