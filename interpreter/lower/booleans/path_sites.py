"""Paths and closed paths over a player's cells or vertices: (is Path Cell …), (is Path Vertex …)."""

from __future__ import annotations

from ludparse.ludemes import IsPath, RelationType, SiteType

from ...program import expressions as ir
from ...program.ops import Expr, Function, Type
from ..arguments.ranges import range_of
from ..base.lowering import Lowering

INT, SET, LIST = Type.INT, Type.SET, Type.LIST
FAR = 1_000_000_000


def path_over_sites(node: IsPath, lo: Lowering, t: SiteType) -> Expr:
    """Whether the player's sites around one form a path of the length, or a closed one, by Ludii's search."""
    b = lo.b
    site = b.let(b.get("last_to") if node.from_ is None else lo.int(node.from_), "site")
    who = b.let(lo.player(node.role, node.who), "who")
    least, most = (b.let(x) for x in range_of(lo, node.length))
    closed = ir.FALSE if node.closed is None else b.let(lo.bool(node.closed), "closed")
    fn = lo.once((_Path, t), lambda: _Path(lo, t).lower())
    return b.call(fn, site, who, least, most, ir.as_int(closed))


class _Path:
    def __init__(self, lo: Lowering, t: SiteType) -> None:
        self.lo, self.b, self.t = lo, lo.b, t
        board = lo.board
        self.size = board.size(t)
        self.neighbours = board.neighbours(t, RelationType.Adjacent)
        self.beside = lo.b.table(self.neighbours, "ragged", "beside")
        # Ludii takes the degree of the vertex with that number, also for cells
        degrees = [len(row) for row in board.neighbours(SiteType.Vertex, RelationType.Adjacent)]
        self.degrees = lo.b.table(degrees, stem="degrees")

    def lower(self) -> Function:
        b, cells = self.b, self.t is SiteType.Cell
        joined, cycle, walk = self._joined(), self._cycle(), self._walk()
        params = [(name, INT) for name in ("site", "who", "least", "most", "closed")]
        with b.function(f"path_over_{self.t.name.lower()}s", params, Type.BOOL) as (fn, args):
            site, who, least, most, closed = args
            with b.if_(ir.or_(ir.lt(site, 0), ir.ge(site, self.size))):
                b.return_(False)
            near = self._own_beside(site, who)
            exact = b.let(ir.eq(least, most), "exact")
            alone = b.let(ir.eq(ir.list_len(near), 0), "alone")
            one = [ir.eq(least, 1), ir.eq(most, 1)]
            with b.if_(alone):
                with b.if_(ir.ne(closed, 0)):
                    b.return_(False)
                with b.if_(ir.and_(*one) if cells else ir.or_(*one)):
                    b.return_(True)
            first = b.let(b.choose(alone, lambda: ir.const(0), lambda: ir.list_at(near, 0)), "first")
            ring = b.let(b.call(joined, site, who), "ring")
            size = b.let(ir.select(ir.set_has(ring, first), ir.set_count(ring), 0), "size")
            with b.if_(ir.eq(closed, 0)):
                with b.if_(ir.ne(size, 0)):
                    b.return_(False)
                if cells:
                    b.return_(ir.gt(most, 0))
                else:
                    self._open(site, who, least, most, near, walk)
            with b.if_(ir.and_(exact, ir.eq(size, least))):
                b.return_(True)
            ranged = ir.and_(ir.not_(exact), ir.ne(most, 0) if cells else ir.gt(most, least))
            with b.if_(ir.and_(ranged, ir.le(size, most), ir.gt(size, 2))):
                b.return_(True)
            with b.if_(ir.or_(ir.and_(exact, ir.gt(size, least)), ir.and_(ranged, ir.gt(size, most)))):
                visits, depths = b.list_new(), b.list_new()
                with b.for_range(0, max(self.size, 1), "v"):
                    b.run("list_push", visits, 0)
                    b.run("list_push", depths, 0)
                with b.for_list(near, "start") as start:
                    length = b.let(b.call(cycle, ir.const(1), site, start, ir.const(-1), who, visits, depths), "length")
                    fits = ir.select(exact, ir.eq(length, least), ir.le(length, most))
                    with b.if_(ir.and_(fits, ir.gt(length, 2))):
                        b.return_(True)
            b.return_(False)
        return fn

    def _own_beside(self, site: Expr, who: Expr) -> Expr:
        """A list of the player's sites beside one."""
        b = self.b
        found = b.list_new()
        with b.for_row(self.beside, site) as to:
            with b.if_(ir.and_(ir.ne(to, site), ir.eq(self.lo.sites.who(self.t, to), who))):
                b.run("list_push", found, to)
        return found

    def _joined(self) -> Function:
        """The player's sites that stay connected to one whichever single step between two sites is removed."""
        b = self.b
        params = [("start", INT), ("who", INT), ("first", INT), ("second", INT)]
        with b.function("path_reached", params, SET) as (reached, (start, who, first, second)):
            seen, todo = b.var(ir.set_one(start), "seen"), b.list_new([start])
            with b.for_list(todo, "v") as v, b.for_row(self.beside, v) as to:
                barred = ir.or_(
                    ir.and_(ir.eq(v, first), ir.eq(to, second)), ir.and_(ir.eq(v, second), ir.eq(to, first))
                )
                mine = ir.eq(self.lo.sites.who(self.t, to), who)
                with b.if_(ir.and_(mine, ir.not_(ir.set_has(seen, to)), ir.not_(barred))):
                    b.assign(seen, ir.set_or(seen, ir.set_one(to)))
                    b.run("list_push", todo, to)
            b.return_(seen)
        with b.function("path_joined", [("start", INT), ("who", INT)], SET) as (fn, (start, who)):
            whole = b.let(b.call(reached, start, who, ir.const(-1), ir.const(-1)), "whole")
            ring = b.var(whole, "ring")
            with b.for_set(whole, "v") as v, b.for_row(self.beside, v) as to:
                with b.if_(ir.and_(ir.lt(v, to), ir.set_has(whole, to))):
                    b.assign(ring, ir.set_and(ring, b.call(reached, start, who, v, to)))
            b.return_(ring)
        return fn

    def _cycle(self) -> Function:
        """The depth that a search gives a site, plus one; the lists keep how often sites were met and how deep.

        A site is gone on from as often as it has neighbours; over vertices the search is only one step deep.
        """
        b = self.b
        params = [(n, INT) for n in ("index", "start", "here", "parent", "who")] + [("visits", LIST), ("depths", LIST)]
        fn = b.declare("path_cycle", params, INT)
        with b.define(fn) as (_, (index, start, at, parent, who, visits, depths)):
            b.run("list_set", visits, at, ir.list_at(visits, at) + 1)
            with b.if_(ir.gt(ir.list_at(visits, at), b.at(self.degrees, at))):
                b.return_(index)
            with b.if_(ir.eq(ir.list_at(depths, at), 0)):
                b.run("list_set", depths, at, index)
            depth = b.let(ir.list_at(depths, at), "depth")
            with b.if_(ir.eq(at, start)):
                b.return_(index + 1)
            with b.for_row(self.beside, at) as to, b.if_(ir.eq(self.lo.sites.who(self.t, to), who)):
                onward = ir.ne(to, parent)
                if self.t is not SiteType.Cell:
                    onward = ir.and_(ir.eq(depth, 1), ir.ne(to, start), ir.ne(to, at))
                with b.if_(onward):
                    b.do(b.call(fn, depth + 1, start, to, at, who, visits, depths))
            b.return_(depth + 1)
        return fn

    def _open(self, site: Expr, who: Expr, least: Expr, most: Expr, near: Expr, walk: Function) -> None:
        """Whether the walks from a vertex to one or two sides make a path of the length."""
        b = self.b
        with b.if_(ir.gt(most, least)):
            b.return_(True)
        many = b.let(ir.list_len(near), "many")
        with b.if_(ir.or_(ir.gt(many, 2), ir.lt(many, 1), ir.ne(least, most))):
            b.return_(False)
        with b.if_(ir.eq(many, 1)):
            b.return_(ir.eq(b.call(walk, ir.const(0), site, site, ir.const(-1), least, who) + 1, least))
        with b.if_(ir.eq(least, 0)):
            b.return_(True)
        one, other = b.let(ir.list_at(near, 0)), b.let(ir.list_at(near, 1))
        first = b.let(b.call(walk, ir.const(1), site, one, ir.const(-1), least, who))
        second = b.let(b.call(walk, ir.const(1), site, other, one, least, who))
        b.return_(ir.eq(first + second + 1, least))

    def _walk(self) -> Function:
        """The number of steps onwards from a site, not back to the start; very many if the way branches."""
        b = self.b
        params = [(name, INT) for name in ("index", "start", "here", "parent", "least", "who")]
        with b.function("path_walk", params, INT) as (fn, (index, start, first, came, least, who)):
            steps, at, parent = b.var(index, "steps"), b.var(first, "at"), b.var(came, "parent")
            with b.while_(lambda: ir.ne(steps, least * 2)):
                near = self._own_beside(at, who)
                with b.if_(ir.gt(ir.list_len(near), 2)):
                    b.return_(FAR)
                onward = b.var(-1, "onward")
                with b.for_list(near, "to") as to:
                    with b.if_(ir.and_(ir.ne(to, parent), ir.ne(to, start))):
                        b.assign(onward, to)
                        b.break_()
                with b.if_(ir.eq(onward, -1)):
                    b.break_()
                b.assign(parent, at)
                b.assign(at, onward)
                b.assign(steps, steps + 1)
            b.return_(steps)
        return fn
