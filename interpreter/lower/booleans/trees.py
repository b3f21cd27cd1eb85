"""Edges as graphs: regular graphs, trees, spanning trees and caterpillars, and the centre of a tree."""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes import IsRegularGraph, IsTree, IsTreeType, SiteType

from ...equipment.needs import Feature as F
from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..base.lowering import Lowering
from ..base.registry import lowers

EDGE, VERTEX = SiteType.Edge, SiteType.Vertex


@lowers(IsRegularGraph, to="bool", needs=F.GRAPH)
def is_regular_graph(node: IsRegularGraph, lo: Lowering) -> Expr:
    """Whether the edges of one kind give every vertex of the board the same degree."""
    b, s = lo.b, lo.sites
    last = b.get("last_to")
    kind = _edge_kind(lo, node)
    odd = ir.FALSE if node.odd is None else b.let(lo.bool(node.odd))
    even = ir.FALSE if node.even is None else b.let(lo.bool(node.even))
    degree = b.var(lo.opt_int(node.k, 0), "degree")
    touching = b.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    regular = b.var(ir.ne(last, -1), "regular")
    counts = b.list_new()
    n = lo.board.size(SiteType.Vertex)
    with b.if_(regular):
        with b.for_range(0, n, "v") as v:
            count = b.var(0, "count")
            with b.for_row(touching, v) as e, b.if_(ir.eq(s.what(SiteType.Edge, e), kind)):
                b.assign(count, count + 1)
            b.run("list_push", counts, count)
            with b.if_(ir.eq(degree, 0)):
                b.assign(degree, count)
        with b.for_range(0, n, "v") as v, b.if_(ir.ne(ir.list_at(counts, v), degree)):
            b.assign(regular, False)
            b.break_()
    parity = ir.ne(ir.mod(degree, 2), 0)
    fits = ir.select(odd, parity, ir.select(even, ir.not_(parity), ir.TRUE))
    return ir.and_(regular, fits)


def _edge_kind(lo: Lowering, node: IsRegularGraph | IsTree) -> Expr:
    """The component whose edges count: the player's number; for nobody what stands on the last edge (1: nothing)."""
    b = lo.b
    who = b.let(lo.player(node.role, node.who), "who")
    there = lo.sites.what(SiteType.Edge, b.get("last_to"))
    return b.let(ir.select(ir.ne(who, 0), who, ir.max_(1, there)), "kind")


class Forest:
    """The edges that a condition takes, as a graph of the board's vertices."""

    def __init__(self, lo: Lowering, taken: Callable[[Expr], Expr]) -> None:
        """taken: whether an edge counts."""
        self.lo, self.b, self.taken = lo, lo.b, taken
        self.size = lo.board.size(VERTEX)
        ends = lo.board.incident(EDGE, VERTEX)
        self.ends = lo.b.table(ends, "ragged", "ends")
        beside = [
            sorted((next((x for x in ends[e] if x != v), v), e) for e in edges)
            for v, edges in enumerate(lo.board.incident(VERTEX, EDGE))
        ]
        # of each vertex the ways to others, the lowest first
        self.others = lo.b.table([[v for v, _ in row] for row in beside], "ragged", "others")
        self.ways = lo.b.table([[e for _, e in row] for row in beside], "ragged", "ways")

    def numbers(self) -> Expr:
        """A list of all vertices."""
        values = self.b.list_new()
        with self.b.for_range(0, self.size, "v") as v:
            self.b.run("list_push", values, v)
        return values

    def find(self, root: Expr, vertex: Expr) -> Expr:
        """The representative of the connected component of a vertex."""
        b = self.b
        at = b.var(vertex, "at")
        with b.while_(lambda: ir.ne(ir.list_at(root, at), at)):
            b.assign(at, ir.list_at(root, at))
        return at

    def join_all(self, root: Expr, good: Expr, edges: Expr) -> None:
        """Joins the vertices along the edges and counts the edges; `good` becomes false at the first cycle."""
        b = self.b
        with b.for_range(0, self.lo.board.size(EDGE), "e") as e, b.if_(self.taken(e)):
            first, second = self.find(root, b.row_at(self.ends, e, 0)), self.find(root, b.row_at(self.ends, e, 1))
            with b.if_(ir.eq(first, second)):
                b.assign(good, False)
                b.break_()
            b.run("list_set", root, first, second)
            b.assign(edges, edges + 1)

    def degree(self, vertex: Expr) -> Expr:
        """How many edges meet in a vertex."""
        b = self.b
        found = b.var(0, "degree")
        with b.for_row(self.ways, vertex) as e, b.if_(self.taken(e)):
            b.assign(found, found + 1)
        return found

    def spread(self, start: Expr, without: Expr, taken: Callable[[Expr], Expr]) -> tuple[Expr, Expr, Expr]:
        """Lists of the vertices reached from one, of the edge by which each was come to, and of its distance.

        without: an edge that is not taken at first.
        """
        b = self.b
        reached, came, far = b.list_new([start]), b.list_new([without]), b.list_new([0])
        i = b.var(0, "i")
        with b.while_(lambda: ir.lt(i, ir.list_len(reached))):
            v = b.let(ir.list_at(reached, i), "v")
            with b.for_range(0, b.row_len(self.ways, v), "k") as k:
                e = b.let(b.row_at(self.ways, v, k), "e")
                with b.if_(ir.and_(ir.ne(e, ir.list_at(came, i)), taken(e))):
                    b.run("list_push", reached, b.row_at(self.others, v, k))
                    b.run("list_push", came, e)
                    b.run("list_push", far, ir.list_at(far, i) + 1)
            b.assign(i, i + 1)
        return reached, came, far


