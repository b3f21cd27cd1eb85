"""Moves for each site, value, player, team, level or group: (forEach Site …), (forEach Value …) and their like."""

from __future__ import annotations

from contextlib import AbstractContextManager

from ..arguments.moves import Place
from ..base.prelude import Expr, L, Lowering, Needs, Type, ir, lowers, required
from ..board.groups import each_group_of_pieces
from ..players.teams import each_team


@lowers(L.ForEachSite, to="moves")
def for_each_site(node: L.ForEachSite, lo: Lowering) -> None:
    """The moves of a generator for each site of a region, in ascending order; (to) and (site) are that site."""
    mark = lo.mark()
    sites = lo.let(lo.region(node.region_fn))
    with lo.saved("to", "site"), lo.for_set(sites, apart=True) as site:
        lo.set_ctx("to", site)
        lo.set_ctx("site", site)
        lo.moves(node.generator)
    if node.no_move_yet is not None:
        with lo.if_(ir.eq(lo.count(), mark)):
            lo.moves(node.no_move_yet)
            lo.return_()  # without the consequent, as in Ludii
    lo.attach(mark, node.then)


@lowers(L.ForEachValue, to="moves")
def for_each_value(node: L.ForEachValue, lo: Lowering) -> None:
    """The moves of a generator for each number; (value) is that number."""
    mark = lo.mark()
    with lo.saved("value"), _each_value(node, lo) as v:
        lo.set_ctx("value", v)
        lo.moves(node.generator)
    lo.attach(mark, node.then)


def _each_value(node: L.ForEachValue, lo: Lowering) -> AbstractContextManager[Expr]:
    """The loop over the numbers that are listed, or from the least to the greatest."""
    if node.values is not None:
        return lo.for_list(lo.let(lo.ints(node.values)))
    low, high = lo.let(lo.int(required(node.min))), lo.let(lo.int(required(node.max)))
    return lo.for_range(low, high + 1, "value")


@lowers(L.ForEachPlayer, to="moves")
def for_each_player(node: L.ForEachPlayer, lo: Lowering) -> None:
    """The moves of a generator for each player in order; (player) is that player. Ludii never runs the consequent."""
    with lo.saved("player"), lo.for_range(1, lo.n_players + 1, "pid") as p:
        lo.set_ctx("player", p)
        lo.moves(node.moves)


@lowers(L.ForEachPlayers, to="moves")
def for_each_players(node: L.ForEachPlayers, lo: Lowering) -> None:
    """The same for the players of a list. Numbers that stand for nobody are left out."""
    players = lo.let(lo.ints(node.players))
    with lo.saved("player"), lo.for_list(players) as p:
        with lo.if_((p >= 0) & (p <= lo.n_players + 1)):
            lo.set_ctx("player", p)
            lo.moves(node.moves)


@lowers(L.ForEachTeam, to="moves")
def for_each_team(node: L.ForEachTeam, lo: Lowering) -> None:
    """The moves of a generator for each team."""
    mark = lo.mark()
    with each_team(lo):
        lo.moves(node.moves)
    lo.attach(mark, node.then)


@lowers(L.ForEachLevel, to="moves")
def for_each_level(node: L.ForEachLevel, lo: Lowering) -> None:
    """Visits levels from the top by default. The level stays set afterwards, as in Ludii."""
    mark = lo.mark()
    place = Place(lo, node.type, lo.let(lo.int(node.site), "site"))
    height = lo.let(place.height(), "height")
    up = node.stack_direction is L.StackDirection.FromBottom
    with (
        lo.saved("to", "site"),
        lo.for_range(0 if up else height - 1, height if up else 0, "level", down=not up) as level,
    ):
        lo.set_ctx("level", level)
        lo.moves(node.moves)
    lo.attach(mark, node.then)


@lowers(L.ForEachGroup, to="moves", needs=Needs(unseen=("directions",)))
def for_each_group(node: L.ForEachGroup, lo: Lowering) -> None:
    """Groups of the mover's pieces, or of pieces for which a condition holds of their site (to)."""
    lo.context_slot("region", Type.SET)
    mark = lo.mark()
    with (
        lo.saved("from", "to", "region"),
        each_group_of_pieces(lo, lo.site_type(node.type), node.directions, node.if_),
    ):
        lo.moves(node.moves)
    lo.attach(mark, node.then)
