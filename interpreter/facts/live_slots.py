"""Liveness of context slots: which slots something may still read, by a backward analysis of each function."""

from __future__ import annotations

from dataclasses import dataclass

from ..program import ops
from ..program.effects import effects_of
from ..program.ops import Block, Op, Stmt
from ..program.program import Function, Program
from ..program.walk import all_statements, nodes

Write = ops.SetCtx | tuple[ops.Restoring, str]
"""A write to a context slot; with the slot, where a statement restores several."""


def live_after(program: Program, fn: Function, loop: Stmt) -> frozenset[str]:
    """The slots that something may read after a loop of a function, before they are written."""
    finder = LiveSlots(program)
    finder.block(fn.body, finder.all, None)
    return finder.after.get(loop, finder.all)


@dataclass(frozen=True)
class _Loop:
    """The slots that are live after a loop, and at the beginning of an iteration."""

    after: frozenset[str]
    again: frozenset[str]


class LiveSlots:
    """Finds which slots are live; all are at the end of a function, because its caller may read them."""

    def __init__(self, program: Program) -> None:
        self.all = frozenset((*program.context, *program.context_sets))
        self.effects = effects_of(program)
        self.written: set[Write] = set()  # writes that are not dead
        self.known: dict[Stmt, frozenset[str]] = {}
        self.after: dict[Stmt, frozenset[str]] = {}  # the slots that are live after a loop

    def dead(self, fn: Function) -> set[Write]:
        """The dead writes of a function."""
        found = all_statements(fn)
        writes: set[Write] = {s for s in found if isinstance(s, ops.SetCtx) and self._droppable(s)}
        writes |= {(s, slot) for s in found if isinstance(s, ops.Restoring) for slot in s.slots}
        if not writes:
            return writes
        self.written = set()
        self.block(fn.body, self.all, None)  # the caller may read all of them
        return writes - self.written

    def _droppable(self, s: ops.SetCtx) -> bool:
        return self.effects.expression(s.value).pure

    def block(self, body: Block, live: frozenset[str], loop: _Loop | None) -> frozenset[str]:
        """The slots that are live at the beginning of a block. live: those at its end."""
        for s in reversed(body):
            live = self._statement(s, live, loop)
        return live

    def _statement(self, s: Stmt, live: frozenset[str], loop: _Loop | None) -> frozenset[str]:
        if isinstance(s, ops.SetCtx):
            if s.slot in live:
                self.written.add(s)
            return (live - {s.slot}) | self._reads(s)
        if isinstance(s, ops.If):
            return self.block(s.then, live, loop) | self.block(s.orelse, live, loop) | self._reads(s)
        if isinstance(s, ops.BuiltMove):
            return live | self.block(s.body, live, loop) | self._reads(s)
        if isinstance(s, ops.Loop):
            return self._rounds(s, s.body, live)
        if isinstance(s, ops.Filter):
            return self.block(s.body, self._rounds(s, s.tests, live), loop)
        if isinstance(s, ops.Restoring):
            restored = live.intersection(s.slots)
            self.written |= {(s, slot) for slot in restored}
            return self.block(s.inside, live.difference(s.slots), loop) | restored
        if isinstance(s, ops.Composed):
            return self.block(s.body, self.block(s.parts, live | self._reads(s), loop), loop)
        if isinstance(s, ops.Scope):
            return self.block(s.body, live, loop) | self._reads(s)
        if isinstance(s, ops.Break):
            return loop.after if loop else self.all
        if isinstance(s, ops.Continue):
            return loop.again if loop else self.all
        if isinstance(s, ops.Return):
            return self.all
        return live | self._reads(s)

    def _rounds(self, s: Stmt, body: Block, after: frozenset[str]) -> frozenset[str]:
        """What a statement repeats: iterates to the fixpoint of what is live at the beginning of an iteration."""
        self.after[s] = self.after.get(s, frozenset()) | after
        again = after | self._reads(s)
        while True:
            loop = _Loop(after, again)
            found = self.block(body, again, loop) | after | self._reads(s)
            if isinstance(s, ops.While):
                found = self.block(s.head, found, loop) | after
            if found <= again:
                return again
            again |= found

    def _reads(self, s: Stmt) -> frozenset[str]:
        """The slots that a statement itself reads, functions that it calls included."""
        known = self.known.get(s)
        if known is None:
            known = self.known[s] = self._find_reads(s)
        return known

    def _find_reads(self, s: Stmt) -> frozenset[str]:
        found: set[str] = set()
        for x in nodes([s]):
            if x.op is Op.CTX:
                found.add(str(x.arg))
            elif x.op is Op.RUN and x.run.intrinsic.calls:
                return self.all
            elif isinstance(x.arg, Function):
                effects = self.effects.function(x.arg)
                if effects.calls:  # functions that are not known may read any slot
                    return self.all
                found |= effects.slots
        return frozenset(found)
