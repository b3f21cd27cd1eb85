"""Follows loops within a loop whose iterations are followed side by side (`lanes.py`)."""

from __future__ import annotations

import math

from ...facts.one_iteration import forget_written
from ...facts.rays import Rays, block_and_stride
from ...facts.resolver import Knowledge
from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.walk import conjuncts, nodes, statements
from .lane_sets import CannotError, Ray
from .lane_writer import FEW_TRIPS, var
from .lanes import LaneStatements

SMALLEST, WIDEST = 64, 128  # sites: on larger boards loops over directions stay loops, earlier if there are more within
FEW_BLOCKS, MOST_WRITTEN_OUT = 4, 16


class Lanes(LaneStatements):
    """Follows loops over the steps or radials of a site, and loops along a radial."""

    def _loop(
        self, var: Var, lo: Expr | int, hi: Expr | int, usual: float, on: Var | None = None, *head: Stmt
    ) -> Stmt:
        """Writes a loop, which ends where there are no sites in `on`, after `head`, and goes on in its body."""
        bounds = ir.as_int(lo), ir.as_int(hi)
        loop = ops.ForRange(var, *bounds, []) if on is None else ops.WhileAny(var, *bounds, list(head), on, [])
        self.sets.same_for_all.add(var)
        self.out.append(loop)
        self.trips[loop] = usual
        self.out = loop.body
        return loop

    def _go_on(self, loop: Stmt, at: Var, lanes: Expr) -> None:
        """Ends an iteration of a loop, which goes on for some of the sites."""
        self.out.append(ops.Assign(at, lanes))
        if lanes.op is Op.VAR:
            self.goes_on[loop] = lanes.var

    def _row(self, s: ops.ForRow, lanes: Expr, known: Knowledge) -> None:
        """A loop over the steps or radials of each site: one over groups of them, in any order."""
        self.pure(s.row)
        row, radials = self.resolve(s.row, known), _radials(s)
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
            outer, times = self.out, self.times
            block = block if block.is_const else self.let(block, "block")
            group = self.new("group", Type.INT)
            self._loop(group, 0, Expr(Op.ROW_LEN, Type.INT, (block,), rays.steps), rays.usual)
            self.times = times * rays.row
            step = self.let(Expr(Op.ROW_AT, Type.INT, (block, var(group)), rays.steps), "step")
            place = self.let(rays.place(block, var(group)), "place")
            self._group(s, Ray(rays, radials, Var("ray", Type.INT), step, place), at, known)
            self.out, self.times = outer, times
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
            self._push(self.let(ir.set_and(here, ir.set_shift(self.hoisted(n.sites), ir.sub(0, ray.step)))))
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
        if s.down:
            raise CannotError
        length = self.ray[-1].length if self.ray else None
        ends = hi.src if hi.op is Op.MIN else (hi,)
        most = min([x.const for x in ends if x.is_const], default=None)
        along = any(x.arg is length for x in ends) if length is not None else False
        if along and lo.is_const and lo.const > 0 and most == lo.const + 1 and len(ends) == 2:
            # a single iteration, for the rays that have the position
            at = self._masked(lanes, self.sets.longer(self.ray[-1], lo))
            if at is not None:
                inside, self.inside = self.inside, self.inside | self._up_to(lo.const)
                known.locals[s.var] = lo
                self.loops.append("range")
                self.block(s.body, at, known)
                self.loops.pop()
                self.inside = inside
            forget_written(s.body, known)
        elif along and lo.is_const and lo.const > 0 and all(x.arg is length or x.is_const for x in ends):
            self._along(s, lo.const, most, lanes, known)
        elif hi.op is Op.ROW_RUN and self._is_ray(hi) and lo.is_const and hi.src[1] is lo:
            self._along_run(s, hi.src[2], lo.const, lanes, known)
        elif hi.op is Op.VAR:
            self._counted(s, lo, hi, lanes, known)
        else:
            raise CannotError
        known.locals.pop(s.var, None)

    def _is_ray(self, x: Expr) -> bool:
        return bool(self.ray) and x.arg == self.ray[-1].table and x.src[0].arg is self.ray[-1].value

    def _along(self, s: ops.ForRange, lo: int, most: int | None, lanes: Expr, known: Knowledge) -> None:
        """A loop along each ray, up to its end (and below a position), or until the iterations leave it."""
        ray, inside, times, outer = self.ray[-1], self.inside, self.times, self.out
        at = self.new("on")
        self.out.append(ops.Assign(at, lanes))
        position = self.new("at", Type.INT)
        last = ray.rays.longest + 1
        loop = self._loop(position, lo, last if most is None else min(most, last), self.trips_along, at)
        here = self.let(ir.set_and(var(at), ray.with_position(var(position))))
        self.inside, self.times = inside | {var(position)}, times * ray.rays.longest
        end = self._body(s, position, here, known, "range")
        self._go_on(loop, at, ir.EMPTY_SET if end is None else end)
        self.out, self.inside, self.times = outer, inside, times
        self.each_cost += 10 * ray.rays.row

    def _along_run(self, s: ops.ForRange, fitting: Expr, lo: int, lanes: Expr, known: Knowledge) -> None:
        """A loop along each ray, up to the first site that is not in a set."""
        ray, inside, times, outer = self.ray[-1], self.inside, self.times, self.out
        if lo < 1:
            raise CannotError
        fits = self.hoisted(self.resolve(fitting, known))
        at = self.new("on")
        self.out.append(ops.Assign(at, lanes))
        position = self.new("at", Type.INT)
        back = ir.set_shift(fits, ir.sub(0, ray.step * var(position)))
        on = ir.set_and(ir.set_and(var(at), ray.with_position(var(position))), back)
        self._loop(position, lo, ray.rays.longest + 1, self.trips_along, at, ops.Assign(at, on))
        self.inside, self.times = inside | {var(position)}, times * ray.rays.longest
        self._body(s, position, var(at), known, "run")
        self.out, self.inside, self.times = outer, inside, times
        self.each_cost += 10 * ray.rays.row

    def _counted(self, s: ops.ForRange, lo: Expr, hi: Expr, lanes: Expr, known: Knowledge) -> None:
        """A loop whose bounds are the same for all sites."""
        if not self.ray or not lo.is_const:
            raise CannotError
        self.sets.uniform(hi)
        self.each_cost += 30
        inside, times, outer = self.inside, self.times, self.out
        some = lanes.var if lanes.op is Op.VAR else self.let(lanes).var
        position = self.new("at", Type.INT)
        self._loop(position, lo, hi, FEW_TRIPS / 2, some)
        if ir.sub(hi, 1) in inside and lo.const >= 0:
            self.inside = inside | {var(position)}
        self.times = times * self.ray[-1].rays.longest
        self._body(s, position, lanes, known, "run")
        self.out, self.inside, self.times = outer, inside, times

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

    def _run_of(self, s: Stmt, known: Knowledge) -> Expr | None:
        """The ROW_RUN along the present ray that a statement assigns; None if it does not."""
        if not isinstance(s, ops.Assign) or s.value.op is not Op.ROW_RUN or not self.ray:
            return None
        run = s.value
        self.pure(run)
        along = run.arg == self.ray[-1].table and self.resolve(run.src[0], known).arg is self.ray[-1].value
        return run if along else None

    def _each_end(self, end: Var, run: Expr, rest: Block, lanes: Expr, known: Knowledge) -> None:
        """What follows the assignment of a ROW_RUN, for each position where the runs end."""
        ray, inside, outer, loops = self.ray[-1], self.inside, self.out, self.loops
        start = self.resolve(run.src[1], known)
        if not start.is_const or start.const < 1:
            raise CannotError
        fits = self.hoisted(self.resolve(run.src[2], known))
        self.each_cost += 30
        at = self.new("on")
        self.out.append(ops.Assign(at, lanes))
        position = self.new("at", Type.INT)
        loop = self._loop(position, start, ray.rays.longest + 2, FEW_TRIPS, at)
        back = ir.set_shift(fits, ir.sub(0, ray.step * var(position)))
        on = self.let(ir.set_and(ir.set_and(var(at), ray.with_position(var(position))), back))
        ended = self.let(ir.set_diff(var(at), on))
        if ir.const(start.const - 1) in inside:
            self.inside = inside | {ir.sub(var(position), 1)}
        within = known.copy()
        within.locals[end] = var(position)
        self.loops = [*loops, "run"]
        self.block(rest, ended, within)
        self.loops = loops
        self._go_on(loop, at, on)
        self.out, self.inside = outer, inside
        known.locals.pop(end, None)
        forget_written(rest, known)


def _radials(s: ops.ForRow) -> str:
    """The table of the radials that a loop runs over; "" if it runs over sites."""
    for t in statements(s.body):
        for x in nodes([t]):
            if x.op in (Op.ROW_AT, Op.ROW_LEN, Op.ROW_RUN) and x.src[0].arg is s.var:
                return x.name
    return ""
