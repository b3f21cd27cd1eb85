"""Moves for every die and for sums of dice: (forEach Die …)."""

from __future__ import annotations

from collections.abc import Sequence

from ..actions.dice import current_dice
from ..base.prelude import Expr, L, Lowering, ir, lowers, required


@lowers(L.ForEachDie, to="moves")
def for_each_die(node: L.ForEachDie, lo: Lowering) -> None:
    """The moves with the pips of each die; each of them uses that die.

    Doubles that are played twice: the first time the pips are stored in the unnamed variable, the second time they are
    shown again.
    """
    if not lo.eq.dice:
        return
    index = 0 if node.hand_dice_index is None else lo.static_int(node.hand_dice_index)
    if index is not None:
        _with(node, lo, index)
        return
    wanted = lo.let(lo.int(required(node.hand_dice_index)), "dice")
    for i in range(len(lo.eq.dice)):
        with lo.if_(ir.eq(wanted, i)):
            _with(node, lo, i)


def _with(node: L.ForEachDie, lo: Lowering, index: int) -> None:
    """The moves with the dice of one hand."""
    dice = lo.eq.dice[index]
    before = sum(d.num_sites for d in lo.eq.dice[:index])
    field = current_dice(lo)

    def pips(k: int) -> Expr:
        return lo.get(field, before + k)

    def run(pip: Expr, used: Sequence[int], replay: Expr | None) -> None:
        lo.set_ctx("pip", pip)
        with lo.if_(lo.opt_bool(node.if_, True)):
            first = lo.mark()
            lo.moves(node.moves)
            with lo.for_range(first, lo.count(), "m") as m:
                lo.run("move_reopen", m)
                for k in used:
                    lo.push_action(lo.act("use_die", hand=index, die=k, site=dice.first_site + k))
                if replay is not None:
                    _again(lo, replay, pip)
                lo.run("move_reclose", m)

    mark = lo.mark()
    replay: Expr = ir.FALSE
    if node.replay_double is not None:
        same = ir.and_(*(ir.eq(pips(0), pips(k)) for k in range(1, dice.num_sites)))
        replay = lo.let(lo.all_of([lambda: lo.bool(required(node.replay_double)), lambda: same]))
    with lo.saved("pip"):
        for k in range(dice.num_sites):
            run(lo.let(pips(k), "pips"), [k], replay)
        if node.combined is not None:
            with lo.if_(lo.bool(node.combined)):
                groups: dict[int, list[tuple[int, ...]]] = {2: [(0, 1)], 3: [(0, 1, 2), (0, 1), (0, 2), (1, 2)]}
                for group in groups.get(dice.num_sites, []):
                    with lo.if_(ir.and_(*(ir.ne(pips(k), 0) for k in group))):
                        total: Expr = ir.const(0)
                        for k in group:
                            total = total + pips(k)
                        run(lo.let(total, "pips"), group, None)
    lo.attach(mark, node.then)


def _again(lo: Lowering, replay: Expr, pip: Expr) -> None:
    """The actions that let doubles be played a second time."""
    temp = lo.get("temp")
    with lo.if_(replay):
        lo.push_action(lo.act("set_temp", temp=ir.select(ir.eq(temp, -1), pip, -1)))
    with lo.else_(), lo.if_(ir.ne(temp, -1)):
        for dice in lo.eq.dice:
            faces = lo.eq.components[dice.members[0]].num_faces
            with lo.if_(temp - 1 < faces):
                for site in dice.sites:
                    lo.push_action(lo.act("update_dice", site=site, state=temp - 1))
