"""Sowing the pieces of a hole into the next holes along a track: (sow …)."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import Expr, Feature, L, Lowering, ir, lowers, required
from ..board.track_places import TrackPlaces, track_places

MAX_SKIPPED = 10000  # Ludii's limit of iterations


@lowers(L.Sow, to="moves", needs=Feature.FROM_POSITIONS | Feature.COUNT)
def sow(node: L.Sow, lo: Lowering) -> None:
    """One move with an action for each piece, and with the captures that follow."""
    places = track_places(lo)
    start_node = node.start if node.start is not None else L.Last(kind=L.LastType.To)
    start = lo.let(lo.int(start_node), "start")
    count = lo.let(lo.int(node.count if node.count is not None else L.CountSite(at=start_node)), "count")
    per_hole = lo.var(lo.opt_int(node.num_per_hole, 1), "per_hole")
    track = _track(node, lo, places)
    if track is None:
        return
    with lo.if_(ir.eq(track, -1)):
        lo.return_()
    base = lo.let(places.base(track), "base")
    position = lo.let(places.first(track, start))
    place = lo.var(ir.select(ir.eq(position, -1), -1, base + position), "place")
    olds = {slot: lo.let(lo.ctx(slot), slot) for slot in ("from", "to", "value")}

    def restore() -> None:
        for slot, old in olds.items():
            lo.set_ctx(slot, old)

    # what the move does, in order: the number of a hole that gets a piece, or -1 - m: the actions of move m
    parts = lo.list_new()
    extras = {name: lo.list_new() for name in ("state", "rotation", "value") if lo.sites.keeps(name)}
    sown = lo.var(0, "sown")
    t = lo.site_type(node.type)

    def give(hole: Expr) -> None:
        _effect(node, lo, parts)
        # Ludii counts the pieces of a hole up to the number: a negative one would never end
        with lo.for_range(0, per_hole), lo.if_(sown < count):
            for name, values in extras.items():  # a piece takes the properties of its hole
                there = lo.let(getattr(lo.sites, name)(t, hole))
                lo.push(values, ir.select(ir.eq(getattr(lo.sites, name)(t, start), there), -1, there))
            lo.push(parts, hole)
            lo.assign(sown, sown + 1)
        with lo.if_(per_hole < 0):
            lo.run("fail", lo.string("a hole cannot get a negative number of pieces"))

    def give_all() -> None:
        if node.origin is not None:
            lo.set_ctx("from", start)
            with lo.if_(lo.bool(node.origin)):
                give(start)
                lo.set_ctx("to", start)
            lo.set_ctx("from", olds["from"])
        with lo.if_(sown < count):
            _walk(node, lo, places, start, count, per_hole, place, sown, give)

    given = lo.var(0, "given") if extras else None
    with lo.one_move(0, 0, 0, effects=give_all, listed=True) as mark:
        _add_parts(node, lo, lo.type_number(t), start, parts, extras, given)
    if node.apply is not None:
        _capture(node, lo, places, track, start, mark, place)
    restore()
    lo.attach(mark, node.then)


def _track(node: L.Sow, lo: Lowering, places: TrackPlaces) -> Expr | None:
    """The number of the track (-1 during play: none); None where there can be none.

    Without an owner the name is the track's; with one, part of it.
    """
    tracks = places.tracks
    if node.track_name is None:
        return ir.const(0) if tracks else None
    name = node.track_name
    exact = next((t for t in tracks if t.name == name), None)
    if node.owner is None:
        return None if exact is None else ir.const(exact.index)
    owner = lo.let(lo.int(node.owner))
    track = lo.var(-1, "track")
    with lo.if_(ir.eq(owner, -1)):
        lo.assign(track, -1 if exact is None else exact.index)
    for p in sorted({t.owner for t in tracks}):
        first = next((t for t in tracks if t.owner == p and name in t.name), None)
        if first is not None:
            with lo.if_(ir.eq(owner, p)):
                lo.assign(track, first.index)
    return track


def _effect(node: L.Sow, lo: Lowering, parts: Expr) -> None:
    """The moves of the effect of sowing into a hole; they wait in the buffer."""
    if node.sow_effect is None:
        return
    first = lo.mark()
    lo.moves(node.sow_effect)
    lo.run("move_detach", first, lo.count())  # Ludii takes their actions only
    lo.push_all(parts, lo.for_range(first, lo.count(), "m"), of=lambda m: ir.const(-1) - m)


def _walk(
    node: L.Sow,
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
    lo.set_ctx("value", count)
    with lo.if_(ir.eq(place, -1)):
        lo.return_()  # not on the track: no move at all
    done, skipped = lo.var(0, "done"), lo.var(0, "skipped")
    with lo.while_(lambda: done < count):
        lo.set_ctx("value", count - done)
        _on_track(lo, place)
        hole = lo.var(places.link("next", place), "hole")
        lo.set_ctx("to", hole)
        if node.skip_if is not None:
            with lo.if_(lo.all_of([lambda: lo.bool(required(node.skip_if)), lambda: skipped < MAX_SKIPPED])):
                lo.assign(skipped, skipped + 1)
                lo.assign(place, places.link("next_place", place))
                lo.continue_()
            lo.assign(skipped, 0)
        if node.include_self is False:
            with lo.if_(ir.eq(hole, start)):  # the context's `to` stays, as in Ludii
                lo.assign(place, places.link("next_place", place))
                _on_track(lo, place)
                lo.assign(hole, places.link("next", place))
        if node.num_per_hole is not None:
            lo.assign(per_hole, lo.int(node.num_per_hole))
        give(hole)
        lo.assign(place, places.link("next_place", place))
        with lo.if_(sown >= count):
            lo.break_()
        lo.assign(done, done + 1)


def _on_track(lo: Lowering, place: Expr) -> None:
    with lo.if_(place < 0):
        lo.run("fail", lo.string("sowing runs past the end of the track"))


def _add_parts(
    node: L.Sow, lo: Lowering, number: int, start: Expr, parts: Expr, extras: dict[str, Expr], given: Expr | None
) -> None:
    """Adds all that the move does to it. extras: the properties of the pieces that holes get; given: counts these."""

    def give(hole: Expr) -> None:
        own: dict[str, ir.IntLike] = {}
        if given is not None:
            own = {name: ir.list_at(values, given) for name, values in extras.items()}
        ends: dict[str, ir.IntLike] = {"type_from": number, "from": start, "type_to": number, "to": hole}
        lo.push_action(lo.act("move", decision=False, stack=0, **ends, **own))
        if given is not None:
            lo.assign(given, given + 1)

    with lo.for_list(parts, "deed") as deed:
        if node.sow_effect is None:
            give(deed)
        else:
            with lo.if_(deed < 0):
                m = lo.let(ir.const(-1) - deed)
                lo.run("move_splice", m, m + 1)
            with lo.else_():
                give(deed)


def _capture(
    node: L.Sow, lo: Lowering, places: TrackPlaces, track: Expr, start: Expr, sowing: Expr, place: Expr
) -> None:
    """Adds what the effect does after the sowing, from hole to hole while the conditions hold."""

    def fits() -> Expr:
        return lo.opt_bool(node.if_, True)

    with lo.ahead("apply_actions", sowing):
        goes_on = node.backtracking is not None or node.forward is not None
        captures = lo.var(0, "captures")
        with lo.while_(fits) if goes_on else lo.if_(fits()):
            lo.set_ctx("from", start)
            first = lo.mark()
            lo.moves(required(node.apply))
            last = lo.mark()
            with lo.for_range(first, last, "m") as m:
                _add_consequences(lo, sowing, m, last)
            lo.run("move_drop", first, last)
            if node.backtracking is not None:
                _onwards(lo, places, track, place, node.backtracking, "prev", start)
            if node.forward is not None:
                _onwards(lo, places, track, place, node.forward, "next", start)
            if goes_on:
                lo.assign(captures, captures + 1)
                with lo.if_(captures >= places.length(track)):
                    lo.break_()


def _onwards(
    lo: Lowering, places: TrackPlaces, track: Expr, place: Expr, condition: L.Bool, way: str, start: Expr
) -> None:
    """Goes to the hole before or after if the condition holds for both holes; else ends the capture."""
    with lo.if_(~lo.bool(condition)):
        lo.break_()
    _on_track(lo, place)
    hole = lo.let(places.link(way, place))
    if way == "next":
        with lo.if_(ir.eq(places.loop(track), 0) & ir.eq(hole, -1)):
            lo.break_()
    lo.assign(place, places.link(f"{way}_place", place))
    lo.set_ctx("to", hole)
    with lo.if_(~lo.bool(condition)):
        lo.break_()
    if way == "prev":
        with lo.if_(ir.eq(hole, start)):
            lo.break_()


def _add_consequences(lo: Lowering, sowing: Expr, m: Expr, last: Expr) -> None:
    """Appends to the sowing everything that a move would do now, with its consequents."""
    acts, begin = lo.let(lo.run("act_count")), lo.let(lo.run("applied_count"))
    with lo.on_copy():
        lo.list_field("clear", "pending")
        lo.do(lo.call(lo.apply_stored, m))
    lo.run("moves_rewind", last, acts)
    lo.run("move_insert_applied", sowing, lo.run("move_action_count", sowing), begin, lo.run("applied_count"))
    lo.run("applied_truncate", begin)
