"""Constraints of puzzles: (all Different …), (is Sum …), (is Count …), (is Unique), (is Solved), (forAll …)."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.ludemes import (
    AllPuzzle,
    ForAll,
    IsPuzzleGraph,
    IsPuzzleRegionResult,
    IsPuzzleRegionResultType,
    IsPuzzleSimple,
    IteratorEdge,
    IteratorHint,
    PuzzleElementType,
    SiteType,
)
from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import RegionTypeStatic

from ...equipment.needs import Feature as F
from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..base.variables import NARROW
from ..puzzles.constraints import puzzle_rule, satisfied

# ---------------------------------------------------------------------- all different


class _Seen:
    """The values seen so far: as bits of an integer if they fit, else as a SET."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        highest = lo.sites.variables.highest
        self.narrow = highest <= NARROW
        if not self.narrow:
            lo.program.set_width = max(lo.program.set_width, highest + 1)
        self.now = lo.b.var(0 if self.narrow else ir.EMPTY_SET, "seen")

    def has(self, value: Expr) -> Expr:
        return ir.ne(ir.band(ir.shr(self.now, value), 1), 0) if self.narrow else ir.set_has(self.now, value)

    def add(self, value: Expr) -> None:
        more = ir.bor(self.now, ir.shl(1, value)) if self.narrow else ir.set_or(self.now, ir.set_one(value))
        self.lo.b.assign(self.now, more)


@lowers(AllPuzzle, to="bool", needs=Needs(F.DEDUCTION, unseen=("element_type",)))
def all_different(node: AllPuzzle, lo: Lowering) -> Expr:
    """Whether no two resolved variables of a region, or of any region of the equipment, have the same value.

    The value 0 is never different, unless it is an exception.
    """
    b, t, variables = lo.b, lo.site_type(node.element_type), lo.sites.variables
    given = node.excepts if node.excepts is not None else () if node.except_ is None else (node.except_,)
    exceptions = [b.let(lo.int(x)) for x in given]
    good = b.var(True, "different")

    def look(seen: _Seen, site: Expr) -> None:
        with b.if_(variables.resolved(t, site)):
            value = b.let(variables.value(t, site), "value")
            with b.if_(ir.not_(ir.or_(*(ir.eq(value, x) for x in exceptions)))):
                with b.if_(ir.or_(ir.eq(value, 0), seen.has(value))):
                    b.assign(good, False)
                    b.break_()
                seen.add(value)

    def of_set(sites: Expr) -> None:
        seen = _Seen(lo)
        with b.for_set(sites) as site:
            look(seen, site)

    def of_lists(lists: Sequence[Sequence[int]], from_filled: bool) -> None:
        table = b.table(lists, "ragged", "lists")
        with b.for_range(0, len(lists), "row") as row:
            if from_filled:
                with b.if_(ir.eq(variables.value(t, b.row_at(table, row, 0)), 0)):
                    b.continue_()
            seen = _Seen(lo)
            with b.for_row(table, row) as site:
                look(seen, site)
            with b.if_(ir.not_(good)):
                b.break_()

    if node.region is not None:
        of_set(b.let(lo.region(node.region)))
        return good
    for region in lo.eq.regions:
        for kind in region.types:
            lists = lo.eq.static_regions(kind, region.hint_label)
            with b.if_(good):
                of_lists(lists, kind is RegionTypeStatic.AllDirections)
        if not region.types:
            if region.sites is not None and not region.functions:
                with b.if_(good):
                    of_lists([region.sites], False)
            for function in region.functions:
                with b.if_(good):
                    of_set(b.let(lo.region(function)))
    return good


# ---------------------------------------------------------------------- sums and counts


@lowers(IsPuzzleRegionResult, to="bool", needs=Needs(F.DEDUCTION, unseen=("type",)))
def region_result(node: IsPuzzleRegionResult, lo: Lowering) -> Expr:
    """A constraint of a deduction puzzle on the count or the sum of a region."""
    return _count(node, lo) if node.kind is IsPuzzleRegionResultType.Count else _sum(node, lo)


