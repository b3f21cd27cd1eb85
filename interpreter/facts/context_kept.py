"""Which slots of the context a function may leave changed: generators save the slots that they use and restore them."""

from __future__ import annotations

from collections.abc import Mapping

from ..program import ops
from ..program.ops import Block, Expr, Function, Op, Program, Stmt
from ..program.walk import blocks, expressions, numbered, runs


class ContextKept:
    """Finds the slots of functions, blocks and expressions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.all = frozenset((*program.context, *program.context_sets))
        self._known: dict[int, frozenset[str]] = {}
        self._given: dict[int, frozenset[str]] = {}
        self._applied: frozenset[str] = frozenset()  # what any action or consequent may change

    def take(self, known: Mapping[int, frozenset[str]]) -> None:
        """Takes the slots that functions may change, by their index, as given."""
        self._given.update(known)
        self._known.clear()

    def changed(self, fn: Function) -> frozenset[str]:
        """The slots that may hold another value after a call of a function than before."""
        if fn.index not in self._known:
            self._solve()
        return self._known[fn.index]

    def _solve(self) -> None:
        """Iterates over all functions to the fixpoint, since they may call each other in a circle."""
        functions, last = self.program.functions, None
        applied = [*numbered(self.program), *(fn.index for fn in self.program.appliers.values())]
        self._known = {fn.index: self._given.get(fn.index, frozenset()) for fn in functions}
        writing = [fn for fn in functions if fn.index not in self._given]
        while last != self._known:
            last = dict(self._known)
            for fn in writing:
                self._known[fn.index] = self.block(fn.body)
            self._applied = frozenset().union(*(self._known[i] for i in applied))

    def expression(self, x: Expr) -> frozenset[str]:
        """The slots that evaluating an expression may change."""
        found: frozenset[str] = frozenset()
        for y in runs(x):
            if y.op is Op.CALL:
                found |= self.changed(y.called)
            elif y.op is Op.RUN and y.run.intrinsic.calls:
                if not self._known:
                    self._solve()
                found |= self._applied
        return found

    def block(self, body: Block) -> frozenset[str]:
        """The slots that a block may leave changed."""
        return frozenset().union(*map(self._statement, body))

    def _statement(self, s: Stmt) -> frozenset[str]:
        found = frozenset({s.slot}) if isinstance(s, ops.SetCtx) else frozenset()
        for x in expressions(s):
            found |= self.expression(x)
        for inner in blocks(s):
            found |= self.block(inner)
        return found.difference(s.slots) if isinstance(s, ops.Restoring) and not leaves(s.body) else found


def leaves(body: Block, within_loop: bool = False) -> bool:
    """Whether a block can be left before its end."""
    for s in body:
        if isinstance(s, ops.Return) or (isinstance(s, ops.Break | ops.Continue) and not within_loop):
            return True
        loop = within_loop or not isinstance(s, ops.If)
        if any(leaves(inner, loop) for inner in blocks(s)):
            return True
    return False
