"""Roles that stand for several players, as masks (bit p is player p; 0 is the neutral player)."""

from __future__ import annotations

from collections.abc import Callable

from ...equipment.players import is_team, player_number, team_number
from ..base.prelude import Expr, Feature, Lowering, RoleType, ir


def players_bits(lo: Lowering) -> int:
    """The mask of all players; without the neutral one and the shared one, who is behind the last player."""
    return (1 << (lo.n_players + 1)) - 2


def all_bits(lo: Lowering) -> int:
    """The mask of all who may own a piece, the neutral and the shared player too."""
    return (1 << (lo.n_players + 2)) - 1


def _bit_of(lo: Lowering, who: Expr) -> Expr:
    """The mask of one owner; 0 for numbers that are none."""
    if who.is_const:
        return ir.const(1 << who.const if 0 <= who.const <= lo.n_players + 1 else 0)
    return ir.select((who >= 0) & (who <= lo.n_players + 1), ir.shl(1, who), 0)


def _team_mask(lo: Lowering, team: Expr, but: Expr | None, inside: bool) -> Expr:
    def wanted(p: Expr) -> Expr:
        member = ir.eq(lo.get("team", p), team)
        among = member if inside else ~member
        return among if but is None else among & ir.ne(p, but)

    return lo.bits_in(lo.for_range(1, lo.n_players + 1, "pid"), wanted)


def player_mask(lo: Lowering, role: RoleType | None, who: Expr | None = None) -> Expr:
    """The players that hold what a role means, the neutral and the shared one with `All`.

    role None: the player `who` (its mask is 0 for numbers that are no player).
    """
    mover = lo.get("mover")
    teams = lo.flags.uses(Feature.TEAMS)
    everyone = players_bits(lo)
    if role is None:
        assert who is not None
        return _bit_of(lo, who)
    if role is RoleType.All:
        return ir.const(all_bits(lo))
    if role is RoleType.Enemy:
        if teams:
            return _team_mask(lo, lo.get("team", mover), mover, False)
        return ir.const(everyone) - (ir.shl(1, mover) & everyone)
    if role is RoleType.NonMover:
        return ir.const(everyone | 1) - (ir.shl(1, mover) & (everyone | 1))
    if role is RoleType.Ally:
        return _team_mask(lo, lo.get("team", mover), mover, True) if teams else ir.const(0)
    if role in (RoleType.Friend, RoleType.TeamMover):
        return _team_mask(lo, lo.get("team", mover), None, True) if teams else ir.shl(1, mover)
    if team := team_number(role):
        return _team_mask(lo, ir.const(team), None, True) if teams else ir.const(1 << team)
    return _bit_of(lo, lo.role(role))


def one_player(lo: Lowering, role: RoleType | None, who: Expr | None = None) -> Expr | None:
    """The only one in the mask of a role (None: of the player `who`); None if there may be several."""
    if role is None:
        return who
    return lo.role(role) if role in _ONE or player_number(role) else None


def in_mask(mask: Expr, player: ir.IntLike) -> Expr:
    """Whether a player's bit is set."""
    return ir.has_bit(mask, player)


_SEVERAL = (RoleType.Enemy, RoleType.Ally, RoleType.Friend, RoleType.NonMover)
_ONE = (RoleType.Mover, RoleType.Next, RoleType.Prev, RoleType.Player)


def each_real_player(lo: Lowering, role: RoleType, body: Callable[[Expr], None]) -> None:
    """Emits a body for every player that a role denotes when scores or hidden data are set.

    Only All means everybody here. Roles such as Shared and Each mean nobody, and P10 the neutral player, as in Ludii.
    """
    if role is RoleType.All:
        for p in range(1, lo.n_players + 1):
            body(ir.const(p))
    elif role in _SEVERAL or is_team(role):
        mask = lo.let(player_mask(lo, role), "mask")
        with lo.for_range(1, lo.n_players + 1, "p") as player, lo.if_(in_mask(mask, player)):
            body(player)
    elif role is RoleType.P10:
        body(ir.const(0))
    elif role in _ONE or player_number(role):
        body(lo.let(lo.role(role)))
