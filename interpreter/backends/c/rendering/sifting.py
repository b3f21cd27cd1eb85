"""Legal moves that have to pass tests (`Function.tries`), counted without building those whose verdicts are kept.

A generator pushes one move to each member of a set, and a filter drops those that do not pass. Where verdicts are kept
(`core/verdicts.h`), most of them are known, for all sites of a bank of slots as sets. `sifted` gives the program a
second entry, `sifted`, for counting moves and choosing one: the filters are gone, and the loops of their generators
have the tests instead (`ForSet.tests`). They build and try only the moves whose verdicts are not known. The moves and
their order are those of `moves`.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ....facts.acting import acts
from ....facts.known_conditions import result_where
from ....facts.modes import is_run
from ....facts.verdict_reads import repetition, verdict_functions
from ....program import expressions as ir
from ....program import ops
from ....program.intrinsics import MOVE_IS_PASS
from ....program.ops import Block, Emit, Expr, Op, Stmt, Type
from ....program.program import Function, Program
from ....program.substitution import values_of
from ....program.walk import all_of, runs_of, subexpressions

__all__ = ["Refused", "sifted"]


@dataclass(eq=False, slots=True)
class Refused(Stmt):
    """Around the generator of a filter that puts the last move in the place of one that it drops; `ends`: after it."""

    ends: bool


@dataclass(frozen=True)
class Keep:
    """What a filter asks of each move, and whether the last move takes the place of one that it drops."""

    test: Function
    swaps: bool


class _GivenUpError(Exception):
    """The moves cannot be sifted."""


def sifted(program: Program) -> Program:
    """The program with an entry `sifted`; the program itself where it has no filters that can be left out."""
    if not verdict_functions(program):
        return program
    try:
        return _Sifting(program).made()
    except _GivenUpError:
        return program


class _Sifting:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.made_functions: list[Function] = []
        self.loops = 0

    def made(self) -> Program:
        p = self.program
        entry = self.function(p.entries["moves"], ())
        if not self.loops:
            raise _GivenUpError
        live = None if p.live is None else p.live | {fn.index for fn in self.made_functions}
        functions = [*p.functions, *self.made_functions]
        entries = {**p.entries, "sifted": entry}
        return dataclasses.replace(p, functions=functions, entries=entries, live=live)

    def function(self, fn: Function, keeps: tuple[Keep, ...]) -> Function:
        """A copy of a function without parameters or result, which pushes the moves that pass."""
        if fn.params or fn.result is not Type.VOID or fn.kept or fn.tries:
            raise _GivenUpError
        new = dataclasses.replace(fn, name=f"{fn.name}_sifted_{len(self.made_functions)}", body=[])
        new.index = len(self.program.functions) + len(self.made_functions)
        self.made_functions.append(new)
        if len(self.made_functions) > 100:  # recursion
            raise _GivenUpError
        new.body = self.block(fn.body, keeps)
        return new

    def block(self, body: Block, keeps: tuple[Keep, ...]) -> Block:
        return [t for s in body for t in self.statement(s, keeps)]

    def statement(self, s: Stmt, keeps: tuple[Keep, ...]) -> Block:
        if isinstance(s, ops.Do) and s.value.op is Op.CALL and s.value.type is Type.VOID:
            return [ops.Do(Expr(Op.CALL, Type.VOID, (), self.function(s.value.called, keeps)))]
        if isinstance(s, ops.Filter):
            keep = _keep(s)
            if keep.swaps and any(x.swaps for x in keeps):
                raise _GivenUpError
            made = self.block(s.body, (*keeps, keep))
            return [Refused(False), *made, Refused(True)] if keep.swaps else made
        if any(not x.run.intrinsic.silent for x in runs_of([s]) if x.op is Op.RUN):
            raise _GivenUpError
        if isinstance(s, ops.If) and acts(self.program, s.cond):
            raise _GivenUpError
        if isinstance(s, ops.If):
            return [ops.If(s.cond, self.block(s.then, keeps), self.block(s.orelse, keeps), s.implied)]
        if isinstance(s, ops.Emit):
            if not all(_always(keep.test, s) for keep in keeps):
                raise _GivenUpError
            return [s]
        if isinstance(s, ops.ForSet) and keeps:
            return [self.loop(s, keeps)]
        if isinstance(s, ops.SetField) and not keeps:  # after the moves are made
            return [s]
        if isinstance(s, ops.Restoring):
            return [ops.Restoring(s.slots, self.block(s.body, keeps), fields=s.fields)]
        if isinstance(s, ops.Return) or (isinstance(s, ops.Assign) and not _calls(s)):
            return [s]
        raise _GivenUpError

    def loop(self, s: ops.ForSet, keeps: tuple[Keep, ...]) -> Stmt:
        emit = next(iter(s.body), None)
        site = ir.value_of(s.var)
        if s.body != [emit] or not isinstance(emit, Emit) or _calls(emit):
            raise _GivenUpError
        if emit.to_site is not site or emit.from_site is not site:
            raise _GivenUpError
        if any(site in subexpressions(x) for x in (emit.mover, emit.level_min, emit.level_max)):
            raise _GivenUpError
        tests = tuple(keep.test for keep in keeps if not keep.swaps)
        refusing = tuple(keep.test for keep in keeps if keep.swaps)
        for test in (*tests, *refusing):
            question = repetition(*all_of(test, ops.Trial))
            if question is not None and (question.verdict or test in tests):
                raise _GivenUpError
        self.loops += 1
        return ops.ForSet(s.var, s.set, s.body, s.apart, tests=tests[::-1], refusing=refusing[::-1])


def _calls(s: Stmt) -> bool:
    """Whether a statement calls functions that may not be pure."""
    return any(x.op is Op.CALL and not x.called.kept for x in runs_of([s]))


def _keep(s: ops.Filter) -> Keep:
    """What a filter asks, which has to be one function that tries the move."""
    test = (values_of(s.tests) or {}).get(s.keep)
    if test is None or test.op is not Op.CALL or not test.called.tries or [x.arg for x in test.src] != [s.var]:
        raise _GivenUpError
    return Keep(test.called, s.swaps)


def _always(test: Function, emit: Emit) -> bool:
    """Whether each move of an Emit passes a test since it passes the turn."""
    answer = result_where(test, lambda x: True if is_run(x, MOVE_IS_PASS) else None)
    if answer is None or not answer.is_const or not answer.const:
        return False
    return all(action.kind == "pass" and action.decision.is_const for action in emit.actions) and bool(emit.actions)
