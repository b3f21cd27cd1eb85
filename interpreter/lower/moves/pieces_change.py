"""Pieces that are turned over or change their owner: (flip …), (take Control …)."""

from __future__ import annotations

from ...equipment import Component
from ..arguments.moves import Place
from ..base.prelude import Expr, Feature, L, Lowering, RoleType, ir, lowers
from ..board.groups import owned_list
from ..players.roles import player_mask


def _can_flip(lo: Lowering, what: Expr) -> Expr:
    return ir.eq(lo.at(lo.table([int(c.flips is not None) for c in lo.eq.components], stem="can_flip"), what), 1)


def _flipped(lo: Lowering, what: Expr, state: Expr) -> Expr:
    """The state of a component after it is turned over: the other one of its two."""
    one = lo.table([-1 if c.flips is None else c.flips[0] for c in lo.eq.components], stem="flip")
    two = lo.table([-1 if c.flips is None else c.flips[1] for c in lo.eq.components], stem="flip")
    back = ir.select(ir.eq(state, lo.at(two, what)), lo.at(one, what), state)
    new = ir.select(ir.eq(state, lo.at(one, what)), lo.at(two, what), back)
    return ir.select(_can_flip(lo, what), new, state)


@lowers(L.Flip, to="moves", needs=Feature.STATE)
def flip(node: L.Flip, lo: Lowering) -> None:
    """Turns a piece over, or a stack upside down and each of its pieces over."""
    site = lo.let(lo.int(L.IteratorTo() if node.loc is None else node.loc), "site")
    with lo.if_(ir.eq(site, -1)):
        lo.return_()
    mark = lo.mark()
    place = Place(lo, node.type, site)
    height = lo.let(place.height(), "height")
    with lo.if_(ir.eq(height, 1)):
        _flip_piece(lo, place)
    if lo.sites.stacking:
        with lo.if_(height > 1):
            _flip_stack(lo, place, height)
    lo.attach(mark, node.then)


def _flip_piece(lo: Lowering, place: Place) -> None:
    what = lo.let(place.what())
    with lo.if_(ir.ne(what, 0) & _can_flip(lo, what)):
        state = _flipped(lo, what, lo.let(place.kept("state")))
        lo.emit(place.site, place.site, [lo.act("set_state", type=place.number, to=place.site, state=state)], mover=0)


def _flip_stack(lo: Lowering, place: Place, height: Expr) -> None:
    """One move that removes every level, and then adds the pieces again, those that were on top first."""
    at: dict[str, ir.IntLike] = {"type": place.number, "to": place.site}
    with lo.one_move(0, 0, 0):
        with lo.for_range(0, height, "level") as level:
            lo.push_action(lo.act("remove_level", decision=False, level=level, **at))
        with lo.for_range(height - 1, 0, "level", down=True) as level:
            what, state, rotation, value = (
                lo.let(place.kept(prop, level)) for prop in ("what", "state", "rotation", "value")
            )
            piece = {"what": what, "state": _flipped(lo, what, state), "rotation": rotation, "value": value}
            lo.push_action(lo.act("add", decision=False, count=1, stack=1, **piece, **at))


@lowers(L.TakeControl, to="moves")
def take_control(node: L.TakeControl, lo: Lowering) -> None:
    """Each piece of the players, in a region if one is given, becomes the new owner's piece of the same name."""
    s = lo.sites
    t = lo.site_type(node.type)
    new_owner = lo.let(lo.int(node.by), "new_owner")
    sites = owned_list(lo, _owners(node, lo))
    region: Expr | None = None
    if node.at is not None:
        region = lo.let(ir.set_one(lo.int(node.at)))
    elif node.to is not None:
        region = lo.let(lo.region(node.to))
    owners = lo.n_players + 2
    alike = lo.table([_counterpart(lo, c, p) for c in lo.eq.components for p in range(owners)], stem="alike")
    mark = lo.mark()
    with lo.for_list(sites, "site") as site, lo.if_(ir.TRUE if region is None else ir.set_has(region, site)):
        what = lo.let(s.what(t, site), "what")
        new = lo.let(lo.at(alike, what * owners + new_owner), "new")
        with lo.if_((what > 0) & (new_owner >= 0) & (new_owner < owners) & (new > 0)):
            at: dict[str, ir.IntLike] = {"type": lo.type_number(t), "to": site}
            kept: dict[str, ir.IntLike] = {
                "state": s.state(t, site) if s.keeps("state") else 0,
                "rotation": s.rotation(t, site) if s.keeps("rotation") else 0,
                "value": s.value(t, site) if s.keeps("value") else 0,
            }
            remove = lo.act("remove", decision=False, **at)
            add = lo.act("add", decision=False, what=new, count=s.count(t, site), **kept, **at)
            lo.emit(site, site, [remove, add], mover=0)
    lo.attach(mark, node.then)


def _owners(node: L.TakeControl, lo: Lowering) -> Expr:
    """The players whose pieces are taken, as a mask: of All everybody, the neutral and the shared player included."""
    if node.of is RoleType.All:
        return player_mask(lo, RoleType.All)
    return lo.let(player_mask(lo, None, lo.let(lo.int(node.of))))


def _counterpart(lo: Lowering, component: Component, player: int) -> int:
    """The component of that name which a player owns; -1 for none."""
    named = (c for c in lo.eq.components[1:] if c.base_name == component.base_name)
    return next((c.index for c in named if c.owner == player), -1)
