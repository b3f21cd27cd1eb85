"""Adds the actions of effects to the move that they belong to, without moves of their own."""

from __future__ import annotations

import dataclasses

from ...facts.modes import is_run
from ...program import ops
from ...program.copying import copied
from ...program.effects import EffectsOf, effects_of, silent
from ...program.entries import Resource
from ...program.intrinsics import (
    ACT,
    ACT_THEN,
    run_of,
)
from ...program.ops import Block, Expr, Op, Stmt, Type
from ...program.program import Function, Program
from ...program.raw import NOTES
from ...program.walk import (
    all_statements,
    blocks,
    expressions,
    locals_read,
    rewrite_function,
    runs,
    statements,
)
from ..base.registry import register
from ..removal.drop_unreached import drop_unreached

_OF_PUSHING = Resource.MOVES | Resource.COUNTS | Resource.OPEN | Resource.MODE
_NO = Expr(Op.CONST, Type.BOOL, (), False)


@register(after=("count_at_once",))
def effects_in_place(program: Program) -> None:
    """Where a move is built from the moves of its effects, has the effects add their actions to the open move.

    The moves of effects are joined to the move (`ops.Composed`) and forgotten. Nobody else sees them, so that only
    their actions and consequents matter. A function that pushes them gets a copy that adds these instead. A move is
    left alone if its effects look at the move buffer or call what may build moves in between.
    """
    _EffectsInPlace(program).run()
    drop_unreached(program)


