"""Throwing all dice: (roll)."""

from __future__ import annotations

from ludparse.ludemes import Roll

from ...equipment.needs import Feature as F
from ...program import expressions as ir
from ..actions.dice import current_dice, dice_equal
from ..base.lowering import Lowering
from ..base.registry import lowers


@lowers(Roll, to="moves", needs=F.STATE | F.STOCHASTIC)
def roll(node: Roll, lo: Lowering) -> None:
    """One move with an action for each die. Each face is equally likely, also for a biased die, as in Ludii."""
    b = lo.b
    current_dice(lo)
    dice_equal(lo)
    counts = b.table([len(c.faces) or 1 for c in lo.eq.components], stem="faces_of")
    faces = b.list_new()
    equal, first = b.var(True, "equal"), b.var(-1, "first")
    for dice in lo.eq.dice:
        with b.for_range(dice.first_site, dice.first_site + dice.num_sites, "site") as site:
            what = lo.sites.what(dice.default_site, site)
            face = b.let(b.run("random_int", b.at(counts, what)), "face")
            b.run("list_push", faces, face)
            with b.if_(ir.eq(first, -1)):
                b.assign(first, face)
            with b.else_(), b.if_(ir.ne(first, face)):
                b.assign(equal, False)
    b.run("move_open")
    k = b.var(0, "k")
    for dice in lo.eq.dice:
        with b.for_range(dice.first_site, dice.first_site + dice.num_sites, "site") as site:
            lo.act("update_dice")
            lo.push_action("update_dice", [site, ir.list_at(faces, k)], False)
            b.assign(k, k + 1)
    lo.act("dice_equal")
    lo.push_action("dice_equal", [ir.as_int(equal)], False)
    b.run("move_close", 0, 0, 0, 0, 0)  # Ludii sets neither the mover nor the sites of this move
    lo.attach(lo.count() - 1, node.then)
