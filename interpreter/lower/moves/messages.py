"""Messages to players, and teams: (note …), (set Team …)."""

from __future__ import annotations

from collections.abc import Iterable

from ...program.actions import ABOUT_NOBODY, ITEMS
from ..arguments.ranges import range_of
from ..base.prelude import AbsoluteDirection, Expr, Feature, L, Lowering, Needs, RoleType, ir, lowers
from ..directions.found import listed_directions
from ..directions.origin import Origin
from ..directions.spec import spec_of


@lowers(L.Note, to="moves", needs=Needs(Feature.NOTES, unseen=("message_direction",)))
def note(node: L.Note, lo: Lowering) -> None:
    """One move for each player who gets the message."""
    kind, values = _told(node, lo)
    items = dict(zip(ITEMS, map(lo.let, values), strict=False))
    about = ir.const(ABOUT_NOBODY) if node.player is None else lo.let(lo.int(node.player))

    def send(player: ir.IntLike) -> None:
        act = lo.act(kind, decision=False, about=about, player=player, **items)
        lo.emit(-1, -1, [act], mover=0)

    if node.to is None or node.to is RoleType.All:
        for p in range(1, lo.n_players + 1):
            send(p)
        return
    player = lo.let(lo.role(node.to) if isinstance(node.to, RoleType) else lo.int(node.to.index))
    with lo.if_(lo.is_player(player)):
        send(player)


def _told(node: L.Note, lo: Lowering) -> tuple[str, Iterable[Expr]]:
    """The kind of a message, and its items."""
    if node.message is not None:
        return "note", [ir.const(lo.string(node.message))]
    if node.message_int is not None:
        return "note_number", [lo.int(node.message_int)]
    if node.message_float is not None:
        return "note_float", [lo.run("float_bits", lo.float(node.message_float))]
    if node.message_boolean is not None:
        return "note", [ir.select(lo.bool(node.message_boolean), lo.string("true"), lo.string("false"))]
    if node.message_range is not None:
        return "note_range", range_of(lo, node.message_range)
    if node.message_int_array is not None:
        raise lo.unsupported(node, "a list of numbers, for which Ludii writes an address in memory")
    if node.message_graph is not None:
        raise lo.unsupported(node, "a graph as a message")
    if node.message_region is not None:
        items = lo.list_new()
        with lo.for_range(0, len(ITEMS)):
            lo.push(items, 0)
        with lo.for_set(lo.region(node.message_region)) as site:
            word = lo.let(ir.shr(site, 5))
            with lo.if_(word >= len(ITEMS)):
                lo.run("fail", lo.string(f"a message names a site above {32 * len(ITEMS) - 1}"))
            lo.run("list_set", items, word, ir.list_at(items, word) | ir.shl(1, site))
        return "note_sites", (ir.list_at(items, k) for k in range(len(ITEMS)))
    # Ludii asks for directions at the centre
    t = lo.eq.default_site
    centre = lo.board.sets(t).centre
    if not centre:
        raise lo.unsupported(node, "directions as a message, on a board without a centre")
    origin = Origin(lo, t, ir.const(centre[0]))
    names = lo.table([lo.string(direction.name) for direction in AbsoluteDirection], stem="names")
    found = listed_directions(origin, spec_of(lo, t, node.message_direction))
    with lo.if_(ir.list_len(found) > len(ITEMS)):
        lo.run("fail", lo.string(f"a message of more than {len(ITEMS)} directions"))
    return "note_strings", (
        ir.select(ir.list_len(found) > k, lo.at(names, ir.list_at(found, k)), -1) for k in range(len(ITEMS))
    )


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
