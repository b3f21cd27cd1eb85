"""Filters over tried moves (`spared.py`): what they are made of, read off the functions as passes leave them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....facts.known_conditions import WhereKnown
from ....facts.modes import inherited, is_run
from ....facts.selectable import only_pushes
from ....program import ops
from ....program.intrinsics import PUSHES_IN
from ....program.ops import Block, Expr, Op, Stmt, Type
from ....program.program import Function, Program, Touches
from ....program.substitution import values_of
from ....program.walk import bound, locals_read, runs_of, statements

__all__ = ["Filter", "GivenUpError", "Whole", "exports", "filter_of", "pushing", "touches_of", "whole_of"]


class GivenUpError(Exception):
    """The moves cannot be counted in this way."""


@dataclass(frozen=True, eq=False)
class Whole:
    """A function, `wrapper`, that calls another one in FULL, with `given` arguments, and hands the moves over."""

    wrapper: Function
    whole: Function
    given: int


@dataclass(frozen=True, eq=False)
class Filter(Whole):
    """One that hands over the moves which pass a trial. generator: pushes all; ask: asks the question on the state
    before the moves; tries: tries one move."""

    generator: Function
    ask: Function
    tries: Function


def pushing(fn: Function) -> Iterator[Function]:
    """The functions that a function calls where it pushes moves."""
    if not only_pushes(fn):
        raise GivenUpError
    if exports(fn):
        raise GivenUpError
    for x in runs_of(inherited(fn.body)):
        if is_run(x, PUSHES_IN):
            raise GivenUpError
        if isinstance(x.arg, Function):
            yield x.arg


def touches_of(program: Program) -> Touches:
    """The conditions on which moves have to be tried, the same for all filters."""
    found = {t: t for t in program.touches.values()}
    if len(found) != 1:
        raise GivenUpError
    return next(iter(found.values()))


def exports(fn: Function) -> bool:
    """Whether a function hands over moves that it has built."""
    return any(isinstance(s, ops.InFull) and s.exports for s in inherited(fn.body))


def whole_of(fn: Function) -> Whole:
    """A wrapper that enters FULL, calls another function and hands the moves over."""
    if fn.whole is None or len(fn.whole.params) > 1:
        raise GivenUpError
    return Whole(fn, fn.whole, len(fn.whole.params))


def filter_of(program: Program, of: Whole, index: int) -> Filter:
    """What a filter is made of, of whose moves some need no try (`skip_untouched`). index: of the first of the
    functions that are made of it."""
    whole = of.whole
    s = whole.filter
    if s is None or s.generator is None or not any(_touched(program, x) for x in runs_of(s.tests)):
        raise GivenUpError
    before: Block = [t for t in whole.body if isinstance(t, ops.Assign)]
    spared = WhereKnown(lambda x: False if _touched(program, x) else None)
    tried = WhereKnown(lambda x: True if _touched(program, x) else None)
    _, first, later = (spared.block(block) for block in (before, s.tests, s.tests))
    _, trial = (tried.block(block) for block in (before, s.tests))
    answer = (values_of(later) or {}).get(s.keep)  # the same for all moves, once it is known
    if answer is None or answer.op is not Op.VAR or answer.var in bound(trial):
        raise GivenUpError
    read = {*locals_read(statements(first)), s.keep}
    needed = [t for t in first if not isinstance(t, ops.Assign) or t.var in read]
    result: Stmt = ops.Return(Expr(Op.VAR, Type.BOOL, (), s.keep))
    ask = Function(unused(program, f"{whole.name}_asked"), (), Type.BOOL, [*needed, result], index)
    tries = Function(unused(program, f"{whole.name}_tried"), (s.var,), Type.BOOL, [*trial, result], index + 1)
    for fn in (ask, tries):
        fn.place = whole.place
        if locals_read(statements(fn.body)) - {*fn.params, *bound(fn.body)}:
            raise GivenUpError
    return Filter(of.wrapper, whole, of.given, s.generator, ask, tries)


def _touched(program: Program, x: Expr) -> bool:
    """Whether an expression asks if a move writes what a question has read."""
    return x.op is Op.CALL and x.called.index in program.touches


def unused(program: Program, name: str) -> str:
    """A name that no function of the program has."""
    names = {fn.name for fn in program.functions}
    while name in names:
        name += "_"
    return name
