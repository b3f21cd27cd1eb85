"""Values set by enclosing ludemes (from, to, between, site, level, value, player …), and the last move."""

from __future__ import annotations

from ..base.last_sites import acted_on, action_site
from ..base.prelude import (
    ACTIONS,
    ORDER,
    Expr,
    Feature,
    FieldKind,
    L,
    Lowering,
    SiteType,
    action_number,
    declare,
    ir,
    lowers,
    per_game,
    required,
)

_SLOTS: dict[type, str] = {
    L.IteratorBetween: "between",
    L.IteratorLevel: "level",
    L.IteratorPips: "pip",
    L.IteratorPlayer: "player",
    L.IteratorSite: "site",
    L.IteratorTo: "to",
    L.IteratorTrack: "track",
    L.IteratorValue: "value",
}
declare(L.IteratorLevel, needs=Feature.STACKING)


@lowers(*_SLOTS, to="int")
def slot(node: L.IntFunction, lo: Lowering) -> Expr:
    """The value that the enclosing ludeme has bound in the evaluation context."""
    return lo.ctx(_SLOTS[type(node)])


@lowers(L.IteratorFrom, to="int")
def from_(node: L.IteratorFrom, lo: Lowering) -> Expr:
    """The site where the current move begins, or where the mover's turn began."""
    if node.at is not None and node.at is L.WhenType.StartOfTurn:
        return _start_of_turn(lo)
    return lo.ctx("from")


def _start_of_turn(lo: Lowering) -> Expr:
    """The site where the first move of the turn began; -1 while the player to move has made none."""
    field = _turn_from(lo)
    mine = ir.ne(lo.get("has_last"), 0) & ir.eq(lo.get("last_mover"), lo.get("mover"))
    return ir.select(mine, lo.get(field), -1)


@per_game
def _turn_from(lo: Lowering) -> str:
    field = lo.field("turn_from", FieldKind.INT, init=-1)

    def remember(m: Expr) -> None:
        goes_on = ir.ne(lo.get("has_last"), 0) & ir.eq(lo.get("last_mover"), lo.run("move_mover", m))
        with lo.if_(~goes_on):
            lo.put(field, lo.run("move_from", m))

    lo.before_last.append(remember)
    return field


@lowers(L.IteratorEdge, to="int")
def edge(node: L.IteratorEdge, lo: Lowering) -> Expr:
    """The bound edge; with two vertices, the first edge between them, -1 if there is none."""
    if node.v_a is None:
        return lo.ctx("edge")
    a, z = lo.let(lo.int(node.v_a)), lo.let(lo.int(required(node.v_b)))
    touching = lo.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    ends = lo.table(lo.board.incident(SiteType.Edge, SiteType.Vertex), "sets", "ends")
    return lo.first_in(lo.for_row(touching, a), lambda e: ir.ne(a, z) & ir.set_has(lo.set_at(ends, e), z), stem="edge")


@lowers(L.IteratorHint, to="int")
def hint(node: L.IteratorHint, lo: Lowering) -> Expr:
    """The current hint, or that of a site: of the first region that begins with it; -1 if none."""
    if node.at is None:
        return lo.ctx("hint")
    t = node.type or SiteType.Cell
    hints = lo.eq.hints[t]
    found: dict[int, int] = {}
    for sites, number in zip(hints.regions, hints.values, strict=False):
        found.setdefault(sites[0], number)
    site = lo.let(lo.int(node.at))
    table = lo.table([found.get(i, -1) for i in range(lo.board.size(t))], stem="hint_of")
    inside = ir.within(site, lo.board.size(t))
    return ir.select(inside, lo.at(table, site), -1)


@lowers(L.MatchScore, to="int")
def match_score(node: L.MatchScore, lo: Lowering) -> Expr:
    """A player's score in the match; -1 in a game that is none."""
    if not lo.in_match:
        return ir.const(-1)
    who = lo.let(lo.role(node.role))
    with lo.if_((who < 0) | (who > lo.n_players)):
        lo.run("fail", lo.string("(matchScore …) names a player whom the match does not have"))
    return lo.get("score", who)


