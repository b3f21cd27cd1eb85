"""What the verdict on a tried move depends on: which functions a trial may run, and which of their statements matter.

A *verdict* is the answer of a function that tries a move (`Function.tries`). A backend that keeps verdicts has to know
when one may change. It notes what a trial reads, by site where a field has a value for each site, and by value for
single numbers. Reads that only serve values which nothing in the trial looks at, such as the number of moves so far,
are left out: this module finds them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..program import ops
from ..program.effects import may_fail
from ..program.entries import Argument
from ..program.intrinsics import HASH_HAS
from ..program.operations import FIELD_READS
from ..program.ops import Expr, Field, FieldKind, Op, Stmt, Var
from ..program.program import Function, Program
from ..program.walk import all_of, all_statements, blocks, numbered, reached_from, subexpressions
from .footprint_parts import operands
from .footprint_writes import by_site
from .intervals import bounds

__all__ = ["Matters", "Repetition", "closure", "digested", "repetition", "told_by_site", "verdict_functions", "watched"]


def told_by_site(f: Field) -> bool:
    """Whether a field has one value for each site, or is a set of sites."""
    if f.kind is FieldKind.SET:
        return f.site is not None
    return by_site(f)


def verdict_functions(program: Program) -> list[Function]:
    """The functions that give verdicts, in order."""
    return [fn for fn in program.running if fn.tries]


def closure(program: Program, functions: list[Function]) -> list[Function]:
    """All functions that may run while these try moves: any action and any consequent may be part of a move."""
    consequents = [program.functions[i] for i in numbered(program)]
    found = reached_from(program, [*functions, *program.appliers.values(), *consequents])
    return [program.functions[i] for i in sorted(found)]


def watched(program: Program) -> frozenset[str]:
    """The fields of which each write says which verdicts it concerns: those with a value for each site, and others that
    are no single numbers, where it concerns all of them."""
    functions = verdict_functions(program)
    if not functions:
        return frozenset()
    fields = Matters(program, closure(program, functions), digested(program, functions)).fields
    return frozenset(name for name in fields if program.fields[name].kind is not FieldKind.INT)


def digested(program: Program, functions: list[Function]) -> set[str]:
    """The fields that are part of the digests which functions that try moves ask for."""
    questions = [repetition(trial) for fn in functions for trial in all_of(fn, ops.Trial)]
    return {name for q in questions if q is not None for name in program.hashed[q.variant]}


@dataclass(frozen=True)
class Repetition:
    """A trial whose question is only whether the digest of the position is in a list. verdict: the answer if it is."""

    variant: int
    number: int
    verdict: bool


def repetition(trial: ops.Trial) -> Repetition | None:
    """How a trial asks for repetition, if that is its question."""
    x = trial.answer.src[0] if trial.answer.op is Op.NOT else trial.answer
    if x.op is Op.RUN and x.run.intrinsic is HASH_HAS and all(y.is_const for y in x.src):
        return Repetition(x.src[0].const, x.src[1].const, x is trial.answer)
    return None


class Matters:
    """Which statements of some functions the results of these functions depend on, and which fields are read there.

    always: fields that matter whatever is done with them. A write to a field matters if the field is read by a
    statement that matters; a statement with an effect of another kind always does. An index that may be out of bounds
    matters also where the value does not, since that would be an error.
    """

    def __init__(self, program: Program, functions: list[Function], always: set[str]) -> None:
        self.program = program
        self.fields = set(always)
        self._locals: set[Var] = set()
        self._values: dict[Var, Expr | None] = {}  # of locals that are assigned once
        for fn in functions:
            for s in all_statements(fn):
                if isinstance(s, ops.Assign):
                    self._values[s.var] = None if s.var in self._values else s.value
        size = -1
        while size != len(self.fields) + len(self._locals):
            size = len(self.fields) + len(self._locals)
            for fn in functions:
                if not self.only_upkeep(fn):
                    for s in all_statements(fn):
                        self._add(s)

    def __call__(self, s: Stmt) -> bool:
        """Whether a statement matters."""
        if isinstance(s, ops.SetField):
            return s.field in self.fields or self.fails(s)
        if isinstance(s, ops.Assign):
            return s.var in self._locals or _acts(s.value)
        if isinstance(s, ops.If):
            return _acts(s.cond) or any(self(t) for t in (*s.then, *s.orelse))
        if isinstance(s, ops.ForLoop):
            return any(map(_acts, operands(s))) or any(self(t) for block in blocks(s) for t in block)
        if isinstance(s, ops.Do):
            return not self._idle(s.value)
        return True

    def value(self, s: ops.SetField) -> bool:
        """Whether the value that is written matters, and not only the index."""
        return s.field in self.fields or any(may_fail(y) for y in subexpressions(s.value))

    def fails(self, s: ops.SetField) -> bool:
        """Whether a write may end in an error that does not depend on what it writes."""
        if any(y.op is Op.CALL or may_fail(y) for x in operands(s) for y in subexpressions(x)):
            return True
        f = self.program.fields[s.field]
        return s.index is not None and not self._within(s.index, f)

    def _within(self, x: Expr, f: Field) -> bool:
        """Whether an index is surely within the bounds of a field."""
        if x.op is Op.VAR:
            value = self._values.get(x.var)
            x = x if value is None else value
        lo, hi = bounds(x)
        return f.cap is None and lo >= 0 and hi < f.size

    def only_upkeep(self, fn: Function) -> bool:
        """Whether all that a function does is to keep data up to date that does not matter."""
        if fn.upkeep is None:
            return False
        return not any(f.upkeep is fn.upkeep and f.name in self.fields for f in self.program.fields.values())

    def _idle(self, x: Expr) -> bool:
        """Whether all that evaluating an expression does is to change data that does not matter."""
        if x.op is Op.CALL and self.only_upkeep(x.called):
            return not any(_acts(y) for y in x.src)
        if x.op is not Op.RUN or x.run.intrinsic.argument is not Argument.LIST or x.run.name in self.fields:
            return False
        return not any(_acts(y) for y in x.src)

    def _add(self, s: Stmt) -> None:
        if not self(s):
            return
        read = operands(s)
        if isinstance(s, ops.SetField) and not self.value(s):
            read = () if s.index is None else (s.index,)
        for y in (y for x in read for y in subexpressions(x)):
            if y.op in FIELD_READS:
                self.fields.add(y.name)
            elif y.op is Op.VAR:
                self._locals.add(y.var)
            elif y.op is Op.RUN and y.run.intrinsic.argument is Argument.LIST:
                self.fields.add(y.run.name)


def _acts(x: Expr) -> bool:
    """Whether evaluating an expression may do more than to give a value."""
    below = subexpressions(x)
    return any(y.op is Op.CALL or may_fail(y) or (y.op is Op.RUN and not y.run.intrinsic.silent) for y in below)
