"""Statements, and functions of the rules, each in the modes in which it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ....facts.acting import operands_act
from ....facts.chosen_moves import FROM, TO, Point, Taken, points
from ....facts.engines.asked import makes_lists, reads_record
from ....facts.loops import calls_functions
from ....facts.modes import in_mode
from ....facts.widths import looks
from ....low import operations as op
from ....low.nodes import (
    CallInto,
    Do,
    Function,
    Jump,
    Local,
    Return,
    Set,
    SetGlobal,
    Store,
    Value,
    call,
    const,
    get,
    load,
    number,
    select,
)
from ....low.operations import Word
from ....program import ops
from ....program.actions import action_number
from ....program.expansion import (
    composed_statements,
    filter_statements,
    operands_first,
    played_ahead,
    saves_and_restores,
)
from ....program.expressions import value_of
from ....program.modes import ANY, CHOOSE, COUNT, FULL, PROBE, TO_SITE
from ....program.ops import Block as RulesBlock
from ....program.ops import Expr, FieldKind, Op, Type, Var
from ....program.program import Function as RulesFunction
from ....program.program import Program
from ....program.walk import all_runs, statements
from ..runtime import buffer, numbers, registers, saving
from .base import I32, I64, WORD, Frame
from .intrinsics import NOTHING, IntrinsicRenderer
from .set_values import Words

_SHORT, _ONCE, _LONG = 4, 60, 600
"""Statements of a function that is written where it is called: from anywhere, and if it is called from one place. And
those of all that is written within one function: long ones take more than in proportion to compile."""
_SAVED = {
    FULL: ("enough", "building", "probe", "found", "target"),
    COUNT: ("enough",),
    PROBE: ("enough", "probe", "found"),
}
"""The registers that a block in another mode changes."""


class StatementRenderer(IntrinsicRenderer):
    """Renders statements and functions."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.tables, self.row_places, self.ray_places = {}, {}, {}
        self.made: dict[tuple[int, int], Function] = {}
        self.memos: dict[int, Function] = {}
        self.todo: list[tuple[RulesFunction, int, Function]] = []
        self.sizes = {fn.index: len(statements(fn.body)) for fn in self.live}
        self.calls: dict[int, int] = {}
        self.within_this = self.numbered = 0
        # a record that rules read is made from that of the move
        self.points = {} if self.maker or reads_record(program) else points(program)
        self.chosen = self.place(4 * max([1, *(len(point.stored) for point in self.points.values())]))
        for fn in self.live:
            for x in all_runs(fn):
                if x.op is Op.CALL:
                    self.calls[x.called.index] = self.calls.get(x.called.index, 0) + 1
        self.lists = {fn.index for fn in self.live if fn.result is not Type.LIST and makes_lists(fn)}

    # ------------------------------------------------------------------ functions

    def variant(self, fn: RulesFunction, mode: int) -> Function:
        if fn.index not in self.modal:
            mode = FULL
        made = self.made.get((fn.index, mode))
        if made is None:
            name = fn.name if mode == FULL else f"{fn.name}_{('', 'count', 'choose', 'probe')[mode]}"
            params = [Local(word, v.name) for v in fn.params for word in self.words_of(v.type)]
            made = Function(name, params, self.words_of(fn.result), rules=fn.index)
            self.made[fn.index, mode] = made
            self.module.functions.append(made)
            self.todo.append((fn, mode, made))
        return made

    def words_of(self, kind: Type) -> list[Word]:
        if kind is Type.VOID:
            return []
        return [I64] * self.words if kind is Type.SET else [WORD[kind]]

    def write(self, fn: RulesFunction, mode: int, made: Function) -> None:
        """The body of a function."""
        lists, deep = fn.index in self.lists, fn.index in self.runaway.recursive
        self.frame = Frame(fn, mode)
        self.within_this = 0
        params = iter(made.params)
        for v in fn.params:
            self.frame.locals[v] = [next(params) for _ in self.words_of(v.type)]
        with self.within(made.body):
            if not lists and not deep:
                self.statements(fn.body)
                return
            if deep:
                self.do(registers.deeper, self.where)
            mark = self.local(self.register("n_lists")) if lists else None
            self.frame.result = [Local(word) for word in made.results]
            with self.block() as end:
                self.frame.end = end
                self.statements(fn.body)
            if mark is not None:
                self.set_register("n_lists", mark)
            if deep:
                self.set_register("depth", self.register("depth") - 1)
            self.out.append(Return(tuple(map(get, self.frame.result))))

    def inlined(self, fn: RulesFunction) -> bool:
        """Whether a function is written where it is called."""
        if fn.index in self.runaway.recursive or fn.index in self.lists:
            return False
        size = self.sizes.get(fn.index, _ONCE + 1)
        if self.within_this + size > _LONG:
            return False
        return size <= _SHORT or (self.calls.get(fn.index) == 1 and size <= _ONCE)

    def operands(self, x: Expr) -> list[Value]:
        args: list[Value] = []
        for a in x.src:
            args += self.s(a) if a.type is Type.SET else [self.e(a)]
        return args

    def written_here(self, x: Expr) -> list[Local]:
        """Writes a function where it is called: the locals that get its result."""
        fn, outer = x.called, self.frame
        self.within_this += self.sizes.get(fn.index, 0)
        frame = Frame(fn, outer.mode if fn.index in self.modal else FULL)
        for v, a in zip(fn.params, x.src, strict=True):
            to = frame.locals[v] = [Local(word, v.name) for word in self.words_of(v.type)]
            if v.type is Type.SET:
                self.put_set(to, self.s(a))
            else:
                self.out.append(Set(to[0], self.e(a)))
        frame.result = [Local(word) for word in self.words_of(fn.result)]
        with self.block() as end:
            frame.end = end
            self.frame = frame
            self.statements(fn.body)
            self.frame = outer
        return frame.result

    def call(self, x: Expr) -> Value:
        fn = x.called
        if fn.index in self.memo_number:
            return load(32, *self.memo(fn))
        if self.inlined(fn):
            result = self.written_here(x)
            return get(result[0]) if result else NOTHING
        return call(self.variant(fn, self.frame.mode), *self.operands(x))

    def call_set(self, x: Expr) -> Words:
        fn = x.called
        if fn.index in self.memo_number:
            return self.loaded(*self.memo(fn))
        if self.inlined(fn):
            return [get(local) for local in self.written_here(x)]
        made = [Local(I64) for _ in range(self.words)]
        self.out.append(CallInto(made, self.variant(fn, self.frame.mode), tuple(self.operands(x))))
        return [get(local) for local in made]

    # ------------------------------------------------------------------ memoised results

    def memo(self, fn: RulesFunction) -> tuple[Value, int]:
        """Where the result of a memoised function is, which is found before if it is not valid."""
        k, place = self.memo_number[fn.index], self.memo_place[fn.index]
        word, bit = self.fresh[k // 64], 1 << k % 64
        stale = (Value(op.GLOBAL[I64], (), word) & bit).is_zero
        if not fn.kept_by:
            with self.if_(stale):
                self.out.append(Do(call(self.memo_function(fn))))
            return number(0), place
        size = 8 * self.words if fn.result is Type.SET else 8
        first, keys = place + size + 8 * self.words, 64 * self.words
        slot = self.local(Value(op.GLOBAL[I32], (), self.context[fn.kept_by]))
        with self.if_(stale):
            zero = Value(op.FILL, (number(place + size), number(0), number(8 * self.words)))
            self.out.append(Do(zero))
            self.validate(k)
        at = self.local(select(slot.below(keys), number(first) + slot * size, number(place)))
        byte = Value(op.LOAD_BYTE, (slot.unsigned_shift(3),), place + size)
        known_ = slot.below(keys)
        there = Value(op.EITHER[I32], (known_, byte.unsigned_shift(slot & 7) & 1, number(0)))
        with self.if_(there.is_zero):
            self.out.append(Do(call(self.memo_function(fn), at)))
            with self.if_(known_):
                to = slot.unsigned_shift(3)
                now = Value(op.LOAD_BYTE, (to,), place + size) | (number(1) << (slot & 7))
                self.out.append(Store(op.STORE[8], to, now, place + size))
        return at, 0

    def validate(self, k: int) -> None:
        """A memoised result is valid from now on, and was found since the state was saved."""
        for words in (self.fresh, self.redone):
            if words:
                word = words[k // 64]
                self.out.append(SetGlobal(word, Value(op.GLOBAL[I64], (), word) | 1 << k % 64))

    def memo_function(self, fn: RulesFunction) -> Function:
        """The function that finds a result and keeps it; one with a result for each value of a slot is told where."""
        made = self.memos.get(fn.index)
        if made is None:
            at = Local(I32)
            made = Function(f"{fn.name}_kept", [at] if fn.kept_by else [], [], rules=fn.index)
            self.memos[fn.index] = made
            self.module.functions.append(made)
            results = [Local(word) for word in self.words_of(fn.result)]
            base, distance = (get(at), 0) if fn.kept_by else (number(0), self.memo_place[fn.index])
            made.body.append(CallInto(results, self.variant(fn, FULL), ()))
            for j, local in enumerate(results):
                store = op.STORE[64 if local.type is I64 else 32]
                made.body.append(Store(store, base, get(local), distance + 8 * j))
            if not fn.kept_by:
                with self.within(made.body):
                    self.validate(self.memo_number[fn.index])
        return made

    # ------------------------------------------------------------------ statements

    def statements(self, body: RulesBlock) -> None:
        for x in body:
            if isinstance(x, ops.Emit | ops.SetField) and operands_act(self.program, x):
                self.numbered += 1
                first, x = operands_first(x, self.numbered)
                self.statements([*first])
            _STATEMENTS[type(x)](self, x)

    def assign(self, x: ops.Assign) -> None:
        self.assigned(x.var, x.value)

    def assigned(self, v: Var, x: Expr) -> None:
        if v.type is Type.SET:
            words = self.s(x)
            self.put_set(self.var(v), words)
        else:
            self.out.append(Set(self.var(v)[0], self.e(x)))

    def over_numbers(self, x: ops.ForNumbers) -> None:
        self.for_range(x, value_of(x.var))

    def set_context(self, x: ops.SetCtx) -> None:
        if x.slot in self.context_sets:
            for to, word in zip(self.context_sets[x.slot], self.s(x.value), strict=True):
                self.out.append(SetGlobal(to, word))
        else:
            self.out.append(SetGlobal(self.context[x.slot], self.e(x.value)))

    def if_stmt(self, x: ops.If) -> None:
        decided = in_mode(x.cond, self.frame.mode)
        if decided is not None:
            self.statements(x.then if decided else x.orelse)
            return
        with self.if_(self.e(x.cond)) as made:
            self.statements(x.then)
        if x.orelse:
            with self.within(made.orelse):
                self.statements(x.orelse)

    def return_(self, x: ops.Return) -> None:
        frame = self.frame
        if x.value is None:
            values: list[Value] = []
        else:
            values = self.s(x.value) if x.value.type is Type.SET else [self.e(x.value)]
        if frame.end is None:
            self.out.append(Return(tuple(values)))
            return
        if len(values) > 1 or (x.value is not None and x.value.type is Type.SET):
            self.put_set(list(frame.result), values)
        elif values:
            self.out.append(Set(frame.result[0], values[0]))
        self.out.append(Jump(frame.end))

    def do_stmt(self, x: ops.Do) -> None:
        if x.value.type is Type.SET:
            self.s(x.value)
            return
        value = self._value(x.value) if x.value.src or x.value.op in (Op.RUN, Op.CALL) else self.e(x.value)
        if value is not NOTHING:
            self.out.append(Do(value))

    def leave(self, x: ops.Break) -> None:
        self.jump(self.frame.loops[-1][0])

    def go_on(self, x: ops.Continue) -> None:
        self.jump(self.frame.loops[-1][1])

    def filter(self, x: ops.Filter) -> None:
        self.statements(filter_statements(x)[1])

    def composed(self, x: ops.Composed) -> None:
        self.statements(composed_statements(x))

    def on_copy(self, x: ops.OnCopy) -> None:
        push, pop = (saving.copy_push, saving.copy_pop) if x.draws else (saving.state_push, saving.state_pop)
        if x.when is None:
            self.do(push)
            self.statements(x.body)
            self.do(pop)
            return
        when = self.local(self.e(x.when))
        with self.if_(when):
            self.do(push)
        self.statements(x.body)
        with self.if_(when):
            self.do(pop)

    def restoring(self, x: ops.Restoring) -> None:
        self.numbered += 1
        saves, restores = saves_and_restores(self.program, x, self.numbered)
        self.statements([*saves, *x.body, *restores])

    def ahead(self, x: ops.Ahead) -> None:
        self.restoring(played_ahead(x))

    def set_field(self, x: ops.SetField) -> None:
        f = self.program.fields[x.field]
        base, distance = self.at(f.name)
        store = op.STORE[f.bits]
        if f.kind is FieldKind.SET:
            self.set_set(x.value, f.name, base, distance)
        elif x.index is None:
            self.out.append(Store(store, base, self.stored_value(x, f.bits), distance))
        else:
            n = load(32, base, distance) if f.kind is FieldKind.LIST else self.count(f)
            first = distance + (8 if f.kind is FieldKind.LIST else 0)
            if (
                x.index.is_const
                and f.kind is not FieldKind.LIST
                and f.cap is None
                and 0 <= x.index.const < max(1, f.size)
            ):
                self.out.append(Store(store, base, self.stored_value(x, f.bits), first + x.index.const * f.bits // 8))
            else:
                i, value = self.held(x.index), self.stored_value(x, f.bits)
                if x.value.op not in (Op.CONST, Op.VAR):  # what is wrong with the value is told first
                    value = self.local(value)
                with self.if_(i.below(n).is_zero):
                    self.stop(registers.RULE, number(-8))
                self.out.append(Store(store, base + self.scaled(i, f.bits), value, first))
        self.changed(f.name)

    def stored_value(self, x: ops.SetField, bits: int) -> Value:
        """The value that is written to a field, which is an error if it does not fit."""
        value = self.e(x.value)
        if bits < 32 and looks(self.program, x):
            value, most = self.local(value), 1 << bits - 1
            with self.if_((value + most).below(2 * most).is_zero):
                self.do(numbers.too_wide, value, number([*self.program.fields].index(x.field)), self.where)
            return value
        return Value(op.WIDE, (value,)) if bits == 64 else value

    def set_set(self, x: Expr, name: str, base: Value, distance: int) -> None:
        """Writes a field that is a set; one member more or less is a change of one word."""
        own = x.op in (Op.SET_OR, Op.SET_DIFF) and x.src[0].op is Op.FIELD and x.src[0].name == name
        if own and x.src[1].op is Op.SET_ONE and self.words > 1:
            i = self.held(x.src[1].src[0])
            with self.if_(i.below(64 * self.words)):
                at = self.local(base + (i.unsigned_shift(6) << 3))
                bit = Value(op.SHL[I64], (_one(), Value(op.WIDE_U, (i,))))
                word = load(64, at, distance)
                now = word | bit if x.op is Op.SET_OR else word & ~bit
                self.out.append(Store(op.STORE[64], at, now, distance))
            return
        for k, word in enumerate(self.s(x)):
            self.out.append(Store(op.STORE[64], base, word, distance + 8 * k))

    # ------------------------------------------------------------------ moves

    def built_move(self, x: ops.BuiltMove) -> None:
        if self.counted(x):
            return
        with self.building():
            self.statements(x.body)

    def emit(self, x: ops.Emit) -> None:
        if self.counted(x):
            return
        if self.frame.mode == CHOOSE and x in self.points:
            self.choose(x, self.points[x])
            return
        with self.building():
            self.build(x)

    def counted(self, x: ops.Push) -> bool:
        """Where moves are only counted, or looked for, counts one that is pushed."""
        mode = self.frame.mode
        if mode in (COUNT, PROBE):
            self.add_moves(number(1))
        if mode == PROBE:
            goes = self.register("found") | self.e(x.to_site).equals(self.register("probe"))
            self.set_register("found", goes)
        return mode in (COUNT, PROBE)

    @contextmanager
    def building(self) -> Iterator[None]:
        """What is written builds a move: in CHOOSE only where it is the chosen one, which becomes the first of all."""
        if self.frame.mode != CHOOSE:
            # parts of a move are built at greater depths, and there nothing may be left out
            more = self.register("building") + (self.register("building") > 0)
            self.set_register("building", more)
            yield
            less = self.register("building") - (self.register("building") > 0)
            self.set_register("building", less)
            return
        moves = self.local(self.register("n_moves"))
        self.set_register("n_moves", moves + 1)
        with self.if_(moves.equals(self.register("target"))):
            self.set_register("n_moves", number(0))
            self.set_register("building", number(1))
            self.frame.mode = FULL
            yield
            self.frame.mode = CHOOSE
            self.set_register("building", number(0))
            with self.if_(self.register("n_moves") > 1):
                self.do(buffer.move_put, number(0), self.register("n_moves") - 1)
            self.set_register("n_moves", moves + 1)

    def choose(self, x: ops.Emit, point: Point) -> None:
        """A move that is chosen without a record of its actions: what these take is stored."""
        moves = self.local(self.register("n_moves"))
        self.set_register("n_moves", moves + 1)
        with self.if_(moves.equals(self.register("target"))):
            self.set_register("point", number(point.number))
            self.set_register("chosen_pass", number(int(point.is_pass)))
            for k, y in enumerate((x.mover, x.from_site, x.to_site, x.level_min, x.level_max)):
                self.put(self.told("moves"), self.e(y), 4 * k)
            self.put(self.told("moves"), number(len(x.then)), buffer.N_THEN)
            self.put(self.told("moves"), number(0), buffer.TWIN)
            for k, fn in enumerate(x.then):
                self.put(self.told("moves"), number(fn.index), buffer.THEN + 4 * k)
            for k, y in enumerate(point.stored):
                self.put(number(0), self.e(y), self.chosen + 4 * k)

    def taken(self, value: Taken) -> Value:
        """A parameter of an action of the chosen move."""
        if not isinstance(value, int):
            return self.e(value)
        head = {FROM: buffer.FROM, TO: buffer.TO}.get(value)
        return load(32, number(0), self.chosen + 4 * value) if head is None else load(32, self.told("moves"), head)

    def build(self, x: ops.Emit) -> None:
        """A move with its actions."""

        def pinned(y: Expr) -> Value:
            # what may push moves itself, or fails, is evaluated before
            return self.local(self.e(y)) if calls_functions(y) or y.op is Op.LIST_AT else self.e(y)

        head = [pinned(y) for y in (x.mover, x.from_site, x.to_site, x.level_min, x.level_max)]
        actions = [(a.kind, [pinned(y) for y in a.params], pinned(a.decision)) for a in x.actions]
        with self.if_(self.register("n_moves") >= self.cap("moves")):
            self.do(buffer.no_move_room, self.where)
        if actions:
            with self.if_(self.register("n_acts") + len(actions) > self.cap("acts")):
                self.do(registers.more, number(registers.ACTS))
        a = self.local(self.told("acts") + self.register("n_acts") * self.stride)
        for j, (kind, params, decision) in enumerate(actions):
            at = j * self.stride
            self.put(a, number(action_number(kind)), at + buffer.KIND)
            self.put(a, decision, at + buffer.DECISION)
            for k, value in enumerate(params):
                self.put(a, value, at + buffer.PARAMS + 4 * k)
            if self.maker:
                self.put(a, self.register("counted"), at + self.stride - self.maker)
        m = self.local(self.move(self.register("n_moves")))
        for k, value in enumerate(head):
            self.put(m, value, 4 * k)
        self.put(m, number(len(actions)), buffer.N_ACTS)
        self.put(m, a, buffer.ACTIONS)
        self.put(m, number(len(x.then)), buffer.N_THEN)
        self.put(m, number(0), buffer.TWIN)
        for k, fn in enumerate(x.then):
            self.put(m, number(fn.index), buffer.THEN + 4 * k)
        if self.maker:
            self.put(m, self.register("counted"), buffer.MAKER)
        self.set_register("n_moves", self.register("n_moves") + 1)
        if actions:
            self.set_register("n_acts", self.register("n_acts") + len(actions))

    def put(self, address: Value, value: Value, distance: int) -> None:
        self.out.append(Store(op.STORE[32], address, value, distance))

    def in_mode(self, x: ops.InMode) -> None:
        """A question, or a block that builds moves."""
        frame, outer = self.frame, self.frame.mode
        mark, acts = self.local(self.register("n_moves")), self.local(self.register("n_acts"))
        aim = self.held(x.aim)
        saved = {name: self.local(self.register(name)) for name in ("in_rounds", *_SAVED[x.mode])}
        enough = select(aim.equals(ANY), self.register("n_moves"), number(registers.NO_LIMIT))
        if x.mode == FULL:
            # parts of moves are built at greater depths, and there nothing may be left out
            self.set_register("building", aim.equals(ANY) | (aim <= TO_SITE))
        if x.mode in (FULL, PROBE):
            self.set_register("probe", aim)
            self.set_register("found", number(0))
        self.set_register("enough", number(registers.NO_LIMIT) if x.mode == PROBE else enough)
        self.set_register("in_rounds", number(1))
        frame.mode = x.mode
        self.statements(x.body)
        frame.mode = outer
        if isinstance(x, ops.Question):
            answer = self.register("n_moves") - mark if x.mode == COUNT else self.register("found")
            self.out.append(Set(self.var(x.var)[0], answer))
            self.set_register("n_moves", mark)
            self.set_register("n_acts", acts)
        for name, value in saved.items():
            self.set_register(name, value)
        if isinstance(x, ops.InFull) and x.exports and outer in (CHOOSE, PROBE):
            self.do(buffer.export_chosen if outer == CHOOSE else buffer.export_found, mark)


def _one() -> Value:
    return const(I64, 1)


_R = StatementRenderer
_STATEMENTS: dict[type[ops.Stmt], Callable[[StatementRenderer, Any], None]] = {
    ops.Assign: _R.assign, ops.SetField: _R.set_field, ops.SetCtx: _R.set_context, ops.If: _R.if_stmt,
    ops.While: _R.while_, ops.ForRange: _R.over_numbers, ops.ForAlong: _R.over_numbers, ops.Scan: _R.scan,
    ops.ForPieces: _R.for_pieces, ops.WhileAny: _R.while_any, ops.ForSet: _R.for_set, ops.ForRow: _R.for_row,
    ops.ForList: _R.for_list, ops.Filter: _R.filter, ops.Composed: _R.composed, ops.OnCopy: _R.on_copy,
    ops.Restoring: _R.restoring, ops.Ahead: _R.ahead, ops.Trial: _R.ahead,
    ops.Question: _R.in_mode, ops.InFull: _R.in_mode, ops.Break: _R.leave, ops.Continue: _R.go_on,
    ops.Return: _R.return_, ops.Do: _R.do_stmt, ops.Emit: _R.emit, ops.BuiltMove: _R.built_move,
}  # fmt: skip
