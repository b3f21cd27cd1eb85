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

from collections.abc import Callable, Iterable, Mapping

from ..program import ops
from ..program.arithmetic import INT_MAX, INT_MIN
from ..program.intrinsics import PARTS
from ..program.ops import OPERATIONS, Entry, Expr, Field, FieldKind, Op, Resource, Type, Var
from ..program.program import Function, Program
from ..program.walk import all_expressions, all_of, reached_from
from ..program.worklist import Solution
from .flows import Node, flows
from .intervals import ANY, Range, computed, join, wrapped
from .runaway import MAX_STEPS

__all__ = ["MOST_STEPS", "Ranges", "held_ranges", "sizes_in"]

MOST_STEPS = 4 * MAX_STEPS
"""Iterations of all loops. Those that are not counted are short; so many take Python minutes in one position."""
_CAPACITY = 1 << 22  # the largest capacity that an engine lays out
_MOST = 1 << 26  # upper bound for the elements of an engine's buffer and the values of a list
_LOW = (0, -1, -(1 << 7), -(1 << 15), -(1 << 23), -(1 << 27), -(1 << 30), INT_MIN)
_FROM_ONE = (1,)  # players and components are numbers from 1 on
_HIGH = (0, 1, (1 << 7) - 1, (1 << 15) - 1, 1 << 23, 1 << 27, 1 << 30, INT_MAX)
_SIZES = Resource.COUNTS | Resource.RECORD_SIZE
_SMALL = 16
"""Ranges are not rounded up below this: players, components and directions are numbers of this size."""

Ask = Callable[[Node | Expr], Range | None]
"""The range of a node, or of a value that flows into one; None as long as none is known."""


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
        self._first: dict[Node, Range] = {slot: (init, init) for slot, init in program.context.items()}
        self._first |= {f: (f.init, f.init) for f in program.fields.values()}
        self._first |= {v: ANY for fn in program.entries.values() for v in fn.params}
        self._values: dict[Node, dict[Expr, None]] = {}
        for node, value in flows(program, live):
            if value.type in (Type.INT, Type.SET) or (value.type is Type.BOOL and _holds(node)):
                self._values.setdefault(node, {})[value] = None
        # the values of assignments that step
        self._steps = {s.value for fn in live for s in all_of(fn, ops.Assign) if _is_step(s)}
        self._ranges = Solution[Node | Expr, Range | None](self._equation, None)

    # ------------------------------------------------------------------ what is asked

    def range_of(self, x: Expr) -> Range:
        """The range of an INT expression, or of the members of a SET, from 0 on."""
        return self._ranges.value(x) or ANY

    def unwrapped(self, x: Expr) -> Range | None:
        """The range of the exact result of an operation on 32-bit operands."""
        return self._exact(x, self._ranges.value)

    def overflows(self, x: Expr) -> bool:
        """Whether the result of an operation, computed without a limit, may need more than 32 bits."""
        raw = self.unwrapped(x)
        if raw is None or (raw[0] >= INT_MIN and raw[1] <= INT_MAX):
            return False
        return not (x.op in (Op.ADD, Op.SUB) and x in self._steps)

    def field(self, name: str) -> Range:
        """The range of a field's values."""
        return self._field(self.program.fields[name], self._ranges.value) or ANY

    # ------------------------------------------------------------------ the equations

    def _equation(self, node: Node | Expr, ask: Ask) -> Range | None:
        if isinstance(node, Expr):
            if node.type is Type.SET:
                return self._members(node, ask)
            return (0, 1) if node.type is Type.BOOL else self._clamped(node, ask)
        values = self._values.get(node, ())
        if not values and node not in self._first:
            return ANY  # backends ask about locals of their own
        found, steps = self._first.get(node), []
        for x in values:
            if isinstance(node, Var) and x in self._steps and x.src[0].arg is node:
                steps.append(x)
            elif (r := ask(x)) is not None:
                found = join(found, r)
        if found is None:
            return None
        lo, hi = found
        for step in steps:
            by = ask(step.src[1])
            if by is None:
                continue
            by = by if step.op is Op.ADD else (-by[1], -by[0])
            lo, hi = lo + min(by[0], 0) * MOST_STEPS, hi + max(by[1], 0) * MOST_STEPS
        if lo < INT_MIN or hi > INT_MAX:
            self._steps -= {*steps}
            return ANY
        # what sets are made of is bounded by their width
        return (lo, hi) if values and all(x.type is Type.SET for x in values) else self._rounded((lo, hi))

    def _clamped(self, x: Expr, ask: Ask) -> Range | None:
        raw = self._exact(x, ask)
        return raw and wrapped(raw)

    # ------------------------------------------------------------------ expressions

    def _exact(self, x: Expr, ask: Ask) -> Range | None:
        op = x.op
        if op is Op.CONST:
            return (x.const, x.const)
        if op is Op.VAR or op is Op.CTX or op is Op.CALL:
            return ask(x.arg)  # type: ignore[arg-type]
        if op is Op.FIELD or op is Op.FIELD_RAW:
            return self._field(self.program.fields[x.name], ask)
        if op in _TABLE_READS:
            return self._table(x.name)
        if op is Op.ROW_LEN:
            return (0, self.program.tables[x.name].longest)
        if op is Op.ROW_RUN:
            start, longest = self._clamped(x.src[1], ask), self.program.tables[x.name].longest
            return None if start is None else (0, max(longest, start[1]))
        if op is Op.FIND:
            end = self._clamped(x.src[1], ask)
            return None if end is None else (min(0, end[0]), end[1])
        if op in (Op.LEN, Op.CAP, Op.LIST_LEN):
            return (0, _MOST if op is Op.LIST_LEN else _CAPACITY)
        if op in (Op.SET_COUNT, Op.SET_MIN, Op.SET_MAX, Op.SET_NTH):
            return (-1, self.program.set_width + 63)
        if op is Op.RUN:
            entry = x.run.intrinsic
            return ask(entry) if self._fields and entry in PARTS else _result(entry)
        return computed(x, lambda y: self._clamped(y, ask))

    def _members(self, x: Expr, ask: Ask) -> Range | None:
        """The range of a set's members, from 0 on; None as long as none is known to have any."""
        if x.op in (Op.VAR, Op.CALL):
            found = ask(x.arg)  # type: ignore[arg-type]
            return found and (0, min(found[1], self._last))
        if x.op in (Op.SET_AND, Op.SET_DIFF, Op.SET_OR, Op.SET_XOR, Op.SELECT):
            of = [self._members(y, ask) for y in x.src if y.type is Type.SET]
            if x.op is Op.SET_AND:
                return None if None in of else min(filter(None, of))
            return of[0] if x.op is Op.SET_DIFF else max(filter(None, of), default=None)
        if x.op is Op.SET_TABLE:
            lists = self.program.tables[x.name].lists
            return 0, max((site for row in lists for site in row), default=0)
        if x.op is Op.SET_RANGE and x.src[1].is_const:
            return 0, max(0, min(x.src[1].const - 1, self._last))
        if x.op is Op.SET_WHERE:
            f = self.program.fields[x.name]
            return 0, self._last if f.cap else min(f.size - 1, self._last)
        return 0, 0 if x.op is Op.SET_EMPTY else self._last

    def _rounded(self, r: Range) -> Range:
        return next(t for t in self._low if t <= r[0]), next(t for t in self._high if t >= r[1])

    def _field(self, f: Field, ask: Ask) -> Range | None:
        if f.name in self._held:
            return self._held[f.name]
        if f.kind is FieldKind.SET or f.bits > 32:
            return ANY
        half = 1 << (f.bits - 1)
        widest = (min(-half, f.init), max(half - 1, f.init))
        found = ask(f) if self._fields else widest
        return widest if found and (found[0] < widest[0] or found[1] > widest[1]) else found

    def _table(self, name: str) -> Range:
        """The range of a table's values, including 0 for reads out of bounds."""
        least, greatest = self.program.tables[name].span
        return min(least, 0), max(greatest, 0)


