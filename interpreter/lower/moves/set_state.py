"""Effects on numbers of the state: variables, scores, counters, pending and remembered values, the next player."""

from __future__ import annotations

from ..base.memory import remembered, remembered_names, variable
from ..base.prelude import (
    NONE,
    Collector,
    Expr,
    Feature,
    L,
    Lowering,
    Needs,
    RoleType,
    SiteType,
    ir,
    lowers,
    required,
)
from ..players.roles import each_real_player


@lowers(L.SetVar, to="moves", needs=Feature.VARIABLES)
def set_var(node: L.SetVar, lo: Lowering) -> None:
    """One move of nobody that sets a variable; the temporary value if it has no name."""
    value = lo.opt_int(node.new_value, -1)
    if node.name is None:
        act = lo.act("set_temp", temp=value)
    else:
        variable(lo, node.name)
        act = lo.act("set_var", name=lo.string(node.name), value=value)
    lo.emit(-1, -1, [act], mover=0, then=node.then)


@lowers(L.SetPending, to="moves", needs=Feature.PENDING)
def set_pending(node: L.SetPending, lo: Lowering) -> None:
    """One move for all values. Ludii does not attach a consequent here."""
    if node.region is None:
        lo.emit(-1, -1, [lo.act("set_pending", value=lo.opt_int(node.value, -1))], mover=0)
        return
    sites = lo.let(lo.region(node.region))
    with lo.if_(ir.set_count(sites) > 0):
        with lo.one_move(0, -1, -1):
            with lo.for_set(sites) as site:
                lo.push_action(lo.act("set_pending", value=site))


@lowers(L.SetValue, to="moves")
def set_value(node: L.SetValue, lo: Lowering) -> None:
    """The counter or the pot; Ludii does not attach a consequent here."""
    kind, param = ("set_counter", "counter") if node.kind is L.SetValueType.Counter else ("set_pot", "pot")
    lo.emit(-1, -1, [lo.act(kind, **{param: lo.opt_int(node.new_value, -1)})], mover=0)


@lowers(L.AddScore, to="moves", needs=Feature.SCORE | Feature.SCORE_IN_HASH)
def add_score(node: L.AddScore, lo: Lowering) -> None:
    """One move of nobody for each player whose score changes. Further roles or scores without a partner are ignored."""
    mark = lo.mark()
    if node.scores is not None:
        scores = node.scores
        owners = node.roles if node.roles is not None else node.players or ()
    else:
        scores = (required(node.score),)
        owners = (node.role,) if node.role is not None else (node.player.index,) if node.player else ()
    for owner, score in zip(owners, scores, strict=False):
        value = lo.let(lo.int(score))

        def add(player: Expr, value: Expr = value) -> None:
            lo.emit(-1, -1, [lo.act("set_score", player=player, score=value, add=1)], mover=0)

        if isinstance(owner, RoleType):
            each_real_player(lo, owner, add)
        else:
            add(lo.int(owner))
    lo.attach(mark, node.then)


@lowers(L.SetPlayer, to="moves")
def set_player(node: L.SetPlayer, lo: Lowering) -> None:
    """One move for each player whose score changes; a single one for a value or an amount."""
    mark = lo.mark()
    if node.kind is L.SetPlayerType.Score:
        value = lo.let(lo.int(node.value))

        def score(player: Expr) -> None:
            lo.emit(-1, -1, [lo.act("set_score", player=player, score=value)], mover=0)

        if node.player is not None:
            score(lo.int(node.player.index))
        else:
            each_real_player(lo, node.role or RoleType.Shared, score)
    else:
        player = lo.let(lo.int(node.player.index) if node.player is not None else lo.role(node.role or RoleType.Shared))
        kind, param = ("set_player_value", "value") if node.kind is L.SetPlayerType.Value else ("set_amount", "amount")
        value = lo.let(lo.int(node.value))
        with lo.if_((player >= 0) & (player <= lo.n_players)):
            lo.emit(-1, -1, [lo.act(kind, player=player, **{param: value})])
    lo.attach(mark, node.then)


