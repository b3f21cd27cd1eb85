"""Which loops of a ply need no count of their iterations, because together they take few steps whatever the state is.

Counting steps is there for rules that may not end (`runaway.py`). A loop over a row, a set, or numbers of which the
greatest is known ends soon, unless it stands in one that may not.
"""

from __future__ import annotations

from ..program import ops
from ..program.ops import Block, Expr, FieldKind, Op, Stmt, Var
from ..program.program import Function, Program
from ..program.walk import all_statements, blocks, numbered, reached_from, runs_of
from .runaway import Runaway

__all__ = ["FEW", "Steps"]

FEW = 1_000_000
"""Steps that nobody has to count: they take far less time than a caller notices."""
_OFTEN = 512  # how often a ply applies an action or calls a consequent, at most, as far as steps are concerned
_DEEP = 6  # how far the values of locals are followed


class Steps:
    """What `Runaway` says of a program, for the entries `moves` and `play` alone, and with fewer loops that count.

    recursive: as in `Runaway`. uncounted: the steps that nobody counts in a ply, at most.
    """

    def __init__(self, program: Program) -> None:
        self._program, self._runaway = program, Runaway(program)
        self.recursive = self._runaway.recursive
        entries = [program.entries["moves"], program.entries["play"]]
        often = [*program.appliers.values(), *(program.functions[i] for i in sorted(numbered(program)))]
        self._assigned: dict[Var, list[Stmt]] = {}
        live = [program.functions[i] for i in reached_from(program, (*entries, *often))]
        for fn in live:
            for s in all_statements(fn):
                if isinstance(s, ops.Binding):
                    self._assigned.setdefault(s.var, []).append(s)
        self._params = {v for fn in live for v in fn.params}
        self._trips = {s: self._most(s) for fn in live for s in all_statements(fn)}
        self._endless: set[int] = set()  # functions that run in a loop which may not end
        for fn in live:
            self._mark(fn.body, False)
        self._known: dict[int, int] = {}
        most = FEW + 1
        if not self.recursive & {fn.index for fn in live}:
            most = sum(2 * self._function(fn) for fn in entries) + _OFTEN * sum(map(self._function, often))
        self._few = most <= FEW
        self.uncounted = most if self._few else 0
        self._counted: set[Stmt] = set()
        for fn in live:
            self._count(fn.body, fn.index in self._endless)

    def counts(self, loop: Stmt) -> bool:
        """Whether the iterations of a loop are counted."""
        if not self._runaway.counts(loop):
            return False
        return not self._few or loop in self._counted or loop not in self._trips

    def searches(self, loop: ops.ForSet) -> bool:
        """Whether the members of a loop are counted before it."""
        return not self._few and self._runaway.searches(loop)

    def _mark(self, body: Block, endless: bool) -> None:
        for s in body:
            if endless:
                for x in (x for x in runs_of([s]) if x.op is Op.CALL):
                    if x.called.index not in self._endless:
                        self._endless.add(x.called.index)
                        self._mark(x.called.body, True)
            inner = endless or (_is_loop(s) and self._trips[s] is None)
            for block in blocks(s):
                self._mark(block, inner)

    def _count(self, body: Block, endless: bool) -> None:
        for s in body:
            inner = endless or (_is_loop(s) and self._trips[s] is None)
            if inner and _is_loop(s):
                self._counted.add(s)
            for block in blocks(s):
                self._count(block, inner)

    def _function(self, fn: Function) -> int:
        if fn.index not in self._known:
            self._known[fn.index] = 0 if fn.index in self._endless else self._block(fn.body)
        return self._known[fn.index]

    def _block(self, body: Block) -> int:
        """The steps of a block, apart from those that are counted."""
        total = 0
        for s in body:
            total += sum(self._function(x.called) for x in runs_of([s]) if x.op is Op.CALL)
            if _is_loop(s):
                trips = self._trips[s]
                total += 0 if trips is None else trips * (1 + sum(map(self._block, blocks(s))))
            else:
                total += sum(map(self._block, blocks(s)))
        return total

    # ------------------------------------------------------------------ how often loops run

    def _most(self, s: Stmt) -> int | None:
        """The most iterations of a loop; None if that is not known."""
        if isinstance(s, ops.ForSet):
            return self._program.set_width
        if isinstance(s, ops.ForRow):
            return max(map(len, self._program.tables[s.table].lists), default=0)
        if isinstance(s, ops.ForPieces):
            return self._program.set_width if self._program.listed else None
        if isinstance(s, ops.ForRange | ops.Scan):
            lo, hi = self._range(s.lo, _DEEP), self._range(s.hi, _DEEP)
            if lo is None or hi is None:
                return None
            return max(0, lo[1] - hi[0] + 1 if isinstance(s, ops.ForRange) and s.down else hi[1] - lo[0])
        return None

    def _range(self, x: Expr, deep: int) -> tuple[int, int] | None:
        """The least and the greatest value of an expression, if they are known."""
        if x.is_const:
            return x.const, x.const
        if x.op in (Op.ROW_LEN, Op.ROW_RUN):
            longest = max(map(len, self._program.tables[x.name].lists), default=0)
            start = (0, 0) if x.op is Op.ROW_LEN else self._range(x.src[1], deep)
            return None if start is None else (0, max(longest, start[1]))
        if x.op is Op.TABLE:
            values = [0, *map(int, self._program.tables[x.name].values)]
            return min(values), max(values)
        if x.op is Op.FIELD:
            f = self._program.fields[x.name]
            return (-128, 127) if f.kind is FieldKind.ARRAY and f.bits == 8 else None
        if x.op in (Op.ADD, Op.SUB, Op.MIN, Op.MAX):
            a, b = (self._range(y, deep) for y in x.src)
            return _joined(x.op, a, b)
        if x.op is Op.SELECT:
            found = [self._range(y, deep) for y in x.src[1:]]
            known = [r for r in found if r is not None]
            return _around(known) if len(known) == len(found) else None
        if x.op is Op.VAR and x.var not in self._params and deep:
            values_of = [self._of(s, deep - 1) for s in self._assigned.get(x.var, ())]
            known = [r for r in values_of if r is not None]
            return _around(known) if known and len(known) == len(values_of) else None
        return None

    def _of(self, s: Stmt, deep: int) -> tuple[int, int] | None:
        """The values that a statement gives the local that it assigns."""
        if isinstance(s, ops.Assign):
            return self._range(s.value, deep)
        if isinstance(s, ops.ForRange | ops.Scan):
            lo, hi = self._range(s.lo, deep), self._range(s.hi, deep)
            return None if lo is None or hi is None else _around([lo, hi])
        if isinstance(s, ops.ForPieces):
            return self._range(s.first, deep)
        if isinstance(s, ops.ForSet):
            return 0, self._program.set_width
        if isinstance(s, ops.ForRow):
            values = [0, *(v for row in self._program.tables[s.table].lists for v in row)]
            return min(values), max(values)
        return None


def _is_loop(s: Stmt) -> bool:
    return isinstance(s, ops.Loop)


def _around(ranges: list[tuple[int, int]]) -> tuple[int, int]:
    return min(lo for lo, _ in ranges), max(hi for _, hi in ranges)


def _joined(op: Op, a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    if a is None or b is None:
        return None
    if op is Op.ADD:
        return a[0] + b[0], a[1] + b[1]
    if op is Op.SUB:
        return a[0] - b[1], a[1] - b[0]
    pick = min if op is Op.MIN else max
    return pick(a[0], b[0]), pick(a[1], b[1])
