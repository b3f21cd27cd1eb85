"""Where programs try moves (`ops.Trial`)."""

from __future__ import annotations

from dataclasses import dataclass

from ..program import ops
from ..program.ops import Block, Stmt
from ..program.program import Function
from ..program.walk import all_of, blocks, repeats, statements

__all__ = ["TrialPlace", "trial_of", "trial_places"]


@dataclass(eq=False)
class TrialPlace:
    """A trial and where it stands: in `block`. loop: the innermost loop or filter that runs it, None outside of such;
    outer: the block in which that stands."""

    fn: Function
    outer: Block
    loop: Stmt | None
    block: Block
    trial: ops.Trial

    @property
    def round(self) -> Block:
        """What runs again for each move."""
        return self.loop.tests if isinstance(self.loop, ops.Filter) else [] if self.loop is None else [self.loop]

    def replace(self, *instead: Stmt) -> None:
        """Puts other statements in the place of the trial."""
        k = next(k for k, s in enumerate(self.block) if s is self.trial)
        self.block[k : k + 1] = instead


def trial_of(s: ops.Filter) -> ops.Trial | None:
    """What tells whether a move is kept, or some moves, if that is a trial."""
    return next((t for t in statements(s.tests) if isinstance(t, ops.Trial) and t.var is s.keep), None)


def trial_places(fn: Function) -> list[TrialPlace]:
    """The moves that a function tries, but for those where random numbers are drawn."""
    found: list[TrialPlace] = []

    def visit(body: Block, outer: Block, loop: Stmt | None) -> None:
        for s in body:
            for inner in blocks(s):
                visit(inner, *((body, s) if repeats(s, inner) else (outer, loop)))
            if isinstance(s, ops.Trial) and not s.draws:
                found.append(TrialPlace(fn, outer, loop, body, s))

    if all_of(fn, ops.Trial):
        visit(fn.body, fn.body, None)
    return found
