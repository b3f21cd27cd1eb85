"""The place of each piece on its track, in games whose tracks visit a site more than once.

The field holds a number of pieces for every track, component and place. If a site occurs several times on a track,
these numbers tell how far its pieces have come.
"""

from __future__ import annotations

from ..base.prelude import Expr, Feature, FieldKind, Function, Lowering, Type, ir, per_game

FIELD = "on_track"


def kept(lo: Lowering) -> bool:
    """Whether the state keeps the places of pieces on tracks."""
    return lo.flags.uses(Feature.TRACK) and lo.flags.uses(Feature.INTERNAL_LOOP)


def declare(lo: Lowering) -> None:
    """Declares the field (its index: `place_index`)."""
    size = len(lo.eq.tracks) * len(lo.eq.components) * longest(lo)
    lo.field(FIELD, FieldKind.ARRAY, size=size, bits=16)


@per_game
def longest(lo: Lowering) -> int:
    """The number of places of the longest track."""
    return max(len(t.elements) for t in lo.eq.tracks)


def place_index(lo: Lowering, track: ir.IntLike, what: ir.IntLike, place: ir.IntLike) -> Expr:
    """The index in the field for a place of a track and a component."""
    return (ir.as_int(track) * len(lo.eq.components) + what) * longest(lo) + place


def places(lo: Lowering, track: int) -> str:
    """Ragged table: the places on a track of each site."""
    positions = lo.eq.tracks[track].positions
    last = max([*positions, 0])
    return lo.table([positions.get(site, ()) for site in range(last + 1)], "ragged", "places")


def _change(lo: Lowering, index: Expr, by: ir.IntLike) -> None:
    at = lo.let(index)
    lo.put(FIELD, lo.get(FIELD, at) + by, at)


def arrives(lo: Lowering, what: Expr, site: Expr, count: ir.IntLike) -> None:
    """Adds a piece to the first of the places of its site on each track."""
    if not kept(lo):
        return
    declare(lo)
    for k in range(len(lo.eq.tracks)):
        table = places(lo, k)
        with lo.if_(lo.row_len(table, site) > 0):
            _change(lo, place_index(lo, k, what, lo.row_at(table, site, 0)), count)


def leaves(lo: Lowering, what: Expr, site: Expr) -> None:
    """Removes a piece: one less on all places of its site."""
    if not kept(lo):
        return
    declare(lo)
    with lo.if_(ir.ne(what, 0)):
        for k in range(len(lo.eq.tracks)):
            with lo.for_row(places(lo, k), site) as place:
                _change(lo, place_index(lo, k, what, place), -1)


def moves(lo: Lowering, what: Expr, start: Expr, to: Expr, count: ir.IntLike) -> None:
    """Moves pieces from one site to another: to its next place after the one they were on."""
    if not kept(lo):
        return
    declare(lo)
    lo.do(lo.call(_track_moves(lo), what, start, to, ir.as_int(count)))


@per_game
def _track_moves(lo: Lowering) -> Function:
    params = [("what", Type.INT), ("start", Type.INT), ("to", Type.INT), ("count", Type.INT)]
    with lo.function("track_moves", params) as (fn, (what, start, to, count)):
        with lo.if_(ir.eq(what, 0)):
            lo.return_()
        for k in range(len(lo.eq.tracks)):
            table = places(lo, k)
            with lo.if_(ir.eq(lo.row_len(table, start), 0)):
                with lo.if_(lo.row_len(table, to) > 0):
                    _change(lo, place_index(lo, k, what, lo.row_at(table, to, 0)), 1)
            with lo.else_(), lo.for_row(table, start) as place:
                with lo.if_(lo.get(FIELD, place_index(lo, k, what, place)) > 0):
                    _change(lo, place_index(lo, k, what, place), ir.neg(count))
                    target = lo.first_in(lo.for_row(table, to), lambda later: later > place, stem="target")
                    with lo.if_(ir.eq(target, -1) & (lo.row_len(table, to) > 0)):
                        lo.assign(target, lo.row_at(table, to, 0))
                    with lo.if_(ir.ne(target, -1)):
                        _change(lo, place_index(lo, k, what, target), count)
                    lo.break_()
    return fn
