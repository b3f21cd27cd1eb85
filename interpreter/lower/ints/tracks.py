"""Numbers of tracks: the site some steps on, the first and the last site, the steps from one site to another."""

from __future__ import annotations

from ...equipment.tracks import Track
from ..base.prelude import Expr, L, Lowering, ir, lowers, required
from ..board import pieces_on_tracks as kept_places
from ..board.track_places import TrackPlaces, place_of_piece, track_places, track_player, walked_track


def _walked(
    node: L.TrackSiteMove | L.CountStepsOnTrack, lo: Lowering, either_owner: bool
) -> tuple[TrackPlaces, Expr, Expr]:
    """The places of tracks, the player whose track is meant, and that track (-1: there is none)."""
    places = track_places(lo)
    player = track_player(lo, node.role, node.player, lo.get("mover"))
    return places, player, lo.let(places.chosen(player, walked_track(lo, node.name, either_owner)))


@lowers(L.TrackSiteMove, to="int")
def track_site_move(node: L.TrackSiteMove, lo: Lowering) -> Expr:
    """The site reached after some steps, fewer than 0 as none. A loop goes round; -1 past the end of others."""
    places, player, track = _walked(node, lo, either_owner=True)
    if track.is_const and track.const < 0:
        return ir.const(-1)
    found = lo.var(-1, "found")
    with lo.if_(track >= 0):
        site = lo.let(lo.opt_int(node.from_, lo.ctx("from")))
        inside: Expr = ir.TRUE
        if kept_places.kept(lo):  # where tracks cross themselves, a site off the board has no next one
            inside = (site >= 0) | ir.ne(places.loop(track), 0)
        with lo.if_(inside):
            start = place_of_piece(lo, track, player, site)
            steps = lo.let(lo.int(node.steps))
            end = lo.let(start + ir.max_(steps, 0))
            length = lo.let(places.length(track))
            with lo.if_(end < length):
                lo.assign(found, places.site(places.base(track) + end))
            with lo.else_(), lo.if_(ir.ne(places.loop(track), 0)):
                lo.assign(found, places.site(places.base(track) + ir.mod(end, length)))
    return found


@lowers(L.CountStepsOnTrack, to="int")
def count_steps_on_track(node: L.CountStepsOnTrack, lo: Lowering) -> Expr:
    """The number of steps from the first site to the second, -1 if it is unreachable."""
    places, player, track = _walked(node, lo, either_owner=False)
    if track.is_const and track.const < 0:
        return ir.const(-1)
    count = lo.var(-1, "count")
    with lo.if_(track >= 0):
        first = lo.let(lo.int(required(node.site1)))
        second = lo.let(lo.int(required(node.site2)))
        start = place_of_piece(lo, track, player, first)
        length, base = lo.let(places.length(track)), lo.let(places.base(track))
        # a track that does not cross itself wraps, whether it is a loop or not
        around: Expr = ir.TRUE
        if kept_places.kept(lo):
            around = lo.let(ir.ne(places.loop(track), 0))
        with lo.if_((first >= 0) | around):
            with lo.for_range(0, length, "steps") as steps:
                at = lo.let(start + steps)
                with lo.if_(~around & (at >= length)):
                    lo.break_()
                place = lo.let(ir.select(at < length, at, at - length))
                with lo.if_(ir.eq(places.site(base + place), second)):
                    lo.assign(count, steps)
                    lo.break_()
    return count


@lowers(L.TrackSite, to="int")
def track_site_end(node: L.TrackSite, lo: Lowering) -> Expr:
    """The last site of a track."""
    places = track_places(lo)
    track = lo.let(_named(node, lo))
    if track.is_const and track.const < 0:
        return ir.const(-1)
    return places.site(places.base(track) + places.length(track) - 1)


@lowers(L.TrackSiteFirst, to="int")
def track_site_first(node: L.TrackSiteFirst, lo: Lowering) -> Expr:
    """The first site, from a site of the track onwards and around, for which the condition holds as `to`."""
    places = track_places(lo)
    track = lo.let(_named(node, lo))
    if track.is_const and track.const < 0:
        return ir.const(-1)
    length, base = lo.let(places.length(track)), lo.let(places.base(track))
    start: Expr = ir.const(0)
    if node.from_ is not None:
        site = lo.let(lo.int(node.from_))
        start = lo.let(ir.select(ir.eq(site, -1), 0, places.first(track, site)))
    found = lo.var(-1, "found")
    with lo.if_(start >= 0), lo.saved("to"), lo.for_range(start, start + length, "k") as k:
        site = lo.let(places.site(base + ir.select(k < length, k, k - length)))
        lo.set_ctx("to", site)
        with lo.if_(lo.opt_bool(node.if_, True)):
            lo.assign(found, site)
            lo.break_()
    return found


def _named(node: L.TrackSite | L.TrackSiteFirst, lo: Lowering) -> Expr:
    """The first track that matches name and owner, else the first of all; -1 if there is none."""
    tracks = lo.eq.tracks

    def choose(player: int) -> Track | None:
        for t in tracks:
            if node.name is not None:
                if node.name in t.name and player in (0, t.owner):
                    return t
            elif t.owner in (player, 0):
                return t
        return tracks[0] if tracks else None

    player = track_player(lo, node.role, node.player, ir.const(0))
    return track_places(lo).chosen(player, choose)
