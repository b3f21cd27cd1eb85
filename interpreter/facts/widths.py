"""What is too wide: which writes of fields narrower than 32 bits have to check that the value fits, and whether sets
leave room on the stack.

In native code a set is a value of its full width, and lies on the stack while it is computed.
"""

from __future__ import annotations

from ludparse.problems.errors import LudLimitError

from ..program.limits import MAX_SET_STACK, does_not_fit
from ..program.ops import FieldKind, Op, SetField, Type
from ..program.program import Function, Program
from ..program.walk import all_calls, all_expressions, bound, reached
from .intervals import ANY, Range, bounds

__all__ = ["check_set_stack", "does_not_fit", "looks", "set_stack"]


def check_set_stack(program: Program) -> None:
    """Raises LudLimitError where functions that call one another hold more than `MAX_SET_STACK` bytes of sets."""
    own = {i: set_stack(program, program.functions[i]) for i in sorted(reached(program))}
    deepest: dict[int, int] = {}

    def depth(index: int) -> int:
        if index not in deepest:
            deepest[index] = 0  # the depth of recursion is bounded during play
            called = (f.index for f in all_calls(program.functions[index]))
            deepest[index] = own[index] + max(map(depth, called), default=0)
        return deepest[index]

    if max(map(depth, own), default=0) > MAX_SET_STACK:
        most = MAX_SET_STACK // _bytes(program)
        largest = program.functions[max(own, key=own.__getitem__)]
        problem = f"these rules hold more than {most} sets of {program.set_width} sites at one time"
        raise LudLimitError(problem, largest.place, hint="With lower numbers of sites there is room for more sets.")


def set_stack(program: Program, fn: Function) -> int:
    """The most bytes that the sets of a function take on the stack, without those of functions that it calls."""
    held = sum(v.type is Type.SET for v in bound(fn.body))
    return (held + sum(x.type is Type.SET and x.op is not Op.VAR for x in all_expressions(fn))) * _bytes(program)


def _bytes(program: Program) -> int:
    return (program.set_width + 63) // 64 * 8


def looks(program: Program, x: SetField) -> bool:
    """Whether a write needs a check: the field is narrow, and the value is not known to fit."""
    f = program.fields[x.field]
    if f.kind is not FieldKind.ARRAY or f.bits >= 32 or x.value.type is Type.BOOL:
        return False
    read = (Op.FIELD, Op.FIELD_RAW)
    lo, hi = bounds(x.value, lambda y: _of_width(program.fields[y.name].bits) if y.op in read else ANY)
    least, most = _of_width(f.bits)
    return lo < least or hi > most


def _of_width(bits: int) -> Range:
    """The values that a field has room for."""
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if bits < 32 else ANY
