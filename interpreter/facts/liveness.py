"""Liveness: which slots of the context, and on request which locals, something may still read. A backward analysis of
each function, or of what a piece of program inherits, with all that it calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..program import ops
from ..program.effects import effects_of
from ..program.kept_facts import of_program
from ..program.ops import Block, Op, Stmt, Var
from ..program.program import Function, Program
from ..program.walk import all_of, nodes, statements
from ..program.worklist import Solution

__all__ = ["Around", "Inherited", "Liveness", "Names", "Write", "slots_inherited", "slots_live"]

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
        self.all: Names = frozenset((*program.context, *program.context_sets))
        self.at_end = self.all
        self.effects, self.of_locals = effects_of(program), of_locals
        self.written: set[Write] = set()  # writes that are not dead
        self._own_reads: dict[Stmt, tuple[Names, tuple[Function, ...]]] = {}
        self._after: dict[Stmt, Names] = {}  # what is live after a loop
        self._followed: set[Function] = set()

    def dead(self, fn: Function) -> set[Write]:
        """The dead writes of slots of a function."""
        writes: set[Write] = {s for s in all_of(fn, ops.SetCtx) if self._droppable(s)}
        writes |= {(s, slot) for s in all_of(fn, ops.Restoring) for slot in s.slots}
        if not writes:
            return writes
        self.written = set()
        self.block(fn.body, self.at_end, None)  # the caller may read all of them
        return writes - self.written

    def after(self, fn: Function, loop: Stmt) -> Names:
        """What something may read after a loop of a function, before it is written."""
        if fn not in self._followed:
            self._followed.add(fn)
            self.block(fn.body, self.at_end, None)
        return self._after.get(loop, self.at_end)

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
            return (live - {name}) | self.reads(s)
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
            return loop.after if loop else self.at_end
        if isinstance(s, ops.Continue):
            return loop.start if loop else self.at_end
        if isinstance(s, ops.Return):
            return self.itself(s, self.at_end)
        return self.itself(s, live)

    def itself(self, s: Stmt, live: Names) -> Names:
        """What is live before a statement does what it does beside its blocks. live: the same after that."""
        return live | self.reads(s)

    def _rounds(self, s: Stmt, body: Block, after: Names) -> Names:
        """What a statement repeats: iterates to the fixpoint of what is live at the beginning of an iteration."""
        self._after[s] = self._after.get(s, frozenset()) | after
        start = after | self.reads(s)
        while True:
            loop = Around(after, start)
            found = self.block(body, start, loop) | after | self.reads(s)
            if isinstance(s, ops.While):
                found = self.block(s.head, found, loop) | after
            if found <= start:
                return start
            start |= found

    def reads(self, s: Stmt) -> Names:
        """What a statement itself reads, functions that it calls included."""
        if s not in self._own_reads:
            self._own_reads[s] = self._found_reads(s)
        names, called = self._own_reads[s]
        return names.union(*map(self.called, called)) if called else names

    def _found_reads(self, s: Stmt) -> tuple[Names, tuple[Function, ...]]:
        """What a statement itself reads, and the functions that it calls. Functions that are not known may read any
        slot."""
        names, called = set[str | Var](), list[Function]()
        for x in nodes([s]):
            if x.op is Op.CTX:
                names.add(x.name)
            elif x.op is Op.VAR and self.of_locals:
                names.add(x.var)
            elif x.op is Op.CALL:
                called.append(x.called)
            elif x.op is Op.RUN and x.run.intrinsic.calls:
                names |= self.all
        return frozenset(names), tuple(called)

    def called(self, fn: Function) -> Names:
        """What a call may read."""
        effects = self.effects.function(fn)
        return self.all if effects.calls else frozenset(effects.slots)


class Inherited(Liveness):
    """Finds the slots whose value at the beginning of a block may be read in it: those that are live there if none is
    at its end. part: the statements of a function that are looked at, None for all."""

    def __init__(self, program: Program, part: Callable[[Function], Block] | None = None) -> None:
        super().__init__(program)
        self.at_end = frozenset()
        self._part = part or (lambda fn: fn.body)
        self._functions = Solution[Function, Names](self._of_function, frozenset())
        self._ask: Callable[[Function], Names] = self._functions.value  # what a function inherits

    def inherited(self, body: Block) -> frozenset[str]:
        """The slots that a block reads before it writes them."""
        return frozenset(slot for slot in self.block(body, frozenset(), None) if isinstance(slot, str))

    def _of_function(self, fn: Function, ask: Callable[[Function], Names]) -> Names:
        outer, self._ask = self._ask, ask
        found = self.block(self._part(fn), frozenset(), None)
        self._ask = outer
        return found

    def called(self, fn: Function) -> Names:
        """What a call may read before it writes it."""
        return self._ask(fn)


slots_inherited = of_program(Inherited)
"""The slots that pieces of a program inherit, as its functions are now."""

slots_live = of_program(Liveness)
"""Which slots are live in the functions of a program, as they are now."""
