"""Follows all iterations of a loop at once, as they run in COUNT: each statement is followed for a set of sites."""

from __future__ import annotations

from ...facts.left_changed import slots_left_changed
from ...facts.modes import is_run
from ...facts.resolver import Knowledge, anything
from ...facts.site_sets import Sites
from ...program import expressions as ir
from ...program import ops
from ...program.intrinsics import MOVE_ATTACH, MOVE_SET_MOVERS, PUSH_COUNTED, PUSHES_IN
from ...program.modes import ANY, COUNT
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.walk import expressions, subexpressions
from .lane_sets import OTHER_WAY, CannotError, Counter, Ray
from .lane_writer import Add, Clear, LaneWriter, var

DEEPEST = 8  # calls of functions within one another that are followed
MOST = 1000  # statements that are followed


class LaneStatements(LaneWriter):
    """The sites of a loop's iterations, followed side by side."""

    # ------------------------------------------------------------------ expressions

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        if is_run(x, PUSHES_IN):
            return ir.as_bool(x.src[0].const == COUNT)
        if x.op is Op.FIELD and x.arg == self.program.listed and self.over.piece is not None:
            return self.over.piece if src[0].arg is self.key else None
        if x.op not in (Op.ROW_AT, Op.ROW_LEN) or not self.ray:
            return None
        ray = self.ray[-1]
        if x.arg != ray.table or src[0].arg is not ray.value:
            return None
        return var(ray.length) if x.op is Op.ROW_LEN else self.site_at(ray, src[1])

    def site_at(self, ray: Ray, position: Expr) -> Expr:
        """The site at a position of the present ray; 0 where it has none, as out of bounds."""
        if position.is_const and position.const == 0:
            return var(self.key)
        if any(y.op is Op.VAR and y.arg not in self.sets.same_for_all for y in subexpressions(position)):
            raise CannotError
        v = Var("site_at", Type.INT)
        self.sets.positions[v] = (ray, position)
        if position in self.inside:
            return var(v)
        return ir.select(ir.lt(position, var(ray.length)), var(v), 0)

    def pure(self, *values: Expr) -> None:
        if not all(self.effects.expression(x).pure for x in values):
            raise CannotError

    # ------------------------------------------------------------------ statements

    def block(self, body: Block, lanes: Expr, known: Knowledge) -> Expr | None:
        """Follows a block for some sites. Returns those for which its end is reached; None if there are none."""
        self.left += len(body)
        if self.left > MOST:
            raise CannotError
        at: Expr | None = lanes
        for i, s in enumerate(body):
            if at is None:
                return None
            if not isinstance(s, ops.Assign):
                at = self._statement(s, at, known)
                continue
            self.pure(s.value)
            value = known.locals[s.var] = self.resolve(s.value, known)
            if self.along_ray(value):
                self._each_end(s.var, value, body[i + 1 :], at, known)
                break
        return at

    def along_ray(self, x: Expr) -> bool:
        """Whether a number is where a run along the present ray ends: it differs from site to site."""
        if x.op is not Op.ROW_RUN or not self.ray:
            return False
        return x.arg == self.ray[-1].table and x.src[0].arg is self.ray[-1].value

    def _statement(self, s: Stmt, lanes: Expr, known: Knowledge) -> Expr | None:
        if isinstance(s, ops.SetCtx):
            self.pure(s.value)
            known.slots[s.slot] = self.resolve(s.value, known)
        elif isinstance(s, ops.Push):
            self.pure(*expressions(s))
            self._push(lanes)
        elif isinstance(s, ops.If):
            return self._if(s, lanes, known)
        elif isinstance(s, ops.Restoring):
            self.pure(*expressions(s))
            before = known.copy()
            end = self.block(s.body, lanes, known)
            known.restore(s.slots, before)
            return end
        elif isinstance(s, ops.Do):
            self._do(s.value, lanes, known)
        elif isinstance(s, ops.Question) and s.mode == COUNT:
            self._question(s, lanes, known)
        elif isinstance(s, ops.ForRow):
            self._row(s, lanes, known)
        elif isinstance(s, ops.ForRange):
            self._range(s, lanes, known)
        elif isinstance(s, ops.ForAlong):
            self._along(s, lanes, known)
        elif isinstance(s, ops.Return) and s.value is None and not self.loops:
            return None  # the sites go on where the function was called
        elif isinstance(s, ops.Break) and self.loops and self.loops[-1] == "range":
            return None
        else:
            raise CannotError
        return lanes

    def _masked(self, lanes: Expr, where: Sites) -> Expr | None:
        """Those of some sites for which a condition holds."""
        if where.nowhere:
            return None
        x = lanes if where.inside is None else ir.set_and(lanes, where.inside)
        if where.outside is not None:
            x = ir.set_diff(x, where.outside)
        return lanes if x is lanes else self.let(x)

    def _if(self, s: ops.If, lanes: Expr, known: Knowledge) -> Expr | None:
        """Returns the sites that go on after it."""
        self.pure(s.cond)
        test = self.resolve(s.cond, known)
        if test.is_const:
            return self.block(s.then if test.const else s.orelse, lanes, known)
        where = self.sets.where(test)
        a, b, inside = known.copy(), known.copy(), self.inside
        yes = self._masked(lanes, where)
        self.inside = inside | self._reached_where(test, True)
        then = None if yes is None else self.block(s.then, yes, a)
        if then is yes and then is not None and not s.orelse:
            self.inside = inside
            known.meet(a, b)
            return lanes
        no = self._masked(lanes, self.sets.others(where))
        self.inside = inside | self._reached_where(test, False)
        orelse = None if no is None else self.block(s.orelse, no, b)
        self.inside = inside
        if then is None or orelse is None:
            survivor = b if then is None else a
            known.locals, known.slots = survivor.locals, survivor.slots
            return orelse if then is None else then
        known.meet(a, b)
        return lanes if then is yes and orelse is no else self.let(ir.set_or(then, orelse))

    def _reached_where(self, test: Expr, holds: bool) -> frozenset[Expr]:
        """The positions that the present ray has where a condition holds, or does not."""
        if test.op is Op.NOT:
            return self._reached_where(test.src[0], not holds)
        if test.op is (Op.AND if holds else Op.OR):
            return self._reached_where(test.src[0], holds) | self._reached_where(test.src[1], holds)
        if not self.ray or test.op not in OTHER_WAY:
            return frozenset()
        op: Op = test.op
        a, b = test.src
        if a.arg is self.ray[-1].length:
            a, b, op = b, a, OTHER_WAY[op]
        if b.arg is not self.ray[-1].length or op is not (Op.LT if holds else Op.GE):
            return frozenset()
        return self._up_to(a.const) if a.is_const else frozenset({a})

    def _up_to(self, position: int) -> frozenset[Expr]:
        return frozenset(ir.const(k) for k in range(position + 1))

    def _do(self, x: Expr, lanes: Expr, known: Knowledge) -> None:
        if is_run(x, MOVE_SET_MOVERS, MOVE_ATTACH):  # they change moves, of which there are none in COUNT
            self.pure(*x.src)
        elif is_run(x, PUSH_COUNTED):
            self.pure(*x.src)
            self._push_number(lanes, self.resolve(x.src[0], known))
        elif x.op is Op.CALL and x.called.result is Type.VOID and self.depth < DEEPEST:
            self.pure(*x.src)
            given = zip(x.called.params, x.src, strict=True)
            within = Knowledge({v: self.resolve(y, known) for v, y in given}, known.slots)
            loops, self.loops = self.loops, []
            self.depth += 1
            end = self.block(x.called.body, lanes, within)
            self.depth -= 1
            self.loops = loops
            known.slots = within.slots
            if end is not lanes:  # where it is left earlier, slots may hold something else than at its end
                known.slots |= {slot: anything() for slot in slots_left_changed(self.program).function(x.called)}
        else:
            raise CannotError

    def _question(self, s: ops.Question, lanes: Expr, known: Knowledge) -> None:
        """Follows a question about the number of moves."""
        counter = Counter(any=s.aim.is_const and s.aim.const == ANY, times=self.times)
        self.counters.append(counter)
        self.out.append(Clear(counter))
        if self.block(s.body, lanes, known) is not lanes:
            raise CannotError
        self.counters.pop()
        self.finish(counter)
        self.sets.counters[counter.value] = counter
        known.locals[s.var] = var(counter.value)

    def _push(self, lanes: Expr) -> None:
        """Every one of these sites pushes a move."""
        self._add((lanes,), 1)

    def _add(self, parts: tuple[Expr, ...], most: int) -> None:
        counter = self.counters[-1]
        counter.most += most * self.times // counter.times
        self.out.append(Add(counter, parts))

    def _push_number(self, lanes: Expr, number: Expr) -> None:
        """These sites push as many moves."""
        if number.is_const and number.const >= 0:
            bits = [number.const >> i & 1 for i in range(number.const.bit_length())]
            self._add(tuple(lanes if bit else ir.EMPTY_SET for bit in bits), number.const)
            return
        factors = number.src if number.op is Op.MUL else (number,)
        if any(x.op is not Op.VAR or x.arg not in self.sets.counters for x in factors):
            raise CannotError
        counters = [self.sets.counters[x.var] for x in factors]
        *single, (planes, most) = sorted(((c.planes, c.most) for c in counters), key=lambda c: len(c[0]))
        for others, _ in single:
            if len(others) > 1:
                raise CannotError
            lanes = ir.set_and(lanes, var(others[0])) if others else ir.EMPTY_SET
        if planes and lanes.op is not Op.SET_EMPTY:
            self._add(tuple(ir.set_and(lanes, var(plane)) for plane in planes), most)

    # ------------------------------------------------------------------ loops

    def _row(self, s: ops.ForRow, lanes: Expr, known: Knowledge) -> None:
        raise NotImplementedError

    def _range(self, s: ops.ForRange, lanes: Expr, known: Knowledge) -> None:
        raise NotImplementedError

    def _along(self, s: ops.ForAlong, lanes: Expr, known: Knowledge) -> None:
        raise NotImplementedError

    def _each_end(self, end: Var, run: Expr, rest: Block, lanes: Expr, known: Knowledge) -> None:
        raise NotImplementedError