def held_ranges(program: Program) -> dict[str, Range]:
    """The ranges of those fields whose values stay within narrow bounds from the start on, in all games. They are
    checked before a game begins in some state; if one does not hold, ordinary code plays.

    Fields that nothing reads have none: the program that made the state may still write them."""
    reached = reached_from(program, [*program.entries.values(), *program.appliers.values()])
    live = [fn for fn in program.functions if fn.index in reached]
    found = Ranges(program, live, sizes_in(program), fields=True)
    read = {x.name for fn in live for x in all_expressions(fn) if OPERATIONS[x.op].reads & Resource.FIELDS}
    held = {}
    for f in (f for f in program.fields.values() if f.name in read):
        lo, hi = found.field(f.name)
        if f.kind is not FieldKind.SET and f.bits <= 32 and (lo > -(1 << f.bits - 1) or hi < (1 << f.bits - 1) - 1):
            held[f.name] = lo, hi
    return held


def sizes_in(program: Program) -> list[int]:
    """The greatest indices of arrays, tables and sets."""
    found = {(program.set_width + 63) // 64 * 64, program.set_width, *range(2, _SMALL + 2)}
    found |= {f.size * program.caps.get(f.cap or "", 1) for f in program.fields.values()}
    found |= {len(table.rows) for table in program.tables.values()}
    return [size - 1 for size in found]


def _holds(node: Node) -> bool:
    """Whether a node that is given a SET or BOOL has INTs as values: the members of a set that a loop runs over, or a
    field."""
    return isinstance(node, Field) or (isinstance(node, Var) and node.type is Type.INT)


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
