"""Groups that join regions: (is Connected …), (is Blocked …)."""

from __future__ import annotations

from collections.abc import Callable

from ..arguments.equipment_regions import region_sets
from ..base.prelude import Expr, L, Lowering, Needs, ir, lowers
from ..board.groups import flood


@lowers(L.IsConnect, to="bool", needs=Needs(unseen=("at", "directions")))
def is_connect(node: L.IsConnect, lo: Lowering) -> Expr:
    """Whether the group of the piece on a site touches enough of the regions."""
    s = lo.sites
    if node.kind is L.IsConnectType.Blocked:
        return _blocked(node, lo)
    t = lo.site_type(node.type)
    start = lo.let(lo.opt_int(node.at, lo.get("last_to")), "start")
    who = lo.let(s.who(t, start), "who")
    result = lo.var(False, "joined")
    with lo.if_(ir.within(start, s.on_board[t]) & (who > 0)):
        group = flood(lo, t, start, node.directions, lambda to: ir.eq(s.who(t, to), who), told=False)
        owner = None if node.role is None else lo.let(lo.role(node.role))
        if owner is not None:
            with lo.if_(ir.ne(who, owner)):
                lo.assign(group, ir.set_one(start))
        _with_regions(lo, node, owner, lambda regions: _touch(lo, node, start, group, regions, result))
    return result


def _with_regions(lo: Lowering, node: L.IsConnect, owner: Expr | None, use: Callable[[list[Expr]], None]) -> None:
    """Calls `use` with the regions that have to be connected: those of an owner, the given ones, or those of a static
    kind.
    """
    if owner is not None:
        for p in range(lo.n_players + 2):
            regions = [r for r in lo.eq.regions if r.owner == p]
            if regions:
                with lo.if_(ir.eq(owner, p)):
                    use([s for r in regions for s in region_sets(lo, r)])
    elif node.regions is not None:
        use([lo.region(r) for r in node.regions])
    else:
        assert node.region_type is not None, "a signature asks for one of them"
        use([lo.set_const(s) for s in lo.eq.static_regions(node.region_type) if len(s)])


def _touch(lo: Lowering, node: L.IsConnect, start: Expr, group: Expr, regions: list[Expr], result: Expr) -> None:
    count = lo.var(0, "count")
    if not regions:
        return
    *others, last = regions
    if node.number is not None:
        last = lo.let(last)
    for region in (*others, last):
        touches = ~ir.set_eq(group & region, ir.EMPTY_SET)
        lo.assign(count, count + ir.select(touches, 1, 0))
    need = lo.opt_int(node.number, len(regions))
    # Ludii counts up from the last region on, and asks for equality after each: none is right before the second alone
    none = ir.eq(need, 0) & ~ir.set_has(last, start)
    with lo.if_((need >= 1) & (count >= need) | none):
        lo.assign(result, True)


def _blocked(node: L.IsConnect, lo: Lowering) -> Expr:
    """Whether a player can no longer connect enough regions over empty sites and sites of their own."""
    who = lo.let(lo.get("mover") if node.role is None else lo.role(node.role), "who")
    result = lo.var(True, "blocked")
    owner = None if node.role is None else who
    _with_regions(lo, node, owner, lambda regions: _reach(lo, node, who, regions, result))
    return result


def _reach(lo: Lowering, node: L.IsConnect, who: Expr, regions: list[Expr], blocked: Expr) -> None:
    s, t = lo.sites, lo.site_type(node.type)
    first, *others = (lo.let(r, "region") for r in regions)
    need = lo.let(lo.opt_int(node.number, len(regions)), "need")

    def free(site: Expr) -> Expr:
        return ir.eq(s.who(t, site), who) | ir.eq(s.what(t, site), 0)

    with lo.saved("to"), lo.for_set(first, "start") as start:
        with lo.if_(ir.eq(need, 1)):
            lo.assign(blocked, False)
            lo.break_()
        with lo.if_(free(start)):
            group = flood(lo, t, start, node.directions, free)
            count = lo.var(1, "count")
            for region in others:
                # the first site itself does not count for the other regions
                met = (group & region) - ir.set_one(start)
                lo.assign(count, count + ir.select(ir.set_eq(met, ir.EMPTY_SET), 0, 1))
            with lo.if_(count >= need):
                lo.assign(blocked, False)
                lo.break_()
