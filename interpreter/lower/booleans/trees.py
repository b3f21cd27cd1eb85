"""Edges as graphs: regular graphs, trees, spanning trees and caterpillars, and the centre of a tree."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import Expr, Feature, Function, L, Lowering, SiteType, Type, ir, lowers

EDGE, VERTEX = SiteType.Edge, SiteType.Vertex


@lowers(L.IsRegularGraph, to="bool", needs=Feature.GRAPH)
def is_regular_graph(node: L.IsRegularGraph, lo: Lowering) -> Expr:
    """Whether the edges of one kind give every vertex of the board the same degree."""
    regular = lo.var(False, "regular")
    with lo.if_(ir.ne(lo.get("last_to"), -1)):  # before the first move nothing of it is evaluated
        lo.assign(regular, _is_regular(node, lo))
    return regular


def _is_regular(node: L.IsRegularGraph, lo: Lowering) -> Expr:
    kind = _edge_kind(lo, node)
    odd = lo.let(lo.opt_bool(node.odd, False))
    even = lo.let(lo.opt_bool(node.even, False))
    degree = lo.var(lo.opt_int(node.k, 0), "degree")
    touching = lo.table(lo.board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")
    same = lo.var(True, "same")
    counts = lo.list_new()
    n = lo.board.size(SiteType.Vertex)
    with lo.for_range(0, n, "v") as v:
        edges = lo.for_row(touching, v)
        count = lo.count_in(edges, lambda e: ir.eq(lo.sites.what(SiteType.Edge, e), kind), stem="count")
        lo.push(counts, count)
        with lo.if_(ir.eq(degree, 0)):
            lo.assign(degree, count)
    with lo.for_range(0, n, "v") as v, lo.if_(ir.ne(ir.list_at(counts, v), degree)):
        lo.assign(same, False)
        lo.break_()
    parity = ir.ne(ir.mod(degree, 2), 0)
    return same & ir.select(odd, parity, ir.select(even, ~parity, ir.TRUE))


def _edge_kind(lo: Lowering, node: L.IsRegularGraph | L.IsTree) -> Expr:
    """The component whose edges count: the player's number; for nobody what stands on the last edge (1: nothing)."""
    who = lo.let(lo.player(node.role, node.who), "who")
    there = lo.sites.what(SiteType.Edge, lo.get("last_to"))
    return lo.let(ir.select(ir.ne(who, 0), who, ir.max_(1, there)), "kind")


class Forest:
    """The edges that a condition takes, as a graph of the board's vertices."""

    def __init__(self, lo: Lowering, taken: Callable[[Expr], Expr]) -> None:
        """taken: whether an edge counts."""
        self.lo, self.taken = lo, taken
        self.size = lo.board.size(VERTEX)
        ends = lo.board.incident(EDGE, VERTEX)
        self.ends = lo.table(ends, "ragged", "ends")
        beside = [
            sorted((next((x for x in ends[e] if x != v), v), e) for e in edges)
            for v, edges in enumerate(lo.board.incident(VERTEX, EDGE))
        ]
        # of each vertex the ways to others, the lowest first
        self.others = lo.table([[v for v, _ in row] for row in beside], "ragged", "others")
        self.ways = lo.table([[e for _, e in row] for row in beside], "ragged", "ways")

    def numbers(self) -> Expr:
        """A list of all vertices."""
        return self.lo.listed(self.lo.for_range(0, self.size, "v"))

    def find(self, root: Expr, vertex: Expr) -> Expr:
        """The representative of the connected component of a vertex."""
        lo = self.lo
        at = lo.var(vertex, "at")
        with lo.while_(lambda: ir.ne(ir.list_at(root, at), at)):
            lo.assign(at, ir.list_at(root, at))
        return at

    def join_all(self, root: Expr, good: Expr, edges: Expr) -> None:
        """Joins the vertices along the edges and counts the edges; `good` becomes false at the first cycle."""
        lo = self.lo
        with lo.for_range(0, self.lo.board.size(EDGE), "e") as e, lo.if_(self.taken(e)):
            first, second = self.find(root, lo.row_at(self.ends, e, 0)), self.find(root, lo.row_at(self.ends, e, 1))
            with lo.if_(ir.eq(first, second)):
                lo.assign(good, False)
                lo.break_()
            lo.run("list_set", root, first, second)
            lo.assign(edges, edges + 1)

    def degree(self, vertex: Expr) -> Expr:
        """How many edges meet in a vertex."""
        lo = self.lo
        return lo.count_in(lo.for_row(self.ways, vertex), self.taken, stem="degree")

    def spread(self, start: Expr, without: Expr, taken: Callable[[Expr], Expr]) -> tuple[Expr, Expr, Expr]:
        """Lists of the vertices reached from one, of the edge by which each was come to, and of its distance.

        without: an edge that is not taken at first.
        """
        lo = self.lo
        reached, came, far = lo.list_new([start]), lo.list_new([without]), lo.list_new([0])
        i = lo.var(0, "i")
        with lo.while_(lambda: i < ir.list_len(reached)):
            v = lo.let(ir.list_at(reached, i), "v")
            with lo.for_range(0, lo.row_len(self.ways, v), "k") as k:
                e = lo.let(lo.row_at(self.ways, v, k), "e")
                with lo.if_(ir.ne(e, ir.list_at(came, i)) & taken(e)):
                    lo.push(reached, lo.row_at(self.others, v, k))
                    lo.push(came, e)
                    lo.push(far, ir.list_at(far, i) + 1)
            lo.assign(i, i + 1)
        return reached, came, far


