"""Messages to players, and teams: (note …), (set Team …)."""

from __future__ import annotations

from ...program.actions import ABOUT_NOBODY
from ..base.prelude import Feature, L, Lowering, Needs, RoleType, ir, lowers


@lowers(L.Note, to="moves", needs=Needs(Feature.NOTES, unseen=("message_direction",)))
def note(node: L.Note, lo: Lowering) -> None:
    """One move for each player who gets the message."""
    about = ir.const(ABOUT_NOBODY) if node.player is None else lo.let(lo.int(node.player))
    kind, what = "note", "message"
    if node.message is not None:
        message: ir.IntLike = lo.string(node.message)
    elif node.message_int is not None:
        kind, what, message = "note_number", "number", lo.let(lo.int(node.message_int))
    elif node.message_boolean is not None:
        message = lo.let(ir.select(lo.bool(node.message_boolean), lo.string("true"), lo.string("false")))
    else:
        raise lo.unsupported(node, "a message that is neither a text nor a number")

    def send(player: ir.IntLike) -> None:
        given: dict[str, ir.IntLike] = {what: message, "about": about, "player": player}
        act = lo.act(kind, decision=False, **given)
        lo.emit(-1, -1, [act], mover=0)

    if node.to is None or node.to is RoleType.All:
        for p in range(1, lo.n_players + 1):
            send(p)
        return
    player = lo.let(lo.role(node.to) if isinstance(node.to, RoleType) else lo.int(node.to.index))
    with lo.if_(lo.is_player(player)):
        send(player)


@lowers(L.SetTeam, to="moves", needs=Feature.TEAMS)
def set_team(node: L.SetTeam, lo: Lowering) -> None:
    """One move that puts all players into the team. If no role names a player it does nothing, and is nobody's."""
    team = lo.let(lo.int(node.team))
    players = [lo.let(lo.role(role)) for role in node.roles]
    somebody = ir.or_(*(lo.is_player(p) for p in players))
    # the move of a player has no sites (-1); the empty one has those of a new move in Ludii (0)
    no_site = ir.select(somebody, -1, 0)
    with lo.one_move(ir.select(somebody, lo.get("mover"), 0), no_site, no_site):
        for player in players:
            with lo.if_(lo.is_player(player)):
                lo.push_action(lo.act("add_to_team", team=team, player=player))
    lo.attach(lo.count() - 1, node.then)
