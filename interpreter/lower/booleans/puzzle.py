"""Constraints of puzzles: (all Different …), (is Sum …), (is Count …), (is Unique), (is Solved), (forAll …)."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import RegionTypeStatic

from ..base.prelude import NONE, Collector, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers
from ..base.variables import NARROW
from ..puzzles.constraints import puzzle_rule, satisfied

# ---------------------------------------------------------------------- all different


class _Seen:
    """The values seen so far: as bits of an integer if they fit, else as a SET."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        self.narrow = lo.sites.variables.highest <= NARROW
        self.now = lo.var(0 if self.narrow else ir.EMPTY_SET, "seen")

    def has(self, value: Expr) -> Expr:
        return ir.ne(ir.shr(self.now, value) & 1, 0) if self.narrow else ir.set_has(self.now, value)

    def add(self, value: Expr) -> None:
        more = self.now | ir.shl(1, value) if self.narrow else self.now | ir.set_one(value)
        self.lo.assign(self.now, more)


@lowers(L.AllPuzzle, to="bool", needs=Needs(Feature.DEDUCTION, unseen=("element_type",)))
def all_different(node: L.AllPuzzle, lo: Lowering) -> Expr:
    """Whether no two resolved variables of a region, or of any region of the equipment, have the same value.

    The value 0 is never different, unless it is an exception.
    """
    t, variables = lo.site_type(node.element_type), lo.sites.variables
    given = node.excepts if node.excepts is not None else () if node.except_ is None else (node.except_,)
    exceptions = [lo.let(lo.int(x)) for x in given]
    good = lo.var(True, "different")

    def look(seen: _Seen, site: Expr) -> None:
        with lo.if_(variables.resolved(t, site)):
            value = lo.let(variables.value(t, site), "value")
            with lo.if_(~ir.or_(*(ir.eq(value, x) for x in exceptions))):
                with lo.if_(ir.eq(value, 0) | seen.has(value)):
                    lo.assign(good, False)
                    lo.break_()
                seen.add(value)

    def of_set(sites: Expr) -> None:
        seen = _Seen(lo)
        with lo.for_set(sites) as site:
            look(seen, site)

    def of_lists(lists: Sequence[Sequence[int]], from_filled: bool) -> None:
        table = lo.table(lists, "ragged", "lists")
        with lo.for_range(0, len(lists), "row") as row:
            if from_filled:
                with lo.if_(ir.eq(variables.value(t, lo.row_at(table, row, 0)), 0)):
                    lo.continue_()
            seen = _Seen(lo)
            with lo.for_row(table, row) as site:
                look(seen, site)
            with lo.if_(~good):
                lo.break_()

    if node.region is not None:
        of_set(lo.let(lo.region(node.region)))
        return good
    for region in lo.eq.regions:
        for kind in region.types:
            lists = lo.eq.static_regions(kind, region.hint_label)
            with lo.if_(good):
                of_lists(lists, kind is RegionTypeStatic.AllDirections)
        if not region.types:
            if region.sites is not None and not region.functions:
                with lo.if_(good):
                    of_lists([region.sites], False)
            for function in region.functions:
                with lo.if_(good):
                    of_set(lo.let(lo.region(function)))
    return good


# ---------------------------------------------------------------------- sums and counts


def _result_needs(node: L.IsPuzzleRegionResult, collector: Collector) -> Feature:
    counts = node.kind is L.IsPuzzleRegionResultType.Count
    return collector.of_value(node.of, L.IsPuzzleRegionResult) if counts else NONE


@lowers(
    L.IsPuzzleRegionResult, to="bool", needs=Needs(Feature.DEDUCTION, unseen=("type", "of"), more=_result_needs)
)  # fmt: skip
def region_result(node: L.IsPuzzleRegionResult, lo: Lowering) -> Expr:
    """A constraint of a deduction puzzle on the count or the sum of a region."""
    return _count(node, lo) if node.kind is L.IsPuzzleRegionResultType.Count else _sum(node, lo)


