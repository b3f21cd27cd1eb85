"""Where something is: (is In …), (is Empty …), (is Occupied …), (all Sites …)."""

from __future__ import annotations

from functools import partial

from ludparse.ludemes.base import walk

from ...equipment.flags import SITES
from ...program.effects import EffectsOf
from ..arguments.equipment_regions import in_present_region
from ..base.prelude import Expr, L, Lowering, SiteType, all_of, ir, lowers, per_game, required


@lowers(L.IsIn, to="bool")
def is_in(node: L.IsIn, lo: Lowering) -> Expr:
    """Whether a site, or each of several, is in a region or an array. Without a site: the site (to)."""
    if node.array is not None:
        values = lo.let(lo.ints(node.array))
        wanted = all_of(node.sites, node.site)
        return lo.all_of([partial(_listed, lo, values, x) for x in wanted])
    if node.sites is not None:
        return lo.all_of([partial(_inside, lo, required(node.region), x) for x in node.sites])
    site = lo.opt_int(node.site, lo.ctx("to"))
    site = lo.let(site)
    if _is_pending(required(node.region)) and _pending_numbers(lo):
        return _among_pending(lo, site)
    inside = in_present_region(lo, required(node.region), site)
    if inside is not None:
        return inside
    with lo.capture() as later:
        region = lo.region(required(node.region))
    effects = EffectsOf().block(later)
    effects.add(EffectsOf().expression(region))
    if effects.stops or effects.draws:  # Ludii does not ask for the region where there is no site
        inside = lo.var(False, "inside")
        with lo.if_(site >= 0):
            lo.block.extend(later)
            lo.assign(inside, ir.set_has(region, site))
        return inside
    lo.block.extend(later)
    return ir.set_has(region, site)


def _listed(lo: Lowering, values: Expr, number: L.Int) -> Expr:
    return ir.list_has(values, lo.int(number))


def _is_pending(region: L.RegionFunction) -> bool:
    return isinstance(region, L.SitesSimple) and region.kind is L.SitesSimpleType.Pending


@per_game
def _pending_numbers(lo: Lowering) -> bool:
    """Whether some rule makes a number pending that may be larger than those of all sites: no SET holds it."""
    pending = [node for node in walk(lo.game) if isinstance(node, L.SetPending) and node.value is not None]
    return any(not isinstance(node.value, SITES) for node in pending)


def _among_pending(lo: Lowering, number: Expr) -> Expr:
    found = lo.any_in(lo.for_range(0, lo.length("pending")), lambda i: ir.eq(lo.get("pending", i), number))
    return found & (number >= 0)


def _inside(lo: Lowering, region: L.RegionFunction, site: L.Int) -> Expr:
    if _is_pending(region) and _pending_numbers(lo):
        return _among_pending(lo, lo.let(lo.int(site)))
    return ir.set_has(lo.region(region), lo.int(site))


@lowers(L.IsSite, to="bool")
def is_site(node: L.IsSite, lo: Lowering) -> Expr:
    """Whether a site is empty or occupied. A site off the board is neither."""
    t = lo.site_type(node.type)
    site = lo.let(lo.int(node.at))
    empty = (site >= 0) & lo.sites.is_empty(t, site)
    if node.kind is L.IsSiteType.Empty:
        beyond, cells = lo.sites.beyond, SiteType.Cell
        if t is cells or beyond is None or lo.sites.on_board[t] <= beyond or cells not in lo.sites.types:
            return empty
        # the number of an edge may be that of a site of a hand as well: then Ludii asks about that site
        hand = (site >= beyond) & (site < lo.sites.total)
        return ir.select(hand, ir.set_has(lo.sites.empty(cells), site), empty)
    if node.kind is L.IsSiteType.Occupied:
        if lo.sites.stacking:
            return ir.ne(lo.sites.height(t, site), 0)  # evaluated in place, unlike the top of a stack
        return ir.ne(lo.sites.what(t, site), 0)
    raise lo.unsupported(node)


@lowers(L.AllSites, to="bool")
def all_sites(node: L.AllSites, lo: Lowering) -> Expr:
    """Whether a condition holds for each site of a region; Different: and no two sites hold the same."""
    good = lo.var(True, "good")
    sites = lo.let(lo.region(node.region))
    different = node.kind is L.AllSitesType.Different
    seen = lo.var(ir.EMPTY_SET, "seen")
    with lo.saved("site"), lo.for_set(sites) as site:
        lo.set_ctx("site", site)
        with lo.if_(~lo.bool(node.if_)):
            lo.assign(good, False)
            lo.break_()
        if different:
            what = lo.let(lo.sites.what(lo.eq.default_site, site), "what")
            with lo.if_(ir.set_has(seen, what)):
                lo.assign(good, False)
                lo.break_()
            lo.include(seen, what)
    return good
