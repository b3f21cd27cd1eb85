"""Abstract execution of one iteration of a loop, to find the sites for which it has an effect."""

from __future__ import annotations

from ..program import expressions as ir
from ..program import ops
from ..program.effects import EffectsOf
from ..program.ops import Block, Expr, Var
from ..program.program import Program
from ..program.walk import bound, expressions
from .left_changed import slots_left_changed
from .resolver import Knowledge, Resolver, anything
from .site_sets import NONE, Sites, SiteSets


class OneIteration(Resolver):
    """Follows an iteration with its site as an unknown. What runs under a condition has its effect there."""

    def __init__(self, effects: EffectsOf, own: set[Var]) -> None:
        """own: as of `own_locals`."""
        super().__init__(effects)
        self.own = own
        self.sets: SiteSets
        self.effect = NONE
        self.done = False  # whether something may have been done on the way to the statement that is followed
        self.asked: list[tuple[ops.If, Sites]] = []  # each condition, with the sites for which it holds

    def affects(self, reach: Sites) -> None:
        """Notes an effect that is reached under a condition."""
        self.effect = self.sets.either(self.effect, reach)
        self.done = True

    def block(self, body: Block, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Follows a block that is entered under the condition `reach`. Returns the condition under which its end is
        reached. inner: whether the innermost loop is one within the loop that is analysed."""
        for s in body:
            if reach.nowhere or self.effect.everywhere:
                return reach
            reach = self.statement(s, reach, known, inner)
        return reach

    def quiet(self, x: Expr) -> bool:
        """Whether an expression has no effect and cannot fail."""
        return self.effects.expression(x).pure

    def statement(self, s: ops.Stmt, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Follows one statement."""
        if isinstance(s, ops.Assign):
            if s.var not in self.own or not self.quiet(s.value):
                self.affects(reach)
            known.locals[s.var] = self.resolve(s.value, known)
            return reach
        if isinstance(s, ops.SetCtx):
            if not self.quiet(s.value):
                self.affects(reach)
            known.slots[s.slot] = self.resolve(s.value, known)
            return reach
        if isinstance(s, ops.If):
            return self.branches(s, reach, known, inner)
        if isinstance(s, ops.Restoring):
            if not all(map(self.quiet, expressions(s))):
                self.affects(reach)
            before = known.copy()
            reach = self.block(s.body, reach, known, inner)
            known.restore(s.slots, before)
            return reach
        if isinstance(s, ops.Break) and inner:
            return NONE
        if isinstance(s, ops.Continue) and not inner:
            return NONE
        self.affects(reach)
        return NONE if isinstance(s, ops.Break | ops.Return | ops.Continue) else reach

    def branches(self, s: ops.If, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Follows both branches of a condition."""
        if not self.quiet(s.cond):
            self.affects(reach)
            return reach
        cond = self.resolve(s.cond, known)
        yes = self.sets.where(cond)
        self.asked.append((s, yes))
        a, b, before = known.copy(), known.copy(), self.done
        within = self.sets.both(reach, yes)
        then = self.block(s.then, within, a, inner)
        if then is within and not s.orelse and not yes.everywhere:
            known.join(cond, a, b)
            return reach
        without = self.sets.both(reach, self.sets.where(ir.not_(cond)))
        self.done, in_then = before, self.done
        orelse = self.block(s.orelse, without, b, inner)
        # what a branch does that leaves the block does not lie on the way to what follows
        self.done = (in_then and not then.nowhere) or (self.done and not orelse.nowhere)
        # if only one branch reaches its end, what is known there holds
        if then.nowhere or orelse.nowhere:
            survivor = b if then.nowhere else a
            known.locals, known.slots = survivor.locals, survivor.slots
        else:
            known.join(cond, a, b)
        return reach if then is within and orelse is without else self.sets.either(then, orelse)


def forget_written(program: Program, body: Block, known: Knowledge) -> None:
    """Forgets locals that a block may write, and slots that it may leave changed."""
    known.locals |= {v: anything(v.type) for v in bound(body)}
    known.slots |= {slot: anything() for slot in slots_left_changed(program).block(body)}
