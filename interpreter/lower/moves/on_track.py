"""Moves along a track: of the first piece that has any, and those that go farthest."""

from __future__ import annotations

from ...equipment.tracks import Track
from ..base.prelude import Expr, L, Lowering, RoleType, ir, lowers
from ..board.track_places import track_places


def _track(lo: Lowering, name: str | None, owner: RoleType | None) -> Expr:
    """The number of a track; -1 for none. With an owner the name may be part of the name of the track."""
    tracks = lo.eq.tracks
    if name is None:
        return ir.const(0 if tracks else -1)
    if owner is None:
        return ir.const(next((t.index for t in tracks if t.name == name), -1))

    def choose(player: int) -> Track | None:
        return next((t for t in tracks if t.owner == player and name in t.name), None)

    return lo.let(track_places(lo).chosen(lo.let(lo.role(owner)), choose))


@lowers(L.FirstMoveOnTrack, to="moves")
def first_move_on_track(node: L.FirstMoveOnTrack, lo: Lowering) -> None:
    """The moves for the first site of the track that has any. Ludii does not attach a consequent here."""
    places = track_places(lo)
    track = _track(lo, node.track_name, node.owner)
    with lo.if_(track < 0):
        lo.return_()
    mark = lo.mark()
    base = lo.let(places.base(track))
    with lo.saved("site"), lo.for_range(base, base + places.length(track), "place") as place:
        site = lo.let(places.site(place))
        with lo.if_(site >= 0):
            lo.set_ctx("site", site)
            lo.moves(node.moves)
            with lo.if_(lo.count() > mark):
                lo.break_()


@lowers(L.MaxDistance, to="moves")
def max_distance(node: L.MaxDistance, lo: Lowering) -> None:
    """All moves: Ludii looks for those that go farthest, and then returns every move."""
    with lo.if_(_track(lo, node.track_name, node.owner) < 0):
        lo.return_()
    lo.moves(node.moves)
