"""Whether evaluating an expression changes anything that others read, so that it matters when it is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..program import ops
from ..program.effects import effects_of
from ..program.entries import Resource, Type
from ..program.kept_facts import of_function, of_program
from ..program.ops import Block, Expr, FieldKind, Op
from ..program.program import Function, Program
from ..program.walk import blocks, expressions, runs
from ..program.worklist import Solution
from .left_changed import slots_left_changed

__all__ = ["acts", "operands_act", "order_matters"]

_PUSHED = Resource.MOVES | Resource.COUNTS | Resource.OPEN
_RECORDED = Resource.RECORD | Resource.RECORD_SIZE
_OTHERS = _PUSHED | _RECORDED | Resource.ACTION | Resource.LISTS | Resource.SAVED
"""What functions work on, apart from fields, slots and random numbers."""


def order_matters(program: Program, operands: Sequence[Expr]) -> bool:
    """Whether one of some operands acts, so that the others, but for locals and constants, may have other values after
    it."""
    reading = [x for x in operands if x.op not in (Op.CONST, Op.VAR)]
    return len(reading) > 1 and any(acts(program, x) for x in reading)


def operands_act(program: Program, s: ops.Emit | ops.SetField) -> bool:
    """Whether operands of a statement act, so that all have to be evaluated in their order before it, once."""
    if isinstance(s, ops.Emit):
        return any(acts(program, x) for x in expressions(s))
    if s.index is not None and program.fields[s.field].kind is FieldKind.LIST and acts(program, s.value):
        return True  # how long the list is, is asked after it
    return order_matters(program, expressions(s))


def acts(program: Program, x: Expr) -> bool:
    """Whether evaluating an expression changes more than its value tells: the state, random numbers, the context, moves
    in the buffer or the one that is open, the record, or values in lists."""
    if all(y.op is Op.LIST_NEW for y in runs(x)):
        return False
    if not effects_of(program).expression(x).keeps_state or slots_left_changed(program).expression(x):
        return True
    return any(_changed_by(y, _changes(program).value) for y in runs(x))


@of_program
def _changes(program: Program) -> Solution[int, Resource]:
    """What a call of each function may leave changed, of `_OTHERS`."""

    def of_one(index: int, ask: Callable[[int], Resource]) -> Resource:
        found = Resource.NOTHING
        for x, forgotten in _runs_within(program.functions[index]):
            found |= (_PUSHED if x is None else _changed_by(x, ask)) & ~forgotten
        return found

    return Solution(of_one, Resource.NOTHING)


def _changed_by(x: Expr, of: Callable[[int], Resource]) -> Resource:
    """What a call or an intrinsic itself may leave changed. A function changes no lists but its own, unless it is given
    one."""
    if x.op is not Op.CALL:
        return x.run.intrinsic.writes & _OTHERS if x.op is Op.RUN else Resource.NOTHING
    given = any(v.type is Type.LIST for v in x.called.params)
    return of(x.called.index) if given else of(x.called.index) & ~Resource.LISTS


@of_function
def _runs_within(fn: Function) -> tuple[tuple[Expr | None, Resource], ...]:
    """What a function runs, None for a move that is pushed, with what is forgotten of it."""
    found: list[tuple[Expr | None, Resource]] = []
    _add(fn.body, Resource.NOTHING, found)
    return tuple(found)


def _add(body: Block, forgotten: Resource, found: list[tuple[Expr | None, Resource]]) -> None:
    for s in body:
        within = forgotten
        if isinstance(s, ops.Question):
            within |= _PUSHED
        elif isinstance(s, ops.Restoring):
            within |= (_PUSHED if s.moves else Resource.NOTHING) | (_RECORDED if s.record else Resource.NOTHING)
        if isinstance(s, ops.Push):
            found.append((None, forgotten))
        found += [(y, within) for x in expressions(s) for y in runs(x)]
        for inner in blocks(s):
            _add(inner, within, found)
