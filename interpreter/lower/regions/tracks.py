"""Sites of tracks, and sites where a component stood at the start."""

from __future__ import annotations

from ludparse.ludemes.base import replace

from ...equipment import Track
from ..base.prelude import Expr, FieldKind, IntNode, L, Lowering, SiteType, ir, lowers, per_game


@lowers(L.SitesTrack, to="region")
def sites_track(node: L.SitesTrack, lo: Lowering) -> Expr:
    """The sites of the current track, or of the first track of a name and player; or of a part of it."""
    out = lo.var(ir.EMPTY_SET, "out")
    around = lo.let(lo.ctx("track"), "track")
    with lo.if_(ir.ne(around, -1)):
        _pick(node, lo, around, list(lo.eq.tracks), [t.index for t in lo.eq.tracks], out)
    with lo.else_():
        if node.pid is None and node.role is None:
            _take(node, lo, _track(node, lo, 0), out)
        else:
            who = lo.let(lo.player(node.role, node.pid), "who")
            players = range(lo.n_players + 2)
            _pick(node, lo, who, [_track(node, lo, p) for p in players], list(players), out)
    return out


def _track(node: L.SitesTrack, lo: Lowering, player: int) -> Track | None:
    for t in lo.eq.tracks:
        mine = t.owner in (player, 0)
        if node.name is not None:
            if t.name == node.name or (node.name in t.name and mine):
                return t
        elif mine:
            return t
    return None


def _pick(node: L.SitesTrack, lo: Lowering, key: Expr, tracks: list[Track | None], keys: list[int], out: Expr) -> None:
    for k, track in zip(keys, tracks, strict=True):
        if track is not None:
            with lo.if_(ir.eq(key, k)):
                _take(node, lo, track, out)


def _take(node: L.SitesTrack, lo: Lowering, track: Track | None, out: Expr) -> None:
    if track is None:
        return
    sites = [e.site for e in track.elements]
    if node.from_ is None and node.to is None:
        lo.assign(out, lo.set_const(sites))
        return
    table, others = lo.table([sites], "ragged", "track"), ir.set_range(0, lo.program.set_width)
    start, end = lo.let(lo.opt_int(node.from_, -1)), lo.let(lo.opt_int(node.to, -1))

    def met(site: Expr, since: ir.IntLike) -> Expr:
        """The first place of a site, or the length of the track."""
        return lo.let(lo.row_run(table, 0, since, others - ir.set_one(site)), "place")

    first = lo.let(ir.select(ir.eq(start, -1), 0, met(start, 0)))
    last = met(end, first)
    with lo.if_(first < len(sites)):
        lo.assign(out, lo.row_set(table, 0, first, last + 1))
        # if the end is not met Ludii continues from the beginning, whether the track is a loop or not
        with lo.if_(ir.eq(last, len(sites))):
            lo.assign(out, out | lo.row_set(table, 0, 0, ir.min_(met(end, 0) + 1, first)))


START_SITES = "start_sites"  # the field of the sites where something stood then


@per_game
def start_field(lo: Lowering) -> str:
    """The field of what stood on each board site when the start rules were through."""
    t = lo.eq.default_site
    name = lo.field("start_what", FieldKind.ARRAY, size=max(1, lo.sites.on_board[t]), bits=16)
    begun = lo.field(START_SITES, FieldKind.SET)

    def remember() -> None:
        with lo.for_range(0, lo.sites.on_board[t], "site") as site:
            what = lo.let(lo.sites.what(t, site))
            lo.put(name, what, site)
            with lo.if_(ir.ne(what, 0)):
                lo.put(begun, lo.get(begun) | ir.set_one(site))

    lo.after_start.append(remember)
    return name


def _on_cells(component: IntNode) -> IntNode:
    """A component that is read from a site without a type: Ludii does not fill in the board's type within `(piece …)`
    here, and takes the site for a cell."""
    return replace(component, type=SiteType.Cell) if isinstance(component, L.What) and not component.type else component


@lowers(L.SitesPiece, to="region")
def sites_piece(node: L.SitesPiece, lo: Lowering) -> Expr:
    """The sites where a component stood at the start."""
    field = start_field(lo)
    piece = node.pid
    if piece.component is not None:
        what = lo.let(lo.int(_on_cells(piece.component)))
    else:  # a single component; a name that no component has, and several ones, have no sites
        named = [c.index for c in lo.eq.components if c.name == piece.name_component]
        if not named:
            return ir.EMPTY_SET
        what = ir.const(named[0])
    sites = lo.when(what > 0, lo.for_set(lo.get(START_SITES)))
    return lo.collect(sites, lambda site: ir.eq(lo.get(field, site), what))
