"""Moves from any site to any site: (fromTo …) and (move (from …) (to …))."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..arguments.moves import Place, move_action, push_move
from ..base.prelude import NONE, Act, Collector, Expr, Feature, L, Lowering, Needs, ir, lowers, required
from ..board import dominoes
from ..board import large_pieces as large


def _level_needs(node: L.FromTo | L.MoveFromTo, _: Collector) -> Feature:
    return Feature.STACKING if node.from_.level is not None else NONE


Node = L.FromTo | L.MoveFromTo


@lowers(
    L.FromTo,
    L.MoveFromTo,
    to="moves",
    needs=Needs(Feature.FROM_POSITIONS, true={"stack": Feature.STACKING}, more=_level_needs),
)
def from_to(node: Node, lo: Lowering) -> None:
    """Moves from each site of origin to each target, in ascending order of both."""
    mover = None if node.mover is None else lo.let(lo.role(node.mover))
    with lo.saved("from", "to"):
        before = lo.let(lo.ctx("from"), "before")
        with _sites(lo, node.from_) as site:
            place = Place(lo, node.from_.type, site)
            what = lo.let(place.what(), "what")
            with lo.if_((site >= 0) & (what > 0)):
                lo.set_ctx("from", site)
                copy = lo.let(lo.opt_bool(node.copy, False))
                with lo.if_(lo.opt_bool(node.from_.if_, True)):
                    _from_one(node, lo, place, what, copy, before, mover)


@contextmanager
def _sites(lo: Lowering, node: L.From | L.To) -> Iterator[Expr]:
    """The sites of a `from` or a `to`."""
    if node.region is not None:
        with lo.for_set(lo.let(lo.region(node.region), "region")) as site:
            yield site
    elif node.loc is not None:
        yield lo.let(lo.int(node.loc), "site")
    else:
        yield lo.let(lo.ctx("to" if isinstance(node, L.To) else "from"), "site")


def _from_one(node: Node, lo: Lowering, place: Place, what: Expr, copy: Expr, before: Expr, mover: Expr | None) -> None:
    with _sites_to(node, lo, place, what, before, mover) as (site, count):
        target = Place(lo, node.to.type, site, exact=True)
        with lo.if_(site >= 0):
            # levels are evaluated while (to) is still the previous site
            level_from = None if node.from_.level is None else lo.let(lo.int(node.from_.level))
            level_to = None if node.to.level is None else lo.let(lo.int(node.to.level))
            lo.set_ctx("from", place.site)
            lo.set_ctx("to", site)
            with lo.if_(lo.opt_bool(node.to.if_, True)):
                lo.set_ctx("from", before)
                if copy.is_const or level_from is not None or level_to is not None or node.count is not None:
                    kinds = [(ir.TRUE, bool(copy.is_const and copy.const))]
                else:
                    kinds = [(copy, True), (~copy, False)]
                for cond, copies in kinds:
                    with lo.if_(cond):
                        action = _action(node, lo, place, target, count, level_from, level_to, copies)
                        _emit(node, lo, place, target, action, level_from, mover)


@contextmanager
def _sites_to(
    node: Node, lo: Lowering, place: Place, what: Expr, before: Expr, mover: Expr | None
) -> Iterator[tuple[Expr, Expr]]:
    """The target sites and the number of pieces, except for large pieces, which are handled here."""
    to = node.to
    region = lo.let(lo.region(to.region), "region") if to.region is not None else None
    loc = None
    if region is None:
        loc = lo.let(lo.opt_int(to.loc, lo.ctx("to")), "site")
    count = lo.let(lo.opt_int(node.count, 1), "count")
    lo.set_ctx("from", before)
    if not large.has_large(lo):
        if region is not None:
            with lo.for_set(region) as site:
                yield site, count
        else:
            assert loc is not None
            yield loc, count
        return
    targets = lo.list_new([] if loc is None else [loc])
    if region is not None:
        with lo.for_set(region) as site:
            lo.push(targets, site)
    with lo.if_(large.is_large(lo, what)):
        _large(node, lo, place, what, targets, mover)
    with lo.else_(), lo.for_list(targets, "site") as site:
        yield site, count


def _large(node: Node, lo: Lowering, place: Place, what: Expr, targets: Expr, mover: Expr | None) -> None:
    """Moves a large piece to any of the sites, or of those that it covers, in any state in which all its sites are
    among them; dominoes where the line of play continues. Ignores the conditions of the sites.
    """
    tiled = lo.let(large.is_domino(lo, what), "tiled")
    first = lo.get("n_moves") <= lo.get("n_start")
    cells = large.cover(lo)
    own = lo.let(place.state(), "own")
    now = lo.let(cells.row(what, own, place.site))
    with lo.for_range(1, lo.row_len(cells.table, now)) as i:
        lo.push(targets, lo.row_at(cells.table, now, i))
    effect = None if node.to.effect is None else node.to.effect.effect
    number, to_number = lo.type_number(place.type), lo.type_number(lo.site_type(node.to.type))
    with lo.for_list(targets, "to") as to, lo.for_range(0, large.states(lo, what), "state") as state:
        row = lo.let(cells.row(what, state, to), "row")
        fits = lo.var(lo.row_len(cells.table, row) > 0, "fits")
        with lo.for_row(cells.table, row, "cell") as cell:
            free = ir.eq(cell, place.site) | ir.list_has(targets, cell)
            if not (tiled.is_const and tiled.const == 0):
                free = ir.select(tiled, first | dominoes.is_playable(lo, cell), free)
            with lo.if_(~free):
                lo.assign(fits, False)
                lo.break_()
        with lo.if_(fits & (ir.ne(to, place.site) | ir.ne(state, own))):
            action = move_action(lo, isinstance(node, L.MoveFromTo), number, place.site, to_number, to, state=state)
            before = None if effect is None else lambda: lo.moves(effect)
            push_move(lo, place.site, to, [action], before=before, mover=mover, then=node.then)


def _action(
    node: Node,
    lo: Lowering,
    place: Place,
    target: Place,
    count: Expr,
    level_from: Expr | None,
    level_to: Expr | None,
    copies: bool,
) -> Act:
    """The action; its kind depends on the arguments that the description gives."""
    decision, stack, site, to = isinstance(node, L.MoveFromTo), bool(node.stack), place.site, target.site
    ends = (lo, decision, place.number, site, target.number, to)
    if level_to is not None:
        if stack:
            return move_action(*ends, level_from=0, level_to=level_to, stack=True)
        return move_action(*ends, level_from=-1 if level_from is None else _level(level_from), level_to=level_to)
    if level_from is None and node.count is None:
        if copies:
            level = 0 if stack else place.height() - 1
            return move_action(*ends, level_from=level, kind="copy")
        return move_action(*ends, level_from=0 if stack else -1, stack=stack)
    if level_from is not None:
        return move_action(*ends, level_from=_level(level_from))
    params: dict[str, ir.IntLike] = {"type_from": place.number, "from": site, "type_to": target.number, "to": to}
    if lo.flags.stacking or stack:
        # the header holds the levels for rules that ask for those of the last move
        params |= {"level_from": place.height() - count, "level_to": target.height()}
        return lo.act("stack_move", decision=decision, levels=count, **params)
    return lo.act("move_n", decision=decision, count=count, **params)


def _level(level: Expr) -> Expr:
    """A level as actions hold it: a negative one is that of the top piece."""
    return level if level.is_const and level.const >= 0 else ir.select(level < 0, -1, level)


def _emit(
    node: Node, lo: Lowering, place: Place, target: Place, action: Act, level_from: Expr | None, mover: Expr | None
) -> None:
    levels: tuple[ir.IntLike, ir.IntLike] = (0, 0)
    if lo.flags.stacking:
        top = lo.let(place.height() - 1)
        levels = (0, top) if node.stack else (top, top) if level_from is None else (level_from, level_from)
        if node.from_.level is not None:
            for _ in range(2):  # Ludii evaluates it again for what the interface shows of the move, which may draw
                lo.let(lo.int(node.from_.level))
    if node.to.rotations is not None:
        with lo.for_list(lo.ints(node.to.rotations), "turn") as turn:
            rotation = lo.act("set_rotation", type=target.number, to=target.site, rotation=turn)
            push_move(lo, place.site, target.site, [action, rotation], mover=mover, then=node.then)
        return
    effect = node.to.effect
    if effect is None or effect.effect is None:
        push_move(lo, place.site, target.site, [action], levels=levels, mover=mover, then=node.then)
        return

    def before() -> None:
        lo.set_ctx("from", place.site)
        lo.set_ctx("to", target.site)
        lo.moves(required(effect.effect))

    with lo.if_(lo.opt_bool(effect.if_, True)):
        push_move(lo, place.site, target.site, [action], before=before, levels=levels, mover=mover, then=node.then)
    if effect.if_ is not None:
        with lo.else_():
            push_move(lo, place.site, target.site, [action], levels=levels, mover=mover, then=node.then)
