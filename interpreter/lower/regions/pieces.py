"""Sites by what stands on them: (sites Occupied …), (sites Around …)."""

from __future__ import annotations

from ludparse.problems.errors import LudRuleError

from ..base.prelude import AbsoluteDirection, Expr, Feature, L, Lowering, RoleType, SiteType, ir, lowers, required
from ..board.large_pieces import cover, is_large
from ..players.counting import each_owned
from ..players.roles import all_bits, in_mask, one_player, player_mask

_ROLES_OF_NAMED = (RoleType.All, RoleType.Enemy, RoleType.NonMover)


@lowers(L.SitesOccupied, to="region")
def occupied(node: L.SitesOccupied, lo: Lowering) -> Expr:
    """The sites with pieces of a player; in stacks by default those with such a piece on top."""
    s = lo.sites
    if isinstance(node.by, L.Player):
        role, who = None, lo.let(lo.int(node.by.index))
    else:
        role, who = node.by, None
    mask = lo.let(player_mask(lo, role, who), "owners")
    named, wanted = _components(node, lo)
    by_name = node.components is not None or isinstance(node.component, str)
    if by_name and role is not None and role not in _ROLES_OF_NAMED:
        # for named pieces Ludii uses the player whose number the role has: Team2 is player 2, Ally nobody
        only = lo.let(lo.role(role), "owner")
        mask = lo.let(mask & player_mask(lo, None, only), "owners")
    container = _container(node, lo)
    on = ir.const(lo.type_number(lo.site_type(node.on)))
    if container is not None:  # the sites of hands are cells
        on = ir.select(container > 0, lo.type_number(SiteType.Cell), on)
    out = lo.var(ir.EMPTY_SET, "out")
    player = one_player(lo, role, who)
    for position in each_owned(lo, mask, lambda c: named is None or c.index in named, player=player, one=wanted):
        site, _, kind = s.decode(position)
        with lo.if_(ir.eq(kind, on)):
            lo.include(out, site)
    if container is not None:
        firsts = lo.table([c.first_site for c in lo.eq.containers], stem="first_site")
        sizes = lo.table([c.num_sites for c in lo.eq.containers], stem="num_sites")
        first = lo.let(lo.at(firsts, container))
        inside = ir.set_range(first, first + lo.at(sizes, container))
        # Ludii reads -1 as no container at all
        lo.assign(out, ir.select(ir.eq(container, -1), out, out & inside))
    if container is not None and container.is_const and container.const == 0 and lo.eq.has_large:
        _add_covered(lo, lo.site_type(node.on), out)
        return out
    if not lo.flags.stacking or node.top is False:
        return out
    return lo.collect(lo.for_set(out), lambda site: in_mask(mask, _owner(lo, node, container, site)), stem="on_top")


def _owner(lo: Lowering, node: L.SitesOccupied, container: Expr | None, site: Expr) -> Expr:
    mine = lo.sites.who(lo.site_type(node.on), site)
    return mine if container is None else ir.select(container > 0, lo.sites.who(SiteType.Cell, site), mine)


def _add_covered(lo: Lowering, t: SiteType, sites: Expr) -> None:
    """The sites that large pieces cover count too."""
    s = lo.sites
    anchors = lo.let(sites, "anchors")
    cells = cover(lo)
    with lo.for_set(anchors) as site:
        what = lo.let(s.what(t, site), "what")
        with lo.if_(is_large(lo, what)):
            lo.include_all(sites, lo.for_row(cells.table, lo.let(cells.row(what, s.state(t, site), site))))


def _components(node: L.SitesOccupied, lo: Lowering) -> tuple[set[int] | None, Expr | None]:
    """The components that count (None: all), or the one that is found during play."""
    if node.components is not None:
        names = node.components
        return {c.index for c in lo.eq.components[1:] if c.base_name in names}, None
    if isinstance(node.component, str):
        name = node.component
        return {c.index for c in lo.eq.components[1:] if name == c.base_name}, None
    if node.component is not None:
        value = lo.static_int(node.component)
        return (None, lo.let(lo.int(node.component), "component")) if value is None else ({value}, None)
    return None, None


def _container(node: L.SitesOccupied, lo: Lowering) -> Expr | None:
    """The index of the container that counts, None for all."""
    if node.container is None:
        return None
    if not isinstance(node.container, str):
        return lo.let(lo.int(node.container), "container")
    if "Hand" not in node.container:
        return ir.const(lo.eq.container(node.container).index)
    who = lo.role(node.by) if isinstance(node.by, RoleType) else lo.int(node.by.index)
    rows = []
    for p in range(lo.n_players + 2):
        hands = [c.index for c in lo.eq.containers if c.is_hand and c.owner == p and node.container in c.name]
        rows.append(hands[0] if hands else -1)
    return lo.let(lo.at(lo.table(rows, stem="hand_of"), who), "container")