def _fits(complete: Expr, total: Expr, wanted: Expr) -> Expr:
    """Whether a partially known sum of non-negative numbers can still reach the target."""
    return ir.not_(ir.or_(ir.and_(complete, ir.ne(total, wanted)), ir.gt(total, wanted)))


def _count(node: IsPuzzleRegionResult, lo: Lowering) -> Expr:
    if node.region is None:
        raise lo.unsupported(node, "counting values without a region")
    b, t, variables = lo.b, lo.site_type(node.type), lo.sites.variables
    counted, wanted = b.let(lo.opt_int(node.of, 1)), b.let(lo.int(node.result))
    total, complete = b.var(0, "total"), b.var(True, "complete")
    with b.for_set(b.let(lo.region(node.region))) as site:
        with b.if_(ir.not_(variables.resolved(t, site))):
            b.assign(complete, False)
        with b.else_(), b.if_(ir.eq(variables.value(t, site), counted)):
            b.assign(total, total + 1)
    return b.let(_fits(complete, total, wanted))


def _sum(node: IsPuzzleRegionResult, lo: Lowering) -> Expr:
    """The sum of a region, or of every list of the static types of the equipment's regions with that name."""
    b, variables = lo.b, lo.sites.variables
    t = node.type or SiteType.Cell  # whatever the board is played on
    wanted = b.var(lo.int(node.result), "wanted")
    good = b.var(True, "sums")

    def add(site: Expr, total: Expr, complete: Expr) -> None:
        with b.if_(variables.resolved(t, site)):
            b.assign(total, total + variables.value(t, site))
        with b.else_():
            b.assign(complete, False)

    if node.region is not None:
        total, complete = b.var(0, "total"), b.var(True, "complete")
        with b.for_set(b.let(lo.region(node.region))) as site:
            add(site, total, complete)
        b.assign(good, _fits(complete, total, wanted))
        return good
    hint = isinstance(node.result, IteratorHint)
    hints = b.table(lo.eq.hints[t].values, stem="hints") if hint else ""
    for region in lo.eq.regions:
        if (node.name_region or "") not in region.name:
            continue
        for kind in region.types:
            lists = lo.eq.static_regions(kind, region.hint_label)
            table = b.table(lists, "ragged", "lists")
            with b.if_(good), b.for_range(0, len(lists), "row") as row:
                if hint:
                    b.set_ctx("hint", b.at(hints, row))
                    b.assign(wanted, lo.int(node.result))
                total, complete = b.var(0, "total"), b.var(True, "complete")
                with b.for_row(table, row) as site:
                    add(site, total, complete)
                with b.if_(ir.not_(_fits(complete, total, wanted))):
                    b.assign(good, False)
                    b.break_()
    return good


# ---------------------------------------------------------------------- unique, solved


@lowers(IsPuzzleGraph, to="bool", needs=Needs(F.DEDUCTION, unseen=("element_type",)))
def is_unique(node: IsPuzzleGraph, lo: Lowering) -> Expr:
    """Whether no two complete lists of a static type of region are the same."""
    b, variables = lo.b, lo.sites.variables
    t = node.element_type or SiteType.Cell
    good = b.var(True, "unique")
    for lists in [lo.eq.static_regions(k, region.hint_label) for region in lo.eq.regions for k in region.types]:
        if len({len(sites) for sites in lists}) > 1:
            raise lo.unsupported(node, "regions of different sizes")
        table = b.table(lists, "ragged", "lists")
        done = b.list_new()  # the complete lists so far
        with b.if_(good), b.for_range(0, len(lists), "row") as row:
            complete = b.var(True, "complete")
            with b.for_row(table, row) as site, b.if_(ir.not_(variables.resolved(t, site))):
                b.assign(complete, False)
                b.break_()
            with b.if_(ir.not_(complete)):
                b.continue_()
            with b.for_list(done, "other") as other:
                same = b.var(True, "same")
                with b.for_range(0, b.row_len(table, row)) as i:
                    here, there = b.row_at(table, row, i), b.row_at(table, other, i)
                    with b.if_(ir.ne(variables.value(t, here), variables.value(t, there))):
                        b.assign(same, False)
                        b.break_()
                with b.if_(same):
                    b.assign(good, False)
                    b.break_()
            with b.if_(ir.not_(good)):
                b.break_()
            b.run("list_push", done, row)
    return good


