"""Builds the functions of a rules program: tracks the current block, creates names, pins values.

A lowering emits code through one `Builder`. Expressions (`expressions.py`) are evaluated where they stand in the
finished program, so an expression that reads the state must be pinned with `let` before a statement that changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from . import ops
from .declarations import Declarations, UndeclaredFieldError
from .expressions import (
    EMPTY_SET,
    BoolLike,
    IntLike,
    as_bool,
    as_int,
    const,
    eq,
    folded,
    not_,
    select,
    set_one,
    value_of,
)
from .intrinsics import ACT, FULL_CAPACITY, INTRINSICS, LIST_FIELD_CHANGES, MOVE_CLOSE, run_of
from .modes import EVERY, PROBE
from .ops import Block, Expr, FieldKind, Op, Type, Var
from .places import NOWHERE
from .program import Function, Program
from .walk import bound, statements

S = TypeVar("S", bound=ops.Stmt)

Each = AbstractContextManager[Expr]
"""A loop that has not begun: what `for_set` and its like give."""


class Builder(Declarations):
    """Emits the body of one function at a time into `program`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._vars = 0
        self.places = NOWHERE
        """Where the ludemes stand for which statements are written at present."""

    def made(self, s: S) -> S:
        """The statement, with its places."""
        s.places = self.places
        return s

    def write(self, s: ops.Stmt) -> None:
        """Adds a statement to the block."""
        self.block.append(self.made(s))

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
        self, table: str, row: Expr, start: IntLike, limits: Sequence[Expr], slot: str, fits: Callable[[], Expr],
        stem: str = "end",
    ) -> Expr:  # fmt: skip
        """The first position of a row from `start` on, below all `limits`, whose site does not fit, else the least
        limit or the row's length (or `start` if that is greater); the site stands in a slot of the context when fits()
        is asked. row: a local."""
        var, end = self._loop_var(stem)
        with self.capture() as body:
            self.set_ctx(slot, self.row_at(table, row, end))
            good = self.let(fits())
            with self.if_(not_(good)):
                self.break_()
        self.write(ops.Scan(var, table, row, as_int(start), tuple(limits), body))
        return end

    @contextmanager
    def flood(self, start: Expr, meets: Expr | None = None, stem: str = "site") -> Iterator[tuple[Expr, Expr]]:
        """A group of connected sites that begins with a pinned site, and a loop over its members: (group, member). The
        body adds to the group what lies beside the member and is not in it, and may make the local `meets` true where
        it adds nothing; see `ops.Flood`."""
        group = self.var(set_one(start), "group")
        var, site = self._loop_var(stem)
        with self.capture() as body:
            yield group, site
        self.write(ops.Flood(var, group.var, start, body, None if meets is None else meets.var))

    def set_at(self, table: str, index: IntLike) -> Expr:
        """A set of a table of sets."""
        return Expr(Op.SET_TABLE, Type.SET, (as_int(index),), table)

    def union_at(self, table: str, places: Expr) -> Expr:
        """The union of the sets of a table at the members of a SET."""
        return Expr(Op.SET_UNION, Type.SET, (places,), table)

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
            self.write(ops.Do(e))
        return folded(e) if decl.folds else e

    def add_action(self, kind: str, decision: BoolLike, params: Sequence[IntLike]) -> None:
        """Adds an action to the move that is put together (`ops.Composed`)."""
        src = (as_bool(decision), *map(as_int, params))
        self.write(ops.Do(Expr(Op.RUN, Type.VOID, src, run_of(ACT, kind))))

    # ------------------------------------------------------------------ statements

    def let(self, value: Expr, stem: str = "v") -> Expr:
        """Pin a value in a new local. Constants and locals are returned as they are, unless they are lists."""
        if value.is_const or value.op is Op.SET_EMPTY:
            return value
        self._vars += 1
        var = Var(f"{stem}{self._vars}", value.type)
        self.write(ops.Assign(var, value))
        return Expr(Op.VAR, value.type, (), var)

    def var(self, value: IntLike | BoolLike, stem: str = "v") -> Expr:
        """A new local that will be assigned again (`assign`)."""
        if isinstance(value, bool):
            value = as_bool(value)
        value = as_int(value) if isinstance(value, int) else value
        self._vars += 1
        var = Var(f"{stem}{self._vars}", value.type)
        self.write(ops.Assign(var, value))
        return Expr(Op.VAR, value.type, (), var)

    def assign(self, var: Expr, value: IntLike | BoolLike) -> None:
        assert var.op is Op.VAR and isinstance(var.arg, Var)
        if isinstance(value, bool):
            value = as_bool(value)
        elif isinstance(value, int) or (value.type is Type.BOOL and var.type is not Type.BOOL):
            value = as_int(value)
        self.write(ops.Assign(var.arg, value))

    def include(self, members: Expr, member: IntLike) -> None:
        """Adds a member to a SET that a local holds."""
        self.assign(members, members | set_one(member))

    def push(self, values: Expr, value: IntLike) -> None:
        """Adds a value at the end of a local LIST."""
        self.run("list_push", values, value)

    def put(self, field: str, value: IntLike, index: IntLike | None = None) -> None:
        """Writes a state field."""
        self.write(ops.SetField(field, None if index is None else as_int(index), as_int(value)))

    def list_field(self, what: str, field: str, *args: IntLike) -> None:
        """Changes a LIST field: push(v), pop(), clear(), remove_at(i), insert(i, v)."""
        e = Expr(Op.RUN, Type.VOID, tuple(as_int(a) for a in args), run_of(LIST_FIELD_CHANGES[what], field))
        self.write(ops.Do(e))

    def set_ctx(self, slot: str, value: IntLike) -> None:
        self.slot_type(slot)
        self.write(ops.SetCtx(slot, as_int(value)))

    def full(self, cap: str) -> None:
        """Abort because a capacity is used up. The engine enlarges the state and evaluates again."""
        self.write(ops.Do(Expr(Op.RUN, Type.VOID, (), run_of(FULL_CAPACITY, cap))))

    @contextmanager
    def saved(self, *slots: str) -> Iterator[None]:
        """Statements after which slots of the context have their values again."""
        with self.restoring(*slots):
            yield

    @contextmanager
    def restoring(
        self, *slots: str, moves: bool = False, record: bool = False, fields: tuple[str, ...] = ()
    ) -> Iterator[None]:
        """Statements after which all this is as before: `ops.Restoring`."""
        for slot in slots:
            self.slot_type(slot)
        with self.capture() as body:
            yield
        kept = slots or moves or record or fields
        self.block += [self.made(ops.Restoring(slots, body, moves, record, fields))] if kept and body else body

    @contextmanager
    def if_(self, cond: BoolLike) -> Iterator[None]:
        """Statements that run if cond holds. `else_` may follow directly."""
        stmt = ops.If(as_bool(cond), [], [])
        with self.capture() as body:
            yield
        stmt.then = body
        self.write(stmt)

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
        self.write(ops.While(head, c, body))

    def _loop_var(self, stem: str) -> tuple[Var, Expr]:
        self._vars += 1
        var = Var(f"{stem}{self._vars}", Type.INT)
        return var, Expr(Op.VAR, Type.INT, (), var)

    @contextmanager
    def for_range(
        self, lo: IntLike, hi: IntLike, stem: str = "i", down: bool = False, apart: bool = False
    ) -> Iterator[Expr]:
        """lo … hi - 1; with down: from lo down to hi, both included. apart: see `ops.ForRange`. What is known to run
        once is no loop, unless it may leave it."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        first, end = as_int(lo), as_int(hi)
        only = first.is_const and end.is_const and (first.const == end.const if down else end.const - first.const == 1)
        if only and not any(isinstance(s, ops.Break | ops.Continue) for s in statements(body)):
            self.block += [self.made(ops.Assign(var, first)), *body]
        else:
            self.write(ops.ForRange(var, first, end, body, down=down, apart=apart))

    @contextmanager
    def for_along(self, table: str, row: Expr, start: IntLike, *limits: Expr, stem: str = "i") -> Iterator[Expr]:
        """The positions of a row of a ragged table from `start` on, below all `limits`. row: a local, which the loop
        does not assign."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.write(ops.ForAlong(var, table, row, as_int(start), limits, body))

    def times(self, count: IntLike) -> AbstractContextManager[object]:
        """Statements that run so many times."""
        number = as_int(count)
        return nullcontext() if number.is_const and number.const == 1 else self.for_range(0, number)

    @contextmanager
    def for_pieces(self, number: Expr, first: Expr, down: bool = False, apart: bool = False) -> Iterator[Expr]:
        """The positions of a component: see `ops.ForPieces`."""
        var, e = self._loop_var("pos")
        with self.capture() as body:
            yield e
        self.write(ops.ForPieces(var, number, first, body, down=down, apart=apart))

    @contextmanager
    def for_set(self, s: Expr, stem: str = "site", apart: bool = False) -> Iterator[Expr]:
        """Members of a set, ascending. apart: see `ops.ForRange`."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        if s.op is not Op.SET_EMPTY:
            self.write(ops.ForSet(var, s, body, apart))

    @contextmanager
    def for_row(self, table: str, row: IntLike, stem: str = "x") -> Iterator[Expr]:
        """Values of one row of a ragged table."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.write(ops.ForRow(var, table, as_int(row), body))

    @contextmanager
    def for_list(self, values: Expr, stem: str = "x") -> Iterator[Expr]:
        """Values of a list, in order."""
        var, e = self._loop_var(stem)
        with self.capture() as body:
            yield e
        self.write(ops.ForList(var, values, body))

    @contextmanager
    def filtered(
        self, holds: Callable[[Expr], Expr], *, swaps: bool = False, one: bool = False,
        generator: Callable[[], Function] | None = None,
    ) -> Iterator[None]:  # fmt: skip
        """Statements that push moves, of which those are kept for which a condition on their number holds, asked when
        all of them are pushed: `ops.Filter`. generator: gives a function that pushes the moves, in the place of
        statements."""
        var, m = self._loop_var("m")
        with self.capture() as body:
            called = None if generator is None else generator()
            if called is not None:
                self.do(self.call(called))
            yield
        with self.capture() as tests:
            kept = holds(m)
            if kept.op is not Op.VAR or kept.arg not in bound(tests):
                kept = self.var(kept, "keep")
        self.write(ops.Filter(var, body, tests, kept.var, called, swaps, one=one))

    @contextmanager
    def built_move(self, to_site: Expr, from_site: Expr | None = None) -> Iterator[None]:
        """Statements that push one move, which run only where it has to be built: `ops.BuiltMove`."""
        with self.capture() as body:
            yield
        self.write(ops.BuiltMove(to_site, body, from_site))

    @contextmanager
    def one_move(
        self,
        mover: IntLike,
        from_site: IntLike,
        to_site: IntLike,
        levels: tuple[IntLike, IntLike] = (0, 0),
        *,
        effects: Callable[[], None] | None = None,
        joins: bool = False,
        keep_levels: bool = True,
        then: Callable[[], Function | None] = lambda: None,
        listed: bool = False,
    ) -> Iterator[Expr]:
        """A move with the actions that the statements inside add (`add_action`, "move_splice"): `ops.Composed`.

        effects: pushes moves first, which are forgotten; with `joins` the move begins with their actions. If there are
        any, the move has no levels, unless `keep_levels`. The mover, sites and levels are evaluated last. then: gives
        its consequent, asked for when all else is written. listed: see `ops.Composed`. Gives its number, which is that
        of the first move of effects before.
        """
        var, first = self._loop_var("first")
        with self.capture() as body:
            if effects is not None:
                effects()
        with self.capture() as parts:
            yield first
        low, high = map(as_int, levels)
        if not keep_levels:
            alone = eq(self.run("move_count"), first)
            low, high = (x if x.is_const and x.const == 0 else select(alone, x, 0) for x in (low, high))
        head = tuple(map(as_int, (mover, from_site, to_site)))
        close = Expr(Op.RUN, Type.VOID, (*head, low, high), run_of(MOVE_CLOSE))
        consequent = then()
        thens = () if consequent is None else (consequent,)
        self.write(ops.Composed(var, body, parts, close, joins, thens, listed))

    @contextmanager
    def on_copy(self, when: BoolLike = True) -> Iterator[None]:
        """Statements that run on a copy of the state: `ops.OnCopy`."""
        when = as_bool(when)
        with self.capture() as body:
            yield
        self.write(ops.OnCopy(body, None if when.is_const and when.const else when))

    @contextmanager
    def ahead(self, intrinsic: str, move: Expr) -> Iterator[None]:
        """Statements that run on a copy of the state to which an intrinsic has applied a move, with a record of actions
        that ends with them: `ops.Ahead`."""
        with self.capture() as body:
            yield
        applies = Expr(Op.RUN, Type.VOID, (move,), run_of(INTRINSICS[intrinsic]))
        self.write(ops.Ahead((), body, applies=applies))

    def tried(self, apply: Function, move: Expr, judge: Callable[[], Expr], slots: Sequence[str] = ()) -> Expr:
        """What judge() says once a function has applied a move of the buffer to a copy of the state: `ops.Trial`."""
        with self.capture() as body:
            answer = judge()
        self._vars += 1
        good = Var(f"good{self._vars}", Type.BOOL)
        self.write(ops.Trial(tuple(slots), body, var=good, applies=self.call(apply, move), answer=answer))
        return value_of(good)

    @contextmanager
    def question(self, mode: int, aim: IntLike) -> Iterator[Expr]:
        """Statements that push moves, of which only the answer is of interest: `ops.Question`."""
        self._vars += 1
        var = Var(f"answer{self._vars}", Type.BOOL if mode == PROBE else Type.INT)
        with self.capture() as body:
            yield value_of(var)
        self.write(ops.Question(var, mode, as_int(aim), body))

    @contextmanager
    def in_full(self, aim: IntLike = EVERY, *, exports: bool = False) -> Iterator[None]:
        """Statements for which moves are built: `ops.InFull`."""
        with self.capture() as body:
            yield
        self.write(ops.InFull(as_int(aim), body, exports))

    def break_(self) -> None:
        self.write(ops.Break())

    def continue_(self) -> None:
        self.write(ops.Continue())

    def return_(self, value: IntLike | BoolLike | None = None) -> None:
        if isinstance(value, bool):
            value = as_bool(value)
        elif isinstance(value, int):
            value = as_int(value)
        self.write(ops.Return(value))

    def do(self, value: Expr) -> None:
        self.write(ops.Do(value))