@lowers(L.IsTree, to="bool", needs=Feature.GRAPH)
def is_tree(node: L.IsTree, lo: Lowering) -> Expr:
    """Whether the edges of a player have no cycle; a spanning tree joins all vertices."""
    if node.kind is L.IsTreeType.TreeCentre:
        return lo.call(_tree_centre(node, lo))
    s = lo.sites
    kind = _edge_kind(lo, node)
    forest = Forest(lo, lambda e: ir.eq(s.what(EDGE, e), kind))
    good, edges = lo.var(ir.ne(lo.get("last_to"), -1), "tree"), lo.var(0, "edges")
    with lo.if_(good):
        forest.join_all(forest.numbers(), good, edges)
    if node.kind is L.IsTreeType.Tree:
        return good
    spanning = good & ir.eq(edges, forest.size - 1)
    if node.kind is L.IsTreeType.SpanningTree:
        return spanning
    lo.assign(good, spanning)
    with lo.if_(good):
        lo.assign(good, _is_caterpillar(lo, forest))
    return good


def _is_caterpillar(lo: Lowering, forest: Forest) -> Expr:
    """Whether the inner edges of a spanning tree (both ends have further edges) form one path."""
    edges = lo.board.size(EDGE)
    backbone = lo.var(ir.EMPTY_SET, "backbone")
    with lo.for_range(0, edges, "e") as e, lo.if_(forest.taken(e)):
        first, second = (forest.degree(lo.row_at(forest.ends, e, k)) for k in (0, 1))
        with lo.if_((first > 1) & (second > 1)):
            lo.include(backbone, e)
    middle = lo.let(ir.set_min(backbone), "middle")
    with lo.if_(ir.eq(middle, -1)):
        lo.run("fail", lo.string("Ludii cannot tell whether a star is a caterpillar"))
    length = lo.var(1, "length")
    for k in (0, 1):
        _, _, far = forest.spread(lo.row_at(forest.ends, middle, k), middle, lambda e: ir.set_has(backbone, e))
        longest = lo.var(0, "longest")
        with lo.for_list(far, "distance") as distance:
            lo.assign(longest, ir.max_(longest, distance))
        lo.assign(length, length + longest)
    return ir.eq(length, ir.set_count(backbone))


