"""Who a player is to the mover: (is Mover …), (is Enemy …) and their like."""

from __future__ import annotations

from ..base.prelude import Expr, Feature, L, Lowering, RoleType, ir, lowers, required
from ..players.active import is_active


@lowers(L.IsPlayer, to="bool")
def is_player(node: L.IsPlayer, lo: Lowering) -> Expr:
    """Properties of players: whether one is the mover, active, an enemy or friend of the mover, and so on."""
    who = lo.let(lo.int(required(node.index if node.index is not None else node.role)))
    kind = node.kind
    if kind is L.IsPlayerType.Mover:
        return ir.eq(who, lo.get("mover"))
    if kind is L.IsPlayerType.Next:
        return ir.eq(who, lo.get("next"))
    if kind is L.IsPlayerType.Prev:
        return ir.eq(who, lo.get("prev"))
    if kind is L.IsPlayerType.Friend:
        if lo.flags.uses(Feature.TEAMS):
            return same_team(lo, who)
        return ir.eq(who, lo.get("mover")) | ir.eq(lo.get("mover"), lo.n_players + 1)
    if kind is L.IsPlayerType.Enemy:
        if lo.flags.uses(Feature.TEAMS):
            return ir.ne(who, 0) & ~same_team(lo, who)
        return ir.ne(who, 0) & ir.ne(who, lo.get("mover"))
    if kind is L.IsPlayerType.Active:
        if node.role is RoleType.Mover:
            return is_active(lo, lo.get("mover"))
        return lo.is_player(who) & is_active(lo, who)
    raise lo.unsupported(node)


def same_team(lo: Lowering, who: Expr) -> Expr:
    """Whether a player (1 …) is in the mover's team."""
    inside = lo.is_player(who)
    return inside & ir.eq(lo.get("team", who), lo.get("team", lo.get("mover")))
