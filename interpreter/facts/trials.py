"""Where programs try moves: they apply a move to a copy of the state, ask a question there, and go back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..program import ops
from ..program.ops import Block, Op, Stmt, Type, Var
from ..program.program import Function
from ..program.walk import all_statements, blocks, repeats

__all__ = ["Trial", "left_out", "trials"]


@dataclass(eq=False)
class Trial:
    """A move that is tried.

    block: where its statement, `whole`, stands. loop: the innermost loop or filter that runs it, None outside of such;
    outer: the block in which that stands. question: what runs on the copy of the state, on which `apply` has been
    called with `move`. good: the local that gets its answer.
    """

    fn: Function
    outer: Block
    loop: Stmt | None
    block: Block
    whole: ops.Restoring
    question: Block
    apply: Function
    move: Var
    good: Var

    @property
    def round(self) -> Block:
        """What runs again for each move."""
        return self.loop.tests if isinstance(self.loop, ops.Filter) else [] if self.loop is None else [self.loop]

    def asking(self) -> ops.Restoring:
        """The same without applying the move."""
        return replace(self.whole, body=[ops.OnCopy(self.question, places=self.whole.places)])

    def replace(self, *instead: Stmt) -> None:
        """Puts other statements in the place of the trial."""
        k = next(k for k, s in enumerate(self.block) if s is self.whole)
        self.block[k : k + 1] = instead


def trials(fn: Function) -> list[Trial]:
    """The moves that a function tries."""
    found: list[Trial] = []

    def visit(body: Block, outer: Block, loop: Stmt | None) -> None:
        for s in body:
            for inner in blocks(s):
                visit(inner, *((body, s) if repeats(s, inner) else (outer, loop)))
            trial = _trial(fn, body, outer, loop, s) if isinstance(s, ops.Restoring) else None
            if trial is not None:
                found.append(trial)

    visit(fn.body, fn.body, None)
    return found


def _trial(fn: Function, body: Block, outer: Block, loop: Stmt | None, whole: ops.Restoring) -> Trial | None:
    """The trial that a statement is, if it is one."""
    match whole:
        case ops.Restoring(
            moves=True,
            record=True,
            body=[ops.OnCopy(when=None, draws=False, body=[ops.Do(value=applies), *question])],
        ):
            answer = question[-1] if question else None
            moves = [x for x in applies.src if x.op is Op.VAR] if applies.op is Op.CALL else []
            if isinstance(answer, ops.Assign) and answer.var.type is Type.BOOL and len(moves) == len(applies.src) == 1:
                return Trial(fn, outer, loop, body, whole, question, applies.called, moves[0].var, answer.var)
    return None


def left_out(trial: Trial) -> bool:
    """Whether only some of the moves are tried: those that write what the question has read (`skip_untouched`)."""
    return any(
        isinstance(s, ops.If) and s.orelse is trial.block and any(_gives(t, trial.good) for t in s.then)
        for s in all_statements(trial.fn)
    )


def _gives(s: Stmt, v: Var) -> bool:
    return isinstance(s, ops.Assign) and s.var is v
