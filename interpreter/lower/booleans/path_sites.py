"""Paths and closed paths over a player's cells or vertices: (is Path Cell …), (is Path Vertex …)."""

from __future__ import annotations

from ..arguments.ranges import range_of
from ..base.prelude import Expr, Function, L, Lowering, RelationType, SiteType, Type, ir

INT, SET, LIST = Type.INT, Type.SET, Type.LIST
FAR = 1_000_000_000


def path_over_sites(node: L.IsPath, lo: Lowering, t: SiteType) -> Expr:
    """Whether the player's sites around one form a path of the length, or a closed one, by Ludii's search."""
    site = lo.let(lo.opt_int(node.from_, lo.get("last_to")), "site")
    who = lo.let(lo.player(node.role, node.who), "who")
    least, most = (lo.let(x) for x in range_of(lo, node.length))
    closed = lo.let(lo.opt_bool(node.closed, False), "closed")
    fn = lo.once((_Path, t), lambda: _Path(lo, t).lower())
    return lo.call(fn, site, who, least, most, ir.as_int(closed))


class _Path:
    def __init__(self, lo: Lowering, t: SiteType) -> None:
        self.lo, self.t = lo, t
        board = lo.board
        self.size = board.size(t)
        self.neighbours = board.neighbours(t, RelationType.Adjacent)
        self.beside = lo.table(self.neighbours, "ragged", "beside")
        # Ludii takes the degree of the vertex with that number, also for cells
        degrees = [len(row) for row in board.neighbours(SiteType.Vertex, RelationType.Adjacent)]
        self.degrees = lo.table(degrees, stem="degrees")

    def lower(self) -> Function:
        lo, cells = self.lo, self.t is SiteType.Cell
        joined, cycle, walk = self._joined(), self._cycle(), self._walk()
        params = [(name, INT) for name in ("site", "who", "least", "most", "closed")]
        with lo.function(f"path_over_{self.t.name.lower()}s", params, Type.BOOL) as (fn, args):
            site, who, least, most, closed = args
            with lo.if_((site < 0) | (site >= self.size)):
                lo.return_(False)
            near = self._own_beside(site, who)
            exact = lo.let(ir.eq(least, most), "exact")
            alone = lo.let(ir.eq(ir.list_len(near), 0), "alone")
            one = [ir.eq(least, 1), ir.eq(most, 1)]
            with lo.if_(alone):
                with lo.if_(ir.ne(closed, 0)):
                    lo.return_(False)
                with lo.if_(ir.and_(*one) if cells else ir.or_(*one)):
                    lo.return_(True)
            first = lo.let(lo.choose(alone, lambda: ir.const(0), lambda: ir.list_at(near, 0)), "first")
            ring = lo.let(lo.call(joined, site, who), "ring")
            size = lo.let(ir.select(ir.set_has(ring, first), ir.set_count(ring), 0), "size")
            with lo.if_(ir.eq(closed, 0)):
                with lo.if_(ir.ne(size, 0)):
                    lo.return_(False)
                if cells:
                    lo.return_(most > 0)
                else:
                    self._open(site, who, least, most, near, walk)
            with lo.if_(exact & ir.eq(size, least)):
                lo.return_(True)
            ranged = ~exact & (ir.ne(most, 0) if cells else most > least)
            with lo.if_(ranged & (size <= most) & (size > 2)):
                lo.return_(True)
            with lo.if_(exact & (size > least) | ranged & (size > most)):
                visits, depths = lo.list_new(), lo.list_new()
                with lo.for_range(0, max(self.size, 1), "v"):
                    lo.push(visits, 0)
                    lo.push(depths, 0)
                with lo.for_list(near, "start") as start:
                    length = lo.let(
                        lo.call(cycle, ir.const(1), site, start, ir.const(-1), who, visits, depths), "length"
                    )
                    fits = ir.select(exact, ir.eq(length, least), length <= most)
                    with lo.if_(fits & (length > 2)):
                        lo.return_(True)
            lo.return_(False)
        return fn

    def _own_beside(self, site: Expr, who: Expr) -> Expr:
        """A list of the player's sites beside one."""
        lo = self.lo
        beside = lo.for_row(self.beside, site)
        return lo.listed(beside, lambda to: ir.ne(to, site) & ir.eq(lo.sites.who(self.t, to), who))

    def _joined(self) -> Function:
        """The player's sites that stay connected to one whichever single step between two sites is removed.

        No step leads back to a site that is not the player's: it stays alone.
        """
        lo = self.lo
        params = [("start", INT), ("who", INT), ("first", INT), ("second", INT)]
        with lo.function("path_reached", params, SET) as (reached, (start, who, first, second)):
            seen, todo = lo.var(ir.set_one(start), "seen"), lo.list_new([start])
            with lo.for_list(todo, "v") as v, lo.for_row(self.beside, v) as to:
                barred = ir.eq(v, first) & ir.eq(to, second) | ir.eq(v, second) & ir.eq(to, first)
                mine = ir.eq(self.lo.sites.who(self.t, to), who)
                with lo.if_(mine & ~ir.set_has(seen, to) & ~barred):
                    lo.include(seen, to)
                    lo.push(todo, to)
            lo.return_(seen)
        with lo.function("path_joined", [("start", INT), ("who", INT)], SET) as (fn, (start, who)):
            with lo.if_(ir.ne(lo.sites.who(self.t, start), who)):
                lo.return_(ir.set_one(start))
            whole = lo.let(lo.call(reached, start, who, ir.const(-1), ir.const(-1)), "whole")
            ring = lo.var(whole, "ring")
            with lo.for_set(whole, "v") as v, lo.for_row(self.beside, v) as to:
                with lo.if_((v < to) & ir.set_has(whole, to)):
                    lo.assign(ring, ring & lo.call(reached, start, who, v, to))
            lo.return_(ring)
        return fn

    def _cycle(self) -> Function:
        """The depth that a search gives a site, plus one; the lists keep how often sites were met and how deep.

        A site is gone on from as often as it has neighbours; over vertices the search is only one step deep.
        """
        lo = self.lo
        params = [(n, INT) for n in ("index", "start", "here", "parent", "who")] + [("visits", LIST), ("depths", LIST)]
        fn = lo.declare("path_cycle", params, INT)
        with lo.define(fn) as (_, (index, start, at, parent, who, visits, depths)):
            lo.run("list_set", visits, at, ir.list_at(visits, at) + 1)
            with lo.if_(ir.list_at(visits, at) > lo.at(self.degrees, at)):
                lo.return_(index)
            with lo.if_(ir.eq(ir.list_at(depths, at), 0)):
                lo.run("list_set", depths, at, index)
            depth = lo.let(ir.list_at(depths, at), "depth")
            with lo.if_(ir.eq(at, start)):
                lo.return_(index + 1)
            with lo.for_row(self.beside, at) as to, lo.if_(ir.eq(self.lo.sites.who(self.t, to), who)):
                onward = ir.ne(to, parent)
                if self.t is not SiteType.Cell:
                    onward = ir.eq(depth, 1) & ir.ne(to, start) & ir.ne(to, at)
                with lo.if_(onward):
                    lo.do(lo.call(fn, depth + 1, start, to, at, who, visits, depths))
            lo.return_(depth + 1)
        return fn

    def _open(self, site: Expr, who: Expr, least: Expr, most: Expr, near: Expr, walk: Function) -> None:
        """Whether the walks from a vertex to one or two sides make a path of the length."""
        lo = self.lo
        with lo.if_(most > least):
            lo.return_(True)
        many = lo.let(ir.list_len(near), "many")
        with lo.if_((many > 2) | (many < 1) | ir.ne(least, most)):
            lo.return_(False)
        with lo.if_(ir.eq(many, 1)):
            lo.return_(ir.eq(lo.call(walk, ir.const(0), site, site, ir.const(-1), least, who) + 1, least))
        with lo.if_(ir.eq(least, 0)):
            lo.return_(True)
        one, other = lo.let(ir.list_at(near, 0)), lo.let(ir.list_at(near, 1))
        first = lo.let(lo.call(walk, ir.const(1), site, one, ir.const(-1), least, who))
        second = lo.let(lo.call(walk, ir.const(1), site, other, one, least, who))
        lo.return_(ir.eq(first + second + 1, least))

    def _walk(self) -> Function:
        """The number of steps onwards from a site, not back to the start; very many if the way branches."""
        lo = self.lo
        params = [(name, INT) for name in ("index", "start", "here", "parent", "least", "who")]
        with lo.function("path_walk", params, INT) as (fn, (index, start, first, came, least, who)):
            steps, at, parent = lo.var(index, "steps"), lo.var(first, "at"), lo.var(came, "parent")
            with lo.while_(lambda: ir.ne(steps, least * 2)):
                near = self._own_beside(at, who)
                with lo.if_(ir.list_len(near) > 2):
                    lo.return_(FAR)
                onward = lo.first_in(
                    lo.for_list(near, "to"), lambda to: ir.ne(to, parent) & ir.ne(to, start), stem="onward"
                )
                with lo.if_(ir.eq(onward, -1)):
                    lo.break_()
                lo.assign(parent, at)
                lo.assign(at, onward)
                lo.assign(steps, steps + 1)
            lo.return_(steps)
        return fn