def _fits(complete: Expr, total: Expr, wanted: Expr) -> Expr:
    """Whether a partially known sum of non-negative numbers can still reach the target."""
    return ~(complete & ir.ne(total, wanted) | (total > wanted))


def _count(node: L.IsPuzzleRegionResult, lo: Lowering) -> Expr:
    if node.region is None:
        raise lo.unsupported(node, "counting values without a region")
    t, variables = lo.site_type(node.type), lo.sites.variables
    counted, wanted = lo.let(lo.opt_int(node.of, 1)), lo.let(lo.int(node.result))
    total, complete = lo.var(0, "total"), lo.var(True, "complete")
    with lo.for_set(lo.let(lo.region(node.region))) as site:
        with lo.if_(~variables.resolved(t, site)):
            lo.assign(complete, False)
        with lo.else_(), lo.if_(ir.eq(variables.value(t, site), counted)):
            lo.assign(total, total + 1)
    return lo.let(_fits(complete, total, wanted))


def _sum(node: L.IsPuzzleRegionResult, lo: Lowering) -> Expr:
    """The sum of a region, or of every list of the static types of the equipment's regions with that name."""
    variables = lo.sites.variables
    t = node.type or SiteType.Cell  # whatever the board is played on
    wanted = lo.var(lo.int(node.result), "wanted")
    good = lo.var(True, "sums")

    def add(site: Expr, total: Expr, complete: Expr) -> None:
        with lo.if_(variables.resolved(t, site)):
            lo.assign(total, total + variables.value(t, site))
        with lo.else_():
            lo.assign(complete, False)

    if node.region is not None:
        total, complete = lo.var(0, "total"), lo.var(True, "complete")
        with lo.for_set(lo.let(lo.region(node.region))) as site:
            add(site, total, complete)
        lo.assign(good, _fits(complete, total, wanted))
        return good
    hint = isinstance(node.result, L.IteratorHint)
    hints = lo.table(lo.eq.hints[t].values, stem="hints") if hint else ""
    for region in lo.eq.regions:
        if (node.name_region or "") not in region.name:
            continue
        for kind in region.types:
            lists = lo.eq.static_regions(kind, region.hint_label)
            table = lo.table(lists, "ragged", "lists")
            with lo.if_(good), lo.for_range(0, len(lists), "row") as row:
                if hint:
                    lo.set_ctx("hint", lo.at(hints, row))
                    lo.assign(wanted, lo.int(node.result))
                total, complete = lo.var(0, "total"), lo.var(True, "complete")
                with lo.for_row(table, row) as site:
                    add(site, total, complete)
                with lo.if_(~_fits(complete, total, wanted)):
                    lo.assign(good, False)
                    lo.break_()
    return good


# ---------------------------------------------------------------------- unique, solved


@lowers(L.IsPuzzleGraph, to="bool", needs=Needs(Feature.DEDUCTION, unseen=("element_type",)))
def is_unique(node: L.IsPuzzleGraph, lo: Lowering) -> Expr:
    """Whether no two complete lists of a static type of region are the same."""
    variables = lo.sites.variables
    t = node.element_type or SiteType.Cell
    good = lo.var(True, "unique")
    for lists in [lo.eq.static_regions(k, region.hint_label) for region in lo.eq.regions for k in region.types]:
        if len({len(sites) for sites in lists}) > 1:
            raise lo.unsupported(node, "regions of different sizes")
        table = lo.table(lists, "ragged", "lists")
        done = lo.list_new()  # the complete lists so far
        with lo.if_(good), lo.for_range(0, len(lists), "row") as row:
            complete = lo.all_in(lo.for_row(table, row), lambda site: variables.resolved(t, site), stem="complete")
            with lo.if_(~complete):
                lo.continue_()
            with lo.for_list(done, "other") as other:
                same = lo.var(True, "same")
                with lo.for_range(0, lo.row_len(table, row)) as i:
                    here, there = lo.row_at(table, row, i), lo.row_at(table, other, i)
                    with lo.if_(ir.ne(variables.value(t, here), variables.value(t, there))):
                        lo.assign(same, False)
                        lo.break_()
                with lo.if_(same):
                    lo.assign(good, False)
                    lo.break_()
            with lo.if_(~good):
                lo.break_()
            lo.push(done, row)
    return good


