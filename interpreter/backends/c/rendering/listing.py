"""Listing moves without building them: where the code that builds a move says beforehand from where to where it goes.

Many games side by side (`vector/vector.h`) need the sites of every legal move, but the actions of only the one that is
played. In the way of pushing LIST, which optimised code has for games whose moves can be chosen by number, a move is
noted by its sites. It is built only where they are not known before, or where there are none (passes, bets).
"""

from __future__ import annotations

from ....program import ops
from ....program.ops import Block, Expr, Op
from ....program.walk import bound

__all__ = ["LIST", "ends_of"]

LIST = 4
"""The number of this way of pushing, beside those of `program.modes`."""


def ends_of(body: Block) -> tuple[Expr, Expr] | None:
    """From where to where the move goes that the body of a `BuiltMove` pushes, if this is known before the body runs:
    constants, and variables that the body does not assign. None where it is not."""
    pushed = next(reversed(body), None)
    if not isinstance(pushed, ops.Composed):
        return None
    changed = set(bound(body))
    _, start, end, *_ = pushed.close.src
    known = all(x.is_const or (x.op is Op.VAR and x.arg not in changed) for x in (start, end))
    return (start, end) if known else None
