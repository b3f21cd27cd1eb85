"""Players as numbers of an array: (players …), (team)."""

from __future__ import annotations

from ..base.prelude import Expr, Feature, L, Lowering, ir, lowers


@lowers(L.PlayersTeam, to="ints")
def players_team(node: L.PlayersTeam, lo: Lowering) -> Expr:
    """The players of a team for whom a condition holds; without teams the player of that number."""
    team = int(node.kind.name.removeprefix("Team"))
    out = lo.list_new()
    if not lo.flags.uses(Feature.TEAMS):
        if team <= lo.n_players:
            lo.push(out, team)
        return out
    with lo.saved("player"), lo.for_range(1, lo.n_players + 1, "pid") as pid:
        lo.set_ctx("player", pid)
        with lo.if_(lo.opt_bool(node.if_, True)):
            with lo.if_(ir.eq(lo.get("team", pid), team)):
                lo.push(out, pid)
    return out


@lowers(L.PlayersMany, to="ints")
def players_many(node: L.PlayersMany, lo: Lowering) -> Expr:
    """The players in a relation to the mover (or to another player) for whom a condition holds."""
    n, kind = lo.n_players, node.kind
    teams = lo.flags.uses(Feature.TEAMS)
    out = lo.list_new()
    mover = lo.get("mover")
    of = lo.let(mover if node.of is None else lo.int(node.of), "of")
    known = ir.TRUE if node.of is None else ir.ne(of, 0) & (of <= n)
    if kind is L.PlayersManyType.Ally and not teams:
        return out
    if kind is L.PlayersManyType.Friend and not teams:
        with lo.if_(known):
            lo.push(out, of)
        return out
    first = 0 if kind in (L.PlayersManyType.All, L.PlayersManyType.NonMover) else 1
    last = n + 1 if kind is L.PlayersManyType.All else n
    with lo.if_(known), lo.saved("player"), lo.for_range(first, last + 1, "pid") as pid:
        lo.set_ctx("player", pid)
        with lo.if_(lo.opt_bool(node.if_, True)):
            same = ir.eq(lo.get("team", pid), lo.get("team", of))
            if kind is L.PlayersManyType.All:
                fits = ir.TRUE
            elif kind is L.PlayersManyType.Ally:
                fits = ir.ne(pid, of) & same
            elif kind is L.PlayersManyType.Friend:
                fits = same
            elif kind is L.PlayersManyType.NonMover:
                fits = ir.ne(pid, mover)
            else:
                fits = ir.ne(pid, mover) & ~same if teams else ir.ne(pid, of)
            with lo.if_(fits):
                lo.push(out, pid)
    return out


@lowers(L.Team, to="ints")
def team(node: L.Team, lo: Lowering) -> Expr:
    """The players of the current team, which the context holds as a mask."""
    out = lo.list_new()
    members = lo.let(ir.max_(lo.ctx(lo.context_slot("team")), 0), "members")
    with lo.for_range(1, lo.n_players + 1, "pid") as pid, lo.if_(ir.has_bit(members, pid)):
        lo.push(out, pid)
    return out
