"""Follows loops within a loop whose iterations are followed side by side (`lanes.py`)."""

from __future__ import annotations

import math

from ...facts.one_iteration import forget_written
from ...facts.resolver import Knowledge
from ...program import expressions as ir
from ...program import ops
from ...program.ops import Expr, Op, Stmt, Type, Var
from ...program.substitution import put_in
from ...program.walk import nodes, statements
from ..base.rays import Rays, block_of
from .lane_sets import CannotError, Ray
from .lane_writer import FEW_TRIPS, var
from .run_ends import RunEnds

SMALLEST, WIDEST = 64, 128  # sites: on larger boards loops over directions stay loops, earlier if there are more within
FEW_BLOCKS, MOST_WRITTEN_OUT = 4, 16


class Lanes(RunEnds):
    """Follows loops over the steps or radials of a site, and loops along a radial."""

    def _row(self, s: ops.ForRow, lanes: Expr, known: Knowledge) -> None:
        """A loop over the steps or radials of each site: one over groups of them, in any order."""
        if self.ending is not None:
            raise CannotError
        self.pure(s.row)
        self._of_row(s, self.resolve(s.row, known), lanes, self.over.size, known)
        forget_written(self.program, s.body, known)

    def _of_row(self, s: ops.ForRow, row: Expr, lanes: Expr, size: int, known: Knowledge) -> None:
        """The loop for some sites, over the row of a number. size: one more than the greatest of these sites."""
        if row.is_const and row.const < 0:
            return  # there is no such row
        if row.op is Op.SELECT:
            where = self.sets.where(row.src[0])
            for holds, sites in ((True, where), (False, self.sets.others(where))):
                some = self._size(row.src[0], holds, size)
                chosen = row.src[1 if holds else 2]
                none = chosen.is_const and chosen.const < 0
                at = None if none or not some else self._masked(lanes, sites)
                if at is not None:
                    self._of_row(s, chosen, at, some, known)
            return
        table = self.program.tables[s.table]
        block, rays, radials = block_of(table, row, self.key), self.tables.rays(s.table), table.rows_of
        if block is None or rays is None or size > (table.block or len(table.lists)):
            raise CannotError
        block = self.sets.uniform(block)
        cost, trips = self.each_cost, self.trips_along
        if s.goes is not None:
            # the loop for all sites ends where the last of their rays does; the iterations need no loop
            self.trips_along = max(FEW_TRIPS, 0.8 * rays.longest)
        sets = s.narrowed is not None and s.narrowed.row_sets
        self.each_cost += (18 + 5 * rays.row if sets else 10 + 22 * rays.row) if radials else 12
        steps = self.program.tables[rays.steps].lists
        if self._short(s) and len(steps) <= FEW_BLOCKS and sum(map(len, steps)) <= MOST_WRITTEN_OUT:
            self._written_out(s, rays, radials, block, lanes, known)
        else:
            block = block if block.is_const else self.let(block, "block")
            group = self.new("group", Type.INT)
            with self.looping(group, 0, Expr(Op.ROW_LEN, Type.INT, (block,), rays.steps), rays.usual):
                self.times *= rays.row
                step = self.let(Expr(Op.ROW_AT, Type.INT, (block, var(group)), rays.steps), "step")
                place = self.let(rays.place(block, var(group)), "place")
                self._group(s, Ray(rays, radials, Var("ray", Type.INT), step, place), lanes, known)
        self.trips_along = trips
        if s.goes is not None:
            words = (rays.size + 63) // 64
            self.each_cost = cost + 15 + 20 * words * math.ceil(rays.row / 8)

    def _short(self, s: ops.ForRow) -> bool:
        """Whether a loop's body is worth having once for each group."""
        inner = nodes(statements(s.body))
        runs = any(y.op is Op.ROW_RUN for y in inner)
        return self.program.set_width <= (SMALLEST if runs else WIDEST)

    def _written_out(self, s: ops.ForRow, rays: Rays, radials: str, block: Expr, lanes: Expr, known: Knowledge) -> None:
        """The body for each group of each block, in place of a loop."""
        steps, outer = self.program.tables[rays.steps].lists, self.out
        before = [c.most for c in self.counters]
        most = list(before)
        block = block if block.is_const or len(steps) == 1 else self.let(block, "block")
        for number, groups in enumerate(steps):
            if not groups or (block.is_const and block.const != number):
                continue
            if not block.is_const:
                branch = ops.If(ir.eq(block, number), [], [])
                self.trips[branch] = 1 / len(steps)
                outer.append(branch)
                self.out = branch.then
            for c, n in zip(self.counters, before, strict=True):
                c.most = n
            for k, step in enumerate(groups):
                place = rays.place(ir.const(number), ir.const(k))
                self._group(s, Ray(rays, radials, Var("ray", Type.INT), ir.const(step), place), lanes, known)
            most = [max(n, c.most) for n, c in zip(most, self.counters, strict=True)]
            self.out = outer
        for c, n in zip(self.counters, most, strict=True):
            c.most = n

    def _group(self, s: ops.ForRow, ray: Ray, lanes: Expr, known: Knowledge) -> None:
        """One iteration of a loop over a row, for the rays of one group."""
        inside = self.inside
        self.ray.append(ray)
        self.sets.lengths[ray.length] = ray
        within = known.copy()
        forget_written(self.program, s.body, within)
        self.inside = self._up_to(0 if ray.table else 1)
        within.locals[s.var] = var(ray.value) if ray.table else self.site_at(ray, ir.const(1))
        self.loops.append("row")
        here = self.let(ir.set_and(lanes, ray.with_position(ir.const(0 if ray.table else 1))))
        n = s.narrowed
        if n is not None and n.one_each and not ray.table and n.keys == s.table:
            self._push(self.let(ir.set_and(here, ray.fitting(self.hoisted(n.sites), ir.const(1)))))
        else:
            self.block(s.body, here, within)
        self.loops.pop()
        self.ray.pop()
        self.inside = inside

    def _size(self, cond: Expr, holds: bool, size: int) -> int:
        """One more than the greatest site, below a size, for which a condition may hold, or may not."""
        below = (put_in(cond, {self.key: ir.const(site)}) for site in reversed(range(size)))
        return next((size - k for k, x in enumerate(below) if not x.is_const or bool(x.const) == holds), 0)

    def _along(self, s: ops.ForAlong, lanes: Expr, known: Knowledge) -> None:
        """A loop along the ray of each site."""
        self.pure(s.lo, s.hi)
        lo, *limits = (self.resolve(x, known) for x in (s.lo, *s.limits))
        ray = self.ray[-1] if self.ray else None
        if ray is None or s.table != ray.table or self.resolve(s.row, known).arg is not ray.value:
            raise CannotError
        if not lo.is_const or lo.const <= 0 or not all(x.is_const for x in limits):
            raise CannotError
        most = min([ray.rays.longest + 1, *(x.const for x in limits)])
        if s.within is None and most == lo.const + 1 and limits:
            # a single iteration, for the rays that have the position
            at = self._masked(lanes, self.sets.longer(ray, lo))
            if at is not None:
                inside, self.inside = self.inside, self.inside | self._up_to(lo.const)
                known.locals[s.var] = lo
                self.loops.append("range")
                self.block(s.body, at, known)
                self.loops.pop()
                self.inside = inside
            forget_written(self.program, s.body, known)
        else:
            within = None if s.within is None else self.hoisted(self.resolve(s.within, known))
            self._step_by_step(s, lo.const, most, within, lanes, known)
        known.locals.pop(s.var, None)

    def _step_by_step(
        self, s: ops.ForAlong, lo: int, most: int, within: Expr | None, lanes: Expr, known: Knowledge
    ) -> None:
        """A loop along each ray, below a position, up to its end and the first site that is not in a set, or until the
        iterations leave it."""
        ray = self.ray[-1]
        at, position = self.new("on"), self.new("at", Type.INT)
        self.out.append(ops.Assign(at, lanes))
        here, head = ir.set_and(var(at), ray.with_position(var(position))), list[Stmt]()
        if within is not None:
            head.append(ops.Assign(at, ir.set_and(here, ray.fitting(within, var(position)))))
        with self.looping(position, lo, most, self.trips_along, at, *head):
            self.inside |= {var(position)}
            self.times *= ray.rays.longest
            if within is not None:
                self._body(s, position, var(at), known, "run")
            else:
                end = self._body(s, position, self.let(here), known, "range")
                self.out.append(ops.Assign(at, ir.EMPTY_SET if end is None else end))
        self.each_cost += 10 * ray.rays.row

    def _range(self, s: ops.ForRange, lanes: Expr, known: Knowledge) -> None:
        """A loop whose bounds are the same for all sites."""
        self.pure(s.lo, s.hi)
        lo, hi = self.resolve(s.lo, known), self.resolve(s.hi, known)
        if s.down or not lo.is_const or not self.ray or hi.op is not Op.VAR:
            raise CannotError
        self.each_cost += 30
        if self.collected(s, lo.const, hi, lanes, known):
            forget_written(self.program, s.body, known)
        else:
            self.sets.uniform(hi)
            some = lanes.var if lanes.op is Op.VAR else self.let(lanes).var
            position = self.new("at", Type.INT)
            with self.looping(position, lo.const, hi, FEW_TRIPS / 2, some):
                if ir.sub(hi, 1) in self.inside and lo.const >= 0:
                    self.inside |= {var(position)}
                self.times *= self.ray[-1].rays.longest
                self._body(s, position, lanes, known, "run")
        known.locals.pop(s.var, None)

    def _body(self, s: ops.ForNumbers, position: Var, lanes: Expr, known: Knowledge, kind: str) -> Expr | None:
        """The body of a loop that is written; no iteration reads what another one leaves. Returns the sites for which
        its end is reached."""
        forget_written(self.program, s.body, known)
        within = known.copy()
        within.locals[s.var] = var(position)
        self.loops.append(kind)
        end = self.block(s.body, lanes, within)
        self.loops.pop()
        forget_written(self.program, s.body, known)
        return end
