"""Unrolls short loops over the positions of rays. The iterations that are then too many cost a processor less than
wrong guesses of where the loops end."""

from __future__ import annotations

from ...program import expressions as ir
from ...program import ops
from ...program.ops import Block
from ...program.substitution import put_in
from ...program.walk import blocks, statements

MOST_TRIPS = 8


def written_out(body: Block) -> Block:
    """A block in which such loops are unrolled.

    Only for loops in which an iteration does nothing once the set is empty without which they end, and nothing but that
    depends on the state.
    """
    out: Block = []
    for s in body:
        for inner in blocks(s):
            inner[:] = written_out(inner)
        plain = [t for block in blocks(s) for t in block if isinstance(t, ops.Assign)]
        known = isinstance(s, ops.WhileAny) and s.lo.is_const and s.hi.is_const and statements([s]) == [s, *plain]
        if not isinstance(s, ops.WhileAny) or not known or s.hi.const - s.lo.const > MOST_TRIPS:
            out.append(s)
            continue
        for at in range(s.lo.const, s.hi.const):
            out += [ops.Assign(t.var, put_in(t.value, {s.var: ir.const(at)})) for t in plain]
    return out
