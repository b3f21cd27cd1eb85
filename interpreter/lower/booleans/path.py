"""Paths and closed paths of a player's edges: (is Path Edge …)."""

from __future__ import annotations

from ludparse.ludemes import IsPath, SiteType

from ...equipment.needs import Feature as F
from ...equipment.needs import Needs
from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..arguments.ranges import range_of
from ..base.lowering import Lowering
from ..base.registry import lowers
from .path_sites import path_over_sites

INT = Type.INT
PARAMS = [("edge", INT), ("who", INT), ("least", INT), ("most", INT)]


@lowers(IsPath, to="bool", needs=Needs(F.GRAPH, unseen=("type",)))
def is_path(node: IsPath, lo: Lowering) -> Expr:
    """Whether the player's edges around the last one form a path of the length, or a closed one."""
    b = lo.b
    if node.type is not SiteType.Edge:
        return path_over_sites(node, lo, node.type)
    edge = b.let(b.get("last_to") if node.from_ is None else lo.int(node.from_), "edge")
    who = b.let(lo.player(node.role, node.who), "who")
    least, most = (b.let(x) for x in range_of(lo, node.length))
    closed = ir.FALSE if node.closed is None else lo.bool(node.closed)
    paths = _Paths(lo)

    def ask(fn: Function) -> Expr:
        return b.call(fn, edge, who, least, most)

    return b.choose(closed, lambda: ask(paths.closed()), lambda: ask(paths.open()))


