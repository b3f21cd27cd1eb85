"""Groups of pieces as numbers: (count Groups …), (size Group …), (sizes Group …), (count Liberties …), territories."""

from __future__ import annotations

from ..base.prelude import (
    NONE,
    AbsoluteDirection,
    Collector,
    Expr,
    Feature,
    L,
    Lowering,
    Needs,
    RelationType,
    RoleType,
    SiteType,
    ir,
    lowers,
)
from ..board.groups import each_group, flood, group_around, group_with_liberties, is_clear, owned_list, seen_from_above
from ..directions.iterate import each_step
from ..players.roles import in_mask, player_mask, players_bits


def _groups_needs(node: L.CountGroups, collector: Collector) -> Feature:
    if node.kind is not L.CountGroupsType.SizeBiggestGroup:
        return NONE
    return collector.of_value(node.is_visible, L.CountGroups) | collector.of_value(node.through, L.CountGroups)


@lowers(L.CountGroups, to="int", needs=Needs(unseen=("directions", "is_visible", "through"), more=_groups_needs))
def count_groups(node: L.CountGroups, lo: Lowering) -> Expr:
    """The number of groups, for which Ludii does not ask the region, or the size of the largest one."""
    if node.kind is L.CountGroupsType.SizeBiggestGroup:
        return _biggest(lo, node)
    least = lo.let(lo.opt_int(node.min, 0), "least")
    total = lo.var(0, "groups")

    def found(group: Expr) -> None:
        with lo.if_(ir.set_count(group) >= least):
            lo.assign(total, total + 1)

    each_group(lo, lo.site_type(node.type), node.directions, node.if_, found)
    return total


@lowers(L.CountSizeBiggestGroup, to="int")
def size_biggest_group(node: L.CountSizeBiggestGroup, lo: Lowering) -> Expr:
    """The size of the largest group."""
    return _biggest(lo, node)


def _biggest(lo: Lowering, node: L.CountGroups | L.CountSizeBiggestGroup) -> Expr:
    best = lo.var(0, "best")

    def found(group: Expr) -> None:
        lo.assign(best, ir.max_(best, ir.set_count(group)))

    each_group(lo, lo.site_type(node.type), node.directions, node.if_, found, node.is_visible, node.through)
    return best


@lowers(L.SizeGroup, to="int", needs=Needs(unseen=("directions",)))
def size_group(node: L.SizeGroup, lo: Lowering) -> Expr:
    """The size of the group that contains a site."""
    t = lo.site_type(node.type)
    start = lo.let(lo.int(node.at), "start")
    size = lo.var(0, "size")
    group_around(lo, t, start, node.directions, node.if_, lambda group: lo.assign(size, ir.set_count(group)))
    return size


@lowers(L.SizesGroup, to="ints", needs=Needs(unseen=("directions",)))
def sizes_group(node: L.SizesGroup, lo: Lowering) -> Expr:
    """The sizes of the groups of a player, or of all pieces, in the order of the pieces' positions."""
    s, t = lo.sites, lo.site_type(node.type)
    everybody = (node.if_ is None and node.of is None and node.role is None) or node.role in (
        RoleType.All,
        RoleType.Shared,
    )
    out = lo.list_new()
    who = lo.let(lo.int(node.of) if node.of is not None else lo.role(node.role or RoleType.All), "who")
    least = lo.let(lo.opt_int(node.min, 0), "least")
    mask = ir.const(players_bits(lo)) if everybody else lo.let(player_mask(lo, None, who), "owners")
    starts = owned_list(lo, mask)

    def member(site: Expr) -> Expr:
        def mine() -> Expr:
            return ir.eq(s.who(t, site), who) if node.if_ is None else lo.bool(node.if_)

        if not everybody:
            return mine()
        return lo.any_of([mine, lambda: ir.ne(s.what(t, site), 0)])

    with lo.saved("from", "to"):
        seen = lo.var(ir.EMPTY_SET, "seen")
        with lo.for_list(starts, "start") as start:
            fresh = (start < s.on_board[t]) & ~ir.set_has(seen, start)
            with lo.if_(fresh):
                # the condition sees the first site as (from); (to) is the site visited last
                clear = ir.TRUE if node.is_visible is None else lo.let(is_clear(lo, t, start, node.is_visible), "clear")
                lo.set_ctx("from", start)
                with lo.if_(lo.all_of([lambda: member(start), lambda: clear])):
                    group = flood(lo, t, start, node.directions, member, seen_from_above(lo, t, node.is_visible))
                    lo.assign(seen, seen | group)
                    size = lo.let(ir.set_count(group), "size")
                    with lo.if_(size >= least):
                        lo.push(out, size)
    return out


@lowers(L.CountLiberties, to="int", needs=Needs(unseen=("directions",)))
def count_liberties(node: L.CountLiberties, lo: Lowering) -> Expr:
    """The empty sites (nothing stands there) a step away from the group of what stands on a site."""
    s, t = lo.sites, lo.site_type(node.type)
    start = lo.let(lo.opt_int(node.at, lo.get("last_to")), "start")
    liberties = lo.var(ir.EMPTY_SET, "liberties")
    group = lo.var(ir.EMPTY_SET, "whole")
    group_with_liberties(node, lo, start, group)
    with lo.for_set(group) as site, each_step(lo, t, site, node.directions) as to:
        with lo.if_(~ir.set_has(group, to) & ir.eq(s.what(t, to), 0)):
            lo.include(liberties, to)
    return ir.set_count(liberties)


@lowers(L.SizeTerritory, to="int")
def size_territory(node: L.SizeTerritory, lo: Lowering) -> Expr:
    """The empty sites of areas that only pieces of the players border on."""
    s, t = lo.sites, lo.site_type(node.type)
    who = None if node.player is None else lo.let(lo.int(node.player.index))
    mask = lo.let(player_mask(lo, node.role, who), "owners")
    direction = node.direction or AbsoluteDirection.Adjacent
    if t is SiteType.Edge:
        border = lo.tables.neighbours(t, RelationType.Adjacent)
    else:
        border = lo.tables.steps(t, direction)
    total = lo.var(0, "territory")
    seen = lo.var(ir.EMPTY_SET, "seen")
    empty = lo.let(s.empty(t) & s.all_sites(t), "empty")
    # Ludii does not restore (to) after the search
    with lo.for_set(empty, "start") as start, lo.if_(~ir.set_has(seen, start)):
        group = flood(lo, t, start, direction, lambda to: ir.set_has(empty, to))
        lo.assign(seen, seen | group)
        good = lo.var(True, "good")
        with lo.for_set(group) as site:
            with lo.for_row(border, site) as to:
                strange = ~ir.set_has(group, to) & ~in_mask(mask, s.who(t, to))
                with lo.if_(strange):
                    lo.assign(good, False)
                    lo.break_()
            with lo.if_(~good):
                lo.break_()
        with lo.if_(good):
            lo.assign(total, total + ir.set_count(group))
    return total
