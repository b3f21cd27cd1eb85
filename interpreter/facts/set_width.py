"""How wide the sets of a program have to be: what is not below the width is no member of any set.

Sets are made of numbers that come from constants, tables and loops over ranges, and that go through locals, parameters,
results, slots of the context, fields of the state, lists and moves. For each of these the greatest number that reaches
it is found. Numbers that are counted up, drawn or given by an engine, and those that a description computes, are not
followed: they are sites of the board or the hands, for which the least width has room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ludparse.problems.errors import LudLimitError

from ..program import ops
from ..program.actions import ACTIONS
from ..program.entries import Use
from ..program.expressions import const, sub, value_of
from ..program.intrinsics import APPLIED_PARAM, MOVE_FROM, MOVE_TO
from ..program.limits import MAX_WIDTH
from ..program.ops import Argument, Expr, Op, Type, Var
from ..program.program import Function, Program
from ..program.walk import all_statements, nodes, reached, subexpressions

__all__ = ["set_width"]

_Node = Var | Function | str
"""What numbers go through: a local, the result of a function, or a slot, a field or one of these by its name."""
_MOVES = "the sites of moves"
_SITES = {"from", "to", "site", "var"}
"""The parameters of actions that are sites."""
_NONE = -1
_MOST_STEPS = 30
"""A number that has grown so often is counted up."""


def set_width(program: Program, least: int, given: Mapping[str, int]) -> int:
    """The width of sets: at least the given one, and room for every number that may become a member of a set.

    given: for some fields the greatest value that an engine may put there.

    Raises LudLimitError for more than `MAX_WIDTH`.
    """
    found = max(least, 1 + _Greatest(program, given).member())
    if found > MAX_WIDTH:
        raise LudLimitError(f"these rules need sets of {found} sites or values; at most {MAX_WIDTH} are possible")
    return found


class _Greatest:
    """The greatest number that reaches each node; -1 where none is known."""

    def __init__(self, program: Program, given: Mapping[str, int]) -> None:
        self._program = program
        self._flows: list[tuple[_Node, Expr]] = [(f"field {name}", const(most)) for name, most in given.items()]
        self._made: list[Expr] = []  # the sets that are made of numbers
        self._tables: dict[str, int] = {}
        self._counted: set[_Node] = set()
        for index in sorted(reached(program)):
            self._collect(program.functions[index])
        while not self._solve():
            pass

    def member(self) -> int:
        """The greatest member of any set."""
        tables = [self._table(t.name) for t in self._program.tables.values() if t.kind in ("sets", "groups")]
        return max([_NONE, *tables, *map(self._of, self._made)])

    def _collect(self, fn: Function) -> None:
        found = all_statements(fn)
        for s in found:
            if isinstance(s, ops.Assign):
                self._flow(s.var, s.value)
            elif isinstance(s, ops.SetCtx):
                self._flow(f"slot {s.slot}", s.value)
            elif isinstance(s, ops.SetField):
                self._flow(f"field {s.field}", s.value)
            elif isinstance(s, ops.Return) and s.value is not None:
                self._flow(fn, s.value)
            elif isinstance(s, ops.ForRange):
                self._flow(s.var, s.lo if s.down else sub(s.hi, 1))
            elif isinstance(s, ops.Scan):
                self._flow(s.var, s.lo, s.hi)
            elif isinstance(s, ops.ForPieces):
                self._flow(s.var, s.first)
            elif isinstance(s, ops.ForRow):
                self._flow(s.var, const(self._table(s.table)))
            elif isinstance(s, ops.ForSet | ops.ForList):
                self._flow(s.var, s.set if isinstance(s, ops.ForSet) else s.list)
            elif isinstance(s, ops.Flood):
                self._flow(s.var, value_of(s.group))
            elif isinstance(s, ops.Emit):
                self._flow(_MOVES, s.from_site, s.to_site)
                for action in s.actions:
                    self._act(action.kind, action.params)
        for x in nodes(found):
            if x.op in (Op.SET_ONE, Op.SET_RANGE, Op.SET_SHIFT):
                self._made.append(x)
            elif x.op is Op.ROW_SET or x.op is Op.ROW_RUN:  # the values of a whole row
                self._made.append(const(self._table(x.name)))
            elif x.op is Op.CALL:
                for v, value in zip(x.called.params, x.src, strict=True):
                    self._flow(v, value)
            elif x.op is Op.RUN:
                self._run(x)

    def _run(self, x: Expr) -> None:
        entry = x.run.intrinsic
        if entry.argument is Argument.ACTION:
            self._act(x.run.name, x.src[1:])
        elif entry.argument is Argument.LIST:
            self._flow(f"field {x.run.name}", *x.src)
        elif x.src and (changed := self._node(x.src[0])) is not None and x.src[0].type is Type.LIST:
            self._flow(changed, *x.src[1:])
        else:
            sites = [operand.name in _SITES or operand.use is Use.DESTINATION for operand in entry.operands]
            self._flow(_MOVES, *(value for value, site in zip(x.src, sites, strict=True) if site))

    def _act(self, kind: str, values: Sequence[Expr]) -> None:
        applier = self._program.appliers.get(kind)
        for k, (name, value) in enumerate(zip(ACTIONS[kind].params, values, strict=True)):
            if name in _SITES:
                self._flow(_MOVES, value)
            if applier is not None:
                self._flow(applier.params[k], value)

    def _flow(self, node: _Node, *values: Expr) -> None:
        for value in values:
            if value.type in (Type.INT, Type.SET, Type.LIST):
                self._flows.append((node, value))
            if value.type is Type.LIST and value.op is Op.VAR and isinstance(node, Var):  # two names of one list
                self._flows.append((value.var, value_of(node)))

    def _solve(self) -> bool:
        """Follows the numbers until none grows; False if one was found that is counted up."""
        self._known: dict[_Node, int] = {}
        readers: dict[_Node, list[tuple[_Node, Expr]]] = {}
        grown: Counter[_Node] = Counter()
        reading = []
        for node, value in self._flows:
            read = set(self._reads(value))
            if node in read and value.op is not Op.SELECT and _computes(value):
                self._counted.add(node)
            for other in read:
                readers.setdefault(other, []).append((node, value))
            if read:
                reading.append((node, value))
            else:
                self._known[node] = max(self._known.get(node, _NONE), self._of(value))
        while reading:
            node, value = reading.pop()
            found = self._of(value)
            if node not in self._counted and found > self._known.get(node, _NONE):
                self._known[node] = found
                grown[node] += 1
                reading += readers.get(node, ())
                if grown[node] > _MOST_STEPS:
                    self._counted.add(node)
                    return False
        return True

    def _reads(self, x: Expr) -> Iterator[_Node]:
        return (node for y in subexpressions(x) if (node := self._node(y)) is not None)

    def _node(self, x: Expr) -> _Node | None:
        """The node whose numbers an expression has."""
        if x.op is Op.VAR or x.op is Op.CALL:
            return x.arg  # type: ignore[return-value]
        if x.op is Op.CTX:
            return f"slot {x.name}"
        if x.op is Op.FIELD or x.op is Op.FIELD_RAW:
            return f"field {x.name}"
        if x.op is Op.RUN and x.run.intrinsic in (MOVE_FROM, MOVE_TO, APPLIED_PARAM):
            return _MOVES
        return None

    def _of(self, x: Expr) -> int:
        """The greatest number that an expression can be, or hold as a member."""
        node = self._node(x)
        if node is not None:
            return _NONE if node in self._counted else self._known.get(node, _NONE)
        if x.op is Op.CONST:
            return x.const if x.const <= MAX_WIDTH else _NONE  # no game has a site with such a number
        if x.op in (Op.TABLE, Op.ROW_AT, Op.SET_TABLE, Op.ROW_SET):
            return self._table(x.name)
        of = [self._of(s) for s in x.src if s.type is not Type.BOOL]
        if x.op in (Op.ADD, Op.SET_SHIFT, Op.MUL):
            fixed = x.op is not Op.ADD or x.src[0].op is Op.MUL  # else a description adds something to a site
            both = of[0] * of[1] if x.op is Op.MUL else of[0] + of[1]
            return both if fixed and min(of) >= 0 and both <= MAX_WIDTH else _NONE
        if x.op is Op.SUB:
            return max(of[0] - x.src[1].const, _NONE) if x.src[1].is_const else _NONE
        if x.op in (Op.SET_AND, Op.MIN):
            return min(of)
        if x.op is Op.SET_RANGE:
            return of[1] - 1
        if x.op is Op.FIND:
            return of[1]
        return of[0] if x.op in _FIRST else max(of, default=_NONE) if x.op in _EITHER else _NONE

    def _table(self, name: str) -> int:
        if name not in self._tables:
            table = self._program.tables[name]
            rows = [table.values] if table.kind == "flat" else table.lists
            values = (value for row in rows for value in row if value <= MAX_WIDTH)
            self._tables[name] = max(values, default=_NONE)
        return self._tables[name]


_FIRST = {Op.SET_ONE, Op.SET_DIFF, Op.SET_MIN, Op.SET_MAX, Op.SET_NTH, Op.LIST_AT}
_EITHER = {Op.SELECT, Op.MAX, Op.SET_OR, Op.SET_XOR, Op.LIST_NEW}


def _computes(x: Expr) -> bool:
    return any(y.op in (Op.ADD, Op.SUB, Op.MUL) for y in subexpressions(x))
