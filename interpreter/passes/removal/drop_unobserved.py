"""Removes what nobody observes: writes of fields that make no difference, and the statements, calls and fields that
only serve them (dead store elimination across a whole program)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from ...facts.intervals import ANY, Range, bounds
from ...facts.observed import observed
from ...facts.widths import looks
from ...program import ops
from ...program.effects import silent
from ...program.expressions import const, ge, gt, lt, or_
from ...program.intrinsics import FAIL, run_of
from ...program.operations import FIELD_READS
from ...program.ops import Expr, FieldKind, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_expressions, all_of, all_statements, rewrite_function, runs
from .drop_dead_locals import drop_dead_locals
from .drop_idle_slots import drop_idle_slots
from .drop_parts import drop_parts
from .drop_unreached import drop_unreached
from .fold_branches import fold_branches

_WRONG = "a field that nobody observes was written wrongly"


def drop_unobserved(program: Program, results: Iterable[str]) -> None:
    """Repeats until nothing is left to remove. results: the fields that are read when the program has run.

    Errors stay: a write that may be out of bounds, or that may not fit, leaves a check behind. Its error has another
    text.
    """
    results = frozenset(results)
    drop_unreached(program)
    checks = _check_writes(program)
    size = -1
    while size != (size := sum(len(all_statements(fn)) for fn in program.functions)):
        needed, matters = observed(program, results)
        _drop_statements(program, matters)
        _drop_calls(program)
        fold_branches(program)
        drop_parts(program)
        drop_idle_slots(program)
        drop_dead_locals(program)
        drop_unreached(program)
    _drop_fields(program, needed | results)
    _drop_checks(program, checks)


# --------------------------------------------------------------------------------------------------- checks of writes


def _check_writes(program: Program) -> dict[Stmt, ops.SetField]:
    """Puts what a write checks in front of it, as a statement. Returns the write of each check."""
    found: dict[Stmt, ops.SetField] = {}
    wrong: list[Expr] = []

    def failing(s: Stmt) -> Stmt:
        if not wrong:
            wrong.append(Expr(Op.RUN, Type.VOID, (const(len(program.strings)),), run_of(FAIL)))
            program.strings = [*program.strings, _WRONG]
        return ops.Do(wrong[0], places=s.places)

    for fn in program.functions:
        within = _Constants(fn)

        def change(s: Stmt, within: _Constants = within) -> list[Stmt]:
            if not isinstance(s, ops.SetField) or any(runs(x) for x in (s.index, s.value) if x is not None):
                return [s]
            tests = _tests(program, s, within)
            if not tests:
                return [s]
            check = ops.If(or_(*tests), [failing(s)], [], places=s.places)
            found[check] = s
            return [check, s]

        rewrite_function(fn, change)
    return found


def _tests(program: Program, s: ops.SetField, within: _Constants) -> list[Expr]:
    """The conditions under which a write is an error."""
    f, tests = program.fields[s.field], []
    if s.index is not None:
        lo, hi = within.range(s.index)
        if lo < 0:
            tests.append(lt(s.index, 0))
        if f.kind is FieldKind.LIST:
            tests.append(ge(s.index, Expr(Op.LEN, Type.INT, (), f.name)))
        elif f.cap:
            tests.append(ge(s.index, const(f.size) * Expr(Op.CAP, Type.INT, (), f.cap)))
        elif hi >= max(1, f.size):
            tests.append(ge(s.index, max(1, f.size)))
    if looks(program, s):
        tests += [lt(s.value, -(1 << f.bits - 1)), gt(s.value, (1 << f.bits - 1) - 1)]
    return tests


class _Constants:
    """What is known of values in a function: of constants, and of the variables of loops over constant ranges."""

    def __init__(self, fn: Function) -> None:
        self._known: dict[Var, Range] = {}
        times = Counter(s.var for s in all_of(fn, ops.Assign, ops.ForLoop))
        for s in all_of(fn, ops.ForRange):
            if times[s.var] == 1 and s.lo.is_const and s.hi.is_const:
                self._known[s.var] = (s.hi.const, s.lo.const) if s.down else (s.lo.const, s.hi.const - 1)

    def range(self, x: Expr) -> Range:
        """The least and the greatest value that an INT expression in the function may have."""
        return bounds(x, lambda y: self._known.get(y.var, ANY) if y.op is Op.VAR else ANY)


def _drop_checks(program: Program, checks: dict[Stmt, ops.SetField]) -> None:
    """Removes the checks of writes that have stayed: these check the same."""
    left = {s for fn in program.functions for s in all_of(fn, ops.SetField)}

    def change(s: Stmt) -> list[Stmt]:
        return [] if s in checks and checks[s] in left else [s]

    for fn in program.functions:
        rewrite_function(fn, change)


# --------------------------------------------------------------------------------------------------- removal


def _drop_statements(program: Program, matters: Callable[[Stmt], bool]) -> None:
    def change(s: Stmt) -> list[Stmt]:
        return [s] if matters(s) else []

    for fn in program.functions:
        rewrite_function(fn, change)


def _drop_calls(program: Program) -> None:
    """Removes calls of functions of which nothing is left. A function may do nothing and still never end."""

    def change(s: Stmt) -> list[Stmt]:
        if isinstance(s, ops.Do) and s.value.op is Op.CALL and not s.value.called.body:
            return [] if all(silent(x) for x in s.value.src) else [s]
        return [s]

    for fn in program.functions:
        rewrite_function(fn, change)


def _drop_fields(program: Program, needed: set[str]) -> None:
    """Removes the fields that nothing reads or writes any more."""
    used = needed.union(program.hash_lists, *program.hashed)
    for fn in program.functions:
        used |= {s.field for s in all_of(fn, ops.SetField)}
        for x in all_expressions(fn):
            if x.op in FIELD_READS:
                used.add(x.name)
            elif x.op is Op.RUN and x.run.name:
                used.add(x.run.name)
    for s in (s for fn in program.functions for s in all_of(fn, ops.Restoring)):
        s.fields = tuple(name for name in s.fields if name in used)
    program.fields = {name: f for name, f in program.fields.items() if name in used}