@lowers(L.SitesAround, to="region")
def around(node: L.SitesAround, lo: Lowering) -> Expr:
    """The sites at a distance along the radials of one or several sites, the sites themselves left out.

    Raises LudRuleError for a distance that is known to be negative, which Ludii's compiler does not survive.
    """
    t = lo.site_type(node.type_loc)
    direction = node.directions or AbsoluteDirection.Adjacent
    distance = lo.opt_int(node.distance, 1)
    if distance.is_const:
        if distance.const < 0:
            raise LudRuleError(f"no site is at the distance {distance.const}", node.span)
        rows, stride, far = _rings(lo, t, direction, distance.const), 1, ir.const(0)
    else:
        rows, deep = _all_rings(lo, t, direction)
        far = lo.let(ir.select(ir.within(distance, deep), distance, deep), "distance")
        stride = deep + 1
    plain = node.if_ is None and node.type is None
    if plain and node.region_where is None and node.include_self is None:
        others = [[x for x in row if x != place // stride] for place, row in enumerate(rows)]
        return lo.set_at(lo.table(others, "sets", "rings"), lo.int(required(node.where)) * stride + far)
    origins = lo.let(
        lo.region(node.region_where) if node.region_where is not None else ir.set_one(lo.int(required(node.where))),
        "origins",
    )
    out = lo.var(ir.EMPTY_SET, "out")
    if plain:
        sets = lo.table(rows, "sets", "rings")
        if stride == 1:
            lo.assign(out, lo.union_at(sets, origins))
        else:
            with lo.for_set(origins) as site:
                lo.assign(out, out | lo.set_at(sets, site * stride + far))
    else:
        ragged = lo.table(rows, "ragged", "rings")
        with lo.saved("from", "to"), lo.for_set(origins) as site:
            lo.set_ctx("from", site)
            with lo.for_row(ragged, site * stride + far, "to") as to:
                lo.set_ctx("to", to)
                cond = lo.opt_bool(node.if_, True)
                with lo.if_(cond):
                    fits = ir.TRUE if node.type is None else _of_type(lo, node.type, t, to)
                    with lo.if_(fits):
                        lo.include(out, to)
    if node.include_self is None:
        return out - origins
    return lo.choose(lo.bool(node.include_self), lambda: out | origins, lambda: out - origins)


def _rings(lo: Lowering, t: SiteType, direction: AbsoluteDirection, distance: int) -> list[list[int]]:
    board = lo.board
    rows = []
    for site in range(board.size(t)):
        radials = board.radials(t, site, direction)
        reached = [r.sites[distance] for r in radials if distance < len(r.sites)]
        rows.append(list(dict.fromkeys(reached)))
    return rows


def _all_rings(lo: Lowering, t: SiteType, direction: AbsoluteDirection) -> tuple[list[list[int]], int]:
    """The rings of every site and distance, one row after the other, and how many distances there are; the row of the
    last distance of each site is empty."""
    sizes = range(lo.board.size(t))
    deep = max((len(r.sites) for s in sizes for r in lo.board.radials(t, s, direction)), default=1)
    by_distance = [_rings(lo, t, direction, d) for d in range(deep)] + [[[] for _ in sizes]]
    return [by_distance[d][s] for s in sizes for d in range(deep + 1)], deep


def _of_type(lo: Lowering, kind: L.RegionTypeDynamic, t: SiteType, site: Expr) -> Expr:
    """Whether a site holds a piece of the mover, of an enemy …, or nothing."""
    what = lo.sites.what(t, site)
    if kind is L.RegionTypeDynamic.Empty:
        return ir.eq(what, 0)
    if kind is L.RegionTypeDynamic.NotEmpty:
        return ir.ne(what, 0)
    # empty sites are neither own nor enemy; shared pieces are own for everybody
    return ir.ne(what, 0) & in_mask(_owners_of_type(lo, kind), lo.at(lo.sites.owner, what))


def _owners_of_type(lo: Lowering, kind: L.RegionTypeDynamic) -> Expr:
    shared = 1 << (lo.n_players + 1)
    own = ir.shl(1, lo.get("mover")) | shared
    if kind is L.RegionTypeDynamic.Own:
        return own
    if kind is L.RegionTypeDynamic.NotOwn:
        return ir.const(all_bits(lo)) - own
    if kind is L.RegionTypeDynamic.Enemy:
        return player_mask(lo, RoleType.Enemy)
    # for Ludii enemies in teams are not enemies here, but own pieces are
    return player_mask(lo, RoleType.Enemy) | shared if lo.flags.uses(Feature.TEAMS) else own
