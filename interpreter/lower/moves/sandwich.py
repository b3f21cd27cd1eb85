"""Captures along the lines of a site: (custodial …), (intervene …), (directional …), (surround …)."""

from __future__ import annotations

from functools import partial

from ..arguments.moves import centre, piece_components
from ..arguments.ranges import greatest_between, range_of
from ..base.passed import add_line, add_list, note_last
from ..base.prelude import AbsoluteDirection, Expr, Feature, L, Lowering, Needs, RelationType, SiteType, ir, lowers
from ..directions.iterate import each_radial

FAR = 1000  # Ludii's longest distance

# without a condition Ludii takes the number of the site for that of a player, and asks whether it is enemy or friend
_ENEMY_BETWEEN = L.IsPlayer(kind=L.IsPlayerType.Enemy, index=L.IteratorBetween(), role=None)
_ENEMY_TO = L.IsPlayer(kind=L.IsPlayerType.Enemy, index=L.IteratorTo(), role=None)
_FRIEND_TO = L.IsPlayer(kind=L.IsPlayerType.Friend, index=L.IteratorTo(), role=None)

_REMOVE_BETWEEN = L.MovesRemove(location_function=L.IteratorBetween(), region_function=None)
_REMOVE_TO = L.MovesRemove(location_function=L.IteratorTo(), region_function=None)
_REMOVE_FROM = L.MovesRemove(location_function=L.IteratorFrom(), region_function=None)


def _type(lo: Lowering, node: L.From | None) -> SiteType:
    return lo.site_type(None if node is None else node.type)


def _holds_at(lo: Lowering, slot: str, site: ir.IntLike, condition: L.Bool) -> Expr:
    """Whether a condition holds for a site, which is put into a slot of the context."""
    lo.set_ctx(slot, site)
    return lo.let(lo.bool(condition))


@lowers(
    L.Custodial, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, more=greatest_between,
        parts={"from_": ("type", "loc"), "between": ("if_", "effect"), "to": ("if_",)},
    ),
)  # fmt: skip
def custodial(node: L.Custodial, lo: Lowering) -> None:
    """Consecutive fitting sites of a line, followed by a site that fits the other condition."""
    t = _type(lo, node.from_)
    between, to = node.between, node.to
    site = centre(lo, node.from_, L.Last(kind=L.LastType.To))
    with lo.if_(ir.eq(site, -1)):
        lo.return_()
    target = _ENEMY_BETWEEN if between is None or between.if_ is None else between.if_
    friend = _FRIEND_TO if to is None or to.if_ is None else to.if_
    effect = _effect(
        None if between is None else between.effect,
        _REMOVE_BETWEEN,
    )
    low, high = _range(lo, None if between is None else between.range, 0, FAR)
    mark = lo.mark()
    with lo.saved("from", "to", "between"):
        short = ir.eq(high, 1) & (low < 2)
        long = (high > 1) & (low <= high)
        with each_radial(lo, t, site, node.dirn_choice) as (radial, radials, _):
            length = lo.let(lo.row_len(radials, radial))

            def at(i: ir.IntLike, radial: Expr = radial, radials: str = radials) -> Expr:
                return lo.row_at(radials, radial, i)

            if not (short.is_const and short.const == 0):
                with lo.if_(short & (length >= 3)):
                    first = lo.let(at(1))
                    with lo.if_(_holds_at(lo, "between", first, target)), lo.if_(_holds_at(lo, "to", at(2), friend)):
                        lo.set_ctx("between", first)
                        lo.moves(effect)
                        note_last(lo, mark, partial(add_line, lo, radials, radial, 1, 2))
            if not (long.is_const and long.const == 0):
                # the first site is tested before the others: where it does not fit nothing at all is done, and passes
                # can skip such lines
                with lo.if_(long & (length > 1)), lo.if_(_holds_at(lo, "between", at(1), target)):
                    limits = [] if high.is_const and high.const >= FAR else [high + 1]
                    i = lo.scan(radials, radial, 2, limits, "between", lambda: lo.bool(target), "i")
                    with lo.if_(low < i):
                        behind = ir.select(i < length, at(i), -1)
                        with lo.if_(_holds_at(lo, "to", behind, friend)):
                            with lo.for_range(1, i, "k", apart=True) as k:
                                lo.set_ctx("between", at(k))
                                lo.moves(effect)
                            note_last(lo, mark, partial(add_line, lo, radials, radial, 1, i))
    lo.attach(mark, node.then)


def _effect(given: L.Moves | None, default: L.Moves) -> L.Moves:
    return default if given is None else given


def _range(lo: Lowering, node: L.RangeFunction | None, low: int, high: int) -> tuple[Expr, Expr]:
    """Least and greatest length (pinned)."""
    if node is None:
        return ir.const(low), ir.const(high)
    a, z = range_of(lo, node)
    return lo.let(a), lo.let(z)


