"""(place …): pieces on sites, in hands, on stacks, and at random."""

from __future__ import annotations

from functools import partial

from ludparse.problems.errors import LudRuleError

from ...equipment import ComponentKind
from ..arguments.needs import many, placed
from ..base.prelude import NONE, Collector, Expr, Feature, L, Lowering, Needs, RoleType, SiteType, ir, lowers, required
from .rules import each_site, first_free, put_piece, site_at


def _item_needs(node: L.PlaceItem, _: Collector) -> Feature:
    count = node.counts[0] if node.counts else node.count
    return placed(node.state, node.rotation, node.value) | many(count)


def _stack_needs(node: L.PlaceStack, _: Collector) -> Feature:
    needed = placed(node.state, node.rotation, node.value)
    # only a stack of equal pieces counts them
    if node.items is None and any(x is not None for x in (node.locs, node.region, node.coord, node.counts)):
        needed |= many(node.counts[0] if node.counts else node.count)
    return needed


def _random_needs(node: L.PlaceRandom, _: Collector) -> Feature:
    stacks = node.pieces is not None or node.items is not None
    return placed(node.state, None, node.value) | (Feature.STACKING if stacks else NONE)


def _extras(node: L.PlaceItem | L.PlaceStack | L.PlaceRandom, lo: Lowering) -> dict[str, Expr]:
    names = ("state", "rotation", "value") if not isinstance(node, L.PlaceRandom) else ("state", "value")
    return {n: lo.let(lo.opt_int(getattr(node, n), -1)) for n in names}


@lowers(L.PlaceItem, to="start", needs=Needs(unseen=("locs",), more=_item_needs))
def place_item(node: L.PlaceItem, lo: Lowering) -> None:
    """Places a piece on sites of the board, or in a container."""
    if lo.flags.deduction_puzzle:
        raise lo.unsupported(node, "pieces in deduction puzzles")
    t = lo.site_type(node.type)
    if node.locs is not None or node.region is not None or node.coords is not None or node.counts is not None:
        what = lo.eq.component(node.item).index
        count = lo.let(lo.opt_int(node.counts[0] if node.counts else None, 1))
        extras = _extras(node, lo)
        each_site(lo, node, lambda site: put_piece(lo, t, site, what, count=count, stack=False, **extras))
        return
    given: dict[str, Expr] = {"count": lo.let(lo.opt_int(node.count, 1)), **_extras(node, lo)}
    if node.container == "Hand" and _of_each_player(node, lo):
        for pid in range(1, lo.n_players + 1):
            _in_own_hand(node, lo, t, pid, given)
        return
    component = lo.eq.component(node.item)
    if node.container is not None:
        container = lo.eq.container(node.container)
        if component.kind is ComponentKind.DIE:
            with first_free(lo, container) as site:
                put_piece(lo, t, site, component.index, stack=False, **given)
        elif "Hand" in node.container:
            # Ludii places the component that has the number of the hand
            put_piece(lo, t, container.first_site, container.index, stack=False, **given)
        elif node.loc is not None:
            put_piece(lo, t, lo.int(node.loc) + container.first_site, component.index, stack=False, **given)
        else:
            raise LudRuleError(f"which site of {node.container!r}?", node.span)
    elif node.coord is not None:
        put_piece(lo, t, site_at(lo, t, node.coord, node), component.index, stack=False, **given)
    elif node.loc is not None:
        put_piece(lo, t, lo.int(node.loc), component.index, stack=False, **given)


def _of_each_player(node: L.PlaceItem, lo: Lowering) -> bool:
    """Whether an item's name stands for the pieces of that name of all players."""
    if any(c.isdigit() for c in node.item):
        return False
    named = [c for c in lo.eq.components[1:] if c.name == node.item]
    return not named or named[-1].role is not RoleType.Shared


def _in_own_hand(node: L.PlaceItem, lo: Lowering, t: SiteType, pid: int, given: dict[str, Expr]) -> None:
    """The piece of a player goes to the first empty site of the player's hand."""
    component, hand = lo.eq.component(f"{node.item}{pid}"), lo.eq.container(f"{node.container}{pid}")
    room = ir.set_range(hand.first_site, hand.first_site + hand.num_sites) & lo.sites.empty(SiteType.Cell)
    site = lo.let(ir.set_min(room), "site")
    with lo.if_(site < 0):
        lo.run("fail", lo.string(f"there is no room in {hand.name} for {component.name}"))
    put_piece(lo, t, site, component.index, stack=False, **given)


@lowers(L.PlaceStack, to="start", needs=Needs(Feature.STACKING, unseen=("locs",), more=_stack_needs))
def place_stack(node: L.PlaceStack, lo: Lowering) -> None:
    """Places stacks: the same pieces on each site of a region, or several pieces on one site."""
    if node.items is None and (node.locs or node.region is not None or node.coord is not None or node.counts):
        _equal_stacks(node, lo)
    else:
        _one_stack(node, lo)


def _equal_stacks(node: L.PlaceStack, lo: Lowering) -> None:
    """A stack of the same pieces on each site of a region; each of its own height with several counts."""
    t = lo.site_type(node.type)
    if node.region is None:
        raise LudRuleError("stacks of one piece are placed on a region", node.span)
    what = lo.eq.component(str(node.item)).index
    lo.let(lo.opt_int(node.counts[0] if node.counts else node.count, 1))  # a random count is drawn once more here
    extras = _extras(node, lo)
    k = lo.var(0, "k")
    region = lo.let(lo.region(node.region))
    if node.counts:
        with lo.if_(ir.ne(ir.set_count(region), len(node.counts))):
            lo.run("fail", lo.string("placing stacks needs as many counts as sites"))
    with lo.for_set(region) as site:
        i = lo.var(0, "i")
        with lo.while_(lambda: i < _height(lo, node, k)):
            lo.assign(i, i + 1)
            put_piece(lo, t, site, what, stack=True, **extras)
        lo.assign(k, k + 1)