@lowers(L.IsPuzzleSimple, to="bool", needs=Feature.DEDUCTION)
def is_solved(node: L.IsPuzzleSimple, lo: Lowering) -> Expr:
    """Whether the constraints hold if every open variable is 0."""
    t, variables = lo.eq.default_site, lo.sites.variables
    rule = puzzle_rule(lo)
    with lo.on_copy():
        if t in variables.types:
            with lo.for_range(0, lo.length("variables"), "k") as k:
                site = lo.let(lo.get("variables", k), "site")
                with lo.if_(~variables.resolved(t, site)):
                    variables.resolve(t, site, 0)
        return lo.let(satisfied(lo, rule))


# ---------------------------------------------------------------------- for all


@lowers(L.ForAll, to="bool", needs=Feature.DEDUCTION)
def for_all(node: L.ForAll, lo: Lowering) -> Expr:
    """Whether a constraint holds for every element of a type (from), or for every hint."""
    good = lo.var(True, "good")
    to, hint, edge = (lo.let(lo.ctx(slot), slot) for slot in ("to", "hint", "edge"))
    if node.type is L.PuzzleElementType.Hint:
        _for_hints(node, lo, good)
    else:
        with lo.for_range(0, lo.board.size(SiteType[node.type.name]), "element") as element:
            lo.set_ctx("from", element)
            with lo.if_(~lo.bool(node.constraint)):
                lo.assign(good, False)
                lo.break_()
    lo.set_ctx("to", to)
    lo.set_ctx("hint", hint)
    lo.set_ctx("edge", edge)
    lo.set_ctx("from", to)  # Ludii leaves the old (to) in (from)
    return good


def _for_hints(node: L.ForAll, lo: Lowering, good: Expr) -> None:
    """The first site of a hint is (from), its second (to), its number (hint)."""
    hints = lo.eq.hints[lo.eq.default_site]
    rows, numbers = lo.table(hints.regions, "ragged", "hinted"), lo.table(hints.values, stem="hints")
    constraint = node.constraint
    edges = not isinstance(constraint, bool) and any(isinstance(n, L.IteratorEdge) for n in walk(constraint))
    with lo.for_range(0, min(len(hints.regions), len(hints.values)), "row") as row:
        if edges:
            _count_edges(lo, rows, row, lo.at(numbers, row))
        for slot, place in (("from", 0), ("to", 1)):
            with lo.if_(lo.row_len(rows, row) > place):
                lo.set_ctx(slot, lo.row_at(rows, row, place))
        lo.set_ctx("hint", lo.at(numbers, row))
        lo.set_ctx(lo.context_slot("hint_region"), row)
        with lo.if_(~lo.bool(node.constraint)):
            lo.assign(good, False)
            lo.break_()


def _count_edges(lo: Lowering, rows: str, row: Expr, hint: Expr) -> None:
    """(edge): the sum of the resolved edges at the last site of a hint (taken for a vertex).

    As long as edges are open and the sum is below the hint it is the hint itself.
    """
    variables = lo.sites.variables
    touching = lo.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    total, complete = lo.var(0, "edges"), lo.var(True, "complete")
    with lo.for_row(rows, row) as site:
        lo.assign(total, 0)
        with lo.for_row(touching, site) as edge:
            with lo.if_(variables.resolved(SiteType.Edge, edge)):
                lo.assign(total, total + variables.value(SiteType.Edge, edge))
            with lo.else_():
                lo.assign(complete, False)
    lo.set_ctx("edge", ir.select(~complete & (total < hint), hint, total))
