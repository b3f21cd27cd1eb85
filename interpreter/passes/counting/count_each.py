"""Finds, for loops whose iterations stand apart, how many moves one iteration pushes while moves are counted.

Where that is an expression, a backend counts the moves of all iterations without running any, and finds the iteration
that pushes the chosen move in the same way.
"""

from __future__ import annotations

from ...facts.left_changed import left_early
from ...facts.loops import one_push
from ...facts.modes import is_run
from ...facts.one_iteration import forget_written
from ...facts.resolver import Knowledge, Resolver, slot
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.intrinsics import MOVE_ATTACH, MOVE_SET_MOVERS, PUSH_COUNTED, PUSHES_IN
from ...program.modes import COUNT
from ...program.ops import Block, Expr, Op, Stmt, Type
from ...program.program import Function, Program
from ...program.substitution import assuming
from ...program.walk import all_of, bound, expressions, statements, subexpressions
from ..base.registry import register

DEEPEST = 6  # calls of functions within one another that are followed
LARGEST = 120  # nodes of the number
MOST = 300  # statements that are followed


@register(after=("narrow_rows",))
def count_each(program: Program) -> None:
    """Notes in loops how many moves an iteration pushes (`ops.CountedLoop.each`)."""
    for fn in program.functions:
        for s in all_of(fn, ops.CountedLoop):
            if s.apart and s.each is None:
                s.each, s.leaves = _each(program, fn, s)
                if s.each is not None:
                    fn.changed()


def _each(program: Program, fn: Function, loop: ops.CountedLoop) -> tuple[Expr | None, tuple[ops.SetCtx, ...]]:
    """The number of moves that an iteration pushes in COUNT, over the loop's variable and what the loop does not
    change, and the writes of slots that can be seen after it; None if that is not known, or if an iteration does
    anything else."""
    inside = set(bound(loop.body))
    outer = [loop.var, *(v for v in (*fn.params, *bound(fn.body)) if v not in inside)]
    start = Knowledge({v: ir.value_of(v) for v in outer})
    known, counting = start.copy(), _Counting(program)
    found = counting.body(loop.body, known)
    if found is None:
        return None, ()
    parts = subexpressions(found)
    if len(parts) > LARGEST or any(x.op is Op.VAR and x.arg not in start.locals for x in parts):
        return None, ()
    leaves = _leaves(counting, loop, start, known)
    return (None, ()) if leaves is None else (found, leaves)


def _leaves(
    counting: _Counting, loop: ops.CountedLoop, start: Knowledge, known: Knowledge
) -> tuple[ops.SetCtx, ...] | None:
    """The writes, directly in a loop's body, that leave a slot changed. None if a slot is changed in another way, or to
    what depends on other slots that the loop changes."""
    changed = {name for name, x in known.slots.items() if x is not slot(name)}
    writes = {s.slot: s for s in loop.body if isinstance(s, ops.SetCtx) and s.slot in changed}
    for s in writes.values():
        parts = subexpressions(s.value)
        if any(x.op is Op.VAR and x.arg not in start.locals for x in parts) or not counting.pure(s.value):
            return None
        if counting.effects.expression(s.value).slots & known.slots.keys():
            return None
        if counting.resolve(s.value, start) is not known.slots[s.slot]:
            return None
    return tuple(writes.values()) if writes.keys() == changed else None


