"""Pieces that could be captured, and pieces within a region: (is Threatened …), (is Within …)."""

from __future__ import annotations

from ...equipment.flags import SiteState
from ...program.modes import PROBE
from ..base.prelude import Expr, FieldKind, Function, L, Lowering, SiteType, Type, ir, lowers, per_game, required
from ..lookahead.automatic import ASKING_THREAT
from ..lookahead.move_after_move import any_move_to, draws, skips_prior


@lowers(L.IsComponent, to="bool")
def is_component(node: L.IsComponent, lo: Lowering) -> Expr:
    """Whether a piece is within a region, or whether a site is threatened."""
    if node.kind is L.IsComponentType.Within:
        return _within(node, lo)
    return _threatened(node, lo)


def _within(node: L.IsComponent, lo: Lowering) -> Expr:
    s = lo.sites
    what = lo.let(lo.int(required(node.what)))
    region = lo.let(lo.region(node.in_) if node.in_ is not None else ir.set_one(lo.int(required(node.at))), "region")

    def inside(position: Expr) -> Expr:
        return ir.set_has(region, s.decode(position)[0])

    return lo.any_in(s.positions(what), inside, stem="within")


def _threatened(node: L.IsComponent, lo: Lowering) -> Expr:
    """Whether a move of an enemy could end on the site. During the query nothing counts as threatened."""
    s = lo.sites
    t = lo.site_type(node.type)
    found = lo.var(False, "threat")
    with lo.if_(ir.eq(lo.get(lo.field(ASKING_THREAT, FieldKind.INT)), 0)):
        given = lo.given(node.what, "what")
        ask = _question(lo, node.specific_moves, t, _put(node, lo, t), given is None)

        def threatened(site: Expr) -> Expr:
            return lo.call(ask, site, s.what(t, site) if given is None else given)

        with lo.if_(ir.TRUE if given is None else given > 0):
            if node.in_ is None and (node.at is not None or given is not None):
                site = lo.let(_site(lo, t, given) if node.at is None else lo.int(node.at))
                with lo.if_(site >= 0):
                    lo.assign(found, threatened(site))
            else:
                sites = s.all_sites(t) - s.empty(t) if node.in_ is None else lo.region(node.in_)
                lo.assign(found, lo.any_in(lo.for_set(lo.let(sites, "asked")), threatened))
    return found


def _site(lo: Lowering, t: SiteType, what: Expr | None) -> Expr:
    sites = lo.for_range(0, lo.sites.on_board[t], "site")
    return lo.first_in(sites, lambda site: ir.eq(lo.sites.what(t, site), required(what)), stem="where")


def _put(node: L.IsComponent, lo: Lowering, t: SiteType) -> SiteType:
    """The type of the site on which Ludii puts the piece: stacks, and games that keep several types, go by the type
    that it names, which is another than the one that is asked about.
    """
    if lo.flags.site_state(lo.eq.containers[0]) not in (SiteState.GRAPH, SiteState.GRAPH_STACK, SiteState.STACK):
        return t
    cell = node.type is SiteType.Cell or (node.type is None and lo.eq.default_site is not SiteType.Vertex)
    return SiteType.Vertex if cell else SiteType.Cell


@per_game
def _question(lo: Lowering, moves: L.Moves | None, t: SiteType, put: SiteType, sets_next: bool) -> Function:
    """Whether a move of an enemy could end on a site if a certain piece were there.

    moves: those that are looked at instead of the moves of the phase. put: the type of the site where the piece is put
    for the query. sets_next: whether the owner of the piece is next while an enemy is asked.
    """
    fn = lo.declare("threatened", [("site", Type.INT), ("what", Type.INT)], Type.BOOL)

    def write() -> None:
        with lo.define(fn) as (_, (site, what)):
            found = lo.var(False, "threat")
            with lo.if_(what > 0):
                _ask(lo, moves, t, put, sets_next, site, what, found)
            lo.return_(found)

    lo.later(write)  # the moves that are asked may contain the same question
    return fn


def _ask(
    lo: Lowering, moves: L.Moves | None, t: SiteType, put: SiteType, sets_next: bool, site: Expr, what: Expr,
    found: Expr
) -> None:  # fmt: skip
    s = lo.sites
    plays = _plays(lo) if moves is None else [[moves]]
    in_order = any(draws(lo, asked) or skips_prior(asked) for phase in plays for asked in phase)
    owner = lo.let(lo.at(s.owner, what), "owner")
    # a copy is needed only if the piece is not there already, or if dice are thrown to find the moves of the enemy
    moved = ir.TRUE if lo.flags.stochastic or put is not t else lo.let(ir.ne(s.what(t, site), what), "moved")
    with lo.on_copy(moved):
        if put in s.types:
            there = moved & (site < s.size[put])
            if s.stacking:  # on an empty stack Ludii puts nothing
                there = there & (s.height(put, site) > 0)
            with lo.if_(there):
                s.set(put, site, what=what, who=owner)
                if not lo.flags.counts:  # Ludii goes by the count there, which it leaves as it was
                    s.set_empty(put, site, False)
        with lo.restoring(fields=("prev", "mover", "next")):
            lo.put("prev", owner)
            lo.put(ASKING_THREAT, 1)  # during the query nothing counts as threatened
            with lo.for_range(1, lo.n_players + 1, "enemy") as enemy, lo.if_(ir.ne(enemy, owner)):
                lo.put("mover", enemy)
                if sets_next:
                    lo.put("next", owner)
                if in_order:
                    _look(lo, plays, site, found)
                else:
                    with lo.question(PROBE, site) as answer:
                        if moves is not None:
                            lo.moves(moves)
                        else:
                            lo.do(lo.call(lo.phase_moves))
                    lo.assign(found, answer)
                with lo.if_(found):
                    lo.break_()
            lo.put(ASKING_THREAT, 0)


def _plays(lo: Lowering) -> list[list[L.Moves]]:
    """The generators of each phase, its own before the common one."""
    rules = lo.game.rules
    common = [] if rules.play is None else [rules.play.moves]
    phases = [([] if phase.play is None else [phase.play.moves]) + common for phase in rules.phases or ()]
    return phases or [common]


def _look(lo: Lowering, plays: list[list[L.Moves]], site: Expr, found: Expr) -> None:
    """Looks for a move to the site, as Ludii does, one generator after the other: what is drawn depends on it."""
    if len(plays) == 1:
        any_move_to(lo, plays[0], site, found)
        return
    phase = lo.let(lo.get("phase", lo.get("mover")))
    for i, generators in enumerate(plays):
        with lo.if_(ir.eq(phase, i)):
            any_move_to(lo, generators, site, found)
