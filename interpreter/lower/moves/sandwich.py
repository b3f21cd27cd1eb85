"""Captures along the lines of a site: (custodial …), (intervene …), (directional …), (surround …)."""

from __future__ import annotations

from functools import partial

from ludparse.ludemes import (
    AbsoluteDirection,
    Bool,
    Custodial,
    Directional,
    Directions,
    From,
    Intervene,
    IsPlayer,
    IsPlayerType,
    IteratorBetween,
    IteratorFrom,
    IteratorTo,
    Last,
    LastType,
    Moves,
    MovesRemove,
    RangeFunction,
    RelationType,
    SiteType,
    Surround,
)

from ...equipment.needs import Feature as F
from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr
from ..arguments.moves import centre
from ..arguments.ranges import greatest_between, range_of
from ..base.lowering import Lowering
from ..base.passed import add_line, add_list, note_last
from ..base.registry import lowers
from ..directions.iterate import each_radial

FAR = 1000  # Ludii's longest distance

# without conditions Ludii tests the player whose number is that of the site
_ENEMY_BETWEEN = IsPlayer(kind=IsPlayerType.Enemy, index=IteratorBetween(), role=None)
_ENEMY_TO = IsPlayer(kind=IsPlayerType.Enemy, index=IteratorTo(), role=None)
_FRIEND_TO = IsPlayer(kind=IsPlayerType.Friend, index=IteratorTo(), role=None)

_REMOVE_BETWEEN = MovesRemove(location_function=IteratorBetween(), region_function=None)
_REMOVE_TO = MovesRemove(location_function=IteratorTo(), region_function=None)
_REMOVE_FROM = MovesRemove(location_function=IteratorFrom(), region_function=None)


def _type(lo: Lowering, node: From | None) -> SiteType:
    return lo.site_type(None if node is None else node.type)


def _asked(lo: Lowering, slot: str, site: ir.IntLike, condition: Bool) -> Expr:
    """Whether a condition holds for a site, which is put into a slot of the context."""
    lo.b.set_ctx(slot, site)
    return lo.b.let(lo.bool(condition))


@lowers(
    Custodial, to="moves",
    needs=Needs(
        F.FROM_POSITIONS, more=greatest_between,
        parts={"from_": ("type", "loc"), "between": ("if_", "effect"), "to": ("if_",)},
    ),
)  # fmt: skip
def custodial(node: Custodial, lo: Lowering) -> None:
    """Consecutive fitting sites of a line, followed by a site that fits the other condition."""
    b = lo.b
    t = _type(lo, node.from_)
    between, to = node.between, node.to
    site = centre(lo, node.from_, Last(kind=LastType.To))
    with b.if_(ir.eq(site, -1)):
        b.return_()
    target = _ENEMY_BETWEEN if between is None or between.if_ is None else between.if_
    friend = _FRIEND_TO if to is None or to.if_ is None else to.if_
    effect = _effect(
        None if between is None else between.effect,
        _REMOVE_BETWEEN,
    )
    low, high = _range(lo, None if between is None else between.range, 0, FAR)
    mark = lo.mark()
    with lo.saved("from", "to", "between"):
        short = ir.and_(ir.eq(high, 1), ir.lt(low, 2))
        long = ir.and_(ir.gt(high, 1), ir.le(low, high))
        with each_radial(lo, t, site, node.dirn_choice) as (radial, radials, _):
            length = b.let(b.row_len(radials, radial))

            def at(i: ir.IntLike, radial: Expr = radial, radials: str = radials) -> Expr:
                return b.row_at(radials, radial, i)

            if not (short.is_const and short.const == 0):
                with b.if_(ir.and_(short, ir.ge(length, 3))):
                    first = b.let(at(1))
                    with b.if_(_asked(lo, "between", first, target)), b.if_(_asked(lo, "to", at(2), friend)):
                        b.set_ctx("between", first)
                        lo.moves(effect)
                        note_last(lo, mark, partial(add_line, lo, radials, radial, 1, 2))
            if not (long.is_const and long.const == 0):
                # the first site is tested separately, so that passes see that nothing happens if it does not fit
                with b.if_(ir.and_(long, ir.gt(length, 1))), b.if_(_asked(lo, "between", at(1), target)):
                    limit = length if high.is_const and high.const >= FAR else ir.min_(length, high + 1)
                    i = b.scan(radials, radial, 2, limit, "between", lambda: lo.bool(target), "i")
                    with b.if_(ir.lt(low, i)):
                        behind = ir.select(ir.lt(i, length), at(i), -1)
                        with b.if_(_asked(lo, "to", behind, friend)):
                            with b.for_range(1, i, "k", apart=True) as k:
                                b.set_ctx("between", at(k))
                                lo.moves(effect)
                            note_last(lo, mark, partial(add_line, lo, radials, radial, 1, i))
    lo.attach(mark, node.then)


def _effect(given: Moves | None, default: Moves) -> Moves:
    return default if given is None else given


def _range(lo: Lowering, node: RangeFunction | None, low: int, high: int) -> tuple[Expr, Expr]:
    """Least and greatest length (pinned)."""
    if node is None:
        return ir.const(low), ir.const(high)
    a, z = range_of(lo, node)
    return lo.b.let(a), lo.b.let(z)


