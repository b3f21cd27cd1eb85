"""Warnings for dealing: how many dominoes each player gets, and players without a hand."""

from __future__ import annotations

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.expansion.defines import counted
from ludparse.ludemes.enums import DealableType, RoleType

__all__ = ["lint_deals"]


def lint_deals(inspection: Inspection) -> None:
    """Note start rules that deal nothing, or other numbers of dominoes than they say.

    Ludii deals nothing unless there are as many hands as players. It deals twice as many dominoes as the rule says, in
    turn, whatever the number of players.
    """
    players = inspection.players
    hands = sum(players if hand.role is RoleType.Each else 1 for hand in inspection.of(L.Hand))
    tops = (6 if one.up_to is None else one.up_to for one in inspection.of(L.Dominoes))
    dominoes = sum((top + 1) * (top + 2) // 2 for top in tops)
    for deal in inspection.of(L.StartDeal, L.Split):
        if hands != players:
            inspection.add("nothing-dealt", inspection.head(deal), hands=counted(hands, "hand"),
                           players=counted(players, "player"), hint="Give every player one: (hand Each).")  # fmt: skip
        elif isinstance(deal, L.StartDeal) and deal.type is DealableType.Dominoes and players != 2:
            count = 1 if deal.count is None else deal.count
            least, more = divmod(2 * count, players)
            each = f"{least} to each player" if not more else f"{least + 1} or {least} to each player"
            wanted = count * players // 2
            # Ludii refuses a number for which there would not be enough if it meant what it says
            can_be = wanted * 2 == count * players and max(2, players) * wanted <= dominoes
            hint = f"For {count} each write (deal Dominoes {wanted})." if can_be else ""
            inspection.add("dominoes-dealt", inspection.place(deal, deal.type), hint=hint, total=2 * count, each=each)
