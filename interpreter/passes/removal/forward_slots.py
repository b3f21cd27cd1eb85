"""Replaces reads of context slots by what was written there, where that is a local or a constant.

Ludemes tell each other about sites through the context. Once what reads a slot stands next to what wrote it, the slot
is a detour, and `drop_dead_slots` can remove the write. Short functions that read such a slot are inlined for that.
"""

from __future__ import annotations

from ...facts.left_changed import restored
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Resource
from ...program.ops import Block, Expr, Op, Stmt, Type
from ...program.program import Program
from ...program.substitution import result_of, substituted
from ...program.walk import (
    blocks,
    bound,
    change_expressions,
    expressions,
    runs,
    slots_written,
    statements,
    subexpressions,
)
from ..base.registry import register

LARGEST = 16  # nodes of the result of a function that is inlined

SlotValues = dict[str, Expr]
"""What slots hold, if it is a local or a constant."""


@register(after=("drop_dead_locals",))
def forward_slots(program: Program) -> None:
    """Follows each function from its beginning, where nothing is known of the slots."""
    pass_ = _Forwarding(effects_of(program))
    for fn in program.functions:
        pass_.changed = False
        pass_.block(fn.body, {})
        if pass_.changed:
            fn.changed()


class _Forwarding:
    def __init__(self, effects: EffectsOf) -> None:
        self.effects = effects
        self.changed = False

    def block(self, body: Block, known: SlotValues) -> SlotValues:
        """Rewrites a block. Returns what is known at its end."""
        for s in body:
            known = self._statement(s, known)
        return known

    def _statement(self, s: Stmt, known: SlotValues) -> SlotValues:
        if isinstance(s, ops.Loop | ops.Filter):
            return self._loop(s, known)
        if isinstance(s, ops.Restoring):
            before = _without(known, bound([s]))
            known = self.block(s.body, {} if isinstance(s, ops.Ahead) and self._writes_slots(s.applies) else known)
            if isinstance(s, ops.Trial):
                known = {} if self._writes_slots(s.answer) else known
                s.answer = self._forwarded(s.answer, known)
            return restored(known, before, s.slots)
        if isinstance(s, ops.Composed):
            for inner in blocks(s):
                known = self.block(inner, known)
        if any(self._writes_slots(x) for x in expressions(s)):
            known = {}
        if known:
            change_expressions(s, lambda x: self._forwarded(x, known))
        if isinstance(s, ops.If | ops.BuiltMove):
            then, orelse = (s.then, s.orelse) if isinstance(s, ops.If) else (s.body, [])
            a, b = self.block(then, dict(known)), self.block(orelse, dict(known))
            return {slot: x for slot, x in a.items() if slot in b and _same(x, b[slot])}
        if isinstance(s, ops.Scope) and not isinstance(s, ops.Composed):
            known = self.block(s.body, known)
        if isinstance(s, ops.SetCtx):
            known = {k: x for k, x in known.items() if k != s.slot}
            if s.value.op in (Op.VAR, Op.CONST) and s.value.type is Type.INT:
                known[s.slot] = s.value
        elif isinstance(s, ops.Binding):
            known = _without(known, [s.var])
        return known

    def _loop(self, s: ops.Loop | ops.Filter, known: SlotValues) -> SlotValues:
        """What an iteration changes is not known in it, and not after the loop."""
        if not isinstance(s, ops.While) and known and not any(self._writes_slots(x) for x in expressions(s)):
            change_expressions(s, lambda x: self._forwarded(x, known))
        inside = statements([s])
        if any(self._writes_slots(x) for t in inside for x in expressions(t)):
            known = {}
        slots = slots_written([s])
        known = _without({k: x for k, x in known.items() if k not in slots}, bound([s]))
        if isinstance(s, ops.While):
            head = self.block(s.head, dict(known))
            if head:
                s.cond = self._forwarded(s.cond, head)
            self.block(s.body, head)
        else:
            for inner in blocks(s):
                self.block(inner, dict(known))
        return known

    def _writes_slots(self, x: Expr) -> bool:
        """Whether evaluating an expression may write slots of the context."""
        for y in runs(x):
            if y.op is Op.CALL and not self.effects.function(y.called).pure:
                return True
            if y.op is Op.RUN and (y.run.intrinsic.calls or Resource.CONTEXT in y.run.intrinsic.writes):
                return True
        return False

    def _forwarded(self, x: Expr, known: SlotValues) -> Expr:
        def instead(y: Expr) -> Expr | None:
            if y.op is Op.CTX:
                return known.get(y.name)
            return self._inlined(y, known) if y.op is Op.CALL and not y.src and not y.called.kept else None

        found = substituted(x, instead)
        self.changed = self.changed or found is not x
        return found

    def _inlined(self, x: Expr, known: SlotValues) -> Expr | None:
        """The result of a short function that reads a known slot; None for another call."""
        effects = self.effects.function(x.called)
        if not effects.pure or not effects.slots & known.keys():
            return None
        found = result_of(x.called)
        parts = [] if found is None else subexpressions(found)
        # functions that put others' results together stay: backends may keep their results
        kept = {Op.RUN, Op.LIST_NEW, *([Op.CALL] if len(bound(x.called.body)) > 1 else [])}
        if found is None or len(parts) > LARGEST or any(y.op in kept for y in parts):
            return None
        return self._forwarded(found, known)


def _without(known: SlotValues, changed: list[ops.Var]) -> SlotValues:
    return {k: x for k, x in known.items() if all(x.arg is not v for v in changed)}


def _same(a: Expr, b: Expr) -> bool:
    return a.op is b.op and a.arg == b.arg if a.op is Op.CONST else a.arg is b.arg
