"""What the functions of a program depend on and change: fields, slots of the context, and locals."""

from __future__ import annotations

from ...facts.left_changed import LeftChanged
from ...program import ops
from ...program.effects import EffectsOf
from ...program.intrinsics import MOVE_CLOSE
from ...program.ops import Block, Expr, FieldKind, Op, Type, Var
from ...program.program import Function, Program
from ...program.walk import (
    all_blocks,
    all_calls,
    blocks,
    expressions,
    reached_from,
    runs,
    runs_of,
    statements,
    subexpressions,
)  # fmt: skip

__all__ = ["Dependencies", "leads_to_moves", "passing", "places_of"]

_LEAVES = ops.Resource.MOVES | ops.Resource.OPEN | ops.Resource.COUNTS


class Dependencies:
    """What functions and blocks read and change. left_changed: which slots of the context they leave
    changed."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.left_changed = LeftChanged(program)
        self.changed: dict[int, set[str]] = {}
        self.effects = EffectsOf()
        self.asking_itself: dict[int, bool] = {}
        self.read: dict[int, tuple[tuple[str, ...], frozenset[str]] | None] = {}

    def changes(self, body: Block) -> set[str]:
        """The fields that a block may leave changed; what happens on copies of the state does not count."""
        out: set[str] = set()
        for s in body:
            if isinstance(s, ops.SetField):
                out.add(s.field)
            if not isinstance(s, ops.OnCopy) or s.when is not None:
                for inner in blocks(s):
                    out |= self.changes(inner)
            for x in (y for e in expressions(s) for y in runs(e)):
                if x.op is Op.CALL:
                    if x.called.index not in self.changed:
                        self.changed[x.called.index] = set()
                        self.changed[x.called.index] = self.changes(x.called.body)
                    out |= self.changed[x.called.index]
                elif x.op is Op.RUN:
                    entry = x.run.intrinsic
                    if entry.calls:
                        out |= self.program.fields.keys()
                    elif entry.writes & ops.Resource.FIELDS and x.run.name:
                        out.add(x.run.name)
        return out

    def only_asks_itself(self, fn: Function) -> bool:
        """Whether a function calls itself, or is called by what it calls, and leaves no moves behind."""
        found = self.asking_itself.get(fn.index)
        if found is None:
            called = {other.index for other in all_calls(fn)}
            itself = fn.index in reached_from(self.program, [self.program.functions[i] for i in sorted(called)])
            found = self.asking_itself[fn.index] = itself and not self._leaves_moves(fn.body, {fn.index})
        return found

    def _leaves_moves(self, body: Block, open_: set[int]) -> bool:
        for s in body:
            if isinstance(s, ops.Restoring) and s.moves:
                continue
            if isinstance(s, ops.Emit) or any(self._leaves_moves(inner, open_) for inner in blocks(s)):
                return True
            for x in (y for e in expressions(s) for y in runs(e)):
                if x.op is Op.CALL:
                    if x.called.index not in open_ and self._leaves_moves(x.called.body, open_ | {x.called.index}):
                        return True
                elif x.op is Op.RUN and (x.run.intrinsic.writes & _LEAVES or x.run.intrinsic.calls):
                    return True
        return False

    def reads_of(self, fn: Function) -> tuple[tuple[str, ...], frozenset[str]] | None:
        """The slots and fields by which the result of a function is memoised; None if it is not: where it draws random
        numbers, those of another call are others."""
        if fn.index not in self.read:
            self.read[fn.index] = self._reads_of(fn)
        return self.read[fn.index]

    def _reads_of(self, fn: Function) -> tuple[tuple[str, ...], frozenset[str]] | None:
        if not any(isinstance(s, ops.Loop) or runs_of([s]) for s in statements(fn.body)):
            return None
        found = self.effects.function(fn)
        if found.calls or found.draws or any(v.type is Type.LIST for v in fn.params):
            return None
        slots = found.slots | self.left_changed.function(fn)
        return tuple(sorted(slots)), frozenset(found.fields | self.changes(fn.body))


def passing(program: Program) -> set[str]:
    """The fields that rules set while they ask for something, and set back: whoever asks for the moves finds them as
    they were at first."""
    out = {name for name, f in program.fields.items() if f.kind is FieldKind.INT}
    for fn in program.functions:
        for body in all_blocks(fn.body):
            left: set[str] = set()
            for s in body:
                if isinstance(s, ops.SetField):
                    f = program.fields[s.field]
                    if not s.value.is_const:
                        out.discard(s.field)
                    elif s.value.const == f.init:
                        left.discard(s.field)
                    else:
                        left.add(s.field)
                elif left and any(isinstance(inner, ops.Return) for inner in statements([s])):
                    out -= left
            out -= left
    return out & {s.field for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.SetField)}


def leads_to_moves(body: Block) -> bool:
    """Whether a block may push moves, or sets the context for what may: it does more than compute."""
    return any(isinstance(s, ops.Emit | ops.SetCtx) for s in statements(body)) or any(
        x.op is Op.CALL or x.run.intrinsic.writes & _LEAVES or x.run.intrinsic.calls for x in runs_of(body)
    )


def places_of(fn: Function) -> set[Var]:
    """The locals of a function by which its moves find their places."""
    out: set[Var] = set()
    values: dict[Var, list[Expr]] = {}
    asked: list[Expr] = []
    for s in statements(fn.body):
        if isinstance(s, ops.Assign):
            values.setdefault(s.var, []).append(s.value)
        if isinstance(s, ops.ForRow):
            if leads_to_moves(s.body):
                asked.append(s.row)
        elif isinstance(s, ops.Emit):
            asked += (s.from_site, s.to_site)
        elif isinstance(s, ops.SetCtx) and s.value.type is Type.INT:
            asked.append(s.value)
        for x in expressions(s):
            for y in subexpressions(x):
                if y.op is Op.RUN and y.run.intrinsic is MOVE_CLOSE:
                    asked += y.src[1:3]
                elif y.op is Op.ROW_AT or y.op is Op.SET_TABLE:
                    asked.append(y.src[0])
                elif y.op is Op.CALL:
                    asked += [z for z in y.src if z.type is Type.INT]
    while asked:
        for y in subexpressions(asked.pop()):
            if y.op is Op.VAR and y.var not in out and y.type is Type.INT:
                out.add(y.var)
                asked += values.get(y.var, ())
    return out