@lowers(IsTree, to="bool", needs=F.GRAPH)
def is_tree(node: IsTree, lo: Lowering) -> Expr:
    """Whether the edges of a player have no cycle; a spanning tree joins all vertices."""
    if node.kind is IsTreeType.TreeCentre:
        return lo.b.call(_tree_centre(node, lo))
    b, s = lo.b, lo.sites
    kind = _edge_kind(lo, node)
    forest = Forest(lo, lambda e: ir.eq(s.what(EDGE, e), kind))
    good, edges = b.var(ir.ne(b.get("last_to"), -1), "tree"), b.var(0, "edges")
    with b.if_(good):
        forest.join_all(forest.numbers(), good, edges)
    if node.kind is IsTreeType.Tree:
        return good
    spanning = ir.and_(good, ir.eq(edges, forest.size - 1))
    if node.kind is IsTreeType.SpanningTree:
        return spanning
    b.assign(good, spanning)
    with b.if_(good):
        b.assign(good, _is_caterpillar(lo, forest))
    return good


def _is_caterpillar(lo: Lowering, forest: Forest) -> Expr:
    """Whether the inner edges of a spanning tree (both ends have further edges) form one path."""
    b = lo.b
    edges = lo.board.size(EDGE)
    lo.program.set_width = max(lo.program.set_width, edges)
    backbone = b.var(ir.EMPTY_SET, "backbone")
    with b.for_range(0, edges, "e") as e, b.if_(forest.taken(e)):
        first, second = (forest.degree(b.row_at(forest.ends, e, k)) for k in (0, 1))
        with b.if_(ir.and_(ir.gt(first, 1), ir.gt(second, 1))):
            b.assign(backbone, ir.set_or(backbone, ir.set_one(e)))
    middle = b.let(ir.set_min(backbone), "middle")
    with b.if_(ir.eq(middle, -1)):
        b.run("fail", lo.string("Ludii cannot tell whether a star is a caterpillar"))
    length = b.var(1, "length")
    for k in (0, 1):
        _, _, far = forest.spread(b.row_at(forest.ends, middle, k), middle, lambda e: ir.set_has(backbone, e))
        longest = b.var(0, "longest")
        with b.for_list(far, "distance") as distance:
            b.assign(longest, ir.max_(longest, distance))
        b.assign(length, length + longest)
    return ir.eq(length, ir.set_count(backbone))