class _Counting(Resolver):
    """Follows statements as they run in COUNT."""

    def __init__(self, program: Program) -> None:
        super().__init__(effects_of(program))
        self.program = program
        self.depth = 0
        self.left = MOST

    def body(self, body: Block, known: Knowledge) -> Expr | None:
        """The number of moves that a block pushes; None if that is not an expression, or if it has another effect.

        The block may end with a return from its function.
        """
        self.left -= len(body)
        if self.left < 0:
            return None
        total: Expr = ir.const(0)
        for i, s in enumerate(body):
            if isinstance(s, ops.Return):
                return total if s.value is None else None
            if isinstance(s, ops.If) and any(isinstance(t, ops.Return) for t in statements([s])):
                # what follows belongs to the branch that goes on
                rest = body[i + 1 :]
                then = s.then if _returns(s.then) else [*s.then, *rest]
                orelse = s.orelse if _returns(s.orelse) else [*s.orelse, *rest]
                found = self._branches(s.cond, then, orelse, known)
                return None if found is None else ir.add(total, found)
            number = self._statement(s, known)
            if number is None:
                return None
            total = ir.add(total, number)
        return total

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The mode is known."""
        return ir.as_bool(x.src[0].const == COUNT) if is_run(x, PUSHES_IN) else None

    def pure(self, *values: Expr) -> bool:
        return all(self.effects.expression(x).pure for x in values)

    def _statement(self, s: Stmt, known: Knowledge) -> Expr | None:
        if isinstance(s, ops.Assign | ops.SetCtx):
            if not self.pure(s.value):
                return None
            value = self.resolve(s.value, known)
            if isinstance(s, ops.Assign):
                known.locals[s.var] = value
            else:
                known.slots[s.slot] = value
            return ir.const(0)
        if isinstance(s, ops.Push):
            return ir.const(1) if self.pure(*expressions(s)) else None
        if isinstance(s, ops.If):
            return self._branches(s.cond, s.then, s.orelse, known)
        if isinstance(s, ops.Restoring) and self.pure(*expressions(s)) and not left_early(s.body):
            before = known.copy()
            found = self.body(s.body, known)
            known.restore(s.slots, before)
            return found
        if isinstance(s, ops.Do):
            return self._do(s.value, known)
        if isinstance(s, ops.Question) and s.mode == COUNT:  # who asks whether there is a move gets the number
            found = self.body(s.body, known)
            if found is None or not self.pure(s.aim):
                return None
            known.locals[s.var] = found
            return ir.const(0)
        if isinstance(s, ops.ForRow):
            return self._row(s, known)
        if isinstance(s, ops.ForSet) and one_push(s.body) and self.pure(s.set):
            found = ir.set_count(self.resolve(s.set, known))
            forget_written(self.program, s.body, known)
            return found
        return None

    def _branches(self, cond: Expr, then: Block, orelse: Block, known: Knowledge) -> Expr | None:
        if not self.pure(cond):
            return None
        test = self.resolve(cond, known)
        if test.is_const:
            return self.body(then if test.const else orelse, known)
        a, b = known.copy(), known.copy()
        yes, no = self.body(then, a), self.body(orelse, b)
        if yes is None or no is None:
            return None
        known.meet(a, b)
        return yes if yes is no else ir.select(test, assuming(yes, test, True), no)

    def _do(self, x: Expr, known: Knowledge) -> Expr | None:
        if is_run(x, MOVE_SET_MOVERS, MOVE_ATTACH):  # they change moves, of which there are none in COUNT
            return ir.const(0) if self.pure(*x.src) else None
        if is_run(x, PUSH_COUNTED):
            return self.resolve(x.src[0], known) if self.pure(*x.src) else None
        if x.op is not Op.CALL or x.called.result is not Type.VOID or self.depth == DEEPEST or not self.pure(*x.src):
            return None
        given = zip(x.called.params, x.src, strict=True)
        inside = Knowledge({v: self.resolve(y, known) for v, y in given}, known.slots)
        self.depth += 1
        found = self.body(x.called.body, inside)
        self.depth -= 1
        known.slots = inside.slots
        return found

    def _row(self, s: ops.ForRow, known: Knowledge) -> Expr | None:
        """A loop of which it is known where its moves go, or whose iterations push one move each."""
        if s.goes is not None:
            found = ir.set_count(self.resolve(s.goes.to, known)) if self.pure(s.goes.to) else None
            forget_written(self.program, s.body, known)
            return found
        n = s.narrowed
        if n is None or not n.one_each or not n.row_sets or not self.pure(s.row):
            return None
        row = Expr(Op.SET_TABLE, Type.SET, (self.resolve(s.row, known),), n.row_sets)
        found = ir.set_count(ir.set_and(row, self.resolve(n.sites, known)))
        forget_written(self.program, s.body, known)
        return found


def _returns(body: Block) -> bool:
    return any(isinstance(s, ops.Return) for s in body)
