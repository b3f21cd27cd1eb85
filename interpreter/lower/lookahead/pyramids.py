"""Rules about pieces that rest on others: (pin SupportMultiple), (noStackOn Fallen), (gravity PyramidalDrop).

They use vertices, whatever the game is played on.
"""

from __future__ import annotations

from ..arguments.moves import move_action
from ..base.prelude import (
    ACTIONS,
    AbsoluteDirection,
    Expr,
    Feature,
    Function,
    L,
    Lowering,
    SiteType,
    Type,
    action_number,
    ir,
)
from .trial import is_removal

VERTEX = SiteType.Vertex


def pinned(lo: Lowering) -> Function:
    """Whether move m removes a piece that supports more than one other."""
    move = ACTIONS["move"]
    above = lo.tables.steps(VERTEX, AbsoluteDirection.Upward)
    with lo.function("pinned", [("m", Type.INT)], Type.BOOL) as (fn, (m,)):
        with lo.for_range(0, lo.run("move_action_count", m), "k") as k:
            kind = lo.let(lo.run("move_action_kind", m, k), "kind")
            site = lo.var(-1, "site")
            with lo.if_(_is_move(kind)):
                lo.assign(site, lo.run("move_action_param", m, k, move.param_index("from")))
            with lo.if_(is_removal(kind)):
                lo.assign(site, lo.run("move_action_param", m, k, ACTIONS["remove"].param_index("to")))
            with lo.if_(_stands(lo, site)):
                carried = lo.count_in(
                    lo.for_row(above, site), lambda x: ir.ne(lo.sites.what(VERTEX, x), 0), stem="carried"
                )
                with lo.if_(carried > 1):
                    lo.return_(True)
        lo.return_(False)
    return fn


def stacked_on_fallen(lo: Lowering) -> Function:
    """Whether move m moves a piece straight up or down along one of the lines that lead upwards."""
    move, board = ACTIONS["move"], lo.board
    lines = []
    for site in range(board.size(VERTEX)):
        radials = board.distinct_radials(VERTEX, site, AbsoluteDirection.Upward)
        lines.append({x for r in radials for line in (r, *r.opposites) for x in line.sites[1:]})
    table = lo.table([sorted(line) for line in lines], "sets", "upright")
    with lo.function("stacked_on_fallen", [("m", Type.INT)], Type.BOOL) as (fn, (m,)):
        with lo.for_range(0, lo.run("move_action_count", m), "k") as k:
            with lo.if_(_is_move(lo.run("move_action_kind", m, k))):
                start = lo.let(lo.run("move_action_param", m, k, move.param_index("from")), "start")
                end = lo.let(lo.run("move_action_param", m, k, move.param_index("to")), "end")
                with lo.if_(_stands(lo, start) & ir.set_has(lo.set_at(table, start), end)):
                    lo.return_(True)
        lo.return_(False)
    return fn


def _is_move(kind: Expr) -> Expr:
    return ir.eq(kind, action_number("move"))


def _stands(lo: Lowering, site: Expr) -> Expr:
    """Whether a piece is on a vertex of the board."""
    on_board = ir.within(site, lo.sites.on_board[VERTEX])
    return on_board & ir.ne(lo.sites.what(VERTEX, site), 0)


def falling(lo: Lowering, rule: L.Gravity) -> Function:
    """A consequent: pieces above an empty vertex fall, the lowest number first, until no piece can fall."""
    if lo.flags.uses(Feature.SEQUENCE_CAPTURE):
        raise lo.unsupported(rule, "falling pieces in a game with captures at the end of the turn")
    below = lo.tables.steps(VERTEX, AbsoluteDirection.Downward)
    number = lo.type_number(VERTEX)
    with lo.function("one_falls") as (one, _), lo.for_range(0, lo.sites.on_board[VERTEX], "site") as site:
        with lo.if_(ir.ne(lo.sites.what(VERTEX, site), 0)), lo.for_row(below, site) as to:
            with lo.if_(ir.eq(lo.sites.what(VERTEX, to), 0)):
                lo.emit(site, to, [move_action(lo, False, number, site, number, to, level_from=0, level_to=0)])
                lo.return_()
    with lo.function("falling") as (fn, _):
        first = lo.mark()
        lo.do(lo.call(one))
        with lo.if_(lo.count() > first):
            lo.run("move_attach", first, fn.index)
    return fn
