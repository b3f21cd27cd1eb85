"""Questions about the whole position: (is Full), (is Pending), (is Cycle); numbers: (is Even …), (is Visited …)."""

from __future__ import annotations

from ..actions.dice import current_dice
from ..base.prelude import AbsoluteDirection, Expr, L, Lowering, SiteType, ir, lowers, required
from ..base.repetition import is_cycle
from ..board.dominoes import pips_match
from ..board.tiles import sides_match
from ..players.active import is_active


@lowers(L.IsSimple, to="bool")
def is_simple(node: L.IsSimple, lo: Lowering) -> Expr:
    """Whether the board is full, a value is pending, or the latest positions repeat in a cycle (see `is_cycle`)."""
    if node.kind is L.IsSimpleType.Full:
        t = lo.eq.default_site
        return ir.eq(ir.set_count(lo.sites.empty(t) & lo.sites.all_sites(t)), 0)
    if node.kind is L.IsSimpleType.Pending:
        return lo.length("pending") > 0
    if node.kind is L.IsSimpleType.Cycle:
        return is_cycle(lo)
    raise lo.unsupported(node)


@lowers(L.IsInteger, to="bool")
def is_integer(node: L.IsInteger, lo: Lowering) -> Expr:
    """Conditions on one number or site: even, odd, visited, shown by a die, flat, pips or sides that match."""
    if node.kind in (L.IsIntegerType.Even, L.IsIntegerType.Odd) and node.value is not None:
        rest = ir.mod(lo.int(node.value), 2)
        return ir.eq(rest, 0) if node.kind is L.IsIntegerType.Even else ir.ne(rest, 0)
    if node.kind is L.IsIntegerType.Visited:
        return ir.set_has(lo.get("visited"), lo.int(required(node.value)))
    if node.kind is L.IsIntegerType.AnyDie:
        return _any_die(node, lo)
    if node.kind is L.IsIntegerType.Flat:
        return _flat(node, lo)
    if node.kind is L.IsIntegerType.PipsMatch:
        return lo.call(pips_match(lo), lo.opt_int(node.value, lo.get("last_to")))
    if node.kind is L.IsIntegerType.SidesMatch:
        return lo.call(sides_match(lo), lo.opt_int(node.value, lo.get("last_to")))
    raise lo.unsupported(node)


def _any_die(node: L.IsInteger, lo: Lowering) -> Expr:
    """Whether an unused die of the first set shows a value."""
    if node.value is None or not lo.eq.dice:
        return ir.FALSE
    wanted = lo.let(lo.int(node.value))
    return lo.any_in(
        lo.for_range(0, lo.eq.dice[0].num_sites), lambda i: ir.eq(lo.get(current_dice(lo), i), wanted), stem="die"
    )


def _flat(node: L.IsInteger, lo: Lowering) -> Expr:
    """Whether a vertex is on the ground or all vertices below it are occupied."""
    t = SiteType.Vertex
    site = lo.let(lo.opt_int(node.value, lo.ctx("to")), "site")
    below = [
        [] if e.layer == 0 else lo.board.steps_to(t, e.index, t, AbsoluteDirection.Downward)
        for e in lo.board.elements(t)
    ]
    vertices = lo.for_row(lo.table(below, "ragged", "below"), site)
    return lo.all_in(vertices, lambda x: ir.ne(lo.sites.what(t, x), 0), stem="flat", besides=site >= 0)


@lowers(L.IsTriggered, to="bool")
def is_triggered(node: L.IsTriggered, lo: Lowering) -> Expr:
    """Whether a player who is still in the game was triggered; Ludii ignores the name of the event, and takes the
    number of the player modulo 32."""
    who = lo.let(lo.int(required(node.role)) if node.index is None else ((lo.int(node.index) - 1) & 31) + 1)
    triggered = ir.has_bit(lo.get("triggered"), who)
    return lo.is_player(who) & is_active(lo, who) & triggered