@lowers(L.Last, to="int")
def last(node: L.Last, lo: Lowering) -> Expr:
    """Site of the last move: of its header, or of its last action that has one once consequents are applied."""
    which = {L.LastType.From: "from", L.LastType.To: "to"}.get(node.kind)
    if which is None:
        field = _level(lo, {L.LastType.LevelFrom: "level_from", L.LastType.LevelTo: "level_to"}[node.kind])
        level = ir.select(ir.ne(lo.get("has_last"), 0), lo.get(field), -1)
        if node.after_consequence is None:
            return level
        last_field = _after(lo, {L.LastType.LevelFrom: "from", L.LastType.LevelTo: "to"}[node.kind], level=True)
        return lo.choose(
            ir.ne(lo.get("has_last"), 0) & lo.bool(node.after_consequence),
            lambda: lo.get(last_field),
            lambda: level,
        )
    plain = lo.get(f"last_{which}")
    if node.after_consequence is None:
        return plain
    after = _after(lo, which)
    return lo.choose(lo.bool(node.after_consequence), lambda: lo.get(after), lambda: plain)


@per_game
def _level(lo: Lowering, which: str) -> str:
    """The field that holds the level that the last move's decision names, 0 where it names none."""
    field = lo.field(f"last_{which}", FieldKind.INT)
    lo.after_move.append(lambda start: _find_level(lo, which, field, start))
    return field


def action_level(which: str) -> list[int]:
    """For each action kind (0 is a consequent) the parameter that is its level; -1 where it has none."""
    out = [-1]
    for name in ORDER:
        params = ACTIONS[name].params
        level = which if which in params else "level"
        out.append(params.index(level) if level in params and ACTIONS[name].takes_place_at_level else -1)
    return out


def _find_level(lo: Lowering, which: str, field: str, start: Expr) -> None:
    table = lo.table(action_level(which), stem="action_level")
    lo.put(field, 0)
    with lo.for_range(start, lo.run("applied_count"), "k") as k, lo.if_(lo.run("applied_decision", k)):
        p = lo.let(lo.at(table, lo.run("applied_kind", k)))
        with lo.if_(p >= 0):
            level = lo.var(lo.run("applied_param", k, p), "level")
            if which == "level_to":  # of a selection without a target, too, the level where it begins
                kind = ACTIONS["select"]
                select = ir.eq(lo.run("applied_kind", k), action_number("select"))
                with lo.if_(select & ir.eq(lo.run("applied_param", k, kind.param_index("to")), -1)):
                    lo.assign(level, lo.run("applied_param", k, kind.param_index("level_from")))
            lo.put(field, ir.max_(level, 0))
        lo.break_()


@per_game
def _after(lo: Lowering, which: str, *, level: bool = False) -> str:
    """The field that holds the site, or the level, of the last action that has one; a hook updates it."""
    name = f"last_after_level_{which}" if level else f"last_after_{which}"
    field = lo.field(name, FieldKind.INT, init=-1)
    lo.after_move.append(lambda start: _find(lo, which, field, start, level))
    return field


def _find(lo: Lowering, which: str, field: str, start: Expr, level: bool) -> None:
    levels = lo.table(action_level(f"level_{which}"), stem="action_level")
    table = lo.table(action_site(which), stem="action_site")
    lo.put(field, -1)
    with lo.for_range(lo.run("applied_count") - 1, start, "k", down=True) as k:
        p = lo.let(lo.at(table, lo.run("applied_kind", k)))
        with lo.if_(p >= 0):
            site = acted_on(lo, which, k, lo.run("applied_kind", k), p)
            with lo.if_(ir.ne(site, -1)):
                if not level:
                    lo.put(field, site)
                    lo.break_()
                at = lo.let(lo.at(levels, lo.run("applied_kind", k)), "at")
                found = lo.choose(at >= 0, lambda: lo.run("applied_param", k, at), lambda: ir.const(0))
                lo.put(field, ir.max_(found, 0))
                lo.break_()
