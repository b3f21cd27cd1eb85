"""Removes what restores slots of the context that nothing has changed."""

from __future__ import annotations

from ...program import ops
from ...program.ops import Function, Op, Program, Stmt
from ...program.walk import all_runs, numbered, rewrite, statements
from ..base.registry import register


@register(after=("drop_positions",))
def drop_idle_slots(program: Program) -> None:
    """Removes the writes of a function that restore what was read from a slot, if neither the function nor a callee
    writes anything else to this slot: it has not changed in between."""
    changed = _changed(program)

    for fn in program.functions:
        slots = changed[fn.index]

        def change(s: Stmt, slots: set[str] = slots) -> list[Stmt]:
            return [] if isinstance(s, ops.SetCtx) and s.slot not in slots else [s]

        if any(isinstance(s, ops.SetCtx) and s.slot not in slots for s in statements(fn.body)):
            fn.body[:] = rewrite(fn.body, change)


def changed_slots(fn: Function) -> set[str]:
    """The slots of the context that a function changes itself, other than by restoring what it has read from them."""
    reads: dict[int, set[str]] = {}
    for s in statements(fn.body):
        if isinstance(s, ops.Binding):
            slot = s.value.name if isinstance(s, ops.Assign) and s.value.op is Op.CTX else ""
            reads.setdefault(id(s.var), set()).add(slot)
    found: set[str] = set()
    for s in statements(fn.body):
        if isinstance(s, ops.SetCtx):
            restores = s.value.op is Op.VAR and reads.get(id(s.value.arg)) == {s.slot}
            if not restores:
                found.add(s.slot)
    return found


def _changed(program: Program) -> dict[int, set[str]]:
    """The slots that each function changes, callees included, by index."""
    applied = [*numbered(program), *(fn.index for fn in program.appliers.values())]
    found = {fn.index: changed_slots(fn) for fn in program.functions}
    callers: dict[int, set[int]] = {}
    for fn in program.functions:
        for x in all_runs(fn):
            called = [x.arg.index] if isinstance(x.arg, Function) else []
            if x.op is Op.RUN and x.run.intrinsic.calls:
                called = applied
            for i in called:
                callers.setdefault(i, set()).add(fn.index)
    todo = [i for i, slots in found.items() if slots]
    while todo:
        i = todo.pop()
        for caller in callers.get(i, ()):
            if not found[i] <= found[caller]:
                found[caller] |= found[i]
                todo.append(caller)
    return found
