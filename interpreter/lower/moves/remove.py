"""Taking pieces off: (remove …) and (move Remove …)."""

from __future__ import annotations

from ..arguments.moves import Place, push_move
from ..base.prelude import Act, Expr, Feature, L, Lowering, Needs, ir, lowers, required


@lowers(L.MovesRemove, L.MoveRemove, to="moves", needs=Needs(given={"at": Feature.SEQUENCE_CAPTURE}, unseen=("level",)))
def remove(node: L.MovesRemove | L.MoveRemove, lo: Lowering) -> None:
    """One move for each site with a piece. Sites without one are left out."""
    if node.location_function is not None:
        site = lo.let(lo.int(node.location_function), "site")
        count = _count(node, lo)
        with lo.if_(site >= 0):
            _remove_at(node, lo, site, count)
        return
    region = lo.let(lo.region(required(node.region_function)), "region")
    count = _count(node, lo)
    with lo.for_set(region) as site:
        _remove_at(node, lo, site, count)


def _count(node: L.MovesRemove | L.MoveRemove, lo: Lowering) -> Expr:
    return lo.let(lo.opt_int(node.count, 1))


def _remove_at(node: L.MovesRemove | L.MoveRemove, lo: Lowering, site: Expr, count: Expr) -> None:
    place = Place(lo, node.type, site)
    with lo.if_(place.what() > 0):
        level: Expr = ir.const(-1)
        if node.level is not None and lo.flags.stacking:
            # actions name the piece on top by leaving out the level
            wanted = lo.let(ir.max_(lo.int(node.level), 0))
            level = lo.let(ir.select(ir.eq(place.height(), wanted + 1), -1, wanted))
        if level.is_const:
            _emit(node, lo, place, level, count)
        else:
            with lo.if_(ir.eq(level, -1)):
                _emit(node, lo, place, ir.const(-1), count)
            with lo.else_():
                _emit(node, lo, place, level, count)


def _emit(node: L.MovesRemove | L.MoveRemove, lo: Lowering, place: Place, level: Expr, count: Expr) -> None:
    decision = isinstance(node, L.MoveRemove)
    first = _action(node, lo, place, level, decision)
    if count.is_const and count.const <= 1:
        push_move(lo, place.site, place.site, [first], then=node.then)
        return

    def rest() -> None:
        action = _action(node, lo, place, level, False)
        with lo.for_range(1, count):
            lo.push_action(action)

    push_move(lo, place.site, place.site, [first], more=rest, then=node.then)


def _action(node: L.MovesRemove | L.MoveRemove, lo: Lowering, place: Place, level: Expr, decision: bool) -> Act:
    if node.at is L.WhenType.EndOfTurn:
        return lo.act("remove_later", decision=decision, type=place.number, to=place.site, applied=0)
    if level.is_const:
        return lo.act("remove", decision=decision, type=place.number, to=place.site)
    return lo.act("remove_level", decision=decision, type=place.number, to=place.site, level=level)