def _tree_centre(node: L.IsTree, lo: Lowering) -> Function:
    """Whether the vertex of the last move is the centre of its tree, as Ludii finds it.

    The centre has no more than half of the vertices beyond any of its edges. Another vertex beside it counts too where
    a walk to the lowest free neighbour each time is as long from there as from the centre; and so does any leaf where
    the centre is one.
    """
    s = lo.sites
    with lo.function("tree_centre", (), Type.BOOL) as (fn, _):
        who = lo.let(lo.player(node.role, node.who), "who")
        everyone = ir.eq(who, lo.n_players + 1)

        def taken(e: Expr) -> Expr:
            return ir.select(everyone, ir.ne(s.what(EDGE, e), 0), ir.eq(s.who(EDGE, e), who))

        forest = Forest(lo, taken)
        site = lo.let(lo.get("last_to"), "site")
        good, edges = lo.var(True, "good"), lo.var(0, "edges")
        root = forest.numbers()
        forest.join_all(root, good, edges)
        with lo.if_(~good):
            lo.return_(False)
        tree = lo.var(ir.EMPTY_SET, "tree")
        alone = lo.let(ir.eq(forest.degree(site), 0), "alone")
        with lo.if_(~alone):
            top = lo.let(forest.find(root, site), "top")
            lo.include_all(tree, lo.for_range(0, forest.size, "v"), lambda v: ir.eq(forest.find(root, v), top))
        centre = lo.var(0, "centre")
        with lo.if_(~alone):
            lo.assign(centre, _centroid(lo, forest, ir.set_min(tree)))
        with lo.if_(ir.eq(site, centre)):
            lo.return_(True)
        with lo.if_(ir.eq(forest.degree(centre), 1) & ir.eq(forest.degree(site), 1)):
            lo.return_(True)
        beside = lo.var(False, "beside")
        with lo.for_range(0, lo.row_len(forest.ways, site), "k") as k:
            other = lo.row_at(forest.others, site, k)
            with lo.if_(ir.eq(other, centre) & taken(lo.row_at(forest.ways, site, k))):
                lo.assign(beside, True)
        with lo.if_(beside):
            lo.return_(ir.eq(_walk(lo, forest, site, tree), _walk(lo, forest, centre, tree)))
        lo.return_(False)
    return fn


def _centroid(lo: Lowering, forest: Forest, start: Expr) -> Expr:
    """From a vertex on to whatever has more than half of the tree beyond it."""
    first = lo.let(start, "first")
    reached, came, _ = forest.spread(first, ir.const(-1), forest.taken)
    sizes = lo.listed(lo.for_range(0, forest.size), of=lambda _: ir.const(0))
    i = lo.var(ir.list_len(reached) - 1, "i")
    with lo.while_(lambda: i >= 0):
        v, e = lo.let(ir.list_at(reached, i), "v"), lo.let(ir.list_at(came, i), "e")
        lo.run("list_set", sizes, v, ir.list_at(sizes, v) + 1)
        with lo.if_(ir.ne(e, -1)):
            before = lo.let(lo.row_at(forest.ends, e, 0) + lo.row_at(forest.ends, e, 1) - v, "before")
            lo.run("list_set", sizes, before, ir.list_at(sizes, before) + ir.list_at(sizes, v))
        lo.assign(i, i - 1)
    half = lo.let(ir.div(ir.list_len(reached), 2), "half")
    at, last, on = lo.var(first, "at"), lo.var(-1, "last"), lo.var(True, "on")
    with lo.while_(lambda: on):
        lo.assign(on, False)
        with lo.for_range(0, lo.row_len(forest.ways, at), "k") as k:
            other = lo.let(lo.row_at(forest.others, at, k), "other")
            fits = forest.taken(lo.row_at(forest.ways, at, k)) & ir.ne(other, last)
            with lo.if_(fits & (ir.list_at(sizes, other) > half)):
                lo.assign(last, at)
                lo.assign(at, other)
                lo.assign(on, True)
                lo.break_()
    return at


def _walk(lo: Lowering, forest: Forest, start: Expr, tree: Expr) -> Expr:
    """The number of vertices on a walk that always goes to the lowest neighbour not yet visited."""
    left, at, steps = lo.var(tree, "left"), lo.var(start, "at"), lo.var(0, "steps")
    on = lo.var(True, "on")
    with lo.while_(lambda: on):
        lo.assign(left, left - ir.set_one(at))
        lo.assign(steps, steps + 1)
        lo.assign(on, False)
        with lo.for_range(0, lo.row_len(forest.ways, at), "k") as k:
            other = lo.let(lo.row_at(forest.others, at, k), "other")
            with lo.if_(forest.taken(lo.row_at(forest.ways, at, k)) & ir.set_has(left, other)):
                lo.assign(at, other)
                lo.assign(on, True)
                lo.break_()
    return lo.let(steps)
