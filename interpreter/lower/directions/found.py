"""Directions that are found during play, as a LIST of their numbers (`board.directions.ORDINAL`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from ...board import directions as systems
from ..base.prelude import AbsoluteDirection, Expr, Lowering, RelationType, SiteType, ir
from .leaves import radial_store
from .origin import Origin
from .rows import rows
from .spec import Choice, Drawn, InOrder, LastMove, Mixed, Row, Spec, Towards, is_found, spec_of

_Found: TypeAlias = Drawn | Towards | LastMove | InOrder
_BITS = (len(AbsoluteDirection) - 1).bit_length()


def listed_directions(origin: Origin, spec: Spec) -> Expr:
    """The LIST of the numbers of the directions at the origin."""
    if isinstance(spec, _Found):
        return _find(Origin(origin.lo, origin.type, origin.site), spec)
    out = origin.lo.list_new()
    push_directions(origin, spec, out)
    return out


def push_directions(origin: Origin, spec: Spec, out: Expr) -> None:
    """Appends the numbers of the directions at the origin to a LIST."""
    lo = origin.lo
    if isinstance(spec, _Found):
        lo.push_all(out, lo.for_list(listed_directions(origin, spec), "dir"))
    elif isinstance(spec, Choice):
        with lo.if_(lo.bool(spec.cond)):
            push_directions(origin, spec.first, out)
        with lo.else_():
            push_directions(origin, spec.second, out)
    elif isinstance(spec, Mixed):
        _push_mixed(origin, spec, out)
    else:
        lo.push_all(out, lo.for_row(*rows(origin, spec, _ordinals)))


def _push_mixed(origin: Origin, spec: Mixed, out: Expr) -> None:
    lo, n = origin.lo, origin.size
    first, second = listed_directions(origin, spec.first), listed_directions(origin, spec.second)
    table = lo.table(_expansions(lo, origin.type), "ragged", "expanded")

    @contextmanager
    def expanded(part: Expr) -> Iterator[Expr]:
        with lo.for_list(part, "dir") as d, lo.for_row(table, d * n + origin.site) as x:
            yield x

    if spec.union:
        for part in (first, second):
            lo.push_all(out, expanded(part), lambda x: ~ir.list_has(out, x))
        return
    removed = lo.listed(expanded(second))
    lo.push_all(out, expanded(first), lambda x: ~ir.list_has(removed, x))


def _ordinals(_: int, directions: Row) -> list[int]:
    return [systems.ORDINAL[d] for d in directions]


def _expansions(lo: Lowering, t: SiteType) -> list[list[int]]:
    """For each direction and site: the numbers of the single directions that a collective one stands for there."""
    board = lo.board
    made = []
    for direction in AbsoluteDirection:
        for site in range(board.size(t)):

            def supported(relation: RelationType, site: int = site) -> Row:
                return board.supported_directions(t, site, relation)

            made.append([systems.ORDINAL[d] for d in systems.expand((direction,), supported)])
    return made


def _find(origin: Origin, spec: _Found) -> Expr:
    lo = origin.lo
    if isinstance(spec, Drawn):
        return _draw(origin, spec)
    if isinstance(spec, Towards):
        start, end = lo.let(lo.int(spec.start)), lo.let(lo.int(spec.end))
        return _sees(lo, spec.type, RelationType.All, start, end, first=False)
    if isinstance(spec, LastMove):
        a, z = lo.let(lo.get("last_from")), lo.let(lo.get("last_to"))
        start, end = (z, a) if spec.opposite else (a, z)
        return _sees(lo, origin.type, spec.relation, start, end, first=True)
    out = lo.list_new()
    for part in spec.parts:
        push_directions(origin, part, out)
    return out


def _draw(origin: Origin, spec: Drawn) -> Expr:
    """Draws until there are enough different directions: a repeated draw uses up a random number, as in Ludii."""
    lo = origin.lo
    among = _candidates(origin, spec_of(lo, origin.type, spec.among))
    size = lo.let(ir.list_len(among))
    number = lo.let(ir.min_(lo.int(spec.number), size))
    chosen = lo.list_new()
    with lo.while_(lambda: ir.list_len(chosen) < number):
        d = lo.let(ir.list_at(among, lo.run("random_int", size)))
        with lo.if_(~ir.list_has(chosen, d)):
            lo.push(chosen, d)
    return chosen


def _candidates(origin: Origin, spec: Spec) -> Expr:
    """The LIST of directions to draw from: in reverse order of the argument, collective ones expanded."""
    lo, t = origin.lo, origin.type
    board, out = lo.board, lo.list_new()

    def leaf(s: int, directions: Row) -> list[int]:
        def supported(relation: RelationType) -> Row:
            return board.supported_directions(t, s, relation)

        return [systems.ORDINAL[d] for d in systems.random_candidates(directions, supported)]

    if not is_found(spec):
        return lo.push_all(out, lo.for_row(*rows(origin, spec, leaf)))
    found, n = listed_directions(origin, spec), origin.size
    table = lo.table([leaf(s, (d,)) for d in AbsoluteDirection for s in range(n)], "ragged", "spread_out")
    with lo.for_range(ir.list_len(found) - 1, 0, "i", down=True) as i:
        lo.push_all(out, lo.for_row(table, ir.list_at(found, i) * n + origin.site))
    return out


def _sees(lo: Lowering, t: SiteType, relation: RelationType, start: Expr, end: Expr, *, first: bool) -> Expr:
    """The directions in which a radial leads from one site to another; first: only the first of them."""
    board, store = lo.board, radial_store(lo, t)
    directions = [systems.to_absolute(facing) for facing in board.supported_directions(t, None, relation)]
    radials = [
        [store.number(radial) << _BITS | systems.ORDINAL[d] for d in directions for radial in board.radials(t, site, d)]
        for site in range(board.size(t))
    ]
    found, only = lo.list_new(), lo.var(-1, "only")
    with lo.for_row(lo.table(radials, "ragged", "radials"), start) as x:
        radial, direction = lo.let(ir.shr(x, _BITS)), x & (1 << _BITS) - 1
        if first:
            with lo.if_((only >= 0) & ir.ne(direction, only)):
                lo.break_()
        with lo.for_along(store.sites, radial, 1) as i:
            with lo.if_(ir.eq(lo.row_at(store.sites, radial, i), end)):
                lo.push(found, direction)
                lo.assign(only, direction)
                lo.break_()
    return found