@lowers(
    Intervene, to="moves",
    needs=Needs(
        F.FROM_POSITIONS, parts={"from_": ("type", "loc"), "between": ("range",), "to": ("if_", "effect")}
    ),
)  # fmt: skip
def intervene(node: Intervene, lo: Lowering) -> None:
    """Fitting sites on both sides of a site."""
    b = lo.b
    t = _type(lo, node.from_)
    to = node.to
    site = centre(lo, node.from_, Last(kind=LastType.To))
    with b.if_(ir.eq(site, -1)):
        b.return_()
    target = _ENEMY_TO if to is None or to.if_ is None else to.if_
    effect = _effect(None if to is None else to.effect, _REMOVE_TO)
    low, high = _range(lo, None if node.between is None else node.between.range, 1, 1)
    short = b.let(ir.and_(ir.eq(low, 1), ir.eq(high, 1)))
    mark = lo.mark()

    def fitting(radials: str, radial: Expr, into: Expr) -> None:
        """Adds the sites of a line that fit, one after the other."""
        i = b.var(1, "i")
        with b.while_(lambda: ir.and_(ir.lt(i, b.row_len(radials, radial)), ir.le(i, high))):
            one = b.let(b.row_at(radials, radial, i))
            with b.if_(ir.not_(_asked(lo, "to", one, target))):
                b.break_()
            b.run("list_push", into, one)
            b.assign(i, i + 1)

    def enough(sites: Expr) -> Expr:
        n = b.let(ir.list_len(sites))
        return ir.and_(ir.ge(n, low), ir.le(n, high))

    def take(sites: Expr) -> None:
        with b.for_list(sites, "taken") as taken:
            b.set_ctx("to", taken)
            lo.moves(effect)

    with lo.saved("from", "to"):
        with each_radial(lo, t, site, node.dirn_choice, distinct=True) as (radial, radials, opposites):
            here = b.list_new()
            fitting(radials, radial, here)
            with b.if_(enough(here)):
                found = b.var(False, "found")
                there = b.list_new()
                with b.for_row(opposites, radial, "other") as other:
                    with b.if_(short):
                        b.run("list_clear", there)
                    fitting(radials, other, there)  # a long one continues where the previous line ended, as in Ludii
                    with b.if_(enough(there)):
                        take(there)
                        b.assign(found, True)
                with b.if_(found):
                    take(here)
    lo.attach(mark, node.then)


@lowers(
    Directional, to="moves",
    needs=Needs(unseen=("directions",), parts={"from_": ("type", "loc"), "to": ("if_", "effect")}),
)  # fmt: skip
def directional(node: Directional, lo: Lowering) -> None:
    """Fitting sites of a line, up to the first that does not fit. Ludii does not attach a consequent here."""
    b = lo.b
    t = _type(lo, node.from_)
    to = node.to
    site = centre(lo, node.from_, Last(kind=LastType.To))
    target = _ENEMY_TO if to is None or to.if_ is None else to.if_
    effect = _effect(None if to is None else to.effect, _REMOVE_FROM)
    ahead = Directions(type=t, from_=Last(kind=LastType.From), to=Last(kind=LastType.To))
    with lo.saved("from", "to"):
        old = b.let(b.ctx("from"))
        with each_radial(lo, t, site, ahead if node.directions is None else node.directions) as (radial, radials, _):
            with b.for_range(1, b.row_len(radials, radial), "i") as i:
                one = b.let(b.row_at(radials, radial, i))
                with b.if_(ir.not_(_asked(lo, "to", one, target))):
                    b.break_()
                b.set_ctx("from", -1)
                lo.moves(effect)
                b.set_ctx("to", one)
                b.set_ctx("from", old)


@lowers(
    Surround, to="moves",
    needs=Needs(parts={"from_": ("type", "loc"), "between": ("if_", "effect"), "to": ("if_",)}),
)  # fmt: skip
def surround(node: Surround, lo: Lowering) -> None:
    """Fitting neighbours of a site whose other neighbours fit too. Ludii does not attach a consequent here."""
    b = lo.b
    t = _type(lo, node.from_)
    between, to = node.between, node.to
    site = centre(lo, node.from_, IteratorFrom())
    target = _ENEMY_BETWEEN if between is None or between.if_ is None else between.if_
    friend = _FRIEND_TO if to is None or to.if_ is None else to.if_
    effect = _effect(
        None if between is None else between.effect,
        _REMOVE_BETWEEN,
    )
    exceptions = b.let(lo.opt_int(node.except_, 0))
    piece = None if node.with_ is None or node.with_.component is None else b.let(lo.int(node.with_.component))
    with b.if_(ir.eq(site, -1)):
        b.return_()
    relation = AbsoluteDirection[(node.relation or RelationType.Adjacent).name]
    # the first two sites of each line from a site, and those around each of them
    firsts = [
        [r.sites[1] for r in lo.board.radials(t, s, relation) if len(r.sites) > 1] for s in range(lo.board.size(t))
    ]
    around = b.table(firsts, "ragged", "around")
    mark, taken = lo.mark(), b.list_new()
    with lo.saved("from", "to", "between"), b.for_row(around, site, "threatened") as threatened:
        with b.if_(_asked(lo, "between", threatened, target)):
            open_sides, found = b.var(0, "open_sides"), b.var(piece is None, "found")
            with b.for_row(around, threatened, "side") as side:
                closed = b.any_of([lambda: ir.eq(side, site), lambda: _asked(lo, "to", side, friend)])
                with b.if_(ir.not_(closed)):
                    b.assign(open_sides, open_sides + 1)
                if piece is not None:
                    with b.if_(ir.eq(lo.sites.what(t, side), piece)):
                        b.assign(found, True)
                with b.if_(ir.gt(open_sides, exceptions)):
                    b.break_()
            with b.if_(ir.and_(ir.le(open_sides, exceptions), found)):
                b.set_ctx("between", threatened)
                b.run("list_push", taken, threatened)
                lo.moves(effect)
                note_last(lo, mark, lambda: add_list(lo, taken))
