"""Values set by enclosing ludemes (from, to, between, site, level, value, player …), and the last move."""

from __future__ import annotations

from ludparse.ludemes import (
    IntFunction,
    IteratorBetween,
    IteratorEdge,
    IteratorFrom,
    IteratorHint,
    IteratorLevel,
    IteratorPips,
    IteratorPlayer,
    IteratorSite,
    IteratorTo,
    IteratorTrack,
    IteratorValue,
    Last,
    LastType,
    MatchScore,
    SiteType,
)

from ...equipment.needs import Feature as F
from ...equipment.needs import declare
from ...program import expressions as ir
from ...program.actions import ACTIONS, ORDER
from ...program.ops import Expr, FieldKind
from ..arguments.required import required
from ..base.last_sites import action_site
from ..base.lowering import Lowering
from ..base.once import per_game
from ..base.registry import lowers

_SLOTS: dict[type, str] = {
    IteratorBetween: "between",
    IteratorLevel: "level",
    IteratorPips: "pip",
    IteratorPlayer: "player",
    IteratorSite: "site",
    IteratorTo: "to",
    IteratorTrack: "track",
    IteratorValue: "value",
}
declare(IteratorLevel, needs=F.STACKING)


@lowers(*_SLOTS, to="int")
def slot(node: IntFunction, lo: Lowering) -> Expr:
    """The value that the enclosing ludeme has bound in the evaluation context."""
    return lo.b.ctx(_SLOTS[type(node)])


@lowers(IteratorFrom, to="int")
def from_(node: IteratorFrom, lo: Lowering) -> Expr:
    """The site where the current move begins, or where the mover's turn began."""
    if node.at is not None and node.at.name == "StartOfTurn":
        return _start_of_turn(lo)
    return lo.b.ctx("from")


def _start_of_turn(lo: Lowering) -> Expr:
    """The site where the first move of the turn began; -1 while the player to move has made none."""
    b, field = lo.b, _turn_from(lo)
    mine = ir.and_(ir.ne(b.get("has_last"), 0), ir.eq(b.get("last_mover"), b.get("mover")))
    return ir.select(mine, b.get(field), -1)


@per_game
def _turn_from(lo: Lowering) -> str:
    b = lo.b
    field = b.field("turn_from", FieldKind.INT, init=-1)

    def remember(m: Expr) -> None:
        goes_on = ir.and_(ir.ne(b.get("has_last"), 0), ir.eq(b.get("last_mover"), b.run("move_mover", m)))
        with b.if_(ir.not_(goes_on)):
            b.put(field, b.run("move_from", m))

    lo.before_last.append(remember)
    return field


@lowers(IteratorEdge, to="int")
def edge(node: IteratorEdge, lo: Lowering) -> Expr:
    """The bound edge; with two vertices, the first edge between them, -1 if there is none."""
    b = lo.b
    if node.v_a is None:
        return b.ctx("edge")
    a, z = b.let(lo.int(node.v_a)), b.let(lo.int(required(node.v_b)))
    touching = b.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    ends = b.table(lo.board.incident(SiteType.Edge, SiteType.Vertex), "sets", "ends")
    found = b.var(-1, "edge")
    with b.for_row(touching, a) as e, b.if_(ir.set_has(b.set_at(ends, e), z)):
        b.assign(found, e)
        b.break_()
    return found


@lowers(IteratorHint, to="int")
def hint(node: IteratorHint, lo: Lowering) -> Expr:
    """The current hint, or that of a site: of the first region that begins with it; -1 if none."""
    b = lo.b
    if node.at is None:
        return b.ctx("hint")
    t = node.type or SiteType.Cell
    hints = lo.eq.hints[t]
    found: dict[int, int] = {}
    for sites, number in zip(hints.regions, hints.values, strict=False):
        found.setdefault(sites[0], number)
    site = b.let(lo.int(node.at))
    table = b.table([found.get(i, -1) for i in range(lo.board.size(t))], stem="hint_of")
    inside = ir.and_(ir.ge(site, 0), ir.lt(site, lo.board.size(t)))
    return ir.select(inside, b.at(table, site), -1)


