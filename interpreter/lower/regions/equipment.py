"""Regions that the equipment names, and hands."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from ludparse.ludemes import RegionFunction, RoleType, SitesEquipmentRegion, SitesPlayer

from ...equipment import EquipmentRegion
from ...equipment.region_order import COORDINATE, RegionsSoFar
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.equipment_regions import depends_on_position, given_functions, region_sets
from ..arguments.required import required
from ..registry import lowers
from .winning import winning

if TYPE_CHECKING:
    from ..lowering import Lowering

def _joined(lo: Lowering, regions: list[EquipmentRegion]) -> Expr:
    out = ir.EMPTY_SET
    for region in regions:
        for s in region_sets(lo, region):
            out = ir.set_or(out, lo.b.let(s, "part"))
    return out


@lowers(SitesEquipmentRegion, to="region")
def equipment_region(node: SitesEquipmentRegion, lo: Lowering) -> Expr:
    """The regions of a name (without a player: of exactly that name) or of a player, together."""
    b = lo.b
    name = node.name or ""
    if node.player is None and node.role is None:
        if COORDINATE.fullmatch(name):
            site = lo.board.find(lo.site_type(node.site_type), name)
            return ir.EMPTY_SET if site is None else b.set_const([site])
        return _joined(lo, [r for r in lo.eq.regions if r.name == name])
    who = _who(lo, node)
    owners = _by_owner(lo, node)
    if who.is_const:
        return _joined(lo, owners[who.const]) if 0 <= who.const < len(owners) else ir.EMPTY_SET
    constant = [_constant(r) for r in owners]
    if all(c is not None for c in constant):
        return b.set_at(b.table([c or [] for c in constant], "sets", "regions"), who)
    out = b.var(ir.EMPTY_SET, "out")
    for p, regions in enumerate(owners):
        if regions:
            with b.if_(ir.eq(who, p)):
                b.assign(out, _joined(lo, regions))
    return out


def _who(lo: Lowering, node: SitesEquipmentRegion) -> Expr:
    return lo.b.let(lo.int(node.player.index) if node.player is not None else lo.int(required(node.role)))


def _by_owner(lo: Lowering, node: SitesEquipmentRegion) -> list[list[EquipmentRegion]]:
    """The regions with the name, by the numbers of their owners."""
    most = max([lo.n_players + 1, *(r.owner for r in lo.eq.regions)])  # without players P2 may have a region
    name = node.name or ""
    return [[r for r in lo.eq.regions if name in r.name and r.owner == p] for p in range(most + 1)]


@lowers(RegionsSoFar, to="region")
def regions_so_far(node: RegionsSoFar, lo: Lowering) -> Expr:
    """The regions that a reference knew when Ludii computed it."""
    return _joined(lo, [lo.eq.regions[number] for number in node.numbers])


def in_present_region(lo: Lowering, node: RegionFunction, site: Expr) -> Expr | None:
    """Whether a site is in a player's regions as they are now; None where that is the same as on the empty board.

    Ludii computes the regions of the equipment on the empty board, also those that depend on the position. But asked
    whether one site is in a region of a player, it goes through the sites of the position at hand.
    """
    if not isinstance(node, SitesEquipmentRegion) or (node.player is None and node.role is None):
        return None
    matching = (r for regions in _by_owner(lo, node) for r in regions)
    return _inside(lo, node, site, ()) if any(depends_on_position(lo, r) for r in matching) else None


def _inside(lo: Lowering, node: RegionFunction, site: Expr, within: tuple[RegionFunction, ...]) -> Expr:
    b = lo.b
    if not isinstance(node, SitesEquipmentRegion) or (node.player is None and node.role is None):
        return ir.set_has(lo.region(node), site)
    if node in within:
        b.run("fail", lo.string("a region refers to itself, and its sites cannot be found"))
        return ir.FALSE
    who = _who(lo, node)
    found = b.var(False, "found")
    for p, regions in enumerate(_by_owner(lo, node)):
        with b.if_(ir.eq(who, p)) if regions else nullcontext():
            for region in regions:
                if region.sites is not None:
                    b.assign(found, ir.or_(found, ir.set_has(b.set_const(region.sites), site)))
                for function in given_functions(region):
                    with b.if_(ir.not_(found)):
                        b.assign(found, _inside(lo, function, site, (*within, node)))
    return found


def _constant(regions: list[EquipmentRegion]) -> list[int] | None:
    if any(r.sites is None for r in regions):
        return None
    return [s for r in regions for s in r.sites or ()]


@lowers(SitesPlayer, to="region")
def player_sites(node: SitesPlayer, lo: Lowering) -> Expr:
    """The sites that belong to a player: a hand, or the regions that the equipment gives them."""
    b = lo.b
    if node.kind.name != "Hand":
        return winning(node, lo)
    if node.pid is None and node.role is None:
        return ir.EMPTY_SET  # a hand without a particular owner has no sites
    hands = [c for c in lo.eq.containers if c.is_hand]
    if node.role is RoleType.Shared:
        return b.set_const(hands[0].sites) if hands else ir.EMPTY_SET
    rows: list[list[int]] = [[]]
    for p in range(1, lo.n_players + 2):
        rows.append(next((list(c.sites) for c in hands if c.owner == p), []))
    who = lo.int(node.pid.index) if node.pid is not None else lo.int(required(node.role))
    if who.is_const:
        return b.set_const(rows[who.const]) if 0 <= who.const < len(rows) else ir.EMPTY_SET
    return b.set_at(b.table(rows, "sets", "hands"), who)
