"""(pass), (move Pass); playing a card from a hand: (playCard), (move PlayCard)."""

from __future__ import annotations

from ..arguments.moves import move_action, push_move
from ..base.prelude import NONE, Collector, Feature, L, Lowering, Needs, SiteType, ir, lowers


def _pass_needs(node: L.Pass | L.MoveSimple, collector: Collector) -> Feature:
    passes = isinstance(node, L.Pass) or node.kind is L.MoveSimpleType.Pass
    return Feature.NO_END_BY_PASSES if passes and collector.solitaire else NONE


@lowers(L.Pass, to="moves", needs=Needs(more=_pass_needs))
def pass_(node: L.Pass, lo: Lowering) -> None:
    """A pass as an effect."""
    _pass(lo, False, node.then)


@lowers(
    L.PlayCard,
    to="moves",
    needs=Feature.FROM_POSITIONS | Feature.HIDDEN | Feature.NO_END_BY_PASSES | Feature.CARDS | Feature.CELL,
)
def play_card(node: L.PlayCard, lo: Lowering) -> None:
    """Playing any card of the mover's hands, as an effect."""
    _play_card(lo, False, node.then)


@lowers(L.MoveSimple, to="moves", needs=Needs(more=_pass_needs))
def move_simple(node: L.MoveSimple, lo: Lowering) -> None:
    """A pass or the play of a card as a decision."""
    if node.kind is L.MoveSimpleType.Pass:
        _pass(lo, True, node.then)
    else:
        _play_card(lo, True, node.then)


def _pass(lo: Lowering, decision: bool, then: L.Then | None) -> None:
    push_move(lo, -1, -1, [lo.act("pass", decision=decision, forced=0)], then=then)


def _play_card(lo: Lowering, decision: bool, then: L.Then | None) -> None:
    """Moves every card of the mover's hands to the site with the mover's number minus one."""
    cell = lo.type_number(SiteType.Cell)
    mover = lo.let(lo.get("mover"))
    for container in lo.eq.containers[1:]:
        if container.owner == 0:
            continue
        with lo.if_(ir.eq(mover, container.owner)):
            with lo.for_range(container.first_site, container.first_site + container.num_sites, "site") as site:
                with lo.for_range(0, lo.sites.height(SiteType.Cell, site), "level") as level:
                    action = move_action(lo, decision, cell, site, cell, mover - 1, level_from=level)
                    push_move(lo, site, mover - 1, [action], levels=(level, level), then=then)
