"""Regions that the equipment names, and hands."""

from __future__ import annotations

from ...equipment import EquipmentRegion
from ...equipment.region_order import COORDINATE, RegionsSoFar
from ..arguments.equipment_regions import by_owner, owner_of, region_sets
from ..base.prelude import NONE, Collector, Expr, Feature, L, Lowering, Needs, RoleType, ir, lowers, required
from .winning import winning


def _joined(lo: Lowering, regions: list[EquipmentRegion]) -> Expr:
    out = ir.EMPTY_SET
    for region in regions:
        for s in region_sets(lo, region):
            out = out | lo.let(s, "part")
    return out


@lowers(L.SitesEquipmentRegion, to="region")
def equipment_region(node: L.SitesEquipmentRegion, lo: Lowering) -> Expr:
    """The regions of a name (without a player: of exactly that name) or of a player, together."""
    name = node.name or ""
    if node.player is None and node.role is None:
        if COORDINATE.fullmatch(name):
            site = lo.board.find(lo.site_type(node.site_type), name)
            return ir.EMPTY_SET if site is None else lo.set_const([site])
        return _joined(lo, [r for r in lo.eq.regions if r.name == name])
    who = owner_of(lo, node)
    owners = by_owner(lo, node)
    if who.is_const:
        return _joined(lo, owners[who.const]) if 0 <= who.const < len(owners) else ir.EMPTY_SET
    constant = [_constant(r) for r in owners]
    if all(c is not None for c in constant):
        return lo.set_at(lo.table([c or [] for c in constant], "sets", "regions"), who)
    out = lo.var(ir.EMPTY_SET, "out")
    for p, regions in enumerate(owners):
        if regions:
            with lo.if_(ir.eq(who, p)):
                lo.assign(out, _joined(lo, regions))
    return out


@lowers(RegionsSoFar, to="region")
def regions_so_far(node: RegionsSoFar, lo: Lowering) -> Expr:
    """The regions that a reference knew when Ludii computed it."""
    return _joined(lo, [lo.eq.regions[number] for number in node.numbers])


def _constant(regions: list[EquipmentRegion]) -> list[int] | None:
    if any(r.sites is None for r in regions):
        return None
    return [s for r in regions for s in r.sites or ()]


def _moves_needs(node: L.SitesPlayer, collector: Collector) -> Feature:
    """A hand makes nothing of moves."""
    return NONE if node.kind is L.SitesPlayerType.Hand else collector.of_value(node.moves, L.SitesPlayer)


@lowers(L.SitesPlayer, to="region", needs=Needs(unseen=("moves",), more=_moves_needs))
def player_sites(node: L.SitesPlayer, lo: Lowering) -> Expr:
    """The sites that belong to a player: a hand, or the regions that the equipment gives them."""
    if node.kind is not L.SitesPlayerType.Hand:
        return winning(node, lo)
    if node.pid is None and node.role is None:
        return ir.EMPTY_SET  # a hand without a particular owner has no sites
    hands = [c for c in lo.eq.containers if c.is_hand]
    if node.role is RoleType.Shared:
        return lo.set_const(hands[0].sites) if hands else ir.EMPTY_SET
    rows: list[list[int]] = [[]]
    for p in range(1, lo.n_players + 2):
        rows.append(next((list(c.sites) for c in hands if c.owner == p), []))
    who = lo.int(node.pid.index) if node.pid is not None else lo.int(required(node.role))
    if who.is_const:
        return lo.set_const(rows[who.const]) if 0 <= who.const < len(rows) else ir.EMPTY_SET
    return lo.set_at(lo.table(rows, "sets", "hands"), who)
