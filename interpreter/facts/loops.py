"""Whether what the iterations of a loop do can be observed."""

from __future__ import annotations

from ..program import ops
from ..program.effects import effects_of
from ..program.intrinsics import EMIT_GATE
from ..program.ops import Block, Expr, Function, Op, Program
from ..program.walk import bound, runs, slots_written, used_elsewhere
from .context_kept import ContextKept, leaves
from .footprint_slots import InheritedSlots
from .live_slots import live_after
from .modes import is_run


def context_stays(program: Program, fn: Function, loop: ops.ForLoop) -> bool:
    """Whether nothing can observe which slots a loop's body has written: no later iteration, and nothing after it."""
    slots = slots_written(loop.body)
    if not slots:
        return True
    inherited = InheritedSlots(lambda called: called.body).block(loop.body)
    return not slots & inherited and not slots & live_after(program, fn, loop)


def keeps_to_itself(program: Program, kept: ContextKept, fn: Function, loop: ops.ForSet | ops.ForRange) -> bool:
    """Whether an iteration of a loop leaves nothing behind, but for moves, that another iteration or the rest of the
    function reads: no field, no slot of the context and no local."""
    found = effects_of(program).block(loop.body)
    if found.written is None or found.written or found.draws or found.calls or leaves(loop.body):
        return False
    if not kept.block(loop.body) <= slots_written(loop.body) or not context_stays(program, fn, loop):
        return False
    return not {id(v) for v in bound([loop])} & used_elsewhere(fn, [loop])


def one_move_each(body: Block) -> bool:
    """Whether every iteration of a loop over a set pushes exactly one move: a backend counts without running it."""
    *first, last = body or [ops.Break()]
    gate = isinstance(last, ops.If) and is_run(last.cond, EMIT_GATE) and not last.orelse
    return (gate or isinstance(last, ops.Emit)) and all(
        isinstance(s, ops.SetCtx | ops.Assign) and not calls_functions(s.value) for s in first
    )


def calls_functions(x: Expr) -> bool:
    """Whether an expression calls a function, or runs an intrinsic."""
    return any(y.op is not Op.LIST_NEW for y in runs(x))
