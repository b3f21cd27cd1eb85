"""Exchanges: (move Swap Pieces …), (move Swap Players …), (swap …)."""

from __future__ import annotations

from ludparse.ludemes import MoveSwapPlayers, MoveSwapSites, SiteType, SwapPlayers, SwapSites

from ...equipment.needs import Feature as F
from ..arguments.moves import emit, move_action
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(MoveSwapSites, to="moves", needs=F.FROM_POSITIONS)
def move_swap_sites(node: MoveSwapSites, lo: Lowering) -> None:
    """Exchanging the pieces of two sites as a decision."""
    swap_sites(node, lo, True)


@lowers(MoveSwapPlayers, to="moves")
def move_swap_players(node: MoveSwapPlayers, lo: Lowering) -> None:
    """Exchanging two players as a decision."""
    swap_players(node, lo)


@lowers(SwapSites, to="moves", needs=F.FROM_POSITIONS)
def effect_swap_sites(node: SwapSites, lo: Lowering) -> None:
    """Exchanging the pieces of two sites as an effect."""
    swap_sites(node, lo, False)


@lowers(SwapPlayers, to="moves")
def effect_swap_players(node: SwapPlayers, lo: Lowering) -> None:
    """Exchanging two players as an effect."""
    swap_players(node, lo)


def swap_sites(node: SwapSites | MoveSwapSites, lo: Lowering, decision: bool) -> None:
    """Exchanges the pieces of two sites; by default those of the last move."""
    cell = lo.type_number(SiteType.Cell)
    first = lo.let(lo.get("last_from") if node.loc_a is None else lo.int(node.loc_a), "a")
    second = lo.let(lo.get("last_to") if node.loc_b is None else lo.int(node.loc_b), "b")
    what = lo.let(lo.sites.what(SiteType.Cell, second), "what")
    move = move_action(lo, decision, cell, first, cell, second)
    emit(lo, first, second, [move, lo.act("add", to=first, what=what, count=1)], then=node.then)


def swap_players(node: SwapPlayers | MoveSwapPlayers, lo: Lowering) -> None:
    """Exchanges two players; the mover moves again."""
    first = lo.let(lo.player(node.role1, node.player1), "player")
    second = lo.let(lo.player(node.role2, node.player2), "player")
    swap = lo.act("swap", player1=first, player2=second, decision=True)
    emit(lo, -1, -1, [swap, lo.act("set_next_player", player=lo.get("mover"))], then=node.then)