def _height(lo: Lowering, node: L.PlaceStack, k: Expr) -> Expr:
    """The height of the k-th of several stacks; a random one is drawn again for each piece."""
    if not node.counts:
        return lo.opt_int(node.count, 1)
    known = [lo.static_int(count) for count in node.counts]
    if None not in known:
        return lo.at(lo.table([v for v in known if v is not None], stem="heights"), k)
    height = lo.var(0, "height")
    for i, count in enumerate(node.counts):
        with lo.if_(ir.eq(k, i)):
            lo.assign(height, lo.int(count))
    return height


def _one_stack(node: L.PlaceStack, lo: Lowering) -> None:
    """Pieces on one site, each kind `count` times, or once on every site of a hand."""
    t = lo.site_type(node.type)
    items = node.items if node.items is not None else (str(node.item),)
    count = lo.let(lo.opt_int(node.count, 1))
    extras = _extras(node, lo)
    for item in items:
        component = lo.eq.component(item)

        def put(site: ir.IntLike, what: int = component.index) -> None:
            put_piece(lo, t, site, what, stack=True, **extras)

        if node.container is not None:
            container = lo.eq.container(node.container)
            if component.kind is ComponentKind.DIE and len(items) == 1:
                raise lo.unsupported(node, "placing a die as a stack")
            if node.loc is not None:
                put(lo.int(node.loc) + container.first_site)
            else:
                with lo.for_range(container.first_site, container.first_site + container.num_sites) as site:
                    put(site)
            continue
        if node.coord is not None:
            where: ir.IntLike = site_at(lo, t, node.coord, node)
        elif node.loc is not None:
            where = lo.let(lo.int(node.loc))
        else:
            raise LudRuleError("on which site is the stack to be placed?", node.span)
        with lo.times(count):
            put(where)


@lowers(L.PlaceRandom, to="start", needs=Needs(Feature.STOCHASTIC, more=_random_needs))
def place_random(node: L.PlaceRandom, lo: Lowering) -> None:
    """Places pieces on random empty sites, or all of them on one site in random order."""
    if node.where is not None:
        _random_stack(node, lo)
        return
    if node.shuffled:
        _half_of_them(node, lo)
        return
    for item in node.item or ():
        _scatter(node, lo, lo.eq.component(item).index, _region(node, lo))


def _region(node: L.PlaceRandom, lo: Lowering) -> Expr:
    return lo.sites.all_sites(lo.site_type(node.type)) if node.region is None else lo.region(node.region)


def _scatter(node: L.PlaceRandom, lo: Lowering, what: int | Expr, region: Expr) -> None:
    """Puts pieces of a component on random empty sites of a region, as many as there is room for."""
    s, t = lo.sites, lo.site_type(node.type)
    count = node.count[0] if isinstance(node.count, tuple) else node.count
    left = lo.listed(lo.for_set(region), lambda site: ir.eq(s.what(t, site), 0))
    extras = _extras(node, lo)
    i = lo.var(0, "i")
    with lo.while_(partial(_fewer, lo, i, count)):
        with lo.if_(ir.eq(ir.list_len(left), 0)):
            lo.break_()
        lo.assign(i, i + 1)
        at = lo.let(lo.run("random_int", ir.list_len(left)))
        site = lo.let(ir.list_at(left, at))
        lo.run("list_remove_at", left, at)
        put_piece(lo, t, site, what, stack=False, **extras)


def _half_of_them(node: L.PlaceRandom, lo: Lowering) -> None:
    """Draws which of the pieces is placed next. Ludii takes each out of its list and stops where as many have been
    placed as are left: half of them, one less of an odd number."""
    items = node.item or ()
    left = lo.list_new()
    for item in items:
        lo.push(left, lo.eq.component(item).index)
    region = lo.let(_region(node, lo), "region")
    with lo.times(len(items) // 2):
        at = lo.let(lo.run("random_int", ir.list_len(left)))
        what = lo.let(ir.list_at(left, at), "what")
        lo.run("list_remove_at", left, at)
        _scatter(node, lo, what, region)


def _fewer(lo: Lowering, placed: Expr, count: L.Int | None) -> Expr:
    """Whether more pieces have to be placed. A random count is drawn again at each check."""
    return placed < lo.opt_int(count, 1)


def _random_stack(node: L.PlaceRandom, lo: Lowering) -> None:
    """Puts all pieces on one site, in random order."""
    t = lo.site_type(node.type)
    where = lo.let(lo.int(required(node.where)))
    if node.items is not None:
        names = [i.item for i in node.items]
        counts: list[L.Int | None] = [i.count for i in node.items]
    else:
        names = list(node.pieces or ())
        given = node.count if isinstance(node.count, tuple) else None
        counts = list(given) if given is not None else [1] * len(names)
    left = lo.list_new()
    for name, count in zip(names, counts, strict=False):
        j = lo.var(0, "j")
        with lo.while_(partial(_fewer, lo, j, count)):
            lo.assign(j, j + 1)
            lo.push(left, lo.eq.component(name).index)
    extras = _extras(node, lo)
    with lo.while_(lambda: ir.list_len(left) > 0):
        at = lo.let(lo.run("random_int", ir.list_len(left)))
        what = lo.let(ir.list_at(left, at))
        lo.run("list_remove_at", left, at)
        put_piece(lo, t, where, what, stack=True, **extras)
