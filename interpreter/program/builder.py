"""Builds the functions of a rules program: tracks the current block, creates names, pins values.

A lowering emits code through one `Builder`. Expressions (`expressions.py`) are evaluated where they stand in the
finished program, so an expression that reads the state must be pinned with `let` before a statement that changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from . import ops
from .declarations import Declarations, UndeclaredFieldError
from .expressions import (
    EMPTY_SET,
    FALSE,
    TRUE,
    BoolLike,
    IntLike,
    and_,
    as_bool,
    as_int,
    const,
    eq,
    folded,
    ne,
    not_,
    or_,
    select,
    set_one,
    shl,
    value_of,
)
from .intrinsics import ACT, FULL_CAPACITY, INTRINSICS, LIST_FIELD_CHANGES, run_of
from .modes import EVERY, PROBE
from .ops import Block, Expr, FieldKind, Function, Op, Program, Type, Var
from .walk import bound

Each = AbstractContextManager[Expr]
"""A loop that has not begun: what `for_set` and its like give."""
Fits = Callable[[Expr], BoolLike]
Of = Callable[[Expr], Expr]
Found = Callable[[Expr], tuple[BoolLike, Expr]]
Better = Callable[[Expr, Expr], Expr]

_LONG = 16
"""More items of a conjunction or disjunction are put together by halves, so that they do not nest as deep as they are
many."""


def _halves(
    items: Sequence[Callable[[], Expr]], join: Callable[[Sequence[Callable[[], Expr]]], Expr]
) -> list[Callable[[], Expr]]:
    middle = len(items) // 2
    return [lambda: join(items[:middle]), lambda: join(items[middle:])]


class Builder(Declarations):
    """Emits the body of one function at a time into `program`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._vars = 0

    @contextmanager
    def capture(self) -> Iterator[Block]:
        """Collect the statements emitted inside the context into a separate block."""
        saved = self.block
        fresh: Block = []
        self.block = fresh
        try:
            yield fresh
        finally:
            self.block = saved

    # ------------------------------------------------------------------ reads

    def get(self, field: str, index: IntLike | None = None, *, trusted: bool = False) -> Expr:
        """Value of a state field (INT, or SET for set fields; ARRAY and LIST fields take an index).

        Out of bounds an ARRAY reads as its initial value; `trusted` says that the index is within bounds for certain.
        """
        decl = self.program.fields.get(field)
        if decl is None:
            raise UndeclaredFieldError(f"the state field {field!r}")
        typ = Type.SET if decl.kind is FieldKind.SET else Type.INT
        op = Op.FIELD_RAW if trusted and index is not None else Op.FIELD
        return Expr(op, typ, () if index is None else (as_int(index),), field)

    def find(self, field: str, lo: IntLike, hi: IntLike, value: IntLike) -> Expr:
        """The first index from lo to hi - 1 at which an ARRAY field has a value; hi where there is none."""
        if field not in self.program.fields:
            raise UndeclaredFieldError(f"the state field {field!r}")
        return Expr(Op.FIND, Type.INT, (as_int(lo), as_int(hi), as_int(value)), field)

    def length(self, field: str) -> Expr:
        """Number of values in a LIST field."""
        if field not in self.program.fields:
            raise UndeclaredFieldError(f"the state field {field!r}")
        return Expr(Op.LEN, Type.INT, (), field)

    def cap(self, name: str) -> Expr:
        """The current size of a capacity."""
        return Expr(Op.CAP, Type.INT, (), name)

    def ctx(self, slot: str) -> Expr:
        """Value of a slot of the evaluation context."""
        return Expr(Op.CTX, self.slot_type(slot), (), slot)

    def at(self, table: str, index: IntLike) -> Expr:
        """Element of a flat table."""
        i = as_int(index)
        values = self.program.tables[table].values
        if i.is_const and 0 <= i.const < len(values):
            return const(values[i.const])
        return Expr(Op.TABLE, Type.INT, (i,), table)

    def row_len(self, table: str, row: IntLike) -> Expr:
        return Expr(Op.ROW_LEN, Type.INT, (as_int(row),), table)

    def row_at(self, table: str, row: IntLike, position: IntLike) -> Expr:
        return Expr(Op.ROW_AT, Type.INT, (as_int(row), as_int(position)), table)

    def row_set(self, table: str, row: IntLike, lo: IntLike, hi: IntLike) -> Expr:
        """The SET of the values at positions lo … hi - 1 of a row."""
        return Expr(Op.ROW_SET, Type.SET, (as_int(row), as_int(lo), as_int(hi)), table)

    def row_run(self, table: str, row: IntLike, start: IntLike, within: Expr) -> Expr:
        """The first position of a row, from `start` on, whose value is not in a set; else the row's length."""
        return Expr(Op.ROW_RUN, Type.INT, (as_int(row), as_int(start), within), table)

    def some_within(self, table: str, row: IntLike, sites: Expr) -> Expr:
        """Whether one of the sets of a row of a table of groups lies within a SET."""
        return Expr(Op.SOME_WITHIN, Type.BOOL, (as_int(row), sites), table)

    def scan(
        self, table: str, row: Expr, start: IntLike, limit: Expr, slot: str, fits: Callable[[], Expr], stem: str = "end"
    ) -> Expr:
        """The first position from `start` on, below `limit`, whose site does not fit, else `limit` (or `start` if that
        is greater); the site stands in a slot of the context when fits() is asked."""
        var, end = self._loop_var(stem)
        with self.capture() as body:
            self.set_ctx(slot, self.row_at(table, row, end))
            good = self.let(fits())
            with self.if_(not_(good)):
                self.break_()
        self.block.append(ops.Scan(var, as_int(start), limit, body))
        return end

    @contextmanager
    def flood(self, start: Expr, stem: str = "site") -> Iterator[tuple[Expr, Expr]]:
        """A group of connected sites that begins with a pinned site, and a loop over its members: (group, member). The
        body adds to the group what lies beside the member and is not in it; see `ops.Flood`."""
        group = self.var(set_one(start), "group")
        var, site = self._loop_var(stem)
        with self.capture() as body:
            yield group, site
        self.block.append(ops.Flood(var, group.var, start, body))

    def set_at(self, table: str, index: IntLike) -> Expr:
        """A set of a table of sets."""
        return Expr(Op.SET_TABLE, Type.SET, (as_int(index),), table)

    def set_const(self, sites: Sequence[int]) -> Expr:
        """A constant SET."""
        members = sorted({s for s in sites if s >= 0})
        if not members:
            return EMPTY_SET
        return self.set_at(self.table([members], "sets", "s"), 0)

    def list_new(self, values: Sequence[IntLike] = ()) -> Expr:
        """A fresh local list, pinned in a variable."""
        return self.let(Expr(Op.LIST_NEW, Type.LIST, tuple(as_int(v) for v in values)), "list")

    def call(self, fn: Function, *args: IntLike) -> Expr:
        return Expr(Op.CALL, fn.result, tuple(as_int(a) if isinstance(a, int) else a for a in args), fn)

    def run(self, name: str, *args: IntLike | BoolLike) -> Expr:
        """Run an intrinsic: a statement if it has no result, otherwise an expression."""
        decl = INTRINSICS[name]
        src = []
        for raw in args:
            src.append((as_bool(raw) if isinstance(raw, bool) else as_int(raw)) if isinstance(raw, int) else raw)
        if len(src) != len(decl.operands):
            raise ValueError(f"{name} takes {len(decl.operands)} arguments, not {len(src)}")
        result = decl.signatures[0].result
        e = Expr(Op.RUN, result, tuple(src), run_of(decl))
        if result is Type.VOID:
            self.block.append(ops.Do(e))
        return folded(e) if decl.folds else e

    def add_action(self, kind: str, decision: BoolLike, params: Sequence[IntLike]) -> None:
        """Adds an action to the open move (between "move_open" and "move_close")."""
        src = (as_bool(decision), *map(as_int, params))
        self.block.append(ops.Do(Expr(Op.RUN, Type.VOID, src, run_of(ACT, kind))))

    # ------------------------------------------------------------------ statements

    def let(self, value: Expr, stem: str = "v") -> Expr:
        """Pin a value in a new local. Constants and locals are returned as they are, unless they are lists."""
        if value.is_const or value.op is Op.SET_EMPTY:
            return value
        self._vars += 1
        var = Var(f"{stem}{self._vars}", value.type)
        self.block.append(ops.Assign(var, value))
        return Expr(Op.VAR, value.type, (), var)

    def var(self, value: IntLike | BoolLike, stem: str = "v") -> Expr:
        """A new local that will be assigned again (`assign`)."""
        if isinstance(value, bool):
            value = as_bool(value)
        value = as_int(value) if isinstance(value, int) else value
        self._vars += 1
        var = Var(f"{stem}{self._vars}", value.type)
        self.block.append(ops.Assign(var, value))
        return Expr(Op.VAR, value.type, (), var)

    def assign(self, var: Expr, value: IntLike | BoolLike) -> None:
        assert var.op is Op.VAR and isinstance(var.arg, Var)
        if isinstance(value, bool):
            value = as_bool(value)
        elif isinstance(value, int) or (value.type is Type.BOOL and var.type is not Type.BOOL):
            value = as_int(value)
        self.block.append(ops.Assign(var.arg, value))

    def include(self, members: Expr, member: IntLike) -> None:
        """Adds a member to a SET that a local holds."""
        self.assign(members, members | set_one(member))

    def push(self, values: Expr, value: IntLike) -> None:
        """Adds a value at the end of a local LIST."""
        self.run("list_push", values, value)

    def put(self, field: str, value: IntLike, index: IntLike | None = None) -> None:
        """Writes a state field."""
        self.block.append(ops.SetField(field, None if index is None else as_int(index), as_int(value)))

    def list_field(self, what: str, field: str, *args: IntLike) -> None:
        """Changes a LIST field: push(v), pop(), clear(), remove_at(i), insert(i, v)."""
        e = Expr(Op.RUN, Type.VOID, tuple(as_int(a) for a in args), run_of(LIST_FIELD_CHANGES[what], field))
        self.block.append(ops.Do(e))

    def set_ctx(self, slot: str, value: IntLike) -> None:
        self.slot_type(slot)
        self.block.append(ops.SetCtx(slot, as_int(value)))

    def full(self, cap: str) -> None:
        """Abort because a capacity is used up. The engine enlarges the state and evaluates again."""
        self.block.append(ops.Do(Expr(Op.RUN, Type.VOID, (), run_of(FULL_CAPACITY, cap))))

    @contextmanager
    def saved(self, *slots: str) -> Iterator[None]:
        """Statements after which slots of the context have their values again."""
        with self.restoring(*slots):
            yield

    @contextmanager
    def restoring(self, *slots: str, moves: bool = False, record: bool = False) -> Iterator[None]:
        """Statements after which all this is as before: `ops.Restoring`."""
        for slot in slots:
            self.slot_type(slot)
        with self.capture() as body:
            yield
        kept = slots or moves or record
        self.block += [ops.Restoring(slots, body, moves, record)] if kept and body else body

    @contextmanager
    def if_(self, cond: BoolLike) -> Iterator[None]:
        """Statements that run if cond holds. `else_` may follow directly."""
        stmt = ops.If(as_bool(cond), [], [])
        with self.capture() as body:
            yield
        stmt.then = body
        self.block.append(stmt)

    @contextmanager
    def else_(self) -> Iterator[None]:
        stmt = self.block[-1]
        assert isinstance(stmt, ops.If) and not stmt.orelse
        with self.capture() as body:
            yield
        stmt.orelse = body

    @contextmanager
    def while_(self, cond: Callable[[], Expr]) -> Iterator[None]:
        """Loop while cond() holds; cond may emit statements."""
        with self.capture() as head:
            c = cond()
        with self.capture() as body:
            yield
        self.block.append(ops.While(head, c, body))

    def _loop_var(self, stem: str) -> tuple[Var, Expr]:
        self._vars += 1
        var = Var(f"{stem}{self._vars}", Type.INT)
        return var, Expr(Op.VAR, Type.INT, (), var)

    @contextmanager
    def for_range(
        self, lo: IntLike, hi: IntLike, stem: str = "i", down: bool = False, apart: bool = False
    ) -> Iterator[Expr]:
        """lo … hi - 1; with down: from lo down to hi, both included. apart: see `ops.ForRange`."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.block.append(ops.ForRange(var, as_int(lo), as_int(hi), body, down=down, apart=apart))

    @contextmanager
    def for_pieces(self, number: Expr, first: Expr, down: bool = False, apart: bool = False) -> Iterator[Expr]:
        """The positions of a component: see `ops.ForPieces`."""
        var, e = self._loop_var("pos")
        with self.capture() as body:
            yield e
        self.block.append(ops.ForPieces(var, number, first, body, down=down, apart=apart))

    @contextmanager
    def for_set(self, s: Expr, stem: str = "site", apart: bool = False) -> Iterator[Expr]:
        """Members of a set, ascending. apart: see `ops.ForRange`."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        if s.op is not Op.SET_EMPTY:
            self.block.append(ops.ForSet(var, s, body, apart))

    @contextmanager
    def for_row(self, table: str, row: IntLike, stem: str = "x") -> Iterator[Expr]:
        """Values of one row of a ragged table."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.block.append(ops.ForRow(var, table, as_int(row), body))

    @contextmanager
    def for_list(self, values: Expr, stem: str = "x") -> Iterator[Expr]:
        """Values of a list, in order."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.block.append(ops.ForList(var, values, body))

    @contextmanager
    def filtered(
        self, holds: Callable[[Expr], Expr], *, swaps: bool = False, first: bool = False
    ) -> Iterator[None]:
        """Statements that push moves, of which those are kept for which a condition on their number holds, asked when
        all of them are pushed: `ops.Filter`."""
        var, m = self._loop_var("m")
        with self.capture() as body:
            yield
        with self.capture() as tests:
            kept = holds(m)
            if kept.op is not Op.VAR or kept.arg not in bound(tests):
                kept = self.var(kept, "keep")
        self.block.append(ops.Filter(var, body, tests, kept.var, swaps, first=first))

    @contextmanager
    def joined(self) -> Iterator[Expr]:
        """Statements that push moves with which a move begins, which stays open: `ops.Joined`. Gives their number."""
        var, number = self._loop_var("joined")
        with self.capture() as body:
            yield number
        self.block.append(ops.Joined(var, body))

    @contextmanager
    def on_copy(self, when: BoolLike = True) -> Iterator[None]:
        """Statements that run on a copy of the state: `ops.OnCopy`."""
        when = as_bool(when)
        with self.capture() as body:
            yield
        self.block.append(ops.OnCopy(body, None if when.is_const and when.const else when))

    @contextmanager
    def question(self, mode: int, aim: IntLike) -> Iterator[Expr]:
        """Statements that push moves, of which only the answer is of interest: `ops.Question`."""
        self._vars += 1
        var = Var(f"answer{self._vars}", Type.BOOL if mode == PROBE else Type.INT)
        with self.capture() as body:
            yield value_of(var)
        self.block.append(ops.Question(var, mode, as_int(aim), body))

    @contextmanager
    def in_full(self, aim: IntLike = EVERY, *, exports: bool = False) -> Iterator[None]:
        """Statements for which moves are built: `ops.InFull`."""
        with self.capture() as body:
            yield
        self.block.append(ops.InFull(as_int(aim), body, exports))

    def break_(self) -> None:
        self.block.append(ops.Break())

    def continue_(self) -> None:
        self.block.append(ops.Continue())

    def return_(self, value: IntLike | BoolLike | None = None) -> None:
        if isinstance(value, bool):
            value = as_bool(value)
        elif isinstance(value, int):
            value = as_int(value)
        self.block.append(ops.Return(value))

    def do(self, value: Expr) -> None:
        self.block.append(ops.Do(value))

    # ------------------------------------------------------------------ what is asked of all that a loop goes through
    # fits, of: may write statements; they run in each iteration. stem: of the local that holds the answer

    def any_in(self, loop: Each, fits: Fits, stem: str = "found") -> Expr:
        """Whether one of them fits. The loop ends at the first."""
        found = self.var(False, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(found, True)
            self.break_()
        return found

    def all_in(self, loop: Each, fits: Fits, stem: str = "good", besides: BoolLike = True) -> Expr:
        """Whether all of them fit, and something holds besides. The loop ends at the first that does not."""
        good = self.var(besides, stem)
        with loop as x, self.if_(_opposite(as_bool(fits(x)))):
            self.assign(good, False)
            self.break_()
        return good

    def first_in(self, loop: Each, fits: Fits, none: IntLike = -1, stem: str = "first") -> Expr:
        """The first that fits, or `none`."""
        return self.found_in(loop, lambda x: (fits(x), x), none, stem)

    def found_in(self, loop: Each, of: Found, none: IntLike = -1, stem: str = "found") -> Expr:
        """What belongs to the first that fits, or `none`. of: whether one of them fits, and what belongs to it."""
        found = self.var(none, stem)
        with loop as x:
            fits, value = of(x)
            with self.if_(fits):
                self.assign(found, value)
                self.break_()
        return found

    def last_in(self, loop: Each, fits: Fits, none: IntLike = -1, stem: str = "last") -> Expr:
        """The last that fits, or `none`."""
        last = self.var(none, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(last, x)
        return last

    def best_in(self, loop: Each, better: Better, none: IntLike = -1, stem: str = "best") -> Expr:
        """The first than which none is better. better: whether one is better than the best before it, or `none`."""
        best = self.var(none, stem)
        with loop as x, self.if_(better(x, best)):
            self.assign(best, x)
        return best

    def count_in(self, loop: Each, fits: Fits, stem: str = "total") -> Expr:
        """How many of them fit."""
        total = self.var(0, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(total, total + 1)
        return total

    def sum_in(self, loop: Each, of: Of, stem: str = "total") -> Expr:
        """The sum of a number for each of them."""
        total = self.var(0, stem)
        with loop as x:
            self.assign(total, total + of(x))
        return total

    def collect(self, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x, stem: str = "out") -> Expr:
        """The SET of those that fit, or of what belongs to each of them."""
        return self.include_all(self.var(EMPTY_SET, stem), loop, fits, of)

    def include_all(self, out: Expr, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x) -> Expr:
        """Adds those that fit, or what belongs to each of them, to a SET that a local holds. That set."""
        with self._fitting(loop, fits) as x:
            self.include(out, of(x))
        return out

    def listed(self, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x) -> Expr:
        """The LIST of those that fit, or of what belongs to each of them."""
        return self.push_all(self.list_new(), loop, fits, of)

    def push_all(self, out: Expr, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x) -> Expr:
        """Adds those that fit, or what belongs to each of them, at the end of a local LIST. That list."""
        with self._fitting(loop, fits) as x:
            self.push(out, of(x))
        return out

    def union_in(self, loop: Each, of: Of, stem: str = "out") -> Expr:
        """All members of a SET that belongs to each of them."""
        out = self.var(EMPTY_SET, stem)
        with loop as x:
            self.assign(out, out | of(x))
        return out

    def bits_in(self, loop: Each, fits: Fits, stem: str = "mask") -> Expr:
        """A number whose bits are those that fit."""
        mask = self.var(0, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(mask, mask | shl(1, x))
        return mask

    @contextmanager
    def _fitting(self, loop: Each, fits: Fits) -> Iterator[Expr]:
        with loop as x:
            good = as_bool(fits(x))
            with nullcontext() if good.is_const and good.const else self.if_(good):
                yield x

    @contextmanager
    def each(self, slot: str, loop: Each) -> Iterator[Expr]:
        """A loop whose members are in a slot of the context too, which has its value again afterwards."""
        with self.saved(slot), loop as x:
            self.set_ctx(slot, x)
            yield x

    @contextmanager
    def when(self, cond: BoolLike, loop: Each) -> Iterator[Expr]:
        """A loop that is run where a condition holds."""
        with self.if_(cond), loop as x:
            yield x

    # ------------------------------------------------------------------ lazily evaluated conditions

    def choose(self, cond: BoolLike, a: Callable[[], Expr], b: Callable[[], Expr]) -> Expr:
        """a() if cond holds, else b(). Only the chosen one is evaluated."""
        cond = as_bool(cond)
        if cond.is_const:
            return a() if cond.const else b()
        with self.capture() as then:
            x = a()
        with self.capture() as other:
            y = b()
        if not then and not other:
            return select(cond, x, y)
        self._vars += 1
        var = Var(f"c{self._vars}", x.type)
        self.block.append(ops.If(cond, [*then, ops.Assign(var, x)], [*other, ops.Assign(var, y)]))
        return Expr(Op.VAR, x.type, (), var)

    def all_of(self, items: Sequence[Callable[[], Expr]]) -> Expr:
        """Short-circuit conjunction, from left to right."""
        if len(items) > _LONG:
            return self.all_of(_halves(items, self.all_of))
        if not items:
            return TRUE
        first = items[0]()
        if len(items) == 1 or (first.is_const and not first.const):
            return first
        if first.is_const:
            return self.all_of(items[1:])
        return self._chain(first, items[1:], self.all_of, FALSE, True)

    def any_of(self, items: Sequence[Callable[[], Expr]]) -> Expr:
        """Short-circuit disjunction, from left to right."""
        if len(items) > _LONG:
            return self.any_of(_halves(items, self.any_of))
        if not items:
            return FALSE
        first = items[0]()
        if len(items) == 1 or (first.is_const and first.const):
            return first
        if first.is_const:
            return self.any_of(items[1:])
        return self._chain(first, items[1:], self.any_of, TRUE, False)

    def _chain(
        self,
        first: Expr,
        rest: Sequence[Callable[[], Expr]],
        again: Callable[[Sequence[Callable[[], Expr]]], Expr],
        short: Expr,
        conjunction: bool,
    ) -> Expr:
        with self.capture() as later:
            second = again(rest)
        if not later:
            return and_(first, second) if conjunction else or_(first, second)
        self._vars += 1
        var = Var(f"c{self._vars}", Type.BOOL)
        taken: Block = [*later, ops.Assign(var, second)]
        skipped: Block = [ops.Assign(var, short)]
        if conjunction:
            self.block.append(ops.If(first, taken, skipped))
        else:
            self.block.append(ops.If(first, skipped, taken))
        return Expr(Op.VAR, Type.BOOL, (), var)


def _opposite(cond: Expr) -> Expr:
    return ne(*cond.src) if cond.op is Op.EQ else eq(*cond.src) if cond.op is Op.NE else not_(cond)
