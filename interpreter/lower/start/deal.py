"""(deal …) and (split …): cards and dominoes go to the hands."""

from __future__ import annotations

from ludparse.problems.errors import LudRuleError

from ...equipment import Container, ContainerKind
from ..base.prelude import L, Lowering, SiteType, ir, lowers
from .rules import put_piece, start_action


def _hands(lo: Lowering) -> list[Container]:
    """The hands, if there are as many as players; else none, and nothing is dealt."""
    hands = [c for c in lo.eq.containers if c.kind is ContainerKind.HAND]
    return hands if len(hands) == lo.n_players else []


@lowers(L.StartDeal, to="start")
def deal(node: L.StartDeal, lo: Lowering) -> None:
    """Deals cards or dominoes to the hands. Nothing happens unless every player has one."""
    hands = _hands(lo)
    count = 1 if node.count is None else node.count
    if not hands:
        return
    if node.type is L.DealableType.Cards:
        _deal_cards(node, lo, hands, count)
    elif node.type is L.DealableType.Dominoes:
        _deal_dominoes(node, lo, hands, count)


def _card(lo: Lowering, deck: Container, level: ir.IntLike, hand: ir.IntLike) -> None:
    cell = lo.type_number(SiteType.Cell)
    moved = {"from": deck.first_site, "level_from": level, "to": hand}
    start_action(lo, "move", hand, type_from=cell, type_to=cell, stack=-1, **moved)


def _deal_cards(node: L.StartDeal, lo: Lowering, hands: list[Container], count: int) -> None:
    """One card for each player in turn, from the top of the deck."""
    decks = lo.eq.decks
    if not decks:
        return
    if len(decks[0].members) < count * len(hands):
        raise LudRuleError("there are not enough cards in the deck", node.span)
    firsts = lo.table([h.first_site for h in hands], stem="hands")
    with lo.for_range(0, count * len(hands)) as k:
        top = lo.let(lo.sites.height(SiteType.Cell, decks[0].first_site) - 1)
        _card(lo, decks[0], top, lo.at(firsts, ir.mod(k, len(hands))))


def _deal_dominoes(node: L.StartDeal, lo: Lowering, hands: list[Container], count: int) -> None:
    """Deals one random domino to each player in turn; twice the count in all, however many players there are."""
    if len(lo.eq.components) < count * len(hands):
        raise LudRuleError("there are not enough dominoes", node.span)
    if len(lo.eq.components) <= count * 2:
        raise LudRuleError(f"there are not {count * 2} dominoes to be dealt", node.span)
    numbers = [(count * 2 - k + len(hands) - 1) // len(hands) for k in range(len(hands))]
    if any(h.first_site + number > lo.eq.num_sites for h, number in zip(hands, numbers, strict=True) if number > 0):
        # what a hand has no room for goes into the next one; there is none after the last
        hand, number = next((h, n) for h, n in zip(hands, numbers, strict=True) if n > h.num_sites)
        wrong = f"{number} dominoes are dealt to {hand.name!r}, which has {hand.num_sites} sites"
        raise LudRuleError(wrong, node.span, hint=f"Make the hands larger: (hand Each size:{number}).")
    firsts = lo.table([h.first_site for h in hands], stem="hands")
    left = lo.list_new(range(1, len(lo.eq.components)))
    with lo.for_range(0, count * 2) as k:
        at = lo.let(lo.run("random_int", ir.list_len(left)))
        what = lo.let(ir.list_at(left, at))
        site = lo.at(firsts, ir.mod(k, lo.n_players)) + ir.div(k, lo.n_players)
        put_piece(lo, SiteType.Cell, lo.let(site), what)
        lo.run("list_remove_at", left, at)


@lowers(L.Split, to="start")
def split(node: L.Split, lo: Lowering) -> None:
    """The whole deck, from its bottom, one card for each player in turn."""
    decks, hands = lo.eq.decks, _hands(lo)
    if not decks or not hands:
        return
    firsts = lo.table([h.first_site for h in hands], stem="hands")
    with lo.for_range(0, len(decks[0].members)) as k:
        _card(lo, decks[0], 0, lo.at(firsts, ir.mod(k, len(hands))))
