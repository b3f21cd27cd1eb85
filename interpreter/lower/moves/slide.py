"""Sliding along a line or a track: (slide …) and (move Slide …)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...equipment import Track
from ..arguments.moves import check_from, move_action, origin, push_move
from ..arguments.ranges import greatest_between, range_of
from ..base import passed
from ..base.prelude import Act, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers, required
from ..directions.iterate import each_radial

Node = L.Slide | L.MoveSlide
FAR = 1000  # longer than any line


@lowers(
    L.Slide, L.MoveSlide, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, true={"stack": Feature.STACKING}, unseen=("directions",), more=greatest_between,
        parts={
            "from_": ("type", "loc", "level", "if_"), "between": ("if_", "trail", "effect"), "to": ("if_", "effect"),
        },
    ),
)  # fmt: skip
def slide(node: Node, lo: Lowering) -> None:
    """Moves along each line, site by site. A site where (to if:…) holds ends the slide, and the move to it has the
    effect of (to …). A site that (between if:…) does not let it pass ends it without a move.
    """
    if node.track is not None:
        _along_tracks(node, lo)
    else:
        _Slide(node, lo).lower()


def _may_pass(node: Node, lo: Lowering, site: Expr) -> Expr:
    """Whether the slide goes on past a site, which conditions read as (between)."""
    if node.between is None or node.between.if_ is None:
        own = lo.eq.default_site
        return lo.sites.in_place(own, site, lambda t, x: ir.set_has(lo.sites.empty(t), x))
    return lo.bool(node.between.if_)


def _is_far_enough(least: Expr, i: Expr) -> Expr:
    """Whether the i-th site (from 1) is not too near."""
    return ir.TRUE if least.is_const and least.const <= 1 else least <= i


def _below(most: Expr) -> list[Expr]:
    """The limits of positions on a line, if a slide takes so many steps at most."""
    return [] if most.is_const and most.const >= FAR else [most + 1]


def _limits(node: Node, lo: Lowering) -> tuple[Expr, Expr]:
    """Fewest and most steps."""
    if node.between is None or node.between.range is None:
        return ir.const(-1), ir.const(FAR)

    low, high = range_of(lo, node.between.range)
    return lo.let(low), lo.let(high)


class _Slide:
    """Slides in straight lines."""

    def __init__(self, node: Node, lo: Lowering) -> None:
        self.node, self.lo = node, lo
        self.type: SiteType = lo.site_type(None if node.from_ is None else node.from_.type)
        self.stack = bool(node.stack)
        to, between = node.to, node.between
        self.ends = None if to is None else to.if_  # whether a site ends the slide
        apply = None if to is None else to.effect
        self.effect = None if apply is None else apply.effect
        self.allowed = None if apply is None else apply.if_
        self.over = None if between is None else between.effect
        self.trail = None if between is None else between.trail
        rules = self.ends, apply, self.over, self.trail, None if between is None else between.if_
        self.reads_between = any(rule is not None for rule in rules)
        self.site: Expr = ir.const(-1)
        self.level: Expr | None = None
        self.radial: Expr = ir.const(-1)
        self.radials = ""

    def lower(self) -> None:
        node, lo = self.node, self.lo
        self.site, named = origin(lo, node.from_)
        least, most = _limits(node, lo)
        if node.from_ is not None and node.from_.level is not None:
            self.level = lo.let(lo.int(node.from_.level))
        slots = ["to", *(["from"] if named else []), *(["between"] if self.reads_between else [])]
        with lo.saved(*slots):
            if named:
                lo.set_ctx("from", self.site)
            check_from(lo, node.from_)
            outside = lo.let(lo.ctx("between"), "between") if self.reads_between else ir.const(-1)
            with each_radial(lo, self.type, self.site, node.directions) as (radial, radials, _):
                self.radial, self.radials = radial, radials
                if self.reads_between:
                    lo.set_ctx("between", outside)
                with lo.for_along(radials, radial, 1, *_below(most)) as i:
                    to = lo.let(lo.row_at(radials, radial, i), "to")
                    lo.set_ctx("to", to)
                    self._at(i, to, _is_far_enough(least, i))

    def _at(self, i: Expr, to: Expr, far_enough: Expr) -> None:
        """Pushes the moves to the i-th site, or ends the slide there."""
        lo, ends = self.lo, self.ends
        if ends is not None:
            with lo.if_(lo.all_of([lambda: lo.bool(ends), lambda: far_enough])):
                self._moves(i, to, True)
                lo.break_()
        if self.reads_between:
            lo.set_ctx("between", to)
        with lo.if_(~_may_pass(self.node, lo, lo.ctx("between") if self.reads_between else to)):
            lo.break_()
        with lo.if_(far_enough):
            self._moves(i, to, False)

    def _moves(self, i: Expr, to: Expr, ended: bool) -> None:
        """Pushes the move to the i-th site. ended: whether (to if:…) has ended the slide there.

        As in Ludii, a stack, or a piece of a level that is given, takes the effect of (to …) only there; a piece on top
        takes it wherever it goes.
        """
        lo, t = self.lo, self.lo.type_number(self.type)
        decision = isinstance(self.node, L.MoveSlide)
        if self.stack:
            height = lo.let(lo.sites.height(self.type, self.site) - 1)
            action = move_action(lo, True, t, self.site, t, to, stack=True)
            self._emit(i, to, action, (0, height), ended)
            return
        action = move_action(lo, decision, t, self.site, t, to)
        if self.level is None:
            self._emit(i, to, action, (0, 0), True)
            return
        with lo.if_(ir.eq(self.level, -1)):
            self._emit(i, to, action, (0, 0), True)
        with lo.else_():
            action = move_action(lo, True, t, self.site, t, to, level_from=self.level)
            self._emit(i, to, action, (self.level, self.level), ended)

    def _emit(self, i: Expr, to: Expr, action: Act, levels: tuple[ir.IntLike, ir.IntLike], takes_effect: bool) -> None:
        lo, node = self.lo, self.node

        def push() -> None:
            push_move(lo, self.site, to, [action], before=before, more=more, levels=levels, then=node.then)

        def effects() -> None:
            if self.over is not None:
                # the effects of the last site come first
                with lo.for_range(i - 1, 1, "k", down=True) as k:
                    lo.set_ctx("between", lo.row_at(self.radials, self.radial, k))
                    lo.moves(self.over)
                with lo.if_(i > 1):
                    lo.set_ctx("between", lo.row_at(self.radials, self.radial, i - 1))
            if takes_effect and self.effect is not None:
                lo.moves(self.effect)

        def trail() -> None:
            piece = lo.let(lo.int(required(self.trail)))
            with lo.for_range(0, i, "k") as k:
                site = lo.row_at(self.radials, self.radial, k)
                lo.push_action(lo.act("add", type=lo.type_number(self.type), to=site, what=piece, count=1))

        def trail_and_passed() -> None:
            if self.trail is not None:
                trail()
            passed.add_line(lo, self.radials, self.radial, 1, i)

        has_effects = self.over is not None or (takes_effect and self.effect is not None)
        before: Callable[[], None] | None = effects if has_effects else None
        more: Callable[[], None] | None = None if self.trail is None else trail
        if passed.noted(lo):
            more = trail_and_passed
        if self.allowed is None:
            push()
            return
        with lo.if_(lo.bool(self.allowed)):
            push()


def _along_tracks(node: Node, lo: Lowering) -> None:
    """Along every track of that name, from each place where it has the site.

    In Ludii this is a search of its own, which knows neither levels, stacks and trails nor effects of (between …). The
    effect of (to …) is taken only where (to if:…) ends the slide, and its own condition is asked only elsewhere. With
    "AllTracks" there are only moves past a bump, a site that the track names twice in a row.
    """
    t = lo.site_type(None if node.from_ is None else node.from_.type)
    number = lo.type_number(t)
    every = node.track == "AllTracks"
    tracks = [x for x in lo.eq.tracks if every or x.name == node.track]
    if not tracks:
        return
    ends = None if node.to is None else node.to.if_
    apply = None if node.to is None else node.to.effect
    effect = None if apply is None else apply.effect
    site, named = origin(lo, node.from_)
    walks = [(s, w) for s in range(lo.board.size(t)) for track in tracks for w in _walks(track, s)]
    starts = [[k for k, (s, _) in enumerate(walks) if s == start] for start in range(lo.board.size(t))]
    sites = lo.table([w.sites for _, w in walks], "ragged", "walk_sites")
    of_site = lo.table(starts, "ragged", "walks_of", rows_of=sites)
    bumps = lo.table([w.first_after_bump for _, w in walks], stem="walk_bump")
    with lo.saved("to", "between", *(["from"] if named else [])):
        if named:
            lo.set_ctx("from", site)
        check_from(lo, node.from_)
        least, most = _limits(node, lo)
        with lo.for_row(of_site, site, "walk") as walk:
            with lo.for_along(sites, walk, 1, *_below(most)) as i:
                to = lo.let(lo.row_at(sites, walk, i), "to")
                lo.set_ctx("to", to)
                far_enough = _is_far_enough(least, i)
                action = move_action(lo, isinstance(node, L.MoveSlide), number, site, number, to)
                with lo.if_(ir.TRUE if not every else i >= lo.at(bumps, walk)):
                    ended = lo.let(lo.opt_bool(ends, False))
                    with lo.if_(ended & far_enough):
                        before = None if effect is None else lambda: lo.moves(effect)
                        push_move(lo, site, to, [action], before=before, mover=0, then=node.then)
                        lo.break_()
                    with lo.if_(~ended & far_enough):
                        with lo.if_(ir.TRUE if apply is None or apply.if_ is None else lo.bool(apply.if_)):
                            push_move(lo, site, to, [action], mover=0, then=node.then)
                lo.set_ctx("between", to)
                with lo.if_(~_may_pass(node, lo, lo.ctx("between"))):
                    lo.break_()


class _Walk(NamedTuple):
    """A way along a track.

    sites: one after the other, from where it begins. first_after_bump: the position of the first site behind a bump;
    the number of sites if none is.
    """

    sites: list[int]
    first_after_bump: int


def _walks(track: Track, site: int) -> Iterator[_Walk]:
    """The ways that begin where a track has a site. None is as long as the track."""
    for start in track.elements:
        if start.site != site:
            continue
        sites = [site]
        bumped, first = 0, -1
        at = start
        while at.next != -1 and len(sites) < len(track.elements):
            bumped += at.bump
            if bumped > 0 and first < 0:
                first = len(sites)
            sites.append(at.next)
            at = track.elements[at.next_index]
        yield _Walk(sites, len(sites) if first < 0 else first)
