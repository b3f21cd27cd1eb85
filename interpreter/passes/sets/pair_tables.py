"""Conditions on a site, and on one more number, that depend on tables alone: their sites are found when compiling.

"The target is farther from the centre than the origin" is such a condition. For each origin it is a constant set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from itertools import groupby, repeat

from ...facts.site_sets import ALL, COMPARE, NONE, Sites
from ...program import expressions as ir
from ...program import ops
from ...program.operations import OPERATIONS
from ...program.ops import Expr, Op, Table, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_of, subexpressions

__all__ = ["PairTables"]

_ARITHMETIC = {Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.ABS, Op.MIN, Op.MAX, *COMPARE}
_KNOWN = {Op.CONST, Op.VAR, Op.CTX, Op.TABLE, Op.ROW_LEN, Op.ROW_AT, Op.AND, Op.OR, Op.NOT, Op.SELECT, *_ARITHMETIC}


class PairTables:
    """Makes the tables of a program, or finds equal ones that it already has."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[str, str] = {}
        self.bounded: set[Var] = set()  # locals that are below the width of sets and not negative

    def follow(self, fn: Function) -> None:
        """Finds what is known of a function's locals."""
        assigned = [s.var for s in all_of(fn, ops.Assign)]
        loops = {s.var for s in all_of(fn, ops.ForSet)}
        self.bounded = loops - {*assigned, *fn.params}

    def other(self, x: Expr, key: Var) -> tuple[Expr | None, bool]:
        """The number besides the key that a condition depends on, None if there is none; and whether the condition
        depends on nothing else."""
        found: dict[Expr, None] = {}
        for y in subexpressions(x):
            if y.op not in _KNOWN or y.type not in (Type.INT, Type.BOOL):
                return None, False
            if y.op in (Op.VAR, Op.CTX) and y.arg is not key:
                found[y] = None
        if not found:
            return None, True
        one = next(iter(found))
        whole = len(found) == 1 and one.type is Type.INT
        return one, whole and (one.arg in self.bounded or self._end(x, one) >= 0)

    def sites(self, x: Expr, key: Var) -> Sites:
        """The sites for which a condition of this kind holds."""
        other, _ = self.other(x, key)
        size = self.program.set_width
        if other is None:
            return _constant(_Values(self.program, size, key, None).row(x, 0), size)
        bounded = other.arg in self.bounded
        first, end = (0, size - 1) if bounded else (-1, self._end(x, other))
        values = _Values(self.program, size, key, other)
        rows = [values.row(x, k) for k in range(first, end + 1)]
        if all(row == rows[0] for row in rows):
            return _constant(rows[0], size)
        number = other if bounded else ir.add(_clamped(other, end), 1)
        return Sites(Expr(Op.SET_TABLE, Type.SET, (number,), self._table(rows)))

    def _table(self, rows: list[list[int]]) -> str:
        text = repr(rows)
        if text not in self.known:
            name = self.known[text] = f"pairs_{len(self.known) + 1}"
            self.program.tables[name] = Table(name, "sets", rows)
        return self.known[text]

    def _end(self, x: Expr, other: Expr) -> int:
        """A value from which on the other number makes no difference, as none below 0 does; -1 if none is known.

        It has to be an index of tables, or compared with constants that are not negative.
        """
        end = 0
        for y in subexpressions(x):
            for k, s in enumerate(y.src):
                if s is not other:
                    continue
                if y.op in (Op.TABLE, Op.ROW_LEN) or (y.op is Op.ROW_AT and k == 0):
                    table = self.program.tables[y.name]
                    end = max(end, len(table.values if y.op is Op.TABLE else table.lists))
                elif y.op is Op.ROW_AT:
                    end = max(end, *map(len, self.program.tables[y.name].lists))
                elif y.op in COMPARE and y.src[1 - k].is_const and y.src[1 - k].const >= 0:
                    end = max(end, y.src[1 - k].const + 1)
                else:
                    return -1
        return end if x is not other else -1


def _clamped(x: Expr, end: int) -> Expr:
    low = Expr(Op.MAX, Type.INT, (x, ir.const(-1)))
    return Expr(Op.MIN, Type.INT, (low, ir.const(end)))


def _constant(row: Iterable[int], size: int) -> Sites:
    """A set that is known, as the union of its runs: mostly the first sites, those of the board."""
    sites = list(row)
    if not sites:
        return NONE
    if len(sites) == size:
        return ALL
    runs = [[site for _, site in run] for _, run in groupby(enumerate(sites), lambda at: at[1] - at[0])]
    parts = [ir.set_range(run[0], run[-1] + 1) if run[1:] else ir.set_one(run[0]) for run in runs]
    return Sites(reduce(ir.set_or, parts))


class _Values:
    """Finds the values of expressions for all keys below `size` at once. What does not depend on the other number is
    found once."""

    def __init__(self, program: Program, size: int, key: Var, other: Expr | None) -> None:
        self.program, self.size, self.key, self.other = program, size, key, other
        self._depends: dict[Expr, bool] = {}
        self._known: dict[tuple[Expr, int], int | list[int]] = {}

    def row(self, x: Expr, other: int) -> list[int]:
        """The keys for which a condition holds where the other number has a value."""
        found = self._of(x, other)
        return [k for k in range(self.size) if (found[k] if isinstance(found, list) else found)]

    def _of(self, x: Expr, other: int) -> int | list[int]:
        """The value for each key; one number if it is the same for all."""
        if x.op is Op.CONST:
            return x.const if x.type is Type.INT else bool(x.arg)
        if x.op in (Op.VAR, Op.CTX):
            return list(range(self.size)) if x.arg is self.key else other
        if x not in self._depends:
            self._depends[x] = self.other in subexpressions(x)
        at = (x, other if self._depends[x] else -2)
        if at not in self._known:
            values, compute = [self._of(s, other) for s in x.src], self._computed(x)
            columns = [v if isinstance(v, list) else repeat(v) for v in values]
            some = any(isinstance(v, list) for v in values)
            self._known[at] = list(map(compute, *columns)) if some else compute(*values)
        return self._known[at]

    def _computed(self, x: Expr) -> Callable[..., int]:
        """The value of an operation over those of its operands. None of these operations fails."""
        if x.op is Op.TABLE:
            return partial(_at, self.program.tables[x.name].values)
        rows = self.program.tables[x.name].lists if x.op in (Op.ROW_LEN, Op.ROW_AT) else []
        if x.op is Op.ROW_LEN:
            return lambda i: len(rows[i]) if 0 <= i < len(rows) else 0
        if x.op is Op.ROW_AT:
            return lambda i, k: _at(rows[i], k) if 0 <= i < len(rows) else 0
        return OPERATIONS[x.op].folds[x.src[0].type]  # type: ignore[return-value]


def _at(values: Sequence[int], index: int) -> int:
    """An element of a table; 0 out of bounds."""
    return values[index] if 0 <= index < len(values) else 0
