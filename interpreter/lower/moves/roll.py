"""Throwing all dice: (roll)."""

from __future__ import annotations

from ..actions.dice import current_dice, dice_equal
from ..base.prelude import Feature, L, Lowering, ir, lowers


@lowers(L.Roll, to="moves", needs=Feature.STATE | Feature.STOCHASTIC)
def roll(node: L.Roll, lo: Lowering) -> None:
    """One move with an action for each die. Each face is equally likely, also for a biased die, as in Ludii."""
    current_dice(lo)
    dice_equal(lo)
    counts = lo.table([len(c.faces) or 1 for c in lo.eq.components], stem="faces_of")
    faces = lo.list_new()
    equal, first = lo.var(True, "equal"), lo.var(-1, "first")
    for dice in lo.eq.dice:
        with lo.for_range(dice.first_site, dice.first_site + dice.num_sites, "site") as site:
            what = lo.sites.what(dice.default_site, site)
            face = lo.let(lo.run("random_int", lo.at(counts, what)), "face")
            lo.push(faces, face)
            with lo.if_(ir.eq(first, -1)):
                lo.assign(first, face)
            with lo.else_(), lo.if_(ir.ne(first, face)):
                lo.assign(equal, False)
    with lo.one_move(0, 0, 0):  # Ludii sets neither the mover nor the sites of this move
        k = lo.var(0, "k")
        for dice in lo.eq.dice:
            with lo.for_range(dice.first_site, dice.first_site + dice.num_sites, "site") as site:
                lo.push_action(lo.act("update_dice", site=site, state=ir.list_at(faces, k)))
                lo.assign(k, k + 1)
        lo.push_action(lo.act("dice_equal", value=ir.as_int(equal)))
    lo.attach(lo.count() - 1, node.then)
