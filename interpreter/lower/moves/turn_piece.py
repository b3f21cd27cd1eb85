"""Turning a piece: (set Rotation …), (move Set Rotation …), (rotations …)."""

from __future__ import annotations

from ...board.directions import facing_index, is_specific, relation_of, to_absolute
from ..arguments.moves import Place, push_move
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers


@lowers(L.SetRotation, L.MoveSetRotation, to="moves", needs=Needs(Feature.ROTATION, parts={"to": ("type", "loc")}))
def set_rotation(node: L.SetRotation | L.MoveSetRotation, lo: Lowering) -> None:
    """Turns to each of the directions, and one step back and forth unless the description forbids it."""
    to = node.to
    t = lo.site_type(None if to is None else to.type)
    if to is None or to.region is not None:
        site = lo.let(lo.ctx("from"), "site")
    else:
        site = lo.let(lo.opt_int(to.loc, lo.ctx("to")), "site")
    most = max(len(lo.board.supported_directions(kind)) for kind in (SiteType.Cell, SiteType.Vertex)) - 1

    def turn(rotation: Expr | int) -> None:
        decision = isinstance(node, L.MoveSetRotation)
        action = lo.act("set_rotation", decision=decision, type=lo.type_number(t), to=site, rotation=rotation)
        push_move(lo, site, site, [action], then=node.then)

    with lo.if_(ir.ne(site, -1)):
        wanted = node.directions or (() if node.direction is None else (node.direction,))
        for direction in wanted:
            turn(lo.let(lo.int(direction)))
        place = Place(lo, None if to is None else to.type, site)
        now = lo.let(place.rotation(), "now")
        with lo.if_(lo.opt_bool(node.previous, True)):
            turn(lo.let(ir.select(now > 0, now - 1, most)))
        with lo.if_(lo.opt_bool(node.next, True)):
            turn(lo.let(ir.select(now < most, now + 1, 0)))


@lowers(L.Rotations, to="ints", needs=Feature.ROTATION)
def rotations(node: L.Rotations, lo: Lowering) -> Expr:
    """The rotations in which a piece faces the given directions."""
    board, t = lo.board, lo.eq.default_site
    edges = board.num_edges  # -1 where the cells are of several kinds, and Ludii divides by it
    ratio = len(board.supported_directions(t)) // abs(edges)
    if ratio == 0:
        raise lo.unsupported(node, "a board with fewer directions than edges of a cell")
    found: list[int] = []
    for direction in node.directions_of_rotation or (node.direction_of_rotation,):
        assert direction is not None
        relation = relation_of(direction)
        facings = [direction] if is_specific(direction) else []
        if not facings and relation is not None:
            facings = [to_absolute(f) for f in board.supported_directions(t, None, relation)]
        found += [facing_index(f) // ratio * (1 if edges > 0 else -1) for f in facings]
    return lo.list_new(list(dict.fromkeys(found)))
