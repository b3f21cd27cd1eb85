"""Follows loops within a loop whose iterations are followed side by side (`lanes.py`)."""

from __future__ import annotations

import math

from ...facts.along_rows import limits
from ...facts.loops import radials_of
from ...facts.one_iteration import forget_written
from ...facts.resolver import Knowledge
from ...program import expressions as ir
from ...program import ops
from ...program.ops import Expr, Op, Type, Var
from ...program.walk import conjuncts, nodes, statements
from ..base.rays import Rays, block_and_stride
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
        row, radials = self.resolve(s.row, known), radials_of(s)
        at: Expr | None = lanes
        limited = row.op is Op.SELECT and row.src[2].is_const and row.src[2].const < 0
        limit = self.over.size
        if limited:
            limit = min([limit, *(x.src[1].const for x in conjuncts(row.src[0]) if self._bounds(x))])
            at = self._masked(lanes, self.sets.where(row.src[0]))
            row = row.src[1]
        form = block_and_stride(row, self.key)
        if at is None or form is None:
            raise CannotError
        block, stride = self.sets.uniform(form[0]), form[1]
        rays = self.tables.rays(s.table, radials, stride)
        if rays is None or limit > (stride or len(self.program.tables[s.table].lists)):
            raise CannotError
        cost, trips = self.each_cost, self.trips_along
        if s.goes is not None:
            # the loop for all sites ends where the last of their rays does; the iterations need no loop
            self.trips_along = max(FEW_TRIPS, 0.8 * rays.longest)
        sets = s.narrowed is not None and s.narrowed.row_sets
        self.each_cost += (18 + 5 * rays.row if sets else 10 + 22 * rays.row) if radials else 12
        steps = self.program.tables[rays.steps].lists
        if self._short(s) and len(steps) <= FEW_BLOCKS and sum(map(len, steps)) <= MOST_WRITTEN_OUT:
            self._written_out(s, rays, radials, block, at, known)
        else:
            block = block if block.is_const else self.let(block, "block")
            group = self.new("group", Type.INT)
            with self.looping(group, 0, Expr(Op.ROW_LEN, Type.INT, (block,), rays.steps), rays.usual):
                self.times *= rays.row
                step = self.let(Expr(Op.ROW_AT, Type.INT, (block, var(group)), rays.steps), "step")
                place = self.let(rays.place(block, var(group)), "place")
                self._group(s, Ray(rays, radials, Var("ray", Type.INT), step, place), at, known)
        self.trips_along = trips
        if s.goes is not None:
            words = (rays.size + 63) // 64
            self.each_cost = cost + 15 + 20 * words * math.ceil(rays.row / 8)
        forget_written(s.body, known)

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
        forget_written(s.body, within)
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

    def _bounds(self, x: Expr) -> bool:
        """Whether a condition says that the site is below a constant."""
        return x.op is Op.LT and x.src[0].arg is self.key and x.src[1].is_const

    def _range(self, s: ops.ForRange, lanes: Expr, known: Knowledge) -> None:
        self.pure(s.lo, s.hi)
        lo, hi = self.resolve(s.lo, known), self.resolve(s.hi, known)
        if s.down or not lo.is_const or not self.ray:
            raise CannotError
        ray = self.ray[-1]
        if hi.op is Op.VAR and hi.arg is not ray.length:
            self._counted(s, lo.const, hi, lanes, known)
            known.locals.pop(s.var, None)
            return
        parts = limits(hi, lo.const)
        most = min([ray.rays.longest + 1, *(x.const for x in parts if x.is_const)])
        within = [x for x in parts if not x.is_const]
        runs = [x for x in within if x.op is Op.ROW_RUN and x.src[1] is lo and self.along_ray(x)]
        if lo.const <= 0 or not within or any(x.arg is not ray.length and x not in runs for x in within):
            raise CannotError
        if not runs and most == lo.const + 1 and len(parts) > 1:
            # a single iteration, for the rays that have the position
            at = self._masked(lanes, self.sets.longer(ray, lo))
            if at is not None:
                inside, self.inside = self.inside, self.inside | self._up_to(lo.const)
                known.locals[s.var] = lo
                self.loops.append("range")
                self.block(s.body, at, known)
                self.loops.pop()
                self.inside = inside
            forget_written(s.body, known)
        else:
            self._along(s, lo.const, most, runs, lanes, known)
        known.locals.pop(s.var, None)

    def _along(
        self, s: ops.ForRange, lo: int, most: int, runs: list[Expr], lanes: Expr, known: Knowledge
    ) -> None:
        """A loop along each ray, below a position, up to its end and the ends of some runs, or until the iterations
        leave it."""
        ray = self.ray[-1]
        fits = [self.hoisted(run.src[2]) for run in runs]
        at, position = self.new("on"), self.new("at", Type.INT)
        self.out.append(ops.Assign(at, lanes))
        here = ir.set_and(var(at), ray.with_position(var(position)))
        for x in fits:
            here = ir.set_and(here, ray.fitting(x, var(position)))
        head = [ops.Assign(at, here)] if fits else []
        with self.looping(position, lo, most, self.trips_along, at, *head):
            self.inside |= {var(position)}
            self.times *= ray.rays.longest
            end = self._body(s, position, var(at) if fits else self.let(here), known, "run" if fits else "range")
            if not fits:
                self.out.append(ops.Assign(at, ir.EMPTY_SET if end is None else end))
        self.each_cost += 10 * ray.rays.row

    def _counted(self, s: ops.ForRange, lo: int, hi: Expr, lanes: Expr, known: Knowledge) -> None:
        """A loop whose bounds are the same for all sites."""
        self.each_cost += 30
        if self.collected(s, lo, hi, lanes, known):
            forget_written(s.body, known)
            return
        self.sets.uniform(hi)
        some = lanes.var if lanes.op is Op.VAR else self.let(lanes).var
        position = self.new("at", Type.INT)
        with self.looping(position, lo, hi, FEW_TRIPS / 2, some):
            if ir.sub(hi, 1) in self.inside and lo >= 0:
                self.inside |= {var(position)}
            self.times *= self.ray[-1].rays.longest
            self._body(s, position, lanes, known, "run")

    def _body(self, s: ops.ForRange, position: Var, lanes: Expr, known: Knowledge, kind: str) -> Expr | None:
        """The body of a loop that is written; no iteration reads what another one leaves. Returns the sites for which
        its end is reached."""
        forget_written(s.body, known)
        within = known.copy()
        within.locals[s.var] = var(position)
        self.loops.append(kind)
        end = self.block(s.body, lanes, within)
        self.loops.pop()
        forget_written(s.body, known)
        return end
