"""Paths and closed paths of a player's edges: (is Path Edge …)."""

from __future__ import annotations

from ..arguments.ranges import range_of
from ..base.prelude import Expr, Feature, Function, L, Lowering, Needs, SiteType, Type, ir, lowers
from .path_sites import path_over_sites

INT = Type.INT
PARAMS = [("edge", INT), ("who", INT), ("least", INT), ("most", INT)]


@lowers(L.IsPath, to="bool", needs=Needs(Feature.GRAPH, unseen=("type",)))
def is_path(node: L.IsPath, lo: Lowering) -> Expr:
    """Whether the player's edges around the last one form a path of the length, or a closed one."""
    if node.type is not SiteType.Edge:
        return path_over_sites(node, lo, node.type)
    edge = lo.let(lo.opt_int(node.from_, lo.get("last_to")), "edge")
    who = lo.let(lo.player(node.role, node.who), "who")
    least, most = (lo.let(x) for x in range_of(lo, node.length))
    closed = lo.opt_bool(node.closed, False)
    paths = _Paths(lo)

    def ask(fn: Function) -> Expr:
        return lo.call(fn, edge, who, least, most)

    return lo.choose(closed, lambda: ask(paths.closed()), lambda: ask(paths.open()))


class _Paths:
    """Writes the functions about a player's edges, once for a game."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        board = lo.board
        self.vertices, self.edges = board.size(SiteType.Vertex), board.size(SiteType.Edge)
        ends = board.incident(SiteType.Edge, SiteType.Vertex)
        self.ends = lo.table(ends, "ragged", "ends")
        self.touching = lo.table(board.incident(SiteType.Vertex, SiteType.Edge), "ragged", "incident")

    def _function(self, name: str, params: list[tuple[str, Type]], result: Type) -> tuple[Function, bool]:
        return self.lo.shared(f"path_{name}", params, result)

    def _end(self, edge: Expr, which: int) -> Expr:
        return self.lo.row_at(self.ends, edge, which)

    def _other(self, edge: Expr, vertex: Expr) -> Expr:
        first = self._end(edge, 0)
        return ir.select(ir.eq(first, vertex), self._end(edge, 1), first)

    def _mine(self, edge: Expr, who: Expr) -> Expr:
        return ir.eq(self.lo.sites.who(SiteType.Edge, edge), who)

    def owned(self) -> Function:
        """The edges of a player."""
        fn, fresh = self._function("owned", [("who", INT)], Type.SET)
        if fresh:
            lo = self.lo
            with lo.define(fn) as (_, (who,)):
                out = lo.collect(lo.for_range(0, self.edges, "e"), lambda e: self._mine(e, who))
                lo.return_(out)
        return fn

    def reached(self) -> Function:
        """The vertices that are reachable from one over some edges."""
        fn, fresh = self._function("reached", [("start", INT), ("edges", Type.SET)], Type.SET)
        if fresh:
            lo = self.lo
            with lo.define(fn) as (_, (start, edges)):
                seen = lo.var(ir.set_one(start), "seen")
                todo = lo.list_new([start])
                with lo.for_list(todo, "v") as v, lo.for_row(self.touching, v, "e") as e:
                    to = lo.let(self._other(e, v), "to")
                    with lo.if_(ir.set_has(edges, e) & ~ir.set_has(seen, to)):
                        lo.include(seen, to)
                        lo.push(todo, to)
                lo.return_(seen)
        return fn

    def ring(self) -> Function:
        """The vertices that stay connected to an end of an edge whichever single edge is removed.

        Empty if the other end of the edge is not among them.
        """
        fn, fresh = self._function("ring", [("edge", INT), ("owned", Type.SET)], Type.SET)
        if fresh:
            lo, reached = self.lo, self.reached()
            with lo.define(fn) as (_, (edge, owned)):
                kept = lo.var(owned, "kept")
                with lo.for_set(owned, "e") as e:
                    without = lo.let(lo.call(reached, self._end(e, 0), owned - ir.set_one(e)))
                    with lo.if_(~ir.set_has(without, self._end(e, 1))):
                        lo.assign(kept, kept - ir.set_one(e))
                found = lo.let(lo.call(reached, self._end(edge, 0), kept), "found")
                lo.return_(ir.select(ir.set_has(found, self._end(edge, 1)), found, ir.EMPTY_SET))
        return fn

    def closed(self) -> Function:
        """Whether an edge closes a path of a length; where there are chords, a short way round is looked for."""
        fn, fresh = self._function("closed", PARAMS, Type.BOOL)
        if not fresh:
            return fn
        lo, owned_of, ring_of, around = self.lo, self.owned(), self.ring(), self.way_round()
        with lo.define(fn) as (_, (edge, who, least, most)):
            with lo.if_(edge < 0):
                lo.return_(False)
            owned = lo.let(lo.call(owned_of, who), "owned")
            ring = lo.let(lo.call(ring_of, edge, owned), "ring")
            size = lo.let(ir.set_count(ring), "size")

            def both(e: Expr) -> Expr:
                return ir.set_has(ring, self._end(e, 0)) & ir.set_has(ring, self._end(e, 1))

            inside = lo.count_in(lo.for_set(owned, "e"), both, stem="inside")
            exact = ir.eq(least, most)
            plain = ir.eq(size, inside)
            with lo.if_(exact & plain & ir.eq(size, least)):
                lo.return_(True)
            with lo.if_(~exact & plain & (most > 2) & (size <= most) & (size > 2)):
                lo.return_(True)
            with lo.if_(inside > size):
                depth = lo.let(lo.call(around, edge, owned), "depth")
                with lo.if_(exact & ir.eq(depth, least) | (most > 2) & (depth <= most)):
                    lo.return_(True)
            lo.return_(False)
        return fn

    def way_round(self) -> Function:
        """The number of vertices on a way from one end of an edge to the other that does not use the edge.

        As in Ludii the search visits vertices by number, not by distance, so the way is not always the shortest.
        """
        fn, fresh = self._function("way_round", [("edge", INT), ("owned", Type.SET)], INT)
        if not fresh:
            return fn
        lo = self.lo
        with lo.define(fn) as (_, (edge, owned)):
            start, end = lo.let(self._end(edge, 0)), lo.let(self._end(edge, 1))
            dist, back = lo.list_new(), lo.list_new()
            with lo.for_range(0, self.vertices, "v"):
                lo.push(dist, 1000000000)
                lo.push(back, 0)
            lo.run("list_set", dist, start, 0)
            lo.run("list_set", back, start, start)
            todo, seen = lo.var(ir.set_one(start), "todo"), lo.var(ir.EMPTY_SET, "seen")
            with lo.while_(lambda: ~ir.set_eq(todo, ir.EMPTY_SET)):
                u = lo.let(ir.set_min(todo), "u")
                lo.assign(todo, todo - ir.set_one(u))
                with lo.if_(ir.eq(u, end)):
                    lo.break_()
                with lo.if_(~ir.set_has(seen, u)):
                    lo.include(seen, u)
                    far = lo.let(ir.list_at(dist, u) + 1, "far")
                    with lo.for_row(self.touching, u, "e") as e:
                        v = lo.let(self._other(e, u), "v")
                        usable = ir.ne(e, edge) & ir.set_has(owned, e)
                        with lo.if_(usable), lo.if_(ir.list_at(dist, v) > far):
                            lo.run("list_set", dist, v, far)
                            lo.run("list_set", back, v, u)
                            lo.include(todo, v)
            at, depth = lo.var(end, "at"), lo.var(1, "depth")
            with lo.while_(lambda: ir.ne(ir.list_at(back, at), at)):
                lo.assign(depth, depth + 1)
                lo.assign(at, ir.list_at(back, at))
            lo.return_(depth)
        return fn

    def open(self) -> Function:
        """Whether the edges visited by walks from both ends of an edge form one path of the length."""
        fn, fresh = self._function("open", PARAMS, Type.BOOL)
        if not fresh:
            return fn
        lo, owned_of, ring_of = self.lo, self.owned(), self.ring()
        with lo.define(fn) as (_, (edge, who, least, most)):
            with lo.if_(edge < 0):
                lo.return_(False)
            owned = lo.let(lo.call(owned_of, who), "owned")
            with lo.if_(~ir.set_eq(lo.call(ring_of, edge, owned), ir.EMPTY_SET)):
                lo.return_(False)
            limit = lo.let(most * 2, "limit")
            length, walked = lo.var(1, "length"), lo.var(ir.EMPTY_SET, "walked")
            for which in (0, 1):
                far = self._walk_from(edge, which, owned, limit, walked)
                lo.assign(length, length + far)
            whole = ir.eq(ir.set_count(walked) + 1, length)
            fits = ir.eq(least, most) & ir.eq(length, least) | (most > least) & (length <= most)
            lo.return_(whole & fits)
        return fn

    def _walk_from(self, edge: Expr, which: int, owned: Expr, limit: Expr, walked: Expr) -> Expr:
        """The length of the longest walk from an end of an edge, below a limit; adds the visited edges."""
        lo = self.lo
        # a state is an edge and the end that a walk has reached: twice the number of the edge, plus the end
        lo.make_room(2 * self.edges)
        states = lo.var(ir.set_one(edge * 2 + which), "states")
        depth = lo.var(0, "depth")
        with lo.while_(lambda: ~ir.set_eq(states, ir.EMPTY_SET) & (depth < limit)):
            onward = lo.var(ir.EMPTY_SET, "onward")
            with lo.for_set(states, "state") as state:
                came = lo.let(ir.div(state, 2), "came")
                v = lo.let(lo.row_at(self.ends, came, ir.mod(state, 2)), "v")
                with lo.for_row(self.touching, v, "e") as e, lo.if_(ir.ne(e, came) & ir.set_has(owned, e)):
                    lo.include(walked, e)
                    there = ir.select(ir.eq(self._end(e, 0), v), 1, 0)
                    lo.include(onward, e * 2 + there)
            lo.assign(states, onward)
            lo.assign(depth, depth + 1)
        return depth - 1
