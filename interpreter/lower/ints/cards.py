"""Dice, cards and bets: (face …), (card …), (pot), (amount …)."""

from __future__ import annotations

from ludparse.ludemes import Amount, CardSimple, CardSite, Face, Pot, SiteType

from ...equipment.items import ComponentKind
from ...equipment.needs import Feature as F
from ...program import expressions as ir
from ...program.ops import Expr
from ..actions.dice import faces
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(Face, to="int")
def face(node: Face, lo: Lowering) -> Expr:
    """The pips of the die on a site, -1 if there is none."""
    b, s = lo.b, lo.sites
    site = b.let(lo.int(node.locn))
    if not any(c.kind is ComponentKind.DIE for c in lo.eq.components):
        return ir.const(-1)
    what = b.let(s.what(SiteType.Cell, site))
    dice = b.table([int(c.kind is ComponentKind.DIE) for c in lo.eq.components], stem="is_die")
    pips = b.row_at(faces(lo), what, s.state(SiteType.Cell, site))
    return b.choose(ir.eq(b.at(dice, what), 1), lambda: pips, lambda: ir.const(-1))


@lowers(CardSimple, to="int", needs=F.STOCHASTIC | F.CARDS | F.HIDDEN)
def trump_suit(node: CardSimple, lo: Lowering) -> Expr:
    """The trump suit."""
    return lo.b.get("trump")


@lowers(CardSite, to="int", needs=F.HIDDEN | F.CARDS)
def card_site(node: CardSite, lo: Lowering) -> Expr:
    """A numeric attribute of the card on a level of a site, -1 if there is no card.

    Without a level: the bottom; for the suit the top.
    """
    b, name = lo.b, node.kind.name
    part = {"Rank": "rank", "Suit": "suit", "TrumpValue": "trump_value", "TrumpRank": "trump_rank"}[name]
    site = b.let(lo.int(node.at))
    level = lo.int(node.level) if node.level is not None else None if name == "Suit" else ir.const(0)
    what = lo.sites.what(SiteType.Cell, site, level)
    cards = [getattr(c, part) if c.kind is ComponentKind.CARD else -1 for c in lo.eq.components]
    return b.at(b.table([-1, *cards[1:]], stem=part), what)


@lowers(Pot, to="int")
def pot(node: Pot, lo: Lowering) -> Expr:
    """The content of the pot."""
    return lo.b.get("pot")


@lowers(Amount, to="int", needs=F.AMOUNT)
def amount(node: Amount, lo: Lowering) -> Expr:
    """The amount that a player can bet, -1 for numbers that are not a player."""
    b = lo.b
    who = b.let(lo.int(node.player.index) if node.player is not None else lo.int(required(node.role)))
    return ir.select(ir.and_(ir.gt(who, 0), ir.le(who, lo.n_players)), b.get("amount", who), -1)
