"""Follows what happens where runs along rays end, for all positions where they may end.

Most often that becomes a loop over the position. On a regular board a few shifts do where the question is only for
which sites a move is pushed. What follows the end is then seen from the site before it: whether a move is pushed where
a run ends after that site. All sites that lead there through the run are found in steps of 1, 2, 4, … sites (known from
chess programs as the Kogge-Stone fill).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...facts.one_iteration import forget_written
from ...facts.resolver import Knowledge
from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Expr, Stmt, Type, Var
from ...program.substitution import put_in, values_of
from ...program.walk import bound, reads, statements
from .lane_sets import CannotError, Counter, LaneSets, Ray
from .lane_writer import FEW_TRIPS, ONE_WORD, Add, Clear, var
from .lanes import LaneStatements


@dataclass(eq=False, slots=True)
class _Ending:
    """The end of a run that is followed as seen from the site before it. position: of the end. first: its least value.
    level: the number of open questions. between: for some of these sites, those between the beginning and the end of
    the run for which a move is pushed if the run ends at these."""

    position: Expr
    first: int
    level: int
    between: list[tuple[Expr, Expr]] = field(default_factory=list)


class RunEnds(LaneStatements):
    """Follows assignments of the ends of runs, and loops up to there."""

    ending: _Ending | None = None

    def _each_end(self, end: Var, run: Expr, rest: Block, lanes: Expr, known: Knowledge) -> None:
        """What follows the assignment of a ROW_RUN, for each position where the runs end."""
        start = run.src[1]
        if not start.is_const or start.const < 1:
            raise CannotError
        self.each_cost += 30
        fits = self.hoisted(run.src[2])
        if not self._from_the_ends(end, start.const, fits, rest, lanes, known):
            self._end_by_end(end, start.const, fits, rest, lanes, known)
        known.locals.pop(end, None)
        forget_written(self.program, rest, known)

    def _end_by_end(self, end: Var, start: int, fits: Expr, rest: Block, lanes: Expr, known: Knowledge) -> None:
        ray, loops = self.ray[-1], self.loops
        at, position = self.new("on"), self.new("at", Type.INT)
        self.out.append(ops.Assign(at, lanes))
        with self.looping(position, start, ray.rays.longest + 2, FEW_TRIPS, at):
            on = ir.set_and(ir.set_and(var(at), ray.with_position(var(position))), ray.fitting(fits, var(position)))
            on = self.let(on)
            ended = self.let(ir.set_diff(var(at), on))
            if ir.const(start - 1) in self.inside:
                self.inside |= {ir.sub(var(position), 1)}
            within = known.copy()
            within.locals[end] = var(position)
            self.loops = [*loops, "run"]
            self.block(rest, ended, within)
            self.loops = loops
            self.out.append(ops.Assign(at, on))

    def pushing(self, body: Block, lanes: Expr, known: Knowledge, ray: Ray, sets: LaneSets) -> tuple[Block, Expr]:
        """Follows a block without writing it anywhere. Returns its statements, and those of the sites for which it
        pushes a move. Raises CannotError, and leaves nothing behind then."""
        outer = self.out, self.inside, self.times, self.loops, self.ray, self.counters, self.sets, self.open, self.depth
        cost, counter = self.each_cost, Counter(any=True, times=self.times)
        self.out = [Clear(counter)]
        self.loops, self.ray, self.sets = [*self.loops, "run"], [*self.ray[:-1], ray], sets
        self.counters, self.open = [*self.counters, counter], [*self.open]
        try:
            self.block(body, lanes, known)
            return self.out, self.any_of(counter)
        except CannotError:
            self.each_cost = cost
            raise
        finally:
            (
                self.out, self.inside, self.times, self.loops, self.ray, self.counters, self.sets, self.open, self.depth
            ) = outer  # fmt: skip

    def any_of(self, counter: Counter) -> Expr:
        """The sites that have pushed anything, when nothing is added any more."""
        self.finish(counter)
        return var(counter.planes[0]) if counter.planes else ir.EMPTY_SET

    # ------------------------------------------------------------------ loops up to the end of a run

    def collected(self, s: ops.ForRange, lo: int, hi: Expr, lanes: Expr, known: Knowledge) -> bool:
        """Follows a loop that goes up to the variable of another one, if it only asks whether any of its iterations
        pushes a move: the other one keeps what its earlier positions have come to. Returns whether it is that."""
        if self.ending is not None:
            return self._between(s, lo, hi, known, lanes, self.ending)
        other = self.open[-1] if self.open else None
        if other is None or other.loop.var is not hi.arg or not 0 < lo <= other.loop.lo.const:
            return False
        if not self.counters[-1].any:
            return False
        position, inside = self.new("at", Type.INT), self.inside
        self.sets.same_for_all.add(position)
        if ir.sub(hi, 1) in inside:
            self.inside = inside | {var(position)}
        within = known.copy()
        forget_written(self.program, s.body, within)
        within.locals[s.var] = var(position)
        try:
            followed, pushed = self.pushing(s.body, var(self.own), within, self.ray[-1], self.sets)
        except CannotError:
            return False
        finally:
            self.inside = inside
        values = values_of(self.expanded(followed))
        counters = [t.counter for t in statements(other.loop.body) if isinstance(t, Add | Clear)]
        changed = {other.loop.var, *bound([other.loop]), *(plane for c in counters for plane in c.planes)}
        pushed = pushed if values is None else put_in(pushed, values)
        if values is None or reads(pushed, changed):
            return False
        union = var(self.new("fits"))

        def before(end: Expr) -> Stmt:
            return ops.Assign(union.var, ir.set_or(union, put_in(pushed, {position: end})))

        other.before.append(ops.Assign(union.var, ir.EMPTY_SET))
        other.before += [before(ir.const(k)) for k in range(lo, other.loop.lo.const)]
        other.after.append(before(hi))
        self._push(self.let(ir.set_and(lanes, union)))
        return True

    def _between(
        self, s: ops.ForRange, lo: int, hi: Expr, known: Knowledge, lanes: Expr, ending: _Ending
    ) -> bool:
        if hi is not ending.position:
            return False
        if lo != ending.first - 1 or len(self.counters) != ending.level:
            raise CannotError
        position = Var("at", Type.INT)
        within = known.copy()
        forget_written(self.program, s.body, within)
        within.locals[s.var] = var(position)
        ray, inside, self.inside = self.ray[-1].along({var(position): 0}), self.inside, frozenset({var(position)})
        sets = self._of_any_site(ray, position, range(lo, ray.rays.longest + 1))
        try:
            followed, pushed = self.pushing(s.body, sets.everything, within, ray, sets)
        finally:
            self.inside = inside
        self.out += followed
        ending.between.append((lanes, pushed))
        return True

    # ------------------------------------------------------------------ without a loop

    def _of_any_site(self, ray: Ray, position: Var, values: range) -> LaneSets:
        """What turns conditions on the sites of a ray into sets of sites along it."""
        everything = ir.set_range(0, self.program.set_width)
        sets = LaneSets(self.program, self.effects, Var("site", Type.INT), self.over.size, everything, self.hoisted)
        sets.same_for_all = {*self.sets.same_for_all, position}
        sets.values[position] = values
        sets.lengths[ray.length] = ray
        return sets

    def _from_the_ends(
        self, end: Var, start: int, fits: Expr, rest: Block, lanes: Expr, known: Knowledge
    ) -> bool:
        """Finds the sites for which a move is pushed from those before the ends of runs; whether that is possible."""
        ray, inside = self.ray[-1], self.inside
        at_once = self.program.set_width <= ONE_WORD and self.counters[-1].any and self.ending is None
        if not at_once or ir.const(start - 1) not in inside or not ray.rays.regular(self.program, ray.place, ray.step):
            return False
        position, last = Var("end", Type.INT), ray.rays.longest + 2
        seen = ray.along({var(position): 1, ir.sub(var(position), 1): 0})
        sets = self._of_any_site(seen, position, range(start, last))
        through = self.let(ir.set_and(seen.with_position(var(position)), seen.fitting(fits, var(position))), "fill")
        within = known.copy()
        within.locals[end] = var(position)
        self.ending = _Ending(var(position), start, len(self.counters) + 1)
        self.inside = inside | {ir.sub(var(position), 1)}
        try:
            followed, pushed = self.pushing(rest, ir.set_diff(sets.everything, through), within, seen, sets)
        except CannotError:
            return False
        finally:
            ending, self.ending, self.inside = self.ending, None, inside
        self.out += followed
        spread = _Spread(self, ray.step.const, last - start, [through])
        reached = [] if pushed is ir.EMPTY_SET else [spread.from_sites(pushed)]
        for ends, sites in ending.between:
            reached.append(spread.from_sites(self.let(ir.set_and(spread.from_sites(ends), sites), "fill")))
        for x in reached:
            self._push(self.let(ir.set_and(lanes, ir.set_shift(x, -ray.step.const * (start - 1)))))
        return True


@dataclass(eq=False, slots=True)
class _Spread:
    """Finds the sites from which others are reached along runs. longest: as many steps may be needed.

    through: element i holds the sites from which 2^i steps lead through a run; those that are missing are found.
    """

    lanes: LaneStatements
    step: int
    longest: int
    through: list[Expr]

    def from_sites(self, found: Expr) -> Expr:
        """The sites of a set, and those from which it is reached."""
        for i in range((self.longest - 1).bit_length()):
            back = -self.step << i
            if i == len(self.through):
                twice = ir.set_shift(self.through[-1], back // 2)
                self.through.append(self.lanes.let(ir.set_and(self.through[-1], twice), "fill"))
            reached = ir.set_and(self.through[i], ir.set_shift(found, back))
            found = self.lanes.let(ir.set_or(found, reached), "fill")
        return found