@lowers(
    L.Intervene, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, parts={"from_": ("type", "loc"), "between": ("range",), "to": ("if_", "effect")}
    ),
)  # fmt: skip
def intervene(node: L.Intervene, lo: Lowering) -> None:
    """Fitting sites on both sides of a site."""
    t = _type(lo, node.from_)
    to = node.to
    site = centre(lo, node.from_, L.Last(kind=L.LastType.To))
    with lo.if_(ir.eq(site, -1)):
        lo.return_()
    target = _ENEMY_TO if to is None or to.if_ is None else to.if_
    effect = _effect(None if to is None else to.effect, _REMOVE_TO)
    low, high = _range(lo, None if node.between is None else node.between.range, 1, 1)
    short = lo.let(ir.eq(low, 1) & ir.eq(high, 1))
    mark = lo.mark()

    def fitting(radials: str, radial: Expr, into: Expr) -> None:
        """Adds the sites of a line that fit, one after the other."""
        i = lo.var(1, "i")
        with lo.while_(lambda: (i < lo.row_len(radials, radial)) & (i <= high)):
            one = lo.let(lo.row_at(radials, radial, i))
            with lo.if_(~_holds_at(lo, "to", one, target)):
                lo.break_()
            lo.push(into, one)
            lo.assign(i, i + 1)

    def enough(sites: Expr) -> Expr:
        n = lo.let(ir.list_len(sites))
        return (n >= low) & (n <= high)

    def take(sites: Expr) -> None:
        with lo.for_list(sites, "taken") as taken:
            lo.set_ctx("to", taken)
            lo.moves(effect)

    with lo.saved("from", "to"):
        with each_radial(lo, t, site, node.dirn_choice, distinct=True) as (radial, radials, opposites):
            here = lo.list_new()
            fitting(radials, radial, here)
            with lo.if_(enough(here)):
                found = lo.var(False, "found")
                there = lo.list_new()
                with lo.for_row(opposites, radial, "other") as other:
                    with lo.if_(short):
                        lo.run("list_clear", there)
                    fitting(radials, other, there)  # a long one continues where the previous line ended, as in Ludii
                    with lo.if_(enough(there)):
                        take(there)
                        lo.assign(found, True)
                with lo.if_(found):
                    take(here)
    lo.attach(mark, node.then)


@lowers(
    L.Directional, to="moves",
    needs=Needs(unseen=("directions",), parts={"from_": ("type", "loc"), "to": ("if_", "effect")}),
)  # fmt: skip
def directional(node: L.Directional, lo: Lowering) -> None:
    """Fitting sites of a line, up to the first that does not fit. Ludii does not attach a consequent here."""
    t = _type(lo, node.from_)
    to = node.to
    site = centre(lo, node.from_, L.Last(kind=L.LastType.To))
    target = _ENEMY_TO if to is None or to.if_ is None else to.if_
    effect = _effect(None if to is None else to.effect, _REMOVE_FROM)
    ahead = L.Directions(type=t, from_=L.Last(kind=L.LastType.From), to=L.Last(kind=L.LastType.To))
    with lo.saved("from", "to"):
        old = lo.let(lo.ctx("from"))
        with each_radial(lo, t, site, ahead if node.directions is None else node.directions) as (radial, radials, _):
            with lo.for_along(radials, radial, 1) as i:
                one = lo.let(lo.row_at(radials, radial, i))
                with lo.if_(~_holds_at(lo, "to", one, target)):
                    lo.break_()
                lo.set_ctx("from", -1)
                lo.moves(effect)
                lo.set_ctx("to", one)
                lo.set_ctx("from", old)


@lowers(
    L.Surround, to="moves",
    needs=Needs(parts={"from_": ("type", "loc"), "between": ("if_", "effect"), "to": ("if_",)}),
)  # fmt: skip
def surround(node: L.Surround, lo: Lowering) -> None:
    """Fitting neighbours of a site whose other neighbours fit too. Ludii does not attach a consequent here."""
    t = _type(lo, node.from_)
    between, to = node.between, node.to
    site = centre(lo, node.from_, L.IteratorFrom())
    target = _ENEMY_BETWEEN if between is None or between.if_ is None else between.if_
    friend = _FRIEND_TO if to is None or to.if_ is None else to.if_
    effect = _effect(
        None if between is None else between.effect,
        _REMOVE_BETWEEN,
    )
    exceptions = lo.let(lo.opt_int(node.except_, 0))
    one = node.with_ is not None and not (node.with_.components or node.with_.name_components)
    piece = lo.let(piece_components(lo, node.with_)[0]) if one else None
    with lo.if_(ir.eq(site, -1)):
        lo.return_()
    relation = AbsoluteDirection[(node.relation or RelationType.Adjacent).name]
    # the first two sites of each line from a site, and those around each of them
    firsts = [
        [r.sites[1] for r in lo.board.radials(t, s, relation) if len(r.sites) > 1] for s in range(lo.board.size(t))
    ]
    around = lo.table(firsts, "ragged", "around")
    mark, taken = lo.mark(), lo.list_new()
    with lo.saved("from", "to", "between"), lo.for_row(around, site, "threatened") as threatened:
        with lo.if_(_holds_at(lo, "between", threatened, target)):
            open_sides, found = lo.var(0, "open_sides"), lo.var(piece is None or piece < 0, "found")
            with lo.for_row(around, threatened, "side") as side:
                closed = lo.any_of([lambda: ir.eq(side, site), lambda: _holds_at(lo, "to", side, friend)])
                with lo.if_(~closed):
                    lo.assign(open_sides, open_sides + 1)
                if piece is not None:
                    with lo.if_(ir.eq(lo.sites.what(t, side), piece)):
                        lo.assign(found, True)
                with lo.if_(open_sides > exceptions):
                    lo.break_()
            with lo.if_((open_sides <= exceptions) & found):
                lo.set_ctx("between", threatened)
                lo.push(taken, threatened)
                lo.moves(effect)
                note_last(lo, mark, lambda: add_list(lo, taken))
