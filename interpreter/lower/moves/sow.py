"""Sowing the pieces of a hole into the next holes along a track: (sow …)."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import Bool, CountSite, Last, LastType, SiteType, Sow

from ...equipment.needs import Feature as F
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.required import required
from ..base.lowering import Lowering
from ..base.owned import NUMBER
from ..base.registry import lowers
from ..board.track_places import TrackPlaces, track_places

MAX_SKIPPED = 10000  # Ludii's limit of iterations
_EXTRAS = ("state", "rotation", "value")


@lowers(Sow, to="moves", needs=F.FROM_POSITIONS | F.COUNT)
def sow(node: Sow, lo: Lowering) -> None:
    """One move with an action for each piece, and with the captures that follow."""
    b = lo.b
    places = track_places(lo)
    start_node = node.start if node.start is not None else Last(kind=LastType.To)
    start = b.let(lo.int(start_node), "start")
    count = b.let(lo.int(node.count if node.count is not None else CountSite(at=start_node)), "count")
    per_hole = b.var(1 if node.num_per_hole is None else lo.int(node.num_per_hole), "per_hole")
    track = _track(node, lo, places)
    if track is None:
        return
    with b.if_(ir.eq(track, -1)):
        b.return_()
    base = b.let(places.base(track), "base")
    position = b.let(places.first(track, start))
    place = b.var(ir.select(ir.eq(position, -1), -1, base + position), "place")
    olds = {slot: b.let(b.ctx(slot), slot) for slot in ("from", "to", "value")}

    def restore() -> None:
        for slot, old in olds.items():
            b.set_ctx(slot, old)

    mark = lo.mark()
    # the deeds of the move in order: a hole that gets a piece, or -1 - m for the actions of move m of the buffer
    deeds = b.list_new()
    sown = b.var(0, "sown")

    def give(hole: Expr) -> None:
        _effect(node, lo, deeds)
        # Ludii counts the pieces of a hole up to the number: a negative one would never end
        with b.for_range(0, per_hole), b.if_(ir.lt(sown, count)):
            b.run("list_push", deeds, hole)
            b.assign(sown, sown + 1)
        with b.if_(ir.lt(per_hole, 0)):
            b.run("fail", lo.string("a hole cannot get a negative number of pieces"))

    if node.origin is not None:
        b.set_ctx("from", start)
        with b.if_(lo.bool(node.origin)):
            give(start)
            b.set_ctx("to", start)
        b.set_ctx("from", olds["from"])
    with b.if_(ir.lt(sown, count)):
        _walk(node, lo, places, start, count, per_hole, place, sown, give)
    _close(node, lo, lo.site_type(node.type), start, deeds)
    b.run("move_drop", mark, lo.count() - 1)  # the moves of effects: the sowing has their actions
    if node.apply is not None:
        _capture(node, lo, places, track, start, mark, place)
    restore()
    lo.attach(mark, node.then)


def _track(node: Sow, lo: Lowering, places: TrackPlaces) -> Expr | None:
    """The number of the track (-1 during play: none); None where there can be none.

    Without an owner the name is the track's; with one, part of it.
    """
    b = lo.b
    tracks = places.tracks
    if node.track_name is None:
        return ir.const(0) if tracks else None
    name = node.track_name
    exact = next((t for t in tracks if t.name == name), None)
    if node.owner is None:
        return None if exact is None else ir.const(exact.index)
    owner = b.let(lo.int(node.owner))
    track = b.var(-1, "track")
    with b.if_(ir.eq(owner, -1)):
        b.assign(track, -1 if exact is None else exact.index)
    for p in sorted({t.owner for t in tracks}):
        first = next((t for t in tracks if t.owner == p and name in t.name), None)
        if first is not None:
            with b.if_(ir.eq(owner, p)):
                b.assign(track, first.index)
    return track


def _effect(node: Sow, lo: Lowering, deeds: Expr) -> None:
    """The moves of the effect of sowing into a hole; they wait in the buffer."""
    if node.sow_effect is None:
        return
    b = lo.b
    first = lo.mark()
    lo.moves(node.sow_effect)
    b.run("move_detach", first, lo.count())  # Ludii takes their actions only
    with b.for_range(first, lo.count(), "m") as m:
        b.run("list_push", deeds, ir.const(-1) - m)


def _walk(
    node: Sow,
    lo: Lowering,
    places: TrackPlaces,
    start: Expr,
    count: Expr,
    per_hole: Expr,
    place: Expr,
    sown: Expr,
    give: Callable[[Expr], None],
) -> None:
    """Visits holes until all pieces are sown."""
    b = lo.b
    b.set_ctx("value", count)
    with b.if_(ir.eq(place, -1)):
        b.return_()  # not on the track: no move at all
    done, skipped = b.var(0, "done"), b.var(0, "skipped")
    with b.while_(lambda: ir.lt(done, count)):
        b.set_ctx("value", count - done)
        _on_track(lo, place)
        hole = b.var(places.link("next", place), "hole")
        b.set_ctx("to", hole)
        if node.skip_if is not None:
            with b.if_(b.all_of([lambda: lo.bool(required(node.skip_if)), lambda: ir.lt(skipped, MAX_SKIPPED)])):
                b.assign(skipped, skipped + 1)
                b.assign(place, places.link("next_place", place))
                b.continue_()
            b.assign(skipped, 0)
        if node.include_self is False:
            with b.if_(ir.eq(hole, start)):  # the context's `to` stays, as in Ludii
                b.assign(place, places.link("next_place", place))
                _on_track(lo, place)
                b.assign(hole, places.link("next", place))
        if node.num_per_hole is not None:
            b.assign(per_hole, lo.int(node.num_per_hole))
        give(hole)
        b.assign(place, places.link("next_place", place))
        with b.if_(ir.ge(sown, count)):
            b.break_()
        b.assign(done, done + 1)


def _on_track(lo: Lowering, place: Expr) -> None:
    with lo.b.if_(ir.lt(place, 0)):
        lo.b.run("fail", lo.string("sowing runs past the end of the track"))


def _close(node: Sow, lo: Lowering, t: SiteType, start: Expr, deeds: Expr) -> None:
    """Pushes the move that does all deeds."""
    b, s = lo.b, lo.sites
    number = NUMBER[t]
    kind, params, _ = lo.act("move", type_from=number, type_to=number)

    def give(hole: Expr) -> None:
        own: dict[str, ir.IntLike] = {**params, "from": start, "to": hole, "stack": 0}
        for prop in _EXTRAS:  # a piece takes the properties of its hole
            if s.keeps(prop):
                there = b.let(getattr(s, prop)(t, hole))
                own[prop] = ir.select(ir.eq(getattr(s, prop)(t, start), there), -1, there)
        lo.push_action(kind, list(own.values()), False)

    b.run("move_open")
    with b.for_list(deeds, "deed") as deed:
        if node.sow_effect is None:
            give(deed)
        else:
            with b.if_(ir.lt(deed, 0)):
                m = b.let(ir.const(-1) - deed)
                b.run("move_splice", m, m + 1)
            with b.else_():
                give(deed)
    b.run("move_close", 0, 0, 0, 0, 0)


def _capture(node: Sow, lo: Lowering, places: TrackPlaces, track: Expr, start: Expr, sowing: Expr, place: Expr) -> None:
    """Adds what the effect does after the sowing, from hole to hole while the conditions hold."""
    b = lo.b
    top = b.let(b.run("applied_count"))
    b.run("state_push")
    b.run("apply_actions", sowing)
    captures = b.var(0, "captures")
    with b.while_(lambda: ir.TRUE if node.if_ is None else lo.bool(node.if_)):
        b.set_ctx("from", start)
        first = lo.mark()
        lo.moves(required(node.apply))
        last = lo.mark()
        with b.for_range(first, last, "m") as m:
            _add_consequences(lo, sowing, m, last)
        b.run("move_drop", first, last)
        if node.backtracking is None and node.forward is None:
            b.break_()
        if node.backtracking is not None:
            _onwards(lo, places, track, place, node.backtracking, "prev", start)
        if node.forward is not None:
            _onwards(lo, places, track, place, node.forward, "next", start)
        b.assign(captures, captures + 1)
        with b.if_(ir.ge(captures, places.length(track))):
            b.break_()
    b.run("state_pop")
    b.run("applied_truncate", top)


def _onwards(
    lo: Lowering, places: TrackPlaces, track: Expr, place: Expr, condition: Bool, way: str, start: Expr
) -> None:
    """Goes to the hole before or after if the condition holds for both holes; else ends the capture."""
    b = lo.b
    with b.if_(ir.not_(lo.bool(condition))):
        b.break_()
    _on_track(lo, place)
    hole = b.let(places.link(way, place))
    if way == "next":
        with b.if_(ir.and_(ir.eq(places.loop(track), 0), ir.eq(hole, -1))):
            b.break_()
    b.assign(place, places.link(f"{way}_place", place))
    b.set_ctx("to", hole)
    with b.if_(ir.not_(lo.bool(condition))):
        b.break_()
    if way == "prev":
        with b.if_(ir.eq(hole, start)):
            b.break_()


def _add_consequences(lo: Lowering, sowing: Expr, m: Expr, last: Expr) -> None:
    """Appends to the sowing everything that a move would do now, with its consequents."""
    b = lo.b
    acts, begin = b.let(b.run("act_count")), b.let(b.run("applied_count"))
    b.run("state_push")
    b.list_field("clear", "pending")
    b.do(b.call(lo.apply_stored, m))
    b.run("state_pop")
    b.run("moves_rewind", last, acts)
    b.run("move_insert_applied", sowing, b.run("move_action_count", sowing), begin, b.run("applied_count"))
    b.run("applied_truncate", begin)