class _EffectsInPlace:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.copies: dict[int, Function | None] = {}

    def run(self) -> None:
        for fn in list(self.program.functions):
            rewrite_function(fn, lambda s, fn=fn: self.joined(s, fn), ops.Composed)  # type: ignore[misc]

    def joined(self, s: Stmt, fn: Function) -> Block:
        """A move to which the effects add their actions, in the place of one that joins their moves, if nobody asks how
        many there were."""
        if not isinstance(s, ops.Composed) or not s.joins or not self.forgettable(s, fn):
            return [s]
        if any(isinstance(t, ops.Return) for t in statements(s.body)):  # the move is left before it is pushed
            return [s]
        added = self.in_place(s.body)
        return [s] if added is None else [dataclasses.replace(s, body=[], parts=[*added, *s.parts], joins=False)]

    def forgettable(self, s: Stmt, fn: Function) -> bool:
        """Whether nobody asks how many moves there were before those that a statement puts together."""
        marks = {t.var for t in statements([s]) if isinstance(t, ops.Composed)}
        return not marks & locals_read(all_statements(fn))

    def in_place(self, body: Block) -> Block | None:
        """What adds the actions of the moves that a block pushes to the open move; None if that is not the same."""
        out: Block = []
        for s in body:
            changed = self.statement(s)
            if changed is None:
                return None
            out += changed
        return out

    def statement(self, s: Stmt) -> Block | None:
        if isinstance(s, ops.Emit):
            return self.emit(s)
        if isinstance(s, ops.Composed):
            return self.composed(s)
        if isinstance(s, ops.Do) and is_run(s.value, ACT, ACT_THEN):
            return self.part(s)
        if isinstance(s, ops.BuiltMove):
            return self.built(s)
        if isinstance(s, ops.Do) and s.value.op is Op.CALL and s.value.type is Type.VOID:
            if not all(map(self.ignores_moves, s.value.src)):
                return None
            copy = self.copy(s.value.called)
            return None if copy is None else [_do(s, Expr(Op.CALL, Type.VOID, s.value.src, copy))]
        if isinstance(s, ops.Do):
            run = s.value
            if run.op is Op.RUN and run.run.intrinsic.calls:
                return None
            if run.op is Op.RUN and not (run.run.intrinsic.reads | run.run.intrinsic.writes) & _OF_PUSHING:
                return [dataclasses.replace(s)] if all(map(self.ignores_moves, run.src)) else None
            return [dataclasses.replace(s)] if self.ignores_moves(run) else None
        if isinstance(s, ops.InMode | ops.Filter) or not all(map(self.ignores_moves, expressions(s))):
            return None
        found = [self.in_place(inner) for inner in blocks(s)]
        added = [inner for inner in found if inner is not None][::-1]
        if len(added) < len(found):
            return None
        new = copied(s, lambda _: added.pop())
        if isinstance(new, ops.ForLoop):
            _forget(new)
        return [new]

    def emit(self, s: ops.Emit) -> Block | None:
        """The actions of a move."""
        left_out = (s.mover, s.from_site, s.to_site, s.level_min, s.level_max, *(a.decision for a in s.actions))
        if any(a.kind in NOTES for a in s.actions) or not all(map(self.idle, left_out)):
            return None
        if not all(self.ignores_moves(x) for a in s.actions for x in a.params):
            return None
        # an operand of a later action is evaluated after an earlier one is added, which it cannot tell
        actions = [_do(s, Expr(Op.RUN, Type.VOID, (_NO, *a.params), run_of(ACT, a.kind))) for a in s.actions]
        return [*actions, *(_then(s, fn.index) for fn in s.then)]

    def built(self, s: ops.BuiltMove) -> Block | None:
        """The actions of a move that may have to be built, and its consequents, which follow it."""
        return self.in_place(s.body) if all(map(self.idle, expressions(s))) else None

    def composed(self, s: ops.Composed) -> Block | None:
        """The actions of a move that is itself put together: those that it joins, its own, and its consequents."""
        if (s.body and not s.joins) or not all(map(self.idle, s.close.src)):
            return None
        added = self.in_place([*s.body, *s.parts])
        return None if added is None else [*added, *(_then(s, fn.index) for fn in s.then)]

    def part(self, s: ops.Do) -> Block | None:
        """What adds an action without a decision, or a consequent, to the open move."""
        added = s.value
        if not all(map(self.ignores_moves, added.src)):
            return None
        if is_run(added, ACT_THEN):
            return [_do(s, added)]
        if added.run.name in NOTES or not self.idle(added.src[0]):
            return None
        return [_do(s, Expr(Op.RUN, Type.VOID, (_NO, *added.src[1:]), added.arg))]

    def copy(self, fn: Function) -> Function | None:
        """A function that adds the actions of the moves which this one pushes; None if there is none."""
        if fn.index in self.copies:
            return self.copies[fn.index]
        self.copies[fn.index] = None  # of a recursive function there is none
        forgettable = all(self.forgettable(s, fn) for s in fn.body)
        body = self.in_place(fn.body) if forgettable else None
        if body is not None:
            made = dataclasses.replace(fn, name=f"{fn.name}_in_place", body=body)
            self.copies[fn.index] = self.program.add(made)
        return self.copies[fn.index]

    def ignores_moves(self, x: Expr) -> bool:
        """Whether an expression neither looks at the move buffer nor builds moves."""
        return not any(_involved(y, self.effects) for y in runs(x))

    def idle(self, x: Expr) -> bool:
        """Whether an expression may be left out."""
        return silent(x) and self.ignores_moves(x)


def _forget(loop: ops.ForLoop) -> None:
    """Removes what passes have noted of the moves that a loop pushes: it pushes none any more."""
    if isinstance(loop, ops.CountedLoop | ops.ForSet | ops.ForRow):
        loop.apart = False
    if isinstance(loop, ops.CountedLoop):
        loop.each, loop.leaves = None, ()
    if isinstance(loop, ops.CountedLoop | ops.ForSet):
        loop.at_once = None
    if isinstance(loop, ops.ForRow):
        loop.reaches, loop.goes, loop.ends = "", None, None
        if loop.narrowed is not None:
            loop.narrowed = dataclasses.replace(loop.narrowed, one_each=False)


def _do(s: Stmt, value: Expr) -> Stmt:
    """What is done in the place of a statement."""
    return ops.Do(value, places=s.places)


def _then(s: Stmt, function: int) -> Stmt:
    return _do(s, Expr(Op.RUN, Type.VOID, (Expr(Op.CONST, Type.INT, (), function),), run_of(ACT_THEN)))


def _involved(x: Expr, effects: EffectsOf) -> bool:
    if x.op is Op.CALL:
        return not (effects.function(x.called).pure and effects.function(x.called).state_only)
    if x.op is Op.RUN:
        entry = x.run.intrinsic
        return entry.calls or bool((entry.reads | entry.writes) & _OF_PUSHING)
    return False
