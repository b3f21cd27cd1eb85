"""Dice, cards and bets: (face …), (card …), (pot), (amount …)."""

from __future__ import annotations

from ...equipment.items import ComponentKind
from ..actions.dice import faces
from ..base.prelude import Expr, Feature, L, Lowering, SiteType, ir, lowers, required


@lowers(L.Face, to="int")
def face(node: L.Face, lo: Lowering) -> Expr:
    """The pips of the die on a site, -1 if there is none."""
    s = lo.sites
    site = lo.let(lo.int(node.locn))
    if not any(c.kind is ComponentKind.DIE for c in lo.eq.components):
        return ir.const(-1)
    what = lo.let(s.what(SiteType.Cell, site))
    dice = lo.table([int(c.kind is ComponentKind.DIE) for c in lo.eq.components], stem="is_die")
    pips = lo.row_at(faces(lo), what, s.state(SiteType.Cell, site))
    return lo.choose(ir.eq(lo.at(dice, what), 1), lambda: pips, lambda: ir.const(-1))


@lowers(L.CardSimple, to="int", needs=Feature.STOCHASTIC | Feature.CARDS | Feature.HIDDEN)
def trump_suit(node: L.CardSimple, lo: Lowering) -> Expr:
    """The trump suit."""
    return lo.get("trump")


@lowers(L.CardSite, to="int", needs=Feature.HIDDEN | Feature.CARDS)
def card_site(node: L.CardSite, lo: Lowering) -> Expr:
    """A numeric attribute of the card on a level of a site, -1 if there is no card.

    Without a level: the bottom; for the suit the top.
    """
    kinds = L.CardSiteType
    part = {
        kinds.Rank: "rank", kinds.Suit: "suit", kinds.TrumpValue: "trump_value", kinds.TrumpRank: "trump_rank",
    }[node.kind]  # fmt: skip
    site = lo.let(lo.int(node.at))
    level = lo.int(node.level) if node.level is not None else None if node.kind is L.CardSiteType.Suit else ir.const(0)
    what = lo.sites.what(SiteType.Cell, site, level)
    cards = [getattr(c, part) if c.kind is ComponentKind.CARD else -1 for c in lo.eq.components]
    return lo.at(lo.table([-1, *cards[1:]], stem=part), what)


@lowers(L.Pot, to="int")
def pot(node: L.Pot, lo: Lowering) -> Expr:
    """The content of the pot."""
    return lo.get("pot")


@lowers(L.Amount, to="int", needs=Feature.AMOUNT)
def amount(node: L.Amount, lo: Lowering) -> Expr:
    """The amount that a player can bet, -1 for numbers that are not a player."""
    who = lo.let(lo.int(node.player.index) if node.player is not None else lo.int(required(node.role)))
    return ir.select(lo.is_player(who), lo.get("amount", who), -1)
