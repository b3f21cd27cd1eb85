"""Exchanges: (move Swap Pieces …), (move Swap Players …), (swap …)."""

from __future__ import annotations

from ..arguments.moves import move_action, push_move
from ..base.prelude import Feature, L, Lowering, SiteType, lowers


@lowers(L.MoveSwapSites, to="moves", needs=Feature.FROM_POSITIONS)
def move_swap_sites(node: L.MoveSwapSites, lo: Lowering) -> None:
    """Exchanging the pieces of two sites as a decision."""
    swap_sites(node, lo, True)


@lowers(L.MoveSwapPlayers, to="moves")
def move_swap_players(node: L.MoveSwapPlayers, lo: Lowering) -> None:
    """Exchanging two players as a decision."""
    swap_players(node, lo)


@lowers(L.SwapSites, to="moves", needs=Feature.FROM_POSITIONS)
def effect_swap_sites(node: L.SwapSites, lo: Lowering) -> None:
    """Exchanging the pieces of two sites as an effect."""
    swap_sites(node, lo, False)


@lowers(L.SwapPlayers, to="moves")
def effect_swap_players(node: L.SwapPlayers, lo: Lowering) -> None:
    """Exchanging two players as an effect."""
    swap_players(node, lo)


def swap_sites(node: L.SwapSites | L.MoveSwapSites, lo: Lowering, decision: bool) -> None:
    """Exchanges the pieces of two sites; by default those of the last move. As in Ludii they are cells, whatever the
    board is played on.
    """
    lo.sites.cells_elsewhere |= SiteType.Cell not in lo.sites.types
    cell = lo.type_number(SiteType.Cell)
    first = lo.let(lo.opt_int(node.loc_a, lo.get("last_from")), "a")
    second = lo.let(lo.opt_int(node.loc_b, lo.get("last_to")), "b")
    what = lo.let(lo.sites.what(SiteType.Cell, second), "what")
    move = move_action(lo, decision, cell, first, cell, second)
    push_move(lo, first, second, [move, lo.act("add", to=first, what=what, count=1)], plain=True, then=node.then)


def swap_players(node: L.SwapPlayers | L.MoveSwapPlayers, lo: Lowering) -> None:
    """Exchanges two players; the mover moves again."""
    first = lo.let(lo.player(node.role1, node.player1), "player")
    second = lo.let(lo.player(node.role2, node.player2), "player")
    swap = lo.act("swap", player1=first, player2=second, decision=True)
    push_move(lo, -1, -1, [swap, lo.act("set_next_player", player=lo.get("mover"))], then=node.then)
