"""Which values the INTs of a program can have: Python need not wrap sums, differences and products that stay within
32 bits, and C need not check indices that stay within bounds.

An interval analysis of the whole program. Locals, parameters, results and slots of the context get the union of what is
assigned to them, rounded outwards to a few thresholds so that the worklist ends soon. Unknown values have the full
range of INT. The fields of the state have the range of their width, or, on request, the union of what is assigned to
them and of their initial value. A local that changes in small steps (`n = n + 1`) stays within its other values plus
what `MOST_STEPS` iterations can add, because evaluating a position raises an error after that many. The parameters of
actions have the ranges that the program gives them, because all moves that are applied come from the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..program import ops
from ..program.arithmetic import INT_MAX, INT_MIN
from ..program.expressions import sub
from ..program.intrinsics import (
    APPLIED_SET_PARAM,
    MOVE_CLOSE,
    MOVE_FROM,
    MOVE_LEVEL_MAX,
    MOVE_LEVEL_MIN,
    MOVE_MOVER,
    MOVE_SET_FROM,
    MOVE_SET_LEVELS,
    MOVE_SET_MOVER,
    MOVE_SET_MOVERS,
    MOVE_SET_TO,
    MOVE_TO,
)
from ..program.ops import Argument, Entry, Expr, Field, FieldKind, Op, Resource, Type, Var
from ..program.program import Function, Program
from ..program.walk import all_runs, all_statements, nodes, subexpressions
from ..program.worklist import settle
from .intervals import ANY, Range, computed, join, wrapped
from .runaway import MAX_STEPS

Node = Var | Function | str | Field | Entry
"""What has a range: a local, the result of a function, a slot of the context, a field of the state, or what an
intrinsic says of moves."""

MOST_STEPS = 4 * MAX_STEPS
"""Iterations of all loops. Those that are not counted are short; so many take Python minutes in one position."""
_CAPACITY = 1 << 22  # the largest capacity that an engine lays out
_MOST = 1 << 26  # upper bound for the elements of an engine's buffer and the values of a list
_LOW = (0, -1, -(1 << 7), -(1 << 15), -(1 << 23), -(1 << 27), -(1 << 30), INT_MIN)
_FROM_ONE = (1,)  # players and components are numbers from 1 on
_HIGH = (0, 1, (1 << 7) - 1, (1 << 15) - 1, 1 << 23, 1 << 27, 1 << 30, INT_MAX)
_SIZES = Resource.COUNTS | Resource.RECORD_SIZE
_PARTS = (MOVE_MOVER, MOVE_FROM, MOVE_TO, MOVE_LEVEL_MIN, MOVE_LEVEL_MAX)  # of a move, in the order of Emit's operands
_PART_WRITES: dict[Entry, tuple[tuple[Entry, int], ...]] = {
    MOVE_CLOSE: tuple((part, k) for k, part in enumerate(_PARTS)),
    MOVE_SET_MOVER: ((MOVE_MOVER, 1),),
    MOVE_SET_MOVERS: ((MOVE_MOVER, 1),),
    MOVE_SET_FROM: ((MOVE_FROM, 1),),
    MOVE_SET_TO: ((MOVE_TO, 1),),
    MOVE_SET_LEVELS: ((MOVE_LEVEL_MIN, 1), (MOVE_LEVEL_MAX, 2)),
}
"""Which operand of an intrinsic becomes which part of a move."""


class Ranges:
    """The ranges of a program's INT expressions.

    live: the functions that are rendered. bounds: further values to which the ends of ranges are rounded. fields:
    whether fields, and the parts of moves, have the values that `live` gives them. This holds for states that `live`
    makes out of initial values, and for moves that it makes. known: the ranges of some fields, if they are known to
    hold.
    """

    def __init__(
        self,
        program: Program,
        live: list[Function],
        bounds: Iterable[int] = (),
        fields: bool = False,
        known: Mapping[str, Range] | None = None,
    ) -> None:
        self.program = program
        self._fields, self._held = fields, dict(known or {})
        self._high = sorted({*_HIGH, *bounds})
        self._low = (*_FROM_ONE * fields, *_LOW)
        self._last = (program.set_width + 63) // 64 * 64 - 1
        self._sets: dict[Var, list[Expr]] = {}  # what is assigned to locals that hold sets
        for fn in live:
            for s in all_statements(fn):
                if isinstance(s, ops.Assign) and s.var.type is Type.SET and s.var not in fn.params:
                    self._sets.setdefault(s.var, []).append(s.value)
        self._known: dict[Node, Range] = {}
        self._definitions: dict[Node, list[Expr]] = {}
        self._readers: dict[Node, list[tuple[Node, Expr]]] = {}  # the assignments whose value depends on a node
        self._tables: dict[str, Range] = {}
        self._memo: dict[Expr, Range] = {}
        self._unknown: Range | None = None  # of what no value is known for
        self._collect(live)
        self._solve()
        self._unknown = ANY  # backends ask about locals of their own

    # ------------------------------------------------------------------ what is asked

    def of(self, x: Expr) -> Range:
        """The range of an INT expression."""
        found = self._memo.get(x)
        if found is None:
            found = self._memo[x] = self._clamped(x) or ANY
        return found

    def overflows(self, x: Expr) -> bool:
        """Whether the result of an operation, computed without a limit, may need more than 32 bits."""
        raw = self.unwrapped(x)
        if raw is None or (raw[0] >= INT_MIN and raw[1] <= INT_MAX):
            return False
        return not (x.op in (Op.ADD, Op.SUB) and x in self._steps)

    def field(self, name: str) -> Range:
        """The range of a field's values."""
        return self._field(name) or ANY

    # ------------------------------------------------------------------ the worklist

    def _collect(self, live: list[Function]) -> None:
        """Collect the expressions that are assigned to each node."""
        self._steps: set[Expr] = set()  # the values of assignments that step
        self._stepping: dict[Node, list[Expr]] = {}  # the same for each local
        called: set[int] = set()
        for slot, init in self.program.context.items():
            self._known[slot] = self._rounded((init, init))
        for f in self.program.fields.values() if self._fields else ():
            self._known[f] = self._rounded((f.init, f.init))
        for fn in live:
            for s in all_statements(fn):
                self._statement(fn, s)
                for x in nodes([s]):
                    if x.op is Op.CALL:
                        called.add(x.called.index)
                        self._pass(x.called, x.src)
                    elif x.op is Op.RUN and x.run.intrinsic.argument is Argument.ACTION:
                        self._act(x.run.name, x.src[1:], called)
                    elif x.op is Op.RUN and self._fields:
                        self._written(x)
                if isinstance(s, ops.Emit):
                    for action in s.actions:
                        self._act(action.kind, action.params, called)
            self._set_again(fn)
        entries = {f.index for f in self.program.entries.values()}
        for fn in live:
            for v in fn.params:
                if v.type is Type.INT and (fn.index in entries or fn.index not in called):
                    self._known[v] = ANY

    def _written(self, x: Expr) -> None:
        """Record what an intrinsic writes to a list of the state, or to a move."""
        if x.run.intrinsic.argument is Argument.LIST:
            for value in x.src:
                self._define(self.program.fields[x.run.name], value)
        for part, k in _PART_WRITES.get(x.run.intrinsic, ()):
            self._define(part, x.src[k])

    def _pass(self, fn: Function, values: Sequence[Expr]) -> None:
        """Record arguments as assignments to the callee's parameters."""
        for v, value in zip(fn.params, values, strict=True):
            self._define(v, value)

    def _act(self, kind: str, values: Sequence[Expr], called: set[int]) -> None:
        """Record that an action with these parameters may be applied."""
        fn = self.program.appliers.get(kind)
        if fn is not None:
            called.add(fn.index)
            self._pass(fn, values)

    def _set_again(self, fn: Function) -> None:
        """Record parameters that a function changes in the action which is being applied: it may be applied again."""
        appliers = self.program.appliers.values()
        for x in all_runs(fn):
            if x.op is Op.RUN and x.run.intrinsic is APPLIED_SET_PARAM:
                which, value = x.src
                for applier in [fn] if fn in appliers else appliers:
                    for k, v in enumerate(applier.params):
                        if not which.is_const or which.const == k:
                            self._define(v, value)

    def _statement(self, fn: Function, s: ops.Stmt) -> None:
        if isinstance(s, ops.Assign):
            if _is_step(s):
                self._steps.add(s.value)
                self._stepping.setdefault(s.var, []).append(s.value)
            self._define(s.var, s.value)
        elif isinstance(s, ops.SetCtx):
            self._define(s.slot, s.value)
        elif isinstance(s, ops.SetField) and self._fields:
            self._define(self.program.fields[s.field], s.value)
        elif isinstance(s, ops.Emit) and self._fields:
            for part, value in zip(_PARTS, (s.mover, s.from_site, s.to_site, s.level_min, s.level_max), strict=True):
                self._define(part, value)
        elif isinstance(s, ops.Return) and s.value is not None:
            self._define(fn, s.value)
        elif isinstance(s, ops.ForRange):
            # the other bound limits the values on one side only
            self._define(s.var, s.lo)
            self._define(s.var, s.hi if s.down else sub(s.hi, 1))
        elif isinstance(s, ops.Scan):
            self._define(s.var, s.lo)
            self._define(s.var, s.hi)
        elif isinstance(s, ops.ForPieces):
            self._define(s.var, s.first)
        elif isinstance(s, ops.ForSet):
            self._may_be(s.var, (0, self.greatest(s.set)))
        elif isinstance(s, ops.ForRow):
            self._may_be(s.var, self._table(s.table))
        elif isinstance(s, ops.ForList):
            self._may_be(s.var, ANY)
        elif isinstance(s, ops.Question | ops.Filter):
            self._may_be(s.var, (0, _MOST))

    def _may_be(self, var: Node, values: Range) -> None:
        self._known[var] = self._rounded(join(self._known.get(var), values))

    def _define(self, node: Node, value: Expr) -> None:
        if value.type is Type.BOOL and isinstance(node, Field):
            self._may_be(node, (0, 1))
        if value.type is not Type.INT:
            return
        self._definitions.setdefault(node, []).append(value)
        for read in set(self._reads(value)):
            self._readers.setdefault(read, []).append((node, value))

    def _solve(self) -> None:
        """Evaluate assignments until no range grows. Each is evaluated again only if something that it reads has grown:
        a slot of the context may have thousands of assignments."""
        settle(((node, value) for node, values in self._definitions.items() for value in values), self._assigned)

    def _assigned(self, assignment: tuple[Node, Expr]) -> list[tuple[Node, Expr]]:
        """Evaluates an assignment. Returns those that are affected."""
        node, value = assignment
        before, stepped = self._known.get(node), value in self._steps
        raw = self._stepped(node, value) if stepped else self._clamped(value)
        # how far a local can step depends on all its other values, also where its range stays
        affected: list[tuple[Node, Expr]] = []
        if not stepped:
            affected += [(node, v) for v in self._stepping.get(node, ()) if v in self._steps]
        if raw is not None and (found := self._rounded(join(before, raw))) != before:
            self._known[node] = found
            affected += self._readers.get(node, ())
        return affected

    def _stepped(self, node: Node, value: Expr) -> Range | None:
        """The range that a local can reach by steps from its other values."""
        others = [self._clamped(v) for v in self._definitions[node] if v not in self._steps]
        lows, highs = [r[0] for r in others if r], [r[1] for r in others if r]
        if not lows:
            return None
        lo, hi = min(lows), max(highs)
        for step in (v for v in self._definitions[node] if v in self._steps):
            by = self._clamped(step.src[1])
            if by is None:
                return None
            by = by if step.op is Op.ADD else (-by[1], -by[0])
            lo, hi = lo + min(by[0], 0) * MOST_STEPS, hi + max(by[1], 0) * MOST_STEPS
        if lo >= INT_MIN and hi <= INT_MAX:
            return lo, hi
        self._steps.discard(value)
        return ANY

    def _clamped(self, x: Expr) -> Range | None:
        raw = self.unwrapped(x)
        return raw and wrapped(raw)

    def _reads(self, x: Expr) -> Iterator[Node]:
        """The nodes that the range of an expression depends on."""
        for y in subexpressions(x):
            if y.op in (Op.VAR, Op.CTX, Op.CALL):
                yield y.arg  # type: ignore[misc]
            elif self._fields and y.op in (Op.FIELD, Op.FIELD_RAW):
                yield self.program.fields[y.name]
            elif self._fields and y.op is Op.RUN and y.run.intrinsic in _PARTS:
                yield y.run.intrinsic

    # ------------------------------------------------------------------ expressions

    def unwrapped(self, x: Expr) -> Range | None:
        """The range of the exact result of an operation on 32-bit operands; None as long as nothing is known."""
        op = x.op
        if op is Op.CONST:
            return (x.const, x.const)
        if op is Op.VAR or op is Op.CTX or op is Op.CALL:
            return self._known.get(x.arg, self._unknown)  # type: ignore[arg-type]
        if op is Op.FIELD or op is Op.FIELD_RAW:
            return self._field(x.name)
        if op in _TABLE_READS:
            return self._table(x.name)
        if op is Op.ROW_LEN:
            return (0, max(map(len, self.program.tables[x.name].lists), default=0))
        if op is Op.ROW_RUN:
            start, longest = self._clamped(x.src[1]), max(map(len, self.program.tables[x.name].lists), default=0)
            return None if start is None else (0, max(longest, start[1]))
        if op is Op.FIND:
            end = self._clamped(x.src[1])
            return None if end is None else (min(0, end[0]), end[1])
        if op in (Op.LEN, Op.CAP, Op.LIST_LEN):
            return (0, _MOST if op is Op.LIST_LEN else _CAPACITY)
        if op in (Op.SET_COUNT, Op.SET_MIN, Op.SET_MAX, Op.SET_NTH):
            return (-1, self.program.set_width + 63)
        if op is Op.RUN:
            if self._fields and x.run.intrinsic in _PARTS:
                return self._known.get(x.run.intrinsic, self._unknown)
            return _result(x.run.intrinsic)
        return computed(x, self._clamped)

    def greatest(self, x: Expr) -> int:
        """What no member of a set is greater than."""
        if x.op is Op.SET_TABLE:
            return max((site for row in self.program.tables[x.name].lists for site in row), default=0)
        if x.op is Op.SET_AND:
            return min(map(self.greatest, x.src))
        if x.op is Op.SET_DIFF:
            return self.greatest(x.src[0])
        if x.op in (Op.SET_OR, Op.SET_XOR):
            return max(map(self.greatest, x.src))
        if x.op is Op.SET_RANGE and x.src[1].is_const:
            return max(0, min(x.src[1].const - 1, self._last))
        if x.op is Op.SET_WHERE:
            f = self.program.fields[x.name]
            return self._last if f.cap else min(f.size - 1, self._last)
        if x.op is Op.VAR and x.var in self._sets:
            found, values = self._sets.pop(x.var), []
            for value in found:
                values.append(self.greatest(value))
            self._sets[x.var] = found
            return max(values)
        return 0 if x.op is Op.SET_EMPTY else self._last

    def _rounded(self, r: Range) -> Range:
        return next(t for t in self._low if t <= r[0]), next(t for t in self._high if t >= r[1])

    def _field(self, name: str) -> Range | None:
        f = self.program.fields[name]
        if name in self._held:
            return self._held[name]
        if f.kind is FieldKind.SET or f.bits > 32:
            return ANY
        half = 1 << (f.bits - 1)
        widest = (min(-half, f.init), max(half - 1, f.init))
        found = self._known.get(f, self._unknown) if self._fields else widest
        return widest if found and (found[0] < widest[0] or found[1] > widest[1]) else found

    def _table(self, name: str) -> Range:
        """The range of a table's values, including 0 for reads out of bounds."""
        known = self._tables.get(name)
        if known is None:
            table = self.program.tables[name]
            rows = [table.values] if table.kind == "flat" else table.lists
            lows, highs = [min(r) for r in rows if r], [max(r) for r in rows if r]
            known = self._tables[name] = (min(lows, default=0), max(highs, default=0))
            known = self._tables[name] = (min(known[0], 0), max(known[1], 0))
        return known


def _is_step(s: ops.Assign) -> bool:
    """Whether an expression is a local plus something."""
    x = s.value
    if x.op not in (Op.ADD, Op.SUB) or x.type is not Type.INT or x.src[0].op is not Op.VAR:
        return False
    return x.src[0].arg is s.var


def _result(entry: Entry) -> Range:
    """The range of an intrinsic's result: sizes of the engine's buffers are known."""
    return (0, _MOST) if entry.reads and not entry.reads & ~_SIZES else ANY


_TABLE_READS = (Op.TABLE, Op.ROW_AT)
