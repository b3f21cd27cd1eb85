"""Unrolls short loops over the positions of rays. The iterations that are then too many cost a processor less than
wrong guesses of where the loops end."""

from __future__ import annotations

from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block, Stmt
from ...program.walk import blocks
from .running_unions import folded_with

MOST_TRIPS = 8


def written_out(body: Block) -> Block:
    """A block in which such loops are unrolled.

    Only for loops in which an iteration does nothing once the set is empty at which they break, and nothing but that
    depends on the state.
    """
    out: Block = []
    for s in body:
        for inner in blocks(s):
            inner[:] = written_out(inner)
        if not isinstance(s, ops.ForRange) or s.down or not (s.lo.is_const and s.hi.is_const):
            out.append(s)
            continue
        plain = [t for t in s.body if not _breaks(t)]
        if not all(isinstance(t, ops.Assign) for t in plain) or s.hi.const - s.lo.const > MOST_TRIPS:
            out.append(s)
            continue
        for at in range(s.lo.const, s.hi.const):
            for t in plain:
                assert isinstance(t, ops.Assign)
                out.append(ops.Assign(t.var, folded_with(t.value, {s.var: ir.const(at)})))
    return out


def _breaks(s: Stmt) -> bool:
    return isinstance(s, ops.If) and not s.orelse and len(s.then) == 1 and isinstance(s.then[0], ops.Break)
