"""Drawing and dealing during play: (take Domino), (deal …)."""

from __future__ import annotations

from ...equipment import Container, ContainerKind
from ..base.bag import in_bag
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers


@lowers(L.TakeSimple, to="moves", needs=Feature.DOMINOES | Feature.LARGE_PIECES)
def take_domino(node: L.TakeSimple, lo: Lowering) -> None:
    """Moves a random domino from the bag to the first empty site of the mover's first hand."""
    cell = SiteType.Cell
    left = lo.let(in_bag(lo))
    with lo.if_(ir.eq(ir.set_count(left), 0)):
        lo.return_()
    site = lo.var(-1, "site")
    hands = [c for c in lo.eq.containers if c.kind is ContainerKind.HAND]
    for p in range(1, lo.n_players + 1):
        hand = next((c for c in hands if c.owner == p), None)
        if hand is not None:
            with lo.if_(ir.eq(lo.get("mover"), p)):
                with lo.for_range(hand.first_site, hand.first_site + hand.num_sites, "free") as free:
                    with lo.if_(ir.eq(lo.sites.what(cell, free), 0)):
                        lo.assign(site, free)
                        lo.break_()
    with lo.if_(ir.eq(site, -1)):
        lo.return_()
    what = lo.let(ir.set_nth(left, lo.let(lo.run("random_int", ir.set_count(left)))))
    act = lo.act("add", type=lo.type_number(cell), to=site, what=what, count=1, state=0)
    lo.emit(site, site, [act], mover=0, then=node.then)


@lowers(L.MovesDeal, to="moves", needs=Needs(unseen=("begin_with",)))
def deal(node: L.MovesDeal, lo: Lowering) -> None:
    """One move for each card or domino, if there are as many hands as players."""
    hands = [c for c in lo.eq.containers if c.kind is ContainerKind.HAND]
    if len(hands) != lo.n_players:
        return
    count = lo.let(lo.opt_int(node.count, 1))
    mark = lo.mark()
    if node.type is L.DealableType.Cards:
        _cards(node, lo, hands, count)
    elif node.type is L.DealableType.Dominoes:
        _dominoes(lo, hands, count)
    lo.attach(mark, node.then)


def _cards(node: L.MovesDeal, lo: Lowering, hands: list[Container], count: Expr) -> None:
    """From the top of the first deck, in turn from the player who gets the first card."""
    cell = SiteType.Cell
    if not lo.eq.decks:
        return
    deck = lo.eq.decks[0].first_site
    size = lo.let(lo.sites.height(cell, deck))
    _enough(lo, size, count * len(hands))
    first = lo.let(ir.const(0) if node.begin_with is None else lo.int(node.begin_with) - 1)
    firsts = lo.table([h.first_site for h in hands], stem="hands")
    number = lo.type_number(cell)
    with lo.for_range(0, count * len(hands), "k") as k:
        hand = lo.let(lo.at(firsts, ir.mod(first + k, len(hands))))
        start: dict[str, ir.IntLike] = {"type_from": number, "from": deck, "level_from": size - 1 - k}
        lo.emit(deck, hand, [lo.act("move", decision=False, type_to=number, to=hand, stack=0, **start)], mover=0)


def _dominoes(lo: Lowering, hands: list[Container], count: Expr) -> None:
    """Draws twice the count in all from all dominoes; each can be drawn as often as the count says, as in Ludii."""
    number = lo.type_number(SiteType.Cell)
    _enough(lo, ir.const(len(lo.eq.components)), count * len(hands))
    firsts = lo.table([h.first_site for h in hands], stem="hands")
    left = lo.list_new(range(1, len(lo.eq.components)))
    with lo.for_range(0, count * 2, "k") as k:
        at = lo.let(lo.run("random_int", ir.list_len(left)))
        what = lo.let(ir.list_at(left, at))
        site = lo.let(lo.at(firsts, ir.mod(k, lo.n_players)) + ir.div(k, lo.n_players))
        lo.emit(site, site, [lo.act("add", type=number, to=site, what=what, count=count)], mover=0)
        lo.run("list_remove_at", left, at)


def _enough(lo: Lowering, there: Expr, wanted: Expr) -> None:
    with lo.if_(there < wanted):
        lo.run("fail", lo.string("there are not enough pieces to deal"))
