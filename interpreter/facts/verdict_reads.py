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
from ..program.intrinsics import HASH_HAS
from ..program.ops import Expr, Field, FieldKind, Stmt
from ..program.program import Function, Program
from ..program.walk import all_of, assigned_once, meant, numbered, reached_from, runs, subexpressions
from .footprint_parts import operands
from .footprint_writes import by_site
from .intervals import bounds
from .known_conditions import decide
from .modes import is_run
from .observed import Observing

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
    """How a trial asks for repetition, if that is its whole question."""
    asked = {x for x in runs(trial.answer) if is_run(x, HASH_HAS)}
    if trial.body or len(asked) != 1:
        return None
    there, absent = (decide(trial.answer, dict.fromkeys(asked, answer).get) for answer in (True, False))
    variant, number = (x.const for x in asked.pop().src)
    return None if there is None or absent is not (not there) else Repetition(variant, number, there)


class Matters(Observing):
    """Which statements of some functions the results of these functions depend on, and which fields are read there.

    always: fields that matter whatever is done with them. An index that may be out of bounds matters also where the
    value does not, since that would be an error.
    """

    def __init__(self, program: Program, functions: list[Function], always: set[str]) -> None:
        super().__init__(program, functions, always, failures=True)
        self.digested = []  # those that are asked for are among those that always matter
        self._once = {v: x for fn in functions for v, x in assigned_once(fn).items()}
        size = -1
        while size != (size := len(self.observed)):  # what was idle may be idle no more
            self.observe()

    def __call__(self, s: Stmt) -> bool:
        """Whether a statement, or a copy of one, matters."""
        return self.matter[s] if s in self.matter else self.look(s)

    @property
    def fields(self) -> set[str]:
        """The fields that matter."""
        return self.observed

    def operands(self, s: Stmt) -> tuple[Expr, ...]:
        """Without what passes have noted for backends."""
        return operands(s)

    def value_matters(self, s: ops.SetField) -> bool:
        """Whether the value that is written matters, and not only the index."""
        return s.field in self.observed or any(may_fail(y) for y in subexpressions(s.value))

    def fails(self, s: ops.SetField) -> bool:
        """Whether the index of a write may be out of bounds."""
        f = self.program.fields[s.field]
        if s.index is None:
            return False
        lo, hi = bounds(meant(s.index, self._once))
        return f.cap is not None or lo < 0 or hi >= f.size

    def idle(self, fn: Function) -> bool:
        """Whether all that a function does is to keep data up to date that does not matter."""
        if fn.upkeep is None:
            return False
        return not any(f.upkeep is fn.upkeep and f.name in self.observed for f in self.program.fields.values())
