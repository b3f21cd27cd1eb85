"""Which slots of the context a function may leave changed: generators save the slots that they use and restore them."""

from __future__ import annotations

from collections.abc import Mapping

from ..program import ops
from ..program.ops import Block, Expr, Function, Op, Program, Stmt
from ..program.walk import blocks, expressions, runs, statements


class ContextKept:
    """Finds the slots of functions, blocks and expressions."""

    def __init__(self, program: Program) -> None:
        self.all = frozenset((*program.context, *program.context_sets))
        self._known: dict[int, frozenset[str]] = {}
        self._times: dict[int, dict[int, int]] = {}

    def take(self, known: Mapping[int, frozenset[str]]) -> None:
        """Takes the slots that functions may change, by their index, as given."""
        self._known.update(known)

    def changed(self, fn: Function) -> frozenset[str]:
        """The slots that may hold another value after a call of a function than before."""
        found = self._known.get(fn.index)
        if found is None:
            self._known[fn.index] = self.all  # of a recursive call nothing is known
            found = self._known[fn.index] = self.block(fn, fn.body)
        return found

    def expression(self, x: Expr) -> frozenset[str]:
        """The slots that evaluating an expression may change."""
        found: frozenset[str] = frozenset()
        for y in runs(x):
            if y.op is Op.CALL:
                found |= self.changed(y.called)
            elif y.op is Op.RUN and y.run.intrinsic.calls:
                return self.all
        return found

    def block(self, fn: Function, body: Block) -> frozenset[str]:
        """The slots that a block of a function may leave changed."""
        each = [self._statement(fn, s) for s in body]
        return frozenset(slot for slot in frozenset().union(*each) if not self._restored(fn, body, each, slot))

    def _statement(self, fn: Function, s: Stmt) -> frozenset[str]:
        found = frozenset({s.slot}) if isinstance(s, ops.SetCtx) else frozenset()
        for x in expressions(s):
            found |= self.expression(x)
        for inner in blocks(s):
            found |= self.block(fn, inner)
        return found

    def _restored(self, fn: Function, body: Block, each: list[frozenset[str]], slot: str) -> bool:
        """Whether a block saves a slot in a local before it changes, and restores it after its last change."""
        first = next(k for k, slots in enumerate(each) if slot in slots)
        last = max(k for k, slots in enumerate(each) if slot in slots)
        end = body[last]
        if not isinstance(end, ops.SetCtx) or end.slot != slot or end.value.op is not Op.VAR:
            return False
        saved = any(
            isinstance(s, ops.Assign) and s.var is end.value.arg and s.value.op is Op.CTX and s.value.arg == slot
            for s in body[:first]
        )
        return saved and self._assigned(fn).get(id(end.value.arg)) == 1 and not leaves(body[first:last])

    def _assigned(self, fn: Function) -> dict[int, int]:
        """How often each local of a function is assigned in its text."""
        if fn.index not in self._times:
            times: dict[int, int] = {id(v): 1 for v in fn.params}
            for s in statements(fn.body):
                if isinstance(s, ops.Binding):
                    times[id(s.var)] = times.get(id(s.var), 0) + 1
            self._times[fn.index] = times
        return self._times[fn.index]


def leaves(body: Block, within_loop: bool = False) -> bool:
    """Whether a block can be left before its end."""
    for s in body:
        if isinstance(s, ops.Return) or (isinstance(s, ops.Break | ops.Continue) and not within_loop):
            return True
        loop = within_loop or not isinstance(s, ops.If)
        if any(leaves(inner, loop) for inner in blocks(s)):
            return True
    return False
