"""The tracks of the board as tables: which track is meant, where a site is on it, what comes next and before.

The places of all tracks are numbered consecutively: place `base(track) + i` is the i-th of a track.
"""

from __future__ import annotations

from collections.abc import Callable

from ...equipment.tracks import Track
from ..base.prelude import Expr, L, Lowering, RoleType, SiteType, ir
from . import pieces_on_tracks as kept_places

_LOWEST = 2  # sites begin at -2, the place after the end of a track


class TrackPlaces:
    """Tables over the places of all tracks."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        self.tracks = lo.eq.tracks
        bases: list[int] = []
        sites: list[int] = []
        links: dict[str, list[int]] = {"next": [], "next_place": [], "prev": [], "prev_place": []}
        for track in self.tracks:
            base = len(sites)
            bases.append(base)
            for e in track.elements:
                sites.append(e.site)
                links["next"].append(e.next)
                links["prev"].append(e.prev)
                links["next_place"].append(e.next_index + base if e.next_index >= 0 else -1)
                links["prev_place"].append(e.prev_index + base if e.prev_index >= 0 else -1)
        self._bases = lo.table(bases, stem="track_base")
        self._lengths = lo.table([len(t.elements) for t in self.tracks], stem="track_length")
        self._loops = lo.table([int(t.loop) for t in self.tracks], stem="track_loop")
        self._site = lo.table(sites, stem="track_site")
        self._links = {name: lo.table(values, stem=f"track_{name}") for name, values in links.items()}
        self._width = max([lo.sites.total, *lo.sites.size.values(), *(s + 1 for s in sites)]) + _LOWEST
        firsts = []
        for track in self.tracks:
            first = {e.site: i for i, e in reversed([*enumerate(track.elements)])}
            firsts += [first.get(s - _LOWEST, -1) for s in range(self._width)]
        self._first = lo.table(firsts, stem="track_place")

    def base(self, track: ir.IntLike) -> Expr:
        """Number of the first place of a track."""
        return self.lo.at(self._bases, track)

    def length(self, track: ir.IntLike) -> Expr:
        """How many places a track has."""
        return self.lo.at(self._lengths, track)

    def loop(self, track: ir.IntLike) -> Expr:
        """1 for a track that returns to its beginning, else 0."""
        return self.lo.at(self._loops, track)

    def site(self, place: ir.IntLike) -> Expr:
        """The site of a place."""
        return self.lo.at(self._site, place)

    def link(self, name: str, place: ir.IntLike) -> Expr:
        """A neighbour of a place: for "next" or "prev" its site, for "next_place" or "prev_place" its number; -1 if
        none.
        """
        return self.lo.at(self._links[name], place)

    def first(self, track: ir.IntLike, site: Expr) -> Expr:
        """The first position (from 0) of a site on a track; -1 if the site is not on it."""
        at = site + _LOWEST
        inside = ir.within(at, self._width)
        return ir.select(inside, self.lo.at(self._first, ir.as_int(track) * self._width + at), -1)

    def chosen(self, player: Expr, choose: Callable[[int], Track | None]) -> Expr:
        """The number of the track for a player (-1: none), chosen now for each player number."""
        n = self.lo.n_players + 1
        rows = [t.index if (t := choose(p)) is not None else -1 for p in range(n + 1)]
        if len(set(rows)) == 1:
            return ir.const(rows[0])
        other = choose(-1)
        inside = (player >= 0) & (player <= n)
        table = self.lo.table(rows, stem="track_of")
        if player.is_const:
            return self.lo.at(table, player) if 0 <= player.const <= n else ir.const(-1)
        return ir.select(inside, self.lo.at(table, player), -1 if other is None else other.index)


def track_places(lo: Lowering) -> TrackPlaces:
    """The places of this game's tracks."""
    return lo.once(TrackPlaces, lambda: TrackPlaces(lo))


def track_player(lo: Lowering, role: RoleType | None, player: L.Player | None, default: Expr) -> Expr:
    """The player whose track is meant (pinned)."""
    if role is not None:
        return lo.let(lo.role(role))
    return lo.let(default if player is None else lo.int(player.index))


def walked_track(lo: Lowering, name: str | None, either_owner: bool) -> Callable[[int], Track | None]:
    """For a player: the first track with the name among those of the player, else the player's first, else nobody's
    first.

    either_owner: tries any track with the name before the last two.
    """
    tracks = lo.eq.tracks

    def choose(player: int) -> Track | None:
        if name is not None:
            named = [t for t in tracks if name in t.name]
            for t in named:
                if t.owner == player:
                    return t
            if named and either_owner:
                return named[0]
        for owner in (player, 0):
            owned = lo.eq.owned_tracks(owner)
            if owned:
                return owned[0]
        return None

    return choose


def place_of_piece(lo: Lowering, track: Expr, player: Expr, site: Expr) -> Expr:
    """The position (pinned) of a site on a track; the length of the track if the site is not on it.

    If tracks cross themselves, the state holds the position of the player's piece.
    """
    places = track_places(lo)
    first = lo.let(places.first(track, site))
    plain = ir.select(ir.eq(first, -1), places.length(track), first)
    if not kept_places.kept(lo) or all(t.loop for t in lo.eq.tracks):
        return lo.let(plain)
    kept_places.declare(lo)
    at = lo.var(plain, "at")
    with lo.if_(ir.eq(places.loop(track), 0)):
        what = lo.let(_what_of(lo, player, site))
        with lo.if_(ir.ne(what, 0)):
            lo.assign(at, places.length(track))
            with lo.for_range(0, places.length(track), "k") as k:
                here = ir.eq(places.site(places.base(track) + k), site)
                index = kept_places.place_index(lo, track, what, k)
                with lo.if_(here & (lo.get(kept_places.FIELD, index) > 0)):
                    lo.assign(at, k)
                    lo.break_()
    return at


def _what_of(lo: Lowering, player: Expr, site: Expr) -> Expr:
    """The piece on a site: the player's lowest one, else the top one."""
    s = lo.sites
    t = lo.eq.default_site
    what = lo.var(s.what(t, site), "what")

    def in_stack(kind: SiteType) -> None:
        lo.assign(what, s.what(kind, site))
        if s.stacking:
            with lo.for_range(0, s.height(kind, site), "level") as level:
                with lo.if_(ir.eq(s.who(kind, site, level), player)):
                    lo.assign(what, s.what(kind, site, level))
                    lo.break_()

    if s.hands is not None and t is not SiteType.Cell and SiteType.Cell in s.types:
        with lo.if_(site >= s.hands):
            in_stack(SiteType.Cell)
        with lo.else_():
            in_stack(t)
    else:
        in_stack(t)
    return what
