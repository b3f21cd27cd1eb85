"""Choosing sites: (select …) and (move Select …)."""

from __future__ import annotations

from collections.abc import Callable

from ..arguments.moves import push_move
from ..base.prelude import NONE, Collector, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers


def _choice_needs(node: L.Select | L.MoveSelect, _: Collector) -> Feature:
    chooses = node.to is not None and (node.to.region is not None or node.to.loc is not None)
    return Feature.FROM_POSITIONS if chooses else NONE


Node = L.Select | L.MoveSelect


@lowers(
    L.Select, L.MoveSelect, to="moves",
    needs=Needs(parts={"to": ("type", "region", "loc", "level", "if_")}, more=_choice_needs),
)  # fmt: skip
def select(node: Node, lo: Lowering) -> None:
    """One move for each site that may be chosen, or for each pair of sites, in ascending order."""
    t = lo.site_type(node.from_.type)
    mover = None if node.mover is None else lo.let(lo.role(node.mover))

    def one(site: Expr) -> None:
        level = None
        if lo.flags.stacking:
            given = node.from_.level
            level = lo.let(lo.sites.height(t, site) - 1 if given is None else lo.int(given))
        with lo.if_(_exists(lo, t, site)):
            lo.set_ctx("from", site)
            lo.set_ctx("to", site)
            with lo.if_(lo.opt_bool(node.from_.if_, True)):
                _to(node, lo, t, site, level, mover)

    with lo.saved("from", "to"):
        _each(lo, node.from_, "from", one)


def _each(lo: Lowering, node: L.From | L.To, slot: str, body: Callable[[Expr], None]) -> None:
    if node.region is not None:
        with lo.for_set(lo.let(lo.region(node.region), "region")) as site:
            body(site)
    else:
        body(lo.let(lo.ctx(slot) if node.loc is None else lo.int(node.loc), "site"))


def _exists(lo: Lowering, t: SiteType, site: Expr) -> Expr:
    return ir.within(site, lo.sites.size[t])


def _to(node: Node, lo: Lowering, t: SiteType, site: Expr, level: Expr | None, mover: Expr | None) -> None:
    decision = isinstance(node, L.MoveSelect)
    params: dict[str, ir.IntLike] = {"type_from": lo.type_number(t), "from": site}
    if level is not None:
        params["level_from"] = level
    if node.to is None:
        push_move(lo, site, site, [lo.act("select", decision=decision, **params)], mover=mover, then=node.then)
        return
    to = node.to
    kind = lo.site_type(to.type)

    def one(target: Expr) -> None:
        with lo.if_(_exists(lo, kind, target)):
            top = lo.let(lo.sites.height(kind, target) - 1 if to.level is None else lo.int(to.level))
            lo.set_ctx("to", target)
            with lo.if_(lo.opt_bool(to.if_, True)):
                ends = {**params, "type_to": lo.type_number(kind), "to": target, "level_to": top}
                push_move(lo, site, target, [lo.act("select", decision=decision, **ends)], mover=mover, then=node.then)

    _each(lo, to, "to", one)
