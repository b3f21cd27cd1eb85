"""(set …) before the first move: counts, owners, scores, amounts, teams, remembered values, hidden information."""

from __future__ import annotations

from ...equipment.players import is_many
from ..base.memory import remembered
from ..base.prelude import Expr, Feature, L, Lowering, Needs, RoleType, ir, lowers
from ..players.roles import each_real_player
from .rules import Place, each_site, put_piece, site_at, start_action


def _sites(node: L.StartRule, at: L.Int | None, region: L.RegionFunction | None, lo: Lowering, body: Place) -> None:
    """The sites of a region, or the one site, if it is one."""
    if region is not None:
        with lo.for_set(lo.region(region)) as site:
            body(site)
    elif at is not None:
        site = lo.let(lo.int(at))
        with lo.if_(site >= 0):
            body(site)
    else:
        raise lo.unsupported(node, "no site is given")


@lowers(L.SetStartSites, to="start")
def set_sites(node: L.SetStartSites, lo: Lowering) -> None:
    """The count, cost or phase of sites."""
    number = lo.type_number(lo.site_type(node.type))
    kind = node.kind
    if kind is L.SetStartSitesType.Count and len(lo.eq.components) <= 1:
        return

    def set_site(site: Expr) -> None:
        value = lo.int(node.value)
        if kind is L.SetStartSitesType.Count:
            what = lo.eq.components[-1].index  # of several kinds of pieces always the last
            start_action(lo, "set_count", site, type=number, to=site, what=what, count=value)
        elif kind is L.SetStartSitesType.Cost:
            start_action(lo, "set_cost", site, type=number, to=site, cost=value)
        else:
            start_action(lo, "set_phase", site, type=number, to=site, phase=value)

    _sites(node, node.at, node.to, lo, set_site)


@lowers(L.StartSetSite, to="start", needs=Needs(unseen=("locs",)))
def set_site(node: L.StartSetSite, lo: Lowering) -> None:
    """Puts the first piece of an owner (for a player: the component with the player's number) on sites."""
    t = lo.site_type(node.type)
    pieces = lo.eq.components[1:]
    if node.role is RoleType.Neutral:
        what: Expr = ir.const(next((c.index for c in pieces if c.owner == 0), 0))
    elif node.role in (RoleType.Shared, RoleType.All):
        what = ir.const(next((c.index for c in pieces if c.owner == lo.n_players + 1), lo.n_players + 1))
    else:
        what = lo.let(lo.role(node.role))
    if what.is_const and not 1 <= what.const < len(lo.eq.components):
        return  # nobody's piece: then nobody asks where
    with lo.if_((what >= 1) & (what < len(lo.eq.components))):
        if node.locs is not None or node.region is not None or node.coords is not None:
            each_site(lo, node, lambda site: put_piece(lo, t, site, what))
        elif node.coord is not None:
            put_piece(lo, t, site_at(lo, t, node.coord, node), what)
        elif node.loc is not None:
            put_piece(lo, t, lo.int(node.loc), what)


@lowers(L.SetStartPlayer, to="start")
def set_player(node: L.SetStartPlayer, lo: Lowering) -> None:
    """The score or the amount of a player; of all players if none is named."""
    value = lo.let(lo.int(node.value))
    score = node.kind is L.SetStartPlayerType.Score
    everyone = score and node.role in (RoleType.Each, RoleType.All)
    for p in range(1, lo.n_players + 1) if node.role is None or everyone else [lo.role(node.role)]:
        if score:
            start_action(lo, "set_score", player=p, score=value, add=0)
        else:
            start_action(lo, "set_amount", player=p, amount=value)


@lowers(L.SetStartPlayers, to="start", needs=Feature.TEAMS)
def set_players(node: L.SetStartPlayers, lo: Lowering) -> None:
    """The members of a team."""
    team = lo.let(lo.int(node.index))
    for role in node.roles:
        player = lo.let(lo.role(role))
        with lo.if_(lo.is_player(player)):
            start_action(lo, "add_to_team", team=team, player=player)


@lowers(L.SetRememberValue, to="start", needs=Feature.REMEMBERING)
def set_remember_value(node: L.SetRememberValue, lo: Lowering) -> None:
    """Remembers values; with `unique` only those that are not remembered yet."""
    field = remembered(lo, node.name)
    name = -1 if node.name is None else lo.string(node.name)
    unique = lo.let(lo.opt_bool(node.unique, False))

    def remember(value: Expr) -> None:
        known = lo.var(False, "known")
        with lo.if_(unique), lo.for_range(0, lo.length(field)) as i, lo.if_(ir.eq(lo.get(field, i), value)):
            lo.assign(known, True)
        with lo.if_(~known):
            start_action(lo, "remember", name=name, value=value)

    _sites(node, node.value, node.region_value, lo, remember)


@lowers(L.SetStartHidden, to="start", needs=Feature.HIDDEN)
def set_hidden(node: L.SetStartHidden, lo: Lowering) -> None:
    """What of a site or a level is hidden, and from whom."""
    data = node.data_types if node.data_types is not None else (node.data_type,) if node.data_type else ()
    kinds = [f"set_hidden_{d.name.lower()}" for d in data] or ["set_hidden"]
    number = lo.type_number(lo.site_type(node.type))
    level = lo.let(lo.opt_int(node.level, 0))
    value = lo.let(ir.as_int(lo.opt_bool(node.value, True)))
    many = is_many(node.to)
    who = ir.const(0) if many else lo.let(lo.role(node.to))
    for kind in kinds:

        def hide(site: Expr, kind: str = kind) -> None:
            def one(player: Expr) -> None:
                with lo.if_(lo.is_player(player)):
                    start_action(lo, kind, site, type=number, to=site, level=level, who=player, value=value)

            if many:
                each_real_player(lo, node.to, one)
            else:
                one(who)

        _sites(node, node.at, node.region, lo, hide)
