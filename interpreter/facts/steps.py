"""Which loops of a ply need no count of their iterations, because together they take few steps whatever the state is.

Counting steps is there for rules that may not end (`runaway.py`). A loop over a row, a set, or numbers of which the
greatest is known ends soon, unless it stands in one that may not.
"""

from __future__ import annotations

from ..program import ops
from ..program.ops import Block, Op, Stmt
from ..program.program import Function, Program
from ..program.walk import all_statements, blocks, called_by, numbered, reached_from, runs_of
from .ranges import Ranges
from .runaway import Runaway

__all__ = ["FEW", "Steps"]

FEW = 1_000_000
"""Steps that nobody has to count: they take far less time than a caller notices."""
_OFTEN = 512  # how often a ply applies an action or calls a consequent, at most, as far as steps are concerned
_SHORT = 256  # iterations: longer loops whose bounds are computed are counted, if there are not so many sites


class Steps:
    """What `Runaway` says of a program, for the entries `moves` and `play` alone, and with fewer loops that count.

    ranges: of what these entries compute. recursive: as in `Runaway`. uncounted: the steps that nobody counts in a ply,
    at most.
    """

    def __init__(self, program: Program, ranges: Ranges) -> None:
        self._program, self._ranges, self._runaway = program, ranges, Runaway(program)
        self.recursive = self._runaway.recursive
        entries = [program.entries["moves"], program.entries["play"]]
        often = [*program.appliers.values(), *(program.functions[i] for i in sorted(numbered(program)))]
        live = [program.functions[i] for i in reached_from(program, (*entries, *often))]
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
            total += sum(map(self._function, called_by([s])))
            if _is_loop(s):
                trips = self._trips[s]
                total += 0 if trips is None else trips * (1 + sum(map(self._block, blocks(s))))
            else:
                total += sum(map(self._block, blocks(s)))
        return total

    def _most(self, s: Stmt) -> int | None:
        """The most iterations of a loop; None if these are too many, or not known."""
        if isinstance(s, ops.ForSet):
            return self._program.set_width
        if isinstance(s, ops.ForRow):
            return self._program.tables[s.table].longest
        if isinstance(s, ops.ForPieces):
            return self._program.set_width if self._program.listed else None
        if isinstance(s, ops.ForRange | ops.AlongRow):
            (lo, most_lo), (hi, most_hi) = self._ranges.range_of(s.lo), self._ranges.range_of(s.hi)
            most = max(0, most_lo - hi + 1 if isinstance(s, ops.ForRange) and s.down else most_hi - lo)
            given = s.lo.is_const and s.hi.is_const
            return most if given or most <= max(_SHORT, self._program.set_width) else None
        return None


def _is_loop(s: Stmt) -> bool:
    return isinstance(s, ops.Loop)
