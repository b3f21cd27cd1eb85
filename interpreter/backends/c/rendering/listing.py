"""Listing moves without building them: where the code that builds a move says beforehand from where to where it goes.

Many games side by side (`vector/vector.h`) need the sites of every legal move, but the actions of only the one that is
played. In the way of pushing LIST, which optimised code has for games whose moves can be chosen by number, a move is
noted by its sites. It is built only where they are not known before, or where there are none (passes, bets).
"""

from __future__ import annotations

from ....facts.modes import is_run
from ....program import ops
from ....program.intrinsics import EMIT_DONE, MOVE_ATTACH, MOVE_CLOSE, MOVE_DROP
from ....program.ops import Block, Expr, Op
from ....program.walk import bound

__all__ = ["LIST", "ends_of"]

LIST = 4
"""The number of this way of pushing, beside those of `program.modes`."""
_AFTER = MOVE_DROP, MOVE_ATTACH, EMIT_DONE
"""What may follow where the move is closed: it changes neither of its sites."""


def ends_of(body: Block) -> tuple[Expr, Expr] | None:
    """From where to where the move goes that the body of an `emit_gate` builds, if this is known before the body runs:
    constants, and variables that the body does not assign. None where it is not."""
    runs = [s.value if isinstance(s, ops.Do) else None for s in body]
    last = max((i for i, x in enumerate(runs) if x is not None and is_run(x, MOVE_CLOSE)), default=-1)
    if last < 0 or not all(x is not None and is_run(x, *_AFTER) for x in runs[last + 1 :]):
        return None
    closed = runs[last]
    assert closed is not None
    changed = {id(var) for var in bound(body)}
    ends = closed.src[1], closed.src[2]
    return ends if all(x.is_const or (x.op is Op.VAR and id(x.arg) not in changed) for x in ends) else None
