"""Loops of a program, what follows them, and who can see which slots of the context they write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from .. import ops
from ..effects import EffectsOf
from ..ops import Block, Stmt
from ..walk import blocks, expressions, statements

Loop = TypeVar("Loop", ops.ForRow, ops.ForSet)


def loops(body: Block, kind: type[Loop], after: tuple[Block, ...] = ()) -> Iterator[tuple[Loop, tuple[Block, ...]]]:
    """The loops of a kind in a block, with what runs when each is done: the rest of its block, then of the blocks
    around it; after: those of this block."""
    for i, s in enumerate(body):
        rest = (body[i + 1 :], *after)
        if isinstance(s, kind):
            yield s, rest
        for inner in blocks(s):
            # the end of a loop's body is followed by its next round: nothing is known to run then
            yield from loops(inner, kind, rest if isinstance(s, ops.If) else ())


def context_stays(effects: EffectsOf, body: Block, after: tuple[Block, ...]) -> bool:
    """Whether no one can see which slots a round of a loop has written itself: not a later round, not what follows."""
    slots = {s.slot for s in statements(body) if isinstance(s, ops.SetCtx)}
    return _written_first(effects, body, slots, set()) is not None and _restored(effects, after, slots)


def _reads(effects: EffectsOf, s: Stmt) -> set[str]:
    return set().union(*(effects.expression(x).slots for x in expressions(s)))


def _written_first(effects: EffectsOf, body: Block, slots: set[str], written: set[str]) -> set[str] | None:
    """The slots certainly written after a block; None where one is read before it is written."""
    written = set(written)
    for s in body:
        if _reads(effects, s) & (slots - written):
            return None
        if isinstance(s, ops.SetCtx):
            written.add(s.slot)
        ends = [_written_first(effects, inner, slots, written) for inner in blocks(s)]
        if any(end is None for end in ends):
            return None
        if isinstance(s, ops.If):
            written |= set.intersection(*(e for e in ends if e is not None))
    return written


def _restored(effects: EffectsOf, after: tuple[Block, ...], slots: set[str]) -> bool:
    """Whether slots get new values before anything reads them."""
    left = set(slots)
    for s in (s for body in after for s in body):
        if not left:
            return True
        if _reads(effects, s) & left or blocks(s) or not isinstance(s, ops.SetCtx | ops.Assign):
            return False
        if isinstance(s, ops.SetCtx):
            left.discard(s.slot)
    return not left
