"""Removes what nobody observes: writes of fields that make no difference, and the statements and calls that only serve
them (dead store elimination across a whole program)."""

from __future__ import annotations

from collections.abc import Callable

from .. import ops
from ..effects import effects_of
from ..expressions import or_, lt, ge, const
from ..observed import observed
from ..ops import Block, Expr, FieldKind, Op, Program, Stmt
from ..site_sets import text_of
from ..walk import all_expressions, rewrite, runs, statements
from .drop_dead_locals import drop_dead_locals
from .drop_unreached import drop_unreached
from .fold_branches import fold_branches


def drop_unobserved(program: Program, results: frozenset[str]) -> None:
    """Repeats until nothing is left to remove. results: the fields that are read when the program has run."""
    size = -1
    while size != (size := sum(len(statements(fn.body)) for fn in program.functions)):
        needed, matters = observed(program, results)
        _drop_writes(program, matters)
        program.effects.clear()
        _drop_calls(program)
        fold_branches(program)
        drop_dead_locals(program)
        drop_unreached(program)
    _drop_fields(program, needed)


def _drop_writes(program: Program, matters: Callable[[Stmt], bool]) -> None:
    def change(s: Stmt) -> list[Stmt]:
        if matters(s):
            return [s]
        return [s] if isinstance(s, ops.SetField) and not _within(program, s) else []

    for fn in program.functions:
        fn.body[:] = rewrite(fn.body, change)


def _within(program: Program, s: ops.SetField) -> bool:
    """Whether a write is known to be within the bounds of its field, so that it is no error."""
    if s.index is None:
        return True
    return True


def _drop_calls(program: Program) -> None:
    """Removes calls of functions that do nothing."""
    effects = effects_of(program)

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.Do) and s.value.op is Op.CALL:
            found = effects.expression(s.value)
            return [s] if not found.pure else []
        return [s]

    for fn in program.functions:
        fn.body[:] = rewrite(fn.body, change)


def _drop_fields(program: Program, needed: set[str]) -> None:
    used = {s.field for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.SetField)}
    for fn in program.functions:
        for x in all_expressions(fn):
            if x.op in (Op.FIELD, Op.FIELD_RAW, Op.LEN, Op.SET_WHERE):
                used.add(x.name)
            elif x.op is Op.RUN and x.run.name:
                used.add(x.run.name)
    for name in list(program.fields):
        if name not in used and name not in needed and not any(name in h for h in program.hashed) and name not in program.hash_lists:
            del program.fields[name]