@lowers(L.SetNextPlayer, to="moves")
def set_next_player(node: L.SetNextPlayer, lo: Lowering) -> None:
    """One move for each of the players. Numbers that stand for nobody give none."""

    def one(player: Expr) -> None:
        with lo.if_(lo.is_player(player)):
            lo.emit(-1, -1, [lo.act("set_next_player", player=player)])

    if node.who is not None:
        one(lo.let(lo.int(node.who.index)))
    else:
        players = lo.let(lo.ints(required(node.next_players)))
        with lo.for_list(players) as player:
            one(player)


def _site_needs(node: L.SetSite, collector: Collector) -> Feature:
    """Ludii takes a level for a count, and forgets it."""
    return NONE if node.kind is L.SetSiteType.Count else collector.of_value(node.level, L.SetSite)


@lowers(L.SetSite, to="moves", needs=Needs(unseen=("level",), more=_site_needs))
def set_site(node: L.SetSite, lo: Lowering) -> None:
    """One move that sets the count, state or value of a site; none for a negative level or value, or the state of a
    negative site."""
    t = lo.site_type(node.type)
    mark = lo.mark()
    if node.kind is L.SetSiteType.Count:
        site = lo.let(lo.int(node.at))
        value = lo.let(lo.int(node.value))
        act = lo.act("set_count", type=lo.type_number(t), to=site, what=lo.sites.what(t, site), count=value)
        lo.emit(site, site, [act], mover=0)
    else:
        value = lo.let(lo.int(node.value))
        level = lo.let(lo.opt_int(node.level, -1))
        site = lo.let(lo.int(node.at))
        with lo.if_((value >= 0) & (level >= -1)):
            beyond, own = lo.sites.beyond, lo.type_number(t)
            kind = own if beyond is None else ir.select(site >= beyond, lo.type_number(SiteType.Cell), own)
            if node.kind is L.SetSiteType.State:
                there = ir.within(site, lo.board.size(t))
                if beyond is not None:
                    there = there | (site >= beyond) & (site < lo.sites.total)
                with lo.if_(there):
                    lo.emit(site, site, [lo.act("set_state", type=kind, to=site, level=level, state=value)], mover=0)
            else:
                # here Ludii names the type of the board also for a hand
                act = lo.act("set_value", type=lo.type_number(t), to=site, level=level, value=value)
                lo.emit(site, site, [act], mover=0)
    lo.attach(mark, node.then)


@lowers(L.RememberValue, to="moves", needs=Feature.REMEMBERING)
def remember_value(node: L.RememberValue, lo: Lowering) -> None:
    """One move for each value; with `unique` only for values that are not remembered yet."""
    field = remembered(lo, node.name)
    value = lo.let(lo.int(node.value))
    fresh = lo.var(True, "fresh")
    if node.unique is not None:
        with lo.if_(lo.bool(node.unique)), lo.for_range(0, lo.length(field)) as i:
            with lo.if_(ir.eq(lo.get(field, i), value)):
                lo.assign(fresh, False)
    with lo.if_(fresh):
        act = lo.act("remember", name=-1 if node.name is None else lo.string(node.name), value=value)
        lo.emit(-1, -1, [act], mover=0, then=node.then)


@lowers(L.ForgetValue, to="moves", needs=Feature.REMEMBERING)
def forget_value(node: L.ForgetValue, lo: Lowering) -> None:
    """Without a name, All means the values of all names."""
    name = -1 if node.name is None else lo.string(node.name)
    mark = lo.mark()
    if node.value_type is not None:
        # one move for all of them
        names = [node.name] if node.name is not None else [None, *remembered_names(lo)]
        fields = [(remembered(lo, one), -1 if one is None else lo.string(one)) for one in names]
        with lo.if_(ir.or_(*(lo.length(field) > 0 for field, _ in fields))), lo.one_move(0, -1, -1):
            for field, number in fields:
                with lo.for_range(0, lo.length(field)) as i:
                    lo.push_action(lo.act("forget", name=number, value=lo.get(field, i)))
    else:
        remembered(lo, node.name)
        lo.emit(-1, -1, [lo.act("forget", name=name, value=lo.int(required(node.value)))], mover=0)
    lo.attach(mark, node.then)


@lowers(L.Trigger, to="moves")
def trigger(node: L.Trigger, lo: Lowering) -> None:
    """Ludii does not attach a consequent here."""
    player = lo.int(required(node.index_player if node.index_player is not None else node.role))
    lo.emit(-1, -1, [lo.act("trigger", event=lo.string(node.event), player=player)], mover=0)
