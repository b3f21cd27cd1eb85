"""The sites of the regions that the equipment defines."""

from __future__ import annotations

from contextlib import nullcontext

from ludparse.ludemes.base import Ludeme, children

from ...equipment import EquipmentRegion
from ...program.effects import EffectsOf
from ..base.prelude import Expr, FieldKind, Function, L, Lowering, Type, ir, per_game, required


def region_sets(lo: Lowering, region: EquipmentRegion) -> list[Expr]:
    """The sets of sites that an equipment region stands for.

    Ludii computes a region once, on the empty board, also if it depends on the position (`(sites Empty)`).
    """
    if region.sites is not None:
        return [lo.set_const(region.sites)]
    if region.functions:
        return [_on_the_empty_board(lo, f) for f in region.functions]
    # Ludii has no sites for regions such as {Rows Columns}, except in constraints of puzzles
    raise lo.unsupported(lo.game, f"the sites of the region {region.name!r}, which stands for several lists of sites")


def given_functions(region: EquipmentRegion) -> tuple[L.RegionFunction, ...]:
    """The functions of a region as they are written; what Ludii computes before the game may know fewer regions."""
    node = region.node
    if not isinstance(node, L.Regions):
        return region.functions
    return node.regions_fn or (() if node.region_fn is None else (node.region_fn,))


def depends_on_position(lo: Lowering, region: EquipmentRegion) -> bool:
    """Whether the sites of a region change during a game, or after Ludii computed it."""
    changed = any(now is not given for now, given in zip(region.functions, given_functions(region), strict=True))
    return changed or any(_kept(lo, function) is not None for function in region.functions)


def owner_of(lo: Lowering, node: L.SitesEquipmentRegion) -> Expr:
    """The number of the player whose regions are meant (pinned)."""
    return lo.let(lo.int(node.player.index) if node.player is not None else lo.int(required(node.role)))


def by_owner(lo: Lowering, node: L.SitesEquipmentRegion) -> list[list[EquipmentRegion]]:
    """The regions with the name, by the numbers of their owners."""
    most = max([lo.n_players + 1, *(r.owner for r in lo.eq.regions)])  # without players P2 may have a region
    name = node.name or ""
    return [[r for r in lo.eq.regions if name in r.name and r.owner == p] for p in range(most + 1)]


def in_present_region(lo: Lowering, node: L.RegionFunction, site: Expr) -> Expr | None:
    """Whether a site is in a player's regions as they are now; None where that is the same as on the empty board.

    Ludii computes the regions of the equipment on the empty board, also those that depend on the position. But asked
    whether one site is in a region of a player, it goes through the sites of the position at hand.
    """
    if not isinstance(node, L.SitesEquipmentRegion) or (node.player is None and node.role is None):
        return None
    matching = (r for regions in by_owner(lo, node) for r in regions)
    return _inside(lo, node, site, ()) if any(depends_on_position(lo, r) for r in matching) else None


def _inside(lo: Lowering, node: L.RegionFunction, site: Expr, within: tuple[L.RegionFunction, ...]) -> Expr:
    if not isinstance(node, L.SitesEquipmentRegion) or (node.player is None and node.role is None):
        return ir.set_has(lo.region(node), site)
    if node in within:
        lo.run("fail", lo.string("a region refers to itself, and its sites cannot be found"))
        return ir.FALSE
    who = owner_of(lo, node)
    found = lo.var(False, "found")
    for p, regions in enumerate(by_owner(lo, node)):
        with lo.if_(ir.eq(who, p)) if regions else nullcontext():
            for region in regions:
                if region.sites is not None:
                    lo.assign(found, found | ir.set_has(lo.set_const(region.sites), site))
                for function in given_functions(region):
                    with lo.if_(~found):
                        lo.assign(found, _inside(lo, function, site, (*within, node)))
    return found


def _on_the_empty_board(lo: Lowering, node: L.RegionFunction) -> Expr:
    kept = _kept(lo, node)
    return lo.region(node) if kept is None else lo.get(kept)


@per_game
def _kept(lo: Lowering, node: L.RegionFunction) -> str | None:
    """The field that keeps a region that depends on the position, or on what a rule that names it has bound; None for
    one that does not."""
    with lo.function("fixed_region", [], Type.SET) as (fn, _):
        lo.return_(lo.region(node))
    if not (_depends_on_position(fn) or _reads_bound(node)):
        return None
    name = lo.field(f"region_{fn.index}", FieldKind.SET)
    lo.on_empty_board.append(lambda: lo.put(name, lo.call(fn)))
    return name


_BOUND = (L.IteratorFrom, L.IteratorTo, L.IteratorBetween)
_BINDING = (
    L.SitesAround, L.SitesDirection, L.SitesWalk, L.SitesLineOfSight, L.SitesMove, L.SitesGroup, L.SitesPattern,
    L.SitesCrossing, L.SitesLoop,
)  # fmt: skip


def _reads_bound(node: Ludeme) -> bool:
    """Whether a region asks for a site, such as (from), that nothing in the region itself binds."""
    if isinstance(node, _BINDING):
        return False
    return isinstance(node, _BOUND) or any(_reads_bound(child) for child in children(node))


def _depends_on_position(fn: Function) -> bool:
    found = EffectsOf().function(fn)
    return bool(found.fields) or found.draws or found.written is None