@lowers(MatchScore, to="int")
def match_score(node: MatchScore, lo: Lowering) -> Expr:
    """A player's score in the match; -1 in a game that is none."""
    if not lo.in_match:
        return ir.const(-1)
    b = lo.b
    who = b.let(lo.role(node.role))
    with b.if_(ir.or_(ir.lt(who, 0), ir.gt(who, lo.n_players))):
        b.run("fail", lo.string("(matchScore …) names a player whom the match does not have"))
    return b.get("score", who)


@lowers(Last, to="int")
def last(node: Last, lo: Lowering) -> Expr:
    """Site of the last move: of its header, or of its last action that has one once consequents are applied."""
    b = lo.b
    which = {LastType.From: "from", LastType.To: "to"}.get(node.kind)
    if which is None:
        field = _level(lo, {LastType.LevelFrom: "level_from", LastType.LevelTo: "level_to"}[node.kind])
        level = ir.select(ir.ne(b.get("has_last"), 0), b.get(field), -1)
        if node.after_consequence is None:
            return level
        last_field = _after(lo, {LastType.LevelFrom: "from", LastType.LevelTo: "to"}[node.kind], level=True)
        return b.choose(
            ir.and_(ir.ne(b.get("has_last"), 0), lo.bool(node.after_consequence)),
            lambda: b.get(last_field),
            lambda: level,
        )
    plain = b.get(f"last_{which}")
    if node.after_consequence is None:
        return plain
    after = _after(lo, which)
    return b.choose(lo.bool(node.after_consequence), lambda: b.get(after), lambda: plain)


@per_game
def _level(lo: Lowering, which: str) -> str:
    """The field that holds the level that the last move's decision names, 0 where it names none."""
    field = lo.b.field(f"last_{which}", FieldKind.INT)
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
    b = lo.b
    table = b.table(action_level(which), stem="action_level")
    b.put(field, 0)
    with b.for_range(start, b.run("applied_count"), "k") as k, b.if_(b.run("applied_decision", k)):
        p = b.let(b.at(table, b.run("applied_kind", k)))
        with b.if_(ir.ge(p, 0)):
            level = b.var(b.run("applied_param", k, p), "level")
            if which == "level_to":  # a selection without a target ends on the level where it begins
                kind = ACTIONS["select"]
                select = ir.eq(b.run("applied_kind", k), ORDER.index("select") + 1)
                with b.if_(ir.and_(select, ir.eq(b.run("applied_param", k, kind.param_index("to")), -1))):
                    b.assign(level, b.run("applied_param", k, kind.param_index("level_from")))
            b.put(field, ir.max_(level, 0))
        b.break_()


@per_game
def _after(lo: Lowering, which: str, *, level: bool = False) -> str:
    """The field that holds the site, or the level, of the last action that has one; a hook updates it."""
    name = f"last_after_level_{which}" if level else f"last_after_{which}"
    field = lo.b.field(name, FieldKind.INT, init=-1)
    lo.after_move.append(lambda start: _find(lo, which, field, start, level))
    return field


def _find(lo: Lowering, which: str, field: str, start: Expr, level: bool) -> None:
    b = lo.b
    levels = b.table(action_level(f"level_{which}"), stem="action_level")
    table = b.table(action_site(which), stem="action_site")
    b.put(field, -1)
    k = b.var(b.run("applied_count") - 1, "k")
    with b.while_(lambda: ir.ge(k, start)):
        p = b.let(b.at(table, b.run("applied_kind", k)))
        with b.if_(ir.ge(p, 0)):
            site = b.var(b.run("applied_param", k, p), "site")
            if which == "to":  # a selection without a target ends where it begins
                select = ir.eq(b.run("applied_kind", k), ORDER.index("select") + 1)
                with b.if_(ir.and_(select, ir.eq(site, -1))):
                    b.assign(site, b.run("applied_param", k, ACTIONS["select"].param_index("from")))
            with b.if_(ir.ne(site, -1)):
                if not level:
                    b.put(field, site)
                    b.break_()
                at = b.let(b.at(levels, b.run("applied_kind", k)), "at")
                found = b.choose(ir.ge(at, 0), lambda: b.run("applied_param", k, at), lambda: ir.const(0))
                b.put(field, ir.max_(found, 0))
                b.break_()
        b.assign(k, k - 1)
