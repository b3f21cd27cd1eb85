"""Players as numbers of an array: (players …), (team)."""

from __future__ import annotations

from ludparse.ludemes import PlayersMany, PlayersManyType, PlayersTeam, Team

from ...equipment.flags import Feature
from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(PlayersTeam, to="ints")
def players_team(node: PlayersTeam, lo: Lowering) -> Expr:
    """The players of a team for whom a condition holds; without teams the player of that number."""
    b, team = lo.b, int(node.kind.name.removeprefix("Team"))
    out = b.list_new()
    if not lo.flags.uses(Feature.TEAMS):
        if team <= lo.n_players:
            b.run("list_push", out, team)
        return out
    with lo.saved("player"), b.for_range(1, lo.n_players + 1, "pid") as pid:
        b.set_ctx("player", pid)
        with b.if_(ir.TRUE if node.if_ is None else lo.bool(node.if_)):
            with b.if_(ir.eq(b.get("team", pid), team)):
                b.run("list_push", out, pid)
    return out


@lowers(PlayersMany, to="ints")
def players_many(node: PlayersMany, lo: Lowering) -> Expr:
    """The players in a relation to the mover (or to another player) for whom a condition holds."""
    b, n, kind = lo.b, lo.n_players, node.kind
    teams = lo.flags.uses(Feature.TEAMS)
    out = b.list_new()
    mover = b.get("mover")
    of = b.let(mover if node.of is None else lo.int(node.of), "of")
    known = ir.TRUE if node.of is None else ir.and_(ir.ne(of, 0), ir.le(of, n))
    if kind is PlayersManyType.Ally and not teams:
        return out
    if kind is PlayersManyType.Friend and not teams:
        with b.if_(known):
            b.run("list_push", out, of)
        return out
    first = 0 if kind in (PlayersManyType.All, PlayersManyType.NonMover) else 1
    last = n + 1 if kind is PlayersManyType.All else n
    with b.if_(known), lo.saved("player"), b.for_range(first, last + 1, "pid") as pid:
        b.set_ctx("player", pid)
        with b.if_(ir.TRUE if node.if_ is None else lo.bool(node.if_)):
            same = ir.eq(b.get("team", pid), b.get("team", of))
            if kind is PlayersManyType.All:
                fits = ir.TRUE
            elif kind is PlayersManyType.Ally:
                fits = ir.and_(ir.ne(pid, of), same)
            elif kind is PlayersManyType.Friend:
                fits = same
            elif kind is PlayersManyType.NonMover:
                fits = ir.ne(pid, mover)
            else:
                fits = ir.and_(ir.ne(pid, mover), ir.not_(same)) if teams else ir.ne(pid, of)
            with b.if_(fits):
                b.run("list_push", out, pid)
    return out


@lowers(Team, to="ints")
def team(node: Team, lo: Lowering) -> Expr:
    """The players of the current team, which the context holds as a mask."""
    b = lo.b
    out = b.list_new()
    members = b.let(ir.max_(b.ctx("team"), 0), "members")
    with b.for_range(1, lo.n_players + 1, "pid") as pid, b.if_(ir.eq(ir.band(ir.shr(members, pid), 1), 1)):
        b.run("list_push", out, pid)
    return out