def _tree_centre(node: IsTree, lo: Lowering) -> Function:
    """Whether the vertex of the last move is the centre of its tree, as Ludii finds it.

    The centre has no more than half of the vertices beyond any of its edges. Another vertex beside it counts too where
    a walk to the lowest free neighbour each time is as long from there as from the centre; and so does any leaf where
    the centre is one.
    """
    b, s = lo.b, lo.sites
    with b.function("tree_centre", (), Type.BOOL) as (fn, _):
        who = b.let(lo.player(node.role, node.who), "who")
        everyone = ir.eq(who, lo.n_players + 1)

        def taken(e: Expr) -> Expr:
            return ir.select(everyone, ir.ne(s.what(EDGE, e), 0), ir.eq(s.who(EDGE, e), who))

        forest = Forest(lo, taken)
        site = b.let(b.get("last_to"), "site")
        good, edges = b.var(True, "good"), b.var(0, "edges")
        root = forest.numbers()
        forest.join_all(root, good, edges)
        with b.if_(ir.not_(good)):
            b.return_(False)
        tree = b.var(ir.EMPTY_SET, "tree")
        alone = b.let(ir.eq(forest.degree(site), 0), "alone")
        with b.if_(ir.not_(alone)):
            top = b.let(forest.find(root, site), "top")
            with b.for_range(0, forest.size, "v") as v, b.if_(ir.eq(forest.find(root, v), top)):
                b.assign(tree, ir.set_or(tree, ir.set_one(v)))
        centre = b.var(0, "centre")
        with b.if_(ir.not_(alone)):
            b.assign(centre, _centroid(lo, forest, ir.set_min(tree)))
        with b.if_(ir.eq(site, centre)):
            b.return_(True)
        with b.if_(ir.and_(ir.eq(forest.degree(centre), 1), ir.eq(forest.degree(site), 1))):
            b.return_(True)
        beside = b.var(False, "beside")
        with b.for_range(0, b.row_len(forest.ways, site), "k") as k:
            other = b.row_at(forest.others, site, k)
            with b.if_(ir.and_(ir.eq(other, centre), taken(b.row_at(forest.ways, site, k)))):
                b.assign(beside, True)
        with b.if_(beside):
            b.return_(ir.eq(_walk(lo, forest, site, tree), _walk(lo, forest, centre, tree)))
        b.return_(False)
    return fn


def _centroid(lo: Lowering, forest: Forest, start: Expr) -> Expr:
    """From a vertex on to whatever has more than half of the tree beyond it."""
    b = lo.b
    first = b.let(start, "first")
    reached, came, _ = forest.spread(first, ir.const(-1), forest.taken)
    sizes = b.list_new()
    with b.for_range(0, forest.size):
        b.run("list_push", sizes, 0)
    i = b.var(ir.list_len(reached) - 1, "i")
    with b.while_(lambda: ir.ge(i, 0)):
        v, e = b.let(ir.list_at(reached, i), "v"), b.let(ir.list_at(came, i), "e")
        b.run("list_set", sizes, v, ir.list_at(sizes, v) + 1)
        with b.if_(ir.ne(e, -1)):
            before = b.let(b.row_at(forest.ends, e, 0) + b.row_at(forest.ends, e, 1) - v, "before")
            b.run("list_set", sizes, before, ir.list_at(sizes, before) + ir.list_at(sizes, v))
        b.assign(i, i - 1)
    half = b.let(ir.div(ir.list_len(reached), 2), "half")
    at, last, on = b.var(first, "at"), b.var(-1, "last"), b.var(True, "on")
    with b.while_(lambda: on):
        b.assign(on, False)
        with b.for_range(0, b.row_len(forest.ways, at), "k") as k:
            other = b.let(b.row_at(forest.others, at, k), "other")
            fits = ir.and_(forest.taken(b.row_at(forest.ways, at, k)), ir.ne(other, last))
            with b.if_(ir.and_(fits, ir.gt(ir.list_at(sizes, other), half))):
                b.assign(last, at)
                b.assign(at, other)
                b.assign(on, True)
                b.break_()
    return at


def _walk(lo: Lowering, forest: Forest, start: Expr, tree: Expr) -> Expr:
    """The number of vertices on a walk that always goes to the lowest neighbour not yet visited."""
    b = lo.b
    left, at, steps = b.var(tree, "left"), b.var(start, "at"), b.var(0, "steps")
    on = b.var(True, "on")
    with b.while_(lambda: on):
        b.assign(left, ir.set_diff(left, ir.set_one(at)))
        b.assign(steps, steps + 1)
        b.assign(on, False)
        with b.for_range(0, b.row_len(forest.ways, at), "k") as k:
            other = b.let(b.row_at(forest.others, at, k), "other")
            with b.if_(ir.and_(forest.taken(b.row_at(forest.ways, at, k)), ir.set_has(left, other))):
                b.assign(at, other)
                b.assign(on, True)
                b.break_()
    return b.let(steps)