class _Paths:
    """Writes the functions about a player's edges, once for a game."""

    def __init__(self, lo: Lowering) -> None:
        self.lo, self.b = lo, lo.b
        board = lo.board
        self.vertices, self.edges = board.size(SiteType.Vertex), board.size(SiteType.Edge)
        lo.program.set_width = max(lo.program.set_width, 2 * self.edges)
        ends = board.incident(SiteType.Edge, SiteType.Vertex)
        self.ends = lo.b.table(ends, "ragged", "ends")
        self.touching = lo.b.table(board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")

    def _function(self, name: str, params: list[tuple[str, Type]], result: Type) -> tuple[Function, bool]:
        return self.lo.shared(f"path_{name}", params, result)

    def _end(self, edge: Expr, which: int) -> Expr:
        return self.b.row_at(self.ends, edge, which)

    def _other(self, edge: Expr, vertex: Expr) -> Expr:
        first = self._end(edge, 0)
        return ir.select(ir.eq(first, vertex), self._end(edge, 1), first)

    def _mine(self, edge: Expr, who: Expr) -> Expr:
        return ir.eq(self.lo.sites.who(SiteType.Edge, edge), who)

    def owned(self) -> Function:
        """The edges of a player."""
        fn, fresh = self._function("owned", [("who", INT)], Type.SET)
        if fresh:
            b = self.b
            with b.define(fn) as (_, (who,)):
                out = b.var(ir.EMPTY_SET, "out")
                with b.for_range(0, self.edges, "e") as e, b.if_(self._mine(e, who)):
                    b.assign(out, ir.set_or(out, ir.set_one(e)))
                b.return_(out)
        return fn

    def reached(self) -> Function:
        """The vertices that are reachable from one over some edges."""
        fn, fresh = self._function("reached", [("start", INT), ("edges", Type.SET)], Type.SET)
        if fresh:
            b = self.b
            with b.define(fn) as (_, (start, edges)):
                seen = b.var(ir.set_one(start), "seen")
                todo = b.list_new([start])
                with b.for_list(todo, "v") as v, b.for_row(self.touching, v, "e") as e:
                    to = b.let(self._other(e, v), "to")
                    with b.if_(ir.and_(ir.set_has(edges, e), ir.not_(ir.set_has(seen, to)))):
                        b.assign(seen, ir.set_or(seen, ir.set_one(to)))
                        b.run("list_push", todo, to)
                b.return_(seen)
        return fn

    def ring(self) -> Function:
        """The vertices that stay connected to an end of an edge whichever single edge is removed.

        Empty if the other end of the edge is not among them.
        """
        fn, fresh = self._function("ring", [("edge", INT), ("owned", Type.SET)], Type.SET)
        if fresh:
            b, reached = self.b, self.reached()
            with b.define(fn) as (_, (edge, owned)):
                kept = b.var(owned, "kept")
                with b.for_set(owned, "e") as e:
                    without = b.let(b.call(reached, self._end(e, 0), ir.set_diff(owned, ir.set_one(e))))
                    with b.if_(ir.not_(ir.set_has(without, self._end(e, 1)))):
                        b.assign(kept, ir.set_diff(kept, ir.set_one(e)))
                found = b.let(b.call(reached, self._end(edge, 0), kept), "found")
                b.return_(ir.select(ir.set_has(found, self._end(edge, 1)), found, ir.EMPTY_SET))
        return fn

    def closed(self) -> Function:
        """Whether an edge closes a path of a length; where there are chords, a short way round is looked for."""
        fn, fresh = self._function("closed", PARAMS, Type.BOOL)
        if not fresh:
            return fn
        b, owned_of, ring_of, around = self.b, self.owned(), self.ring(), self.way_round()
        with b.define(fn) as (_, (edge, who, least, most)):
            with b.if_(ir.lt(edge, 0)):
                b.return_(False)
            owned = b.let(b.call(owned_of, who), "owned")
            ring = b.let(b.call(ring_of, edge, owned), "ring")
            size = b.let(ir.set_count(ring), "size")
            inside = b.var(0, "inside")
            with b.for_set(owned, "e") as e:
                both = ir.and_(ir.set_has(ring, self._end(e, 0)), ir.set_has(ring, self._end(e, 1)))
                with b.if_(both):
                    b.assign(inside, inside + 1)
            exact = ir.eq(least, most)
            plain = ir.eq(size, inside)
            with b.if_(ir.and_(exact, plain, ir.eq(size, least))):
                b.return_(True)
            with b.if_(ir.and_(ir.not_(exact), plain, ir.gt(most, 2), ir.le(size, most), ir.gt(size, 2))):
                b.return_(True)
            with b.if_(ir.gt(inside, size)):
                depth = b.let(b.call(around, edge, owned), "depth")
                with b.if_(ir.or_(ir.and_(exact, ir.eq(depth, least)), ir.and_(ir.gt(most, 2), ir.le(depth, most)))):
                    b.return_(True)
            b.return_(False)
        return fn

    def way_round(self) -> Function:
        """The number of vertices on a way from one end of an edge to the other that does not use the edge.

        As in Ludii the search visits vertices by number, not by distance, so the way is not always the shortest.
        """
        fn, fresh = self._function("way_round", [("edge", INT), ("owned", Type.SET)], INT)
        if not fresh:
            return fn
        b = self.b
        with b.define(fn) as (_, (edge, owned)):
            start, end = b.let(self._end(edge, 0)), b.let(self._end(edge, 1))
            dist, back = b.list_new(), b.list_new()
            with b.for_range(0, self.vertices, "v"):
                b.run("list_push", dist, 1_000_000_000)
                b.run("list_push", back, 0)
            b.run("list_set", dist, start, 0)
            b.run("list_set", back, start, start)
            todo, seen = b.var(ir.set_one(start), "todo"), b.var(ir.EMPTY_SET, "seen")
            with b.while_(lambda: ir.not_(ir.set_eq(todo, ir.EMPTY_SET))):
                u = b.let(ir.set_min(todo), "u")
                b.assign(todo, ir.set_diff(todo, ir.set_one(u)))
                with b.if_(ir.eq(u, end)):
                    b.break_()
                with b.if_(ir.not_(ir.set_has(seen, u))):
                    b.assign(seen, ir.set_or(seen, ir.set_one(u)))
                    far = b.let(ir.list_at(dist, u) + 1, "far")
                    with b.for_row(self.touching, u, "e") as e:
                        v = b.let(self._other(e, u), "v")
                        usable = ir.and_(ir.ne(e, edge), ir.set_has(owned, e))
                        with b.if_(usable), b.if_(ir.gt(ir.list_at(dist, v), far)):
                            b.run("list_set", dist, v, far)
                            b.run("list_set", back, v, u)
                            b.assign(todo, ir.set_or(todo, ir.set_one(v)))
            at, depth = b.var(end, "at"), b.var(1, "depth")
            with b.while_(lambda: ir.ne(ir.list_at(back, at), at)):
                b.assign(depth, depth + 1)
                b.assign(at, ir.list_at(back, at))
            b.return_(depth)
        return fn

    def open(self) -> Function:
        """Whether the edges visited by walks from both ends of an edge form one path of the length."""
        fn, fresh = self._function("open", PARAMS, Type.BOOL)
        if not fresh:
            return fn
        b, owned_of, ring_of = self.b, self.owned(), self.ring()
        with b.define(fn) as (_, (edge, who, least, most)):
            with b.if_(ir.lt(edge, 0)):
                b.return_(False)
            owned = b.let(b.call(owned_of, who), "owned")
            with b.if_(ir.not_(ir.set_eq(b.call(ring_of, edge, owned), ir.EMPTY_SET))):
                b.return_(False)
            limit = b.let(most * 2, "limit")
            length, walked = b.var(1, "length"), b.var(ir.EMPTY_SET, "walked")
            for which in (0, 1):
                far = self._walk_from(edge, which, owned, limit, walked)
                b.assign(length, length + far)
            whole = ir.eq(ir.set_count(walked) + 1, length)
            fits = ir.or_(
                ir.and_(ir.eq(least, most), ir.eq(length, least)), ir.and_(ir.gt(most, least), ir.le(length, most))
            )
            b.return_(ir.and_(whole, fits))
        return fn

    def _walk_from(self, edge: Expr, which: int, owned: Expr, limit: Expr, walked: Expr) -> Expr:
        """The length of the longest walk from an end of an edge, below a limit; adds the visited edges."""
        b = self.b
        # a state is an edge and the end that a walk has reached: twice the number of the edge, plus the end
        states = b.var(ir.set_one(edge * 2 + which), "states")
        depth = b.var(0, "depth")
        with b.while_(lambda: ir.and_(ir.not_(ir.set_eq(states, ir.EMPTY_SET)), ir.lt(depth, limit))):
            onward = b.var(ir.EMPTY_SET, "onward")
            with b.for_set(states, "state") as state:
                came = b.let(ir.div(state, 2), "came")
                v = b.let(b.row_at(self.ends, came, ir.mod(state, 2)), "v")
                with b.for_row(self.touching, v, "e") as e, b.if_(ir.and_(ir.ne(e, came), ir.set_has(owned, e))):
                    b.assign(walked, ir.set_or(walked, ir.set_one(e)))
                    there = ir.select(ir.eq(self._end(e, 0), v), 1, 0)
                    b.assign(onward, ir.set_or(onward, ir.set_one(e * 2 + there)))
            b.assign(states, onward)
            b.assign(depth, depth + 1)
        return depth - 1
