"""Liveness: which slots of the context, and on request which locals, something may still read. A backward analysis of
each function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..program import ops
from ..program.effects import effects_of
from ..program.kept_facts import of_program
from ..program.ops import Block, Op, Stmt, Var
from ..program.program import Function, Program
from ..program.walk import all_of, nodes, statements

__all__ = ["Around", "Liveness", "Names", "Write", "slots_live"]

Names = frozenset[str | Var]
"""Slots and locals."""

Write = ops.SetCtx | ops.Assign | tuple[ops.Restoring, str]
"""A write to a slot or a local; with the slot, where a statement restores several."""


_PLAIN = (ops.Assign, ops.Do, ops.SetField, ops.Emit)
"""Statements that read, and write no slot."""


@dataclass(frozen=True)
class Around:
    """The loop around a statement: what is live after it, and at the beginning of an iteration."""

    after: Names
    start: Names


class Liveness:
    """Finds what is live. All slots are at the end of a function, because its caller may read them. of_locals: whether
    locals are looked at."""

    def __init__(self, program: Program, *, of_locals: bool = False) -> None:
        self.slots: Names = frozenset((*program.context, *program.context_sets))
        self.effects, self.of_locals = effects_of(program), of_locals
        self.written: set[Write] = set()  # writes that are not dead
        self.known: dict[Stmt, Names] = {}
        self._after: dict[Stmt, Names] = {}  # what is live after a loop
        self._followed: set[Function] = set()

    def dead(self, fn: Function) -> set[Write]:
        """The dead writes of slots of a function."""
        writes: set[Write] = {s for s in all_of(fn, ops.SetCtx) if self._droppable(s)}
        writes |= {(s, slot) for s in all_of(fn, ops.Restoring) for slot in s.slots}
        if not writes:
            return writes
        self.written = set()
        self.block(fn.body, self.slots, None)  # the caller may read all of them
        return writes - self.written

    def after(self, fn: Function, loop: Stmt) -> Names:
        """What something may read after a loop of a function, before it is written."""
        if fn not in self._followed:
            self._followed.add(fn)
            self.block(fn.body, self.slots, None)
        return self._after.get(loop, self.slots)

    def needed(self, steps: Sequence[Stmt], last: Sequence[Stmt]) -> list[Stmt]:
        """Those of some statements that assign or write what others of these read, or the last ones, and these. Nothing
        reads anything after them."""
        self.block([*steps, *last], frozenset(), None)
        return [*(s for s in steps if any(t in self.written for t in statements([s]))), *last]

    def _droppable(self, s: ops.SetCtx | ops.Assign) -> bool:
        return self.effects.expression(s.value).pure

    def block(self, body: Block, live: Names, loop: Around | None) -> Names:
        """What is live at the beginning of a block. live: the same at its end."""
        for s in reversed(body):
            live = self.statement(s, live, loop)
        return live

    def statement(self, s: Stmt, live: Names, loop: Around | None) -> Names:
        if isinstance(s, _PLAIN) and not (self.of_locals and isinstance(s, ops.Assign)):
            return self.itself(s, live)
        if isinstance(s, ops.SetCtx) or (self.of_locals and isinstance(s, ops.Assign)):
            name = s.slot if isinstance(s, ops.SetCtx) else s.var
            if name in live:
                self.written.add(s)
            elif self._droppable(s):
                return live
            return (live - {name}) | self._reads(s)
        if isinstance(s, ops.If):
            return self.itself(s, self.block(s.then, live, loop) | self.block(s.orelse, live, loop))
        if isinstance(s, ops.BuiltMove):
            return self.itself(s, live | self.block(s.body, live, loop))
        if isinstance(s, ops.Loop):
            return self._rounds(s, s.body, live)
        if isinstance(s, ops.Filter):
            return self.block(s.body, self._rounds(s, s.tests, live), loop)
        if isinstance(s, ops.Restoring):
            restored = [slot for slot in s.slots if slot in live]
            self.written |= {(s, slot) for slot in restored}
            return self.block(s.inside, live.difference(s.slots), loop).union(restored)
        if isinstance(s, ops.Composed):
            return self.block(s.body, self.block(s.parts, self.itself(s, live), loop), loop)
        if isinstance(s, ops.Scope):
            return self.itself(s, self.block(s.body, live, loop))
        if isinstance(s, ops.Break):
            return loop.after if loop else self.slots
        if isinstance(s, ops.Continue):
            return loop.start if loop else self.slots
        if isinstance(s, ops.Return):
            return self.itself(s, self.slots)
        return self.itself(s, live)

    def itself(self, s: Stmt, live: Names) -> Names:
        """What is live before a statement does what it does beside its blocks. live: the same after that."""
        return live | self._reads(s)

    def _rounds(self, s: Stmt, body: Block, after: Names) -> Names:
        """What a statement repeats: iterates to the fixpoint of what is live at the beginning of an iteration."""
        self._after[s] = self._after.get(s, frozenset()) | after
        start = after | self._reads(s)
        while True:
            loop = Around(after, start)
            found = self.block(body, start, loop) | after | self._reads(s)
            if isinstance(s, ops.While):
                found = self.block(s.head, found, loop) | after
            if found <= start:
                return start
            start |= found

    def _reads(self, s: Stmt) -> Names:
        """What a statement itself reads, functions that it calls included."""
        known = self.known.get(s)
        if known is None:
            known = self.known[s] = self.find_reads(s)
        return known

    def find_reads(self, s: Stmt) -> Names:
        found: set[str | Var] = set()
        for x in nodes([s]):
            if x.op is Op.CTX:
                found.add(x.name)
            elif x.op is Op.VAR and self.of_locals:
                found.add(x.var)
            elif x.op is Op.CALL:
                effects = self.effects.function(x.called)
                found |= self.slots if effects.calls else effects.slots  # functions that are not known may read any
            elif x.op is Op.RUN and x.run.intrinsic.calls:
                found |= self.slots
        return frozenset(found)


slots_live = of_program(Liveness)
"""Which slots are live in the functions of a program, as they are now."""
