"""Who plays, numbers of players, names as numbers: (mover), (next), (id …), (score …), (value Player …)."""

from __future__ import annotations

from ...equipment.players import role_owner
from ..base.fields import history, place_in_history
from ..base.memory import variable
from ..base.prelude import Expr, Feature, L, Lowering, RoleType, ir, lowers, required


@lowers(L.Mover, to="int")
def mover(node: L.Mover, lo: Lowering) -> Expr:
    """The player to move."""
    return lo.get("mover")


@lowers(L.Next, to="int")
def next_(node: L.Next, lo: Lowering) -> Expr:
    """The player who moves next."""
    return lo.get("next")


@lowers(L.Prev, to="int")
def prev(node: L.Prev, lo: Lowering) -> Expr:
    """The previous mover, or the last mover other than the present one."""
    if node.type is L.PrevType.MoverLastTurn:
        return _last_other(lo)
    return lo.get("prev")


def _last_other(lo: Lowering) -> Expr:
    """The mover of the latest move that was not made by the present mover; -1 without one."""
    size = history(lo)

    def other(k: Expr) -> tuple[Expr, Expr]:
        past = lo.let(lo.get("past_mover", place_in_history(lo, k)))
        return ir.ne(past, lo.get("mover")), past

    moves = lo.for_range(lo.get("n_moves") - 1, ir.max_(0, lo.get("n_moves") - size), "k", down=True)
    return lo.found_in(moves, other, stem="other")


@lowers(L.Player, to="int")
def player(node: L.Player, lo: Lowering) -> Expr:
    """A player given by number."""
    return lo.int(node.index)


@lowers(L.Id, to="int")
def id_(node: L.Id, lo: Lowering) -> Expr:
    """The index of a component or container by name, of a role's component by a part of its name."""
    if node.name is None:
        return lo.role(node.who or RoleType.Mover)
    if node.who is None:
        for c in lo.eq.containers:
            if c.name == node.name:
                return ir.const(c.index)
        for piece in lo.eq.components[1:]:
            if piece.name == node.name:
                return ir.const(piece.index)
        return ir.const(-1)
    if node.who is RoleType.Player:
        return lo.ctx("player")
    rows = []
    for p in range(lo.n_players + 2):
        rows.append(next((c.index for c in lo.eq.components[1:] if node.name in c.name and c.owner == p), -1))
    if node.who in (RoleType.Mover, RoleType.Next, RoleType.Prev):
        return lo.at(lo.table(rows, stem="ids"), lo.role(node.who))
    owner = lo.n_players + 1 if node.who in (RoleType.Shared, RoleType.All) else role_owner(node.who)
    return ir.const(rows[owner] if 0 <= owner < len(rows) else -1)


@lowers(L.IntScore, to="int", needs=Feature.SCORE)
def score(node: L.IntScore, lo: Lowering) -> Expr:
    """The score of a player."""
    return lo.get("score", lo.int(node.player.index) if node.player is not None else lo.int(required(node.role)))


@lowers(L.ValuePlayer, to="int")
def value_player(node: L.ValuePlayer, lo: Lowering) -> Expr:
    """The value of a player."""
    who = lo.int(node.index_player) if node.index_player is not None else lo.int(required(node.role))
    return lo.get("player_value", who)


@lowers(L.Var, to="int", needs=Feature.VARIABLES)
def var(node: L.Var, lo: Lowering) -> Expr:
    """The value of a named variable."""
    return lo.get(variable(lo, node.key))


@lowers(L.Counter, to="int")
def counter(node: L.Counter, lo: Lowering) -> Expr:
    """The game's counter."""
    return lo.get("counter")


@lowers(L.HandSite, to="int", needs=Feature.COUNT)
def hand_site(node: L.HandSite, lo: Lowering) -> Expr:
    """A site of a player's hand, -1 if there is no hand."""
    rows = []
    for p in range(lo.n_players + 2):
        rows.append(next((c.first_site for c in lo.eq.containers if c.is_hand and c.owner == p), -1))
    player = lo.let(lo.int(required(node.index_player if node.index_player is not None else node.role)))
    inside = ir.within(player, len(rows))
    first = lo.let(ir.select(inside, lo.at(lo.table(rows, stem="hand"), player), -1))
    index = lo.opt_int(node.site, 0)
    return ir.select(first < 0, -1, first + index)
