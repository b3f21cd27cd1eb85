"""Loops of a program with what follows them, and whether their writes to the context can be observed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ..program import ops
from ..program.effects import EffectsOf
from ..program.intrinsics import EMIT_GATE
from ..program.ops import Block, Expr, Function, Op, Program, Stmt
from ..program.walk import blocks, bound, expressions, runs, slots_written, used_elsewhere
from .context_kept import ContextKept, leaves
from .live_slots import live_after
from .modes import is_run

AnyLoop = ops.ForSet | ops.ForRange
Loop = TypeVar("Loop", ops.ForRow, ops.ForSet, ops.ForRange)


def loops(body: Block, kind: type[Loop], after: tuple[Block, ...] = ()) -> Iterator[tuple[Loop, tuple[Block, ...]]]:
    """The loops of a kind in a block, each with what runs after it: the rest of its block and of the enclosing ones.

    after: what runs after this block.
    """
    for i, s in enumerate(body):
        rest = (body[i + 1 :], *after)
        if isinstance(s, kind):
            yield s, rest
        for inner in blocks(s):
            # a loop's body is followed by its next iteration: nothing is known of what runs then
            yield from loops(inner, kind, rest if isinstance(s, ops.If) else ())


def context_stays(effects: EffectsOf, body: Block, after: tuple[Block, ...]) -> bool:
    """Whether nothing can observe which slots a loop's body has written: no later iteration, and nothing after it."""
    slots = slots_written(body)
    return written_first(effects, body, slots, set()) is not None and _restored(effects, after, slots)


def _reads(effects: EffectsOf, s: Stmt) -> set[str]:
    return set().union(*(effects.expression(x).slots for x in expressions(s)))


def written_first(effects: EffectsOf, body: Block, slots: set[str], written: set[str]) -> set[str] | None:
    """The slots that are certainly written at the end of a block; None if one is read before it is written."""
    written = set(written)
    for s in body:
        if _reads(effects, s) & (slots - written):
            return None
        if isinstance(s, ops.SetCtx):
            written.add(s.slot)
        ends = [written_first(effects, inner, slots, written) for inner in blocks(s)]
        if any(end is None for end in ends):
            return None
        if isinstance(s, ops.If):
            written |= set.intersection(*(e for e in ends if e is not None))
    return written


def keeps_to_itself(program: Program, effects: EffectsOf, kept: ContextKept, fn: Function, loop: AnyLoop) -> bool:
    """Whether an iteration of a loop leaves nothing behind, but for moves, that another iteration or the rest of the
    function reads: no field, no slot of the context and no local."""
    found = effects.block(loop.body)
    if found.written is None or found.written or found.draws or found.calls or leaves(loop.body):
        return False
    slots = slots_written(loop.body)
    if not kept.block(fn, loop.body) <= slots or live_after(program, fn, loop) & slots:
        return False
    if written_first(effects, loop.body, slots, set()) is None:
        return False
    return not {id(v) for v in bound([loop])} & used_elsewhere(fn, [loop])


def _restored(effects: EffectsOf, after: tuple[Block, ...], slots: set[str]) -> bool:
    """Whether slots are overwritten before anything reads them."""
    left = set(slots)
    for s in (s for body in after for s in body):
        if not left:
            return True
        if _reads(effects, s) & left or blocks(s) or not isinstance(s, ops.SetCtx | ops.Assign):
            return False
        if isinstance(s, ops.SetCtx):
            left.discard(s.slot)
    return not left


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
