"""Conditions on a site, and on one more number, that depend on tables alone: their sites are found when compiling.

"The target is farther from the centre than the origin" is such a condition. For each origin it is a constant set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...facts.site_sets import ALL, COMPARE, NONE, Sites, text_of
from ...program import expressions as ir
from ...program import ops
from ...program.operations import OPERATIONS
from ...program.ops import Expr, Op, Table, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_statements, subexpressions

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
        assigned = [s.var for s in all_statements(fn) if isinstance(s, ops.Assign)]
        loops = {s.var for s in all_statements(fn) if isinstance(s, ops.ForSet)}
        self.bounded = loops - {*assigned, *fn.params}

    def other(self, x: Expr, key: Var) -> tuple[Expr | None, bool]:
        """The number besides the key that a condition depends on, None if there is none; and whether the condition
        depends on nothing else."""
        found: dict[str, Expr] = {}
        for y in subexpressions(x):
            if y.op not in _KNOWN or y.type not in (Type.INT, Type.BOOL):
                return None, False
            if y.op in (Op.VAR, Op.CTX) and y.arg is not key:
                found[text_of(y)] = y
        if not found:
            return None, True
        one = next(iter(found.values()))
        whole = len(found) == 1 and one.type is Type.INT
        return one, whole and (one.arg in self.bounded or self._end(x, one) >= 0)

    def sites(self, x: Expr, key: Var) -> Sites:
        """The sites for which a condition of this kind holds."""
        other, _ = self.other(x, key)
        size = self.program.set_width
        if other is None:
            return _constant(_Values(self.program, key, None).row(x, size, 0), size)
        bounded = other.arg in self.bounded
        first, end = (0, size - 1) if bounded else (-1, self._end(x, other))
        values = _Values(self.program, key, other)
        rows = [values.row(x, size, k) for k in range(first, end + 1)]
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
        text, end = text_of(other), 0
        for y in subexpressions(x):
            for k, s in enumerate(y.src):
                if text_of(s) != text:
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
        return end if text_of(x) != text else -1


def _clamped(x: Expr, end: int) -> Expr:
    low = Expr(Op.MAX, Type.INT, (x, ir.const(-1)))
    return Expr(Op.MIN, Type.INT, (low, ir.const(end)))


def _constant(row: Iterable[int], size: int) -> Sites:
    """A set that is known: mostly the first sites, those of the board."""
    sites = list(row)
    if not sites:
        return NONE
    if len(sites) == size:
        return ALL
    lo, hi = sites[0], sites[-1] + 1
    if len(sites) == hi - lo:
        return Sites(ir.set_range(lo, hi))
    found = ir.set_one(sites[0])
    for site in sites[1:]:
        found = ir.set_or(found, ir.set_one(site))
    return Sites(found)


class _Values:
    """Finds the values of expressions. What depends on one number alone is found once for each of its values."""

    def __init__(self, program: Program, key: Var, other: Expr | None) -> None:
        self.program, self.key = program, key
        self.other = "" if other is None else text_of(other)
        self.depends: dict[Expr, tuple[bool, bool]] = {}
        self.known: dict[tuple[Expr, int, int], int] = {}
        self.alive: list[Expr] = []

    def row(self, x: Expr, size: int, other: int) -> list[int]:
        """The keys below `size` for which a condition holds where the other number has a value."""
        return [k for k in range(size) if self._of(x, k, other)]

    def _of(self, x: Expr, key: int, other: int) -> int:
        if x.op is Op.CONST:
            return x.const if x.type is Type.INT else bool(x.arg)
        if x.op in (Op.VAR, Op.CTX):
            return key if x.arg is self.key else other
        on_key, on_other = self._depends(x)
        at = (x, key if on_key else -2, other if on_other else -2)
        if at[1:] == (key, other):
            return self._found(x, key, other)
        if at not in self.known:
            self.known[at] = self._found(x, key, other)
        return self.known[at]

    def _depends(self, x: Expr) -> tuple[bool, bool]:
        found = self.depends.get(x)
        if found is None:
            below = subexpressions(x)
            on_key = any(y.op is Op.VAR and y.arg is self.key for y in below)
            on_other = any(y.op in (Op.VAR, Op.CTX) and text_of(y) == self.other for y in below)
            found = self.depends[x] = (on_key, on_other)
            self.alive.append(x)
        return found

    def _found(self, x: Expr, key: int, other: int) -> int:
        if x.op is Op.AND:
            return all(self._of(s, key, other) for s in x.src)
        if x.op is Op.OR:
            return any(self._of(s, key, other) for s in x.src)
        if x.op is Op.SELECT:
            return self._of(x.src[1 if self._of(x.src[0], key, other) else 2], key, other)
        values = [self._of(s, key, other) for s in x.src]
        if x.op is Op.NOT:
            return not values[0]
        if x.op is Op.TABLE:
            return _at(self.program.tables[x.name].values, values[0])
        if x.op in (Op.ROW_LEN, Op.ROW_AT):
            rows = self.program.tables[x.name].lists
            row = rows[values[0]] if 0 <= values[0] < len(rows) else []
            return len(row) if x.op is Op.ROW_LEN else _at(row, values[1])
        found = OPERATIONS[x.op].folds[Type.INT](*values)
        assert found is not None  # of these operations none fails
        return int(found)


def _at(values: Sequence[int], index: int) -> int:
    """An element of a table; 0 out of bounds."""
    return values[index] if 0 <= index < len(values) else 0
