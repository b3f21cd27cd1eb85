"""What the functions of a program depend on and change: fields, slots of the context, and locals."""

from __future__ import annotations

from ...facts.context_kept import ContextKept
from ...program import ops
from ...program.effects import EffectsOf
from ...program.intrinsics import MOVE_CLOSE
from ...program.ops import Block, Expr, FieldKind, Op, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_blocks, blocks, expressions, runs, runs_of, statements, subexpressions

__all__ = ["Dependencies", "passing", "places_of"]


class Dependencies:
    """What functions and blocks read and change. kept: which slots of the context they leave as they were."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.kept = ContextKept(program)
        self.changed: dict[int, set[str]] = {}
        self.effects = EffectsOf()
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

    def reads_of(self, fn: Function) -> tuple[tuple[str, ...], frozenset[str]] | None:
        """The slots and fields by which the result of a function is memoised; None if it is not."""
        if fn.index not in self.read:
            self.read[fn.index] = self._reads_of(fn)
        return self.read[fn.index]

    def _reads_of(self, fn: Function) -> tuple[tuple[str, ...], frozenset[str]] | None:
        if not any(isinstance(s, ops.Loop) or runs_of([s]) for s in statements(fn.body)):
            return None
        found = self.effects.function(fn)
        if found.calls or any(v.type is Type.LIST for v in fn.params):
            return None
        slots = found.slots | self.kept.changed(fn)
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


def places_of(fn: Function) -> set[Var]:
    """The locals of a function by which its moves find their places."""
    out: set[Var] = set()
    values: dict[Var, list[Expr]] = {}
    asked: list[Expr] = []
    for s in statements(fn.body):
        if isinstance(s, ops.Assign):
            values.setdefault(s.var, []).append(s.value)
        if isinstance(s, ops.ForRow):
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
