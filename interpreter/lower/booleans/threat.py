"""Pieces that could be captured, and pieces within a region: (is Threatened …), (is Within …)."""

from __future__ import annotations

from ...equipment.flags import SiteState
from ...program.modes import PROBE
from ..base.prelude import Expr, FieldKind, L, Lowering, SiteType, ir, lowers, required
from ..lookahead.automatic import ASKING_THREAT
from ..lookahead.one_by_one import any_move_to, draws, skips_prior


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
    busy = lo.field(ASKING_THREAT, FieldKind.INT)
    t = lo.site_type(node.type)
    found = lo.var(False, "threat")
    with lo.if_(ir.eq(lo.get(busy), 0)):
        given = lo.given(node.what, "what")
        wanted = ir.TRUE if given is None else given > 0
        with lo.if_(wanted):
            sites = lo.let(_sites(node, lo, t, given), "asked")
            with lo.for_set(sites) as site:
                what = given if given is not None else lo.let(s.what(t, site), "what")
                with lo.if_(what > 0):
                    _ask(lo, node, t, site, what, given is None, busy, found)
                with lo.if_(found):
                    lo.break_()
    return found


def _sites(node: L.IsComponent, lo: Lowering, t: SiteType, given: Expr | None) -> Expr:
    if node.in_ is not None:
        return lo.region(node.in_)
    if node.at is not None:
        return ir.set_one(lo.int(node.at))
    if given is None:
        return lo.sites.all_sites(t) - lo.sites.empty(t)
    first = lo.first_in(
        lo.for_range(0, lo.sites.on_board[t], "site"), lambda site: ir.eq(lo.sites.what(t, site), given), stem="where"
    )
    return ir.set_one(first)


def _put(node: L.IsComponent, lo: Lowering, t: SiteType) -> SiteType:
    """The type of the site on which Ludii puts the piece: in games that keep several types it is another than the one
    that is asked about.
    """
    if lo.flags.site_state(lo.eq.containers[0]) not in (SiteState.GRAPH, SiteState.GRAPH_STACK):
        return t
    cell = node.type is SiteType.Cell or (node.type is None and lo.eq.default_site is not SiteType.Vertex)
    return SiteType.Vertex if cell else SiteType.Cell


def _ask(
    lo: Lowering, node: L.IsComponent, t: SiteType, site: Expr, what: Expr, sets_next: bool, busy: str, found: Expr
) -> None:
    s = lo.sites
    plays = _plays(lo) if node.specific_moves is None else [[node.specific_moves]]
    in_order = any(draws(lo, moves) or skips_prior(moves) for phase in plays for moves in phase)
    owner = lo.let(lo.at(s.owner, what), "owner")
    # a copy is needed only if the piece is not there already, or if dice are thrown to find the moves of the enemy
    put = _put(node, lo, t)
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
        olds = {f: lo.let(lo.get(f)) for f in ("prev", "mover", "next")}
        lo.put("prev", owner)
        lo.put(busy, 1)
        with lo.for_range(1, lo.n_players + 1, "enemy") as enemy, lo.if_(ir.ne(enemy, owner)):
            lo.put("mover", enemy)
            if sets_next:
                lo.put("next", owner)
            if in_order:
                with lo.guarded():  # during the query nothing counts as threatened
                    _look(lo, plays, site, found)
            else:
                with lo.question(PROBE, site) as answer:
                    if node.specific_moves is not None:
                        lo.moves(node.specific_moves)
                    else:
                        lo.do(lo.call(lo.phase_moves))
                lo.assign(found, answer)
            with lo.if_(found):
                lo.break_()
        lo.put(busy, 0)
        for f, old in olds.items():
            lo.put(f, old)


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