@lowers(IsPuzzleSimple, to="bool", needs=F.DEDUCTION)
def is_solved(node: IsPuzzleSimple, lo: Lowering) -> Expr:
    """Whether the constraints hold if every open variable is 0."""
    b, t, variables = lo.b, lo.eq.default_site, lo.sites.variables
    rule = puzzle_rule(lo)
    b.run("state_push")
    if t in variables.types:
        with b.for_range(0, b.length("variables"), "k") as k:
            site = b.let(b.get("variables", k), "site")
            with b.if_(ir.not_(variables.resolved(t, site))):
                variables.resolve(t, site, 0)
    good = b.let(satisfied(lo, rule))
    b.run("state_pop")
    return good


# ---------------------------------------------------------------------- for all


@lowers(ForAll, to="bool", needs=F.DEDUCTION)
def for_all(node: ForAll, lo: Lowering) -> Expr:
    """Whether a constraint holds for every element of a type (from), or for every hint."""
    b = lo.b
    good = b.var(True, "good")
    to, hint, edge = (b.let(b.ctx(slot), slot) for slot in ("to", "hint", "edge"))
    if node.type is PuzzleElementType.Hint:
        _for_hints(node, lo, good)
    else:
        with b.for_range(0, lo.board.size(SiteType[node.type.name]), "element") as element:
            b.set_ctx("from", element)
            with b.if_(ir.not_(lo.bool(node.constraint))):
                b.assign(good, False)
                b.break_()
    b.set_ctx("to", to)
    b.set_ctx("hint", hint)
    b.set_ctx("edge", edge)
    b.set_ctx("from", to)  # as Ludii does
    return good


def _for_hints(node: ForAll, lo: Lowering, good: Expr) -> None:
    """The first site of a hint is (from), its second (to), its number (hint)."""
    b = lo.b
    hints = lo.eq.hints[lo.eq.default_site]
    rows, numbers = b.table(hints.regions, "ragged", "hinted"), b.table(hints.values, stem="hints")
    constraint = node.constraint
    edges = not isinstance(constraint, bool) and any(isinstance(n, IteratorEdge) for n in walk(constraint))
    with b.for_range(0, min(len(hints.regions), len(hints.values)), "row") as row:
        if edges:
            _count_edges(lo, rows, row, b.at(numbers, row))
        for slot, place in (("from", 0), ("to", 1)):
            with b.if_(ir.gt(b.row_len(rows, row), place)):
                b.set_ctx(slot, b.row_at(rows, row, place))
        b.set_ctx("hint", b.at(numbers, row))
        b.set_ctx(b.context_slot("hint_region"), row)
        with b.if_(ir.not_(lo.bool(node.constraint))):
            b.assign(good, False)
            b.break_()


def _count_edges(lo: Lowering, rows: str, row: Expr, hint: Expr) -> None:
    """(edge): the sum of the resolved edges at the last site of a hint (taken for a vertex).

    As long as edges are open and the sum is below the hint it is the hint itself.
    """
    b, variables = lo.b, lo.sites.variables
    touching = b.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    total, complete = b.var(0, "edges"), b.var(True, "complete")
    with b.for_row(rows, row) as site:
        b.assign(total, 0)
        with b.for_row(touching, site) as edge:
            with b.if_(variables.resolved(SiteType.Edge, edge)):
                b.assign(total, total + variables.value(SiteType.Edge, edge))
            with b.else_():
                b.assign(complete, False)
    b.set_ctx("edge", ir.select(ir.and_(ir.not_(complete), ir.lt(total, hint)), hint, total))
