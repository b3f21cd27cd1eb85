"""Pieces that are turned over or change their owner: (flip …), (take Control …)."""

from __future__ import annotations

from ..arguments.moves import Place
from ..base.prelude import Expr, Feature, L, Lowering, RoleType, SiteType, ir, lowers
from ..board.groups import owned_list


def _flipped(lo: Lowering, what: Expr, state: Expr) -> Expr:
    """The state of a component after it is turned over."""
    one = lo.table([-1 if c.flips is None else c.flips[0] for c in lo.eq.components], stem="flip")
    two = lo.table([-1 if c.flips is None else c.flips[1] for c in lo.eq.components], stem="flip")
    back = ir.select(ir.eq(state, lo.at(two, what)), lo.at(one, what), state)
    new = ir.select(ir.eq(state, lo.at(one, what)), lo.at(two, what), back)
    return ir.select(ir.eq(_can_flip(lo, what), 1), new, state)


def _can_flip(lo: Lowering, what: Expr) -> Expr:
    return lo.at(lo.table([int(c.flips is not None) for c in lo.eq.components], stem="can_flip"), what)


@lowers(L.Flip, to="moves", needs=Feature.STATE)
def flip(node: L.Flip, lo: Lowering) -> None:
    """Gives a piece its other state; turns a stack upside down and flips each piece."""
    s = lo.sites
    site = lo.let(lo.int(L.IteratorTo() if node.loc is None else node.loc), "site")
    with lo.if_(ir.eq(site, -1)):
        lo.return_()
    mark = lo.mark()
    place = Place(lo, node.type, site)
    height = lo.let(place.height(), "height")
    with lo.if_(ir.eq(height, 1)):
        what = lo.let(place.what())
        with lo.if_(ir.ne(what, 0) & ir.eq(_can_flip(lo, what), 1)):
            state = lo.let(_property(lo, place, "state", None))
            act = lo.act("set_state", type=place.number, to=site, state=_flipped(lo, what, state))
            lo.emit(site, site, [act], mover=0)
    if s.stacking:
        with lo.if_(height > 1):
            with lo.one_move(0, 0, 0):
                with lo.for_range(0, height, "level") as level:
                    lo.push_action(lo.act("remove_level", type=place.number, to=site, level=level))
                with lo.for_range(height - 1, 0, "level", down=True) as level:
                    what = lo.let(_property(lo, place, "what", level))
                    state, rotation, value = (
                        lo.let(_property(lo, place, p, level)) for p in ("state", "rotation", "value")
                    )
                    ends = {"type": place.number, "to": site}
                    turned = {"state": _flipped(lo, what, state), "rotation": rotation, "value": value}
                    lo.push_action(lo.act("add", decision=False, what=what, count=1, stack=1, **ends, **turned))
    lo.attach(mark, node.then)


def _property(lo: Lowering, place: Place, prop: str, level: Expr | None) -> Expr:
    if not lo.sites.keeps(prop):
        return ir.const(0)
    read = getattr(lo.sites, prop)
    own: Expr = read(place.type, place.site, level)
    if place.in_hand is None:
        return own
    return ir.select(place.in_hand, read(SiteType.Cell, place.site, level), own)


@lowers(L.TakeControl, to="moves")
def take_control(node: L.TakeControl, lo: Lowering) -> None:
    """Pieces of one player are replaced by those of another of the same name."""
    s = lo.sites
    t = lo.site_type(node.type)
    number = lo.type_number(t)
    new_owner = lo.let(lo.int(node.by), "new_owner")
    everybody = ir.const((1 << (lo.n_players + 2)) - 1)
    if node.of is RoleType.All:
        mask = everybody
    else:
        owner = lo.let(lo.int(node.of))
        inside = (owner >= 0) & (owner <= lo.n_players + 1)
        mask = lo.let(ir.select(inside, ir.shl(1, owner), 0))
    sites = owned_list(lo, mask)
    region: Expr | None = None
    if node.at is not None:
        region = lo.let(ir.set_one(lo.int(node.at)))
    elif node.to is not None:
        region = lo.let(lo.region(node.to))
    rows = lo.n_players + 2
    alike = [
        next((d.index for d in lo.eq.components[1:] if d.owner == p and d.base_name == c.base_name), -1)
        for c in lo.eq.components
        for p in range(rows)
    ]
    table = lo.table(alike, stem="alike")
    mark = lo.mark()
    with lo.for_list(sites, "site") as site:
        with lo.if_(ir.TRUE if region is None else ir.set_has(region, site)):
            what = lo.let(s.what(t, site), "what")
            new = lo.let(lo.at(table, what * rows + new_owner), "new")
            with lo.if_((what > 0) & (new_owner >= 0) & (new_owner < rows) & (new > 0)):
                remove = lo.act("remove", type=number, to=site)
                add = lo.act(
                    "add",
                    type=number,
                    to=site,
                    what=new,
                    count=s.count(t, site),
                    state=s.state(t, site) if s.keeps("state") else 0,
                    rotation=s.rotation(t, site) if s.keeps("rotation") else 0,
                    value=s.value(t, site) if s.keeps("value") else 0,
                )
                lo.emit(site, site, [remove, add], mover=0)
    lo.attach(mark, node.then)
