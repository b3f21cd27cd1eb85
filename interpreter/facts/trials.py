"""Where programs try moves: they save the state, apply a move, ask a question and go back."""

from __future__ import annotations

from dataclasses import dataclass

from ..program import ops
from ..program.intrinsics import (
    ACT_COUNT,
    APPLIED_COUNT,
    APPLIED_TRUNCATE,
    MOVE_COUNT,
    MOVES_REWIND,
)
from ..program.ops import Block, Expr, Function, Op, Stmt, Type, Var
from ..program.walk import blocks, statements
from .modes import is_run

__all__ = ["Trial", "left_out", "trials"]



@dataclass
class Trial:
    """A move that is tried: the statements lo … hi - 1 of a block.

    loop: the innermost loop that it is in, None outside of loops; outer: the block in which that stands. at: where the
    copy of the state is, on which the move is applied first; what follows is the question. good: the local that gets
    its answer.
    """

    fn: Function
    outer: Block
    loop: Stmt | None
    block: Block
    lo: int
    at: int
    hi: int
    apply: Function
    move: Var
    good: Var

    @property
    def question(self) -> Block:
        copy = self.block[self.at]
        assert isinstance(copy, ops.OnCopy)
        return copy.body[1:]


def trials(fn: Function) -> list[Trial]:
    """The moves that a function tries."""
    found: list[Trial] = []

    def visit(body: Block, outer: Block, loop: Stmt | None) -> None:
        for s in body:
            inside = (body, s) if isinstance(s, ops.Loop) else (outer, loop)
            for inner in blocks(s):
                visit(inner, *inside)
        trial = _trial(fn, body, outer, loop)
        if trial is not None:
            found.append(trial)

    visit(fn.body, fn.body, None)
    return found


def _trial(fn: Function, body: Block, outer: Block, loop: Stmt | None) -> Trial | None:
    """The trial in a block, if there is one."""
    places = [k for k, s in enumerate(body) if isinstance(s, ops.OnCopy)]
    copy = body[places[0]] if len(places) == 1 else None
    if not isinstance(copy, ops.OnCopy) or copy.when is not None or copy.draws or len(copy.body) < 2:
        return None
    applies, *_, answer = copy.body
    if not isinstance(applies, ops.Do) or applies.value.op is not Op.CALL or len(applies.value.src) != 1:
        return None
    move = applies.value.src[0]
    if not isinstance(answer, ops.Assign) or answer.var.type is not Type.BOOL:
        return None
    if move.op is not Op.VAR:
        return None
    lo, hi = places[0], places[0] + 1
    while lo and isinstance(body[lo - 1], ops.Assign) and _marks(body[lo - 1]):
        lo -= 1
    while hi < len(body) and (isinstance(body[hi], ops.SetCtx) or _rewinds(body[hi])):
        hi += 1
    return Trial(fn, outer, loop, body, lo, places[0], hi, applies.value.called, move.var, answer.var)


def _marks(s: Stmt) -> bool:
    """Whether a statement only remembers the size of a buffer or a slot of the context."""
    assert isinstance(s, ops.Assign)
    x: Expr = s.value
    return x.op is Op.CTX or is_run(x, MOVE_COUNT, ACT_COUNT, APPLIED_COUNT)


def _rewinds(s: Stmt) -> bool:
    return isinstance(s, ops.Do) and is_run(s.value, MOVES_REWIND, APPLIED_TRUNCATE)


def left_out(trial: Trial) -> bool:
    """Whether only some of the moves are tried: those that write what the question has read (`skip_untouched`)."""
    return any(
        isinstance(s, ops.If) and s.orelse is trial.block and any(_gives(t, trial.good) for t in s.then)
        for s in statements(trial.fn.body)
    )


def _gives(s: Stmt, v: Var) -> bool:
    return isinstance(s, ops.Assign) and s.var is v
