"""How wide the sets of a program have to be: what is not below the width is no member of any set.

Sets are made of numbers that come from constants, tables and loops over ranges, and that go through locals, parameters,
results, slots of the context, fields of the state, lists and moves. For each of these the greatest number that reaches
it is found. Numbers that are computed, drawn or given by an engine are not followed: they are sites of the board or the
hands, for which the least width has room. A lowering that makes a set of other numbers which it computes says how many
there are (`Declarations.make_room`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludparse.problems.errors import LudLimitError

from ..program.expressions import const
from ..program.intrinsics import APPLIED_PARAM, MOVE_FROM, MOVE_TO
from ..program.limits import MAX_WIDTH
from ..program.ops import Expr, Op, Type
from ..program.program import Program
from ..program.walk import all_expressions, reached
from ..program.worklist import Solution
from .flows import Node, flows, node_of

__all__ = ["set_width"]

_OF_MOVES = MOVE_FROM, MOVE_TO, APPLIED_PARAM
"""What holds sites of moves: a move may have each of them in each place."""
_NONE = -1


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
        self._tables: dict[str, int] = {}
        self._values: dict[Node, dict[Expr, None]] = {}
        self._values |= {program.fields[name]: {const(most): None} for name, most in given.items()}
        functions = [program.functions[i] for i in sorted(reached(program))]
        for node, value in flows(program, functions):
            if value.type in (Type.INT, Type.SET, Type.LIST):
                self._values.setdefault(MOVE_TO if node in _OF_MOVES else node, {})[value] = None
        made = [x for fn in functions for x in all_expressions(fn) if x.op in _MADE]
        self._made = [const(self._table(x.name)) if x.op in _WHOLE_ROWS else x for x in made]
        self._numbers = Solution(self._equation, _NONE)

    def member(self) -> int:
        """The greatest member of any set."""
        tables = [self._table(t.name) for t in self._program.tables.values() if t.kind in ("sets", "groups")]
        return max([_NONE, *tables, *(self._of(x, self._numbers.value) for x in self._made)])

    def _equation(self, node: Node, ask: Callable[[Node], int]) -> int:
        return max((self._of(x, ask) for x in self._values.get(node, ())), default=_NONE)

    def _of(self, x: Expr, ask: Callable[[Node], int]) -> int:
        """The greatest number that an expression can be, or hold as a member."""
        node = node_of(self._program, x)
        if node is not None:
            return ask(MOVE_TO if node in _OF_MOVES else node)
        if x.op is Op.CONST:
            return x.const if x.const <= MAX_WIDTH else _NONE  # no game has a site with such a number
        if x.op in (Op.TABLE, Op.ROW_AT, Op.SET_TABLE, Op.ROW_SET):
            return self._table(x.name)
        if x.op in (Op.ROW_LEN, Op.ROW_RUN):  # where a loop along a row ends, say
            return self._program.tables[x.name].longest
        of = [self._of(s, ask) for s in x.src if s.type is not Type.BOOL]
        if x.op is Op.SUB:  # the last value of a loop, say
            return max(of[0] - x.src[1].const, _NONE) if x.src[1].is_const and x.src[1].const >= 0 else _NONE
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

_WHOLE_ROWS = {Op.ROW_SET, Op.ROW_RUN}
_MADE = {Op.SET_ONE, Op.SET_RANGE, *_WHOLE_ROWS}
"""What makes sets of numbers."""
